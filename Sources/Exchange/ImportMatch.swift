package import MemossFiles

/// What a file to import has of the reminders that were imported before, and what it has besides.
package struct ImportMatch: Sendable {
    /// What the file has of one reminder of the folder.
    struct Known: Sendable {
        var path: String
        /// Whether this folder exported it, so that the other program knows it by its own id.
        var isOwn = false
        var items: [ImportedReminder] = []
        /// Whether the other program gives the first item another id at each export.
        var isRenamed = false
        /// The series that goes on in place of the first item, under another id.
        var successor: ImportedReminder?
        /// Whether the series is over there, all of its occurrences completed.
        var isFinished = false
        /// Completed occurrences that the file still has under an id that the series had before.
        var earlier: [ImportedReminder] = []
        /// The occurrences that were completed on the way to what the file has.
        var steps: [DateValue] = []
        /// For each occurrence that becomes a reminder of its own, the dates that it may have.
        var replaced: [[DateValue]] = []
        /// When the current occurrence comes up, if it was moved there and stands at its place here.
        var moved: DateValue?
        /// Whether it was imported as a changed occurrence, and the series there has the occurrence at its own date again.
        var isTakenBack = false
        /// Whether it is the series of such an occurrence, which it skips while that reminder exists.
        var skipsTakenBack = false
    }

    /// What is not in the folder yet.
    package private(set) var fresh: [ImportedReminder] = []
    /// How many of the reminders in the file the folder has.
    package var old: Int { count - fresh.count - faults.count }
    /// In the order of the file, each path once.
    private(set) var known: [Known] = []
    /// For the number of a fresh reminder that the other program knows by its text alone, the path of one with the same title that
    /// was imported before, and that the file does not have: it may have been edited there.
    package private(set) var twins: [(fresh: Int, path: String)] = []
    private var places: [PathKey: Int] = [:]
    private let count: Int
    /// What is left out, because the program that the folder is shared with cannot read it.
    package private(set) var faults: [ImportedReminder.Fault] = []

    /// - Parameters:
    ///   - found: what a file has.
    ///   - reminders: those of the folder, read with `ownKeys`.
    ///   - profile: the program that the folder is shared with.
    package init(
        _ found: [ImportedReminder],
        of format: ImportFormat,
        among reminders: [Reminder],
        sharing profile: Profile? = nil,
        in time: TimeContext,
        zone: (String) -> Zone?
    ) {
        count = found.count
        var time = time
        for name in Set(reminders.compactMap(\.timezone) + found.compactMap(\.new.timezone)) {
            time.zones[name] = time.zones[name] ?? zone(name)
        }
        let kept = Dictionary(
            reminders.compactMap { reminder in format.identity(of: reminder).map { ($0, reminder) } },
            uniquingKeysWith: { first, _ in first }
        )
        let own = format == .calendar ? Dictionary(reminders.map { ($0.id, $0) }) { first, _ in first } : [:]
        let whole = Dictionary(found.map { ($0.identity, $0) }) { first, _ in first }
        var moved: [ImportedReminder] = []
        for item in found {
            if let reminder = kept[item.identity] ?? own[item.identity] {
                var item = item
                let place = place(of: reminder.path)
                if kept[item.identity] == nil, let id = format.identity(of: reminder), whole[id] != nil {
                    // It has gone on under another id since.
                    known[place].earlier.append(item)
                    continue
                }
                if item.moves(reminder, since: format.base(of: reminder)), let unsettled = item.unsettled {
                    if let date = item.move(of: reminder, in: time) {
                        known[place].moved = date
                    } else {
                        moved += item.apart
                        item.new = unsettled
                    }
                }
                item.new = item.new.withoutUTC(like: reminder, in: time)
                known[place].items.append(item)
                if kept[item.identity] == nil { known[place].isOwn = true }
                continue
            }
            // An export of this folder comes back; a series in it may be listed date by date.
            if let reminder = own[item.id],
                whole[item.id]?.isAsExported != false || item.replaced == nil && item.isDate(of: reminder, in: time)
            {
                continue
            }
            guard let id = item.replaced?.series, let reminder = kept[id], item.isOver(in: reminder, in: time) else {
                fresh.append(item)
                continue
            }
            // An occurrence that differs from its series in more than the time is a reminder of its own.
            let isLikeSeries = item.isAsSeries || whole[id].map { item.new.differsOnlyInTime(from: $0.new) } ?? false
            if !isLikeSeries { fresh.append(item) }
        }
        if format == .todoText { noteEdited(found, kept, in: time) }
        if format == .calendar { noteRenamed(found, kept) }
        let both = kept.values + found.compactMap { kept[$0.identity] == nil ? own[$0.identity] : nil }
        let series = Dictionary(both.map { ($0.path, $0) }) { first, _ in first }.values
            .filter { $0.rule != nil }
            .sorted { PathOrder.precedes($0.path, $1.path) }
        for isSame in [true, false] {
            for reminder in series {
                guard let index = places[PathKey(reminder.path)], known[index].successor == nil,
                    let first = known[index].items.first,
                    let next = successor(of: first, for: reminder, isSame: isSame, in: time)
                else { continue }
                known[index].successor = next
                fresh.removeAll { $0.identity == next.identity }
            }
        }
        for reminder in series { noteFinished(reminder) }
        for reminder in series {
            let index = places[PathKey(reminder.path)]
            let title = index.flatMap { known[$0].items.first?.new.title } ?? reminder.title
            let goesOn = index.map { known[$0].successor != nil || known[$0].isFinished } ?? false
            let item = goesOn ? index.flatMap { known[$0].items.first } : nil
            // Some programs complete an occurrence as a copy without the rule, and move the series on.
            let next = index.flatMap { known[$0].items.first }.flatMap { $0.ending == nil ? $0.new.date : nil }
            let parts = fresh.filter { part in
                let isBehind = part.new.date.flatMap { date in next.map { date.isBefore($0, in: time.zone) } } ?? false
                return isPart(part, of: reminder, called: title, in: time, isOpen: item != nil || isBehind)
            }
            let taken = Set(parts.map(\.identity))
            fresh.removeAll { taken.contains($0.identity) }
            guard let index else { continue }
            let earlier = item == nil ? [] : known[index].earlier.filter { $0.ending == .completed }
            let done = [item].compactMap(\.self) + earlier + parts
            known[index].steps = done.compactMap { $0.new.date(in: time.zone(of: reminder), time) }
            known[index].successor?.new.keepDistance(of: reminder, after: done.map(\.new), in: time)
        }
        fresh += moved
        for case let (series, dates)? in fresh.map(\.replaced) {
            guard let reminder = kept[series] ?? own[series] else { continue }
            known[place(of: reminder.path)].replaced.append(dates)
        }
        if format == .calendar { noteTakenBack(found, whole, kept) }
        fresh.removeAll { item in
            guard let reason = item.new.unsharedReason(profile) else { return false }
            faults.append(.init(item.line, "\(item.new.title): \(reason)"))
            return true
        }
        // An occurrence that differs is as new, or as gone, as its series.
        let ids = Set(format == .calendar ? found.map(\.id) : [])
        let old = Set(format == .calendar ? kept.keys.map(Self.id) : [])
        let gone = kept.filter {
            whole[$0.key] == nil && !ids.contains(Self.id($0.key)) && !$0.value.isCompleted
                && places[PathKey($0.value.path)] == nil
        }
        let titles = Dictionary(gone.map { ($0.value.title, $0.value.path) }) { min($0, $1) }
        twins = fresh.enumerated().compactMap { index, item in
            let isNew = item.isKnownByText || format == .calendar && !old.contains(item.id)
            guard isNew, item.new.completed == .open else { return nil }
            return titles[item.new.title].map { (index, $0) }
        }
    }

    private mutating func place(of path: String) -> Int {
        if let place = places[PathKey(path)] { return place }
        places[PathKey(path)] = known.count
        known.append(Known(path: path))
        return known.count - 1
    }

    /// A line of todo.txt has no id. One that was edited is known by its title and the day when it was created, if only one line is
    /// new with these, and only one is gone.
    private mutating func noteEdited(_ found: [ImportedReminder], _ kept: [String: Reminder], in time: TimeContext) {
        struct Mark: Hashable {
            var title: Substring
            var created: CivilDate
            init?(_ line: String?, _ said: ImportState?) {
                guard let created = line.flatMap({ TodoLine($0).created }), let said else { return nil }
                (title, self.created) = (said[.title], created)
            }
        }
        let format = ImportFormat.todoText
        let there = Set(found.map(\.identity))
        let gone = Dictionary(grouping: kept.filter { !there.contains($0.key) && !$0.value.isCompleted }.values) {
            Mark(format.text(of: "todotxt_line", in: $0), format.base(of: $0)?.said)
        }
        func mark(_ item: ImportedReminder) -> Mark? {
            let line = item.new.keys.first { $0.name == "todotxt_line" }
            guard case .text(let text)? = line?.value else { return nil }
            return Mark(text.text, item.said)
        }
        let new = Dictionary(grouping: fresh, by: mark)
        for item in fresh {
            guard let mark = mark(item), new[mark]?.count == 1, let old = gone[mark], old.count == 1 else { continue }
            fresh.removeAll { $0.identity == item.identity }
            known[place(of: old[0].path)].items.append(item)
        }
        noteGoneOn(gone.values.joined().filter { places[PathKey($0.path)] == nil }, in: time)
    }

    /// A series of todo.txt whose line was completed and archived goes on with the line that the program wrote then.
    private mutating func noteGoneOn(_ gone: [Reminder], in time: TimeContext) {
        let series = Dictionary(grouping: gone.filter { $0.rule != nil }, by: \.title)
        let next = Dictionary(grouping: fresh.filter { $0.new.recurrence != nil && $0.ending == nil }, by: \.new.title)
        for (title, old) in series.sorted(by: { $0.key < $1.key }) {
            guard old.count == 1, let new = next[title], new.count == 1, new[0].new.isSameSeries(as: old[0], in: time),
                let line = ImportFormat.todoText.text(of: "todotxt_line", in: old[0]),
                let date = TodoLine(line).date(old[0].scheduled == nil ? "due" : "t"), let later = new[0].new.date,
                date.isBefore(later, in: time.zone)
            else { continue }
            fresh.removeAll { $0.identity == new[0].identity }
            let place = place(of: old[0].path)
            known[place].successor = new[0]
            known[place].steps = [date]
        }
    }

    private static func id(_ identity: String) -> String { String(identity.prefix { $0 != "\n" }) }

    /// Some programs make new ids at each export. What has the title, the dates and the rule of a reminder that the file does not have
    /// is the same, if it is the only one.
    private mutating func noteRenamed(_ found: [ImportedReminder], _ kept: [String: Reminder]) {
        struct Mark: Hashable {
            var title, dates: Substring
            var isPart: Bool
            init?(_ said: ImportState?, _ identity: String) {
                guard let said, said != .nothing else { return nil }
                (title, dates, isPart) = (said[.title], said[.dates], identity.contains("\n"))
            }
        }
        let there = Set(found.flatMap { [$0.identity] + $0.apart.map(\.identity) })
        let gone = Dictionary(grouping: kept.filter { !there.contains($0.key) }) { identity, reminder in
            Mark(ImportFormat.calendar.base(of: reminder)?.said, identity)
        }
        let new = Dictionary(grouping: fresh) { Mark($0.said, $0.identity) }
        for item in fresh {
            guard let mark = Mark(item.said, item.identity), new[mark]?.count == 1, let old = gone[mark], old.count == 1
            else { continue }
            fresh.removeAll { $0.identity == item.identity }
            let place = place(of: old[0].value.path)
            known[place].items.append(item)
            known[place].isRenamed = true
        }
    }

    /// Notes imported occurrences that their series there has at their own dates again.
    private mutating func noteTakenBack(
        _ found: [ImportedReminder],
        _ whole: [String: ImportedReminder],
        _ kept: [String: Reminder]
    ) {
        let there = Set(found.flatMap { [$0.identity] + $0.apart.map(\.identity) })
        for (identity, reminder) in kept.sorted(by: { PathOrder.precedes($0.value.path, $1.value.path) }) {
            let id = Self.id(identity)
            guard id != identity, !there.contains(identity), whole[id] != nil, !reminder.isCompleted else { continue }
            known[place(of: reminder.path)].isTakenBack = true
            if let series = kept[id] { known[place(of: series.path)].skipsTakenBack = true }
        }
    }

    /// Some programs complete an occurrence by taking the rule from it, and go on with a copy. Two copies are none.
    ///
    /// - Parameter isSame: whether it has the dates of the series; if false, they may have been changed since.
    private func successor(
        of item: ImportedReminder,
        for reminder: Reminder,
        isSame: Bool,
        in time: TimeContext
    ) -> ImportedReminder? {
        guard item.ending == .completed, item.new.recurrence == nil, !item.isInstance else { return nil }
        let others = fresh.compactMap { other -> ImportedReminder? in
            guard other.new.title == item.new.title, other.new.completed == .open else { return nil }
            var other = other
            other.new = other.new.withoutUTC(like: reminder, in: time)
            let isIt = isSame ? other.new.isSameSeries(as: reminder, in: time) : other.new.recurrence != nil
            return isIt ? other : nil
        }
        return others.count == 1 ? others[0] : nil
    }

    /// Of a series that has ended, todoman leaves the rule without a date.
    private mutating func noteFinished(_ reminder: Reminder) {
        guard let index = places[PathKey(reminder.path)], known[index].successor == nil,
            let item = known[index].items.first, item.ending == .completed, item.new.recurrence == nil, !item.isInstance
        else { return }
        let rest = fresh.filter { other in
            other.new.title == item.new.title && other.new.completed == .open && other.new.date == nil
                && other.new.keys.contains { $0.name == "ics_rrule" }
        }
        guard rest.count == 1 else { return }
        fresh.removeAll { $0.identity == rest[0].identity }
        known[index].isFinished = true
    }

    /// Whether it is a completed occurrence of a series that the series has recorded, or still has to.
    private func isPart(
        _ item: ImportedReminder,
        of reminder: Reminder,
        called title: String,
        in time: TimeContext,
        isOpen: Bool
    ) -> Bool {
        guard item.ending == .completed, item.new.recurrence == nil, item.replaced == nil,
            item.new.title == title, let series = time.series(of: reminder),
            let date = item.new.date(in: series.zone, time)
        else { return false }
        let occurrence = series.current(date)
        if RecordedOccurrences(of: reminder, in: series.zone).contains(occurrence) { return true }
        return isOpen && series.contains(date)
    }
}

