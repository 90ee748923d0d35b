/// One change to the contents of a file.
package enum FileChange: Sendable, Hashable {
    /// One key of the front matter.
    case field(FieldChange)
    /// The body.
    case body(BodyChange)
    /// The tags, compared by the registry.
    case tags(TagsChange)

    /// Whether the change writes names that depend on the registry.
    var needsRegistry: Bool {
        switch self {
        case .field(let edit): edit.key == "tags" && edit.value != nil
        case .body: false
        case .tags(let edit): !edit.adding.isEmpty || !edit.removing.isEmpty
        }
    }

    /// - Returns: the whole file; nil if nothing changes.
    /// - Throws: an `EditRefusal` if the change would affect anything else.
    func apply(to bytes: [UInt8], registry: TagRegistry) throws(EditRefusal) -> [UInt8]? {
        switch self {
        case .field(let edit): try edit.canonical(in: registry).apply(to: bytes)
        case .body(let edit): try edit.apply(to: bytes)
        case .tags(let edit): try edit.apply(to: bytes, registry: registry)
        }
    }
}

extension [FileChange] {
    /// Applies the changes in order, each to the result of the previous one.
    func apply(to bytes: [UInt8], registry: TagRegistry) throws(EditRefusal) -> [UInt8]? {
        var result = bytes
        for change in self { result = try change.apply(to: result, registry: registry) ?? result }
        return result == bytes ? nil : result
    }
}
