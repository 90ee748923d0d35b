@testable import Text
@testable import mm

extension Grammar {
    /// A small grammar with every kind of argument and option.
    static let test = Grammar(
        commands: [
            CommandSyntax(
                [],
                summary: "reminders in plain text files",
                discussion: "Without a command mm shows what is due.",
                options: [OptionSyntax("days", value: "N", help: "how far ahead to look")]
            ),
            CommandSyntax(
                ["add"],
                summary: "write a new reminder",
                section: "Write",
                arguments: [ArgumentSyntax("TITLE", .some, help: "what to be reminded of")],
                options: [
                    OptionSyntax("tag", short: "t", value: "NAME", isRepeatable: true, help: "a tag", completion: .tag)
                        .asked,
                    OptionSyntax("path", value: "FILE", help: "the file to write", completion: .file),
                    OptionSyntax("body", value: "TEXT", help: "the text below the front matter; - reads it"),
                    OptionSyntax("note", short: "n", help: "a note, never due"),
                ]
            ),
            CommandSyntax(
                ["list"],
                summary: "list open reminders",
                discussion: """
                    Soonest first; those
                    without a date last.

                    Sorting:
                      title   by name
                    """,
                section: "Read",
                arguments: [
                    ArgumentSyntax(
                        "QUERY",
                        .many,
                        help: "what to look for",
                        completion: .query,
                        capturesNegation: true
                    )
                ],
                options: [
                    OptionSyntax("sort", value: "KEY", choices: ["scheduled", "title", "path"], help: "the order"),
                    OptionSyntax("limit", value: "N", help: "at most N of them"),
                ],
                examples: ["mm list tag:work -is:overdue": "what work is still ahead"]
            ),
            CommandSyntax(
                ["set"],
                summary: "set a key",
                section: "Write",
                arguments: [
                    ArgumentSyntax("SELECTOR", help: "a reminder", completion: .reminder),
                    ArgumentSyntax("KEY", help: "the key"),
                    ArgumentSyntax("VALUE", help: "the value"),
                ]
            ),
            CommandSyntax(
                ["init"],
                summary: "make a folder",
                section: "Write",
                arguments: [ArgumentSyntax("DIR", .optional, help: "the directory", completion: .directory)]
            ),
            CommandSyntax(["tag"], summary: "the tags of the folder", section: "Tags"),
            CommandSyntax(["tag", "list"], summary: "list the tags"),
            CommandSyntax(
                ["tag", "add"],
                summary: "register a tag",
                arguments: [ArgumentSyntax("NAME", help: "the tag")],
                options: [OptionSyntax("color", value: "C", help: "its colour", completion: .words(["red", "blue"]))]
            ),
            CommandSyntax(
                ["tag", "rename"],
                summary: "rename a tag in every file",
                arguments: [
                    ArgumentSyntax("OLD", help: "the current name of the tag", completion: .tag),
                    ArgumentSyntax("NEW", help: "its new name", completion: .tag),
                ],
                options: [
                    OptionSyntax("merge", help: "let NEW exist already"),
                    OptionSyntax("dry-run", short: "n", help: "show a diff, write nothing"),
                ],
                examples: ["mm tag rename job work": "calls it work everywhere"]
            ),
        ],
        globals: [
            OptionSyntax(
                "directory",
                short: "C",
                value: "DIR",
                help: "look for the folder from DIR upwards",
                completion: .directory
            ),
            OptionSyntax("timezone", value: "IANA", help: "the zone to reckon in", completion: .timezone),
            OptionSyntax("color", value: "WHEN", choices: ["auto", "always", "never"], help: "colour the output"),
            OptionSyntax("json", help: "print JSON"),
            OptionSyntax("quiet", short: "q", help: "say less"),
        ]
    )

    /// Parses a line, split at blanks.
    func parse(_ line: String) throws -> Parsed {
        try parse(line.split(separator: " ").map(String.init))
    }

    func invocation(_ words: [String]) throws -> Invocation? {
        guard case .run(let invocation) = try parse(words) else { return nil }
        return invocation
    }

    func invocation(_ line: String) throws -> Invocation? {
        try invocation(line.split(separator: " ").map(String.init))
    }
}

/// Tests use names; each name is converted to the key that a command would use.
extension Invocation {
    private func key(_ name: String) -> OptionSyntax? { command.options.first { $0.long == name } }

    private func global(_ name: String) -> OptionSyntax { OptionSyntax(name, help: "") }

    func flag(_ name: String) -> Bool { key(name).map(flag) ?? globals.flag(global(name)) }

    func option(_ name: String) -> String? {
        guard let key = key(name) else { return globals.option(global(name)) }
        return option(key)
    }

    func options(_ name: String) -> [String] { own.options(global(name)) }

    func arguments(_ name: String) -> [String] { arguments(ArgumentSyntax(name, help: "")) }

    func argument(_ name: String) -> String { arguments(name).first ?? "" }
}
