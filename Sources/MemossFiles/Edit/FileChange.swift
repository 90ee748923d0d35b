/// One change to the contents of a file.
package enum FileChange: Sendable, Hashable {
    /// One key of the front matter.
    case field(FieldChange)
    /// The body.
    case body(BodyChange)
    /// The tags, compared by the registry.
    case tags(TagsChange)
    /// Boxes in the body.
    case checklist(ChecklistChange)

    /// Whether the change writes names that depend on the registry.
    var needsRegistry: Bool {
        switch self {
        case .field(let edit): edit.key == "tags" && edit.value != nil
        case .body, .checklist: false
        case .tags(let edit): !edit.adding.isEmpty || !edit.removing.isEmpty
        }
    }

    /// The key of a field.
    package var key: String? {
        guard case .field(let field) = self else { return nil }
        return field.key
    }

    /// - Returns: the whole file; nil if nothing changes.
    /// - Throws: an `EditRefusal` if the change would affect anything else.
    func apply(to bytes: [UInt8], registry: TagRegistry) throws(EditRefusal) -> [UInt8]? {
        switch self {
        case .field(let edit):
            try edit.canonical(in: registry).shared(registry, in: bytes).apply(
                to: bytes,
                names: registry.settings.names
            )
        case .body(let edit): try edit.apply(to: bytes)
        case .tags(let edit): try edit.apply(to: bytes, registry: registry)
        case .checklist(let edit): try edit.apply(to: bytes)
        }
    }
}

extension [FileChange] {
    /// Applies the changes in order, each to the result of the previous one.
    package func apply(to bytes: [UInt8], registry: TagRegistry) throws(EditRefusal) -> [UInt8]? {
        var result = bytes
        for change in self { result = try change.apply(to: result, registry: registry) ?? result }
        return result == bytes ? nil : result
    }
}

extension [FileChange] {
    /// Whether the values that the changes replace are the same in both files, so that no value is lost that was written
    /// since the changes were planned. Tags, boxes, and text added to a body, replace nothing.
    func replacesSame(in now: [UInt8], as before: [UInt8], names: KeyNames) -> Bool {
        if now == before { return true }
        guard let new = try? FrontMatter.read(now, names: names),
            let old = try? FrontMatter.read(before, names: names)
        else { return false }
        return allSatisfy { change in
            switch change {
            case .tags, .checklist: return true
            case .body(let edit):
                return edit.isAddition
                    || now[new.delimiters.closing.upperBound...] == before[old.delimiters.closing.upperBound...]
            case .field(let edit):
                switch (old.document.entry(edit.key)?.value, new.document.entry(edit.key)?.value) {
                case (nil, nil): return true
                case (let first?, let second?): return old.document.isEqual(first, to: second, in: new.document)
                default: return false
                }
            }
        }
    }
}
