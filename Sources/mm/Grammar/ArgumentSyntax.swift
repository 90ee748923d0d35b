/// A positional argument of a command. It is also the key to the words given for it.
struct ArgumentSyntax: Sendable, Hashable {
    enum Arity: Sendable {
        case one
        case optional
        /// Zero or more.
        case many
        /// One or more.
        case some
    }

    /// In capitals, as in help.
    var name: String
    var arity: Arity
    var help: String
    var completion: Completion
    /// Whether `-tag:work` is a word of this argument rather than a group of short options.
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

    /// The same argument with the arity and help of another command.
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
