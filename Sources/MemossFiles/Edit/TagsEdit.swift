/// Tags taken out of one file, and put into it.
///
/// Names are compared as tags are: without case, and a former name is the tag it was one of.
public struct TagsEdit: Sendable, Hashable {
    /// Each goes alone: those nested in it stay.
    public var removing: [TagName]
    /// One that the file carries already changes nothing; one that is to go as well stays.
    public var adding: [TagName]

    public init(removing: [TagName] = [], adding: [TagName] = []) {
        self.removing = removing
        self.adding = adding
    }

    /// Those to be taken out that a file does not carry, each with the nearest that it does carry. Whoever does a thing
    /// twice is right, and whoever misspells it wants to know.
    public func absent(from reminder: Reminder, registry: TagRegistry) -> [(name: TagName, nearest: TagName?)] {
        let carried = Set(reminder.tags.map(registry.canonical))
        return removing.filter { !carried.contains(registry.canonical($0)) }.map { name in
            let nearest = Spelling.nearest(to: name.text, among: carried.map(\.text)).first
            return (name, nearest.map { TagName($0) })
        }
    }

    /// - Parameter bytes: the whole file.
    /// - Returns: the whole file; nil if it carries just these already.
    /// - Throws: an `EditRefusal` where the edit cannot be made without touching anything else.
    func apply(to bytes: [UInt8], registry: TagRegistry) throws(EditRefusal) -> [UInt8]? {
        let added = registry.canonical(adding)
        let removed = Set(registry.canonical(removing)).subtracting(added)
        guard let frontMatter = try FrontMatter.toEdit(bytes) else { return try setList(added, in: bytes) }
        let rewrite = TagRewrite { removed.contains(registry.canonical($0)) ? .remove : nil }
        let rest = try rewrite.apply(to: frontMatter.document)
        if let refusal = rest?.unreachable.first { throw refusal }
        let result = try put(added, into: rest?.bytes ?? bytes, registry: registry)
        return result == bytes ? nil : result
    }

    // MARK: Putting in

    private func put(_ names: [TagName], into bytes: [UInt8], registry: TagRegistry) throws(EditRefusal) -> [UInt8] {
        guard let frontMatter = try FrontMatter.toEdit(bytes) else { return bytes }
        let document = frontMatter.document
        let items = TagItems(of: document)
        var known = Set(items.items.map { registry.canonical($0.name) })
        let missing = names.filter { known.insert($0).inserted }
        guard !missing.isEmpty else { return bytes }
        guard let entry = document.entries.firstIndex(where: { document.text(of: $0.key, equals: "tags") }),
            items.container != .absent || !items.faults.isEmpty
        else { return try setList(missing, in: bytes) ?? bytes }
        try checkPlace(of: entry, in: document)
        var edit = DocumentEdit(document)
        if case .string = items.container {
            try edit.apply(try TagItemEdit(document: document).appending(missing))
        } else {
            var sequence = SequenceEdit(edit, entry: entry, lineEnd: frontMatter.fence.lineEnd)
            edit = try sequence.append(missing.map { FieldValue.Item($0.text, .string) })
        }
        try TagRewrite.check(edit.document, against: document, intended: items.items.map(\.name) + missing)
        return edit.document.bytes
    }

    /// A list of their own, where there is none.
    private func setList(_ names: [TagName], in bytes: [UInt8]) throws(EditRefusal) -> [UInt8]? {
        guard !names.isEmpty else { return nil }
        return try FieldEdit("tags", .list(names.map { FieldValue.Item($0.text, .string) })).apply(to: bytes)?.bytes
    }

    private func checkPlace(of entry: Int, in document: YAMLDocument) throws(EditRefusal) {
        let value = document.entries[entry].value
        let offset = document.nodes[value].span.lowerBound
        if document.duplicateEntries.contains(where: { document.text(of: $0.entry.key, equals: "tags") }) {
            throw EditRefusal(reason: "the key 'tags' stands twice", offset: offset)
        }
        switch document.nodes[value].kind {
        case .alias:
            let name = document.properties(of: value)?.alias ?? ""
            let reason = "'tags' is the alias *\(name), which follows its anchor and is not edited"
            throw EditRefusal(reason: reason, offset: offset)
        case .mapping:
            throw EditRefusal(reason: "'tags' holds keys with values, expected a list of names", offset: offset)
        case .scalar, .sequence: break
        }
        try document.refuseForeignLineBreak()
    }
}
