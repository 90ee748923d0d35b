/// A YAML document whose nodes know their byte ranges: the front matter of a file, or the tag registry.
///
/// Created by `YAMLDocument.parse`. Edits are splices on `bytes`; nothing is ever serialized again.
package struct YAMLDocument: Sendable, Hashable {
    /// A key of the root mapping and its value, as indices into `nodes`.
    package struct Entry: Sendable, Hashable {
        package var key: Int
        package var value: Int
    }

    /// The whole file.
    package let bytes: [UInt8]
    /// The range of the document in the file.
    package let range: Range<Int>
    /// In document order; empty for an empty document.
    package internal(set) var nodes: [Node] = []
    var apart: [UInt8] = []
    package var properties: [NodeProperties] = []
    /// The entries of the root mapping, in order, including duplicates.
    package internal(set) var entries: [Entry] = []
    /// What the keys are called in the folder, if they read as what `mm` calls them.
    package internal(set) var names: KeyNames?

    package init(bytes: [UInt8], range: Range<Int>) {
        self.bytes = bytes
        self.range = range
    }

    /// Why a document cannot be parsed. `offset` is relative to the file.
    package struct Fault: Error, Sendable, Hashable {
        package var id: ProblemID
        package var message: String
        package var offset: Int
        /// Where the construct begins that libyaml could not finish.
        var context: Int?
    }

    /// The maximum nesting depth, more than people write: the time libyaml takes grows with its square.
    package static let maximumDepth = 64
    /// The maximum size in bytes of front matter or a registry.
    package static let maximumSize = 1 << 20

    // MARK: Look-up

    /// The first entry whose key is exactly `key`.
    package func entry(_ key: String) -> Entry? { entry(key, in: entries) }

    package func entry(_ key: String, in entries: [Entry]) -> Entry? {
        entries.first { text(of: $0.key, equals: key) }
    }

    /// Entries with a duplicate key, each with the first entry of that key.
    package var duplicateEntries: [(entry: Entry, first: Entry)] {
        guard entries.count <= 64 else { return manyDuplicateEntries }
        var found: [(Entry, Entry)] = []
        for index in entries.indices.dropFirst() {
            for earlier in 0..<index where repeats(entries[index].key, entries[earlier].key) {
                found.append((entries[index], entries[earlier]))
                break
            }
        }
        return found
    }

    /// The same for many entries, where comparing all pairs would take minutes: a hostile file has 100,000 keys.
    private var manyDuplicateEntries: [(entry: Entry, first: Entry)] {
        var found: [(Entry, Entry)] = []
        var firsts: [ArraySlice<UInt8>: Entry] = [:]
        for entry in entries where nodes[entry.key].kind == .scalar {
            let value = valueBytes(of: entry.key)
            if let first = firsts[value] { found.append((entry, first)) } else { firsts[value] = entry }
        }
        return found
    }

    private func repeats(_ key: Int, _ other: Int) -> Bool {
        guard nodes[key].value.count == nodes[other].value.count else { return false }
        guard nodes[key].kind == .scalar, nodes[other].kind == .scalar else { return false }
        return valueBytes(of: key) == valueBytes(of: other)
    }

    /// The entries of any mapping.
    package func entries(of mapping: Int) -> [Entry] {
        let children = Array(self.children(of: mapping))
        return stride(from: 0, to: children.count - 1, by: 2).map { Entry(key: children[$0], value: children[$0 + 1]) }
    }

    package func children(of node: Int) -> Children {
        Children(nodes: nodes, position: node + 1, end: Int(nodes[node].subtreeEnd))
    }

    /// The indices of the direct children of a collection.
    package struct Children: Sequence, IteratorProtocol, Sendable {
        fileprivate let nodes: [Node]
        fileprivate var position: Int
        fileprivate let end: Int

        package mutating func next() -> Int? {
            guard position < end else { return nil }
            defer { position = Int(nodes[position].subtreeEnd) }
            return position
        }
    }

    /// The node itself or, for an alias, the node with the anchor.
    package func resolved(_ node: Int) -> Int {
        nodes[node].kind == .alias ? properties(of: node)?.target ?? node : node
    }

    package func properties(of node: Int) -> NodeProperties? {
        let index = Int(nodes[node].properties)
        return index < 0 ? nil : properties[index]
    }

    // MARK: Values

    /// The bytes of a scalar's value, with escapes and folding resolved.
    package func valueBytes(of node: Int) -> ArraySlice<UInt8> {
        switch nodes[node].value {
        case .source(let start, let end): bytes[Int(start)..<Int(end)]
        case .apart(let start, let end): apart[Int(start)..<Int(end)]
        }
    }

    /// The text of a scalar; libyaml accepts only valid UTF-8.
    package func text(of node: Int) -> String { String(ordering: valueBytes(of: node)) }

    package func text(of node: Int, equals other: String) -> Bool {
        nodes[node].kind == .scalar && valueBytes(of: node).elementsEqual(other.utf8)
    }

    /// Whether a scalar is null: empty, or a plain `null` or `~`.
    package func isNull(_ node: Int) -> Bool {
        guard nodes[node].kind == .scalar, nodes[node].style == .plain else { return false }
        // `!!str null` is a string.
        guard properties(of: node)?.tag == nil else { return false }
        let value = valueBytes(of: node)
        if value.isEmpty { return true }
        return value.count <= 4 && ["~", "null", "Null", "NULL"].contains { value.elementsEqual($0.utf8) }
    }
}
