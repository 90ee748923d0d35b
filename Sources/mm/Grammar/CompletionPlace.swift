/// A word that a shell may put at the cursor.
struct Candidate: Sendable, Hashable {
    var text: String
    var help: String
    /// Whether a blank follows; `tag:` wants more.
    var isComplete: Bool
    /// The same without the quotes of a query, as one begins to type it.
    fileprivate(set) var bare: String

    init(_ text: String, help: String = "", isComplete: Bool = true) {
        self.text = text
        self.help = help
        self.isComplete = isComplete
        self.bare = text
    }
}

/// What may stand at the cursor: what the grammar knows, and what kind of thing the folder has to fill in.
struct CompletionPlace: Sendable, Hashable {
    /// Whole words.
    private(set) var candidates: [Candidate] = []
    /// `tag`, `reminder` and `timezone` are for the caller to `offer`, `file` and `directory` for the shell.
    var wanted = Completion.none
    /// What stands before the value in the same word: `--tag=`, `-tag:`.
    var stem = ""
    /// What was typed of the value.
    var prefix = ""
    /// Whether the value is a term of a query, where one with blanks is quoted.
    var isTerm = false
    /// The global options before the cursor, `--directory` among them.
    var globals = OptionValues()

    /// Adds values of the kind that is wanted.
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
    /// A value in a query, quoted where it would fall apart; nil if it has a quote itself, which no quotes can hold.
    fileprivate var asTerm: String? {
        guard contains(where: { $0 == " " || $0 == "(" || $0 == ")" || $0 == "\"" }) else { return self }
        return contains("\"") ? nil : "\"\(self)\""
    }
}
