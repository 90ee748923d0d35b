import MemossFiles

extension StepOutcome {
    /// `done: Take vitamins; next 2026-11-23 09:00`.
    var sentence: String {
        let when = occurrence.map { " (\(Self.text($0)))" } ?? ""
        switch event {
        case .unchanged(let reason): return "nothing to change: \(title): \(reason)"
        case .completed: return "done: \(title)\(isAside ? when : "")\(rest)"
        case .skipped: return "left out: \(title)\(when)\(rest)"
        case .reopened: return "open again: \(title)\(when)\(isAside || occurrence == nil ? "" : back)"
        case .snoozed: return "put off: \(title); until \(snoozed.map(Self.text) ?? "")"
        }
    }

    private var rest: String {
        if isAside { return after("; still due") }
        guard occurrence != nil else { return "" }
        let number = passed < Self.mostPassed ? "\(passed)" : "\(passed) or more"
        let missed = passed == 0 ? "" : "; stepped over \(number) that passed"
        return missed + (isCompleted ? "; the series is over" : after("; next"))
    }

    private var back: String { after("; due") }

    /// When it comes up then, and the deadline where that is another date.
    private func after(_ words: String) -> String {
        guard let date = scheduled ?? deadline else { return "" }
        let separate = scheduled == nil ? nil : deadline
        return "\(words) \(Self.text(date))" + (separate.map { ", deadline \(Self.text($0))" } ?? "")
    }

    private static func text(_ value: DateValue) -> String {
        let iso = value.iso
        return String(decoding: iso.utf8.map { $0 == UInt8(ascii: "T") ? UInt8(ascii: " ") : $0 }, as: UTF8.self)
    }

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
