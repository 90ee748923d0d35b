/// A planned edit of tags, and the tags that it concerns as the registry spells them.
public struct TagPlan: Sendable {
    public var plan = EditPlan()
    package var tags: [TagName] = []
}
