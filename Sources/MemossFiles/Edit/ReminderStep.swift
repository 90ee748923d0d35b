/// An action on a reminder or on one occurrence of a series.
public enum ReminderStep: Sendable, Hashable {
    /// - Parameters:
    ///   - on: the occurrence; nil for the current one.
    ///   - catchesUp: whether the series then passes over all occurrences that have passed.
    case complete(on: DateValue?, catchesUp: Bool)
    /// - Parameters:
    ///   - on: the occurrence; nil for the current one.
    ///   - catchesUp: whether the series then passes over all occurrences that have passed.
    case skip(on: DateValue?, catchesUp: Bool = false)
    /// - Parameter on: the occurrence; nil for the one completed last.
    case reopen(on: DateValue?)
    /// Notify again after this duration, counted from the time of the step.
    case snooze(CivilDuration)
    /// Notify again at this instant.
    case snoozeUntil(Instant)
    /// End the snooze.
    case endSnooze

    /// The same step for an occurrence.
    func on(_ day: DateValue) -> ReminderStep {
        switch self {
        case .complete(_, let catchesUp): .complete(on: day, catchesUp: catchesUp)
        case .skip(_, let catchesUp): .skip(on: day, catchesUp: catchesUp)
        case .reopen: .reopen(on: day)
        case .snooze, .snoozeUntil, .endSnooze: self
        }
    }

    /// Whether the step depends on a key that cannot be read. A series with an invalid rule or date must not be completed
    /// as a one-time reminder.
    func needs(_ problem: Problem, of reminder: Reminder) -> Bool {
        guard problem.severity == .error, let key = problem.key else { return false }
        switch self {
        case .snooze, .snoozeUntil, .endSnooze:
            return key == "timezone" || reminder.date == nil && ["scheduled", "due"].contains(key)
        default: break
        }
        if key == "recurrence" || key == "timezone" || KnownKey(rawValue: key)?.spec.isOfCompletion == true {
            return true
        }
        return reminder.recurrence != nil && KnownKey(rawValue: key)?.spec.isOfSeries == true
    }

    /// How the name of an edit begins that completes something.
    package static let completing = "complete"

    func refusal(of reminder: Reminder, for problem: Problem) -> String {
        let what =
            switch self {
            case .complete: "completed"
            case .skip: "skipped"
            case .reopen: "reopened"
            case .snooze, .snoozeUntil, .endSnooze: "snoozed"
            }
        let place = "\(problem.path):\(problem.line ?? 1)"
        return
            "\(place): \(problem.statement): '\(reminder.title)' cannot be \(what) until '\(problem.key ?? "")' is corrected"
    }
}

/// The result of a step, computed but not written.
public struct StepOutcome: Sendable, Hashable {
    /// What happened.
    public enum Event: Sendable, Hashable {
        /// The reminder or the occurrence is completed.
        case completed
        /// The occurrence is skipped.
        case skipped
        /// The reminder or the occurrence is open again.
        case reopened
        /// The reminder is notified again later.
        case snoozed
        /// The snooze has ended.
        case unsnoozed
        /// Nothing changes, for this reason.
        case unchanged(String)
    }

    package struct Move: Sendable, Hashable {
        /// In the rule.
        package var place: DateValue
        /// To which it was moved.
        package var date: DateValue
    }

    /// What happened.
    public var event: Event
    /// Relative to the root of the folder.
    public var path: String
    /// The title of the reminder.
    package var title: String
    /// The occurrence concerned, as it is recorded; nil for a one-time reminder.
    package var occurrence: DateValue?
    /// The date and time of that occurrence, or of a one-time reminder; nil if it has none.
    public var date: DateValue?
    /// Whether that date is still ahead at the time of the step; for a whole day, whether the day is.
    package var isAhead = false
    /// The time zone of the reminder, in which its dates are; nil if that is the user's.
    package var timezone: String?
    /// For dates in the gap of a time change: the local time that clocks show instead.
    package var clocks: [DateValue: DateValue] = [:]
    /// The day of the step in the reminder's time zone; nil if the step was not computed.
    package var today: CivilDate?
    /// The resulting values of `scheduled` and `due`.
    package var scheduled: DateValue?
    /// The resulting value of `due`.
    package var deadline: DateValue?
    /// The time until which it is snoozed.
    package var snoozed: DateValue?
    /// Whether it is completed after the step.
    package var isCompleted: Bool
    /// How many occurrences were passed over that were neither completed nor skipped; `mostPassed` means that many or
    /// more.
    package var passed = 0
    /// The highest value of `passed`.
    package static let mostPassed = SeriesAdvance.mostCounted
    /// How many occurrences besides the snoozed one have passed and are neither completed nor skipped, up to
    /// `TimeContext.mostMissed`.
    package var missed = 0
    /// Whether a snooze ends before the date, which then stays in place.
    package var isBeforeDate = false
    /// Whether a snooze ends after the day of the date, which is ahead and passes in silence.
    package var passesDate = false
    /// Whether a snooze ends after the deadline, which is still to come.
    package var passesDeadline = false
    /// The past day or time at which a one-time reminder was completed; nil for now.
    package var completedOn: DateValue?
    /// An occurrence that was moved, and comes at its place in the rule again, because an earlier one is current.
    package var endedMove: Move?
    /// Whether the step concerned an occurrence other than the current one, which stays current.
    package var isAside = false
    /// What the user can do if nothing changed.
    package var remedy: Remedy?
    package var changes: [FileChange] = []

    init(_ event: Event, _ reminder: Reminder) {
        self.event = event
        path = reminder.path
        title = reminder.title
        date = reminder.date
        scheduled = reminder.scheduled
        deadline = reminder.deadline
        isCompleted = reminder.isCompleted
    }

    /// Computes a step from the contents of the file and the current time alone.
    ///
    /// - Throws: a `MemossError` for a note, for a reminder without a required date, or for a day without an occurrence.
    package init(_ step: ReminderStep, of reminder: Reminder, in bytes: [UInt8], context: TimeContext)
        throws(MemossError)
    {
        let stepper = ReminderStepper(reminder, FieldPlaces(bytes, names: reminder.names), context)
        self = try stepper.outcome(of: step)
        let zone = stepper.zone
        let today = zone.civil(at: context.now).date
        self.today = today
        for case let value? in [date, scheduled, deadline, snoozed] where zone.shown(value) != value {
            clocks[value] = zone.shown(value)
        }
        timezone = context.foreignZone(reminder.timezone)
        if let date {
            isAhead =
                date.isAllDay
                ? date.date > today : date.instant(in: zone, allDayAt: context.allDayAt) > context.now
        }
    }
}
