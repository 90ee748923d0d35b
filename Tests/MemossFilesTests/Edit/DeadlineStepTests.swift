import Testing

@testable import Bytes
@testable import CivilTime
@testable import MemossFiles
@testable import Text

/// Steps of reminders with a deadline.
@Suite struct DeadlineStepTests {
    /// A rule, and the values of `scheduled` and `due` after each step. The dates of the rules were computed with
    /// python-dateutil, the clamped ones with Python's calendar, and the deadlines by adding days.
    private static let series: [(rule: String, states: String)] = [
        (
            "daily",
            """
            2026-11-29 | 2026-11-30
            2026-11-30 | 2026-12-01
            2026-12-01 | 2026-12-02
            2026-12-02 | 2026-12-03
            2026-12-03 | 2026-12-04
            """
        ),
        (
            "weekly",
            """
            2026-12-21T09:00 | 2026-12-25T17:00
            2026-12-28T09:00 | 2027-01-01T17:00
            2027-01-04T09:00 | 2027-01-08T17:00
            2027-01-11T09:00 | 2027-01-15T17:00
            2027-01-18T09:00 | 2027-01-22T17:00
            """
        ),
        (
            "every 2 weeks on mon, thu",
            """
            2026-11-23T08:30 | 2026-11-27
            2026-11-26T08:30 | 2026-11-30
            2026-12-07T08:30 | 2026-12-11
            2026-12-10T08:30 | 2026-12-14
            2026-12-21T08:30 | 2026-12-25
            2026-12-24T08:30 | 2026-12-28
            """
        ),
        (
            "monthly",
            """
            2027-01-31 | 2027-02-03
            2027-02-28 | 2027-03-03
            2027-03-31 | 2027-04-03
            2027-04-30 | 2027-05-03
            2027-05-31 | 2027-06-03
            2027-06-30 | 2027-07-03
            """
        ),
        (
            "monthly on 31",
            """
            2026-12-31 23:30 | 2027-01-01T00:15
            2027-01-31 23:30 | 2027-02-01T00:15
            2027-02-28 23:30 | 2027-03-01T00:15
            2027-03-31 23:30 | 2027-04-01T00:15
            2027-04-30 23:30 | 2027-05-01T00:15
            2027-05-31 23:30 | 2027-06-01T00:15
            """
        ),
        (
            "monthly on last day",
            """
            2027-11-30 | 2027-12-05T12:00
            2027-12-31 | 2028-01-05T12:00
            2028-01-31 | 2028-02-05T12:00
            2028-02-29 | 2028-03-05T12:00
            2028-03-31 | 2028-04-05T12:00
            """
        ),
        (
            "every 3 months",
            """
            2026-11-30T09:00 | 2026-11-30T18:00
            2027-02-28T09:00 | 2027-02-28T18:00
            2027-05-30T09:00 | 2027-05-30T18:00
            2027-08-30T09:00 | 2027-08-30T18:00
            2027-11-30T09:00 | 2027-11-30T18:00
            """
        ),
        (
            "yearly on feb 29",
            """
            2027-02-28 | 2027-03-01
            2028-02-29 | 2028-03-01
            2029-02-28 | 2029-03-01
            2030-02-28 | 2030-03-01
            2031-02-28 | 2031-03-01
            """
        ),
        (
            "FREQ=MONTHLY;BYDAY=-1FR",
            """
            2026-11-27T10:00 | 2026-12-02
            2026-12-25T10:00 | 2026-12-30
            2027-01-29T10:00 | 2027-02-03
            2027-02-26T10:00 | 2027-03-03
            2027-03-26T10:00 | 2027-03-31
            2027-04-30T10:00 | 2027-05-05
            """
        ),
        (
            "FREQ=MONTHLY;BYMONTHDAY=31",
            """
            2026-12-31 | 2027-01-31 08:00
            2027-01-31 | 2027-03-03 08:00
            2027-03-31 | 2027-05-01 08:00
            2027-05-31 | 2027-07-01 08:00
            2027-07-31 | 2027-08-31 08:00
            """
        ),
        (
            "FREQ=DAILY;BYHOUR=8,20",
            """
            2026-12-30T08:00 | 2026-12-30T23:59
            2026-12-30T20:00 | 2026-12-30T23:59
            2026-12-31T08:00 | 2026-12-31T23:59
            2026-12-31T20:00 | 2026-12-31T23:59
            2027-01-01T08:00 | 2027-01-01T23:59
            2027-01-01T20:00 | 2027-01-01T23:59
            """
        ),
        (
            "every 2 days",
            """
            2027-03-26T02:30 | 2027-03-27T02:30
            2027-03-28T02:30 | 2027-03-29T02:30
            2027-03-30T02:30 | 2027-03-31T02:30
            2027-04-01T02:30 | 2027-04-02T02:30
            """
        ),
        (
            "weekdays",
            """
            2026-10-22 | 2026-10-23T02:15
            2026-10-23 | 2026-10-24T02:15
            2026-10-26 | 2026-10-27T02:15
            2026-10-27 | 2026-10-28T02:15
            2026-10-28 | 2026-10-29T02:15
            """
        ),
        (
            "weekly",
            """
            2027-01-04T09:00 | 2026-12-31T09:00
            2027-01-11T09:00 | 2027-01-07T09:00
            2027-01-18T09:00 | 2027-01-14T09:00
            2027-01-25T09:00 | 2027-01-21T09:00
            """
        ),
    ]

