import MemossFiles

extension Command {
    static let habits = Command(
        ["habits"],
        summary: "show how regularly series were completed",
        discussion: """
            Prints a line for each open series: the past few weeks day by day, how many of its latest occurrences were \
            completed in a row, and the share of the last 30 days' occurrences that were completed. QUERY is as in \
            'mm list'.
            """,
        takesRevision: true,
        arguments: [.query.with(help: "which series (default: all open ones)")],
        examples: [
            "mm habits": "Show every series.",
            "mm habits tag:health": "Show the series with the tag health.",
        ]
    ) { invocation, session throws(MemossError) in
        let words = invocation.arguments(.query).joined(separator: " ")
        let query = try session.query(words, after: invocation.command.name)
        let series = Query.all([query.listed, .term(.state(.recurring))])
        let found = try session.read(matching: query, in: words, wanted: series)
        let reminders = ReminderOrder.scheduled.sorted(
            session.withoutCopies(found.files, of: found.snapshot),
            in: found.time
        )
        let rows = HabitRows(reminders, try session.text(of: reminders, in: found.snapshot, found.time))
        if session.isJSON {
            session.console.write(rows.json)
        } else if words.isEmpty, rows.isEmpty {
            session.console.info("there are no open series; add one with: mm add TITLE --recurrence daily")
        } else if rows.isEmpty {
            let missesTag = try session.warnAboutMissingTags(of: found)
            if !missesTag, !found.missesKey {
                session.console.info("no series matches")
                if let hint = try session.explanation(of: found).path(where: { $0.recurs && !$0.isCompleted }) {
                    session.console.info("\(hint.statement): mm habits \(hint.query.shellWord)")
                }
            }
        } else {
            rows.draw(in: &session.console)
        }
        return .done
    }
}
