import MemossFiles

/// How regularly series were completed: a line for each, with the last weeks day by day, the streak and the rate.
struct HabitRows {
    /// The number of days that the rate covers.
    private static let rateDays = 30
    private static let mostWeeks = 12
    private static let narrowest = 60

    private let text: ReminderText
    let series: [(reminder: Reminder, habit: Habit)]

    /// - Parameter reminders: those that are not series are ignored.
    init(_ reminders: [Reminder], _ text: ReminderText) {
        self.text = text
        series = reminders.compactMap { reminder in Habit(of: reminder, in: text.time).map { (reminder, $0) } }
    }

    var isEmpty: Bool { series.isEmpty }

    // MARK: Text

    func draw(in console: inout Console) {
        let layout = layout(width: console.width ?? 100)
        console.line(layout.heading, .dimmed)
        var used: Set<String> = []
        for index in series.indices {
            console.draw { painter, bytes in append(index, layout, &used, &painter, to: &bytes) }
        }
        console.line()
        for line in HabitCalendar.legend(of: used, width: console.width) { console.line(line, .dimmed) }
    }

    /// The positions of the columns.
    struct Layout {
        fileprivate var handle: Int
        fileprivate var title: Int
        fileprivate var isNarrow: Bool
        fileprivate var indent: Int
        fileprivate var weeks: Int
        fileprivate var start: CivilDate
        /// The Monday of each week, and the names of the figures.
        fileprivate(set) var heading = ""
    }

    func layout(width: Int, hasHandles: Bool = true) -> Layout {
        let handle = hasHandles ? series.map { CellWidth.of(text.handle(of: $0.reminder)) }.max() ?? 0 : -2
        let longest = series.map { CellWidth.of(text.title(of: $0.reminder)) }.max() ?? 0
        let isNarrow = width < Self.narrowest
        // The streak and the rate follow the weeks.
        let figures = 17
        let title = min(longest, isNarrow ? width - handle - 2 : max(16, width / 3))
        let indent = isNarrow ? 2 : handle + title + 4
        let weeks = min(max(1, (width - indent - figures + 1) / 8), Self.mostWeeks)
        let start = Self.monday(of: text.time.local.date, before: weeks - 1)
        var layout = Layout(
            handle: handle,
            title: title,
            isNarrow: isNarrow,
            indent: indent,
            weeks: weeks,
            start: start
        )
        layout.heading = String(repeating: " ", count: indent) + heading(from: start, weeks) + "  streak  30 days"
        return layout
    }

    /// Writes the line of a series, or two on a narrow terminal.
    ///
    /// - Parameter used: collects the marks for the legend.
    func append(
        _ index: Int,
        _ layout: Layout,
        _ used: inout Set<String>,
        _ painter: inout Painter,
        to bytes: inout [UInt8]
    ) {
        let (reminder, habit) = series[index]
        let days = habit.marks(from: layout.start, days: 7 * layout.weeks)
        used.formUnion(days.map(\.text))
        let name = text.title(of: reminder).truncated(to: layout.title)
        if layout.handle >= 0 {
            painter.append(text.handle(of: reminder).padded(to: layout.handle), .handle, to: &bytes)
        }
        let gap = layout.handle >= 0 ? "  " : ""
        let blanks = String(repeating: " ", count: layout.indent)
        let shown = layout.isNarrow ? name + "\n" + blanks : name.padded(to: layout.title + 2)
        painter.append(gap + shown, .plain, to: &bytes)
        for (index, day) in days.enumerated() {
            if index > 0, index.isMultiple(of: 7) { bytes.append(0x20) }
            painter.append(day.text, day.style, to: &bytes)
        }
        let rate = habit.rate(days: Self.rateDays)
        let share = rate.of == 0 ? "–" : "\(Self.percentage(rate.completed, of: rate.of))%"
        painter.append("  " + String(habit.streak).leading(6), .today, to: &bytes)
        painter.append("  " + share.leading(7) + "\n", .plain, to: &bytes)
    }

    /// Rounded, but 100 only for all and 0 only for none.
    private static func percentage(_ part: Int, of whole: Int) -> Int {
        let rounded = (200 * part + whole) / (2 * whole)
        return part == whole ? 100 : part == 0 ? 0 : min(max(rounded, 1), 99)
    }

    private static func monday(of day: CivilDate, before weeks: Int) -> CivilDate {
        day.adding(days: 1 - day.weekday.number - 7 * weeks)
    }

    /// The Monday of each week.
    private func heading(from start: CivilDate, _ weeks: Int) -> String {
        let days = (0..<weeks).map { week in
            let monday = start.adding(days: 7 * week)
            let month = Month(rawValue: Int8(monday.month))?.shortName ?? ""
            return "\(monday.day) \(month)".padded(to: 7)
        }
        return days.joined(separator: " ")
    }

    // MARK: JSON

    var json: [UInt8] {
        let writer = ReminderJSON(text)
        return JSONWriter.document { json in
            json.array("habits") { json in
                for (reminder, habit) in series {
                    let rate = habit.rate(days: Self.rateDays)
                    json.object { json in
                        writer.fields(of: reminder, in: &json)
                        json.field("rateDays", Self.rateDays)
                        json.field("rateCompleted", rate.completed)
                        json.field("rateOf", rate.of)
                        json.objects(
                            "history",
                            habit.entries(from: Self.monday(of: habit.today, before: Self.mostWeeks - 1))
                        ) { entry, json in
                            json.field("date", entry.day.description)
                            json.field("mark", entry.mark.rawValue)
                        }
                    }
                }
            }
            json.skipped(text.unread)
        }
    }
}

extension String {
    /// The text with blanks before it.
    fileprivate func leading(_ cells: Int) -> String {
        String(repeating: " ", count: max(0, cells - CellWidth.of(self))) + self
    }
}
