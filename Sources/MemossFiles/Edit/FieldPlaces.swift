/// The keys of the front matter and their order, which determine how to remove them.
package struct FieldPlaces {
    private var keys: Set<String> = []
    private var nulls: Set<String> = []
    private var order: [String] = []

    package init(_ bytes: [UInt8], names: KeyNames = .standard) {
        guard let document = try? FrontMatter.read(bytes, names: names)?.document else { return }
        for entry in document.entries where document.nodes[entry.key].kind == .scalar {
            let key = document.text(of: entry.key)
            keys.insert(key)
            order.append(key)
            if document.isNull(document.resolved(entry.value)) { nulls.insert(key) }
        }
    }

    func has(_ key: String) -> Bool { keys.contains(key) }
    func hasValue(_ key: String) -> Bool { keys.contains(key) && !nulls.contains(key) }

    /// Whether the key comes last once `others` are removed. Edits append keys, so a key elsewhere was there before.
    func isLast(_ key: String, without others: Set<String>) -> Bool {
        order.last { !others.contains($0) } == key
    }
}
