/// A word, or a run of words, that a command takes in a place of its own.
struct ArgumentSyntax: Sendable, Hashable {
    enum Arity: Sendable {
        case one
        case optional
        /// None, one or more.
        case many
        /// One or more.
        case some
    }

    /// In capitals, as help and `Invocation.argument` name it.
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
