/// Adds and removes tags of one file.
///
/// Names are compared as tags are: ignoring case and resolving aliases.
public struct TagsChange: Sendable, Hashable {
    /// Only these tags are removed, not those nested in them.
    package var removing: [TagName]
    /// A tag that the file already has is left unchanged, even if it is also to be removed.
    package var adding: [TagName]
    /// The colours to register new tags with; any other receives the least used preset.
    package var colors: [TagName: TagColor] = [:]

    /// - Parameters:
    ///   - removing: tags that the file may have.
    ///   - adding: tags that it may lack.
    public init(removing: [TagName] = [], adding: [TagName] = []) {
        self.removing = removing
        self.adding = adding
    }

    /// The tags to remove that the file does not have, each with the nearest one that it has. Repeating a removal is
    /// fine, but a misspelling should be reported.
    package func absent(from reminder: Reminder, registry: TagRegistry) -> [(name: TagName, nearest: TagName?)] {
        let carried = Set(reminder.tags.map(registry.canonical))
        return removing.filter { !carried.contains(registry.canonical($0)) }.map { name in
            let nearest = Spelling.nearest(to: name.text, among: carried.map(\.text)).first
            return (name, nearest.map { TagName($0) })
        }
    }

    /// The tags to remove that the text of the file has, where they stay.
    ///
    /// - Parameter texts: the tags of the text.
    package func remaining(in texts: [TagName], registry: TagRegistry) -> [TagName] {
        let texts = Set(texts.map(registry.canonical))
        return removing.filter { texts.contains(registry.canonical($0)) }
    }

    /// - Parameter bytes: the whole file.
    /// - Returns: the whole file; nil if its tags do not change.
    /// - Throws: an `EditRefusal` if the edit would affect anything else.
    func apply(to bytes: [UInt8], registry: TagRegistry) throws(EditRefusal) -> [UInt8]? {
        let added = registry.canonical(adding)
        let removed = Set(registry.canonical(removing)).subtracting(added)
        guard let frontMatter = try FrontMatter.toEdit(bytes, names: registry.settings.names) else {
            return try setList(added, in: bytes, registry)
        }
        let rewrite = TagRewrite { removed.contains(registry.canonical($0)) ? .remove : nil }
        let rest = try rewrite.apply(to: frontMatter.document)
        if let refusal = rest?.unreachable.first { throw refusal }
        let result = try put(added, into: rest?.bytes ?? bytes, registry: registry)
        return result == bytes ? nil : result
    }

    // MARK: Adding

    private func put(_ names: [TagName], into bytes: [UInt8], registry: TagRegistry) throws(EditRefusal) -> [UInt8] {
        guard let frontMatter = try FrontMatter.toEdit(bytes, names: registry.settings.names) else { return bytes }
        let document = frontMatter.document
        let items = TagItems(of: document)
        var known = Set(items.items.map { registry.canonical($0.name) })
        let missing = names.filter { known.insert($0).inserted }
        guard !missing.isEmpty else { return bytes }
        guard let entry = document.entries.firstIndex(where: { document.text(of: $0.key, equals: "tags") }),
            items.container != .absent || !items.faults.isEmpty
        else { return try setList(missing, in: bytes, registry) ?? bytes }
        try checkPlace(of: entry, in: document)
        var edit = DocumentEditor(document)
        if case .string = items.container {
            try edit.apply(try TagItemEditor(document: document).appending(missing))
        } else {
            var sequence = SequenceEditor(edit, entry: entry, lineEnd: frontMatter.delimiters.lineEnd)
            edit = try sequence.append(missing.map { FieldValue.Item($0.text, .string) })
        }
        try TagRewrite.check(edit.document, against: document, intended: items.items.map(\.name) + missing)
        return edit.document.bytes
    }

    /// Creates the list if the file has none.
    private func setList(_ names: [TagName], in bytes: [UInt8], _ registry: TagRegistry) throws(EditRefusal) -> [UInt8]?
    {
        guard !names.isEmpty else { return nil }
        let list = FieldValue.list(names.map { FieldValue.Item($0.text, .string) })
        return try FieldChange("tags", list).apply(to: bytes, names: registry.settings.names)
    }

    private func checkPlace(of entry: Int, in document: YAMLDocument) throws(EditRefusal) {
        let value = document.entries[entry].value
        let offset = document.nodes[value].span.lowerBound
        if document.duplicateEntries.contains(where: { document.text(of: $0.entry.key, equals: "tags") }) {
            throw EditRefusal(reason: "the key 'tags' appears twice", offset: offset)
        }
        switch document.nodes[value].kind {
        case .alias:
            let name = document.properties(of: value)?.alias ?? ""
            let reason = "'tags' is the alias *\(name), which mm does not edit"
            throw EditRefusal(reason: reason, offset: offset)
        case .mapping:
            throw EditRefusal(reason: "'tags' is a mapping, expected a list of names", offset: offset)
        case .scalar, .sequence: break
        }
        try document.refuseForeignLineBreak()
    }
}
