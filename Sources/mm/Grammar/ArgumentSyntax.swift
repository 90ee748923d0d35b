/// A word, or a run of words, that a command takes in a place of its own. It is also the key to what was given there.
struct ArgumentSyntax: Sendable, Hashable {
    enum Arity: Sendable {
        case one
        case optional
        /// None, one or more.
        case many
        /// One or more.
        case some
    }

    /// In capitals, as help names it.
    var name: String
    var arity: Arity
    var help: String
    var completion: Completion
    /// Whether `-tag:work` is a word of this argument and not a group of short options.
    var capturesNegation: Bool

    init(
        _ name: String,
        _ arity: Arity = .one,
        help: String,
        completion: Completion = .none,
        capturesNegation: Bool = false
    ) {
        self.name = name
        self.arity = arity
        self.help = help
        self.completion = completion
        self.capturesNegation = capturesNegation
    }

    /// The same argument as another command takes it.
    func with(_ arity: Arity? = nil, help: String) -> ArgumentSyntax {
        var argument = self
        argument.arity = arity ?? argument.arity
        argument.help = help
        return argument
    }

    var isRequired: Bool { arity == .one || arity == .some }
    var isVariadic: Bool { arity == .many || arity == .some }

    /// `OLD`, `[DIR]`, `[QUERY…]` or `TITLE…`.
    var usage: String {
        switch arity {
        case .one: name
        case .optional: "[\(name)]"
        case .many: "[\(name)…]"
        case .some: "\(name)…"
        }
    }
}
