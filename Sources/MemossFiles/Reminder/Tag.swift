/// An entry of the tag registry.
public struct Tag: Sendable, Hashable {
    /// The name, as spelled in the registry.
    public var name: TagName
    /// Nil if the registry has none or an invalid one.
    public var color: TagColor?
    /// A UUID, as spelled in the file.
    package var id: String?
    /// The creation date, as spelled in the file.
    package var created: String?
    /// Former names: a file with one of them counts as having the tag.
    public var aliases: [TagName]

    /// An entry; see the properties.
    package init(
        name: TagName,
        color: TagColor? = nil,
        id: String? = nil,
        created: String? = nil,
        aliases: [TagName] = []
    ) {
        self.name = name
        self.color = color
        self.id = id
        self.created = created
        self.aliases = aliases
    }
}
