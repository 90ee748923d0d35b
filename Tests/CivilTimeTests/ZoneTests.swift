import DateWords
import TestSupport
import Testing

@testable import CivilTime
@testable import Folder
@testable import Text

@Suite struct ZoneTests {
    private func clock(_ text: String) throws -> CivilDateTime { try DateValue(parsing: text).clock }
    private func instant(_ text: String) throws -> Instant { Instant(utc: try clock(text)) }

    @Test func `gaps and folds are represented as values`() throws {
        let paris = try TestFiles.zone("Europe/Paris")
        let gap = Zone.Resolution.gap(before: try instant("2026-03-29T01:30"), after: try instant("2026-03-29T00:30"))
        #expect(try paris.resolve(clock("2026-03-29T02:30")) == gap)
        let fold = Zone.Resolution.fold(first: try instant("2026-10-25T00:30"), second: try instant("2026-10-25T01:30"))
        #expect(try paris.resolve(clock("2026-10-25T02:30")) == fold)
        #expect(try paris.resolve(clock("2026-10-25T03:00")) == .unique(instant("2026-10-25T02:00")))
    }

    @Test(arguments: [
        ("CET-1CEST,M3.5.0,M10.5.0/3", "2026-03-29T02:30", "2026-03-29T01:30"),
        ("EST5EDT", "2026-07-01T12:00", "2026-07-01T16:00"), ("<+0330>-3:30", "2026-07-01T12:00", "2026-07-01T08:30"),
        ("IST-1GMT0,M10.5.0,M3.5.0/1", "2026-01-01T12:00", "2026-01-01T12:00"),
        ("IST-1GMT0,M10.5.0,M3.5.0/1", "2026-07-01T12:00", "2026-07-01T11:00"),
        ("NZST-12NZDT,M9.5.0,M4.1.0/3", "2026-01-01T12:00", "2025-12-31T23:00"),
        ("XXX3EDT4,0/0,J365/23", "2026-07-01T12:00", "2026-07-01T16:00"),
        ("AAA0BBB,J60/0,J300/0", "2024-03-01T12:00", "2024-03-01T11:00"),
        ("AAA0BBB,59/0,300/0", "2024-02-29T12:00", "2024-02-29T11:00"),
    ])
    func `a POSIX rule gives the clock changes`(rule: String, local: String, expected: String) throws {
        #expect(try Zone(posix: rule).instant(of: clock(local)) == instant(expected))
    }

    /// The rule for a year can give a change up to a week before or after that year (RFC 9636, 3.3.1).
    @Test(arguments: [
        // From 30 December 23:00 of the previous year to 1 July.
        ("AAA0BBB,J1/-25,J182/0", "2025-12-30T22:59:59", 0), ("AAA0BBB,J1/-25,J182/0", "2025-12-30T23:00", 1),
        ("AAA0BBB,J1/-25,J182/0", "2025-12-31T23:59:59", 1), ("AAA0BBB,J1/-25,J182/0", "2026-01-01T00:00", 1),
        ("AAA0BBB,J1/-25,J182/0", "2026-06-30T22:59:59", 1), ("AAA0BBB,J1/-25,J182/0", "2026-06-30T23:00", 0),
        // Summer time from 1 July to 2 January 01:00 of the following year.
        ("AAA0BBB,J182/0,J365/49", "2025-12-31T23:59:59", 1), ("AAA0BBB,J182/0,J365/49", "2026-01-01T23:59:59", 1),
        ("AAA0BBB,J182/0,J365/49", "2026-01-02T00:00", 0), ("AAA0BBB,J182/0,J365/49", "2026-06-30T23:59:59", 0),
        ("AAA0BBB,J182/0,J365/49", "2026-07-01T00:00", 1),
    ])
    func `a change outside its year takes effect there`(rule: String, utc: String, hours: Int) throws {
        let zone = try Zone(posix: rule)
        let moment = try instant(utc)
        #expect(zone.offset(at: moment) == UTCOffset(seconds: hours * 3_600))
        // The local time maps back to the instant.
        let shown = zone.civil(at: moment)
        switch zone.resolve(shown) {
        case .unique(let found): #expect(found == moment)
        case .fold(let first, let second): #expect(first == moment || second == moment)
        case .gap: Issue.record("\(shown) is shown, and yet in a gap")
        }
    }

