import MemossFiles

/// An agenda as text, day by day, and as JSON.
struct AgendaText {
    /// A limit, because an agenda with every occurrence is held in memory.
    static let mostDays = 3_660

    let agenda: Agenda
    let text: ReminderText

    init(_ agenda: Agenda, _ text: ReminderText) { (self.agenda, self.text) = (agenda, text) }

    private var today: CivilDate { text.time.local.date }

    // MARK: Text

    func draw(in console: inout Console) {
        let days = agenda.days.map { day in
            let sections = sections(of: day).map { ($0, rows: $0.cards.map(row)) }
            return (date: day.date, overdue: Self.overdueReminders(of: day), sections: sections)
        }
        let rows = days.flatMap(\.sections).flatMap { section, rows in rows.map { (section.isOverdue, $0) } }
        let layouts = layouts(of: rows, width: console.width)
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
        for (date, overdue, sections) in days {
            if !sections.isEmpty { closeFree() }
            for (section, rows) in sections {
                // Name the unit if the count is not the number of rows.
                let unit = overdue == rows.count ? "" : " reminder" + (overdue == 1 ? "" : "s")
                begin(section.isOverdue ? "\(section.heading) (\(overdue)\(unit))" : section.heading, section.style)
                let layout = section.isOverdue ? layouts.overdue : layouts.others
                console.draw { painter, bytes in
                    for row in rows { layout.append(row, painter: &painter, to: &bytes) }
                }
            }
            // Today counts as free if it lists only overdue reminders.
            let isFree = sections.isEmpty || date == today && sections.allSatisfy(\.0.isOverdue)
            if isFree { free.append(date) }
        }
        closeFree()
    }

    /// One layout for all rows. Overdue rows get their own if their long dates would cut titles.
    private func layouts(
        of rows: [(isOverdue: Bool, cells: [Columns.Cell])],
        width: Int?
    ) -> (overdue: Columns.Layout, others: Columns.Layout) {
        func layout(_ isWanted: (Bool) -> Bool) -> Columns.Layout {
            Columns.agenda.layout(of: rows.filter { isWanted($0.isOverdue) }.map(\.cells), width: width)
        }
        let (all, others) = (layout { _ in true }, layout { !$0 })
        let title = Columns.agendaTitle
        return others.widths[title] > all.widths[title] ? (layout { $0 }, others) : (all, all)
    }

    /// The number of reminders, which can have several items each.
    static func overdueReminders(of day: Agenda.Day) -> Int {
        Set(day.items.lazy.filter { $0.kind == .overdue }.map { PathKey($0.reminder.path) }).count
    }

    /// `Sat 21 Nov · today`.
    func name(of day: CivilDate) -> String {
        let relative = text.relative(DateValue(day))
        let near = (-1...1).contains(relative.days) ? " · \(relative.distance)" : ""
        return relative.shortText + near
    }

    /// A line in a day.
    struct Card {
        var item: Agenda.Item
        /// The occurrences that the line represents.
        var all: [Agenda.Item]
    }

    /// What is overdue, and the rest of a day, unless it is empty.
    struct Section {
        let heading: String
        let style: Style
        let isOverdue: Bool
        let cards: [Card]
    }

    func sections(of day: Agenda.Day) -> [Section] {
        let (cards, name, isToday) = (cards(of: day), name(of: day.date), day.date == today)
        let (late, others) = (cards.filter { $0.item.kind == .overdue }, cards.filter { $0.item.kind != .overdue })
        let heading = isToday ? "Overdue" : name + " · overdue"
        return [
            Section(heading: heading, style: .overdueHeading, isOverdue: true, cards: late),
            Section(heading: name, style: isToday ? .todayHeading : .heading, isOverdue: false, cards: others),
        ].filter { !$0.cards.isEmpty }
    }

    /// The lines of a day. Occurrences of a series that are left, or were missed, share one line.
    func cards(of day: Agenda.Day) -> [Card] {
        struct Group: Hashable {
            var path: PathKey
            var kind: Agenda.Kind
        }
        /// Nil if the item has a line of its own.
        func group(_ item: Agenda.Item) -> Group? {
            // An overdue occurrence on another day was missed before the range.
            guard item.occurrence?.isAllDay == false, item.kind != .snooze, item.date.date == day.date,
                !item.isDeadline || item.reminder.separateDeadline == nil
            else { return nil }
            return Group(path: PathKey(item.reminder.path), kind: item.kind)
        }
        let groups = day.items.map(group)
        var all: [Group: [Agenda.Item]] = [:]
        for (item, group) in zip(day.items, groups) { if let group { all[group, default: []].append(item) } }
        return zip(day.items, groups).compactMap { item, group in
            guard let all = group.flatMap({ all[$0] }), all.count > 1 else {
                return Card(item: item, all: [item])
            }
            return all.first == item ? Card(item: item, all: all) : nil
        }
    }

