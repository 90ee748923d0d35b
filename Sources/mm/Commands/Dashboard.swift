import MemossFiles

extension Command {
    static let dashboard = Command(
        syntax: CommandSyntax(
            [],
            summary: "reminders and notes in plain text",
            discussion: """
                Without a command, mm shows the dashboard: open reminders in sections, the next seven days with every \
                occurrence of every series, and what was completed in the last seven days, also of series. On a terminal it is cut \
                to fit the height, and a section that was cut ends with the command that lists the rest.
                """,
            examples: [CommandSyntax.Example("mm", "Show what is overdue, due today and upcoming.")]
        )
    ) { _, session throws(MemossError) in
        let (snapshot, time) = try session.read()
        let dashboard = Dashboard(snapshot, time, session.clock)
        if session.isJSON {
            session.console.write(dashboard.json)
        } else {
            dashboard.draw(in: &session.console)
        }
        return .done
    }
}

/// The sections of the dashboard.
struct Dashboard {
    private struct Section {
        /// In JSON, and as the state of a query.
        var key: String
        var name: String
        var heading: Style
        var reminders: [Reminder]
        /// What the section lists of its reminders and of others, as in the agenda.
        var items: [Agenda.Item] = []
    }

    private let text: ReminderText
    private let sections: [Section]
    /// Today and the days after it.
    private let coming: AgendaText
    /// Items of today that no row of a section stands for, by section.
    private let extra: [String: [AgendaText.Card]]
    /// How many more occurrences were missed before today, by the path of the reminder.
    private let missed: [PathKey: Int]
    /// The series of which occurrences were completed lately.
    private let kept: [KeptSeries]
    /// When the reminders of the last section were completed.
    private let completions: [CivilDateTime]
    private let hasReminders: Bool

    private static let (overdue, today, upcoming, completed) = ("overdue", "today", "upcoming", "completed")
    private static let comingDays = 7

    init(_ snapshot: Snapshot, _ time: TimeContext, _ clock: Clock) {
        text = ReminderText(snapshot, time, clock)
        var byStatus: [TimeContext.Status: [Reminder]] = [:]
        for reminder in ReminderOrder.scheduled.sorted(snapshot.reminders, in: time) + snapshot.unreadable {
            byStatus[time.status(reminder), default: []].append(reminder)
        }
        func section(_ status: TimeContext.Status, _ name: String, _ heading: Style) -> Section {
            Section(key: status.rawValue, name: name, heading: heading, reminders: byStatus[status] ?? [])
        }
        let agenda = Agenda(snapshot.reminders, from: time.local.date, days: 1 + Self.comingDays, in: time)
        coming = AgendaText(agenda, text)
        let all = agenda.days[0].items
        var today = agenda.days[0]
        // A row says everything that is current about its reminder.
        today.items.removeAll { $0.isCurrent && [.overdue, .today].contains(time.status($0.reminder)) }
        extra = Dictionary(grouping: coming.cards(of: today, most: 1)) { card in
            card.item.kind == .overdue ? Self.overdue : Self.today
        }
        let counts = all.lazy.filter { $0.missed > 0 }.map { (PathKey($0.reminder.path), $0.missed) }
        missed = Dictionary(counts) { max($0, $1) }
        var completed = section(.completed, "Recently completed", .dimmed)
        let firstDay = time.local.date.adding(days: -6)
        let recent = Self.recentlyCompleted(completed.reminders, since: firstDay, time)
        completed.reminders = recent.map(\.reminder)
        completions = recent.map(\.time)
        kept = KeptSeries.all(in: snapshot.reminders, since: firstDay, time)
        var (overdue, now) = (section(.overdue, "Overdue", .overdueHeading), section(.today, "Today", .todayHeading))
        overdue.items = all.filter { $0.kind == .overdue }
        let late = Set(overdue.reminders.map { PathKey($0.path) })
        now.items = all.filter { item in
            item.kind != .overdue && !(item.isCurrent && late.contains(PathKey(item.reminder.path)))
        }
        var upcoming = section(.upcoming, "Upcoming", .heading)
        upcoming.items = agenda.days.dropFirst().flatMap(\.items)
        sections = [
            section(.broken, "Needs attention", .overdueHeading), overdue, now, upcoming,
            section(.undated, "Someday", .heading), completed,
        ]
        hasReminders = snapshot.reminders.contains { !$0.isNote }
    }

    /// The reminders completed since a day, latest first.
    private static func recentlyCompleted(
        _ completed: [Reminder],
        since first: CivilDate,
        _ time: TimeContext
    ) -> [(time: CivilDateTime, reminder: Reminder)] {
        let dated = completed.compactMap { reminder -> (CivilDateTime, Reminder)? in
            guard case .on(let value) = reminder.completed else { return nil }
            let clock = value.clock(in: time.zone(of: reminder), allDayAt: .midnight)
            return clock.date >= first ? (clock, reminder) : nil
        }
        return dated.sorted { $0.0 > $1.0 }.map { (time: $0, reminder: $1) }
    }

