import MemossFiles

/// Options that several commands share. Options of a single command are declared with it.
extension OptionSyntax {
    static let dryRun = OptionSyntax(
        "dry-run",
        help: "print the change as a diff that 'git apply' accepts, and write nothing"
    )
    static let text = OptionSyntax(
        "text",
        help: "include the #tags in the texts of notes (always with 'tags_in_text: true' in .mm.yaml)"
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
            "the deadline; without --scheduled, also the time of the reminder; with it, it rings too if the reminder is still open"
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
    static let remind = OptionSyntax(
        "remind",
        value: "ALARM",
        isRepeatable: true,
        help: "when else it rings: '15 min before', '1 day before due', or a date"
    )
    /// The options for the keys whose values are one of some words.
    static let words = KnownKey.words.filter { flags[$0] == nil }.map(OptionSyntax.init)
    /// Keys that are true or false and have a pair of flags instead of an option with a word.
    static let flags: [KnownKey: (on: OptionSyntax, off: OptionSyntax)] = [
        .expires: (
            OptionSyntax("event", help: "it passes without being completed, as a birthday does, and is never overdue"),
            OptionSyntax("no-event", help: "it has to be completed, unlike an event")
        )
    ]
    /// These pairs, in the order of the keys.
    static let flagPairs = KnownKey.words.compactMap { flags[$0] }
    static let anchor = OptionSyntax(.anchor)
    static let body = OptionSyntax(
        "body",
        value: "TEXT",
        help: "the text below the front matter; - reads standard input"
    )

    /// The option for a key whose value is one of some words: `--missed WAY`.
    init(_ key: KnownKey) {
        let (words, names) = (key.spec.kind.words, Self.names[key])
        self.init(
            names?.option ?? key.rawValue.replacing("_", with: "-"),
            value: names?.value ?? "WORD",
            choices: words,
            help: key.spec.meaning + (words.first.map { " (default: \($0))" } ?? "")
        )
    }

    private static let names: [KnownKey: (option: String, value: String)] = [
        .anchor: ("anchor", "START"), .missed: ("missed", "WAY"),
    ]
}

extension Invocation {
    /// The alarms that `--remind` gives.
    func alarms(at clock: CivilDateTime, _ times: PartsOfDay) throws(MemossError) -> [AlarmTrigger] {
        var found: [AlarmTrigger] = []
        for text in options(.remind) {
            do throws(ParseError) {
                found.append(try AlarmTrigger(parsing: text, now: clock, times: times))
            } catch {
                throw usageError(error, at: OptionSyntax.remind.name)
            }
        }
        return found
    }

    /// The word that the options give to a key.
    func word(of key: KnownKey) -> String? {
        guard let flags = OptionSyntax.flags[key] else { return option(OptionSyntax(key)) }
        if flag(flags.on) { return key.spec.kind.words.last }
        return command.declares(flags.off) && flag(flags.off) ? key.spec.kind.words.first : nil
    }
}
