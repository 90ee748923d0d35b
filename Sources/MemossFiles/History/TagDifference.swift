/// A change to an entry of the tag registry between two states.
package enum TagDifference: Sendable, Hashable {
    case added(TagName)
    case deleted(TagName)
    case renamed(from: TagName, to: TagName)
    case recolored(TagName, before: TagColor?, after: TagColor?)
    /// Any other change: to its former names, its id, its date, or a key unknown to `mm`.
    case changed(TagName)
    /// Only the layout: blanks, comments, the order of the tags.
    case layout
    /// The registry cannot be read now.
    case unreadable

    /// - Parameters:
    ///   - before: the file; nil if there was none.
    ///   - after: the file; nil if there is none.
    static func all(from before: [UInt8]?, to after: [UInt8]?) -> [TagDifference] {
        let (old, new) = (TagRegistry(parsing: before ?? []), TagRegistry(parsing: after ?? []))
        if after != nil, new.document == nil, new.tags.isEmpty { return [.unreadable] }
        var found: [TagDifference] = []
        var kept: Set<TagName> = []
        let gone = GoneTags(old.tags.filter { new.tag(named: $0.name) == nil })
        for tag in new.tags {
            guard let was = old.tag(named: tag.name) ?? gone.former(of: tag) else {
                found.append(.added(tag.name))
                continue
            }
            kept.insert(was.name)
            if !was.name.isSpelled(as: tag.name) { found.append(.renamed(from: was.name, to: tag.name)) }
            if was.color != tag.color { found.append(.recolored(tag.name, before: was.color, after: tag.color)) }
            let isRenamed = was.name != tag.name
            let hasOthers = Set(was.aliases) != Set(tag.aliases.filter { !isRenamed || $0 != was.name })
            let isEdited = was.id != tag.id || was.created != tag.created
            if hasOthers || isEdited || old.hasOtherKeys(of: was.name, than: tag.name, in: new) {
                found.append(.changed(tag.name))
            }
        }
        found += old.tags.filter { !kept.contains($0.name) }.map { .deleted($0.name) }
        return found.isEmpty ? [.layout] : found
    }

    /// Entries whose names are gone, because they were renamed or deleted.
    private struct GoneTags {
        private let byName: [TagName: Tag]
        private let byID: [String: Tag]

        init(_ tags: [Tag]) {
            byName = Dictionary(tags.map { ($0.name, $0) }) { first, _ in first }
            byID = Dictionary(tags.compactMap { tag in tag.id.map { ($0, tag) } }) { first, _ in first }
        }

        /// The entry with the id of a tag, or else one whose name is now a former name of the tag.
        func former(of tag: Tag) -> Tag? {
            tag.id.flatMap { byID[$0] } ?? tag.aliases.lazy.compactMap { byName[$0] }.first
        }
    }
}

extension TagRegistry {
    /// Whether keys unknown to `mm` differ from those of a tag in another registry.
    fileprivate func hasOtherKeys(of name: TagName, than otherName: TagName, in other: TagRegistry) -> Bool {
        guard let document, let otherDocument = other.document else { return false }
        let (mine, theirs) = (unknownKeys(of: name), other.unknownKeys(of: otherName))
        return mine.count != theirs.count
            || mine.contains { key, value in
                theirs[key].map { !document.isEqual(value, to: $0, in: otherDocument) } ?? true
            }
    }

    /// The values, as nodes of the document.
    private func unknownKeys(of name: TagName) -> [String: Int] {
        guard let document, let entry = entry(of: name) else { return [:] }
        let node = document.resolved(entry.value)
        guard document.nodes[node].kind == .mapping else { return [:] }
        let known: Set = ["color", "id", "created", "aliases"]
        let keys = document.entries(of: node).map { (document.text(of: $0.key), document.resolved($0.value)) }
        return Dictionary(keys.filter { !known.contains($0.0) }) { _, last in last }
    }
}
