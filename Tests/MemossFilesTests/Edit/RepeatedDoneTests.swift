import Testing

@testable import CivilTime
@testable import MemossFiles
@testable import Text

/// A second `done` does not take the next dose (issue 33, item 17).
@Suite struct RepeatedDoneTests {
    /// - Returns: the next occurrence if completing the current one would repeat the command, and whether a batch refuses it.
    private func repeated(_ fields: String, last: String? = nil, at now: String) throws -> String? {
        let folder = try Folder(["a.md": "title: A\n" + fields], now: try moment(now + "+01:00"))
        let repetition = Repetition(
            of: .complete(on: nil, catchesUp: false),
            for: folder["a.md"],
            last: try last.map { try moment($0 + "+01:00") },
            at: folder.context
        )
        return repetition?.next.iso
    }

    @Test func `what was overdue and is completed is not followed by what is still to come, until that is nearer`()
        throws
    {
        for (fields, now) in [
            (
                "scheduled: 2026-11-28T08:00\nrecurrence: daily at 8:00 and 20:00\ncomplete_instances: [2026-11-27T20:00]",
                "2026-11-28T07:30"
            ),
            ("scheduled: 2026-11-28T10:00\nrecurrence: daily\ncomplete_instances: [2026-11-27]", "2026-11-28T09:00"),
            (
                "scheduled: 2026-11-30\nrecurrence: weekly on monday\ncomplete_instances: [2026-11-23]",
                "2026-11-28T09:00"
            ),
            ("scheduled: 2026-12-01\nrecurrence: monthly on 1\ncomplete_instances: [2026-11-01]", "2026-11-28T09:00"),
        ] {
            #expect(try repeated(fields, at: now) == nil)
            #expect(try repeated(fields, last: now, at: now) != nil, "\(fields)")
            #expect(try repeated(fields, last: "2026-11-20T09:00", at: now) == nil, "\(fields)")
            // What is due already is taken, one after another.
            #expect(try repeated(fields, last: "2026-12-02T08:59", at: "2026-12-02T09:00") == nil)
        }
    }

    @Test(
        arguments: [
            // Several a day: the morning is done, noon is still to come.
            (
                "scheduled: 2026-12-03T14:00\nrecurrence: daily at 7:30, 14:00 and 20:00", "2026-12-03T07:30",
                "2026-12-03T08:00", true
            ),
            (
                "scheduled: 2026-12-03T14:00\nrecurrence: daily at 7:30, 14:00 and 20:00", "2026-12-03T07:30",
                "2026-12-03T13:59", true
            ),
            (
                "scheduled: 2026-12-03T14:00\nrecurrence: daily at 7:30, 14:00 and 20:00", "2026-12-03T07:30",
                "2026-12-03T14:00", false
            ),
            (
                "scheduled: 2026-12-03T14:00\nrecurrence: daily at 7:30, 14:00 and 20:00", "2026-12-02T20:00",
                "2026-12-03T13:59", false
            ),
            // Once a day, done today; done late, after midnight; done a bit early the next day.
            ("scheduled: 2026-12-04T09:00\nrecurrence: daily", "2026-12-03", "2026-12-03T23:00", true),
            ("scheduled: 2026-12-04T22:00\nrecurrence: daily", "2026-12-03", "2026-12-04T00:10", true),
            ("scheduled: 2026-12-04T09:00\nrecurrence: daily", "2026-12-03", "2026-12-04T08:00", false),
            ("scheduled: 2026-12-04\nrecurrence: daily", "2026-12-03", "2026-12-03T12:00", true),
            ("scheduled: 2026-12-04\nrecurrence: daily", "2026-12-03", "2026-12-04T00:10", false),
            // Done late: the week is not over.
            ("scheduled: 2026-12-07\nrecurrence: weekly", "2026-11-30", "2026-12-03T08:00", true),
            ("scheduled: 2027-01-01\nrecurrence: monthly", "2026-12-01", "2026-12-09T12:00", true),
            // Done early: the next one is nearer.
            ("scheduled: 2026-12-07\nrecurrence: weekly", "2026-11-30", "2026-12-05T12:00", false),
            ("scheduled: 2026-12-07\nrecurrence: weekly", "2026-11-30", "2026-12-07T00:00", false),
            // Nothing is completed, or what was last is skipped.
            ("scheduled: 2026-12-07\nrecurrence: weekly", "", "2026-12-05T12:00", false),
            (
                "scheduled: 2026-12-07\nrecurrence: weekly\nskipped_instances: [2026-11-30]", "2026-11-23",
                "2026-12-01T12:00", false
            ),
            (
                "scheduled: 2026-12-07\nrecurrence: weekly\nskipped_instances: [2026-11-30]", "2026-11-30",
                "2026-12-01T12:00", true
            ),
            // Only what was recorded ahead of time, which is no reason to do the current one again.
            ("scheduled: 2026-12-07\nrecurrence: weekly", "2026-12-14", "2026-12-05T12:00", false),
            // Counted from completion, also if it was completed early.
            (
                "scheduled: 2026-12-06\nrecurrence: every 3 days\nrecurrence_anchor: completion", "2026-12-03",
                "2026-12-03T12:00", true
            ),
            (
                "scheduled: 2026-12-04\nrecurrence: every 3 days\nrecurrence_anchor: completion", "2026-12-10",
                "2026-12-01T12:00", true
            ),
            // Another zone, where it is still the third.
            (
                "scheduled: 2026-12-04T09:00\ntimezone: America/New_York\nrecurrence: daily", "2026-12-03",
                "2026-12-04T03:00", true
            ),
            ("scheduled: 2026-12-07\nrecurrence: weekly\ncompleted: true", "2026-11-30", "2026-12-05T12:00", false),
            ("scheduled: 2026-12-07", "2026-11-30", "2026-12-05T12:00", false),
        ] as [(String, String, String, Bool)]
    )
    func `a series whose latest occurrence is completed is not completed again before its next`(
        fields: String,
        completed: String,
        now: String,
        isRepeated: Bool
    ) throws {
        let found = try repeated(fields + "\ncomplete_instances: [\(completed)]\n", at: now)
        #expect((found != nil) == isRepeated)
    }

