internal import Bytes

/// The tags of a file, each with its byte range.
package struct TagItems: Sendable, Hashable {
    package struct Item: Sendable, Hashable {
        package var name: TagName
        /// The node of the item; for a comma-separated string, the node of the string.
        package var node: Int
        /// The node whose bytes hold the name; differs from `node` if the item is a YAML alias.
        package var source: Int
        /// The byte range of the part of a comma-separated string, trimmed. Nil for a list item, and if a comma is
        /// written as an escape.
        package var segment: Range<Int>?
    }

    package enum Container: Sendable, Hashable {
        /// No key `tags`, or a null value.
        case absent
        /// A list: the sequence node, which belongs to another entry if the value is a YAML alias.
        case list(Int)
        /// A comma-separated string: the scalar node, with the same exception.
        case string(Int)
    }

    /// A value that is not a valid tag; the rest of the list is still used.
    package struct Fault: Sendable, Hashable {
        package var offset: Int
        package var message: String
    }

    package private(set) var container: Container = .absent
    package private(set) var items: [Item] = []
    package private(set) var faults: [Fault] = []

    /// The tags in the top-level key `tags`.
    package init(of document: YAMLDocument) {
        self.init(of: document.entry("tags")?.value, in: document)
    }

    package init(of value: Int?, in document: YAMLDocument) {
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
            faults.append(Fault(offset: offset, message: "'tags' is a mapping, expected a list of names"))
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
        // The counts differ if a comma is written as an escape.
        if segments.count == items.count {
            for (index, segment) in segments.enumerated() {
                let trimmedStart = segment.drop(while: Ascii.isBlankOrBreak)
                let count = trimmedStart.reversed().drop(while: Ascii.isBlankOrBreak).count
                items[index].segment = trimmedStart.startIndex..<trimmedStart.startIndex + count
            }
        }
        items.removeAll { $0.name.text.isEmpty }
    }

    /// The text of a list item. Blanks within quotes are kept; the final line break of a block scalar is not.
    package static func text(of node: Int, in document: YAMLDocument) -> String {
        let text = document.text(of: node)
        let isBlock = document.nodes[node].style == .literal || document.nodes[node].style == .folded
        return isBlock ? TagName.trimmed(text) : text
    }

    /// The byte range of the text of a scalar, without quotes or a block scalar header.
    package static func rawText(of node: Int, in document: YAMLDocument) -> Range<Int> {
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

    /// The text without one leading `#`.
    private static func name(_ text: String) -> String {
        text.utf8.first == Ascii.hash ? String(decoding: text.utf8.dropFirst(), as: UTF8.self) : text
    }
}

extension TagItems {
    /// What is read as tags. Edits still see every item.
    package var tags: [Item] { items.filter { $0.accident == nil } }

    /// Why items are not tags.
    package func accidents(in document: YAMLDocument) -> [Fault] {
        items.compactMap { item in
            guard let accident = item.accident else { return nil }
            let offset = item.segment?.lowerBound ?? document.nodes[item.node].contentSpan.lowerBound
            return Fault(offset: offset, message: "'\(item.name)' is not read as a tag: \(accident)")
        }
    }

    /// A quick check, made for every tag, of whether its text may be a mistake.
    package static func mayBeAccident(_ text: UnsafeBufferPointer<UInt8>, inList: Bool) -> Bool {
        guard let first = text.first, let last = text.last else { return false }
        if first == Ascii.hash && text.dropFirst().first.map({ $0 == Ascii.hash || Ascii.isBlank($0) }) ?? true {
            return true
        }
        let isQuoted = first == last && (first == Ascii.quote || first == Ascii.apostrophe)
        return isQuoted || Ascii.isBlank(first) || Ascii.isBlank(last) || text.count > 1_000
            || text.contains { byte in
                switch byte {
                case Ascii.openBracket, Ascii.closeBracket, UInt8(ascii: "{"), UInt8(ascii: "}"): true
                case Ascii.comma: inList
                // Where other control characters and line breaks begin.
                case 0..<0x20, 0x7F, 0xC2, 0xE2, 0xEF: true
                default: false
                }
            }
    }
}

extension TagItems.Item {
    /// What is wrong with a name that cannot be meant as one tag, and what to write.
    fileprivate var accident: String? {
        let text = name.text.utf8
        // Rare, and asked of every tag.
        guard
            text.first == Ascii.hash
                || text.withContiguousStorageIfAvailable({ TagItems.mayBeAccident($0, inList: true) }) ?? true
        else { return nil }
        if text.contains(Ascii.comma) { return "it has a comma; write each tag as an item of its own" }
        if name.isPieceOfList {
            return "it is a piece of a list in quotes; write the list without the quotes around it"
        }
        do throws(ParseError) {
            let valid = try TagName(validating: name.text)
            guard !valid.isSpelled(as: name) else { return nil }
            return "a tag's name cannot begin or end with a blank; write '\(valid)'"
        } catch {
            let visible = name.text.unicodeScalars.map { ScalarText.isBreakOrControl($0) ? " " : String($0) }.joined()
            let other = error.suggestion ?? TagName.trimmed(visible)
            return error.message + ((try? TagName(validating: other)) == nil ? "; delete it" : "; write '\(other)'")
        }
    }
}

extension YAMLDocument {
    /// The offsets where `tags: #x`, or an item `- #x`, is a YAML comment rather than a tag.
    package func commentedTags(below entry: Entry) -> [Int] {
        guard nodes[entry.value].kind == .sequence else { return commentedTag(at: entry.value).map { [$0] } ?? [] }
        return children(of: entry.value).compactMap(commentedTag)
    }

    private func commentedTag(at value: Int) -> Int? {
        guard nodes[value].content == nodes[value].end, isNull(value) else { return nil }
        let start = nodes[value].span.upperBound
        guard let mark = bytes[start..<range.upperBound].firstIndex(where: { !Ascii.isBlank($0) }),
            bytes[mark] == Ascii.hash, mark + 1 < range.upperBound, !Ascii.isBlankOrBreak(bytes[mark + 1])
        else { return nil }
        return mark
    }
}
