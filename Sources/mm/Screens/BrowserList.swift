import Exchange
import Interaction
import MemossFiles

/// The contents of a view of `mm ui`: headings, days and rows, in order.
struct BrowserList {
    enum Line {
        case heading(String, Style)
        case day(String)
        case blank
        /// An index into `entries`.
        case row(Int)
    }

    /// Whether rows at the end are missing.
    private(set) var isCut = false
    /// The title on the first line of the screen.
    private(set) var title = ""
    private(set) var lines: [Line] = []
    private(set) var entries: [ListEntry] = []
    private(set) var rows: [Browser.Row] = []
    /// For each row, its index in `lines`.
    private(set) var places: [Int] = []
    /// The message if there are no rows.
    private(set) var isEmptyBecause = ""
    private(set) var habits: HabitRows?
    private(set) var month: MonthGrid?
    /// The day of each row in a month.
    private(set) var days: [CivilDate] = []
    let text: ReminderText
    /// Whether other files of the folder are still to be read, so that nothing can be counted.
    private var isPart = false

    /// An empty list without a folder.
    init() {
        let time = TimeContext(now: Instant(secondsSince1970: 0), zone: .utc, allDayAt: .midnight)
        text = ReminderText(Snapshot(registry: TagRegistry()), time, .hours24)
    }

    /// What a filter leaves of a folder.
    struct Matches {
        let wanted: Query
        let files: [Reminder]
        let unreadable: [Reminder]

        init(_ query: Query, in view: Browser.View, of snapshot: Snapshot, _ time: TimeContext) {
            wanted = BrowserList.wanted(by: query, in: view)
            let matcher = QueryMatcher(wanted, registry: snapshot.registry, context: time)
            files = snapshot.reminders.filter(matcher.matches)
            unreadable = query.asksForBroken ? snapshot.unreadable.filter(matcher.matches) : []
        }
    }

    /// - Parameters:
    ///   - page: the number of weeks or months after the current one.
    ///   - query: the filter.
    ///   - matches: what it leaves.
    ///   - most: how many rows are needed, from the first; nil for all.
    ///   - isPart: whether the snapshot has only the first files of the folder.
    init(
        _ view: Browser.View,
        page: Int,
        of snapshot: Snapshot,
        _ time: TimeContext,
        _ clock: Clock,
        _ query: Query?,
        _ matches: Matches?,
        most: Int? = nil,
        isPart: Bool = false
    ) {
        text = ReminderText(snapshot, time, clock, hasHandles: false)
        self.isPart = isPart
        let files = snapshot.withoutCopies(matches?.files ?? snapshot.reminders)
        let unreadable = matches?.unreadable ?? snapshot.unreadable
        switch view {
        case .dashboard: addDashboard(files, unreadable, query, most)
        case .agenda: addAgenda(files, page)
        case .calendar: addMonth(files, page, snapshot)
        case .habits: addHabits(files)
        case .notes:
            let notes = ReminderOrder.title.sorted(files.filter(\.isNote), in: time)
            title = "Notes" + (notes.isEmpty ? "" : " (\(notes.count))")
            for note in notes { add(.reminder(note), section: 0) }
            isEmptyBecause = "No notes. Notes are files that are not reminders; add one with 'a'."
        }
        if query != nil { isEmptyBecause = "Nothing matches the filter." }
        if isPart { isEmptyBecause = "" }
    }

    /// Says why there are no rows.
    mutating func explainEmptiness(by text: String) { isEmptyBecause = "Nothing matches the filter: \(text)" }

    /// As in a listing, except that the dashboard always includes recently completed reminders.
    static func wanted(by query: Query, in view: Browser.View) -> Query {
        view == .notes ? query : query.listed(withCompleted: view == .dashboard)
    }

