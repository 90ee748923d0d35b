/// Which keys the front matter has, and what that means for taking them out again.
struct FieldPlaces {
    private var keys: Set<String> = []
    private var nulls: Set<String> = []
    private var order: [String] = []

    init(_ bytes: [UInt8]) {
        guard let document = try? FrontMatter.read(bytes)?.document else { return }
        for entry in document.entries where document.nodes[entry.key].kind == .scalar {
            let key = document.text(of: entry.key)
            keys.insert(key)
            order.append(key)
            if document.isNull(document.resolved(entry.value)) { nulls.insert(key) }
        }
    }

    func has(_ key: String) -> Bool { keys.contains(key) }
    func says(_ key: String) -> Bool { keys.contains(key) && !nulls.contains(key) }

    /// Whether the key stands last, where edits put it, when `others` are gone; one that stands elsewhere was there
    /// before.
    func isLast(_ key: String, without others: Set<String>) -> Bool {
        order.last { !others.contains($0) } == key
    }
}
