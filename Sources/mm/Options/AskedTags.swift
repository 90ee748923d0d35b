import Interaction
import MemossFiles

extension Session {
    /// Asks about new tags that are nearly known ones, or warns where nobody can answer.
    ///
    /// - Parameter place: the words that select the reminder, for the command that changes the tag.
    /// - Returns: the tags, with those instead that were meant.
    mutating func checkingSpelling(
        of names: [TagName],
        in registry: TagRegistry,
        at place: String?
    ) -> [TagName] {
        var meant = names
        for (index, name) in names.enumerated() {
            guard let known = registry.lookalike(of: name) else { continue }
            if canAsk, !isJSON, !globals.flag(.quiet) {
                // Nobody should have to wait for the answer.
                unlock()
                console.flush()
                console.ask("'\(name)' is a new tag; did you mean '\(known)'? [Y/n]")
                if Confirmation.isYes(console.answer() ?? Array("n".utf8), byDefault: true) { meant[index] = known }
            } else {
                let command = place.map {
                    " To use it: mm edit \($0) --untag \(name.text.shellWord) --tag \(known.text.shellWord)"
                }
                console.warn("'\(name)' is a new tag", hint: "did you mean '\(known)'?" + (command ?? ""))
            }
        }
        return meant
    }

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