    @Test func `a batch refuses a repetition, but not an occurrence that was named or chosen`() throws {
        let text = "title: A\nscheduled: 2026-12-07\nrecurrence: weekly\ncomplete_instances: [2026-11-30]\n"
        let folder = try Folder(["a.md": text], now: try moment("2026-12-01T12:00Z"))
        let next = try #require(try? DateValue(parsing: "2026-12-07"))
        func outcome(_ step: ReminderStep, _ days: [DateValue?]? = nil) throws(MemossError) -> StepOutcome? {
            var batch = StepBatch(step, of: folder.reminders, at: folder.context)
            if let days { batch.days[PathKey("a.md")] = days }
            let files: [String: [UInt8]] = ["a.md": Array("---\n\(text)---\n".utf8)]
            let context = EditContext(Snapshot(files: files), files: FileValues(files), zones: ZoneDatabase())
            return try batch.plan(in: context).outcomes.first
        }
        let error = #expect(throws: MemossError.self) { try outcome(.complete(on: nil, catchesUp: false)) }
        #expect(error?.remedy == .stepAhead(path: "a.md", occurrence: "2026-12-07", isSkip: false))
        #expect(
            error?.message == "'A': the occurrence of 2026-11-30 is completed, and that of 2026-12-07 is still to come"
        )
        #expect(throws: MemossError.self) { try outcome(.complete(on: nil, catchesUp: true)) }
        #expect(try outcome(.complete(on: next, catchesUp: false))?.scheduled?.iso == "2026-12-14")
        #expect(try outcome(.complete(on: nil, catchesUp: false), [nil])?.scheduled?.iso == "2026-12-14")
        #expect(try outcome(.skip(on: nil))?.scheduled?.iso == "2026-12-14")
    }

    @Test func `a moved occurrence that has come due is completed, whatever its place`() throws {
        let fields = """
            scheduled: 2026-12-09T14:00
            moved_from: 2026-12-09T20:00
            recurrence: daily at 8:00 and 20:00
            complete_instances: [2026-12-09T08:00]
            """
        #expect(try repeated(fields, at: "2026-12-09T13:00") == "2026-12-09T20:00")
        #expect(try repeated(fields, at: "2026-12-09T14:00") == nil)
        // Moved later, it is still to come although its place has passed.
        let later = fields.replacing("T14:00", with: "T22:00")
        #expect(try repeated(later, last: "2026-12-09T20:29", at: "2026-12-09T20:30") == "2026-12-09T20:00")
    }

    @Test(
        arguments: [
            // Skipped ahead of its time, and again at once; a week later; once the next one is due or nearer.
            ("scheduled: 2026-12-14\nrecurrence: weekly\nskipped_instances: [2026-12-07]", "2026-12-03T12:00", true),
            ("scheduled: 2026-12-14\nrecurrence: weekly\nskipped_instances: [2026-12-07]", "2026-12-08T12:00", true),
            ("scheduled: 2026-12-14\nrecurrence: weekly\nskipped_instances: [2026-12-07]", "2026-12-12T12:00", false),
            ("scheduled: 2026-12-14\nrecurrence: weekly\nskipped_instances: [2026-12-07]", "2026-12-14T12:00", false),
            // The one before is completed, or nothing was skipped.
            ("scheduled: 2026-12-14\nrecurrence: weekly\ncomplete_instances: [2026-12-07]", "2026-12-08T12:00", false),
            ("scheduled: 2026-12-14\nrecurrence: weekly", "2026-12-08T12:00", false),
            (
                "scheduled: 2026-12-03T14:00\nrecurrence: daily at 7:30 and 14:00\nskipped_instances: [2026-12-03T07:30]",
                "2026-12-03T08:00", true
            ),
        ] as [(String, String, Bool)]
    )
    func `a series whose latest occurrence is skipped is not skipped again before its next`(
        fields: String,
        now: String,
        isRepeated: Bool
    ) throws {
        let folder = try Folder(["a.md": "title: A\n" + fields], now: try moment(now + "+01:00"))
        let time = folder.context
        let found = Repetition(of: .skip(on: nil), for: folder["a.md"], at: time)
        #expect((found != nil) == isRepeated && found?.isSkip != false)
        #expect(Repetition(of: .skip(on: nil, catchesUp: true), for: folder["a.md"], at: time) == nil)
        #expect(Repetition(of: .skip(on: folder["a.md"].date), for: folder["a.md"], at: time) == nil)
    }
}
