/// Why what was asked cannot be done. A bad file is not an error but a `Problem`.
public struct MemossError: Error, Sendable, Hashable {
    /// What the exit status tells apart.
    public enum Kind: Sendable {
        /// The words of the command are wrong (64).
        case usage
        /// Nothing has the name that was given (1).
        case notFound
        /// The operation could not be carried out (2).
        case failure
        /// What has to outlive the process cannot be kept (73).
        case cannotWrite
        /// Another process does it already (75).
        case busy
    }

    public var kind: Kind
    /// One sentence without a full stop: what was found, and what was expected.
    public var message: String
    /// What helps to see what was meant, a line each: nearest names, candidates.
    public var hints: [String]
    /// What to do about it; said after the hints.
    public var remedy: Remedy?

    public init(_ kind: Kind, _ message: String, hints: [String] = [], remedy: Remedy? = nil) {
        self.kind = kind
        self.message = message
        self.hints = hints
        self.remedy = remedy
    }

    /// Text from an argument, a value or the environment that cannot be read.
    ///
    /// - Parameter source: what the text was given as.
    public init(_ kind: Kind, _ error: ParseError, at source: String? = nil) {
        self.init(kind, (source.map { $0 + ": " } ?? "") + error.message, hints: error.hints)
    }
}
