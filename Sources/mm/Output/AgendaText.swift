import MemossFiles

/// An agenda as text, day by day, and as JSON.
struct AgendaText {
    /// A limit, because an agenda with every occurrence is held in memory.
    static let mostDays = 3_660
    /// If a series has more occurrences than this left on a day, they share one line.
    private static let mostLines = 4

    let agenda: Agenda
    let text: ReminderText

    init(_ agenda: Agenda, _ text: ReminderText) { (self.agenda, self.text) = (agenda, text) }

    private var today: CivilDate { text.time.local.date }

    // MARK: Text

    func draw(in console: inout Console) {
        let days = agenda.days.map { day in (day: day, rows: rows(of: day)) }
        let layout = Columns.agenda.layout(of: days.flatMap { $0.rows.overdue + $0.rows.others }, width: console.width)
        var isFirst = true
        var free: [CivilDate] = []
        func begin(_ heading: String, _ style: Style) {
            if !isFirst { console.line() }
            isFirst = false
            console.line(heading, style)
        }
        func closeFree() {
            guard let first = free.first, let last = free.last else { return }
            let range = [first, last].map { text.relative(DateValue($0)).shortText }.joined(separator: " – ")
            begin((first == last ? name(of: first) : range) + " · free", .dimmed)
            free = []
        }
        for (day, rows) in days {
            if rows.overdue.isEmpty, rows.others.isEmpty {
                free.append(day.date)
                continue
            }
            closeFree()
            let sections = [
                (day.date == today ? "Overdue" : name(of: day.date) + " · overdue", Style.overdueHeading, rows.overdue),
                (name(of: day.date), day.date == today ? .todayHeading : .heading, rows.others),
            ]
            for (heading, style, rows) in sections where !rows.isEmpty {
                begin(style == .overdueHeading ? "\(heading) (\(rows.count))" : heading, style)
                console.draw { painter, bytes in
                    for row in rows { layout.append(row, painter: &painter, to: &bytes) }
                }
            }
        }
        closeFree()
    }

    /// `Sat 21 Nov · today`.
    private func name(of day: CivilDate) -> String {
        let relative = text.relative(DateValue(day))
        let near = (-1...1).contains(relative.days) ? " · \(relative.distance)" : ""
        return relative.shortText + near
    }

    private func rows(of day: Agenda.Day) -> (overdue: [[Columns.Cell]], others: [[Columns.Cell]]) {
        var times: [String: [Agenda.Item]] = [:]
        for item in day.items where item.kind == .occurrence && item.occurrence?.isAllDay == false {
            times[item.reminder.path, default: []].append(item)
        }
        times = times.filter { $0.value.count > Self.mostLines }
        var rows: (overdue: [[Columns.Cell]], others: [[Columns.Cell]]) = ([], [])
        for item in day.items {
            if item.kind == .overdue {
                rows.overdue.append(row(item, [item]))
            } else if item.kind == .occurrence, let all = times[item.reminder.path] {
                if all.first == item { rows.others.append(row(item, all)) }
            } else {
                rows.others.append(row(item, [item]))
            }
        }
        return rows
    }

    /// - Parameter all: the occurrences that share the line.
    private func row(_ item: Agenda.Item, _ all: [Agenda.Item]) -> [Columns.Cell] {
        [
            .text(text.handle(of: item.reminder), .handle), .text(when(item, all), style(of: item)),
            .text(text.title(of: item.reminder)), .whole(text.badge(item.reminder), .badge),
            .chips(text.chips(of: item.reminder)),
        ]
    }

    private func when(_ item: Agenda.Item, _ all: [Agenda.Item]) -> String {
        let clock = item.date.time?.text(text.clock)
        switch item.kind {
        case .overdue:
            let day = text.relative(item.date)
            return day.days == 0 ? clock ?? "all day" : day.text
        case .snooze: return clock.map { "snoozed \($0)" } ?? "snoozed"
        case .deadline: return clock.map { "due \($0)" } ?? "due"
        case .occurrence:
            guard let last = all.last?.date.time, all.count > 1 else { return clock ?? "all day" }
            return "\(clock ?? "")–\(last.text(text.clock)) \(all.count)×"
        }
    }

    private func style(of item: Agenda.Item) -> Style {
        switch item.kind {
        case .overdue: .overdue
        case .deadline: .today
        case .occurrence, .snooze: item.date.isAllDay ? .dimmed : .plain
        }
    }

    // MARK: JSON

    func writeJSON(on console: inout Console) {
        let writer = ReminderJSON(text)
        let end = JSONWriter.document { json in
            json.array("days") { json in
                for day in agenda.days {
                    json.object { json in
                        json.field("date", day.date.description)
                        json.array("items") { json in
                            for item in day.items { json.object { write(item, writer, in: &$0) } }
                        }
                    }
                    console.write(json.drain())
                }
            }
        }
        console.write(end)
    }

    private func write(_ item: Agenda.Item, _ writer: ReminderJSON, in json: inout JSONWriter) {
        writer.fields(of: item.reminder, in: &json)
        json.field("local", item.date.iso)
        json.field("instant", item.date.isAllDay ? nil : item.instant.description)
        json.field("occurrence", item.occurrence?.iso)
        json.field("kind", item.kind.rawValue)
    }
}

extension Columns {
    /// Handle, when, title, badge, tags.
    fileprivate static let agenda = Columns(
        alignments: [.leading, .leading, .leading, .leading, .leading],
        yields: [
            Yield(column: 2, cells: 36), Yield(column: 4, cells: 16), Yield(column: 3, cells: 9),
            Yield(column: 2, cells: 24), Yield(column: 4, cells: 13), Yield(column: 3, cells: 0),
            Yield(column: 2, cells: 16), Yield(column: 4, cells: 0), Yield(column: 2, cells: 4),
        ]
    )
}
