/// The days of an agenda, which select the items of each reminder.
struct AgendaRange: Sendable {
    private let first: CivilDate
    private let last: CivilDate
    private let context: TimeContext
    private let today: CivilDate
    private let includesToday: Bool
    private let countsMissed: Bool
    /// Whether to leave out the current item of today of a reminder that is overdue or due today.
    var skipsDue = false
    /// Dates before `earliest` or after `latest` are out of range in every time zone: local dates never differ by more
    /// than two days.
    private let earliest: CivilDate
    private let latest: CivilDate

    init(from first: CivilDate, through last: CivilDate, countsMissed: Bool, in context: TimeContext) {
        (self.first, self.last, self.countsMissed, self.context) = (first, last, countsMissed, context)
        today = context.local.date
        includesToday = first <= today && today <= last
        earliest = includesToday ? .min : first.adding(days: -2)
        latest = last.adding(days: 2)
    }

    /// The items of an open reminder, each with the day that it is listed on. A file in conflict has the items of all
    /// sides.
    func items(of reminder: Reminder) -> [(item: Agenda.Item, day: CivilDate)] {
        guard !reminder.isNote, !reminder.isCompleted else { return [] }
        let isSkipped = skipsDue && includesToday && isDue(reminder)
        if isSkipped, first == today, Agenda.listsOnlyDate(of: reminder) { return [] }
        var items = Items(reminder, skipsCurrent: isSkipped)
        if reminder.versions.isEmpty {
            add(reminder, to: &items)
        } else {
            for side in reminder.openVersions { add(side, to: &items) }
        }
        return isSkipped ? items.found.filter { !$0.item.isCurrent || $0.day != today } : items.found
    }

    private func isDue(_ reminder: Reminder) -> Bool {
        let status = context.status(reminder)
        return status == .overdue || status == .today
    }

    /// The items of one reminder, without duplicates.
    private struct Items {
        private(set) var found: [(item: Agenda.Item, day: CivilDate)] = []
        private let reminder: Reminder
        var isEvent: Bool { reminder.expires }
        /// Whether the current item of today will be left out.
        let skipsCurrent: Bool
        /// For a file in conflict, whose sides mostly agree.
        private var seen: Set<Agenda.Item> = []
        /// The index of the occurrence that represents all those missed before the range.
        private var missed: Int?

        init(_ reminder: Reminder, skipsCurrent: Bool) { (self.reminder, self.skipsCurrent) = (reminder, skipsCurrent) }

        /// - Parameter isMissed: whether an occurrence was missed before the range.
        mutating func add(_ entry: Entry, _ kind: Agenda.Kind, on day: CivilDate, isMissed: Bool) {
            let item = Agenda.Item(
                reminder: reminder,
                kind: kind,
                date: entry.date,
                instant: entry.instant,
                occurrence: entry.occurrence,
                isDeadline: entry.isDeadline,
                isCurrent: entry.isCurrent || isMissed && !entry.isBesideSnooze
            )
            if !reminder.versions.isEmpty, !seen.insert(item).inserted { return }
            if isMissed {
                if let missed {
                    var first = found[missed].item
                    if item.instant < first.instant { first = item }
                    first.missed = min(found[missed].item.missed + 1, TimeContext.mostMissed)
                    found[missed].item = first
                    return
                }
                missed = found.count
            }
            found.append((item, day))
        }

        /// Adds occurrences missed before the range that have no item to the count of the one that represents them.
        mutating func addMissed(_ count: Int) {
            guard let place = missed else { return }
            found[place].item.missed = min(found[place].item.missed + count, TimeContext.mostMissed)
        }
    }

    /// A candidate for an item, in the user's time zone.
    private struct Entry {
        var date: DateValue
        var instant: Instant
        var hasPassed: Bool
        var occurrence: DateValue?
        var isDeadline = false
        var isCurrent = true
        /// Whether it is a whole day that has begun in the time zone of the reminder.
        var hasBegun = false
        /// Whether it is an occurrence of a series whose current one is snoozed, or was moved to a later day.
        var isBesideSnooze = false
    }

