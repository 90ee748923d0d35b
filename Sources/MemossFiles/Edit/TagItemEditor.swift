internal import Bytes

/// Splices for single items of the tags of a file.
package struct TagItemEditor {
    let document: YAMLDocument
    let tags: TagItems

    package init(document: YAMLDocument) {
        self.document = document
        tags = TagItems(of: document)
    }

    func renaming(_ renamings: [(index: Int, renaming: TagRewrite.Renaming)]) throws(EditRefusal) -> SpliceSet {
        var splices: [Splice] = []
        if case .string(let node) = tags.container {
            splices = rewritingString(node, renamings)
        } else {
            for (index, new) in renamings { splices.append(try rewritingItem(tags.items[index], new)) }
        }
        return try SpliceSet(editing: splices)
    }

    /// - Parameter indices: no two of them may be adjacent.
    func removing(_ indices: [Int]) throws(EditRefusal) -> SpliceSet {
        switch tags.container {
        case .list(let sequence):
            if let entry = document.entry("tags"), document.nodes[sequence].subtreeEnd == tags.items[0].node + 1,
                tags.items[0].node == sequence + 1
            {
                return try SpliceSet(editing: try document.splices(emptying: entry))
            }
            return try SpliceSet(
                editing: try document.splices(removing: indices.map { tags.items[$0].node }, from: sequence)
            )
        case .string(let node):
            if indices.count == tags.items.count { return try SpliceSet(editing: [emptying(node)]) }
            return try SpliceSet(editing: removing(indices, from: node))
        case .absent:
            return SpliceSet()
        }
    }

    // MARK: List items

    private func rewritingItem(_ item: TagItems.Item, _ new: TagRewrite.Renaming) throws(EditRefusal) -> Splice {
        let node = document.nodes[item.node]
        let mark = TagItems.text(of: item.node, in: document).utf8.first == Ascii.hash ? "#" : ""
        let text = mark + new.name.text
        if node.style == .plain, !isPlain(text, inFlow: node.isInFlow) {
            return Splice(node.contentSpan, ScalarText.quoted(text, .doubleQuoted))
        }
        let raw = TagItems.rawText(of: item.node, in: document)
        if let splice = rewritingName(item.name, new, in: raw, markCount: mark.utf8.count, style: node.style) {
            return splice
        }
        switch node.style {
        case .plain: return Splice(node.contentSpan, text)
        case .singleQuoted, .doubleQuoted: return Splice(node.contentSpan, ScalarText.quoted(text, node.style))
        default:
            throw EditRefusal(
                reason: "the tag '\(item.name)' is a block of several lines",
                offset: node.contentSpan.lowerBound
            )
        }
    }

    /// Replaces only the part of a name that changes; the rest keeps its bytes, including escapes.
    private func rewritingName(
        _ old: TagName,
        _ new: TagRewrite.Renaming,
        in raw: Range<Int>,
        markCount: Int,
        style: Node.Style
    ) -> Splice? {
        let isList = if case .list = tags.container { true } else { false }
        let isBlock = style == .literal || style == .folded
        let blanks = isList && !isBlock ? 0 : document.bytes[raw].prefix(while: Ascii.isBlankOrBreak).count
        let start = raw.lowerBound + blanks
        let oldPart = old.text.utf8.prefix(old.text.utf8.count - new.keptBytes)
        let newPart = String(decoding: new.name.text.utf8.dropLast(new.keptBytes), as: UTF8.self)
        guard let lower = ScalarText.step(over: markCount, in: document.bytes[start..<raw.upperBound], style),
            let upper = ScalarText.step(over: oldPart.count, in: document.bytes[lower..<raw.upperBound], style)
        else { return nil }
        // The bytes of a folded name, or of a name with escapes in a comma-separated string, differ from its text.
        guard upper - lower != oldPart.count || document.bytes[lower..<upper].elementsEqual(oldPart) else { return nil }
        return Splice(lower..<upper, ScalarText.escaped(newPart, style))
    }

    private func isPlain(_ text: String, inFlow: Bool) -> Bool {
        ScalarText.isPlainSafe(text, inFlow: inFlow) && ScalarText.isPlainString(text)
    }

    // MARK: Comma-separated strings

    /// A part of a comma-separated string, including the blanks around the name.
    private struct Part {
        var before: String
        var mark: String
        var name: String
        var after: String
        /// The index of the item; nil for an empty part.
        var index: Int?

        var text: String { before + mark + name + after }
    }

    private func rewritingString(
        _ node: Int,
        _ renamings: [(index: Int, renaming: TagRewrite.Renaming)]
    ) -> [Splice] {
        let style = document.nodes[node].style
        var parts = self.parts(of: node)
        var splices: [Splice] = []
        let positions = parts.indices.filter { parts[$0].index != nil }
        for (index, new) in renamings {
            let (item, position) = (tags.items[index], positions[index])
            parts[position].name = new.name.text
            let markCount = parts[position].mark.utf8.count
            if let segment = item.segment {
                let text = ScalarText.escaped(parts[position].mark + new.name.text, style)
                let name = rewritingName(item.name, new, in: segment, markCount: markCount, style: style)
                splices.append(name ?? Splice(segment, text))
            }
        }
        if splices.count < renamings.count { return [replacingInner(of: node, by: join(parts))] }
        return quotingIfNeeded(node, splices, reads: join(parts))
    }

    private func removing(_ indices: [Int], from node: Int) -> [Splice] {
        let gone = Set(indices)
        var parts = self.parts(of: node)
        parts.removeAll { part in part.index.map(gone.contains) ?? false }
        var splices: [Splice] = []
        let lines = LineTable(document)
        for index in indices {
            guard let segment = tags.items[index].segment else { return [replacingInner(of: node, by: join(parts))] }
            let previous = index > 0 ? tags.items[index - 1].segment : nil
            let next = index + 1 < tags.items.count ? tags.items[index + 1].segment : nil
            splices += document.separatedRemoval(of: segment, previous: previous, next: next, in: lines, inString: true)
        }
        return quotingIfNeeded(node, splices, reads: TagName.trimmed(join(parts)))
    }

    /// Removing the only tag of a comma-separated string leaves `[]`, or an empty string if a YAML tag makes the value a
    /// string.
    private func emptying(_ node: Int) -> Splice {
        let isTyped = document.properties(of: node)?.tag != nil
        return Splice(document.nodes[node].contentSpan, isTyped ? "\"\"" : "[]")
    }

    /// Appends tags to a comma-separated string, with the separator of the existing ones.
    package func appending(_ names: [TagName]) throws(EditRefusal) -> SpliceSet {
        guard case .string(let node) = tags.container else { return SpliceSet() }
        let style = document.nodes[node].style
        guard let last = tags.items.last else {
            let item = FieldValue.Item(names.map(\.text).joined(separator: ", "), .string)
            return try SpliceSet(editing: [document.splice(replacing: node, by: item)])
        }
        let isCompact = last.segment.map { document.bytes[$0.lowerBound - 1] == Ascii.comma } ?? false
        let text = names.map { (isCompact ? "," : ", ") + $0.text }.joined()
        var parts = self.parts(of: node)
        guard let index = parts.lastIndex(where: { $0.index != nil }) else { return SpliceSet() }
        parts[index].name += text
        guard let end = last.segment?.upperBound else {
            return try SpliceSet(editing: [replacingInner(of: node, by: join(parts))])
        }
        return try SpliceSet(
            editing:
                quotingIfNeeded(node, [Splice(end..<end, ScalarText.escaped(text, style))], reads: join(parts))
        )
    }

    /// Checks a comma-separated string as a whole and quotes it if it would no longer be parsed as `text`.
    private func quotingIfNeeded(_ node: Int, _ splices: [Splice], reads text: String) -> [Splice] {
        let isPlainStyle = document.nodes[node].style == .plain
        guard isPlainStyle, !isPlain(text, inFlow: document.nodes[node].isInFlow) else { return splices }
        return [quoting(node, with: splices)]
    }

    /// The string with its new parts in double quotes. It keeps its lines, since quoted scalars fold like plain ones.
    private func quoting(_ node: Int, with splices: [Splice]) -> Splice {
        let span = document.nodes[node].contentSpan
        var text: [UInt8] = []
        var position = span.lowerBound
        for splice in splices.sorted(by: { $0.range.lowerBound < $1.range.lowerBound }) {
            text += document.bytes[position..<splice.range.lowerBound] + splice.bytes
            position = splice.range.upperBound
        }
        text += document.bytes[position..<span.upperBound]
        let scalars = String(decoding: text, as: UTF8.self).unicodeScalars
        let escaped = scalars.map {
            $0 == "\n" || $0 == "\r" ? String($0) : ScalarText.escaped(String($0), .doubleQuoted)
        }
        return Splice(span, "\"\(escaped.joined())\"")
    }

    private func parts(of node: Int) -> [Part] {
        var index = 0
        return document.text(of: node).utf8.split(separator: Ascii.comma, omittingEmptySubsequences: false).map {
            bytes in
            let text = String(decoding: bytes, as: UTF8.self)
            let before = text.utf8.prefix(while: Ascii.isBlankOrBreak).count
            let trimmed = TagName.trimmed(text)
            let mark = trimmed.utf8.first == Ascii.hash ? "#" : ""
            let name = String(decoding: trimmed.utf8.dropFirst(mark.utf8.count), as: UTF8.self)
            let after = text.utf8.count - before - trimmed.utf8.count
            var part = Part(
                before: String(decoding: text.utf8.prefix(before), as: UTF8.self),
                mark: mark,
                name: name,
                after: String(decoding: text.utf8.suffix(max(0, after)), as: UTF8.self)
            )
            if !name.isEmpty {
                part.index = index
                index += 1
            }
            return part
        }
    }

    private func join(_ parts: [Part]) -> String { parts.map(\.text).joined(separator: ",") }

    private func replacingInner(of node: Int, by text: String) -> Splice {
        let style = document.nodes[node].style
        return Splice(TagItems.rawText(of: node, in: document), ScalarText.escaped(TagName.trimmed(text), style))
    }
}
