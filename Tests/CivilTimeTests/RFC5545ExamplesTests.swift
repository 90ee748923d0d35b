import DateWords
import TestSupport
import Testing

@testable import CivilTime

/// The examples of RFC 5545, 3.8.5.3, in the notation of the RFC. Where the RFC ends a list with "...", `more` is set.
/// Example 33 includes verified erratum 3883. All examples are in America/New_York, at 9:00 unless stated otherwise.
@Suite struct RFC5545ExamplesTests {
    struct Example: Sendable, CustomTestStringConvertible {
        var number: Int
        var start: String
        var rule: String
        var dates: String
        var more = false

        var testDescription: String { "\(number): \(rule)" }
    }

    static let workingDay = (9...16).flatMap { hour in ["00", "20", "40"].map { "\(hour):\($0)" } }
        .joined(separator: ",")

    static let examples: [Example] = [
        Example(number: 1, start: "19970902T090000", rule: "FREQ=DAILY;COUNT=10", dates: "1997 Sep 2-11"),
        Example(
            number: 2,
            start: "19970902T090000",
            rule: "FREQ=DAILY;UNTIL=19971224T000000Z",
            dates: "1997 Sep 2-30; Oct 1-31; Nov 1-30; Dec 1-23"
        ),
        Example(
            number: 3,
            start: "19970902T090000",
            rule: "FREQ=DAILY;INTERVAL=2",
            dates: """
                1997 Sep 2,4,6,8,10,12,14,16,18,20,22,24,26,28,30; Oct 2,4,6,8,10,12,14,16,18,20,22,24,26,28,30; \
                Nov 1,3,5,7,9,11,13,15,17,19,21,23,25,27,29; Dec 1,3
                """,
            more: true
        ),
        Example(
            number: 4,
            start: "19970902T090000",
            rule: "FREQ=DAILY;INTERVAL=10;COUNT=5",
            dates: "1997 Sep 2,12,22; Oct 2,12"
        ),
        Example(
            number: 5,
            start: "19980101T090000",
            rule: "FREQ=YEARLY;UNTIL=20000131T140000Z;BYMONTH=1;BYDAY=SU,MO,TU,WE,TH,FR,SA",
            dates: "1998 Jan 1-31; 1999 Jan 1-31; 2000 Jan 1-31"
        ),
        Example(
            number: 5,
            start: "19980101T090000",
            rule: "FREQ=DAILY;UNTIL=20000131T140000Z;BYMONTH=1",
            dates: "1998 Jan 1-31; 1999 Jan 1-31; 2000 Jan 1-31"
        ),
        Example(
            number: 6,
            start: "19970902T090000",
            rule: "FREQ=WEEKLY;COUNT=10",
            dates: "1997 Sep 2,9,16,23,30; Oct 7,14,21,28; Nov 4"
        ),
        Example(
            number: 7,
            start: "19970902T090000",
            rule: "FREQ=WEEKLY;UNTIL=19971224T000000Z",
            dates: "1997 Sep 2,9,16,23,30; Oct 7,14,21,28; Nov 4,11,18,25; Dec 2,9,16,23"
        ),
        Example(
            number: 8,
            start: "19970902T090000",
            rule: "FREQ=WEEKLY;INTERVAL=2;WKST=SU",
            dates: "1997 Sep 2,16,30; Oct 14,28; Nov 11,25; Dec 9,23; 1998 Jan 6,20; Feb 3,17",
            more: true
        ),
        Example(
            number: 9,
            start: "19970902T090000",
            rule: "FREQ=WEEKLY;UNTIL=19971007T000000Z;WKST=SU;BYDAY=TU,TH",
            dates: "1997 Sep 2,4,9,11,16,18,23,25,30; Oct 2"
        ),
        Example(
            number: 9,
            start: "19970902T090000",
            rule: "FREQ=WEEKLY;COUNT=10;WKST=SU;BYDAY=TU,TH",
            dates: "1997 Sep 2,4,9,11,16,18,23,25,30; Oct 2"
        ),
        Example(
            number: 10,
            start: "19970901T090000",
            rule: "FREQ=WEEKLY;INTERVAL=2;UNTIL=19971224T000000Z;WKST=SU;BYDAY=MO,WE,FR",
            dates: "1997 Sep 1,3,5,15,17,19,29; Oct 1,3,13,15,17,27,29,31; Nov 10,12,14,24,26,28; Dec 8,10,12,22"
        ),
        Example(
            number: 11,
            start: "19970902T090000",
            rule: "FREQ=WEEKLY;INTERVAL=2;COUNT=8;WKST=SU;BYDAY=TU,TH",
            dates: "1997 Sep 2,4,16,18,30; Oct 2,14,16"
        ),
        Example(
            number: 12,
            start: "19970905T090000",
            rule: "FREQ=MONTHLY;COUNT=10;BYDAY=1FR",
            dates: "1997 Sep 5; Oct 3; Nov 7; Dec 5; 1998 Jan 2; Feb 6; Mar 6; Apr 3; May 1; Jun 5"
        ),
        Example(
            number: 13,
            start: "19970905T090000",
            rule: "FREQ=MONTHLY;UNTIL=19971224T000000Z;BYDAY=1FR",
            dates: "1997 Sep 5; Oct 3; Nov 7; Dec 5"
        ),
        Example(
            number: 14,
            start: "19970907T090000",
            rule: "FREQ=MONTHLY;INTERVAL=2;COUNT=10;BYDAY=1SU,-1SU",
            dates: "1997 Sep 7,28; Nov 2,30; 1998 Jan 4,25; Mar 1,29; May 3,31"
        ),
        Example(
            number: 15,
            start: "19970922T090000",
            rule: "FREQ=MONTHLY;COUNT=6;BYDAY=-2MO",
            dates: "1997 Sep 22; Oct 20; Nov 17; Dec 22; 1998 Jan 19; Feb 16"
        ),
        Example(
            number: 16,
            start: "19970928T090000",
            rule: "FREQ=MONTHLY;BYMONTHDAY=-3",
            dates: "1997 Sep 28; Oct 29; Nov 28; Dec 29; 1998 Jan 29; Feb 26",
            more: true
        ),
        Example(
            number: 17,
            start: "19970902T090000",
            rule: "FREQ=MONTHLY;COUNT=10;BYMONTHDAY=2,15",
            dates: "1997 Sep 2,15; Oct 2,15; Nov 2,15; Dec 2,15; 1998 Jan 2,15"
        ),
        Example(
            number: 18,
            start: "19970930T090000",
            rule: "FREQ=MONTHLY;COUNT=10;BYMONTHDAY=1,-1",
            dates: "1997 Sep 30; Oct 1,31; Nov 1,30; Dec 1,31; 1998 Jan 1,31; Feb 1"
        ),
        Example(
            number: 19,
            start: "19970910T090000",
            rule: "FREQ=MONTHLY;INTERVAL=18;COUNT=10;BYMONTHDAY=10,11,12,13,14,15",
            dates: "1997 Sep 10-15; 1999 Mar 10-13"
        ),
        Example(
            number: 20,
            start: "19970902T090000",
            rule: "FREQ=MONTHLY;INTERVAL=2;BYDAY=TU",
            dates: "1997 Sep 2,9,16,23,30; Nov 4,11,18,25; 1998 Jan 6,13,20,27; Mar 3,10,17,24,31",
            more: true
        ),
        Example(
            number: 21,
            start: "19970610T090000",
            rule: "FREQ=YEARLY;COUNT=10;BYMONTH=6,7",
            dates: """
                1997 Jun 10; Jul 10; 1998 Jun 10; Jul 10; 1999 Jun 10; Jul 10; 2000 Jun 10; Jul 10; 2001 Jun 10; Jul 10
                """
        ),
        Example(
            number: 22,
            start: "19970310T090000",
            rule: "FREQ=YEARLY;INTERVAL=2;COUNT=10;BYMONTH=1,2,3",
            dates: """
                1997 Mar 10; 1999 Jan 10; Feb 10; Mar 10; 2001 Jan 10; Feb 10; Mar 10; 2003 Jan 10; Feb 10; Mar 10
                """
        ),
        Example(
            number: 23,
            start: "19970101T090000",
            rule: "FREQ=YEARLY;INTERVAL=3;COUNT=10;BYYEARDAY=1,100,200",
            dates: """
                1997 Jan 1; Apr 10; Jul 19; 2000 Jan 1; Apr 9; Jul 18; 2003 Jan 1; Apr 10; Jul 19; 2006 Jan 1
                """
        ),
        Example(
            number: 24,
            start: "19970519T090000",
            rule: "FREQ=YEARLY;BYDAY=20MO",
            dates: "1997 May 19; 1998 May 18; 1999 May 17",
            more: true
        ),
        Example(
            number: 25,
            start: "19970512T090000",
            rule: "FREQ=YEARLY;BYWEEKNO=20;BYDAY=MO",
            dates: "1997 May 12; 1998 May 11; 1999 May 17",
            more: true
        ),
        Example(
            number: 26,
            start: "19970313T090000",
            rule: "FREQ=YEARLY;BYMONTH=3;BYDAY=TH",
            dates: "1997 Mar 13,20,27; 1998 Mar 5,12,19,26; 1999 Mar 4,11,18,25",
            more: true
        ),
        Example(
            number: 27,
            start: "19970605T090000",
            rule: "FREQ=YEARLY;BYDAY=TH;BYMONTH=6,7,8",
            dates: """
                1997 Jun 5,12,19,26; Jul 3,10,17,24,31; Aug 7,14,21,28; \
                1998 Jun 4,11,18,25; Jul 2,9,16,23,30; Aug 6,13,20,27; \
                1999 Jun 3,10,17,24; Jul 1,8,15,22,29; Aug 5,12,19,26
                """,
            more: true
        ),
        Example(
            number: 28,
            start: "19970902T090000",
            rule: "FREQ=MONTHLY;BYDAY=FR;BYMONTHDAY=13",
            dates: "1998 Feb 13; Mar 13; Nov 13; 1999 Aug 13; 2000 Oct 13",
            more: true
        ),
        Example(
            number: 29,
            start: "19970913T090000",
            rule: "FREQ=MONTHLY;BYDAY=SA;BYMONTHDAY=7,8,9,10,11,12,13",
            dates: "1997 Sep 13; Oct 11; Nov 8; Dec 13; 1998 Jan 10; Feb 7; Mar 7; Apr 11; May 9; Jun 13",
            more: true
        ),
        Example(
            number: 30,
            start: "19961105T090000",
            rule: "FREQ=YEARLY;INTERVAL=4;BYMONTH=11;BYDAY=TU;BYMONTHDAY=2,3,4,5,6,7,8",
            dates: "1996 Nov 5; 2000 Nov 7; 2004 Nov 2",
            more: true
        ),
        Example(
            number: 31,
            start: "19970904T090000",
            rule: "FREQ=MONTHLY;COUNT=3;BYDAY=TU,WE,TH;BYSETPOS=3",
            dates: "1997 Sep 4; Oct 7; Nov 6"
        ),
        Example(
            number: 32,
            start: "19970929T090000",
            rule: "FREQ=MONTHLY;BYDAY=MO,TU,WE,TH,FR;BYSETPOS=-2",
            dates: "1997 Sep 29; Oct 30; Nov 27; Dec 30; 1998 Jan 29; Feb 26; Mar 30",
            more: true
        ),
        Example(
            number: 33,
            start: "19970902T090000",
            rule: "FREQ=HOURLY;INTERVAL=3;UNTIL=19970902T210000Z",
            dates: "1997 Sep 2 at 9:00,12:00,15:00"
        ),
        Example(
            number: 34,
            start: "19970902T090000",
            rule: "FREQ=MINUTELY;INTERVAL=15;COUNT=6",
            dates: "1997 Sep 2 at 9:00,9:15,9:30,9:45,10:00,10:15"
        ),
        Example(
            number: 35,
            start: "19970902T090000",
            rule: "FREQ=MINUTELY;INTERVAL=90;COUNT=4",
            dates: "1997 Sep 2 at 9:00,10:30,12:00,13:30"
        ),
        Example(
            number: 36,
            start: "19970902T090000",
            rule: "FREQ=DAILY;BYHOUR=9,10,11,12,13,14,15,16;BYMINUTE=0,20,40",
            dates: "1997 Sep 2 at \(workingDay); Sep 3 at \(workingDay)",
            more: true
        ),
        Example(
            number: 36,
            start: "19970902T090000",
            rule: "FREQ=MINUTELY;INTERVAL=20;BYHOUR=9,10,11,12,13,14,15,16",
            dates: "1997 Sep 2 at \(workingDay); Sep 3 at \(workingDay)",
            more: true
        ),
        Example(
            number: 37,
            start: "19970805T090000",
            rule: "FREQ=WEEKLY;INTERVAL=2;COUNT=4;BYDAY=TU,SU;WKST=MO",
            dates: "1997 Aug 5,10,19,24"
        ),
        Example(
            number: 38,
            start: "19970805T090000",
            rule: "FREQ=WEEKLY;INTERVAL=2;COUNT=4;BYDAY=TU,SU;WKST=SU",
            dates: "1997 Aug 5,17,19,31"
        ),
        Example(
            number: 39,
            start: "20070115T090000",
            rule: "FREQ=MONTHLY;BYMONTHDAY=15,30;COUNT=5",
            dates: "2007 Jan 15,30; Feb 15; Mar 15,30"
        ),
    ]

