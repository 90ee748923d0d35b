import MemossFiles

/// The lines of one key, parsed on their own.
struct SingleField {
    let document: YAMLDocument
    let key: [UInt8]
    let value: MergeValue

    /// - Parameter names: what the keys are called in the file, if they have other names.
    init?(_ lines: [UInt8], _ names: KeyNames? = nil) {
        guard let read = try? YAMLDocument.parseWithLibYAML(lines, range: 0..<lines.count) else { return nil }
        let document = names.map(read.named) ?? read
        guard document.entries.count == 1, let entry = document.entries.first,
            document.nodes[entry.key].kind == .scalar
        else { return nil }
        self.document = document
        key = Array(document.valueBytes(of: entry.key))
        value = MergeValue(entry.value, in: document)
    }

    var node: Int { document.entries[0].value }
}
