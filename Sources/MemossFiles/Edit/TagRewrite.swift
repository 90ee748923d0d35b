/// Renames or removes some tags of one file, editing its bytes in place.
///
/// An item is renamed in place. If the file already has the new name, the old item is removed and the other is left
/// unchanged; of several old items, the first is renamed. A YAML alias is never edited: it follows its anchor, in the list and in
/// other keys.
struct TagRewrite: Sendable {
    /// A new name, and how many bytes at its end stay as they are: `/x` when `work/x` is renamed by way of `work`.
    struct Renaming: Sendable, Hashable {
        var name: TagName
        var keptBytes = 0
    }

    /// The change to a tag of the file.
    enum Change: Sendable, Hashable {
        case rename(Renaming)
        case remove
    }

    /// Nil if the tag stays unchanged.
    let change: @Sendable (TagName) -> Change?
    /// Whether items with a comment are kept.
    var keepsComments = false

    /// Renames `old` and the tags nested in it, as `TagName.renamed` does.
    static func renaming(_ old: TagName, to new: TagName) -> TagRewrite {
        TagRewrite { name in
            name.renamed(from: old, to: new).map { renamed in
                .rename(Renaming(name: renamed, keptBytes: renamed.text.utf8.count - new.text.utf8.count))
            }
        }
    }

    struct Result {
        /// The whole file.
        var bytes: [UInt8]
        /// The first anchor in another key, and the first base in the text, that keep the old name.
        var unreachable: [EditRefusal] = []
        /// The first `#name` in code, a comment or quotes, as `lookalike(in:from:)` finds it.
        var lookalike: Int?
    }

    /// - Returns: nil if no tag of the file is affected.
    /// - Throws: an `EditRefusal` if the edit would affect anything else.
    func apply(to document: YAMLDocument) throws(EditRefusal) -> Result? {
        for (entry, _) in document.duplicateEntries where document.text(of: entry.key, equals: "tags") {
            let values = document.entries.filter { document.text(of: $0.key, equals: "tags") }.map(\.value)
            let names = values.flatMap { TagItems(of: $0, in: document).items.map(\.name) }
            guard names.contains(where: { change($0) != nil }) else { return nil }
            let offset = document.nodes[entry.key].span.lowerBound
            throw EditRefusal(reason: "the key 'tags' appears twice", offset: offset)
        }
        let items = TagItems(of: document)
        guard items.items.contains(where: { change($0.name) != nil }) else { return nil }
        return try carryOut(decide(items, in: document), of: items, on: document)
    }

    // MARK: Deciding

    private enum Decision {
        case keep
        case rename(Renaming)
        case remove
        /// A YAML alias that keeps its bytes, and the new name if its anchor is renamed.
        case follow(TagName?)
    }

    private func decide(_ items: TagItems, in document: YAMLDocument) -> [(item: TagItems.Item, decision: Decision)] {
        let own = isOwn(items, in: document)
        let isEditable = { (item: TagItems.Item) in own && item.source == item.node }
        var taken = Set(items.items.filter { change($0.name) == nil }.map(\.name))
        var renamed: [Int: TagName] = [:]
        var decisions: [(item: TagItems.Item, decision: Decision)] = []
        for item in items.items {
            switch change(item.name) {
            case nil: decisions.append((item, .keep))
            case _? where !isEditable(item): decisions.append((item, .follow(renamed[item.source])))
            case .rename(let new) where taken.insert(new.name).inserted:
                renamed[item.node] = new.name
                decisions.append((item, .rename(new)))
            case .rename, .remove: decisions.append((item, .remove))
            }
        }
        return decisions
    }

    /// Whether the list is the value of `tags` itself, rather than an alias of an anchor in another key.
    private func isOwn(_ items: TagItems, in document: YAMLDocument) -> Bool {
        guard let value = document.entry("tags")?.value else { return false }
        return document.nodes[value].kind != .alias
    }

    // MARK: Writing

    private func carryOut(
        _ decisions: [(item: TagItems.Item, decision: Decision)],
        of items: TagItems,
        on document: YAMLDocument
    ) throws(EditRefusal) -> Result {
        var result = Result(bytes: document.bytes)
        var renamings: [(Int, Renaming)] = []
        var removals: [Int] = []
        var intended: [TagName] = []
        let anchors = document.aliasedAnchors
        for (index, (item, decision)) in decisions.enumerated() {
            switch decision {
            case .keep:
                intended.append(item.name)
            case .rename(let new):
                if !new.name.isSpelled(as: item.name) { renamings.append((index, new)) }
                intended.append(new.name)
            case .remove:
                if case .list = items.container { try checkAnchor(of: item, in: document, anchors) }
                removals.append(index)
            case .follow(let name?):
                intended.append(name)
            case .follow(nil):
                intended.append(item.name)
                guard result.unreachable.isEmpty else { continue }
                let offset = document.nodes[item.node].span.lowerBound
                let reason = "the tag '\(item.name)' is an alias of an anchor in another key, which mm does not edit"
                result.unreachable.append(EditRefusal(reason: reason, offset: offset))
            }
        }
        guard !renamings.isEmpty || !removals.isEmpty else { return result }
        try document.refuseForeignLineBreak()
        var edit = DocumentEditor(document)
        if !renamings.isEmpty { try edit.apply(try TagItemEditor(document: document).renaming(renamings)) }
        try edit.remove(removals) { document, batch throws(EditRefusal) in
            try TagItemEditor(document: document).removing(batch)
        }
        try Self.check(edit.document, against: document, intended: intended)
        if keepsComments, !removals.isEmpty,
            !document.commentTexts.isSubset(of: edit.document.commentTexts)
        {
            let item = decisions[removals[0]].item
            throw EditRefusal(
                reason:
                    "without '\(item.name)', which the file also has under its current name, a comment would be lost",
                offset: document.nodes[item.node].span.lowerBound
            )
        }
        result.bytes = edit.document.bytes
        return result
    }

    private func checkAnchor(
        of item: TagItems.Item,
        in document: YAMLDocument,
        _ anchors: [Int: String]
    ) throws(EditRefusal) {
        guard let anchor = anchors[item.node] else { return }
        throw EditRefusal(
            reason: "the tag '\(item.name)' cannot be removed: the alias *\(anchor) needs it",
            offset: document.nodes[item.node].span.lowerBound
        )
    }

    /// Law 3 of an edit: the result reads back as intended, and nothing else has changed.
    static func check(
        _ edited: YAMLDocument,
        against original: YAMLDocument,
        intended: [TagName]
    ) throws(EditRefusal) {
        let names = TagItems(of: edited).items.map(\.name)
        let isIntended = names.count == intended.count && zip(names, intended).allSatisfy { $0.isSpelled(as: $1) }
        let tail = original.bytes[original.range.upperBound...]
        guard isIntended, edited.isEqual(to: original, exceptValuesOf: ["tags"]),
            edited.bytes[edited.range.upperBound...] == tail
        else {
            throw EditRefusal(reason: "the edit would change more than the tag", offset: Self.tagsOffset(of: original))
        }
        try original.refuseChangedAlias(editing: "tags", in: KnownKey.records, of: edited)
    }

    private static func tagsOffset(of document: YAMLDocument) -> Int {
        document.entry("tags").map { document.nodes[$0.key].span.lowerBound } ?? document.range.lowerBound
    }
}
