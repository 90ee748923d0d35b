import TestSupport
import Testing

@testable import Bytes
@testable import CivilTime
@testable import MemossFiles
@testable import Text

/// A new file has the intended contents.
@Suite struct NewReminderTests {
    private static let id = "6f9619ff-8b86-4d01-b42d-00cf4fc964ff"
    private static let created = CivilDateTime(CivilDate(unchecked: 2026, 11, 21), .noon)

    private func new(_ title: String) throws(ParseError) -> NewReminder {
        try NewReminder(title: title, id: Self.id, created: Self.created)
    }

    private func text(_ new: NewReminder) throws -> String { String(decoding: try new.contents(), as: UTF8.self) }

    @Test(arguments: 0..<60)
    func `a reminder can be created in any second`(second: Int) throws {
        let time = try #require(CivilTime(hour: 8, minute: 0, second: second))
        let created = CivilDateTime(Self.created.date, time)
        var new = try NewReminder(title: "Now", id: Self.id, created: created)
        new.scheduled = DateValue(created)
        #expect(throws: Never.self) { try new.contents() }
    }

    @Test func `keys are written in the order in which people read them`() throws {
        var new = try new("  Pay the rent ")
        new.tags = [TagName("Home"), TagName("no"), TagName("a: b")]
        new.scheduled = try DateValue(parsing: "2026-11-30T09:00")
        new.deadline = try DateValue(parsing: "2026-12-02")
        new.timezone = "Europe/Paris"
        new.recurrence = "monthly on 31"
        new.until = try DateValue(parsing: "2027-12-31")
        new.body = [UInt8]("By transfer")
        #expect(
            try text(new) == """
                ---
                title: Pay the rent
                tags: [Home, "no", "a: b"]
                scheduled: 2026-11-30T09:00
                due: 2026-12-02
                timezone: Europe/Paris
                recurrence: monthly on 31
                until: 2027-12-31
                created: 2026-11-21T12:00
                id: \(Self.id)
                ---
                By transfer

                """
        )
    }

    @Test func `without a date it is an undated reminder, and a note has no completion key`() throws {
        var new = try new("x")
        #expect(try text(new).contains("\ncompleted: false\n"))
        var due = new
        due.deadline = DateValue(Self.created.date)
        #expect(try !text(due).contains("completed"))
        due.isNote = true
        #expect(try text(due).contains("\ndue: 2026-11-21\n"))
        new.isNote = true
        #expect(try !text(new).contains("completed"))
    }

    @Test(arguments: [
        "", " ", "\t\n", "\u{A0}\u{2003}", "\u{200B}", "\u{202E}\u{202C}", "\u{1B}", "\u{AD}", "\u{3164}",
    ])
    func `an invisible title is rejected`(title: String) {
        #expect(throws: ParseError.self) { try new(title) }
    }

    @Test(arguments: ["a\nb", "a\r\nb", "a\u{85}b", "a\u{2028}b", "a\u{2029}b"])
    func `a title must be one line`(title: String) {
        #expect(throws: ParseError.self) { try new(title) }
    }

    @Test func `the file that is read back equals what was intended`() throws {
        var random = Random(seed: 11)
        var (made, tagged) = (0, 0)
        for _ in 0..<4_000 {
            let title = random.title()
            guard var new = try? new(title) else { continue }
            new.tags = (0..<random.below(4)).compactMap { _ in try? TagName(validating: random.title()) }
            new.body = random.bytes()
            if random.below(2) == 0 { new.scheduled = try DateValue(parsing: "2026-11-22 09:00") }
            new.isNote = new.scheduled == nil && random.below(3) == 0
            let bytes = try new.contents()
            let output = ReminderDecoder.decode(bytes, path: "x.md", keeping: .whole)
            let read = try #require(output.reminder)
            #expect(output.problems.isEmpty)
            #expect(Array(read.title.utf8) == Array(TagName.trimmed(title).utf8))
            #expect(read.tags.map { Array($0.text.utf8) } == new.tags.map { Array($0.text.utf8) })
            #expect(read.body.starts(with: new.body) && read.body.count - new.body.count <= 1)
            #expect(read.isNote == new.isNote && read.scheduled == new.scheduled && read.id == Self.id)
            made += 1
            tagged += new.tags.count
        }
        #expect(made > 3_000 && tagged > 3_000)
    }

    // MARK: Fields together

    private func fault(_ recurrence: String, _ scheduled: String, until: String? = nil) throws -> NewReminder.Fault? {
        var new = try new("x")
        new.recurrence = recurrence
        new.scheduled = try DateValue(parsing: scheduled)
        new.until = try until.map { try DateValue(parsing: $0) }
        let zone = try TestFiles.zone("Europe/Paris")
        do throws(NewReminder.Fault) {
            try new.check(in: zone, allDayAt: .noon)
            return nil
        } catch {
            return error
        }
    }

    @Test func `a series that ends before it begins is rejected`() throws {
        #expect(try fault("daily", "2026-11-22", until: "2026-11-21")?.part == .until)
        #expect(try fault("daily", "2026-11-22T09:00", until: "2026-11-22T08:59")?.part == .until)
        #expect(try fault("daily", "2026-11-22T09:00", until: "2026-11-22") == nil)
        #expect(try fault("daily", "2026-11-22", until: "2026-11-22") == nil)
        // 09:00 in Paris is 08:00 in London.
        #expect(try fault("daily", "2026-11-22T09:00", until: "2026-11-22T08:00Z") == nil)
    }

    @Test func `a rule that is invalid or gives no date is rejected`() throws {
        #expect(try fault("every blue moon", "2026-11-22")?.part == .recurrence)
        #expect(try fault("wekly", "2026-11-22")?.error.suggestion != nil)
        #expect(try fault("FREQ=YEARLY;BYMONTH=2;BYMONTHDAY=30", "2026-11-22")?.part == .recurrence)
        #expect(try fault("weekly on monday", "2026-11-22") == nil)
    }
}
