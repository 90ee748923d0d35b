internal import Bytes

/// The `#tags` in the body of a file.
package struct TextTags: Sendable {
    /// A tag where it is written.
    package struct Item: Sendable, Hashable {
        /// Without the `#`, and without a slash at the end, below which nothing is.
        package var range: Range<Int>
        package var name: TagName
    }

    package let items: [Item]

    /// - Parameters:
    ///   - start: where the body begins.
    ///   - filter: others may be left out.
    package init(in bytes: [UInt8], from start: Int, _ filter: TextTagFilter = .all) {
        self = bytes.withUnsafeBufferPointer { TextTags(in: $0, from: start, filter) }
    }

    package init(in bytes: UnsafeBufferPointer<UInt8>, from start: Int, _ filter: TextTagFilter) {
        items = HashTags.names(in: bytes, start..<bytes.count, atOrBelow: filter.names).compactMap { range in
            let range = HashTags.withoutSlash(range, in: bytes)
            guard bytes[range].contains(where: { !Ascii.isDigit($0) }) else { return nil }
            return Item(range: range, name: TagName(String(decoding: bytes[range], as: UTF8.self)))
        }
    }

    /// The names without duplicates, in the order and spelling of the text.
    package var names: [TagName] {
        if items.count <= TagName.few {
            var names: [TagName] = []
            for item in items where !names.contains(item.name) { names.append(item.name) }
            return names
        }
        var seen: Set<TagName> = []
        return items.map(\.name).filter { seen.insert($0).inserted }
    }

    /// Whether a text can have the tag: no blank and little punctuation.
    package static func canHold(_ name: TagName) -> Bool {
        HashTags.isName(name.text) && name.text.utf8.last != Ascii.slash
    }
}

/// Which tags in texts a reader looks for.
package struct TextTagFilter: Sendable, Hashable {
    /// The names in lower case, which are ASCII, of the tags and of those that they are below; nil for all tags.
    package var names: [[UInt8]]?

    package static let all = TextTagFilter(names: nil)

    /// Whether the bytes may have one of the tags.
    func mayFind(in bytes: UnsafeBufferPointer<UInt8>, _ range: Range<Int>) -> Bool {
        guard let names else { return HashTags.mayBe(in: bytes, range) }
        return HashTags.mayBe(in: bytes, range, atOrBelow: names)
    }
}
