import MemossFiles

extension Command {
    static let dashboard = Command(
        [],
        summary: "reminders and notes in plain text",
        discussion: """
            Without a command, mm shows the dashboard: open reminders in sections, the next seven days with every \
            occurrence of every series, and what was completed in the last seven days. A file records which \
            occurrences of a series were completed, not when, so they go by their own dates. On a terminal it is cut \
            to fit the height, and a section that was cut ends with the command \
            that lists the rest.
            """,
        takesRevision: true,
        examples: ["mm": "Show what is overdue, due today and upcoming."]
    ) { _, session throws(MemossError) in
        let (snapshot, time) = try session.read(keeping: session.keptOfLists)
        let reminders = session.withoutCopies(snapshot.reminders, of: snapshot)
        let dashboard = Dashboard(reminders, snapshot.unreadable, ReminderText(snapshot, time, session.clock))
        if session.isJSON {
            session.console.write(dashboard.json)
        } else {
            dashboard.draw(in: &session.console)
            session.console.flush()
        }
        try session.warnOfStoppedSync()
        return .done
    }
}

/// The sections of the dashboard.
struct Dashboard {
    struct Section {
        /// In JSON, and as the state of a query.
        var key: String
        var name: String
        var heading: Style
        /// All of them, or the first of `total`.
        var reminders: [Reminder]
        var total: Int
    }

    let text: ReminderText
    let sections: [Section]
    /// Today and the days after it.
    let coming: AgendaText
    /// Items of today that no row of a section stands for, by section.
    private let extra: [String: [AgendaText.Card]]
    /// How many reminders of `extra` are not in the section.
    private let others: [String: Int]
    /// The series of which occurrences were completed lately.
    let kept: [KeptSeries]
    /// When the reminders of the last section were completed.
    private let completions: [CivilDateTime]
    private let hasReminders: Bool
    /// Whether the sections have only their first reminders, and those after today none.
    let isCut: Bool

    static let (overdue, today, upcoming, completed) = ("overdue", "today", "upcoming", "completed")
    private static let comingDays = 7

    /// - Parameters:
    ///   - reminders: in path order.
    ///   - unreadable: files that cannot be read.
    ///   - showsAllCompleted: whether to show what was completed at any time.
    ///   - filter: what other occurrences than the current ones have to match, as if each was alone: of an overdue series, the
    ///     next ones are not overdue.
    ///   - most: how many reminders are needed, the first ones; nil for all. If today has more, what comes later is left out.
    init(
        _ reminders: [Reminder],
        _ unreadable: [Reminder],
        _ text: ReminderText,
        showsAllCompleted: Bool = false,
        most: Int? = nil,
        filter: QueryMatcher? = nil
    ) {
        self.text = text
        let time = text.time
        let states = Self.states(of: reminders, in: time)
        func isCurrent(_ status: TimeContext.Status) -> Bool {
            status == .broken || status == .overdue || status == .today
        }
        let isCut = most.map { states.count(where: isCurrent) >= $0 } ?? false
        self.isCut = isCut
        func section(_ status: TimeContext.Status, _ name: String, _ heading: Style) -> Section {
            let isLeftOut = isCut && !isCurrent(status)
            // By index, because going through the reminders would retain every one.
            var all = isLeftOut ? [] : states.indices.filter { states[$0] == status }.map { reminders[$0] }
            if status == .completed, showsAllCompleted {
                all += states.indices.filter { states[$0] == .archived }.map { reminders[$0] }
            }
            // As in a query: what has an occurrence above is no longer upcoming.
            if status == .upcoming { all.removeAll { Agenda.status(of: $0, in: time) != status } }
            let first = isCut ? most ?? .max : .max
            let shown =
                switch status {
                case .today: Array(Self.inOrderOfDay(all, in: time).prefix(first))
                // The newest first, because the list may be cut.
                case .overdue: Array(ReminderOrder.scheduled.sorted(all, in: time, isReversed: true).prefix(first))
                default: ReminderOrder.scheduled.sorted(all, in: time, first: isCut ? most : nil)
                }
            return Section(key: status.rawValue, name: name, heading: heading, reminders: shown, total: all.count)
        }
        let days = isCut ? 1 : 1 + Self.comingDays
        var agenda = Agenda(
            reminders,
            from: time.local.date,
            days: days,
            countsMissed: false,
            skipsDue: isCut,
            in: time
        )
        if let filter { Self.removeOthers(than: filter, from: &agenda) }
        coming = AgendaText(agenda, text)
        var today = agenda.days[0]
        // A row says everything that is current about its reminder.
        today.items.removeAll { $0.isCurrent && [.overdue, .today].contains(time.status($0.reminder)) }
        extra = Dictionary(grouping: coming.cards(of: today)) { card in
            card.item.kind == .overdue ? Self.overdue : Self.today
        }
        others = extra.reduce(into: [:]) { counts, section in
            let items = section.value.map(\.item.reminder).filter { time.status($0).rawValue != section.key }
            counts[section.key] = Set(items.map { PathKey($0.path) }).count
        }
        var completed = section(.completed, "Completed", .dimmed)
        if showsAllCompleted || isCut {
            (kept, completions) = ([], [])
        } else {
            let firstDay = time.local.date.adding(days: -6)
            let recent = Self.recentlyCompleted(completed.reminders, since: firstDay, time)
            (completed.name, completed.reminders, completed.total) =
                ("Recently completed", recent.map(\.reminder), recent.count)
            completions = recent.map(\.time)
            kept = KeptSeries.all(in: reminders, since: firstDay, time)
        }
        var broken = section(.broken, "Needs attention", .overdueHeading)
        let files = unreadable.filter { time.status($0) == .broken }
        broken.reminders += files
        broken.total += files.count
        sections = [
            broken, section(.overdue, "Overdue", .overdueHeading), section(.today, "Today", .todayHeading),
            section(.upcoming, "Upcoming", .heading), section(.undated, "Someday", .heading), completed,
        ]
        hasReminders = reminders.contains { !$0.isNote }
    }

