import Testing

@testable import CivilTime
@testable import Exchange
@testable import MemossFiles

/// What tests of iCalendar read: in Paris, on 21 November 2026.
protocol CalendarReading {}

extension CalendarReading {
    func context(on day: CivilDate = CivilDate(unchecked: 2026, 11, 21)) throws -> TimeContext {
        let now = Instant(utc: CivilDateTime(day, CivilTime(unchecked: 8 * 3_600)))
        let nine = CivilTime(unchecked: 9 * 3_600)
        return TimeContext(now: now, zone: try ZoneDatabase().zone(named: "Europe/Paris"), allDayAt: nine)
    }

    func read(
        bytes: [UInt8],
        known identities: Set<String> = [],
        on day: CivilDate = CivilDate(unchecked: 2026, 11, 21)
    ) throws -> (reminders: [ImportedReminder], faults: [ImportedReminder.Fault]) {
        let paris = try context().zone
        let known = ["Europe/Paris": paris, "America/New_York": try ZoneDatabase().zone(named: "America/New_York")]
        let context = ImportContext(
            try context(on: day),
            zone: { known[$0] },
            freshID: { "00000000-0000-4000-8000-000000000000" },
            known: identities
        )
        return ImportFormat.calendar.read(bytes, in: context)
    }

    func read(_ components: String...) throws -> (
        reminders: [ImportedReminder], faults: [ImportedReminder.Fault]
    ) {
        let lines = ["BEGIN:VCALENDAR"] + components + ["END:VCALENDAR", ""]
        return try read(bytes: Array(lines.joined(separator: "\n").replacing("\n", with: "\r\n").utf8))
    }

    func event(_ lines: String..., name: String = "VEVENT") -> String { event(lines, name: name) }

    func event(_ lines: [String], name: String = "VEVENT") -> String {
        (["BEGIN:\(name)"] + lines + ["END:\(name)"]).joined(separator: "\n")
    }

    /// The front matter without the id, the title, the creation date, and `expires`, which every event has.
    func keys(_ reminder: ImportedReminder) throws -> [String] {
        let text = String(decoding: try reminder.new.contents(), as: UTF8.self)
        let front = text.split(separator: "---\n", omittingEmptySubsequences: false)[1]
        return front.split(separator: "\n").map(String.init).filter { line in
            !["id:", "title:", "created:", "expires:"].contains { line.hasPrefix($0) }
        }
    }

    func keys(_ components: String...) throws -> [String] {
        let text = (["BEGIN:VCALENDAR"] + components + ["END:VCALENDAR"]).joined(separator: "\n")
        let (reminders, faults) = try read(bytes: Array(text.utf8))
        #expect(faults.isEmpty)
        return try keys(try #require(reminders.first))
    }
}
