/// A document edited in steps; it is parsed again after each step.
struct DocumentEditor {
    private(set) var document: YAMLDocument
    /// Splices that restore the original bytes when applied in order.
    private(set) var inverse: [SpliceSet] = []

    init(_ document: YAMLDocument) { self.document = document }

    var isEmpty: Bool { inverse.isEmpty }

    /// Applies one step.
    ///
    /// - Throws: an `EditRefusal` if the splices overlap, or the result is not valid YAML.
    mutating func apply(_ splices: [Splice]) throws(EditRefusal) {
        try apply(try SpliceSet(editing: splices))
    }

    mutating func apply(_ set: SpliceSet) throws(EditRefusal) {
        guard let first = set.splices.first?.range.lowerBound else { return }
        let before = document.bytes
        let bytes = set.applied(to: before)
        guard bytes != before else { return }
        let end = document.range.upperBound + bytes.count - before.count
        do throws(YAMLDocument.Fault) {
            document = try YAMLDocument.parseWithLibYAML(bytes, range: document.range.lowerBound..<end)
        } catch {
            throw EditRefusal(reason: "the edit would not leave valid YAML", offset: first)
        }
        inverse.insert(set.inverse(on: before), at: 0)
    }
}

extension SpliceSet {
    /// - Throws: an `EditRefusal` if splices overlap.
    init(editing splices: [Splice], _ reason: String = "two edits overlap") throws(EditRefusal) {
        do throws(SpliceConflict) {
            self = try SpliceSet(splices)
        } catch {
            throw EditRefusal(reason: reason, offset: error.second.range.lowerBound)
        }
    }
}
