import Testing

@testable import MemossFiles

@Suite struct DueIndexTests {
    private let context = TimeContext(
        now: Instant(utc: CivilDateTime(CivilDate.min)),
        zone: .utc,
        allDayAt: CivilTime(unchecked: 9 * 3600)
    )

    private func reminder(_ scheduled: String?) throws -> Reminder {
        var reminder = Reminder(path: "\(scheduled ?? "none").md", title: "")
        reminder.scheduled = try scheduled.map { try DateValue(parsing: $0) }
        return reminder
    }

    @Test func `the soonest come first, equal times keep their order, and undated ones come last`() throws {
        let times = [nil, "2026-11-23", "2026-11-22T09:00", "2026-11-22", "2026-11-22T08:59"]
        let index = DueIndex(try times.map(reminder), in: context)
        #expect(index.order == [4, 2, 3, 1, 0])
    }

    @Test func `an interval includes its start and excludes its end`() throws {
        let times = ["2026-11-22T10:00", nil, "2026-11-22T09:00", "2026-11-22T11:00"]
        let index = DueIndex(try times.map(reminder), in: context)
        func instant(_ text: String) throws -> Instant {
            try DateValue(parsing: text).instant(in: .utc, allDayAt: .midnight)
        }
        let nine = try instant("2026-11-22T09:00")
        let eleven = try instant("2026-11-22T11:00")
        #expect(Array(index.positions(from: nine, to: eleven)) == [2, 0])
        #expect(index.positions(from: eleven, to: nine).isEmpty)
    }
}