    // MARK: Text

    private enum Line {
        /// With the path of its reminder, if that is one of the section.
        case row([Columns.Cell], PathKey?)
        case day(String)
    }

    /// A section as it is drawn.
    private struct Block {
        var section: Section
        /// The number of reminders.
        let count: Int
        var lines: [Line]
        /// Set once the rows of all sections are known.
        var layout = Columns.problems.layout(of: [], width: nil)
        let width: Int?
        /// The number of lines if the section is mixed: occurrences of today that its query does not list are among them.
        private let mixed: Int?
        private var isCut = false

        init(_ section: Section, _ count: Int, _ lines: [Line], width: Int?) {
            (self.section, self.count, self.lines, self.width) = (section, count, lines, width)
            let isMixed =
                [Dashboard.overdue, Dashboard.today].contains(section.key)
                && lines.contains { if case .row(_, nil) = $0 { true } else { false } }
            mixed = isMixed ? lines.count : nil
        }

        var rows: [[Columns.Cell]] { lines.compactMap { if case .row(let row, _) = $0 { row } else { nil } } }

        /// Names the command that lists what is not among the lines; nil if nothing is left out.
        var more: String? {
            if let mixed { return isCut ? "+\(mixed - lines.count) more: mm agenda --days 1" : nil }
            let shown = Set(lines.compactMap { if case .row(_, let path) = $0 { path } else { nil } })
            let rest = count - shown.count
            let isUpcoming = section.key == upcoming
            if rest > 0 {
                // Days that were cut also have series whose current occurrence is overdue.
                let cut = isUpcoming && isCut ? "mm agenda, " : ""
                return "+\(rest) \(isUpcoming ? "later" : "more"): \(cut)\(lists)"
            }
            return isCut ? "more: mm agenda" : nil
        }

        /// With the heading, the blank line before it and the line that names the rest; a section without lines has its
        /// command in the heading.
        var height: Int {
            let heights = lines.map { if case .row(let row, _) = $0 { layout.lineCount(of: row) } else { 1 } }
            let first = 1 + heading.wrapped(to: width, indent: 2).count
            return lines.isEmpty ? first : first + heights.reduce(0, +) + (more == nil ? 0 : 1)
        }

        var heading: String {
            let name = section.name + (count == 0 ? "" : " (\(count))")
            let isWhole = mixed == nil && !section.reminders.isEmpty
            let agenda = section.key == upcoming ? "mm agenda" : "mm agenda --days 1"
            let command = isWhole || section.key == completed ? lists : agenda
            return lines.isEmpty ? "\(name): \(command)" : name
        }

        /// The commands that list the reminders.
        private var lists: String {
            let list = "mm list is:\(section.key)"
            guard section.key == completed, count > section.reminders.count else { return list }
            return section.reminders.isEmpty ? "mm habits" : list + ", mm habits"
        }

        /// Removes lines from the end, and days that have no reminders left.
        mutating func keep(_ count: Int) {
            guard lines.count > count else { return }
            lines.removeLast(lines.count - count)
            while case .day = lines.last { lines.removeLast() }
            isCut = true
        }
    }

    func draw(in console: inout Console) {
        let width = console.width
        var blocks = sections.map { block($0, width) }.filter { !$0.lines.isEmpty || !$0.section.reminders.isEmpty }
        guard !blocks.isEmpty else {
            return console.info(
                hasReminders ? "no open reminders" : "No reminders yet. Add one: mm add Buy milk --scheduled tomorrow"
            )
        }
        if let height = console.height {
            // Lines beyond the screen are never shown, so do not measure them.
            for index in blocks.indices { blocks[index].keep(height) }
        }
        let rows = blocks.filter { $0.section.key != "broken" }.flatMap(\.rows)
        let columns = Columns.reminders.layout(of: rows, width: width)
        for index in blocks.indices {
            let isBroken = blocks[index].section.key == "broken"
            blocks[index].layout =
                isBroken ? Columns.problems.layout(of: blocks[index].rows, width: width) : columns
        }
        let headerLines = header.wrapped(to: width, indent: 2).count
        if let height = console.height { Self.fit(&blocks, in: height - 1 - headerLines) }
        console.prose(header, .heading)
        for block in blocks {
            console.line()
            console.prose(block.heading, block.section.heading)
            for line in block.lines {
                switch line {
                case .day(let name): console.line(name, .dimmed)
                case .row(let row, _):
                    console.draw { painter, bytes in block.layout.append(row, painter: &painter, to: &bytes) }
                }
            }
            if !block.lines.isEmpty, let more = block.more { console.line(more, .dimmed) }
        }
    }