    // MARK: Text

    private enum Line {
        /// With the path of its reminder.
        case row([Columns.Cell], PathKey)
        case day(String)
    }

    /// A section as it is drawn.
    private struct Block {
        var section: Section
        let count: Int
        var lines: [Line]
        /// Set once the rows of all sections are known.
        var layout = Columns.problems.layout(of: [], width: nil)
        let width: Int?
        private let isMixed: Bool
        /// What each day has, in the order of the lines.
        private let days: [(name: String, rows: [PathKey])]
        /// Whether a reminder has several rows, so that the number is not that of the rows.
        private let isRepeated: Bool
        /// The reminders that are counted, if the rows are not only theirs.
        private let own: Set<PathKey>?
        private var isCut = false

        /// - Parameters:
        ///   - lines: all of them, or the first of `total`.
        ///   - days: the rows of each day, of all lines.
        ///   - isMixed: whether occurrences of today that its query does not list are among all of them.
        init(
            _ section: Section,
            _ count: Int,
            _ lines: [Line],
            of total: Int,
            _ days: [(name: String, rows: [PathKey])],
            isMixed: Bool,
            width: Int?
        ) {
            (self.section, self.count, self.lines, self.width) = (section, count, lines, width)
            (self.days, self.isMixed) = (days, isMixed)
            let paths = lines.compactMap { if case .row(_, let path) = $0 { path } else { nil } }
            own = section.key == upcoming ? Set(section.reminders.map { PathKey($0.path) }) : nil
            isRepeated = own.map { $0.count < paths.count } ?? (Set(paths).count < paths.count)
            isCut = lines.count < total
            dropLastDays()
        }

        var rows: [[Columns.Cell]] { lines.compactMap { if case .row(let row, _) = $0 { row } else { nil } } }

