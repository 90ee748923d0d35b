import Testing

@testable import CivilTime
@testable import MemossFiles
@testable import Text

@Suite struct OneTimeCompletionTests {
    @Test func `a one-time reminder records the minute of its completion in its time zone`() throws {
        #expect(
            try after("scheduled: 2026-11-21T07:00", now: "2026-11-21T08:00:59") { try $0.done() }
                == "scheduled: 2026-11-21T07:00\ncompleted: 2026-11-21T08:00"
        )
        #expect(
            try after("scheduled: 2026-11-21 07:00\ntimezone: America/Toronto") { try $0.done() }
                == "scheduled: 2026-11-21 07:00\ntimezone: America/Toronto\ncompleted: 2026-11-21 02:00"
        )
    }

    @Test func `false and null are replaced in place, and quotes stay`() throws {
        for old in [" false", " no", " ~", ""] {
            let text = try after("completed:\(old)\ntitle: x") { try $0.done() }
            #expect(text == "completed: 2026-11-21T08:00\ntitle: x", "\(old)")
        }
        #expect(try after("completed: 'no' # so far") { try $0.done() } == "completed: '2026-11-21T08:00' # so far")
    }

    @Test func `a TaskNotes file gets its own keys, or both kinds if it has both`() throws {
        #expect(
            try after("status: in-progress\nscheduled: 2026-11-20") { try $0.done() }
                == "status: done\nscheduled: 2026-11-20\ncompletedDate: 2026-11-21"
        )
        #expect(
            try after("status: open\ncompleted: false") { try $0.done() }
                == "status: done\ncompleted: 2026-11-21T08:00\ncompletedDate: 2026-11-21"
        )
        #expect(
            try after("status: done\ncompletedDate: 2026-11-17\nscheduled: 2026-11-17") { try $0.reopen() }
                == "status: open\nscheduled: 2026-11-17"
        )
    }

    @Test(arguments: [
        "completed: 2026-11-01", "completed: true\nscheduled: 2026-11-01", "status: done\ntags: task",
        "completed: true\nscheduled: 2026-11-01\nrecurrence: daily",
    ]) func `a completed reminder does not change`(fields: String) throws {
        var file = Stepping(fields)
        let outcome = try file.done()
        #expect(outcome.event == .unchanged("it is already completed"))
        #expect(file.fields == fields)
    }

    @Test func `completing removes the snooze`() throws {
        #expect(
            try after("scheduled: 2026-11-20\nsnoozed: 2026-11-21T10:00\nx: 1") { try $0.done() }
                == "scheduled: 2026-11-20\nx: 1\ncompleted: 2026-11-21T08:00"
        )
    }

    @Test func `reopening restores the file, which stays a reminder`() throws {
        for fields in [
            "scheduled: 2026-11-21T07:00", "completed: false", "completed: false\ntitle: x",
            "title: x\ncompleted: false",
            "completed: false\nscheduled: 2026-11-20", "status: open\nscheduled: 2026-11-20",
        ] {
            #expect(
                try after(fields) {
                    try $0.done()
                    try $0.reopen()
                } == fields
            )
        }
        #expect(try after("completed: 2026-11-01") { try $0.reopen() } == "completed: false")
        var open = Stepping("scheduled: 2026-11-20")
        #expect(try open.reopen().event == .unchanged("it is already open"))
    }

    @Test func `a note is refused, and so is an occurrence that does not exist`() throws {
        var note = Stepping("title: Wi-Fi")
        for step in [
            ReminderStep.complete(on: nil, catchesUp: false), .reopen(on: nil), .skip(on: nil),
            .snooze(CivilDuration(seconds: 60)),
        ] {
            let error = #expect(throws: MemossError.self) { try note.take(step) }
            #expect(error?.message == "'Wi-Fi' is a note, not a reminder")
        }
        var once = Stepping("title: Dentist\nscheduled: 2026-11-26T14:15")
        #expect(throws: MemossError.self) { try once.skip() }
        let error = #expect(throws: MemossError.self) { try once.done(on: "2026-11-25") }
        #expect(error?.message == "'Dentist' does not repeat: expected its date, 2026-11-26T14:15")
        #expect(try once.done(on: "2026-11-26").event == .completed)
        #expect(try once.done(on: "2026-11-26T14:15").event == .unchanged("it is already completed"))
        var undated = Stepping("title: Shelf\ncompleted: false")
        #expect(throws: MemossError.self) { try undated.done(on: "2026-11-25") }
    }

    @Test func `CRLF, a byte order mark and a body that is not UTF-8 keep every byte`() throws {
        let bytes =
            [0xEF, 0xBB, 0xBF] + Array("---\r\nscheduled: 2026-11-20 # due\r\n...  \r\n".utf8) + [0xFF, 0x00, 0x0D]
        var file = Stepping(bytes: bytes)
        try file.done()
        let expected =
            [0xEF, 0xBB, 0xBF]
            + Array("---\r\nscheduled: 2026-11-20 # due\r\ncompleted: 2026-11-21T08:00\r\n...  \r\n".utf8) + [
                0xFF, 0x00, 0x0D,
            ]
        #expect(file.bytes == expected)
        try file.reopen()
        #expect(file.bytes == bytes)
    }
}

