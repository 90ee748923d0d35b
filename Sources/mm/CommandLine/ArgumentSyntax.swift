import MemossFiles

/// A positional argument of a command. It is also the key for looking up the words given for it.
struct ArgumentSyntax: Sendable, Hashable {
    enum Arity: Sendable {
        case one
        case optional
        /// Zero or more.
        case many
        /// One or more.
        case some
    }

    /// The name in capitals, as in help.
    var name: String
    var arity: Arity
    var help: String
    var completion: Completion
    /// Whether `-tag:work` is a word of this argument rather than a group of short options.
    var capturesNegation: Bool
    /// The option that makes the argument unnecessary.
    var alternative: OptionSyntax?
    /// The reminders that the command acts on.
    var preference = Selector.Preference.any

    init(
        _ name: String,
        _ arity: Arity = .one,
        help: String,
        completion: Completion = .none,
        capturesNegation: Bool = false,
        alternative: OptionSyntax? = nil
    ) {
        self.name = name
        self.arity = arity
        self.help = help
        self.completion = completion
        self.capturesNegation = capturesNegation
        self.alternative = alternative
    }

    /// The same argument with the arity and help of another command.
    func with(_ arity: Arity? = nil, help: String) -> ArgumentSyntax {
        var argument = self
        argument.arity = arity ?? argument.arity
        argument.help = help
        return argument
    }

    /// The same argument for a command that acts on these reminders.
    func preferring(_ preference: Selector.Preference) -> ArgumentSyntax {
        var argument = self
        argument.preference = preference
        return argument
    }

    /// Whether it is required without other options.
    var isRequired: Bool { (arity == .one || arity == .some) && alternative == nil }
    var isVariadic: Bool { arity == .many || arity == .some }

    func isRequired(besides options: OptionValues) -> Bool {
        (arity == .one || arity == .some) && alternative.map(options.flag) != true
    }

    /// `OLD`, `[DIR]`, `[QUERY…]` or `TITLE…`.
    var usage: String { isRequired ? words : "[\(words)]" }

    /// `NEW`, `SELECTOR… or --where QUERY`.
    var need: String { words + (alternative.map { " or \($0.usage)" } ?? "") }

    private var words: String { name + (isVariadic ? "…" : "") }
}
