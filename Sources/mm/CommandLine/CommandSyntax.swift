/// The syntax of one command, from which parsing, help, completion and the man page are derived.
///
/// The path `[]` is plain `mm`. If the path of a command is a prefix of others, as `["tag"]` is of `["tag", "rename"]`,
/// the command is a group: it supplies the group's summary and is never run.
struct CommandSyntax: Sendable, Equatable {
    /// Command lines, each with a sentence about what it does.
    typealias Examples = KeyValuePairs<String, String>

    var path: [String]
    /// Accepted alternatives for the last word of the path, which are not shown.
    var synonyms: [String]
    /// One line in lower case without a full stop.
    var summary: String
    /// Paragraphs separated by an empty line. Line breaks in a paragraph do not matter; lines that begin with a blank
    /// are verbatim.
    var discussion: String { makeDiscussion() }
    /// The heading for the command in the overview.
    var section: String
    /// Whether it shows the folder, and so accepts a revision.
    var takesRevision: Bool
    /// Whether it takes the global option `--json`.
    var hasJSON: Bool
    /// In order; at most one is variadic.
    var arguments: [ArgumentSyntax] { makeArguments() }
    var options: [OptionSyntax] { makeOptions() }
    var examples: Examples { makeExamples() }
    // Closures, because a run needs only those of one command.
    private let makeDiscussion: @Sendable () -> String
    private let makeArguments: @Sendable () -> [ArgumentSyntax]
    private let makeOptions: @Sendable () -> [OptionSyntax]
    private let makeExamples: @Sendable () -> Examples

    init(
        _ path: [String],
        synonyms: [String] = [],
        summary: String,
        discussion: @autoclosure @escaping @Sendable () -> String = "",
        section: String = "Commands",
        takesRevision: Bool = false,
        hasJSON: Bool = true,
        arguments: @autoclosure @escaping @Sendable () -> [ArgumentSyntax] = [],
        options: @autoclosure @escaping @Sendable () -> [OptionSyntax] = [],
        examples: @autoclosure @escaping @Sendable () -> Examples = [:]
    ) {
        (self.path, self.synonyms) = (path, synonyms)
        self.summary = summary
        self.section = section
        self.takesRevision = takesRevision
        self.hasJSON = hasJSON
        makeDiscussion = discussion
        makeArguments = arguments
        makeOptions = options
        makeExamples = examples
    }

    static func == (one: CommandSyntax, other: CommandSyntax) -> Bool { one.path == other.path }

    /// `mm tag rename`.
    var name: String { Self.name(of: path) }

    static func name(of path: [String]) -> String { ([Grammar.program] + path).joined(separator: " ") }

    func declares(_ option: OptionSyntax) -> Bool { options.contains { $0.long == option.long } }

    var capturesNegation: Bool { arguments.contains { $0.capturesNegation } }
}