    /// The row in the columns of an agenda.
    func row(_ card: Card) -> [Columns.Cell] {
        let row = cells(card, when: when(card.item, card.all))
        return [row[0], row[2], row[1], row[3], row[4], row[5]]
    }

    /// The row in the columns of a listing.
    func listRow(_ card: Card) -> [Columns.Cell] { cells(card, when: when(card.item, card.all)) }

    /// The same row among today's reminders, with their wording.
    func rowOfToday(_ card: Card) -> [Columns.Cell] {
        var card = card
        if card.item.kind == .overdue, !card.item.isCurrent, card.item.date.date < today {
            card.item.missed = Agenda.missedBeforeToday(of: card.item.reminder, isCurrent: false, in: text.time)
        }
        var when = when(card.item, card.all)
        if card.all.count == 1, card.item.date.date == today {
            switch card.item.kind {
            case .overdue: when = card.item.isDeadline ? when : "overdue \(when)"
            case .occurrence, .deadline:
                let offset = text.offset(of: card.item.date, at: card.item.instant)
                when = (card.item.isDeadline ? "due " : "") + text.relative(card.item.date).text + offset
            case .snooze: break
            }
        }
        return cells(card, when: when, card.item.kind == .overdue ? .overdue : .today)
    }

    private func cells(_ card: Card, when: String, _ style: Style? = nil) -> [Columns.Cell] {
        let reminder = card.item.reminder
        return [
            .text(text.handle(of: reminder), .handle), text.titleWithBoxes(of: reminder),
            .text(when, style ?? self.style(of: card.item)),
            .text(ReminderText.missed(card.item.missed), .overdue),
            .whole(text.badge(reminder), .badge), .chips(text.chips(of: reminder)),
        ]
    }

    private func when(_ item: Agenda.Item, _ all: [Agenda.Item]) -> String {
        let day = text.relative(item.date)
        let offset = text.offset(of: item.date, at: item.instant)
        let clock = item.date.time.map { $0.text(text.clock) + offset }
        switch item.kind {
        case .overdue:
            let isOver = day.days == 0 && item.date.isAllDay
            let text = isOver ? text.elsewhere(item.reminder, "over") : span(all) ?? (day.days == 0 ? clock : day.text)
            return (item.isDeadline ? "due " : "") + (text ?? "all day")
        case .snooze: return clock.map { "snoozed \($0)" } ?? "snoozed"
        case .deadline: return (span(all) ?? clock).map { "due \($0)" } ?? "due"
        case .occurrence:
            return span(all) ?? clock ?? (isToday(elsewhere: item) ? text.elsewhere(item.reminder, "today") : nil)
                ?? "all day"
        }
    }

    /// Whether an all-day item is listed under today because it is that day in the time zone of the reminder.
    private func isToday(elsewhere item: Agenda.Item) -> Bool {
        item.date.isAllDay && item.date.date != today && text.time.hasBegun(item.date, of: item.reminder)
            && agenda.days.contains { $0.date == today }
    }

    /// `08:00–09:45 8×`; nil for a single occurrence.
    private func span(_ all: [Agenda.Item]) -> String? {
        guard all.count > 1, let first = all.first?.date.time, let last = all.last?.date.time else { return nil }
        return "\(first.text(text.clock))–\(last.text(text.clock)) \(all.count)×"
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
                        json.objects("items", day.items) { write($0, writer, in: &$1) }
                    }
                    console.write(json.drain())
                }
            }
            json.skipped(text.unread)
        }
        console.write(end)
    }

    private func write(_ item: Agenda.Item, _ writer: ReminderJSON, in json: inout JSONWriter) {
        writer.fields(of: item.reminder, in: &json)
        item.fields(in: &json)
    }
}

extension Agenda.Item {
    func fields(in json: inout JSONWriter) {
        json.field("local", date.iso)
        json.field("instant", date.isAllDay ? nil : instant.description)
        json.field("occurrence", occurrence?.iso)
        json.field("kind", kind.rawValue)
    }
}

extension Columns {
    static let agendaTitle = 2
    /// Handle, when, title, how many more were missed, badge, tags.
    static let agenda = Columns(
        6,
        yields: [(2, 36), (5, 16), (4, 9), (2, 24), (5, 13), (4, 0), (2, 16), (5, 0), (3, 0), (2, 4)],
        below: 3..<6,
        tail: 3..<6,
        under: 1
    )
}
