import Interaction
import MemossFiles

extension Session {
    /// The tags for a new reminder, if `--tag` was given without a name; nil otherwise.
    ///
    /// - Parameter tags: the tags that it already has.
    /// - Throws: a `MemossError` if the choice is cancelled.
    mutating func askedTags(_ invocation: Invocation, besides tags: [TagName]) throws(MemossError) -> TagField? {
        guard invocation.isBare(.tag) else { return nil }
        let (snapshot, time) = try read()
        try snapshot.requireEditableTags()
        let source = TagSuggestions(snapshot, today: time.local.date)
        let picker = TagPicker(title: "Tags", field: TagField(snapshot.registry.canonical(tags), from: source))
        guard case .done(let field) = ask(picker) else {
            throw MemossError(.failure, "no tags were chosen; nothing was added")
        }
        return field
    }

    /// The tags to add to the selected reminders, or to remove from them; nil if the choice is cancelled.
    mutating func askedTags(of selection: Selection) throws(MemossError) -> TagsChange? {
        try selection.snapshot.requireEditableTags()
        let source = TagSuggestions(selection.snapshot, today: selection.time.local.date)
        let one = selection.reminders.count == 1 ? selection.reminders[0] : nil
        let title =
            one.map { "Tags of '\($0.title)'" } ?? "Tags to add to \(selection.reminders.count.counted("reminder"))"
        let tags = one.map { selection.snapshot.registry.canonical($0.tags) } ?? []
        guard case .done(let field) = ask(TagPicker(title: title, field: TagField(tags, from: source))) else {
            return nil
        }
        return field.change
    }
}