        /// Names the command that lists what is not among the lines; nil if nothing is left out.
        var more: String? {
            let shown = Set(lines.compactMap { if case .row(_, let path) = $0 { path } else { nil } })
            let rest = own?.subtracting(shown).count ?? count - shown.count
            // Count reminders, not lines, as the heading does.
            if isMixed { return isCut ? (rest > 0 ? "+\(rest) " : "") + "more: mm agenda --days 1" : nil }
            guard section.key == upcoming else { return rest > 0 ? "+\(rest) more: \(lists)" : nil }
            guard let day = lastDay, day.hidden > 0 else {
                // Days that were cut also have series whose current occurrence is overdue.
                if rest > 0 { return "+\(rest) later: \(isCut ? "mm agenda, " : "")\(lists)" }
                return isCut ? "more: mm agenda" : nil
            }
            let later = own?.subtracting(shown.union(day.paths)).count ?? 0
            return "+\(day.hidden) more \(day.name)"
                + (later > 0 ? ", +\(later) later: mm agenda, \(lists)" : ": mm agenda")
        }

        /// The last day that has lines, how many of its rows have none, and the reminders of all its rows.
        private var lastDay: (name: String, hidden: Int, paths: [PathKey])? {
            guard let start = lines.lastIndex(where: { if case .day = $0 { true } else { false } }) else { return nil }
            let number = lines[...start].count { if case .day = $0 { true } else { false } }
            let day = days[number - 1]
            return (day.name, day.rows.count - (lines.count - 1 - start), day.rows)
        }

        /// With the heading, the blank line before it and the line that names the rest; a section without lines has its
        /// command in the heading.
        var height: Int {
            var heights = lines.map { if case .row(let row, _) = $0 { layout.lineCount(of: row) } else { 1 } }
            let first = 1 + heading.wrapped(to: width, indent: 2).count
            heights.append(more?.wrapped(to: width, indent: 2).count ?? 0)
            return lines.isEmpty ? first : first + heights.reduce(0, +)
        }

        var heading: String {
            let name = Dashboard.heading(section, count, isRepeated: isRepeated)
            let isWhole = !isMixed && !section.reminders.isEmpty
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

        /// Removes lines from the end.
        mutating func keep(_ count: Int) {
            guard lines.count > count else { return }
            lines.removeLast(lines.count - count)
            isCut = true
            dropLastDays()
        }

        /// Days that have no reminders left.
        private mutating func dropLastDays() { while case .day = lines.last { lines.removeLast() } }
    }

    func draw(in console: inout Console) {
        let width = console.width
        // Lines beyond the screen are never shown.
        let most = console.height ?? .max
        var blocks = sections.map { block($0, most, width) }.filter {
            !$0.lines.isEmpty || !$0.section.reminders.isEmpty
        }
        guard !blocks.isEmpty else {
            return console.info(
                hasReminders ? "no open reminders" : "No reminders yet. Add one: mm add Buy milk --scheduled tomorrow"
            )
        }
        let rows = blocks.filter { $0.section.key != "broken" }.flatMap(\.rows)
        let columns = Columns.reminders.layout(of: rows, width: width)
        for index in blocks.indices {
            let isBroken = blocks[index].section.key == "broken"
            blocks[index].layout =
                isBroken ? Columns.problems.layout(of: blocks[index].rows, width: width) : columns
        }
        let headerLines = header.wrapped(to: width, indent: 2).count
        var isTight = false
        if let height = console.height {
            Self.fit(&blocks, in: height - 1 - headerLines)
            isTight = blocks.reduce(0) { $0 + $1.height } > height - 1 - headerLines
            // Without the blank lines. The header counts what matters, so it may stay alone.
            while isTight, blocks.reduce(0, { $0 + $1.height - 1 }) > height - 1 - headerLines {
                if blocks.popLast() == nil { break }
            }
        }
        console.prose(header, .heading)
        for block in blocks {
            if !isTight { console.line() }
            console.prose(block.heading, block.section.heading)
            for line in block.lines {
                switch line {
                case .day(let name): console.line(name, .dimmed)
                case .row(let row, _):
                    console.draw { painter, bytes in block.layout.append(row, painter: &painter, to: &bytes) }
                }
            }
            if !block.lines.isEmpty, let more = block.more { console.prose(more, .dimmed) }
        }
    }

