/// The lines of one key, parsed on their own.
struct SingleField {
    let document: YAMLDocument
    let key: [UInt8]
    let value: MergeValue

    init?(_ lines: [UInt8]) {
        guard let document = try? YAMLDocument.parseWithLibYAML(lines, range: 0..<lines.count),
            document.entries.count == 1, let entry = document.entries.first,
            document.nodes[entry.key].kind == .scalar
        else { return nil }
        self.document = document
        key = Array(document.valueBytes(of: entry.key))
        value = MergeValue(entry.value, in: document)
    }

    var node: Int { document.entries[0].value }
}

extension FieldChunks {
    /// Whether the keys and values equal those of the merged lines, each key parsed on its own.
    func says(_ fields: [[MergePiece]], on side: MergeSide) -> Bool {
        let texts = fields.map { $0.text(of: side) }.filter { !$0.isEmpty }
        guard texts.count == chunks.count else { return false }
        return texts.allSatisfy { text in
            guard let single = SingleField(text) else { return false }
            return value(of: single.key) == single.value
        }
    }
}
