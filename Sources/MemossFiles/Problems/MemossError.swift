/// An operation that cannot be performed. A fault in a file is not an error but a `Problem`.
public struct MemossError: Error, Sendable, Hashable {
    /// The kind of error, which determines the exit status.
    public enum Kind: Sendable {
        /// The arguments are invalid (64).
        case usage
        /// Nothing matches the given name (1).
        case notFound
        /// The operation failed (2).
        case failure
        /// Data that must outlive the process cannot be saved (73).
        case cannotWrite
        /// Another process is already doing this (75).
        case busy
    }

    /// How the operation failed.
    public var kind: Kind
    /// One sentence without a full stop: what was found, and what was expected.
    public var message: String
    /// Hints about what was meant, one line each: nearest names, candidates.
    public var hints: [String]
    /// What to do about it; shown after the hints.
    package var remedy: Remedy?

    /// - Parameters:
    ///   - kind: how the operation failed.
    ///   - message: one sentence without a full stop.
    ///   - hints: further lines for the user.
    ///   - remedy: what can be done about it.
    package init(_ kind: Kind, _ message: String, hints: [String] = [], remedy: Remedy? = nil) {
        self.kind = kind
        self.message = message
        self.hints = hints
        self.remedy = remedy
    }

    /// An error about text from an argument, a value or the environment that does not parse.
    ///
    /// - Parameters:
    ///   - kind: determines the exit status.
    ///   - error: the syntax error in the text.
    ///   - source: the name of the argument, value or variable that held the text.
    package init(_ kind: Kind, _ error: ParseError, at source: String? = nil) {
        self.init(kind, (source.map { $0 + ": " } ?? "") + error.message, hints: error.hints)
    }
}