extension ImportedReminder {
    /// Whether it moved an occurrence to a time that has passed, and the series has recorded that occurrence as completed.
    fileprivate func isOver(in kept: Reminder, in time: TimeContext) -> Bool {
        guard let dates = replaced?.dates, let series = time.series(of: kept),
            let date = new.date(in: series.zone, time)
        else { return false }
        let skipped = isAsSeries ? kept.skippedInstances : []
        let recorded = RecordedOccurrences(kept.completeInstances + skipped, of: series)
        return date.instant(in: series.zone, allDayAt: time.allDayAt) <= time.now
            && dates.contains { recorded.contains(series.current($0)) }
    }

    /// Whether a series has its date.
    fileprivate func isDate(of kept: Reminder, in time: TimeContext) -> Bool {
        guard let date = new.date(in: time.zone(of: kept), time) else { return true }
        // What is counted from completion has only its current date.
        guard kept.anchor == .scheduled, let series = time.series(of: kept) else { return date == kept.date }
        return series.contains(date) || ComingDates(kept, in: time)?.contains(date, in: series.zone) == true
    }

    /// Whether the other program moved an occurrence that the series here, which the user has changed, still has at its place.
    fileprivate func moves(_ kept: Reminder, since base: @autoclosure () -> ImportBase?) -> Bool {
        guard !apart.isEmpty, isAsExported != true, kept.movedFrom == nil, !kept.isCompleted, let place = new.movedFrom,
            let date = kept.date
        else { return false }
        if let base = base(), base.isUntouched(kept) || said.map({ $0.changes(since: base.said).isEmpty }) ?? false {
            return false
        }
        let recorded = RecordedOccurrences(of: kept, in: .utc)
        return !place.isBefore(date, in: .utc) && !recorded.allDays.contains(place.date)
    }
}

