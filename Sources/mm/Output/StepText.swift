import Exchange
import MemossFiles

/// Words the result of a step as a sentence.
struct StepText {
    private let outcome: StepOutcome
    private let clock: Clock
    /// The first of several occurrences of one series, and how many they are; `outcome` is that of the last.
    private var (first, count) = (DateValue?.none, 1)

    init(outcome: StepOutcome, clock: Clock) { (self.outcome, self.clock) = (outcome, clock) }

    /// The same step for several occurrences of one series, one after another; nil if there are none.
    init?(_ outcomes: some Collection<StepOutcome>, _ clock: Clock) {
        guard var last = outcomes.reversed().first else { return nil }
        last.passed = outcomes.reduce(0) { min($0 + $1.passed, StepOutcome.mostPassed) }
        self.init(outcome: last, clock: clock)
        (first, count) = (outcomes.first?.date, outcomes.count)
    }

    /// `done: Take vitamin D (Sat 21 Nov 09:00, today: not due yet); next Sun 22 Nov 09:00`.
    var sentence: String {
        let title = outcome.title
        switch outcome.event {
        case .unchanged(let reason):
            return (["nothing to change: \(title): \(reason)"] + (outcome.remedy?.lines ?? [])).joined(separator: ": ")
        case .completed:
            let day = outcome.completedOn.map { ", completed \(text($0))" } ?? ""
            return "done: \(title)\(which)\(day)\(rest)"
        case .skipped: return "skipped: \(title)\(which)\(rest)"
        case .reopened:
            return
                "reopened: \(title)\(which)\(outcome.isAside || outcome.occurrence == nil ? "" : separate)\(endedMove)"
        case .snoozed:
            let end = outcome.snoozed.map { "\(text($0))\(distance($0))" } ?? ""
            return "snoozed: \(title)\(outcome.occurrence == nil ? "" : which) until \(end)\(others)"
        case .unsnoozed: return "no longer snoozed: \(title)\(which)"
        }
    }

    /// Names the occurrence, so that nobody completes next week's without noticing.
    private var which: String {
        guard let date = outcome.date else { return "" }
        if count > 1, let first { return " (\(count) occurrences, \(text(first)) to \(text(date)))" }
        let distance = outcome.today.map { ", " + RelativeDay(date, from: $0, clock).distance } ?? ""
        let isEarly = outcome.isAhead && [.completed, .skipped].contains(outcome.event)
        return " (\(text(date))\(distance)\(isEarly ? ": not due yet" : ""))"
    }

    /// The parts that a snooze does not move.
    private var others: String {
        if outcome.passesDeadline, let deadline = outcome.deadline { return "; after its deadline, \(text(deadline))" }
        if outcome.isBeforeDate, let date = outcome.date { return "; its own time, \(text(date)), stays" }
        if outcome.passesDate, let date = outcome.date { return "; not delivered at its own time, \(text(date))" }
        let missed = outcome.missed
        if missed == 0 { return "" }
        let number = missed < TimeContext.mostMissed ? "\(missed)" : "\(missed) or more"
        return "; \(number) other missed occurrence\(missed == 1 ? " stays" : "s stay") open"
    }

    /// A file has room for one moved occurrence, the current one.
    private var endedMove: String {
        guard let move = outcome.endedMove else { return "" }
        return "; that of \(text(move.place)) is no longer moved to \(text(move.date))"
    }

    private func distance(_ date: DateValue) -> String {
        outcome.today.map { " (\(RelativeDay(date, from: $0, clock).distance))" } ?? ""
    }

    private var rest: String {
        if outcome.isAside { return after("; still due") }
        guard outcome.occurrence != nil else { return "" }
        let passed = outcome.passed
        let number = passed < StepOutcome.mostPassed ? "\(passed)" : "\(passed) or more"
        let missed =
            passed == 0
            ? "" : "; \(passed == 1 ? "1 missed occurrence was" : "\(number) missed occurrences were") passed over"
        return missed
            + (outcome.isCompleted ? "; the series has ended" : after(outcome.leavesMissed ? "; still due" : "; next"))
    }

    /// The new date, and the deadline if there is a separate one.
    private func after(_ words: String) -> String {
        guard let date = outcome.scheduled ?? outcome.deadline else { return "" }
        return "\(words) \(text(date))\(separate)"
    }

    private var separate: String {
        guard outcome.scheduled != nil, let deadline = outcome.deadline else { return "" }
        return ", deadline \(text(deadline))"
    }

    private func text(_ value: DateValue) -> String {
        let shown = outcome.clocks[value] ?? value
        return shown.text(in: outcome.today ?? shown.date, clock, zone: outcome.timezone)
    }
}

extension StepOutcome {
    /// Whether the next occurrence was missed on an earlier day too.
    var leavesMissed: Bool {
        guard [.completed, .skipped].contains(event), !isAside, !isCompleted, occurrence != nil, let today,
            let next = scheduled ?? deadline
        else { return false }
        return next.date < today
    }

    func fields(in json: inout JSONWriter) {
        json.field("path", path)
        json.field("title", title)
        switch event {
        case .completed: json.field("event", "completed")
        case .skipped: json.field("event", "skipped")
        case .reopened: json.field("event", "reopened")
        case .snoozed: json.field("event", "snoozed")
        case .unsnoozed: json.field("event", "unsnoozed")
        case .unchanged: json.field("event", "unchanged")
        }
        json.field("occurrence", occurrence?.iso)
        json.field("scheduled", scheduled?.iso)
        json.field("due", deadline?.iso)
        json.field("snoozed", snoozed?.iso)
        json.field("completed", isCompleted)
        json.field("passed", passed)
    }
}

extension DateValue {
    /// `Fri 27 Nov 17:00`, with the year if it differs from that of `today`. A date with an offset is printed as in the
    /// file.
    ///
    /// - Parameter zone: the name of its time zone, unless that is the user's.
    func text(in today: CivilDate, _ clock: Clock, zone: String? = nil) -> String {
        guard offset == nil else { return description }
        return RelativeDay(self, from: today, clock).shortText + (zone.map { " " + $0 } ?? "")
    }
}
