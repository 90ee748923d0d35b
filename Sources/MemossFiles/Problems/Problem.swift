/// Something wrong in a file: data that a listing counts and `mm check` prints, never thrown.
public struct Problem: Sendable, Hashable {
    public enum Severity: String, Sendable {
        case error, warning
        /// Nothing is wrong with the file, but another tool reads it otherwise, or an edit of it was left unfinished.
        case note
    }

    /// Relative to the folder's root.
    public var path: String
    /// From 1; nil where the problem is the file as a whole.
    public var line: Int?
    /// From 1, in Unicode scalars, as editors count; nil where the problem is the file as a whole.
    public var column: Int?
    public var id: ProblemID
    /// One sentence without a full stop: what was found, and what was expected.
    public var message: String
    /// The nearest right spelling, where there is one.
    public var suggestion: String?
    /// The top-level key that cannot be read, or not as it is meant; nil where it is not about one.
    public var key: String?

    public var severity: Severity { id.severity }

    /// The message, with the key that it is about.
    public var statement: String {
        guard let key, !message.utf8.starts(with: "\(key):".utf8), !message.contains("'\(key)'") else { return message }
        return "\(key): \(message)"
    }

    /// What to do about it.
    public var remedy: Remedy? { id == .gitConflict && path.hasSuffix(".md") ? .openInEditor : nil }

    /// What to tell a person besides.
    public var hints: [String] { suggestion.map { ["did you mean '\($0)'?"] } ?? [] }

    public init(
        path: String,
        line: Int? = nil,
        column: Int? = nil,
        id: ProblemID,
        message: String,
        suggestion: String? = nil,
        key: String? = nil
    ) {
        self.path = path
        self.line = line
        self.column = column
        self.id = id
        self.message = message
        self.suggestion = suggestion
        self.key = key
    }
}
