import TestSupport

@testable import CivilTime
@testable import MemossFiles

/// A file and a current time, for steps of one reminder.
struct Stepping {
    var bytes: [UInt8]
    var now = "2026-11-21T08:00"
    var zone = "Europe/Paris"

    /// - Parameter fields: the lines of the front matter.
    init(_ fields: String, now: String = "2026-11-21T08:00", zone: String = "Europe/Paris") {
        self.init(bytes: Array("---\n\(fields)\n---\nBody\n".utf8), now: now, zone: zone)
    }

    init(bytes: [UInt8], now: String = "2026-11-21T08:00", zone: String = "Europe/Paris") {
        (self.bytes, self.now, self.zone) = (bytes, now, zone)
    }

    func context() throws -> TimeContext {
        let zone = try TestFiles.zone(zone)
        var zones: [String: Zone] = [:]
        if let name = reminder.timezone { zones[name] = try TestFiles.zone(name) }
        let instant = try DateValue(parsing: now).instant(in: zone, allDayAt: .midnight)
        return TimeContext(now: instant, zone: zone, zones: zones, allDayAt: CivilTime(unchecked: 9 * 3_600))
    }

    var reminder: Reminder {
        ReminderDecoder.decode(bytes, path: "a.md").reminder ?? Reminder(path: "a.md", title: "unreadable")
    }

    /// The lines of the front matter.
    var fields: String {
        let text = String(decoding: bytes, as: UTF8.self)
        return text.split(separator: "---\n", omittingEmptySubsequences: false).dropFirst().first.map {
            String($0.dropLast())
        }
            ?? text
    }

    @discardableResult mutating func take(_ step: ReminderStep) throws -> StepOutcome {
        let outcome = try StepOutcome(step, of: reminder, in: bytes, context: try context())
        bytes = try outcome.changes.apply(to: bytes, registry: TagRegistry(parsing: [])) ?? bytes
        return outcome
    }

    @discardableResult mutating func done(on day: String? = nil, catchingUp: Bool = false) throws -> StepOutcome {
        try take(.complete(on: try day.map { try DateValue(parsing: $0) }, catchesUp: catchingUp))
    }

    @discardableResult mutating func skip(on day: String? = nil) throws -> StepOutcome {
        try take(.skip(on: try day.map { try DateValue(parsing: $0) }))
    }

    @discardableResult mutating func reopen(on day: String? = nil) throws -> StepOutcome {
        try take(.reopen(on: try day.map { try DateValue(parsing: $0) }))
    }

    @discardableResult mutating func snooze(_ duration: String) throws -> StepOutcome {
        try take(.snooze(try CivilDuration(parsing: duration)))
    }
}

/// The fields of a file after a step.
func after(
    _ fields: String,
    now: String = "2026-11-21T08:00",
    zone: String = "Europe/Paris",
    _ step: (inout Stepping) throws -> Void
) throws -> String {
    var stepping = Stepping(fields, now: now, zone: zone)
    try step(&stepping)
    return stepping.fields
}
