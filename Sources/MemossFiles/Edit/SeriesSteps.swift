/// Computes steps of a series: occurrences are recorded, and the date advances from one to the next.
package struct SeriesSteps {
    let stepper: ReminderStepper
    let series: Series
    /// The place of the current occurrence in the rule: `scheduled`, or `due` if there is none, unless it was moved.
    let date: DateValue
    let current: Occurrence
    /// The current occurrence at the time when it comes up.
    let shown: Occurrence
    /// Whether the next occurrence is counted from completion.
    let isChained: Bool

    package var reminder: Reminder { stepper.reminder }
    var context: TimeContext { stepper.context }

    /// Nil for a reminder without a rule or a date.
    package init?(_ stepper: ReminderStepper) {
        guard let position = SeriesPosition(stepper.reminder, in: stepper.context) else { return nil }
        self.stepper = stepper
        series = position.series
        date = position.place
        current = position.current
        shown = position.shown
        isChained = stepper.reminder.anchor == .completion
    }

    // MARK: Completing and skipping

    func complete(on day: DateValue?, catchesUp: Bool) throws(MemossError) -> StepOutcome {
        if let day, let recorded = record(on: day, in: .complete) {
            guard record(on: day, in: .skipped) == nil else {
                // A merge can leave an occurrence in both lists.
                return aside(recordedOccurrence(recorded), recorded, .completed) { history in
                    history.record(recorded, in: .complete, in: series.zone)
                }
            }
            return unchanged("the occurrence of \(context.naming(recorded)) is already completed", recorded)
        }
        let occurrence = try day.map { day throws(MemossError) in try self.occurrence(on: day) } ?? due
        try checkRule()
        try checkBeginning(of: occurrence)
        let isCurrent = occurrence.instant == current.instant
        let floor = passedOver(catchesUp || isCurrent && reminder.missed == .skip)
        guard isCurrent else {
            if let floor, isMissed(floor) { return stepOn(.completed, occurrence, catchingUp: floor) }
            return aside(occurrence, .completed)
        }
        if reminder.isArchived { return StepOutcome(.unchanged("it is archived"), reminder) }
        if reminder.isCompleted { return StepOutcome(.unchanged("it is already completed"), reminder) }
        return stepOn(.completed, current, as: day == nil ? dayOfCompletion : nil, catchingUp: floor)
    }

    /// The occurrence to act on if none is named. If the current one was moved to a later time, those between its place and that
    /// time come up before it.
    var due: Occurrence {
        guard !isChained, !reminder.isTask, !reminder.isCompleted, shown.instant > current.instant,
            shown.isAhead(in: series.zone, of: context.now), let rule = reminder.steppingRule,
            var coming = ComingOccurrences(reminder, rule, in: context, after: current.instant),
            let first = coming.next(), !first.isAhead(in: series.zone, of: context.now)
        else { return current }
        return first
    }

    /// The time before which missed occurrences are passed over; nil if none is.
    ///
    /// - Parameter isAsked: whether somebody said so.
    private func passedOver(_ isAsked: Bool) -> TimeContext? {
        if isAsked { return context }
        // TaskNotes goes on from today, unless the file says otherwise.
        guard reminder.isTask, !stepper.places.has("missed") else { return nil }
        return start(of: series.zone.civil(at: context.now).date)
    }

    /// The time just before a day begins.
    private func start(of day: CivilDate) -> TimeContext {
        var start = context
        start.now = series.zone.instant(of: CivilDateTime(day))
        // An occurrence at midnight has not passed yet. Whole days are compared as days.
        if !current.isAllDay { start.now = start.now.adding(seconds: -1) }
        return start
    }

    /// What TaskNotes records of a series that is counted from completion: the day on which it was done.
    private var dayOfCompletion: DateValue? {
        guard isChained, reminder.isTask, !series.rule.givesSeveralADay else { return nil }
        let today = DateValue(series.zone.civil(at: context.now).date)
        return record(on: today, in: .complete) == nil ? today : nil
    }

    /// Whether the current occurrence is open and has passed, in a series that can pass over it.
    private func isMissed(_ floor: TimeContext) -> Bool {
        !reminder.isCompleted && !isChained && !shown.isAhead(in: series.zone, of: floor.now)
    }

    /// - Parameter catchesUp: also passes over all missed occurrences; without any, nothing is skipped.
    func skip(on day: DateValue?, catchesUp: Bool) throws(MemossError) -> StepOutcome {
        // An occurrence in both lists, as after a merge, counts as completed.
        if let day, let recorded = record(on: day, in: .skipped), record(on: day, in: .complete) == nil {
            return unchanged("the occurrence of \(context.naming(recorded)) is already skipped", recorded)
        }
        let occurrence = try day.map { day throws(MemossError) in try self.occurrence(on: day) } ?? due
        try checkRule()
        let isCurrent = occurrence.instant == current.instant
        if isCurrent, reminder.isCompleted {
            throw MemossError(
                .failure,
                "'\(reminder.title)' is completed: there is no occurrence to skip",
                remedy: .reopen(path: reminder.path, occurrence: nil)
            )
        }
        if let day, let recorded = record(on: day, in: .complete) {
            throw MemossError(
                .failure,
                "the occurrence of \(recorded) of '\(reminder.title)' is completed",
                remedy: .reopen(path: reminder.path, occurrence: recorded.iso)
            )
        }
        let floor = passedOver(catchesUp || isCurrent && reminder.missed == .skip)
        guard isCurrent else {
            if let floor, isMissed(floor) { return stepOn(.skipped, occurrence, catchingUp: floor) }
            return aside(occurrence, .skipped)
        }
        if catchesUp, day == nil, shown.isAhead(in: series.zone, of: context.now) {
            return unchanged("no occurrence of it was missed", instance(of: current))
        }
        return stepOn(.skipped, current, catchingUp: floor)
    }

    /// A day before the first known occurrence, and before the file was there, is not one of the series.
    private func checkBeginning(of occurrence: Occurrence) throws(MemossError) {
        let day = occurrence.nominal.date
        let known =
            [date.date, series.zone.civil(at: shown.instant).date]
            + (reminder.completeInstances + reminder.skippedInstances).map { clock(of: $0).date }
        guard let created = reminder.created, day < created.date, let first = known.min(), day < first else { return }
        throw MemossError(
            .failure,
            "'\(reminder.title)' has no occurrence on \(context.naming(DateValue(day))): it begins on \(context.naming(DateValue(first)))",
            outcome: MemossError.unchanged
        )
    }

    /// A rule without any occurrence is probably mistyped, so it does not end the series.
    private func checkRule() throws(MemossError) {
        do throws(ParseError) {
            try series.check(naming: context.naming)
        } catch {
            let what = "\(reminder.path): recurrence: \(error.message)"
            throw MemossError(.failure, what, outcome: MemossError.unchanged)
        }
    }

    /// Records an occurrence and advances from the current one to the next. If they are not the same, the current one is
    /// passed over.
    ///
    /// - Parameters:
    ///   - record: what is recorded, unless it is the occurrence.
    ///   - floor: the time before which missed occurrences are passed over.
    private func stepOn(
        _ event: StepOutcome.Event,
        _ occurrence: Occurrence,
        as record: DateValue? = nil,
        catchingUp floor: TimeContext?
    ) -> StepOutcome {
        let isCompleting = event == .completed
        // Another program may have recorded it already, with its time.
        let value =
            record ?? recorded(occurrence, in: .complete) ?? (isCompleting ? nil : recorded(occurrence, in: .skipped))
            ?? instance(of: occurrence)
        let isCurrent = occurrence.instant == current.instant
        var outcome = StepOutcome(event, reminder)
        outcome.occurrence = value
        var history = InstanceHistory(reminder)
        history.record(value, in: isCompleting ? .complete : .skipped, in: series.zone)
        outcome.changes = history.changes(from: reminder, stepper.places)
        let advance = advance(isCompleting: isCompleting, history, catchingUp: floor)
        outcome.passed = advance.passed
        if !isCurrent {
            outcome.date = series.date(of: occurrence, like: date)
            if recorded(current, in: .complete) == nil, recorded(current, in: .skipped) == nil { outcome.passed += 1 }
        }
        outcome.changes += changes(for: advance, &outcome, isCompleting: isCompleting)
        return outcome
    }

    /// Makes the next occurrence the current one, or ends the series.
    func changes(
        for advance: SeriesAdvance,
        _ outcome: inout StepOutcome,
        isCompleting: Bool = false
    ) -> [FileChange] {
        guard let next = advance.next else {
            outcome.isCompleted = true
            // The day of the last occurrence, not of the completion: it is the same on every machine.
            let end = DateValue((advance.last ?? current).nominal.date)
            return stepper.removal(of: "snoozed") + stepper.completion(at: end)
        }
        let pinned = isChained ? nil : series.pinnedText
        let begun = isCompleting ? begunRule : nil
        let text = begun ?? counted(pinned, lessBy: advance.stepped) ?? pinned
        let boxes: [FileChange] = reminder.words[.resetsChecklist] == "true" ? [.checklist(.untickAll)] : []
        // The current occurrence keeps the date that it was moved to, unless it was completed: counted from completion, the series
        // can go on with the same place in the rule.
        let isKept = next.instant == current.instant && !isCompleting
        return (text.map { [.setting("recurrence", $0)] } ?? []) + (isKept ? [] : move(to: next, &outcome))
            + stepper.removal(of: "snoozed") + boxes
    }

    /// The rule as a task of TaskNotes has it from the first completion on: with the day on which the series began, or, counted from
    /// completion, with the day of the last one. Nil if it does not change.
    private var begunRule: String? {
        guard reminder.isTask, let rule = reminder.rule, let text = reminder.recurrence else { return nil }
        // Without a place of its own, the series begins at its date, even off the rule.
        var start = reminder.movedFrom ?? reminder.date ?? date
        if isChained {
            start = DateValue(series.zone.civil(at: context.now).date)
        } else if rule.start != nil {
            return nil
        }
        return RecurrenceRule.replacingStart(in: text, of: rule, with: start)
    }

    private func advance(isCompleting: Bool, _ history: InstanceHistory, catchingUp floor: TimeContext?)
        -> SeriesAdvance
    {
        let left = RecordedOccurrences(history.complete + history.skipped, of: series)
        guard isCompleting, isChained else {
            return SeriesAdvance(from: date, of: series, leaving: left, catchUp: floor)
        }
        if let rule = reminder.rule, rule.start != nil, let count = rule.count, history.complete.count >= count {
            return SeriesAdvance.none
        }
        return SeriesAdvance(
            completing: date,
            of: series,
            until: reminder.until,
            leaving: left,
            at: context.now,
            countsFromPeriod: reminder.isTask
        )
    }

    /// Makes an occurrence the current one.
    private func move(to occurrence: Occurrence, _ outcome: inout StepOutcome) -> [FileChange] {
        let isBack = stepper.removal(of: "moved_from")
        let (scheduled, deadline) = dates(at: occurrence)
        if let scheduled { outcome.scheduled = scheduled }
        if let deadline { outcome.deadline = deadline }
        return [("scheduled", scheduled), ("due", deadline)].compactMap { key, date in
            date.map { .setting(key, $0.description) }
        } + isBack
    }

    /// The dates that the reminder has once an occurrence is current. A separate deadline keeps its distance in days and its own time of
    /// day.
    private func dates(at occurrence: Occurrence) -> (scheduled: DateValue?, deadline: DateValue?) {
        let moved = series.date(of: occurrence, like: date)
        guard reminder.scheduled != nil else { return (nil, moved) }
        guard let deadline = reminder.deadline else { return (moved, nil) }
        let day = moved.clock(in: series.zone, allDayAt: context.allDayAt).date
        let days = day.daysSinceEpoch - current.nominal.date.daysSinceEpoch
        return (moved, deadline.adding(days: days, in: series.zone))
    }

    /// The reminder once the current occurrence and those that are over on a day have passed; completed if none follows.
    ///
    /// - Parameter floor: the first day on which an occurrence is not over.
    func passing(before floor: CivilDate) -> Reminder {
        let left = RecordedOccurrences(of: reminder, in: series.zone)
        return state(after: SeriesAdvance(from: date, of: series, leaving: left, catchUp: start(of: floor)))
    }

    /// The reminder once the current occurrence has passed, as if it had never been one.
    ///
    /// - Parameter others: further occurrences that have passed.
    func passingCurrent(besides others: [DateValue]) -> Reminder {
        let records = reminder.completeInstances + reminder.skippedInstances + others
        let left = RecordedOccurrences(records, of: series)
        return state(after: SeriesAdvance(from: date, of: series, leaving: left, catchUp: nil))
    }

    private func state(after advance: SeriesAdvance) -> Reminder {
        var passed = reminder
        passed.snoozed = nil
        if advance.next == nil { passed.completed = .on(DateValue((advance.last ?? current).nominal.date)) }
        guard let occurrence = advance.next ?? advance.last else { return passed }
        let dates = dates(at: occurrence)
        if let scheduled = dates.scheduled { passed.scheduled = scheduled }
        if let deadline = dates.deadline { passed.deadline = deadline }
        passed.movedFrom = nil
        let pinned = isChained ? nil : series.pinnedText
        if let text = counted(pinned, lessBy: advance.stepped) ?? pinned { passed.recurrence = text }
        return passed
    }

    /// Records an occurrence other than the current one, which stays current.
    private func aside(_ occurrence: Occurrence, _ event: StepOutcome.Event) -> StepOutcome {
        let value = instance(of: occurrence)
        return aside(occurrence, value, event) { history in
            history.record(value, in: event == .completed ? .complete : .skipped, in: series.zone)
        }
    }

    private func aside(
        _ occurrence: Occurrence,
        _ value: DateValue,
        _ event: StepOutcome.Event,
        _ change: (inout InstanceHistory) -> Void
    ) -> StepOutcome {
        var outcome = StepOutcome(event, reminder)
        outcome.occurrence = value
        outcome.date = series.date(of: occurrence, like: date)
        outcome.isAside = true
        var history = InstanceHistory(reminder)
        change(&history)
        outcome.changes = history.changes(from: reminder, stepper.places)
        return outcome
    }

    // MARK: Reopening

    func reopen(on day: DateValue?) throws(MemossError) -> StepOutcome {
        let last = lastCompleted
        if let day {
            guard let value = record(on: day, in: .complete) ?? record(on: day, in: .skipped) else {
                // Only an existing occurrence can be reported as open.
                let occurrence = try occurrence(on: day)
                let value = instance(of: occurrence)
                let name = "the occurrence of \(context.naming(value))"
                guard occurrence.instant < current.instant else { return unchanged("\(name) is already open", value) }
                let reason = "\(name) is neither completed nor skipped: the series has moved on from it"
                var outcome = unchanged(reason, value)
                outcome.remedy = .moveBack(
                    path: reminder.path,
                    key: reminder.scheduled == nil ? "due" : "scheduled",
                    date: series.date(of: occurrence, like: date).iso,
                    occurrence: value.iso
                )
                return outcome
            }
            let isCurrent = RecordedOccurrences([value], of: series).contains(current)
            if isCurrent || value == last { return takeBack(value) }
            // An earlier one is open only if the series moves back to it.
            if recordedOccurrence(value).instant < current.instant {
                try checkLatest(value)
                return takeBack(value)
            }
            return aside(recordedOccurrence(value), value, .reopened) { $0.remove(value) }
        }
        if reminder.isCompleted {
            let isRecorded = [InstanceHistory.Kind.complete, .skipped].contains { kind in
                recorded(current, in: kind) != nil
            }
            return isRecorded ? takeBack(instance(of: current)) : reopened()
        }
        if let last { return takeBack(last) }
        return nothingToReopen
    }

    /// In a series counted from completion, the current occurrence was counted from the latest one.
    private func checkLatest(_ value: DateValue) throws(MemossError) {
        guard isChained else { return }
        let records = (reminder.completeInstances + reminder.skippedInstances).map { (value: $0, at: instant(of: $0)) }
        let latest = records.filter { $0.at < current.instant }.max { $0.at < $1.at }
        guard let latest, latest.at > instant(of: value) else { return }
        throw MemossError(
            .failure,
            "'\(reminder.title)' is counted from completion: only the latest occurrence, "
                + "\(context.naming(latest.value)), can be reopened",
            remedy: .reopen(path: reminder.path, occurrence: latest.value.iso)
        )
    }

    /// An occurrence completed ahead of time can only be reopened by its date.
    private var nothingToReopen: StepOutcome {
        guard let ahead = reminder.completeInstances.min(by: { instant(of: $0) < instant(of: $1) }) else {
            return StepOutcome(.unchanged("no occurrence of it is completed"), reminder)
        }
        let reason = "only later occurrences are completed, the first on \(ahead)"
        var outcome = StepOutcome(.unchanged(reason), reminder)
        outcome.remedy = .reopenOccurrence(ahead.iso)
        return outcome
    }

    /// The occurrence from which `done` advanced the series: the last one at or before the current occurrence, never a
    /// later one.
    ///
    /// In a series counted from completion, an occurrence that was completed early can be later than the next one counted
    /// from it. It is then off the pattern of the current series; a later one on the pattern was recorded ahead of time
    /// with `--on`.
    private var lastCompleted: DateValue? {
        let all = reminder.completeInstances.sorted { instant(of: $0) < instant(of: $1) }
        let behind = all.last { instant(of: $0) <= current.instant }
        guard behind == nil, isChained else { return behind }
        return all.last { series.next(after: instant(of: $0).adding(seconds: -1))?.instant != instant(of: $0) }
    }

    /// Reopens a series that was completed as a whole.
    private func reopened() -> StepOutcome {
        var outcome = StepOutcome(.reopened, reminder)
        outcome.isCompleted = false
        outcome.changes = stepper.reopening
        return outcome
    }

    /// Removes the record of an occurrence, which becomes the current one again.
    private func takeBack(_ value: DateValue) -> StepOutcome {
        var outcome = StepOutcome(.reopened, reminder)
        outcome.occurrence = value
        outcome.isCompleted = false
        var history = InstanceHistory(reminder)
        history.remove(value)
        var changes = reminder.isCompleted ? stepper.reopening : []
        let gone: Set<String> = reminder.isCompleted ? ["completed", "completedDate"] : []
        let occurrence = recordedOccurrence(value)
        let isCurrent = occurrence.instant == current.instant
        outcome.date = isCurrent ? reminder.date : series.date(of: occurrence, like: date)
        if !isCurrent {
            if let shown = reminder.date, shown != date, !reminder.isCompleted {
                outcome.endedMove = StepOutcome.Move(place: date, date: shown)
            }
            if let text = counted(nil, lessBy: -stepped(from: occurrence)) {
                changes.append(.setting("recurrence", text))
            }
            changes += move(to: occurrence, &outcome)
            changes += stepper.removal(of: "snoozed")
            // The series begins off its rule again.
            let day = occurrence.nominal.date
            let end = series.zone.instant(of: CivilDateTime(day.adding(days: 1)))
            if let date = outcome.date, series.rule.namesDays, !isChained,
                !series.occurrences(from: day, through: end).contains(where: { $0.nominal.date == day })
            {
                changes.append(.setting("moved_from", date.description))
            }
        }
        outcome.changes = changes + history.changes(from: reminder, stepper.places, without: gone)
        return outcome
    }

    /// The number of occurrences of the rule from the given one up to the current one.
    private func stepped(from occurrence: Occurrence) -> Int {
        if isChained {
            let anchor = series.date(of: occurrence, like: date)
            let counted = Series(rule: series.rule, anchor: anchor, zone: series.zone, allDayAt: context.allDayAt)
            return counted.startIsOnPattern ? 1 : 0
        }
        return series.occurrences(from: occurrence.nominal.date, through: current.instant)
            .count { $0.instant >= occurrence.instant && $0.instant < current.instant }
    }

    // MARK: Outcomes

    private func unchanged(_ reason: String, _ value: DateValue) -> StepOutcome {
        var outcome = StepOutcome(.unchanged(reason), reminder)
        outcome.occurrence = value
        outcome.isAside = true
        return outcome
    }

    /// The record of an occurrence: its day, or its time if there can be several a day.
    func instance(of occurrence: Occurrence) -> DateValue {
        guard series.rule.givesSeveralADay else { return DateValue(occurrence.nominal.date) }
        let date = series.date(of: occurrence, like: date)
        return date.isAllDay ? DateValue(occurrence.nominal) : date
    }

    // MARK: Rule

    /// The rule with COUNT reduced; nil if it does not change. If the rule has its own start, COUNT counts from there.
    private func counted(_ pinned: String?, lessBy steps: Int) -> String? {
        guard steps != 0, let text = reminder.recurrence, let rule = reminder.rule, rule.start == nil,
            let count = rule.count
        else { return nil }
        return RecurrenceRule.replacingCount(in: pinned ?? text, with: count - steps)
    }
}
