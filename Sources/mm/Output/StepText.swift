import MemossFiles

extension StepOutcome {
    /// `done: Take vitamin D (Sat 21 Nov 09:00, today: not due yet); next Sun 22 Nov 09:00`.
    var sentence: String {
        switch event {
        case .unchanged(let reason):
            (["nothing to change: \(title): \(reason)"] + (remedy?.lines ?? [])).joined(separator: ": ")
        case .completed: "done: \(title)\(which)\(rest)"
        case .skipped: "skipped: \(title)\(which)\(rest)"
        case .reopened: "reopened: \(title)\(which)\(isAside || occurrence == nil ? "" : separate)"
        case .snoozed: "snoozed: \(title) until \(snoozed.map(text) ?? "")"
        }
    }

    /// Names the occurrence, so that nobody completes next week's without noticing.
    private var which: String {
        guard let date else { return "" }
        let distance = today.map { ", " + RelativeDay(date, from: $0).distance } ?? ""
        return " (\(text(date))\(distance)\(isAhead && event != .reopened ? ": not due yet" : ""))"
    }

    private var rest: String {
        if isAside { return after("; still due") }
        guard occurrence != nil else { return "" }
        let number = passed < Self.mostPassed ? "\(passed)" : "\(passed) or more"
        let missed =
            passed == 0
            ? "" : "; \(passed == 1 ? "1 missed occurrence was" : "\(number) missed occurrences were") passed over"
        return missed + (isCompleted ? "; the series has ended" : after("; next"))
    }

    /// The new date, and the deadline if there is a separate one.
    private func after(_ words: String) -> String {
        guard let date = scheduled ?? deadline else { return "" }
        return "\(words) \(text(date))\(separate)"
    }

    private var separate: String {
        guard scheduled != nil, let deadline else { return "" }
        return ", deadline \(text(deadline))"
    }

    private func text(_ value: DateValue) -> String { value.text(in: today ?? value.date) }

    func fields(in json: inout JSONWriter) {
        json.field("path", path)
        json.field("title", title)
        switch event {
        case .completed: json.field("event", "completed")
        case .skipped: json.field("event", "skipped")
        case .reopened: json.field("event", "reopened")
        case .snoozed: json.field("event", "snoozed")
        case .unchanged: json.field("event", "unchanged")
        }
        json.field("occurrence", occurrence?.iso)
        json.field("scheduled", scheduled?.iso)
        json.field("deadline", deadline?.iso)
        json.field("snoozed", snoozed?.iso)
        json.field("completed", isCompleted)
        json.field("passed", passed)
    }
}

extension DateValue {
    /// `Fri 27 Nov 17:00`, with the year if it differs from that of `today`. A date with an offset is printed as in the
    /// file.
    func text(in today: CivilDate) -> String {
        guard offset == nil else { return description }
        return RelativeDay(self, from: today).shortText
    }
}
