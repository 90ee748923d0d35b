/// Everything the command line knows of one command; parsing, help, completion and the man page come from it.
///
/// The path `[]` is plain `mm`. A command whose path begins those of others, as `["tag"]` does `["tag", "rename"]`, is
/// their group: it lends them its summary and is never run.
struct CommandSyntax: Sendable, Equatable {
    struct Example: Sendable {
        var command: String
        var says: String

        init(_ command: String, _ says: String) {
            self.command = command
            self.says = says
        }
    }

    var path: [String]
    /// One line, begun with a small letter and without a full stop.
    var summary: String
    /// Paragraphs, apart by an empty line; other line ends are blanks, but lines that begin with a blank stand as they are.
    var discussion: String
    /// The heading under which the overview lists the command.
    var section: String
    /// In the order they are typed; at most one takes many words.
    var arguments: [ArgumentSyntax]
    var options: [OptionSyntax] { makeOptions() }
    /// A start needs the options of one command, not of all.
    private let makeOptions: @Sendable () -> [OptionSyntax]
    var examples: [Example]

    init(
        _ path: [String],
        summary: String,
        discussion: String = "",
        section: String = "Commands",
        arguments: [ArgumentSyntax] = [],
        options: @autoclosure @escaping @Sendable () -> [OptionSyntax] = [],
        examples: [Example] = []
    ) {
        self.path = path
        self.summary = summary
        self.discussion = discussion
        self.section = section
        self.arguments = arguments
        makeOptions = options
        self.examples = examples
    }

    static func == (one: CommandSyntax, other: CommandSyntax) -> Bool { one.path == other.path }

    /// `mm tag rename`.
    var name: String { Self.name(of: path) }

    static func name(of path: [String]) -> String { ([Grammar.program] + path).joined(separator: " ") }

    func declares(_ option: OptionSyntax) -> Bool { options.contains { $0.long == option.long } }

    var capturesNegation: Bool { arguments.contains { $0.capturesNegation } }
}
