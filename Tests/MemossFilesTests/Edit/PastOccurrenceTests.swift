import Testing

@testable import CivilTime
@testable import MemossFiles
@testable import Text

/// Steps of occurrences that lie before others (#14).
@Suite struct PastOccurrenceTests {
    @Test func `an occurrence before the current one that is reopened becomes the current one again`() throws {
        for key in ["scheduled", "due"] {
            let fields = "\(key): 2026-11-20\nrecurrence: daily"
            for skips in [false, true] {
                var file = Stepping(fields)
                if skips { try file.skip() } else { try file.done() }
                let kept = file.bytes
                try file.done()
                try file.done()
                #expect(file.reminder.date?.description == "2026-11-23")
                let outcome = try file.reopen(on: "2026-11-20")
                #expect(outcome.date?.description == "2026-11-20")
                #expect(!outcome.isAside)
                #expect(file.reminder.date?.description == "2026-11-20")
                #expect(file.reminder.skippedInstances.isEmpty)
                // Those after it stay done, and the series passes over them.
                #expect(file.reminder.completeInstances.map(\.description) == ["2026-11-21", "2026-11-22"])
                let next = try file.done()
                #expect(next.passed == 0)
                #expect(file.reminder.date?.description == "2026-11-23")
                try file.reopen(on: "2026-11-22")
                #expect(file.reminder.date?.description == "2026-11-22")
                #expect(kept != file.bytes)
            }
        }
    }

    @Test func `reopening an earlier occurrence gives back what COUNT and the deadline lost`() throws {
        let fields = "scheduled: 2026-11-20\ndue: 2026-11-22T12:00\nrecurrence: FREQ=DAILY;COUNT=4"
        var file = Stepping(fields)
        for _ in 0..<3 { try file.done() }
        try file.reopen(on: "2026-11-20")
        #expect(file.fields == fields + "\ncomplete_instances: [2026-11-21, 2026-11-22]")
        // Also if the series had ended.
        try file.done()
        try file.done()
        #expect(file.reminder.isCompleted)
        try file.reopen(on: "2026-11-21")
        #expect(!file.reminder.isCompleted)
        #expect(file.reminder.scheduled?.description == "2026-11-21")
        #expect(file.reminder.deadline?.description == "2026-11-23T12:00")
    }

    @Test func `of a series counted from completion only the latest occurrence is reopened`() throws {
        let fields =
            "title: Filter\nscheduled: 2026-11-24\nrecurrence: every 3 days\nrecurrence_anchor: completion\n"
            + "complete_instances: [2026-11-15, 2026-11-18]\nskipped_instances: [2026-11-21]"
        var file = Stepping(fields)
        let error = #expect(throws: MemossError.self) { try file.reopen(on: "2026-11-15") }
        #expect(error?.remedy == .reopen(path: "a.md", occurrence: "2026-11-21"))
        #expect(file.fields == fields)
        try file.reopen(on: "2026-11-21")
        #expect(file.reminder.scheduled?.description == "2026-11-21")
        #expect(file.reminder.skippedInstances.isEmpty)
    }

    @Test func `catching up to a named occurrence records it and passes over the others that were missed`() throws {
        let fields = "scheduled: 2026-11-18\nrecurrence: daily"
        var today = Stepping(fields)
        let outcome = try today.done(on: "2026-11-21", catchingUp: true)
        #expect(today.fields == "scheduled: 2026-11-22\nrecurrence: daily\ncomplete_instances: [2026-11-21]")
        #expect((outcome.passed, outcome.isAside, outcome.date?.description) == (3, false, "2026-11-21"))
        var earlier = Stepping(fields + "\nskipped_instances: [2026-11-20]")
        #expect(try earlier.done(on: "2026-11-19", catchingUp: true).passed == 1)
        #expect(earlier.reminder.scheduled?.description == "2026-11-21")
        var skipped = Stepping(fields)
        #expect(try skipped.take(.skip(on: try DateValue(parsing: "2026-11-21"), catchesUp: true)).passed == 3)
        #expect(skipped.fields == "scheduled: 2026-11-22\nrecurrence: daily\nskipped_instances: [2026-11-21]")
        // COUNT loses what was passed over.
        var counted = Stepping("scheduled: 2026-11-18\nrecurrence: FREQ=DAILY;COUNT=10")
        try counted.done(on: "2026-11-21", catchingUp: true)
        #expect(counted.reminder.recurrence == "FREQ=DAILY;COUNT=6")
        // Nothing was missed.
        var ahead = Stepping("scheduled: 2026-11-22\nrecurrence: daily")
        #expect(try ahead.done(on: "2026-11-24", catchingUp: true).isAside)
        #expect(ahead.reminder.scheduled?.description == "2026-11-22")
    }

    @Test func `skipping with catching up completes nothing, and skips nothing if none was missed`() throws {
        let fields = "scheduled: 2026-11-18\nrecurrence: daily"
        var file = Stepping(fields)
        let outcome = try file.take(.skip(on: nil, catchesUp: true))
        #expect(outcome.passed == 2)
        #expect(file.fields == "scheduled: 2026-11-21\nrecurrence: daily\nskipped_instances: [2026-11-18]")
        let caughtUp = file.bytes
        #expect(try file.take(.skip(on: nil, catchesUp: true)).event == .unchanged("no occurrence of it was missed"))
        #expect(file.bytes == caughtUp)
    }

    @Test func `an outcome names the time zone of its dates unless it is that of the user`() throws {
        var file = Stepping("scheduled: 2026-11-21T04:00\ntimezone: America/New_York")
        #expect(try file.snooze("1h").timezone == "America/New_York")
        #expect(try file.done().timezone == "America/New_York")
        var own = Stepping("scheduled: 2026-11-21T04:00\ntimezone: Europe/Paris")
        #expect(try own.done().timezone == nil)
        var none = Stepping("scheduled: 2026-11-21T04:00")
        #expect(try none.done().timezone == nil)
    }
}