extension ImportedReminder {
    /// Where the other program moved the current occurrence of a series; nil if it is another one, or differs in more. A rule
    /// that names no day would follow the date.
    fileprivate func move(of kept: Reminder, in time: TimeContext) -> DateValue? {
        guard apart.count == 1, apart[0].new.differsOnlyInTime(from: new), kept.anchor == .scheduled,
            kept.rule?.namesDays == true, let date = kept.date
        else { return nil }
        var place = new
        place.scheduled = new.movedFrom
        let zone = time.zone(of: kept)
        return place.date(in: zone, time) == date ? new.date(in: zone, time) : nil
    }
}

extension NewReminder {
    /// Why the program that the folder is shared with cannot read it; nil if it can.
    fileprivate func unsharedReason(_ profile: Profile?) -> String? {
        do throws(ParseError) { _ = try shared(with: profile, at: "") } catch { return error.message }
        return nil
    }

    /// Its date as one of a series in another zone has it.
    fileprivate func date(in zone: Zone, _ time: TimeContext) -> DateValue? {
        guard let date, !date.isAllDay else { return date }
        let own = time.zone(named: timezone)
        return own == zone && date.offset == nil ? date : zone.date(at: date.instant(in: own, allDayAt: .midnight))
    }

    /// The same series with its times in the zone of a reminder. Some programs write the times of a series in UTC, and go on
    /// counting in local time.
    fileprivate func withoutUTC(like reminder: Reminder, in time: TimeContext) -> NewReminder {
        let zone = time.zone(of: reminder)
        guard recurrence != nil, reminder.recurrence != nil, reminder.date?.isAllDay == false,
            timezone.flatMap({ time.zones[$0] })?.isUTC == true, !zone.isUTC
        else { return self }
        func local(_ date: DateValue?) -> DateValue? {
            guard let date, !date.isAllDay else { return date }
            return zone.date(at: date.instant(in: .utc, allDayAt: .midnight))
        }
        var new = self
        if var rule = recurrence.flatMap({ try? RecurrenceRule(parsing: $0) }), rule.start != nil {
            rule.start = local(rule.start)
            new.recurrence = rule.rfcText()
        }
        (new.scheduled, new.deadline, new.movedFrom) = (local(scheduled), local(deadline), local(movedFrom))
        (new.completeInstances, new.skippedInstances) = (
            completeInstances.compactMap(local), skippedInstances.compactMap(local)
        )
        new.timezone = reminder.timezone
        return new
    }

