import MemossFiles

/// Options that several commands share. Options of a single command are declared with it.
extension OptionSyntax {
    static let dryRun = OptionSyntax(
        "dry-run",
        help: "print the change as a diff that 'git apply' accepts, and write nothing"
    )
    static let yes = OptionSyntax("yes", help: "do not ask for confirmation")
    static let all = OptionSyntax("all", help: "also list completed reminders and notes")
    static let count = OptionSyntax("count", short: "n", value: "N", help: "at most N (default: 10)")

    // MARK: The fields of a reminder

    static let scheduled = OptionSyntax(
        "scheduled",
        short: "s",
        value: "WHEN",
        help: "when: a day, or a day and a time"
    )
    static let due = OptionSyntax(
        "due",
        value: "WHEN",
        help:
            "the deadline; without --scheduled, also the time of the reminder; with it, only that date sends a notification"
    )
    static let zone = OptionSyntax(
        "zone",
        value: "IANA",
        help: "the time zone of WHEN, if not yours",
        completion: .timezone
    )
    static let tag = OptionSyntax(
        "tag",
        short: "t",
        value: "NAME",
        isRepeatable: true,
        help: "a tag, or several separated by commas",
        completion: .tag
    )
    static let recurrence = OptionSyntax(
        "recurrence",
        short: "r",
        value: "RULE",
        help: "how it repeats, starting from WHEN"
    )
    static let until = OptionSyntax(
        "until",
        value: "DATE",
        help: "the last day of the series, inclusive, or its last moment"
    )
    static let anchor = OptionSyntax(
        "anchor",
        value: "START",
        choices: Reminder.RecurrenceAnchor.allCases.map(\.rawValue),
        help: "what the next occurrence is counted from (default: scheduled)"
    )
    static let missed = OptionSyntax(
        "missed",
        value: "WAY",
        choices: Reminder.MissedOccurrences.allCases.map(\.rawValue),
        help: "whether completing an overdue series keeps or skips the missed occurrences (default: keep)"
    )
    static let body = OptionSyntax(
        "body",
        value: "TEXT",
        help: "the text below the front matter; - reads standard input"
    )
}
