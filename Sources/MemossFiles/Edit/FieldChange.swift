internal import Bytes

/// Sets or removes one top-level key of a file.
package struct FieldChange: Sendable, Hashable {
    package let key: String
    /// Nil removes the key.
    private(set) var value: FieldValue?
    /// Whether the items of `value` are added to those that the list has, which may be mappings.
    private var isAddition = false

    /// - Parameters:
    ///   - key: a top-level key of the front matter.
    ///   - text: one line; `[a, b]` is a list if the key accepts one.
    ///   - zones: validates the value of `timezone`.
    /// - Throws: a `ParseError`, with the wording of `mm check`, if the value is invalid for the key.
    package init(setting key: String, to text: String, zones: ZoneDatabase) throws(ParseError) {
        self.key = try FieldRules.checked(key)
        value = try FieldRules.value(text, of: key, zones: zones)
    }

    /// A validated value; nil removes the key.
    package init(_ key: String, _ value: FieldValue?) { (self.key, self.value) = (key, value) }

    /// Adds items to a list. Those that it has are not added again.
    package init(adding items: [FieldValue.Item], to key: String) {
        (self.key, value, isAddition) = (key, .list(items), true)
    }

    /// - Throws: a `ParseError` if the key may not be removed.
    package init(unsetting key: String) throws(ParseError) { self.key = try FieldRules.checked(key) }

    /// The same edit with canonical tag names: an alias is written as the current name.
    package func canonical(in registry: TagRegistry) -> FieldChange {
        // The name that the key has in the folder is as good as its own.
        if let own = registry.settings.profile?.names.own(key), own != key {
            var edit = FieldChange(own, value)
            edit.isAddition = isAddition
            return edit.canonical(in: registry)
        }
        guard key == "tags", let value else { return self }
        var edit = self
        switch value {
        case .list(let items):
            let names = registry.canonical(items.map { TagName($0.text) })
            edit.value = .list(names.map { FieldValue.Item($0.text, .string) })
        case .text(let item):
            let parts = item.text.split(separator: ",").map { TagName(TagName.trimmed(String($0))) }
            let names = registry.canonical(parts)
            edit.value = .text(FieldValue.Item(names.map(\.text).joined(separator: ", "), .string))
        }
        return edit
    }

    /// The same edit with alarms as the program that the folder is shared with has them.
    ///
    /// - Parameter bytes: the file to edit.
    func shared(_ registry: TagRegistry, in bytes: [UInt8]) -> FieldChange {
        guard let profile = registry.settings.profile, key == KnownKey.reminders.rawValue, let value else {
            return self
        }
        let document = (try? FrontMatter.read(bytes, names: profile.names))?.document
        let hasDate = document?.entry("scheduled").map { document?.isNull($0.value) == false } ?? false
        var edit = self
        let items =
            switch value {
            case .list(let items): items
            case .text(let item): [item]
            }
        edit.value = .list(items.map { Alarm.sharedItem($0, countingFrom: hasDate ? "scheduled" : "due") })
        return edit
    }

    /// - Returns: the whole file; nil if it already has this value.
    /// - Throws: an `EditRefusal` if the edit would affect anything else.
    package func apply(to bytes: [UInt8], names: KeyNames = .standard) throws(EditRefusal) -> [UInt8]? {
        guard let frontMatter = try FrontMatter.toEdit(bytes, names: names) else {
            return try value.map { value throws(EditRefusal) in try prepend(value, to: bytes, names) }
        }
        let document = frontMatter.document
        for (entry, first) in document.duplicateEntries where document.text(of: entry.key, equals: key) {
            let line = TextPosition(of: document.nodes[first.key].span.lowerBound, in: bytes).line
            let offset = document.nodes[entry.key].span.lowerBound
            throw EditRefusal(reason: "the key '\(key)' appears twice, first on line \(line)", offset: offset)
        }
        let edit = try rewrite(document, lineEnd: frontMatter.delimiters.lineEnd)
        guard !edit.isEmpty else { return nil }
        try document.refuseForeignLineBreak()
        let result = edit.document.bytes
        try check(result, against: frontMatter, bytes)
        return result
    }

    /// Adds front matter to a file that has none.
    private func prepend(
        _ value: FieldValue,
        to bytes: [UInt8],
        _ names: KeyNames
    ) throws(EditRefusal) -> [UInt8] {
        let start = bytes.starts(with: [0xEF, 0xBB, 0xBF]) ? 3 : 0
        let lineEnd = Delimiters.LineEnd(of: bytes).text
        let text = "---\(lineEnd)\(FieldValue.line(names.written(key), value))\(lineEnd)---\(lineEnd)"
        let result = Array(bytes[..<start] + Array(text.utf8) + bytes[start...])
        guard let read = try? FrontMatter.read(result, names: names), read.document.entries.count == 1,
            reads(value, in: read.document), result[read.delimiters.closing.upperBound...] == bytes[start...]
        else { throw EditRefusal(reason: "the edit would change more than '\(key)'", offset: start) }
        return result
    }

    // MARK: Writing

    private func rewrite(_ document: YAMLDocument, lineEnd: Delimiters.LineEnd) throws(EditRefusal) -> DocumentEditor {
        var edit = DocumentEditor(document)
        let index = document.entries.firstIndex { document.text(of: $0.key, equals: key) }
        switch (index, value) {
        case (nil, nil): break
        case (nil, let value?): try edit.apply([try document.splice(adding: key, value, lineEnd: lineEnd)])
        case (let index?, nil): try edit.apply(try document.splices(removing: index))
        case (let index?, let value?):
            let node = document.entries[index].value
            let styled = FieldRules.styled(value, of: key, like: node, in: document)
            guard !hasValue(styled, node, in: document) else { break }
            if isAddition, case .list(let items) = styled { return try add(items, to: index, in: edit, lineEnd) }
            if case .list(let items) = styled, document.nodes[node].kind == .sequence {
                var sequence = SequenceEditor(edit, entry: index, lineEnd: lineEnd)
                return try sequence.replace(by: items)
            }
            try edit.apply([try replacement(of: node, by: styled, in: document)])
        }
        return edit
    }

    private func add(
        _ items: [FieldValue.Item],
        to index: Int,
        in edit: DocumentEditor,
        _ lineEnd: Delimiters.LineEnd
    ) throws(EditRefusal) -> DocumentEditor {
        var edit = edit
        let document = edit.document
        let node = document.entries[index].value
        if document.nodes[node].kind == .sequence {
            let known = document.itemSources(of: node)
            var sequence = SequenceEditor(edit, entry: index, lineEnd: lineEnd)
            return try sequence.append(items.filter { !known.contains($0.text) })
        }
        let isNull = document.nodes[node].kind == .scalar && document.isNull(node)
        let old = isNull || document.nodes[node].kind != .scalar ? [] : [FieldValue.Item(document.text(of: node))]
        try edit.apply([try replacement(of: node, by: .list(old + items), in: document)])
        return edit
    }

    private func replacement(
        of node: Int,
        by value: FieldValue,
        in document: YAMLDocument
    ) throws(EditRefusal) -> Splice {
        let old = document.nodes[node]
        let reason: String
        switch (old.kind, old.style, value) {
        // A reminder can be completed and moved whatever its dates are written as.
        case (.alias, _, .text(let item)) where FieldRules.isDate(key):
            return Splice(old.contentSpan, ScalarText.written(item, inFlow: old.isInFlow))
        case (.alias, _, _):
            let name = document.properties(of: node)?.alias ?? ""
            reason = "'\(key)' is the alias *\(name), which mm does not edit"
        case (.mapping, _, _): reason = "'\(key)' is a mapping, which cannot be replaced by a value"
        case (.sequence, .flow, .text(let item)) where FieldRules.isDate(key) || key == "title":
            return Splice(old.contentSpan, ScalarText.written(item, inFlow: old.isInFlow))
        case (.sequence, _, _): reason = "'\(key)' is a list: expected one, such as [a, b]"
        case (.scalar, .literal, _), (.scalar, .folded, _):
            reason = "'\(key)' is a block of several lines, which cannot be replaced in place"
        case (.scalar, _, .text(let item)): return document.splice(replacing: node, by: item)
        case (.scalar, _, .list):
            guard document.properties(of: node)?.tag != nil else { return document.splice(replacing: node, by: value) }
            reason = "'\(key)' has a YAML tag, so it cannot become a list"
        }
        throw EditRefusal(reason: reason, offset: old.span.lowerBound)
    }

    // MARK: Checking

    /// Whether the node already has this value.
    private func hasValue(_ value: FieldValue, _ node: Int, in document: YAMLDocument) -> Bool {
        let node = document.resolved(node)
        switch value {
        case .text(let item):
            // Null has no text, so a title is never null.
            if document.isNull(node), item.reading != .any || item.text.isEmpty { return false }
            return document.text(of: node, equals: item.text)
        case .list(let items):
            guard document.nodes[node].kind == .sequence else { return false }
            let texts = document.itemSources(of: node)
            if isAddition { return items.allSatisfy { texts.contains($0.text) } }
            return texts.count == items.count
                && zip(texts, items).allSatisfy { $0.map { Array($0.utf8) } == Array($1.text.utf8) }
        }
    }

    private func reads(_ value: FieldValue, in document: YAMLDocument) -> Bool {
        guard let node = document.entry(key)?.value, document.nodes[node].kind != .alias else { return false }
        return hasValue(FieldRules.styled(value, of: key, like: node, in: document), node, in: document)
    }

    /// Law 3 of an edit: the result reads back as intended, and nothing else has changed.
    private func check(_ result: [UInt8], against old: FrontMatter, _ bytes: [UInt8]) throws(EditRefusal) {
        let refusal = EditRefusal(
            reason: "the edit would change more than '\(key)'",
            offset: old.document.entry(key).map { old.document.nodes[$0.key].span.lowerBound }
                ?? old.delimiters.content.lowerBound
        )
        guard case .found(let delimiters) = Delimiters.search(result),
            let new = try? YAMLDocument.parseWithLibYAML(result, range: delimiters.content)
                .renamed(like: old.document),
            result[delimiters.closing.lowerBound...] == bytes[old.delimiters.closing.lowerBound...],
            result[..<delimiters.content.lowerBound] == bytes[..<old.delimiters.content.lowerBound]
        else { throw refusal }
        let isOther = { (entry: YAMLDocument.Entry, document: YAMLDocument) in
            !document.text(of: entry.key, equals: key)
        }
        let (before, after) = (old.document.entries, new.entries)
        let others = (before.filter { isOther($0, old.document) }, after.filter { isOther($0, new) })
        let areSame =
            others.0.count == others.1.count
            && zip(others.0, others.1).allSatisfy { a, b in
                old.document.isEqual(a.key, to: b.key, in: new) && old.document.isEqual(a.value, to: b.value, in: new)
            }
        guard areSame, new.duplicateEntries.count == old.document.duplicateEntries.count else { throw refusal }
        try old.document.refuseChangedAlias(editing: key, in: KnownKey.records, of: new)
        guard let value else {
            guard new.entry(key) == nil else { throw refusal }
            return
        }
        guard reads(value, in: new), let node = new.entry(key)?.value else { throw refusal }
        guard let index = before.firstIndex(where: { !isOther($0, old.document) }) else { return }
        let (a, b) = (old.document.properties(of: before[index].value), new.properties(of: node))
        guard after.indices.contains(index), !isOther(after[index], new), a?.anchor == b?.anchor, a?.tag == b?.tag,
            old.document.isEqual(before[index].key, to: after[index].key, in: new)
        else { throw refusal }
    }
}
