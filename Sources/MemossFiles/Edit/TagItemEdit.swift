/// Splices for single items of a file's tags.
struct TagItemEdit {
    let document: YAMLDocument
    let tags: TagItems

    init(document: YAMLDocument) {
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
        return try set(splices)
    }

    func removing(_ index: Int) throws(EditRefusal) -> SpliceSet {
        let item = tags.items[index]
        switch tags.container {
        case .list(let sequence):
            return try set(try document.splices(removing: item.node, from: sequence))
        case .string(let node):
            guard let segment = item.segment else {
                var parts = self.parts(of: node)
                parts.removeAll { TagName($0.name) == item.name && $0.index == index }
                return try set([replacingInner(of: node, by: join(parts))])
            }
            let previous = index > 0 ? tags.items[index - 1].segment : nil
            let next = index + 1 < tags.items.count ? tags.items[index + 1].segment : nil
            return try set(
                document.separatedRemoval(of: segment, previous: previous, next: next, inString: true)
            )
        case .absent:
            return SpliceSet()
        }
    }

    // MARK: List items

    private func rewritingItem(_ item: TagItems.Item, _ new: TagRewrite.Renaming) throws(EditRefusal) -> Splice {
        let node = document.nodes[item.node]
        let value = TagName.trimmed(document.text(of: item.node))
        let mark = value.utf8.first == Ascii.hash ? "#" : ""
        let text = mark + new.name.text
        switch node.style {
        case .plain where !isPlain(text, inFlow: node.isInFlow):
            return Splice(node.contentSpan, ScalarText.quoted(text, .doubleQuoted))
        default:
            break
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

    /// Replaces just the part of a name that changes, where it stands in `raw` as it is read.
    private func rewritingName(
        _ old: TagName,
        _ new: TagRewrite.Renaming,
        in raw: Range<Int>,
        markCount: Int,
        style: Node.Style
    ) -> Splice? {
        let blanks = document.bytes[raw].prefix(while: Ascii.isBlankOrBreak).count
        let start = raw.lowerBound + blanks + markCount
        let count = old.text.utf8.count - new.keptBytes
        let oldPart = Array(old.text.utf8.prefix(count))
        let newPart = String(decoding: new.name.text.utf8.dropLast(new.keptBytes), as: UTF8.self)
        let hasEscapes = style.isQuoted && oldPart.contains { $0 == Ascii.apostrophe || $0 == Ascii.backslash || $0 == Ascii.quote }
        guard !hasEscapes, start + count <= raw.upperBound, document.bytes[start..<start + count].elementsEqual(oldPart)
        else { return nil }
        // A plain name over two lines is folded: then its bytes are not its text.
        guard style != .plain || !document.bytes[raw].contains(Ascii.lineFeed) else { return nil }
        return Splice(start..<start + count, ScalarText.escaped(newPart, style))
    }

    private func isPlain(_ text: String, inFlow: Bool) -> Bool {
        ScalarText.isPlainSafe(text, inFlow: inFlow) && ScalarText.isPlainString(text)
    }

    // MARK: Comma strings

    /// A part of a comma string as it is read, with the blanks around the name.
    private struct Part {
        var before: String
        var mark: String
        var name: String
        var after: String
        /// Among the items; nil for an empty part.
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
        for (index, new) in renamings {
            let item = tags.items[index]
            for position in parts.indices where parts[position].index == index {
                parts[position].name = new.name.text
                let markCount = parts[position].mark.utf8.count
                if let segment = item.segment {
                    let whole = segment.lowerBound + markCount..<segment.upperBound
                    let text = ScalarText.escaped(new.name.text, style)
                    let name = rewritingName(item.name, new, in: segment, markCount: markCount, style: style)
                    splices.append(name ?? Splice(whole, text))
                }
            }
        }
        if splices.count < renamings.count { return [replacingInner(of: node, by: join(parts))] }
        guard style == .plain, !isPlain(join(parts), inFlow: document.nodes[node].isInFlow) else { return splices }
        return [quoting(node, with: splices)]
    }

    /// The string with its new parts, between double quotes. It keeps its lines: quotes fold them as a plain scalar does.
    private func quoting(_ node: Int, with splices: [Splice]) -> Splice {
        let span = document.nodes[node].contentSpan
        var text: [UInt8] = []
        var position = span.lowerBound
        for splice in splices.sorted(by: { $0.range.lowerBound < $1.range.lowerBound }) {
            text += document.bytes[position..<splice.range.lowerBound] + splice.bytes
            position = splice.range.upperBound
        }
        text += document.bytes[position..<span.upperBound]
        return Splice(span, ScalarText.quoted(String(decoding: text, as: UTF8.self), .doubleQuoted))
    }

    private func parts(of node: Int) -> [Part] {
        var index = 0
        return document.text(of: node).utf8.split(separator: Ascii.comma, omittingEmptySubsequences: false).map { bytes in
            let text = String(decoding: bytes, as: UTF8.self)
            let before = text.utf8.prefix(while: Ascii.isBlankOrBreak).count
            let trimmed = TagName.trimmed(text)
            let mark = trimmed.utf8.first == Ascii.hash ? "#" : ""
            let name = String(decoding: trimmed.utf8.dropFirst(mark.utf8.count), as: UTF8.self)
            let after = text.utf8.count - before - trimmed.utf8.count
            var part = Part(
                before: String(decoding: text.utf8.prefix(before), as: UTF8.self), mark: mark, name: name,
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

    private func set(_ splices: [Splice]) throws(EditRefusal) -> SpliceSet {
        var set = SpliceSet()
        for splice in splices {
            do throws(SpliceConflict) {
                try set.insert(splice)
            } catch {
                throw EditRefusal(reason: "two edits want the same bytes", offset: splice.range.lowerBound)
            }
        }
        return set
    }
}