    /// Gives it the deadline that the series has, if its own is what a program makes that moves a deadline by the rule, as if it
    /// were another series: of `monthly on 1`, to the 1st.
    fileprivate mutating func keepDistance(of reminder: Reminder, after done: [NewReminder], in time: TimeContext) {
        let zone = time.zone(of: reminder)
        func isEarlier(_ a: NewReminder, _ b: NewReminder) -> Bool {
            guard let a = a.date, let b = b.date else { return false }
            return a.isBefore(b, in: zone)
        }
        guard var rule = reminder.rule, let date, let own = reminder.scheduled, let end = reminder.deadline, own != end,
            let last = done.max(by: isEarlier), let before = last.deadline
        else { return }
        (rule.start, rule.count) = (nil, nil)
        let series = Series(rule: rule, anchor: before, zone: zone, allDayAt: time.allDayAt)
        guard let next = series.next(after: series.current(before).instant),
            series.date(of: next, like: before) == deadline
        else { return }
        scheduled = date
        let days = date.date.daysSinceEpoch - own.date.daysSinceEpoch
        deadline = end.adding(days: days, in: zone)
    }

    /// Whether it is the same series as a reminder, at the same date or at one that is over here.
    func goesOn(_ reminder: Reminder, in time: TimeContext) -> Bool {
        guard isSameSeries(as: reminder, in: time) else { return false }
        if date == reminder.date { return deadline == reminder.deadline }
        guard let date = movedFrom ?? date, let series = time.series(of: reminder) else { return false }
        return RecordedOccurrences(of: reminder, in: series.zone).contains(series.current(date))
    }

