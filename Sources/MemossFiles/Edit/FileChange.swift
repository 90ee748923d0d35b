/// One change of what a file says.
public enum FileChange: Sendable, Hashable {
    case field(FieldEdit)
    case body(BodyEdit)
    case tags(TagsEdit)

    /// Whether the names that are written are the registry's.
    var needsRegistry: Bool {
        switch self {
        case .field(let edit): edit.key == "tags" && edit.value != nil
        case .body: false
        case .tags(let edit): !edit.adding.isEmpty || !edit.removing.isEmpty
        }
    }

    /// - Returns: the whole file; nil if it says so already.
    /// - Throws: an `EditRefusal` where the change cannot be made without touching anything else.
    func apply(to bytes: [UInt8], registry: TagRegistry) throws(EditRefusal) -> [UInt8]? {
        switch self {
        case .field(let edit): try edit.canonical(in: registry).apply(to: bytes)?.bytes
        case .body(let edit): try edit.apply(to: bytes)
        case .tags(let edit): try edit.apply(to: bytes, registry: registry)
        }
    }
}

extension [FileChange] {
    /// One after the other, each on what the one before left.
    func apply(to bytes: [UInt8], registry: TagRegistry) throws(EditRefusal) -> [UInt8]? {
        var result = bytes
        for change in self { result = try change.apply(to: result, registry: registry) ?? result }
        return result == bytes ? nil : result
    }
}
