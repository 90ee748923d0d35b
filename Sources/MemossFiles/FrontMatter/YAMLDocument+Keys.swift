internal import Bytes

extension YAMLDocument {
    /// The splice that changes the value of a scalar. Its anchor, YAML tag and quoting style are kept; a blank is
    /// inserted before the text if the value was empty.
    package func splice(replacing node: Int, by item: FieldValue.Item) -> Splice {
        let old = nodes[node]
        let text = ScalarText.written(item, as: old.style, inFlow: old.isInFlow)
        return Splice(old.contentSpan, (old.contentSpan.isEmpty ? " " : "") + text)
    }

    /// The splice that replaces a scalar with a list.
    package func splice(replacing node: Int, by list: FieldValue) -> Splice {
        let span = nodes[node].contentSpan
        return Splice(span, (span.isEmpty ? " " : "") + list.written)
    }

    /// Adds a key as a new last line, indented as the others.
    package func splice(adding key: String, _ value: FieldValue, lineEnd: Delimiters.LineEnd) throws(EditRefusal)
        -> Splice
    {
        let end = range.upperBound
        let key = names?.written(key) ?? key
        guard let root = nodes.first else { return Splice(end..<end, FieldValue.line(key, value) + lineEnd.text) }
        guard root.style != .flow else {
            throw EditRefusal(
                reason: "the front matter is written in braces, so a key cannot be added on its own line",
                offset: root.contentSpan.lowerBound
            )
        }
        let first = entries.first.map { nodes[$0.key].span } ?? root.span
        let indent = bytes[lineRange(of: first).lowerBound...].prefix { $0 == Ascii.blank }
        return Splice(end..<end, indent + Array((FieldValue.line(key, value) + lineEnd.text).utf8))
    }

    /// Removes a key with all of its lines and its trailing comment. Other comments and blank lines are kept.
    ///
    /// - Parameters:
    ///   - index: the place of the key in its mapping.
    ///   - mapping: a mapping with at least one other key, or the root.
    package func splices(removing index: Int, from mapping: Int = 0) throws(EditRefusal) -> [Splice] {
        let entries = entries(of: mapping)
        let entry = entries[index]
        let end = Int(nodes[entry.value].subtreeEnd)
        let span =
            nodes[entry.key].span.lowerBound..<max(nodes[entry.key].span.upperBound, nodes[entry.value].span.upperBound)
        if let anchor = neededAnchor(in: entry.key..<end) {
            throw EditRefusal(reason: "the alias *\(anchor) refers to an anchor in it", offset: span.lowerBound)
        }
        if nodes[mapping].style == .flow {
            let pairs = entries.map { nodes[$0.key].span.lowerBound..<nodes[$0.value].span.upperBound }
            let previous = index > 0 ? pairs[index - 1] : nil
            let next = index + 1 < pairs.count ? pairs[index + 1] : nil
            return separatedRemoval(of: span, previous: previous, next: next, in: LineTable(self))
        }
        let lines = lineRange(of: span)
        let before = bytes[lines.lowerBound..<span.lowerBound]
        // An explicit key (`? key`) is allowed too.
        guard before.allSatisfy({ Ascii.isBlank($0) || $0 == UInt8(ascii: "?") }),
            isEndOfLine(after: afterColon(of: entry), limit: lines.upperBound)
        else {
            throw EditRefusal(reason: "there is something else on the line of the key", offset: span.lowerBound)
        }
        return [Splice(lines, "")]
    }

    /// The offset after the value or, if it is empty, after the colon.
    private func afterColon(of entry: Entry) -> Int {
        let value = nodes[entry.value].span
        let end = max(value.upperBound, nodes[entry.key].span.upperBound)
        guard value.isEmpty, let colon = bytes[end..<range.upperBound].firstIndex(where: { !Ascii.isBlank($0) }),
            bytes[colon] == Ascii.colon
        else { return end }
        return colon + 1
    }

    /// The names of anchors that have aliases, by node.
    package var aliasedAnchors: [Int: String] {
        var anchors: [Int: String] = [:]
        for properties in properties {
            if let target = properties.target { anchors[target] = properties.alias }
        }
        return anchors
    }

    /// The name of an anchor in the range that an alias outside of it refers to.
    func neededAnchor(in range: Range<Int>) -> String? {
        for index in nodes.indices where nodes[index].kind == .alias && !range.contains(index) {
            guard let alias = properties(of: index), let target = alias.target else { continue }
            if range.contains(target) { return alias.alias }
        }
        return nil
    }
}

extension FieldValue {
    /// `key: value`.
    package static func line(_ key: String, _ value: FieldValue) -> String {
        "\(ScalarText.written(Item(key, .notNull), inFlow: false)): \(value.written)"
    }
}

extension Delimiters.LineEnd {
    package var text: String { self == .lf ? "\n" : "\r\n" }

    /// The line ending of the first line.
    package init(of bytes: [UInt8]) {
        let first = bytes.firstIndex(of: Ascii.lineFeed)
        self = first.map { $0 > 0 && bytes[$0 - 1] == Ascii.carriageReturn } == true ? .crlf : .lf
    }
}
