import MemossFiles

extension ArgumentSyntax {
    fileprivate static let month = ArgumentSyntax(
        "MONTH",
        .many,
        help: "a month, a day in it, or a year (default: this month)"
    )
}

extension OptionSyntax {
    fileprivate static let months = OptionSyntax(
        "months",
        value: "N",
        help: "the number of months (default: 1, or 12 for a year)"
    )
}

extension Command {
    static let calendar = Command(
        ["calendar"],
        summary: "show what is due on each day of a month",
        discussion: """
            Each day has a dot for each reminder due, in the colour of its first tag: at most three, followed by \
            the number of the others. Where there is no room for dots, a mark says how many are due. Today \
            is in brackets.
            """,
        takesRevision: true,
        arguments: [.month],
        options: [.months],
        examples: [
            "mm calendar": "Show this month.",
            "mm calendar december --months 3": "Show December and the two months after it.",
            "mm calendar 2027": "Show the whole year.",
        ]
    ) { invocation, session throws(MemossError) in
        let moment = try session.time()
        let words = invocation.arguments(.month).joined(separator: " ")
        let year = MonthGrid.year(in: words)
        let count = try invocation.integer(.months, atLeast: 1, atMost: MonthGrid.mostMonths) ?? (year == nil ? 1 : 12)
        let day = try invocation.read(words, of: ArgumentSyntax.month.name) { (text: String) throws(ParseError) in
            try MonthGrid.day(in: text, time: moment)
        }
        if let duration = CivilDuration.read(words) {
            let end = CivilDateTime(moment.local.date).adding(duration).date
            let months = 12 * (end.year - moment.local.date.year) + end.month - moment.local.date.month
            throw invocation.usageError(
                "'\(words)' is a duration, not a month",
                hints: ["for that many months from this one: --months \(max(1, months))"]
            )
        }
        let first = day.adding(days: 1 - day.day)
        let end = first.adding(months: count)
        let (snapshot, time) = try session.read(for: .dated)
        let reminders = session.withoutCopies(snapshot.reminders, of: snapshot)
        let days = end.daysSinceEpoch - first.daysSinceEpoch
        let agenda = Agenda(reminders, from: first, days: days, in: time)
        let months = (0..<count).map { number in
            let start = first.adding(months: number)
            return MonthGrid(
                agenda.days.filter { $0.date.month == start.month && $0.date.year == start.year },
                snapshot,
                time
            )
        }
        guard !session.isJSON else {
            session.console.write(MonthGrid.json(months, unread: SkippedFile.unread(in: snapshot)))
            return .done
        }
        for (number, month) in months.enumerated() {
            if number > 0 { session.console.line() }
            let (width, height) = (session.console.width ?? 0, session.console.height ?? 0)
            month.draw(in: &session.console, titles: months.count > 1 ? 0 : month.titleLines(in: width, height - 1))
        }
        return .done
    }
}