    private func add(_ side: Reminder, to items: inout Items) {
        let snooze = side.snoozed.flatMap { date in
            let instant = context.instant(of: date, in: side)
            return instant > context.now ? (date: date, instant: instant) : nil
        }
        let rule = side.recurs ? side.rule : nil
        if let snooze {
            let occurrence = rule == nil ? nil : record(of: side)
            let shown = shown(snooze.date, at: snooze.instant, of: side)
            let entry = Entry(date: shown, instant: snooze.instant, hasPassed: false, occurrence: occurrence)
            place(.snooze, entry, in: &items)
        }
        if let deadline = side.separateDeadline {
            let occurrence = rule == nil ? nil : record(of: side)
            add(.deadline, deadline, of: occurrence, in: side, { context.hasPassed(deadline, of: side) }, to: &items)
            if let rule, side.anchor == .scheduled { addDeadlines(side, deadline, rule, to: &items) }
        }
        guard let date = side.date else { return }
        // A snooze that ends before the date does not move it, and no snooze moves a deadline.
        let isMoved = snooze.map { side.dateKey != "due" && context.instant(of: date, in: side) <= $0.instant } ?? false
        if let rule {
            let first = min(date.date, side.movedFrom?.date ?? date.date)
            if first <= latest { addSeries(side, date, rule, isMoved: isMoved, to: &items) }
        } else if !isMoved {
            add(kind(of: side), date, of: nil, in: side, { context.isLate(side) }, to: &items)
        }
    }

    private func kind(of side: Reminder) -> Agenda.Kind { side.dateKey == "due" ? .deadline : .occurrence }

    private func add(
        _ kind: Agenda.Kind,
        _ date: DateValue,
        of occurrence: DateValue?,
        in side: Reminder,
        _ hasPassed: () -> Bool,
        to items: inout Items
    ) {
        // For most reminders, the date alone shows that they are out of range.
        guard earliest <= date.date, date.date <= latest else { return }
        let instant = context.instant(of: date, in: side)
        let shown = shown(date, at: instant, of: side)
        let entry = Entry(
            date: shown,
            instant: instant,
            hasPassed: hasPassed(),
            occurrence: occurrence,
            isDeadline: kind == .deadline,
            hasBegun: context.hasBegun(date, of: side)
        )
        place(kind, entry, isSeparate: true, in: &items)
    }

    /// Adds an item, unless its day is out of range. Today also includes items that passed before the range, and an
    /// all-day item that is today in the reminder's time zone, even if it is yesterday or tomorrow for the user.
    ///
    /// - Parameter isSeparate: whether it has an item of its own even if it was missed before the range.
    private func place(_ kind: Agenda.Kind, _ entry: Entry, isSeparate: Bool = false, in items: inout Items) {
        let date = entry.date.date
        var entry = entry
        if items.isEvent, entry.hasPassed {
            // What is over on another day is not missed.
            guard date >= min(first, today) else { return }
            entry.hasPassed = false
        }
        let isMissed = entry.hasPassed && date < first && date < today
        let isElsewhere = date != today && !entry.hasPassed && (date < today || includesToday && entry.hasBegun)
        let day = isMissed || isElsewhere ? today : date
        guard first <= day, day <= last else { return }
        items.add(entry, entry.hasPassed ? .overdue : kind, on: day, isMissed: isMissed && !isSeparate)
    }

