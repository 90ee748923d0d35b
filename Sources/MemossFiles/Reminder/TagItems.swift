/// The tags that a file carries, each with the bytes it stands in.
package struct TagItems: Sendable, Hashable {
    package struct Item: Sendable, Hashable {
        package var name: TagName
        /// The node of the item; of a comma string, the string's.
        package var node: Int
        /// The node whose bytes hold the name: another one where the item is an alias.
        package var source: Int
        /// Where a comma string's part stands, blanks trimmed; nil where an escape hides a comma, and in a list.
        package var segment: Range<Int>?
    }

    package enum Container: Sendable, Hashable {
        /// No key `tags`, or null.
        case absent
        /// A list: the node of the sequence, which is another entry's where the value is an alias.
        case list(Int)
        /// One string split at commas: the node of the scalar, likewise.
        case string(Int)
    }

    /// A value that is no tag: the rest of the list still counts.
    package struct Fault: Sendable, Hashable {
        package var offset: Int
        package var message: String
    }

    package private(set) var container: Container = .absent
    package private(set) var items: [Item] = []
    package private(set) var faults: [Fault] = []

    /// The tags of the top-level key `tags`.
    package init(of document: YAMLDocument) {
        self.init(of: document.entry("tags")?.value, in: document)
    }

    init(of value: Int?, in document: YAMLDocument) {
        guard let value else { return }
        let node = document.resolved(value)
        switch document.nodes[node].kind {
        case .sequence:
            container = .list(node)
            for child in document.children(of: node) { addItem(child, of: document) }
        case .scalar where document.isNull(node):
            break
        case .scalar:
            container = .string(node)
            addSegments(of: node, in: document)
        case .mapping, .alias:
            let offset = document.nodes[value].span.lowerBound
            faults.append(Fault(offset: offset, message: "found keys with values in 'tags', expected a list of names"))
        }
    }

    private mutating func addItem(_ child: Int, of document: YAMLDocument) {
        let source = document.resolved(child)
        guard document.nodes[source].kind == .scalar else {
            let found = document.nodes[source].kind == .sequence ? "a list" : "a mapping"
            let offset = document.nodes[child].span.lowerBound
            faults.append(Fault(offset: offset, message: "found \(found) as an item of 'tags', expected a name"))
            return
        }
        guard !document.isNull(source) else { return }
        let name = TagItems.name(TagItems.text(of: source, in: document))
        if !name.isEmpty { items.append(Item(name: TagName(name), node: child, source: source)) }
    }

    private mutating func addSegments(of node: Int, in document: YAMLDocument) {
        let raw = TagItems.rawText(of: node, in: document)
        for part in document.valueBytes(of: node).split(separator: Ascii.comma, omittingEmptySubsequences: false) {
            let name = TagItems.name(TagName.trimmed(String(ordering: part)))
            items.append(Item(name: TagName(name), node: node, source: node))
        }
        let segments = document.bytes[raw].split(separator: Ascii.comma, omittingEmptySubsequences: false)
        // An escaped comma would make the counts differ.
        if segments.count == items.count {
            for (index, segment) in segments.enumerated() {
                let trimmedStart = segment.drop(while: Ascii.isBlankOrBreak)
                let count = trimmedStart.reversed().drop(while: Ascii.isBlankOrBreak).count
                items[index].segment = trimmedStart.startIndex..<trimmedStart.startIndex + count
            }
        }
        items.removeAll { $0.name.text.isEmpty }
    }

    /// The text of a list item. Blanks within quotes are part of it, the line break that ends a block is not.
    static func text(of node: Int, in document: YAMLDocument) -> String {
        let text = document.text(of: node)
        let isBlock = document.nodes[node].style == .literal || document.nodes[node].style == .folded
        return isBlock ? TagName.trimmed(text) : text
    }

    /// The bytes that hold a scalar's text: without its quotes or the header of a block scalar.
    static func rawText(of node: Int, in document: YAMLDocument) -> Range<Int> {
        let span = document.nodes[node].contentSpan
        switch document.nodes[node].style {
        case .singleQuoted, .doubleQuoted:
            return span.lowerBound + 1..<span.upperBound - 1
        case .literal, .folded:
            let header = document.bytes[span].firstIndex(of: Ascii.lineFeed).map { $0 + 1 } ?? span.upperBound
            return min(header, span.upperBound)..<span.upperBound
        default:
            return span
        }
    }

    /// One leading `#` is not part of a tag.
    private static func name(_ text: String) -> String {
        text.utf8.first == Ascii.hash ? String(decoding: text.utf8.dropFirst(), as: UTF8.self) : text
    }
}
