import MemossFiles

extension ArgumentSyntax {
    fileprivate static let when = ArgumentSyntax("WHEN", .many, help: "the first day (default: today)")
}

extension OptionSyntax {
    fileprivate static let days = OptionSyntax("days", value: "N", help: "the number of days (default: 7)")
}

extension Command {
    static let agenda = Command(
        syntax: CommandSyntax(
            ["agenda"],
            summary: "show what comes up day by day",
            discussion: """
                Lists every occurrence of every series, one-time reminders and deadlines. Overdue reminders come first, \
                then all-day reminders, then those with a time. Dates are in your time zone. Completed and skipped \
                occurrences are omitted, and a snoozed reminder is listed at the time it is snoozed to.
                """,
            arguments: [.when],
            options: [.days],
            examples: [
                CommandSyntax.Example("mm agenda", "Show the next seven days."),
                CommandSyntax.Example("mm agenda tomorrow --days 1", "Show what tomorrow brings."),
                CommandSyntax.Example("mm agenda monday --days 5", "Show the working days of next week."),
            ]
        )
    ) { invocation, session throws(MemossError) in
        let days = try invocation.integer(.days, atLeast: 1, atMost: AgendaText.mostDays) ?? 7
        let moment = try session.time()
        let words = invocation.arguments(.when).joined(separator: " ")
        let first = try invocation.read(words, of: ArgumentSyntax.when.name) { (text: String) throws(ParseError) in
            text.isEmpty ? moment.local.date : try moment.when(text).value.date
        }
        let (snapshot, time) = try session.read(for: .dated)
        let agenda = Agenda(snapshot.reminders, from: first, days: days, in: time)
        let shown = agenda.days.flatMap { $0.items.map(\.reminder) }
        let text = AgendaText(agenda, try session.text(of: shown, in: snapshot, time))
        if session.isJSON { text.writeJSON(on: &session.console) } else { text.draw(in: &session.console) }
        return .done
    }
}

extension QueryMatcher {
    /// Open reminders with a date or a snooze.
    static var dated: QueryMatcher {
        let timed = Query.any([.not(.term(.state(.undated))), .term(.state(.snoozed))])
        return QueryMatcher(.all([.term(.state(.open)), timed]), registry: TagRegistry())
    }
}
