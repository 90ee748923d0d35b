import MemossFiles

/// How regularly a series was completed, for `mm show`: in words, and as a calendar of the last twelve weeks with one
/// column per week. Each mark is a different character, so colour is not needed.
struct HabitCalendar {
    private static let weeks = 12

    let habit: Habit

    /// `24 completed, 7 in a row; 24 of 28 in the last 30 days`.
    var summary: String {
        if habit.isEmpty { return "no occurrence recorded yet" }
        let (completed, all) = habit.rate(days: 30)
        let rate = all == 0 ? "none due in the last 30 days" : "\(completed) of \(all) in the last 30 days"
        return "\(habit.completions) completed, \(habit.streak) in a row; \(rate)"
    }

    /// The label of each line and its cells, to be separated by blanks; empty if there is nothing to show.
    ///
    /// - Parameter width: the width of the cells.
    func lines(width: Int?) -> [(label: String, cells: [(text: String, style: Style)])] {
        let monday = habit.today.adding(days: 1 - habit.today.weekday.number)
        let start = monday.adding(days: -7 * (Self.weeks - 1))
        let days = habit.marks(from: start, days: 7 * Self.weeks)
        guard !habit.isEmpty, days.contains(where: { Self.legend.map(\.mark).contains($0.text) }) else { return [] }
        var lines: [(label: String, cells: [(text: String, style: Style)])] = []
        lines.append(("", [(months(from: start), .dimmed)]))
        var used: Set<String> = []
        for (row, weekday) in Weekday.allCases.enumerated() {
            var cells: [(text: String, style: Style)] = []
            for week in 0..<Self.weeks {
                let day = days[7 * week + row]
                used.insert(day.text)
                cells.append(day)
            }
            while cells.last?.text == " " { cells.removeLast() }
            lines.append((weekday.shortName, cells))
        }
        for line in Self.legend(of: used, width: width) { lines.append(("", [(line, .dimmed)])) }
        return lines
    }

    /// The meaning of the marks that were used, on as many lines as it needs.
    static func legend(
        of used: Set<String>,
        among marks: [(mark: String, meaning: String)] = legend,
        width: Int?
    ) -> [String] {
        var lines: [String] = []
        for (mark, meaning) in marks where used.contains(mark) {
            let entry = "\(mark) \(meaning)"
            let longer = lines.last.map { $0 + "  " + entry } ?? entry
            if lines.isEmpty || CellWidth.of(longer) > width ?? .max {
                lines.append(entry)
            } else {
                lines[lines.count - 1] = longer
            }
        }
        return lines
    }

    static let legend: [(mark: String, meaning: String)] = [
        ("#", "done"), ("+", "some"), ("o", "missed"), ("-", "skipped"), ("?", "open"),
    ]

    fileprivate static func cell(_ marks: Set<Habit.Mark>, isAhead: Bool) -> (String, Style) {
        if marks.isEmpty { return (isAhead ? " " : ".", .dimmed) }
        if marks == [.completed] || marks == [.completed, .skipped] { return ("#", .today) }
        if marks.contains(.completed) { return ("+", .today) }
        if marks.contains(.missed) { return ("o", .overdue) }
        return marks.contains(.open) ? ("?", .plain) : ("-", .dimmed)
    }

    /// The name of each month above the week in which it begins, where it fits.
    private func months(from start: CivilDate) -> String {
        var text = ""
        for week in 0..<Self.weeks {
            let sunday = start.adding(days: 7 * week + 6)
            guard sunday.day <= 7, text.isEmpty || text.utf8.count < 2 * week else { continue }
            text +=
                String(repeating: " ", count: 2 * week - text.utf8.count)
                + (Month(rawValue: Int8(sunday.month))?.shortName ?? "")
        }
        return text
    }
}

extension Habit {
    /// A mark for each of these days.
    func marks(from start: CivilDate, days: Int) -> [(text: String, style: Style)] {
        var marks: [CivilDate: Set<Mark>] = [:]
        for entry in entries(from: start) { marks[entry.day, default: []].insert(entry.mark) }
        return (0..<days).map { number in
            let day = start.adding(days: number)
            return HabitCalendar.cell(marks[day] ?? [], isAhead: day > today)
        }
    }
}
