/// A fault in a file. It is data, never thrown: listings count problems and `mm check` prints them.
public struct Problem: Sendable, Hashable {
    /// How serious a problem is.
    public enum Severity: String, Sendable {
        /// A value, or the file, cannot be read.
        case error
        /// The file can be read, but probably does not say what was meant.
        case warning
        /// The file is valid, but another tool reads it differently, or an edit of it was interrupted.
        case note
    }

    /// Relative to the folder's root.
    public var path: String
    /// Counted from 1; nil if the problem concerns the whole file.
    public var line: Int?
    /// Counted from 1 in Unicode scalars, as editors count; nil if the problem concerns the whole file.
    public var column: Int?
    /// The kind of problem.
    package var id: ProblemID
    /// The stable name of the kind of problem, as `mm check` prints it in brackets: `invalid-yaml`. New versions may add
    /// names, but never change one.
    public var name: String { id.rawValue }
    /// One sentence without a full stop: what was found, and what was expected.
    public var message: String
    /// The nearest valid spelling, if there is one.
    public var suggestion: String?
    /// The top-level key whose value is invalid or misleading; nil if the problem does not concern a key.
    public var key: String?

    /// The value, if it is a date in words, which only a command reads.
    package var words: String?

    /// Determined by the kind of problem.
    public var severity: Severity { id.severity }

    /// The message, prefixed with the key that it concerns.
    package var statement: String {
        guard let key, !message.utf8.starts(with: "\(key):".utf8), !message.contains("'\(key)'") else { return message }
        return "\(key): \(message)"
    }

    /// What to do about it.
    package var remedy: Remedy? {
        switch id {
        case .gitConflict: path.hasSuffix(".md") ? .openInEditor : .mergeVersions(path: path)
        case .conflictCopy: .mergeVersions(path: path)
        case .formerTag: .settleTags
        case .ruleWithoutDate: .setDate(path: path, isNote: false)
        case .invalidDate: key.flatMap { key in words.map { .setInWords(path: path, key: key, words: $0) } }
        default: nil
        }
    }

    /// Additional lines to show to the user.
    package var hints: [String] { suggestion.map { ["did you mean '\($0)'?"] } ?? [] }

    /// A problem with the given place; see the properties.
    package init(
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

    /// The same problem with a place in the file.
    package func at(_ position: TextPosition) -> Problem {
        var placed = self
        (placed.line, placed.column) = (position.line, position.column)
        return placed
    }
}