    /// `Sat 21 Nov · 7 overdue · 2 today`.
    var header: String {
        let shown = sections.filter { ["broken", Self.overdue, Self.today].contains($0.key) && count($0) > 0 }
        let words = shown.map { section in
            let count = count(section)
            return "\(count) \(section.key == "broken" ? "need\(count == 1 ? "s" : "") attention" : section.key)"
        }
        return ([day] + words).joined(separator: " · ")
    }

    /// `Sat 21 Nov`.
    var day: String { text.relative(DateValue(text.time.local.date)).shortText }

    /// The number of reminders that a section lists, also for an occurrence that is not the current one.
    func count(_ section: Section) -> Int {
        let kept = section.key == Self.completed ? kept.count : 0
        return section.total + others[section.key, default: 0] + kept
    }

    /// The lines of a section: what is current by time, or the next days with every occurrence.
    func entries(of section: Section) -> [ListEntry] {
        let isBroken = section.key == "broken"
        let own = section.reminders.map { isBroken ? ListEntry.problem($0) : .reminder($0) }
        switch section.key {
        case Self.upcoming:
            return coming.agenda.days.dropFirst().filter { !$0.items.isEmpty }.flatMap { day in
                [.day(day.date)] + coming.cards(of: day).map { .coming($0) }
            }
        case Self.completed where !kept.isEmpty:
            let all = Array(zip(completions, own)) + kept.map { ($0.latest, .kept($0)) }
            return all.indices.sorted { (all[$1].0, $0) < (all[$0].0, $1) }.map { all[$0].1 }
        default:
            guard let cards = extra[section.key] else { return own }
            let isToday = section.key == Self.today
            let due = section.reminders.map { reminder in
                isToday
                    ? Self.placeInDay(of: reminder, in: text.time) : text.time.due(reminder)?.secondsSince1970 ?? .max
            }
            // Later occurrences of an overdue series stand below its current one, which is done first.
            let current = isToday ? [:] : Dictionary(zip(section.reminders.map { PathKey($0.path) }, due)) { $1 }
            let all =
                zip(due, own)
                + cards.map { card in
                    let item = card.item
                    let own = item.date.isAllDay && isToday ? .min : item.instant.secondsSince1970
                    return (current[PathKey(item.reminder.path)] ?? own, .extra(card))
                }
            let sign: Int64 = isToday ? 1 : -1
            func place(_ index: Int) -> (Int64, Int) { (all[index].0 == .min ? .min : sign * all[index].0, index) }
            return all.indices.sorted { place($0) < place($1) }.map { all[$0].1 }
        }
    }

    private func block(_ section: Section, _ most: Int, _ width: Int?) -> Block {
        let entries = entries(of: section)
        let lines = entries.prefix(most).compactMap { entry -> Line? in
            if case .day(let day) = entry { return .day(coming.name(of: day)) }
            return entry.path.map { .row(coming.cells(of: entry), $0) }
        }
        let isMixed = [Self.overdue, Self.today].contains(section.key) && extra[section.key] != nil
        let days = days(of: entries)
        return Block(section, count(section), lines, of: entries.count, days, isMixed: isMixed, width: width)
    }

    /// Each day with the reminders of its rows: `tomorrow`, `on Fri 27 Nov`.
    private func days(of entries: [ListEntry]) -> [(name: String, rows: [PathKey])] {
        var days: [(name: String, rows: [PathKey])] = []
        for entry in entries {
            switch entry {
            case .day(let date):
                let day = text.relative(DateValue(date))
                days.append((day.days == 1 ? "tomorrow" : "on \(day.shortText)", []))
            case .coming(let card): days[days.count - 1].rows.append(PathKey(card.item.reminder.path))
            default: break
            }
        }
        return days
    }

    /// Cuts the sections until they fit: first the long ones, then what matters less today.
    private static func fit(_ blocks: inout [Block], in height: Int) {
        let (late, past) = (["completed", "undated"], [overdue, "broken"])
        // What is due today can still be done in time: it is whole before anything else has a second line.
        let steps = [
            (8, late + [upcoming] + past), (3, late + [upcoming]), (0, late), (3, past), (0, [upcoming]), (1, past),
            (3, [today]), (0, past + [today]),
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
}
