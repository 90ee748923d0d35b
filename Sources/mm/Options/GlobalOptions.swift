/// Options that every command takes, before or after its name.
enum GlobalOptions {
    static let all: [OptionSyntax] = [.directory, .at, .now, .timezone, .color, .json, .quiet]
}

extension OptionSyntax {
    static let directory = OptionSyntax(
        "directory",
        short: "C",
        value: "DIR",
        help: "run as if mm was started in DIR",
        completion: .directory
    )
    static let now = OptionSyntax("now", value: "DATE-TIME", help: "use this as the current time (also MM_NOW)")
    static let timezone = OptionSyntax(
        "timezone",
        value: "IANA",
        help: "use this time zone, such as Europe/Paris (also MM_TIMEZONE)",
        completion: .timezone
    )
    static let color = OptionSyntax(
        "color",
        value: "MODE",
        choices: ["auto", "always", "never"],
        help: "when to use colour (auto: on a terminal unless NO_COLOR is set)"
    )
    static let json = OptionSyntax("json", help: "print one JSON document")
    static let quiet = OptionSyntax("quiet", short: "q", help: "print only data and errors")
}
