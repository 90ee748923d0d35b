import MemossFiles

/// A word that a shell can insert at the cursor.
struct Candidate: Sendable, Hashable {
    var text: String
    var help: String
    /// Whether a blank follows. `tag:`, for example, needs a value.
    var isComplete: Bool
    /// The same without the quotes that a query needs, because the user may not have typed them.
    fileprivate(set) var bare: String

    init(_ text: String, help: String = "", isComplete: Bool = true) {
        self.text = text
        self.help = help
        self.isComplete = isComplete
        self.bare = text
    }
}

/// What can be completed at the cursor: the candidates that the grammar knows, and the kind of value that has to come
/// from the folder.
struct CompletionPlace: Sendable, Hashable {
    /// Whole words.
    private(set) var candidates: [Candidate] = []
    /// For `tag`, `query`, `reminder` and `timezone`, the caller adds values with `offer`; the shell itself completes
    /// `file` and `directory`.
    var wanted = Completion.none
    /// The part of the word before the value: `--tag=`, `-tag:`.
    var stem = ""
    /// The part of the value that has been typed.
    var prefix = ""
    /// Whether the value is a query term, which is quoted if it contains a blank.
    var isTerm = false
    /// What follows a key of the files, if one is wanted too: `:` in a query.
    var keyEnd: String?
    /// Of a reminder: the words of SELECTORs before the cursor.
    var selectors: [String] = []
    /// For a reminder: those that the command acts on.
    var preference = Selector.Preference.any
    /// For a tag: those already given before the cursor.
    var givenTags: [String] = []
    /// For a tag: the words that select the reminder, if the command changes one.
    var owner: [String] = []
    /// Whether only tags that the reminder has are wanted.
    var isRemoval = false
    /// The global options before the cursor, such as `--directory`.
    var globals = OptionValues()

    /// Adds keys of the files, if they are wanted.
    mutating func offer(keys: [String]) {
        guard let keyEnd else { return }
        // A query has `tag:` for it.
        let known = Set(candidates.map(\.text) + [stem + "tags:"])
        let new = keys.filter { !known.contains(stem + $0 + keyEnd) && !$0.contains(where: { " :\"".contains($0) }) }
        offer(new.map { Candidate($0 + keyEnd, help: "key in the files", isComplete: keyEnd.isEmpty) })
    }

    /// Adds values of the wanted kind.
    mutating func offer(_ values: some Sequence<Candidate>) {
        for value in values {
            guard let text = isTerm ? value.text.asTerm : value.text else { continue }
            var whole = value
            whole.text = stem + text
            whole.bare = stem + value.text
            candidates.append(whole)
        }
    }
}

extension String {
    /// The value as a query term, in quotes if necessary; nil if it contains a quote, which cannot be quoted.
    fileprivate var asTerm: String? {
        guard contains(where: { $0 == " " || $0 == "(" || $0 == ")" || $0 == "\"" }) else { return self }
        return contains("\"") ? nil : "\"\(self)\""
    }
}