    /// `Sat 21 Nov · 7 overdue · 2 today`.
    private var header: String {
        let shown = sections.filter { ["broken", Self.overdue, Self.today].contains($0.key) && count($0) > 0 }
        let words = shown.map { "\(count($0)) \($0.key == "broken" ? "need attention" : $0.key)" }
        return ([text.relative(DateValue(text.time.local.date)).shortText] + words).joined(separator: " · ")
    }

    /// The number of reminders that have a line in a section of today.
    private func count(_ section: Section) -> Int {
        let items = extra[section.key, default: []].map(\.item.reminder)
        return Set((section.reminders + items).map { PathKey($0.path) }).count
    }

    private func block(_ section: Section, _ width: Int?) -> Block {
        guard section.key == Self.upcoming else {
            let own = section.reminders.map { reminder -> (due: Int64, line: Line) in
                let missed = missed[PathKey(reminder.path)] ?? 0
                let row = section.key == "broken" ? text.problemRow(reminder) : text.row(reminder, missed: missed)
                return (text.time.due(reminder)?.secondsSince1970 ?? .max, .row(row, PathKey(reminder.path)))
            }
            if section.key == Self.completed, !kept.isEmpty {
                let rows = kept.map { ($0.latest, Line.row($0.row(text), PathKey($0.reminder.path))) }
                let lines = zip(completions, own).map { ($0, $1.line) } + rows
                let places = lines.indices.sorted { (lines[$1].0, $0) < (lines[$0].0, $1) }
                return Block(section, count(section) + kept.count, places.map { lines[$0].1 }, width: width)
            }
            guard let cards = extra[section.key] else {
                return Block(section, count(section), own.map(\.line), width: width)
            }
            let all = own + cards.map { ($0.item.instant.secondsSince1970, .row(coming.rowOfToday($0), nil)) }
            let places = all.indices.sorted { (all[$0].due, $0) < (all[$1].due, $1) }
            return Block(section, count(section), places.map { all[$0].line }, width: width)
        }
        let own = Set(section.reminders.map { PathKey($0.path) })
        let lines = coming.agenda.days.dropFirst().filter { !$0.items.isEmpty }.flatMap { day -> [Line] in
            [.day(coming.name(of: day.date))]
                + coming.cards(of: day).map { card in
                    let path = PathKey(card.item.reminder.path)
                    return .row(coming.listRow(card), own.contains(path) ? path : nil)
                }
        }
        return Block(section, count(section), lines, width: width)
    }

    /// Cuts the sections until they fit: first the long ones, then what matters less today.
    private static func fit(_ blocks: inout [Block], in height: Int) {
        let late = ["completed", "undated"]
        let soon = ["today", "overdue", "broken"]
        let steps = [
            (8, late + [upcoming] + soon), (3, late + [upcoming]), (0, late), (3, soon), (0, [upcoming] + soon),
        ]
        for (least, keys) in steps {
            for key in keys {
                guard let index = blocks.firstIndex(where: { $0.section.key == key }) else { continue }
                while blocks[index].lines.count > least, blocks.reduce(0, { $0 + $1.height }) > height {
                    blocks[index].keep(blocks[index].lines.count - 1)
                }
            }
        }
    }

    // MARK: JSON

    var json: [UInt8] {
        JSONWriter.document { json in
            let writer = ReminderJSON(text)
            for section in sections {
                json.array(section.key) { json in
                    for (reminder, items) in listed(in: section) {
                        json.object { json in
                            writer.fields(of: reminder, in: &json)
                            if ![Self.overdue, Self.today, Self.upcoming].contains(section.key) { return }
                            json.array("items") { json in for item in items { json.object { item.fields(in: &$0) } } }
                        }
                    }
                    guard section.key == Self.completed else { return }
                    for series in kept {
                        json.object { json in
                            writer.fields(of: series.reminder, in: &json)
                            json.field("occurrences", series.occurrences.map(\.iso))
                        }
                    }
                }
            }
            json.skipped(text.unread, besides: sections.flatMap(\.reminders))
        }
    }

    /// The reminders of a section and those of its items, each once, as the text lists them.
    private func listed(in section: Section) -> [(reminder: Reminder, items: [Agenda.Item])] {
        let items = Dictionary(grouping: section.items) { PathKey($0.reminder.path) }
        var seen = Set(section.reminders.map { PathKey($0.path) })
        let others = section.items.map(\.reminder).filter { seen.insert(PathKey($0.path)).inserted }
        return (section.reminders + others).map { ($0, items[PathKey($0.path)] ?? []) }
    }
}
