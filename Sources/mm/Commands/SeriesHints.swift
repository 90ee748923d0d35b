import MemossFiles

extension Session {
    /// Counts the series that a query for dates would list if it knew their other occurrences.
    ///
    /// - Parameter found: read with the series.
    mutating func hintAtSeries(besides found: QueryMatches) {
        guard let days = found.query.days, let first = days.first else { return }
        let listed = Set(found.files.map { PathKey($0.path) })
        let series = found.snapshot.reminders.filter { $0.recurs && !listed.contains(PathKey($0.path)) }
        // Without a last day, there is always another occurrence.
        let length = days.last.map { $0.daysSinceEpoch - first.daysSinceEpoch + 1 } ?? .max
        let count = found.seriesThatComeUp(series, from: first, days: min(length, AgendaText.mostDays))
        guard count > 0 else { return }
        let agenda = Self.agenda(from: first, days: days.last.map { _ in length }, today: found.time.local.date)
        console.info("\(count) series also \(count == 1 ? "occurs" : "occur") then: \(agenda)")
    }

    /// The command that shows the days.
    ///
    /// - Parameter length: nil for no end.
    private static func agenda(from first: CivilDate, days length: Int?, today: CivilDate) -> String {
        let isMonth = first.day == 1 && length == first.daysInMonth
        let start = first == today ? "" : first == today.adding(days: 1) ? " tomorrow" : " \(first)"
        if isMonth { return "mm agenda \(first.description.prefix(7))" }
        // It shows seven unless told otherwise.
        let days = length.map { $0 == 7 ? "" : " --days \(min($0, AgendaText.mostDays))" } ?? ""
        return "mm agenda\(start)\(days)"
    }
}

extension QueryMatches {
    /// How many of the series have an occurrence within the days with which they would match.
    fileprivate func seriesThatComeUp(_ series: [Reminder], from first: CivilDate, days: Int) -> Int {
        let matcher = QueryMatcher(wanted, registry: snapshot.registry, context: time)
        var (rest, start, length, left) = (series, first, 7, days)
        // Most come up soon, and then need no further look.
        while !rest.isEmpty, left > 0 {
            let agenda = Agenda(rest, from: start, days: min(length, left), countsMissed: false, in: time)
            let items = agenda.days.flatMap(\.items).filter { matcher.matches($0.alone) }
            let found = Set(items.map { PathKey($0.reminder.path) })
            rest.removeAll { found.contains(PathKey($0.path)) }
            start = start.adding(days: length)
            left -= length
            length *= 4
        }
        return series.count - rest.count
    }
}

extension Agenda.Item {
    /// The reminder as if this was the only occurrence of its series.
    var alone: Reminder {
        var reminder = reminder
        guard let occurrence else { return reminder }
        if isDeadline, reminder.scheduled != nil {
            // An item has the date in the user's time zone.
            (reminder.scheduled, reminder.deadline, reminder.timezone) = (nil, date, nil)
        } else if reminder.scheduled != nil {
            (reminder.scheduled, reminder.deadline) = (occurrence, nil)
        } else {
            reminder.deadline = occurrence
        }
        return reminder
    }
}