    @Test func `gaps and folds outside the year of their change are found`() throws {
        let early = try Zone(posix: "AAA0BBB,J1/-25,J182/0")
        let gap = Zone.Resolution.gap(before: try instant("2025-12-30T23:30"), after: try instant("2025-12-30T22:30"))
        #expect(try early.resolve(clock("2025-12-30T23:30")) == gap)
        #expect(try early.resolve(clock("2025-12-31T00:00")) == .unique(instant("2025-12-30T23:00")))
        let late = try Zone(posix: "AAA0BBB,J182/0,J365/49")
        let fold = Zone.Resolution.fold(first: try instant("2026-01-01T23:30"), second: try instant("2026-01-02T00:30"))
        #expect(try late.resolve(clock("2026-01-02T00:30")) == fold)
        #expect(try late.resolve(clock("2026-01-02T01:00")) == .unique(instant("2026-01-02T01:00")))
    }

    @Test(arguments: [
        ("", "'' is not a POSIX time zone: expected a name of three letters or more at its end", 0),
        ("CET", "'CET' is not a POSIX time zone: expected an hour at its end", 3),
        ("CET-25", "'CET-25' is not a POSIX time zone: expected an hour before '25'", 4),
        (
            "CET-1CEST,M13.5.0,M10.5.0",
            "'CET-1CEST,M13.5.0,M10.5.0' is not a POSIX time zone: expected a month before '13.5.0,M10.5.0'", 11
        ),
        (
            "CET-1CEST,M3.5.0",
            "'CET-1CEST,M3.5.0' is not a POSIX time zone: expected a comma and the day of a change at its end", 16
        ),
        ("<+01-1", "'<+01-1' is not a POSIX time zone: expected a name in < > at its end", 6),
    ])
    func `an invalid rule is reported with its position`(rule: String, message: String, offset: Int) {
        #expect(throws: ParseError(message, offset: offset, length: rule.utf8.count - offset)) { try Zone(posix: rule) }
    }

    @Test func `a NUL in the name of a rule is an error`() {
        #expect(throws: ParseError.self) { try Zone(posix: "<AB\0C>1") }
    }

    @Test func `every prefix of a zone file is rejected or read without a crash`() throws {
        for name in ["Europe/Paris", "Africa/Casablanca", "UTC"] {
            let bytes = try TestFiles.bytes("/usr/share/zoneinfo/\(name)")
            for length in 0..<bytes.count {
                #expect(throws: ParseError.self) { try Zone(name: name, tzif: bytes[..<length]) }
            }
        }
    }

    @Test func `damaged bytes never cause a crash`() throws {
        let bytes = try TestFiles.bytes("/usr/share/zoneinfo/Europe/Paris")
        let clock = try clock("2026-03-29T02:30")
        var answers = 0
        for index in bytes.indices {
            for value: UInt8 in [0, 0x7F, 0x80, 0xFF] {
                var damaged = bytes
                damaged[index] = value
                guard let zone = try? Zone(name: "x", tzif: damaged) else { continue }
                answers += zone.instant(of: clock) > zone.instant(of: CivilDateTime(.min)) ? 1 : 0
                _ = zone.civil(at: Instant(secondsSince1970: .max))
                _ = zone.civil(at: Instant(secondsSince1970: .min))
            }
        }
        #expect(answers > 1_000)
    }

    @Test func `a file that is not a zone file is reported`() {
        let expected = ParseError("the zone 'x' is not a TZif file: no TZif header")
        #expect(throws: expected) { try Zone(name: "x", tzif: Array("hello".utf8)) }
        #expect(throws: expected) { try Zone(name: "x", tzif: []) }
    }

    @Test(arguments: ["UTC", "Europe/Paris", "America/Argentina/Buenos_Aires", "Etc/GMT+5"])
    func `the names of the tz database are valid`(name: String) {
        #expect(Zone.isLegalName(name))
    }

    @Test(arguments: [
        "", "/etc/passwd", "../x", "Europe/../../etc/passwd", "Europe//Paris", "Europe/", "./UTC", "a\u{0}b", "a\nb",
        "\u{7F}",
    ])
    func `a name that could leave the directory is invalid`(name: String) {
        #expect(!Zone.isLegalName(name))
    }

    @Test func `UTC has no changes`() throws {
        #expect(try Zone.utc.instant(of: clock("2026-11-22T08:00")).description == "2026-11-22T08:00:00Z")
        #expect(Zone.utc.offset(at: Instant(secondsSince1970: 0)).seconds == 0)
    }
}
