internal import Bytes

/// Adding and removing whole entries, and changing their colours.
extension RegistryEditor {
    // MARK: New entries

    /// - Parameter place: the index of the tag to insert before; the number of tags to append. Entries for the same index
    ///   are inserted in the order of the calls.
    mutating func insert(_ tag: Tag, at place: Int, of registry: TagRegistry) {
        let next = place < registry.tags.count ? registry.entry(of: registry.tags[place].name) : nil
        if isFlow { return insertInFlow(flowEntry(tag), before: next) }
        let text = lines(of: tag)
        if let next {
            let start = startWithComments(of: document.nodes[next.key].span)
            insert(text.map { $0 + lineEnd }.joined(), at: start)
        } else {
            let end = document.entries.last.map { lines.range(of: entrySpan($0)).upperBound }
            let last = end ?? document.range.upperBound
            let isOpen = last > document.range.lowerBound && document.bytes[last - 1] != Ascii.lineFeed
            insert(text.map { isOpen ? lineEnd + $0 : $0 + lineEnd }.joined(), at: last)
        }
    }

    private func lines(of tag: Tag) -> [String] {
        // If all entries are indented, so is the new one.
        let first = document.entries.first.map { document.nodes[$0.key].span }
        let start = first.map { lines.range(of: $0).lowerBound..<$0.lowerBound }
        let indent =
            start.map { String(decoding: document.bytes[$0].prefix { $0 == Ascii.blank }, as: UTF8.self) } ?? ""
        return ["\(indent)\(item(tag.name, inFlow: false)):"] + fields(of: tag).map { "\(indent)  \($0)" }
    }

    private func fields(of tag: Tag) -> [String] {
        var fields: [String] = []
        if let color = tag.color { fields.append("color: \"\(color.hex)\"") }
        if let id = tag.id { fields.append("id: \(id)") }
        if let created = tag.created { fields.append("created: \(created)") }
        if !tag.aliases.isEmpty { fields.append("aliases: [\(tag.aliases.map { item($0) }.joined(separator: ", "))]") }
        return fields
    }

    /// The start of an entry, including the comment lines directly above it, which describe it.
    private func startWithComments(of span: Range<Int>) -> Int {
        var start = lines.range(of: span).lowerBound
        while start > document.range.lowerBound {
            let above = lines.range(of: start - 1..<start - 1)
            guard document.bytes[above].first(where: { !Ascii.isBlank($0) }) == Ascii.hash else { break }
            start = above.lowerBound
        }
        return start
    }

    /// Merges two insertions at the same offset into one splice.
    private mutating func insert(_ text: String, at offset: Int) {
        if let last = splices.last, last.range == offset..<offset {
            splices[splices.count - 1].bytes += Array(text.utf8)
        } else {
            splices.append(Splice(offset..<offset, text))
        }
    }

    // MARK: New entries in a flow mapping

    private func flowEntry(_ tag: Tag) -> String {
        "\(item(tag.name)): {\(fields(of: tag).joined(separator: ", "))}"
    }

    /// On a line of its own if the other entries are.
    private mutating func insertInFlow(_ text: String, before next: YAMLDocument.Entry?) {
        guard let neighbour = next ?? document.entries.last else {
            let start = (document.nodes.first?.contentSpan.lowerBound ?? document.range.lowerBound) + 1
            let isFirst = splices.isEmpty
            return insert(isFirst ? text : ", " + text, at: start)
        }
        let span = entrySpan(neighbour)
        let indent = document.bytes[
            lines.range(of: span.lowerBound..<span.lowerBound).lowerBound..<span.lowerBound
        ]
        let gap = indent.allSatisfy(Ascii.isBlank) ? lineEnd + String(decoding: indent, as: UTF8.self) : " "
        if next != nil {
            insert(text + "," + gap, at: span.lowerBound)
        } else {
            insert("," + gap + text, at: span.upperBound)
        }
    }

    // MARK: Removing entries

    /// Removes entries and their lines. In a flow mapping, no two may be adjacent, and the last entry comes first.
    mutating func removeAll(_ entries: [YAMLDocument.Entry]) throws(EditRefusal) {
        if isFlow { return try removeFromFlow(entries) }
        try remove(entries)
        // A file without a final line ending stays without one.
        let ranges = splices.map(\.range).sorted { $0.lowerBound < $1.lowerBound }
        guard var start = ranges.last?.lowerBound, ranges.last?.upperBound == document.bytes.count,
            document.bytes.last != Ascii.lineFeed
        else { return }
        for range in ranges.reversed() where range.upperBound == start { start = range.lowerBound }
        guard start > document.range.lowerBound else { return }
        let isCRLF = start > 1 && document.bytes[start - 2] == Ascii.carriageReturn
        splices.removeAll { $0.range.lowerBound >= start }
        splices.append(Splice(max(document.range.lowerBound, start - (isCRLF ? 2 : 1))..<document.bytes.count, ""))
    }

    private mutating func removeFromFlow(_ entries: [YAMLDocument.Entry]) throws(EditRefusal) {
        let all = document.entries
        if all.count == 1, entries == all, let root = document.nodes.first {
            let inner = root.contentSpan.lowerBound + 1..<root.contentSpan.upperBound - 1
            if !document.bytes[inner].contains(Ascii.hash) { return splices.append(Splice(inner, "")) }
        }
        let keys = Set(entries.map(\.key))
        var apart: [YAMLDocument.Entry] = []
        var last: Int?
        for index in all.indices.reversed() where keys.contains(all[index].key) && last != index + 1 {
            apart.append(all[index])
            last = index
        }
        try remove(apart)
    }

    // MARK: Colours

    /// Sets a colour in the existing format: the short form is kept, a preset name is replaced by a name if the new
    /// colour has one, and quotes are kept.
    mutating func setColor(_ color: TagColor, of entry: YAMLDocument.Entry, name: TagName) throws(EditRefusal) {
        let value = document.nodes[entry.value]
        guard value.kind == .mapping else { return try replaceColor(entry.value, by: color, name) }
        let fields = document.entries(of: entry.value)
        if let field = fields.last(where: { document.text(of: $0.key, equals: "color") }) {
            try replaceColor(field.value, by: color, name)
        } else if value.style == .flow {
            let end = lastChildEnd(of: entry.value) ?? value.contentSpan.lowerBound + 1
            splices.append(Splice(end..<end, (fields.isEmpty ? "" : ", ") + "color: \"\(color.hex)\""))
        } else {
            insertField("color: \"\(color.hex)\"", below: entry.value)
        }
    }

    private mutating func replaceColor(_ node: Int, by color: TagColor, _ name: TagName) throws(EditRefusal) {
        let old = document.nodes[node]
        guard old.kind == .scalar, old.style != .literal, old.style != .folded else {
            let reason =
                old.kind == .alias
                ? "the colour of '\(name)' is an alias, which mm does not edit"
                : "the colour of '\(name)' cannot be edited in place: it is not one line of text"
            throw EditRefusal(reason: reason, offset: old.span.lowerBound)
        }
        let isNamed = TagColor.Preset(rawValue: document.text(of: node).lowercased()) != nil
        let preset = TagColor.Preset.allCases.first { $0.color == color }
        let text = isNamed ? preset?.rawValue ?? color.hex : color.hex
        splices.append(document.splice(replacing: node, by: FieldValue.Item(text, .string)))
    }

    func entrySpan(_ entry: YAMLDocument.Entry) -> Range<Int> {
        let (key, value) = (document.nodes[entry.key].span, document.nodes[entry.value].span)
        return key.lowerBound..<max(key.upperBound, value.upperBound)
    }
}
