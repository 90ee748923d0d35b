/// A document that is edited step by step, each step on fresh marks.
struct DocumentEdit {
    /// Steps, times bytes: a hostile list must not take hours.
    static let mostWork = 1 << 26

    private(set) var document: YAMLDocument
    /// Applied one after the other, they give the bytes before the edit again.
    private(set) var inverse: [SpliceSet] = []

    init(_ document: YAMLDocument) { self.document = document }

    var isEmpty: Bool { inverse.isEmpty }

    /// Makes one step.
    ///
    /// - Throws: an `EditRefusal` if the splices overlap, or leave no YAML.
    mutating func apply(_ splices: [Splice]) throws(EditRefusal) {
        var set = SpliceSet()
        for splice in splices {
            do throws(SpliceConflict) {
                try set.insert(splice)
            } catch {
                throw EditRefusal(reason: "two edits want the same bytes", offset: splice.range.lowerBound)
            }
        }
        try apply(set)
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