    func cells(of entry: ListEntry) -> [Columns.Cell] {
        let calendar = AgendaText(Agenda([], from: text.time.local.date, days: 0, in: text.time), text)
        var cells = calendar.cells(of: entry)
        guard !cells.isEmpty else { return [] }
        // No handle is needed, because the cursor selects.
        cells[0] = .text("")
        switch entry {
        // Instead of the mark in the title, there is a check.
        case .reminder(let reminder):
            cells[1] = text.titleWithBoxes(of: reminder, reminder.isCompleted ? .dimmed : .plain, isMarked: false)
        case .problem(let reminder):
            cells[1] = .text(Printable.line(reminder.title), reminder.isCompleted ? .dimmed : .plain)
        case .kept(let series): cells[1] = .text(Printable.line(series.reminder.title), .dimmed)
        default: break
        }
        return cells
    }

    /// The check mark of an entry, which does not rely on colour.
    func check(of entry: ListEntry) -> String {
        if case .kept = entry { return "✓" }
        if case .day = entry { return " " }
        let mark = entry.reminder.map(text.mark) ?? ""
        return mark.isEmpty ? "○" : mark
    }

    // MARK: Building

    private mutating func add(_ entry: ListEntry, section: Int) {
        guard let reminder = entry.reminder else { return }
        var row = Browser.Row(section: section, path: PathKey(reminder.path), isCompleted: reminder.isCompleted)
        switch entry {
        case .coming(let card), .extra(let card), .planned(let card):
            let item = card.item
            row.occurrence = item.isCurrent ? nil : item.occurrence
            row.isAhead =
                item.date.isAllDay ? item.date.date > text.time.local.date : item.instant > text.time.now
        // The occurrence that the row shows.
        case .kept(let series): (row.isCompleted, row.occurrence) = (true, series.occurrences.first)
        case .reminder, .habit: row.isAhead = reminder.date.map { isAhead($0, of: reminder) } ?? false
        case .problem, .day: break
        }
        places.append(lines.count)
        lines.append(.row(entries.count))
        entries.append(entry)
        rows.append(row)
    }

    private func isAhead(_ date: DateValue, of reminder: Reminder) -> Bool {
        date.isAllDay ? !text.time.hasBegun(date, of: reminder) : !text.time.hasPassed(date, of: reminder)
    }

    private mutating func addHeading(_ name: String, _ style: Style) {
        if !lines.isEmpty { lines.append(.blank) }
        lines.append(.heading(name, style))
    }

    private mutating func addDashboard(
        _ files: [Reminder],
        _ unreadable: [Reminder],
        _ query: Query?,
        _ most: Int?
    ) {
        let all = query?.asksForCompleted == true
        let filter = query.map { query in
            QueryMatcher(Self.wanted(by: query, in: .dashboard), registry: text.registry, context: text.time)
        }
        let dashboard = Dashboard(files, unreadable, text, showsAllCompleted: all, most: most, filter: filter)
        title = isPart ? dashboard.day : dashboard.header
        isCut = dashboard.isCut
        for (number, section) in dashboard.sections.enumerated() {
            if isCut, let most, rows.count >= most { return }
            let entries = dashboard.entries(of: section)
            var later: [Reminder] = []
            if section.key == Dashboard.upcoming {
                let shown = Set(entries.compactMap(\.path))
                later = section.reminders.filter { !shown.contains(PathKey($0.path)) }
            }
            let count = dashboard.count(section)
            if !entries.isEmpty {
                let paths = entries.compactMap(\.path)
                let isRepeated = Set(paths).count < paths.count
                let name = isPart ? section.name : Dashboard.heading(section, count, isRepeated: isRepeated)
                addHeading(name, section.heading)
            }
            var day = number
            for entry in entries {
                if case .day(let date) = entry {
                    lines.append(.day(dashboard.coming.name(of: date)))
                    day = Self.firstDay + date.daysSinceEpoch
                }
                if case .coming = entry { add(entry, section: day) } else { add(entry, section: number) }
            }
            if !later.isEmpty {
                addHeading("Upcoming, later" + (isPart ? "" : " (\(later.count) of \(count))"), section.heading)
                for reminder in later { add(.reminder(reminder), section: number) }
            }
        }
        if query?.asksForNotes == true {
            let notes = files.filter(\.isNote)
            if !notes.isEmpty { addHeading("Notes (\(notes.count))", .heading) }
            for note in notes { add(.reminder(note), section: dashboard.sections.count) }
        }
        isEmptyBecause =
            files.contains { !$0.isNote }
            ? "No open reminders. Press 'a' to add one." : "No reminders yet. Press 'a' to add one."
    }