    private func states(_ text: String) -> [(scheduled: String, due: String)] {
        text.split(separator: "\n").map { line in
            let parts = line.split(separator: "|").map { TagName.trimmed(String($0)) }
            return (parts[0], parts[1])
        }
    }

    private func state(_ file: Stepping) -> String {
        "\(file.reminder.scheduled?.description ?? "none") | \(file.reminder.deadline?.description ?? "none")"
    }

    @Test(arguments: series)
    func `a deadline keeps its distance in days and its time of day, forwards and backwards`(rule: String, text: String)
        throws
    {
        let states = states(text)
        let begun = Stepping("title: x\nscheduled: \(states[0].scheduled)\ndue: \(states[0].due)\nrecurrence: \(rule)")
        var (file, skipped) = (begun, begun)
        var bytes: [[UInt8]] = []
        for (scheduled, due) in states {
            #expect(state(file) == "\(scheduled) | \(due)", "\(rule)")
            #expect(state(skipped) == state(file), "\(rule)")
            bytes.append(file.bytes)
            try file.done()
            try skipped.skip()
        }
        for (index, (scheduled, due)) in states.enumerated().reversed() {
            try file.reopen()
            #expect(state(file) == "\(scheduled) | \(due)", "\(rule)")
            // The first step writes the day into a rule that has none.
            #expect(index == 0 || file.bytes == bytes[index], "\(rule): \(file.fields)")
        }
    }

    @Test(arguments: series)
    func `catching up moves the deadline as far as the date`(rule: String, text: String) throws {
        let states = states(text)
        let fields = "title: x\nscheduled: \(states[0].scheduled)\ndue: \(states[0].due)\nrecurrence: \(rule)"
        for missed in states.indices.dropFirst() {
            // Just before the occurrence, or on its day.
            let clock = try DateValue(parsing: states[missed].scheduled).clock
            let now = CivilDateTime(clockSeconds: clock.clockSeconds - (states[missed].scheduled.count > 10 ? 60 : 0))
            for (key, catchesUp) in [("", true), ("\nmissed: skip", false)] {
                var file = Stepping(fields + key, now: now.description)
                try file.done(catchingUp: catchesUp)
                #expect(state(file) == "\(states[missed].scheduled) | \(states[missed].due)", "\(rule) at \(now)")
            }
        }
    }

    @Test(arguments: series)
    func `a series with only a deadline moves the deadline`(rule: String, text: String) throws {
        let states = states(text)
        var file = Stepping("title: x\ndue: \(states[0].scheduled)\nrecurrence: \(rule)")
        for (date, _) in states {
            #expect(state(file) == "none | \(date)", "\(rule)")
            try file.done()
        }
        for (date, _) in states.reversed() {
            try file.reopen()
            #expect(state(file) == "none | \(date)", "\(rule)")
        }
    }

