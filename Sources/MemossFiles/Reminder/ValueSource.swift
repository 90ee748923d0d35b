internal import Bytes

/// The bytes of a list or of a text in one line: equal ones mean the same in any file.
struct ValueSource {
    let bytes: ArraySlice<UInt8>
    /// The number of items; nil for a text.
    let count: Int?
}

extension YAMLDocument {
    /// Nil for any other value, and in a document with anchors, aliases or YAML tags.
    ///
    /// A list in several lines begins at the margin: its indentation decides where an item ends.
    func source(of value: Int) -> ValueSource? {
        let node = nodes[value]
        guard properties.isEmpty else { return nil }
        switch node.kind {
        case .sequence:
            var start = Int(node.start)
            while node.style == .block, start > range.lowerBound, bytes[start - 1] == Ascii.blank { start -= 1 }
            return ValueSource(bytes: bytes[start..<Int(node.end)], count: Int(node.subtreeEnd) - value - 1)
        case .scalar:
            let text = bytes[node.span]
            return text.contains(Ascii.lineFeed) ? nil : ValueSource(bytes: text, count: nil)
        case .mapping, .alias: return nil
        }
    }
}