    /// Whether it is the same series as a reminder, which may be further on.
    fileprivate func isSameSeries(as reminder: Reminder, in time: TimeContext) -> Bool {
        guard var ours = reminder.rule, let text = recurrence, var theirs = try? RecurrenceRule(parsing: text),
            let here = reminder.movedFrom ?? reminder.date, let there = movedFrom ?? date,
            timezone == reminder.timezone, here.isAllDay == there.isAllDay,
            here.clock.time == there.clock.time || ours.givesSeveralADay,
            (anchor ?? .scheduled) == reminder.anchor
        else { return false }
        // Its dates depend on the day on which it was completed.
        if anchor == .completion {
            ours.notation = theirs.notation
            return ours == theirs
        }
        guard (scheduled == nil) == (reminder.scheduled == nil), (deadline == nil) == (reminder.deadline == nil) else {
            return false
        }
        func series(_ rule: RecurrenceRule, from anchor: DateValue, has date: DateValue) -> Bool {
            Series(rule: rule, anchor: anchor, zone: time.zone(of: reminder), allDayAt: time.allDayAt).contains(date)
        }
        if movedFrom == nil, reminder.movedFrom == nil, let a = scheduled, let b = reminder.scheduled, let c = deadline,
            let d = reminder.deadline,
            c.date.daysSinceEpoch - a.date.daysSinceEpoch != d.date.daysSinceEpoch - b.date.daysSinceEpoch,
            !series(ours, from: d, has: c)
        {
            return false
        }
        let isSeries = series(ours, from: here, has: there) || series(theirs, from: there, has: here)
        if !isSeries { return false }
        // Both are written as they go on: with another start, the day of a longer month, fewer times to come.
        (ours.start, theirs.start, theirs.notation) = (nil, nil, ours.notation)
        if ours.count != nil, theirs.count != nil { (ours.count, theirs.count) = (nil, nil) }
        return [here, there].contains { date in
            (ours.pinnedRule(to: date.date) ?? ours) == (theirs.pinnedRule(to: date.date) ?? theirs)
        } || hasSameDates(as: reminder, from: here, there, in: time)
    }

    /// Whether it has the dates of a reminder, by a rule that says the same in other words, as a feed has it.
    private func hasSameDates(as reminder: Reminder, from here: DateValue, _ there: DateValue, in time: TimeContext)
        -> Bool
    {
        guard let ours = reminder.rule, let theirs = recurrence.flatMap({ try? RecurrenceRule(parsing: $0) }),
            ours.count == nil, theirs.count == nil
        else { return false }
        let zone = time.zone(of: reminder)
        let first = here.isBefore(there, in: zone) ? there : here
        let floor = first.instant(in: zone, allDayAt: time.allDayAt).adding(seconds: -1)
        let dates = [(ours, here, reminder.until), (theirs, there, until)].map { rule, anchor, until in
            Series(rule: rule, anchor: anchor, zone: zone, until: until, allDayAt: time.allDayAt)
                .occurrences(after: floor).prefix(200).map(\.instant)
        }
        return dates[0] == dates[1]
    }
}