@Suite struct SnoozeTests {
    @Test func `a snooze is counted from now, in the time zone of the reminder`() throws {
        let fields = "scheduled: 2026-11-20T10:00"
        for (duration, expected) in [
            ("15m", "2026-11-21T08:15"), ("1h30m", "2026-11-21T09:30"), ("1d", "2026-11-22T08:00"),
            ("1mo", "2026-12-21T08:00"), ("1d2h", "2026-11-22T10:00"),
        ] {
            #expect(try after(fields) { try $0.snooze(duration) } == fields + "\nsnoozed: \(expected)", "\(duration)")
        }
        #expect(
            try after(fields + "\ntimezone: Asia/Kolkata") { try $0.snooze("15m") }
                == fields + "\ntimezone: Asia/Kolkata\nsnoozed: 2026-11-21T12:45"
        )
        // A second snooze replaces the first, in its style.
        #expect(
            try after("snoozed: 2026-11-21 07:00\nscheduled: 2026-11-20") { try $0.snooze("2h") }
                == "snoozed: 2026-11-21 10:00\nscheduled: 2026-11-20"
        )
        #expect(
            try after(fields, now: "2026-11-21T08:00:01") { try $0.snooze("15m") }
                == fields + "\nsnoozed: 2026-11-21T08:16"
        )
    }

    @Test func `days are counted on the calendar and hours as elapsed time, also when the clocks change`() throws {
        let fields = "scheduled: 2026-03-01"
        // 29 March 2026: 02:00 becomes 03:00.
        #expect(
            try after(fields, now: "2026-03-28T12:00") { try $0.snooze("1d") } == fields + "\nsnoozed: 2026-03-29T12:00"
        )
        #expect(
            try after(fields, now: "2026-03-28T12:00") { try $0.snooze("24h") } == fields
                + "\nsnoozed: 2026-03-29T13:00"
        )
        #expect(
            try after(fields, now: "2026-03-29T01:50") { try $0.snooze("15m") } == fields
                + "\nsnoozed: 2026-03-29T03:05"
        )
        // 25 October 2026: 03:00 becomes 02:00, and the second 02:10 needs its offset.
        let fold = "scheduled: 2026-10-01"
        #expect(
            try after(fold, now: "2026-10-25T01:55") { try $0.snooze("15m") } == fold + "\nsnoozed: 2026-10-25T02:10"
        )
        #expect(
            try after(fold, now: "2026-10-25T01:55") { try $0.snooze("75m") }
                == fold + "\nsnoozed: 2026-10-25T02:10+01:00"
        )
    }

    @Test func `snoozing is refused if the reminder is completed, has no date, or the snooze would end at once`() throws
    {
        var completed = Stepping("scheduled: 2026-11-20\ncompleted: true")
        #expect(throws: MemossError.self) { try completed.snooze("15m") }
        var undated = Stepping("completed: false")
        #expect(throws: MemossError.self) { try undated.snooze("15m") }
        var open = Stepping("scheduled: 2026-11-20")
        #expect(throws: MemossError.self) { try open.snooze("0m") }
    }
}