    /// The deadlines of the occurrences after the current one: when the series advances, the deadline keeps its
    /// distance in days. Deadlines that passed before the range are represented by the current one.
    private func addDeadlines(
        _ side: Reminder,
        _ deadline: DateValue,
        _ rule: RecurrenceRule,
        to items: inout Items
    ) {
        guard let date = side.date else { return }
        let zone = context.zone(of: side)
        let rule = side.steppingRule(rule)
        let origin = SeriesPosition(side, date, rule, in: context).current.nominal.date.daysSinceEpoch
        let distance = deadline.date.daysSinceEpoch - origin
        let start = midnight(of: first.adding(days: -2 - distance), in: zone).adding(seconds: -1)
        let end = midnight(after: latest.adding(days: -distance), in: zone)
        let current = date.clock(in: zone, allDayAt: context.allDayAt)
        var coming = ComingOccurrences(side, rule, in: context, after: start, replacing: current)
        // All occurrences on a day share a deadline.
        var previous = deadline
        while let occurrence = coming?.next(), occurrence.instant < end {
            let days = occurrence.nominal.date.daysSinceEpoch - origin
            let moved = deadline.adding(days: days, in: zone)
            if moved == previous { continue }
            previous = moved
            let instant = context.instant(of: moved, in: side)
            let shown = shown(moved, at: instant, of: side)
            let hasPassed = context.hasPassed(moved, of: side)
            if hasPassed, shown.date < first { continue }
            let nominal = occurrence.nominal
            let entry = Entry(
                date: shown,
                instant: instant,
                hasPassed: hasPassed,
                occurrence: occurrence.isAllDay ? DateValue(nominal.date) : DateValue(nominal),
                isDeadline: true,
                isCurrent: false,
                hasBegun: context.hasBegun(moved, of: side)
            )
            place(.deadline, entry, isSeparate: true, in: &items)
        }
    }

    /// - Parameter isMoved: whether a snooze replaces the current occurrence. Other missed occurrences stay missed.
    private func addSeries(
        _ side: Reminder,
        _ date: DateValue,
        _ rule: RecurrenceRule,
        isMoved: Bool,
        to items: inout Items
    ) {
        let zone = context.zone(of: side)
        let rule = side.steppingRule(rule)
        let now = zone.civil(at: context.now).date
        let current = date.clock(in: zone, allDayAt: context.allDayAt)
        let firstThere = first <= today ? min(first, now) : first
        let start = min(midnight(of: first, in: context.zone), midnight(of: firstThere, in: zone)).adding(seconds: -1)
        let lastThere = includesToday ? max(last, now) : last
        let end = max(midnight(after: last, in: context.zone), midnight(after: lastThere, in: zone))
        let kind = kind(of: side)
        let due = context.instant(of: date, in: side)
        func add(_ occurrence: Occurrence) {
            let isCurrent = occurrence.nominal == current
            let day = DateValue(occurrence.nominal.date)
            let hasPassed =
                isCurrent && context.isLate(side)
                || (occurrence.isAllDay ? day.date < now : occurrence.instant <= context.now)
            let shown = occurrence.isAllDay ? day : DateValue(context.zone.civil(at: occurrence.instant))
            let entry = Entry(
                date: shown,
                instant: occurrence.instant,
                hasPassed: hasPassed,
                occurrence: isCurrent ? record(of: side) : occurrence.isAllDay ? day : DateValue(occurrence.nominal),
                isDeadline: kind == .deadline,
                isCurrent: isCurrent,
                hasBegun: occurrence.isAllDay && day.date <= now,
                isBesideSnooze: isMoved || due > start
            )
            place(kind, entry, in: &items)
        }
        if side.anchor == .completion {
            // The next occurrence depends on when this one is completed.
            var coming = ComingOccurrences(side, rule, in: context, after: due.adding(seconds: -1))
            if let occurrence = coming?.next(), !isMoved, occurrence.nominal == current { add(occurrence) }
            return
        }
        let replaced = isMoved ? current : nil
        let begin = min(due, side.movedFrom.map { context.instant(of: $0, in: side) } ?? due)
        if includesToday, begin <= start, isMoved || due > start || !items.skipsCurrent {
            // The first occurrence that no snooze moves represents all those missed before the range.
            let before = begin.adding(seconds: -1)
            var missed = ComingOccurrences(side, rule, in: context, after: before, replacing: replaced)
            guard let since = missed?.next() else { return }
            if since.instant <= start { add(since) }
            if countsMissed, since.instant < start {
                items.addMissed(context.openOccurrences(of: side, rule, after: since.instant, through: start))
            }
        }
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

    /// The current occurrence of a series as the file would record it.
    private func record(of side: Reminder) -> DateValue? {
        guard let date = SeriesPosition(side, in: context)?.place else { return nil }
        return date.isAllDay ? date : DateValue(date.clock(in: context.zone(of: side), allDayAt: context.allDayAt))
    }
}
