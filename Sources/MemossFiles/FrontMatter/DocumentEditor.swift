/// A document edited in steps; it is parsed again after each step.
package struct DocumentEditor {
    package private(set) var document: YAMLDocument
    /// Whether nothing has changed.
    package private(set) var isEmpty = true

    package init(_ document: YAMLDocument) { self.document = document }

    /// Applies one step.
    ///
    /// - Throws: an `EditRefusal` if the splices overlap, or the result is not valid YAML.
    package mutating func apply(_ splices: [Splice]) throws(EditRefusal) {
        try apply(try SpliceSet(editing: splices))
    }

    package mutating func apply(_ set: SpliceSet) throws(EditRefusal) {
        guard let first = set.splices.first?.range.lowerBound else { return }
        let before = document.bytes
        let bytes = set.applied(to: before)
        guard bytes != before else { return }
        let end = document.range.upperBound + bytes.count - before.count
        do throws(YAMLDocument.Fault) {
            document = try YAMLDocument.parseWithLibYAML(bytes, range: document.range.lowerBound..<end)
                .renamed(like: document)
        } catch {
            throw EditRefusal(reason: "the edit would not leave valid YAML", offset: first)
        }
        isEmpty = false
    }

    /// Removes items of a list, in batches without adjacent items, so that no two of them claim the same comma.
    ///
    /// - Parameters:
    ///   - indices: ascending.
    ///   - removal: the splices for a batch. Its indices refer to the document at that point.
    package mutating func remove(
        _ indices: [Int],
        by removal: (YAMLDocument, [Int]) throws(EditRefusal) -> SpliceSet
    ) throws(EditRefusal) {
        var rest = indices
        while !rest.isEmpty {
            var batch: [Int] = []
            for index in rest.reversed() where batch.last != index + 1 { batch.append(index) }
            try apply(try removal(document, batch))
            let gone = Set(batch)
            var count = 0
            rest = rest.compactMap { index in
                if gone.contains(index) { count += 1 }
                return gone.contains(index) ? nil : index - count
            }
        }
    }
}

extension SpliceSet {
    /// - Throws: an `EditRefusal` if splices overlap.
    package init(editing splices: [Splice], _ reason: String = "two edits overlap") throws(EditRefusal) {
        do throws(SpliceConflict) {
            self = try SpliceSet(splices)
        } catch {
            throw EditRefusal(reason: reason, offset: error.second.range.lowerBound)
        }
    }
}