    /// Paris is at +01:00 until 2027-03-28T01:00Z, then at +02:00.
    @Test(arguments: [
        (
            "scheduled: 2027-03-26T09:00+01:00\ndue: 2027-03-27T18:00:00+0100",
            "2027-03-27T09:00+01:00 | 2027-03-28T18:00:00+0200"
        ),
        ("scheduled: 2027-03-26T09:00\ndue: 2027-03-27T17:00:00Z", "2027-03-27T09:00 | 2027-03-28T16:00:00Z"),
        ("scheduled: 2027-03-26\ndue: 2027-03-27 23:30Z", "2027-03-27 | 2027-03-28 22:30Z"),
        ("scheduled: 2027-03-27T23:30Z\ndue: 2027-03-28", "2027-03-28T22:30Z | 2027-03-29"),
        (
            "timezone: America/New_York\nscheduled: 2027-03-13T22:00\ndue: 2027-03-14T03:30:00Z",
            "2027-03-14T22:00 | 2027-03-15T02:30:00Z"
        ),
        (
            "timezone: Asia/Tokyo\nscheduled: 2027-03-27T20:00Z\ndue: 2027-03-27T23:00Z",
            "2027-03-28T20:00Z | 2027-03-28T23:00Z"
        ),
    ])
    func `days are counted in the reminder's time zone, however the dates are written`(fields: String, after: String)
        throws
    {
        var file = Stepping("\(fields)\nrecurrence: daily")
        let before = file.bytes
        try file.done()
        #expect(state(file) == after)
        try file.reopen()
        #expect(file.bytes == before, "\(file.fields)")
    }

    @Test func `a series counted from completion moves the deadline too`() throws {
        let fields =
            "scheduled: 2026-11-16T09:00\ndue: 2026-11-18\nrecurrence: every 10 days\nrecurrence_anchor: completion"
        var file = Stepping(fields, now: "2026-11-21T08:00")
        let before = file.bytes
        try file.done()
        #expect(state(file) == "2026-12-01T09:00 | 2026-12-03")
        try file.reopen()
        #expect(file.bytes == before)

        file = Stepping(
            "due: 2026-11-16\nrecurrence: every 10 days\nrecurrence_anchor: completion",
            now: "2026-11-21T08:00"
        )
        try file.done()
        #expect(state(file) == "none | 2026-12-01")
    }

    @Test func `a step changes only the two dates and the history`() throws {
        let fields = """
            # Quarterly
            due:   "2026-11-27 17:00" # by the evening
            title: Report
            scheduled: '2026-11-23' # begin
            recurrence: weekly on monday
            """
        let result = try after(fields) { try $0.done() }
        #expect(
            result == """
                # Quarterly
                due:   "2026-12-04 17:00" # by the evening
                title: Report
                scheduled: '2026-11-30' # begin
                recurrence: weekly on monday
                complete_instances: [2026-11-23]
                """
        )
        // An empty deadline counts as none, and stays.
        #expect(
            try after("scheduled: 2026-11-23\ndue:\nrecurrence: daily") { try $0.done() }
                == "scheduled: 2026-11-24\ndue:\nrecurrence: daily\ncomplete_instances: [2026-11-23]"
        )
        #expect(
            try after("scheduled: ~\ndue: 2026-11-23\nrecurrence: daily") { try $0.done() }
                == "scheduled: ~\ndue: 2026-11-24\nrecurrence: daily\ncomplete_instances: [2026-11-23]"
        )
    }

    @Test func `neither another occurrence nor the end of the series moves the deadline`() throws {
        var file = Stepping("scheduled: 2026-11-23\ndue: 2026-11-25\nrecurrence: daily\nuntil: 2026-11-24")
        try file.done(on: "2026-11-24")
        #expect(state(file) == "2026-11-23 | 2026-11-25")
        let outcome = try file.done()
        #expect(outcome.isCompleted && state(file) == "2026-11-23 | 2026-11-25")
        #expect(outcome.scheduled?.description == "2026-11-23" && outcome.deadline?.description == "2026-11-25")
    }

    @Test func `completing and reopening a one-time reminder with a deadline restores it byte for byte`() throws {
        for fields in [
            "due: 2026-11-23", "scheduled: 2026-11-23\ndue: 2026-11-25T10:00Z",
            "due: 2026-11-23\nsnoozed: 2026-11-24T08:00",
        ] {
            var file = Stepping(fields)
            try file.done()
            #expect(file.reminder.isCompleted)
            try file.reopen()
            #expect(file.fields == fields.split(separator: "\nsnoozed").first.map(String.init))
        }
        #expect(throws: MemossError.self) { try after("due: 2026-11-23") { try $0.done(on: "2026-11-24") } }
        #expect(throws: Never.self) { try after("due: 2026-11-23") { try $0.done(on: "2026-11-23") } }
    }

    @Test func `snoozing a reminder with only a deadline uses its style`() throws {
        #expect(
            try after("due: 2026-11-21 07:00") { try $0.snooze("1h") }
                == "due: 2026-11-21 07:00\nsnoozed: 2026-11-21 09:00"
        )
    }
}
