import MemossFiles
import Testing

@testable import CivilTime
@testable import Text
@testable import mm

@Suite struct MonthGridTests {
    /// Saturday, 21 November 2026.
    private let time = TimeContext(now: Instant(secondsSince1970: 1_795_248_000), zone: .utc, allDayAt: .noon)

    @Test(arguments: [
        ("", "2026-11-21"), ("november", "2026-11-01"), ("Dec", "2026-12-01"), ("october", "2026-10-01"),
        ("may", "2027-05-01"), ("june", "2026-06-01"),
        ("2027-02", "2027-02-01"), ("2027-02-14", "2027-02-14"), ("end of month", "2026-11-30"),
        ("tomorrow", "2026-11-22"),
    ]) func `a month is named, or given by one of its days`(text: String, day: String) throws {
        #expect(try MonthGrid.day(in: text, time: time).description == day)
    }

    @Test func `elsewhere, a month without a year is one to come`() throws {
        #expect(MonthGrid.month("october", time: time)?.description == "2027-10-01")
        #expect(MonthGrid.month("november", time: time)?.description == "2026-11-01")
    }

    @Test(arguments: [(80, 40, 0), (111, 40, 0), (112, 40, 4), (120, 17, 1), (120, 10, 0)])
    func `a wide and high terminal has room for titles below the days`(width: Int, height: Int, lines: Int) throws {
        let reminders = (0..<6).map { number in
            var reminder = Reminder(path: "\(number).md", title: "Reminder \(number) with a long title")
            reminder.isNote = false
            reminder.scheduled = DateValue(time.local.date)
            return reminder
        }
        let first = try #require(CivilDate(year: 2026, month: 11, day: 1))
        let agenda = Agenda(reminders, from: first, days: 30, in: time)
        let grid = MonthGrid(agenda.days, Snapshot(registry: TagRegistry()), time)
        let count = grid.titleLines(in: width, height)
        #expect(count == lines)
        var console = Console(recordingFor: TerminalSize(width: width, height: height), Painter(.none))
        grid.draw(in: &console, titles: count)
        console.flush()
        let text = String(decoding: console.recording?.output ?? [], as: UTF8.self)
        #expect(text.split(separator: "\n").allSatisfy { $0.count <= width }, "\(text)")
        let titles = text.split(separator: "Reminder ", omittingEmptySubsequences: false).count - 1
        #expect(titles == max(0, lines - 1) && text.contains("+\(7 - lines) more") == (lines > 0), "\(text)")
    }

    @Test(arguments: [60, 76, 120], [0, 1, 3, 4, 102, 103, 1_002, 1_003, 1_004, 10_003, 100_005])
    func `the days of a month stay aligned, whatever number of reminders they have`(width: Int, count: Int) throws {
        var reminder = Reminder(path: "a.md", title: "x")
        reminder.isNote = false
        reminder.scheduled = DateValue(time.local.date)
        let first = try #require(CivilDate(year: 2026, month: 11, day: 1))
        var agenda = Agenda([reminder], from: first, days: 30, in: time)
        let item = try #require(agenda.days[20].items.first)
        let items = (0..<count).map { number in
            var copy = item
            copy.reminder = Reminder(path: "\(number).md", title: "x")
            copy.kind = .overdue
            return copy
        }
        // A day of the past, and today.
        for day in [17, 20] { agenda.days[day].items = items }
        let grid = MonthGrid(agenda.days, Snapshot(registry: TagRegistry()), time)
        var console = Console(recordingFor: TerminalSize(width: width, height: 24), Painter(.none))
        grid.draw(in: &console)
        console.flush()
        let text = String(decoding: console.recording?.output ?? [], as: UTF8.self)
        let lines = text.split(separator: "\n", omittingEmptySubsequences: false).map(Array.init)
        let cell = width < 76 ? 5 : 11
        for day in 1...30 {
            // The 1st is a Sunday.
            let (line, column) = (2 + (day + 5) / 7, cell * ((day + 5) % 7))
            let number = (day < 10 ? " " : "") + String(day)
            #expect(String(lines[line][(column + 1)...(column + 2)]) == number, "\(day)")
        }
        let today = count > 99_999 && cell > 5 ? "[21!" : "[21]!"
        if count > 0 { #expect(text.contains(today) && text.contains("18!") && text.contains("! overdue")) }
        if count > 3, cell > 5 {
            let dots = text.split(separator: today)[1].prefix { $0 == "•" }.count
            let all = String(repeating: "•", count: dots) + "+\(count - dots)"
            #expect(text.contains(today + all), "the number is exact")
        }
    }

    @Test(arguments: ["2027-13", "soonish", "2027-02-30"]) func `nothing else is a month`(text: String) throws {
        #expect(throws: ParseError.self) { try MonthGrid.day(in: text, time: time) }
    }
}
