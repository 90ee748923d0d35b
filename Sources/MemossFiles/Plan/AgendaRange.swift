/// The days of an agenda, which select the items of each reminder.
struct AgendaRange: Sendable {
    private let first: CivilDate
    private let last: CivilDate
    private let context: TimeContext
    private let today: CivilDate
    private let includesToday: Bool
    /// Dates before `earliest` or after `latest` are out of range in every time zone: local dates never differ by more
    /// than two days.
    private let earliest: CivilDate
    private let latest: CivilDate

    init(from first: CivilDate, through last: CivilDate, in context: TimeContext) {
        (self.first, self.last, self.context) = (first, last, context)
        today = context.local.date
        includesToday = first <= today && today <= last
        earliest = includesToday ? .min : first.adding(days: -2)
        latest = last.adding(days: 2)
    }

    /// The items of an open reminder, each with the day that it is listed on. A file in conflict has those of all sides.
    func items(of reminder: Reminder, _ rules: inout SeriesQueue.Rules) -> [(item: Agenda.Item, day: CivilDate)] {
        guard !reminder.isNote, !reminder.isCompleted else { return [] }
        var items = Items(reminder)
        for side in reminder.openVersions { add(side, to: &items, &rules) }
        return items.found
    }

    /// The items of one reminder, without duplicates.
    private struct Items {
        private(set) var found: [(item: Agenda.Item, day: CivilDate)] = []
        private let reminder: Reminder
        /// For a file in conflict, whose sides mostly agree.
        private var seen: Set<Agenda.Item> = []
        /// Where the missed occurrence of each day is, since one represents all.
        private var overdue: [CivilDate: Int] = [:]

        init(_ reminder: Reminder) { self.reminder = reminder }

        mutating func add(
            _ kind: Agenda.Kind,
            _ date: DateValue,
            _ instant: Instant,
            _ occurrence: DateValue?,
            on day: CivilDate
        ) {
            let item = Agenda.Item(reminder: reminder, kind: kind, date: date, instant: instant, occurrence: occurrence)
            if !reminder.versions.isEmpty, !seen.insert(item).inserted { return }
            if kind == .overdue, occurrence != nil {
                if let index = overdue[day] {
                    if instant < found[index].item.instant { found[index].item = item }
                    return
                }
                overdue[day] = found.count
            }
            found.append((item, day))
        }
    }

    private func add(_ side: Reminder, to items: inout Items, _ rules: inout SeriesQueue.Rules) {
        let snooze = side.snoozed.flatMap { date in
            let instant = context.instant(of: date, in: side)
            return instant > context.now ? (date: date, instant: instant) : nil
        }
        let rule = side.recurs ? side.recurrence.flatMap { rules.rule($0) } : nil
        if let snooze {
            let occurrence = rule == nil ? nil : side.date.map { nominal($0, of: side) }
            let shown = shown(snooze.date, at: snooze.instant, of: side)
            place(.snooze, shown, snooze.instant, occurrence, false, in: &items)
        }
        if let deadline = side.separateDeadline {
            add(.deadline, deadline, of: side, hasPassed: { context.hasPassed(deadline, of: side) }, to: &items)
        }
        guard let date = side.date else { return }
        if let rule {
            if date.date <= latest { addSeries(side, date, rule, isSnoozed: snooze != nil, to: &items) }
        } else if snooze == nil {
            let kind = side.dateKey == "due" ? Agenda.Kind.deadline : .occurrence
            add(kind, date, of: side, hasPassed: { context.isLate(side) }, to: &items)
        }
    }

    private func add(
        _ kind: Agenda.Kind,
        _ date: DateValue,
        of side: Reminder,
        hasPassed: () -> Bool,
        to items: inout Items
    ) {
        // Most reminders are out of range, which their date alone shows.
        guard earliest <= date.date, date.date <= latest else { return }
        let instant = context.instant(of: date, in: side)
        place(kind, shown(date, at: instant, of: side), instant, nil, hasPassed(), in: &items)
    }

    /// Adds an item, unless its day is out of range. Today also includes what passed before the range, and what is due
    /// today in the reminder's time zone although it is already tomorrow for the user.
    private func place(
        _ kind: Agenda.Kind,
        _ date: DateValue,
        _ instant: Instant,
        _ occurrence: DateValue?,
        _ hasPassed: Bool,
        in items: inout Items
    ) {
        let isBefore = date.date < today && (date.date < first || !hasPassed)
        let day = isBefore ? today : date.date
        guard first <= day, day <= last else { return }
        items.add(hasPassed ? .overdue : kind, date, instant, occurrence, on: day)
    }

    private func addSeries(
        _ side: Reminder,
        _ date: DateValue,
        _ rule: RecurrenceRule,
        isSnoozed: Bool,
        to items: inout Items
    ) {
        let zone = context.zone(of: side)
        let rule = side.steppingRule(rule)
        let now = zone.civil(at: context.now).date
        let current = date.clock(in: zone, allDayAt: context.allDayAt)
        let firstThere = first <= today ? min(first, now) : first
        let start = min(midnight(of: first, in: context.zone), midnight(of: firstThere, in: zone)).adding(seconds: -1)
        let end = max(midnight(after: last, in: context.zone), midnight(after: last, in: zone))
        func add(_ occurrence: Occurrence) {
            let isLate = occurrence.nominal == current && context.isLate(side)
            let day = DateValue(occurrence.nominal.date)
            let hasPassed = isLate || (occurrence.isAllDay ? day.date < now : occurrence.instant <= context.now)
            // The snooze replaces what has passed.
            if hasPassed, isSnoozed { return }
            let shown = occurrence.isAllDay ? day : DateValue(context.zone.civil(at: occurrence.instant))
            let recorded = occurrence.isAllDay ? day : DateValue(occurrence.nominal)
            place(.occurrence, shown, occurrence.instant, recorded, hasPassed, in: &items)
        }
        let due = context.instant(of: date, in: side)
        if includesToday, !isSnoozed, due <= start {
            // Missed before the range: the first occurrence represents all of them.
            var missed = ComingOccurrences(side, rule, in: context, after: due.adding(seconds: -1))
            if let occurrence = missed?.next(), occurrence.instant <= start { add(occurrence) }
        }
        let replaced = isSnoozed ? current : nil
        var coming = ComingOccurrences(side, rule, in: context, after: start, replacing: replaced)
        while let occurrence = coming?.next(), occurrence.instant < end { add(occurrence) }
    }

    private func midnight(of day: CivilDate, in zone: Zone) -> Instant { zone.instant(of: CivilDateTime(day)) }

    private func midnight(after day: CivilDate, in zone: Zone) -> Instant {
        midnight(of: day.adding(days: 1), in: zone)
    }

    /// A date in the user's time zone. A time in a gap is the time that clocks show at that instant.
    private func shown(_ date: DateValue, at instant: Instant, of side: Reminder) -> DateValue {
        date.isAllDay ? context.shown(date, of: side) : DateValue(context.zone.civil(at: instant))
    }

    private func nominal(_ date: DateValue, of side: Reminder) -> DateValue {
        date.isAllDay ? date : DateValue(date.clock(in: context.zone(of: side), allDayAt: context.allDayAt))
    }
}
