/// Options that several commands take; what only one of them takes is declared beside it.
extension OptionSyntax {
    static let dryRun = OptionSyntax(
        "dry-run",
        help: "print the edit as a diff that 'git apply' takes, and write nothing"
    )
    static let yes = OptionSyntax("yes", help: "do not ask")
    static let all = OptionSyntax("all", help: "list completed reminders and notes too")
    static let count = OptionSyntax("count", short: "n", value: "N", help: "at most N (default: 10)")

    // MARK: The fields of a reminder

    static let scheduled = OptionSyntax("scheduled", value: "WHEN", help: "when: a day, or a day and a time")
    static let due = OptionSyntax("due", value: "WHEN", help: "the deadline; without --scheduled also when to remind")
    static let zone = OptionSyntax(
        "zone",
        value: "IANA",
        help: "the time zone of WHEN, if it is to stay another than yours",
        completion: .timezone
    )
    static let tag = OptionSyntax(
        "tag",
        value: "NAME",
        isRepeatable: true,
        help: "a tag, or several with commas",
        completion: .tag
    )
    static let recurrence = OptionSyntax("recurrence", value: "RULE", help: "how it repeats, from WHEN on")
    static let until = OptionSyntax(
        "until",
        value: "DATE",
        help: "the last day of the series, included, or its last moment"
    )
    static let body = OptionSyntax("body", value: "TEXT", help: "the text below; - reads standard input")
}
