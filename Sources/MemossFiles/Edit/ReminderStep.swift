/// What is to be done with a reminder, or with one occurrence of a series.
public enum ReminderStep: Sendable, Hashable {
    /// - Parameters:
    ///   - on: the occurrence; nil for the current one.
    ///   - catchesUp: whether the series then steps over all that have passed.
    case complete(on: DateValue?, catchesUp: Bool)
    case skip(on: DateValue?)
    /// - Parameter on: the occurrence; nil for the one that was completed last.
    case reopen(on: DateValue?)
    case snooze(CivilDuration)

    /// Whether the step depends on a key that cannot be read. A series whose rule or dates cannot be read must not be
    /// completed as if it had none.
    func needs(_ problem: Problem, of reminder: Reminder) -> Bool {
        guard problem.severity == .error, let key = problem.key else { return false }
        if case .snooze = self {
            return key == "timezone" || reminder.date == nil && ["scheduled", "due"].contains(key)
        }
        if ["recurrence", "timezone", "completed", "completedDate", "status"].contains(key) { return true }
        return reminder.recurrence != nil && Self.keysOfSeries.contains(key)
    }

    private static let keysOfSeries = [
        "scheduled", "due", "until", "recurrence_anchor", "missed", "complete_instances", "skipped_instances",
    ]

    func refusal(of reminder: Reminder, for problem: Problem) -> String {
        let what =
            switch self {
            case .complete: "completed"
            case .skip: "skipped"
            case .reopen: "reopened"
            case .snooze: "snoozed"
            }
        let place = "\(problem.path):\(problem.line ?? 1)"
        return
            "\(place): \(problem.statement): '\(reminder.title)' cannot be \(what) until '\(problem.key ?? "")' is corrected"
    }
}

/// What a step comes to, worked out and not written.
public struct StepOutcome: Sendable, Hashable {
    public enum Event: Sendable, Hashable {
        case completed, skipped, reopened, snoozed
        /// The file says so already: why.
        case unchanged(String)
    }

    public var event: Event
    public var path: String
    public var title: String
    /// The occurrence that the step is about, as it is recorded; nil for a one-time reminder.
    public var occurrence: DateValue?
    /// The date and time of that occurrence, or of a one-time reminder; nil where there is none.
    public var date: DateValue?
    /// Whether that lies ahead of the moment of the step; of a whole day, whether the day does.
    public var isAhead = false
    /// The day of the step where the reminder is; nil for one that was not worked out.
    public var today: CivilDate?
    /// What the keys `scheduled` and `due` say then.
    public var scheduled: DateValue?
    public var deadline: DateValue?
    /// The time to which it was put off.
    public var snoozed: DateValue?
    /// Whether it is completed then.
    public var isCompleted: Bool
    /// How many occurrences were stepped over that were neither completed nor left out; `mostPassed` is that many or more.
    public var passed = 0
    public static let mostPassed = SeriesAdvance.mostCounted
    /// Whether the step stayed beside the current occurrence, which is where it was.
    public var isAside = false
    /// What would change it, where it is unchanged.
    public var remedy: Remedy?
    var changes: [FileChange] = []

    init(_ event: Event, _ reminder: Reminder) {
        self.event = event
        path = reminder.path
        title = reminder.title
        date = reminder.date
        scheduled = reminder.scheduled
        deadline = reminder.deadline
        isCompleted = reminder.isCompleted
    }

    /// Works a step out, from what the file says and the moment alone.
    ///
    /// - Throws: a `MemossError`: a note, a reminder without a date that would need one, a day that is no occurrence.
    init(_ step: ReminderStep, of reminder: Reminder, in bytes: [UInt8], context: TimeContext) throws(MemossError) {
        let stepper = ReminderStepper(reminder, FieldPlaces(bytes), context)
        self = try stepper.outcome(of: step)
        let zone = stepper.zone
        let today = zone.civil(at: context.now).date
        self.today = today
        if let date {
            isAhead =
                date.isAllDay
                ? date.date > today : date.instant(in: zone, allDayAt: context.allDayAt) > context.now
        }
    }
}
