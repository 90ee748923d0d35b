import Testing

@testable import CivilTime
@testable import MemossFiles

/// `DateValueTests` has all forms.
struct DateFractionTests {
    @Test(arguments: ["2026-11-28T10:00:00.000Z", "2026-11-28 09:00:00.000000000 Z", "2026-11-28 10:00:00.123456"])
    func `a date with a fraction of a second is read in every key`(written: String) throws {
        let date = try DateValue(parsing: written)
        for key in ["scheduled", "due", "until", "completed", "completedDate", "snoozed", "created", "moved_from"] {
            let list = "complete_instances: ['\(written)']\nskipped_instances:\n  - '\(written)'\n"
            let text = "---\nscheduled: 2026-01-01\n\(key == "scheduled" ? "due" : key): \(written)\n\(list)---\n"
            let output = ReminderDecoder.decode(Array(text.utf8), path: "a.md")
            #expect(output.problems.isEmpty && output.reminder?.completeInstances == [date], "\(text)")
            #expect(output.reminder?.skippedInstances == [date])
        }
    }

    @Test
    func `a place at midnight in UTC is the day that it names in a series of whole days, and an instant in another`()
        throws
    {
        for (date, place) in [
            ("scheduled: 2026-11-30", "2026-11-29"), ("due: 2026-11-30", "2026-11-29"),
            ("scheduled: 2026-11-30\ndue: 2026-12-01T09:00", "2026-11-29"),
            ("scheduled: 2026-11-30T09:00", "2026-11-29T00:00:00Z"),
            ("due: 2026-11-30T00:00:00Z", "2026-11-29T00:00:00Z"),
        ] {
            let lines = ["moved_from: 2026-11-29T00:00:00.000Z", date, "recurrence: weekly"]
            for lines in [lines, lines.reversed()] {
                let text = "---\n\(lines.joined(separator: "\n"))\n---\n"
                let read = ReminderDecoder.decode(Array(text.utf8), path: "a.md").reminder
                #expect(read?.movedFrom?.description == place, "\(text)")
            }
        }
    }

    @Test func `midnight in the history is the day that it names where the rule gives one occurrence a day`() throws {
        func planned(_ rule: String, _ history: String) throws -> [String] {
            let text = "title: A\nscheduled: 2026-11-27T08:00\nrecurrence: \(rule)\n"
            let folder = try Folder(["a.md": text + history], zone: "America/New_York")
            return NotificationPlan(folder.snapshot, in: folder.context).notifications.map { "\($0.local)" }
        }
        for key in ["complete_instances", "skipped_instances"] {
            let day = try planned("daily", "\(key): [2026-11-27, 2026-11-29]")
            #expect(!day.contains { $0.hasPrefix("2026-11-29") } && day.contains { $0.hasPrefix("2026-11-28") })
            for time in ["T00:00:00.000Z", "T00:00", " 00:00:00Z"] {
                #expect(try planned("daily", "\(key): [2026-11-27\(time), 2026-11-29\(time)]") == day, "\(time)")
            }
            // Which of two doses it means, nobody knows.
            let doses = try planned("daily at 8:00 and 20:00", "")
            #expect(try planned("daily at 8:00 and 20:00", "\(key): [2026-11-29T00:00:00Z]") == doses)
        }
    }
}
