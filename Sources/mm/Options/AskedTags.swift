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
        guard let field = askForTags(picker) else {
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
        return askForTags(TagPicker(title: title, field: TagField(tags, from: source)))?.change
    }

    private mutating func askForTags(_ picker: TagPicker) -> TagField? {
        guard case .done(let field) = ask(TagQuestion(picker: picker)) else { return nil }
        return field
    }
}

/// A tag picker whose answer is the field itself.
private struct TagQuestion: InlineView, PlainView {
    var picker: TagPicker

    mutating func handle(_ key: Key) -> Dialogue<TagField>? { handle(key, isFollowed: false) }

    mutating func handle(_ key: Key, isFollowed: Bool) -> Dialogue<TagField>? {
        field(picker.handle(key, isFollowed: isFollowed))
    }

    func frame(in size: TerminalSize, _ painter: Painter) -> Frame { picker.frame(in: size, painter) }

    var prompt: [String] { picker.prompt }

    mutating func answer(_ line: String?) -> Dialogue<TagField>? { field(picker.answer(line)) }

    private func field(_ answer: Dialogue<TagsChange>?) -> Dialogue<TagField>? {
        switch answer {
        case .done: .done(picker.field)
        case .cancelled: .cancelled
        case nil: nil
        }
    }
}
