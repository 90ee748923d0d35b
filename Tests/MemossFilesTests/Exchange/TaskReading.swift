import Testing

@testable import CivilTime
@testable import Exchange
@testable import MemossFiles

/// What tests of Taskwarrior and todo.txt read: in Paris, on 21 November 2026.
protocol TaskReading {}

extension TaskReading {
    func read(
        _ format: ImportFormat,
        _ bytes: [UInt8],
        known: Set<String> = []
    ) throws -> (reminders: [ImportedReminder], faults: [ImportedReminder.Fault]) {
        let paris = try ZoneDatabase().zone(named: "Europe/Paris")
        let now = Instant(utc: CivilDateTime(CivilDate(unchecked: 2026, 11, 21), CivilTime(unchecked: 7 * 3_600)))
        let time = TimeContext(now: now, zone: paris, allDayAt: CivilTime(unchecked: 9 * 3_600))
        let context = ImportContext(
            time,
            zone: { $0 == paris.name ? paris : nil },
            freshID: { "00000000-0000-4000-8000-000000000000" },
            known: known
        )
        return format.read(bytes, in: context)
    }

    /// The front matter without the id, the title, the creation date and what is kept as it is.
    func keys(_ format: ImportFormat, _ text: String) throws -> [[String]] {
        let (reminders, faults) = try read(format, Array(text.utf8))
        #expect(faults.isEmpty)
        return try reminders.map { reminder in
            let text = String(decoding: try reminder.new.contents(), as: UTF8.self)
            let front = text.split(separator: "---\n", omittingEmptySubsequences: false)[1]
            return front.split(separator: "\n").map(String.init).filter { line in
                !["id:", "title:", "created:", "todotxt_line:", "taskwarrior_"].contains { line.hasPrefix($0) }
            }
        }
    }

    func faults(_ format: ImportFormat, _ text: String) throws -> [String] {
        try read(format, Array(text.utf8)).faults.map { "\($0.line): \($0.message.prefix(30))" }
    }

    func task(_ members: String..., uuid: String = "a") -> String {
        #"{"uuid":"\#(uuid)","description":"T",\#(members.joined(separator: ","))}"#
    }
}
