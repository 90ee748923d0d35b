/// Options that every command takes, before or after its name.
enum GlobalOptions {
    static let all: [OptionSyntax] = [.directory, .now, .timezone, .color, .json, .quiet]
}

extension OptionSyntax {
    static let directory = OptionSyntax(
        "directory",
        short: "C",
        value: "DIR",
        help: "use the folder that DIR is in, as if started there",
        completion: .directory
    )
    static let now = OptionSyntax("now", value: "DATE-TIME", help: "ask as of another moment (also MM_NOW)")
    static let timezone = OptionSyntax(
        "timezone",
        value: "IANA",
        help: "ask as from another place, such as Europe/Paris (also MM_TIMEZONE)",
        completion: .timezone
    )
    static let color = OptionSyntax(
        "color",
        value: "WHEN",
        choices: ["auto", "always", "never"],
        help: "colour the output: auto is a terminal and no NO_COLOR"
    )
    static let json = OptionSyntax("json", help: "print one JSON document")
    static let quiet = OptionSyntax("quiet", short: "q", help: "say nothing but data and errors")
}
