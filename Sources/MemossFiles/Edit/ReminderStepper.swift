/// Computes steps of one reminder.
package struct ReminderStepper {
    let reminder: Reminder
    let places: FieldPlaces
    let context: TimeContext
    let zone: Zone

    package init(_ reminder: Reminder, _ places: FieldPlaces, _ context: TimeContext) {
        self.reminder = reminder
        self.places = places
        self.context = context
        zone = context.zone(of: reminder)
    }

    func outcome(of step: ReminderStep) throws(MemossError) -> StepOutcome {
        let lapsed = reminder.lapsed(in: context)
        if case .reopen = step {
            if lapsed.isCompleted, !reminder.isCompleted, reminder.recurrence == nil {
                return StepOutcome(.unchanged("it has passed, and an event is then over"), lapsed)
            }
        } else if lapsed != reminder {
            return try ReminderStepper(lapsed, places, context).outcome(of: step)
        }
        if reminder.isInConflict, reminder.isNote || reminder.recurrence != nil && reminder.date == nil {
            throw MemossError(.failure, "'\(reminder.title)' has conflict markers", remedy: .openInEditor)
        }
        if reminder.isNote {
            throw MemossError(
                .failure,
                "'\(reminder.title)' is a note, not a reminder",
                remedy: .setDate(path: reminder.path, isNote: true)
            )
        }
        switch step {
        case .snooze(let duration):
            try checkSnooze()
            return try snooze(until: try end(of: duration))
        case .snoozeUntil(let instant):
            try checkSnooze()
            return try snooze(until: instant)
        case .endSnooze: return endSnooze()
        default: break
        }
        if reminder.recurrence != nil {
            guard let steps = SeriesSteps(self) else {
                throw MemossError(
                    .failure,
                    "'\(reminder.title)' repeats, but has no date",
                    remedy: .setDate(path: reminder.path, isNote: false)
                )
            }
            switch step {
            case .complete(let day, let catchesUp): return try steps.complete(on: day, catchesUp: catchesUp)
            case .skip(let day, let catchesUp): return try steps.skip(on: day, catchesUp: catchesUp)
            case .reopen(let day): return try steps.reopen(on: day)
            default: break
            }
        }
        switch step {
        case .complete(let day, _): return try complete(on: day)
        case .reopen(let day):
            try checkDay(day)
            return reopen()
        case .skip(let day, _):
            if let own = reminder.task?.occurrence { return try skip(own, on: day) }
            fallthrough
        default:
            throw MemossError(
                .failure,
                "'\(reminder.title)' does not repeat: there is no occurrence to skip",
                remedy: reminder.isCompleted ? nil : .complete(path: reminder.path)
            )
        }
    }

    // MARK: One-time reminders

    private func checkDay(_ day: DateValue?) throws(MemossError) {
        guard let day else { return }
        guard let date = reminder.date else {
            throw MemossError(
                .failure,
                "'\(reminder.title)' has no date: it has no occurrence on \(context.naming(day))"
            )
        }
        let clock = date.clock(in: zone, allDayAt: context.allDayAt)
        let isMeant =
            day.isAllDay || date.isAllDay
            ? day.clock(in: zone, allDayAt: .noon).date == clock.date
            : day.instant(in: zone, allDayAt: .noon) == date.instant(in: zone, allDayAt: .noon)
        if !isMeant {
            let name = context.naming(date)
            throw MemossError(.failure, "'\(reminder.title)' does not repeat: expected its date, \(name)")
        }
    }

    /// - Parameter day: when it was done; its own date if that is still to come, which means now.
    private func complete(on day: DateValue?) throws(MemossError) -> StepOutcome {
        if reminder.isArchived { return StepOutcome(.unchanged("it is archived"), reminder) }
        guard !reminder.isCompleted else { return StepOutcome(.unchanged("it is already completed"), reminder) }
        var outcome = StepOutcome(.completed, reminder)
        outcome.isCompleted = true
        let clock = zone.civil(at: context.now)
        var value = DateValue(CivilDateTime(clockSeconds: clock.clockSeconds.floorDivided(by: 60) * 60))
        if let day {
            if day.isAllDay ? day.date < clock.date : day.instant(in: zone, allDayAt: .noon) < context.now {
                value = day
                outcome.completedOn = day
            } else if !day.isAllDay || day.date > clock.date {
                try checkDay(day)
            }
        }
        if let date = reminder.date, !value.isAllDay { value = value.spelled(like: date) }
        outcome.changes = removal(of: "snoozed") + completion(at: value)
        return outcome
    }

    /// Skips an occurrence that has a file of its own. TaskNotes makes such files, and reads from them only the status.
    private func skip(_ own: TaskKeys.Occurrence, on day: DateValue?) throws(MemossError) -> StepOutcome {
        if let day, day.date != own.day { try checkDay(day) }
        if reminder.isArchived { return StepOutcome(.unchanged("it is archived"), reminder) }
        guard !reminder.isCompleted else { return StepOutcome(.unchanged("it is already completed"), reminder) }
        guard reminder.isTask, let status = reminder.profile?.skippedStatuses.first else {
            let reason = "no status in the settings of TaskNotes skips an occurrence that has a file of its own"
            throw MemossError(
                .failure,
                "'\(reminder.title)' cannot be skipped: \(reason)",
                remedy: .complete(path: reminder.path)
            )
        }
        var outcome = StepOutcome(.skipped, reminder)
        outcome.isCompleted = true
        outcome.changes = removal(of: "snoozed") + [.setting("status", status)]
        return outcome
    }

    private func reopen() -> StepOutcome {
        guard reminder.completed != .open else {
            return StepOutcome(.unchanged(reminder.isArchived ? "it is archived" : "it is already open"), reminder)
        }
        var outcome = StepOutcome(.reopened, reminder)
        outcome.isCompleted = false
        outcome.changes = reopening
        return outcome
    }

    // MARK: Fields

    /// Marks the reminder as completed, with the keys of TaskNotes if the file uses them.
    func completion(at value: DateValue) -> [FileChange] {
        var changes: [FileChange] = []
        let hasStatus = places.has("status") || reminder.isTask
        if hasStatus {
            changes.append(.setting("status", reminder.profile?.completingStatus ?? "done"))
            changes.append(.setting("completedDate", value.date.description))
        }
        // If the file has both kinds, `completed` takes precedence.
        if !hasStatus || places.hasValue("completed") {
            changes.append(.setting("completed", value.description))
        }
        return changes
    }

    /// Restores the state before completion, as far as it can be known: a key that comes last was added by the
    /// completion.
    var reopening: [FileChange] {
        var changes: [FileChange] = []
        if places.has("status") {
            changes.append(.setting("status", reminder.profile?.defaultStatus ?? "open"))
            changes += removal(of: "completedDate")
        }
        if places.hasValue("completed") {
            let isNeeded = !["scheduled", "due"].contains(where: places.has)
            let wasThere = !places.isLast("completed", without: [])
            changes += isNeeded || wasThere ? [.setting("completed", "false")] : removal(of: "completed")
        }
        return changes
    }

    func removal(of key: String) -> [FileChange] { places.has(key) ? [.field(FieldChange(key, nil))] : [] }

    // MARK: Snoozing

    private func checkSnooze() throws(MemossError) {
        if reminder.isCompleted {
            throw MemossError(.failure, "'\(reminder.title)' is completed, so it cannot be snoozed")
        }
        guard reminder.date != nil else {
            throw MemossError(.failure, "'\(reminder.title)' has no date, so it cannot be snoozed")
        }
    }

    /// When a snooze that begins now ends, rounded up to a full minute.
    private func end(of duration: CivilDuration) throws(MemossError) -> Instant {
        // Days and months are added to the local date, hours and minutes to elapsed time.
        let moved = zone.civil(at: context.now).adding(CivilDuration(months: duration.months, days: duration.days))
        let start = duration.months == 0 && duration.days == 0 ? context.now : zone.instant(of: moved)
        let seconds = start.adding(seconds: duration.seconds).secondsSince1970
        let instant = Instant(secondsSince1970: (seconds + 59).floorDivided(by: 60) * 60)
        guard instant > context.now else {
            throw MemossError(.failure, "a snooze of \(duration) is too short: expected at least one minute")
        }
        return instant
    }

    private func snooze(until instant: Instant) throws(MemossError) -> StepOutcome {
        guard instant > context.now else {
            let moment = context.naming(DateValue(zone.civil(at: instant)))
            throw MemossError(.failure, "a snooze must end in the future, but \(moment) has passed")
        }
        var value = zone.date(at: instant)
        if let date = reminder.date { value = value.spelled(like: date) }
        var outcome = StepOutcome(.snoozed, reminder)
        outcome.snoozed = value
        outcome.isBeforeDate = context.due(reminder).map { instant < $0 } ?? false
        outcome.passesDate =
            context.due(reminder).map { context.now < $0 && zone.civil(at: $0).date < zone.civil(at: instant).date }
            ?? false
        if let steps = SeriesSteps(self) {
            outcome.occurrence = steps.instance(of: steps.current)
            var snoozed = reminder
            snoozed.snoozed = value
            outcome.missed = context.missedOccurrences(of: snoozed) ?? 0
        }
        outcome.passesDeadline = reminder.deadline.map { passes($0, until: instant) } ?? false
        outcome.changes = [.setting("snoozed", value.description)]
        return outcome
    }

    /// Whether a deadline that is still to come passes before an instant.
    private func passes(_ deadline: DateValue, until instant: Instant) -> Bool {
        guard deadline.isAllDay else {
            let end = deadline.instant(in: zone, allDayAt: context.allDayAt)
            return context.now < end && end < instant
        }
        return !context.hasPassed(deadline, of: reminder) && deadline.date < zone.civil(at: instant).date
    }

    private func endSnooze() -> StepOutcome {
        guard reminder.snoozed != nil else { return StepOutcome(.unchanged("it is not snoozed"), reminder) }
        var outcome = StepOutcome(.unsnoozed, reminder)
        outcome.changes = removal(of: "snoozed")
        return outcome
    }
}

extension FileChange {
    static func setting(_ key: String, _ text: String) -> FileChange {
        .field(FieldChange(key, .text(FieldValue.Item(text))))
    }
}