    /// Smaller section numbers are not days.
    private static let firstDay = 1 << 24

    /// Whether a section is a day, and not before this one.
    static func isDay(_ section: Int, from first: CivilDate) -> Bool { section >= firstDay + first.daysSinceEpoch }

    private mutating func addAgenda(_ files: [Reminder], _ page: Int) {
        let first = text.time.local.date.adding(days: 7 * page)
        let agenda = Agenda(files, from: first, days: 7, in: text.time)
        let range = [first, first.adding(days: 6)].map { text.relative(DateValue($0)).shortText }
        title = "Agenda · " + range.joined(separator: " – ")
        addDays(agenda)
        isEmptyBecause = "Nothing is planned for these days."
    }

    /// - Parameter showsFree: whether a day without reminders has a line too.
    private mutating func addDays(_ agenda: Agenda, showsFree: Bool = false) {
        let calendar = AgendaText(agenda, text)
        for day in agenda.days {
            if showsFree, day.items.isEmpty { addFree(day.date) }
            for section in calendar.sections(of: day) {
                addHeading(section.heading, section.style)
                for card in section.cards {
                    add(.planned(card), section: Self.firstDay + day.date.daysSinceEpoch)
                    days.append(day.date)
                    if showsFree { proposeDay() }
                }
            }
        }
    }

    private mutating func addFree(_ day: CivilDate) {
        let isAfterFree = if let last = entries.last, case .day = last { true } else { false }
        if !lines.isEmpty, !isAfterFree { lines.append(.blank) }
        places.append(lines.count)
        lines.append(.row(entries.count))
        entries.append(.day(day))
        rows.append(Browser.Row(freeDay: Self.firstDay + day.daysSinceEpoch))
        days.append(day)
        proposeDay()
    }

    /// Has what is added at the last row come on its day. Today needs no date, and the past is over.
    private mutating func proposeDay() {
        guard let day = days.last, day > text.time.local.date else { return }
        rows[rows.count - 1].dayOfAddition = day
    }

    /// `Fri 4 Dec · tomorrow · free`
    func freeText(of day: CivilDate) -> String {
        AgendaText(Agenda([], from: day, days: 0, in: text.time), text).name(of: day) + " · free"
    }

    private mutating func addMonth(_ files: [Reminder], _ page: Int, _ snapshot: Snapshot) {
        let today = text.time.local.date
        let first = today.adding(days: 1 - today.day).adding(months: page)
        let count = first.adding(months: 1).daysSinceEpoch - first.daysSinceEpoch
        let agenda = Agenda(files, from: first, days: count, in: text.time)
        let month = MonthGrid(agenda.days, snapshot, text.time)
        self.month = month
        title = "Calendar · " + month.title
        addDays(agenda, showsFree: true)
        isEmptyBecause = "Nothing is due in this month."
    }

    private mutating func addHabits(_ files: [Reminder]) {
        let open = files.filter { $0.recurrence != nil && !$0.isCompleted && !$0.isNote }
        let rows = HabitRows(ReminderOrder.scheduled.sorted(open, in: text.time), text)
        habits = rows
        title = "Habits" + (rows.isEmpty ? "" : " (\(rows.series.count))")
        for (index, series) in rows.series.enumerated() { add(.habit(index, series.reminder), section: 0) }
        isEmptyBecause = "No series is open. Add one with 'a', such as: Stretch @daily"
    }
}
