import Exchange
import MemossFiles

extension OptionSyntax {
    fileprivate static let toDos = OptionSyntax(
        "to-dos",
        help: "write to-dos (VTODO) instead of events; includes reminders without a date"
    )
    fileprivate static let alarms = OptionSyntax(
        "alarms",
        help: "add an alarm at each time: all-day reminders at all_day_at, snoozed ones at the end of the snooze"
    )
}

extension Command {
    static let exportGroup = Command(["export"], summary: "export reminders to other programs", section: "Exchange")

    static let exportCalendar = Command(
        ["export", "ics"],
        synonyms: ["ical", "icalendar", "vcalendar", "calendar"],
        summary: "print a calendar feed of the reminders that match a query",
        discussion: """
            Prints an iCalendar file (RFC 5545) of the reminders that 'mm list' would list. Each becomes an event \
            without a duration; all-day reminders become all-day events. The same files give the same bytes.

            A series is written as a rule (RRULE), with its completed and skipped occurrences as exceptions. Where \
            iCalendar has no such rule, or programs read it in different ways, the dates are listed instead: up \
            to the end of the tenth year from now, if the series goes on. For a series counted from \
            completion, only the current occurrence is known.
            """,
        section: "Exchange",
        takesRevision: true,
        hasJSON: false,
        arguments: [.query],
        options: [.toDos, .alarms, .withBody.with(help: "include the text below the front matter")],
        examples: [
            "mm export ics > reminders.ics": "Write all open reminders to a file.",
            "mm export ics tag:work --alarms": "Print the reminders with the tag work, with alarms.",
            "mm export ics --to-dos --body": "Print to-dos with their text.",
        ]
    ) { invocation, session throws(MemossError) in
        if session.isJSON {
            throw invocation.usageError("'mm export ics' has no '--json'", hints: ["for JSON: mm list --json"])
        }
        let words = invocation.arguments(.query).joined(separator: " ")
        let query = try session.query(words, after: "mm export ics")
        let hasBodies = invocation.flag(.withBody)
        let found = try session.read(
            matching: query,
            in: words,
            wanted: query.listed,
            keeping: hasBodies ? .whole : .none
        )
        let lastYear = found.time.local.date.year + 10
        let feed = CalendarFeed(
            invocation.flag(.toDos) ? .toDo : .event,
            hasAlarms: invocation.flag(.alarms),
            hasBodies: hasBodies,
            lastYear: lastYear,
            modification: { [folder = try session.folder()] reminder in
                if folder.isRecorded { return nil }
                let seconds = try? Directory.modification(of: folder.absolute(reminder.path))
                return seconds.flatMap(\.self).map { Instant(secondsSince1970: Int64($0)) }
            }
        )
        let output = feed.output(
            of: found.files.map(found.snapshot.asWritten),
            besides: found.snapshot.copies,
            in: found.time
        )
        // Remove control characters from text that is shown on a terminal.
        let isRead = session.console.isOnTerminal
        session.console.write(isRead ? Array(Printable.text(output.bytes).utf8) : output.bytes)
        session.console.flush()
        if found.files.isEmpty, !found.missesKey {
            try session.explainEmpty(found, nil)
        }
        let broken = output.undated.count { $0.isBroken }
        if broken > 0 {
            session.console.warn(
                "left out \(broken.counted("reminder")) whose date cannot be read",
                hint: "see 'mm check'"
            )
        }
        let undated = output.undated.count - broken
        if undated > 0 {
            let verb = undated == 1 ? "has" : "have"
            session.console.info(
                "left out \(undated.counted("reminder")) that \(verb) no date: for to-dos, add \(OptionSyntax.toDos.name)"
            )
        }
        if !output.cut.isEmpty {
            let series = output.cut.count == 1 ? "1 series" : "\(output.cut.count) series"
            session.console.info("listed the dates of \(series) up to \(lastYear): iCalendar has no rule for them")
        }
        return .done
    }
}