    @Test func `all 39 examples are included, three of them with two rules`() {
        #expect(Set(Self.examples.map(\.number)) == Set(1...39))
        #expect(Self.examples.count == 42)
    }

    @Test(arguments: examples) func `each example of RFC 5545 gives the dates of the RFC`(example: Example) throws {
        let rule = try RecurrenceRule(parsing: "DTSTART:\(example.start);\(example.rule)")
        let start = try #require(rule.start)
        let zone = try TestFiles.zone("America/New_York")
        let series = Series(rule: rule, anchor: start, zone: zone, allDayAt: .noon)
        let expected = try dates(example.dates)
        let found = Array(series.occurrences().prefix(expected.count + (example.more ? 0 : 1)))
        #expect(found.map(\.local.description) == expected)
    }

    /// `1997 Sep 2,4-6; 1998 Jan 1 at 9:00,12:00`.
    private func dates(_ text: String) throws -> [String] {
        var year: Substring = ""
        var dates: [String] = []
        for group in text.split(separator: ";") {
            var words = group.split(separator: " ")
            if words[0].count == 4 { year = words.removeFirst() }
            let month = try #require(Month(name: words[0]))
            let times = words.count > 3 ? words[3].split(separator: ",") : ["9:00"]
            for item in words[1].split(separator: ",") {
                let ends = try item.split(separator: "-").map { try #require(Int($0)) }
                for day in ends[0]...(ends.last ?? ends[0]) {
                    let date = try #require(CivilDate(year: Int(year) ?? 0, month: month.number, day: day))
                    for time in times { dates.append("\(date)T\(time.count == 4 ? "0" : "")\(time)") }
                }
            }
        }
        return dates
    }
}
