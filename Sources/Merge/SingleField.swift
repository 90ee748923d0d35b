import MemossFiles

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
