/// A planned edit of tags, and the tags that it concerns as the registry spells them.
public struct TagPlan: Sendable {
    /// The edits of the files and of the registry.
    public var plan = EditPlan()
    /// The tags concerned, as the registry spells them.
    public var tags: [TagName] = []
    /// What was done to the files; nil if it concerned none.
    var sweep: TagSweep?
}
