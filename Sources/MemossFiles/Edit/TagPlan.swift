/// A planned edit of tags, and the tags that it concerns as the registry spells them.
public struct TagPlan: Sendable {
    /// The edits of the files and of the registry.
    public var plan = EditPlan()
    /// The tags concerned, as the registry spells them.
    public var tags: [TagName] = []
    /// The files that still have `#name` in code, a comment or quotes, as `path:line` of the first one.
    public var lookalikes: [String] = []
    /// What was done to the files; nil if it concerned none.
    var sweep: TagSweep?
}

/// An edit of tags.
package protocol TagEdit: FolderEdit where Outcome == TagPlan {
    /// The tags whose files the plan depends on, besides files that cannot be read; nil if it depends on all files. Without the
    /// other files, only an error can differ: it has fewer hints.
    var concerned: [TagName]? { get }
}

extension TagEdit {
    package var concerned: [TagName]? { nil }
}

extension TagSweep {
    /// What concerns some tags of texts, and no bases.
    static func ofTexts(_ concerns: @escaping @Sendable (TagName) -> Bool) -> TagSweep {
        TagSweep(rewrite: TagRewrite { concerns($0) ? .remove : nil }, names: [], isAboutBases: false)
    }
}

extension TagPlan {
    /// A plan without an edit, for asking what texts and bases have of a tag.
    package init(mentioning name: TagName) {
        let rewrite = TagRewrite { $0.isAtOrBelow(name) ? .remove : nil }
        self.init(tags: [name], sweep: TagSweep(rewrite: rewrite, names: [name]))
    }

    /// A plan without an edit, for asking how many texts have tags.
    package static var mentioningAny: TagPlan { TagPlan(sweep: .ofTexts { _ in true }) }
}
