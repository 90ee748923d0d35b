/// A tag as the registry holds it.
public struct Tag: Sendable, Hashable {
    public var name: TagName
    /// Nil where the registry gives none, or one that cannot be read.
    package var color: TagColor?
    /// A UUID, in the spelling of the file.
    public var id: String?
    /// The day, in the spelling of the file.
    public var created: String?
    /// Former names: files that still carry one count as carrying the tag.
    public var aliases: [TagName]

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
