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
    /// What was found, and what was expected: `tags.yaml: cannot be written: No space left on device`.
    package var reason: String
    /// What this means for the files, if the whole operation failed: `nothing was changed`.
    package var outcome: String?
    /// Hints about what was meant, one line each: nearest names, candidates.
    public var hints: [String]
    /// What to do about it; shown after the hints.
    package var remedy: Remedy?

    /// One sentence without a full stop: the reason, and what it means for the files.
    public var message: String { outcome.map { "\(reason); \($0)" } ?? reason }

    /// The outcome of an edit that failed before it wrote anything.
    package static let unchanged = "nothing was changed"

    /// - Parameters:
    ///   - kind: how the operation failed.
    ///   - message: one sentence without a full stop.
    ///   - outcome: what the failure means for the files.
    ///   - hints: further lines for the user.
    ///   - remedy: what can be done about it.
    package init(
        _ kind: Kind,
        _ message: String,
        outcome: String? = nil,
        hints: [String] = [],
        remedy: Remedy? = nil
    ) {
        self.kind = kind
        reason = message
        self.outcome = outcome
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
