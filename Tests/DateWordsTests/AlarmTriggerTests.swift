import CivilTime
import TestSupport
import Testing

@testable import DateWords
@testable import Text

@Suite struct AlarmTriggerTests {
    @Test(arguments: [
        ("15 min before", "15 minutes before"), ("15m before", "15 minutes before"), ("1 day before", "1 day before"),
        ("a week before", "1 week before"), ("1h30 before", "1 hour 30 minutes before"),
        ("2 hours before due", "2 hours before due"), ("2 hours before the deadline", "2 hours before due"),
        ("90 min before the due date", "1 hour 30 minutes before due"), ("1 month before", "1 month before"),
        ("the day before", "1 day before"), ("day before due", "1 day before due"),
        ("the day before at 18:00", "1 day before at 18:00"), ("2 days before at 6pm", "2 days before at 18:00"),
        ("on the day at 7:00", "on the day at 07:00"), ("20 min after", "20 minutes after"),
        ("15 minutes before it starts", "15 minutes before"), ("15 minutes earlier", "15 minutes before"),
        ("at the deadline", "at the deadline"), ("2026-12-01T09:00", "2026-12-01T09:00"), ("2026-12-01", "2026-12-01"),
    ])
    func `an alarm in words, and its spelling`(text: String, spelling: String) throws {
        let alarm = try AlarmTrigger(parsing: text)
        #expect(alarm.description == spelling)
        #expect(try AlarmTrigger(parsing: spelling) == alarm)
    }

    @Test func `alarms that differ by seconds are told apart`() {
        let texts = [-30, -20, -60, 0].map { AlarmTrigger(.offset(CivilDuration(seconds: $0))).description }
        #expect(texts == ["30 seconds before", "20 seconds before", "1 minute before", "0 minutes before"])
    }

    @Test(arguments: [
        "soon", "15 min", "before", "5 before", "tomorrow 9am", "", "at 8", "the day before at 8",
        "1 week before friday",
    ])
    func `what is no alarm in a file`(text: String) {
        #expect(throws: (any Error).self) { try AlarmTrigger(parsing: text) }
    }

    @Test func `typed, it may be a date in words, and a length alone is asked about`() throws {
        let now = CivilDateTime(CivilDate(unchecked: 2026, 11, 27), .noon)
        #expect(try AlarmTrigger(parsing: "tomorrow 9am", now: now).description == "2026-11-28T09:00")
        do throws(ParseError) {
            _ = try AlarmTrigger(parsing: "15 min", now: now)
            Issue.record("'15 min' is read")
        } catch {
            #expect(error.suggestion == "15 minutes before")
        }
    }

    @Test func `what is read without the tables is what the tables read`() throws {
        for unit in ["min", "minute", "minutes", "hour", "hours", "day", "days", "week", "weeks", "month", "h", "mins"]
        {
            for count in ["0", "1", "7", "10", "48", "365", "999", "1000", "a", "007"] {
                for tail in ["before", "before due", "before it", "after"] {
                    let text = "\(count) \(unit) \(tail)"
                    guard let plain = AlarmTrigger.plain(text) else { continue }
                    var reader = try Reader(text, in: .apart)
                    #expect(try reader.alarm() == plain, "\(text)")
                }
            }
        }
    }

    @Test(arguments: [
        ("-PT15M", CivilDuration(seconds: -900)), ("-P1D", CivilDuration(days: -1)), ("P1W", CivilDuration(days: 7)),
        ("-P1DT2H", CivilDuration(days: -1, seconds: -7_200)), ("+PT90S", CivilDuration(seconds: 90)),
        ("PT0S", CivilDuration()), ("-P1M", CivilDuration(months: -1)),
    ])
    func `a duration of RFC 5545`(text: String, duration: CivilDuration) {
        #expect(CivilDuration(rfc5545: text) == duration)
    }

    @Test(arguments: [
        "", "P", "PT", "15M", "-PT15", "P1H", "PT1D", "PT1HT1M", "P-1D", "P1.5D", "P9999999999D", "pt15m", "PT15M ",
    ])
    func `what is no duration`(text: String) { #expect(CivilDuration(rfc5545: text) == nil) }

    @Test func `in a line, an alarm stands beside the date`() {
        let now = CivilDateTime(CivilDate(unchecked: 2026, 11, 27), .noon)
        let line = CaptureLine(parsing: "Dentist @friday 9am @1 day before @15 min before +Health", now: now)
        #expect(line.faults.isEmpty && line.title == "Dentist" && line.tags == ["Health"])
        #expect(line.alarms.map(\.description) == ["1 day before", "15 minutes before"])
        #expect(CaptureLine(parsing: "Gift @1 week before christmas", now: now).alarms.isEmpty)
        #expect(CaptureLine(parsing: "Gift @2 days later", now: now).alarms.isEmpty)
    }
}
