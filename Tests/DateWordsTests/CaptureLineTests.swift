import TestSupport
import Testing

@testable import CivilTime
@testable import DateWords
@testable import Text

@Suite struct CaptureLineTests {
    /// Saturday, 08:00.
    private static let now = CivilDateTime(CivilDate(unchecked: 2026, 11, 21), CivilTime(unchecked: 8 * 3_600))

    private func read(_ text: String, literal: String = "") -> CaptureLine {
        CaptureLine(parsing: text, literal: literal, now: Self.now)
    }

    @Test(arguments: [
        ("Call the dentist @tomorrow 9am +Health", "Call the dentist", "2026-11-22T09:00", "", "Health"),
        ("@friday Call  Bob", "Call  Bob", "2026-11-27", "", ""),
        ("+Home Pay @2026-12-01 rent +Bills", "Pay rent", "2026-12-01", "", "Home Bills"),
        ("Pay rent @monthly on 15 +Home,Bills", "Pay rent", "", "monthly on 15", "Home Bills"),
        ("Gym @weekly on mon, thu @monday 18:00", "Gym", "2026-11-23T18:00", "weekly on mon, thu", ""),
        ("Lunch @ noon with Ann", "Lunch with Ann", "2026-11-21T12:00", "", ""),
        ("Plan +work/client the visit", "Plan the visit", "", "", "work/client"),
        ("Mail @bob +1 a@tomorrow.com C++ @", "Mail @bob +1 a@tomorrow.com C++ @", "", "", ""),
        ("Lunch @ Bob's", "Lunch @ Bob's", "", "", ""),
        ("-- Mail @friday +Home", "Mail @friday +Home", "", "", ""),
        ("Read +été", "Read", "", "", "été"),
        ("@tomorrow", "", "2026-11-22", "", ""),
    ]) func `@ begins a date or a rule, + a tag, and the rest is the title`(
        line: String,
        title: String,
        date: String,
        rule: String,
        tags: String
    ) {
        let read = read(line)
        #expect(read.title == title)
        #expect(read.date?.value.description ?? "" == date)
        #expect(read.rule?.text ?? "" == rule)
        #expect(read.tags.joined(separator: " ") == tags)
        #expect(read.faults.isEmpty)
    }

    @Test(arguments: ["weekly", "every 6 months", "daily until 2027-03-01", "monthly on 14", "every monday 9:00"])
    func `a rule follows a date however that is written`(rule: String) {
        let dates = [
            "2026-12-14", "2026/12/14", "14.12.2026", "14 dec", "dec 14", "14 dec 2026", "monday", "next monday",
            "in 3 days",
            "tomorrow", "2030-12-14", "2400-12-14", "2026-W51",
        ]
        for date in dates {
            // A rule that says another day may belong to the title, unless it has a mark.
            let isOther = ["monthly on 14", "every monday 9:00"].contains(rule)
            let marked = ["Car @\(date) @\(rule)", "@\(rule) Car @\(date)"]
            for line in marked + (isOther ? [] : ["Car @\(date) \(rule)", "@\(date) \(rule) -- Car"]) {
                let read = read(line)
                #expect(read.faults.isEmpty && read.title == "Car", "\(line): \(read.faults.map(\.message))")
                #expect(read.date != nil && read.rule != nil, "\(line)")
            }
        }
    }

    @Test func `a phrase that is both a date and a rule is a date`() {
        let read = read("Call @monday")
        #expect(read.date?.value.description == "2026-11-23" && read.rule == nil)
    }

    @Test func `a second date or rule is an error with its position`() {
        let read = read("Call @friday or @monday, @daily @weekly")
        #expect(read.faults.map(\.offset) == [16, 32])
    }

    @Test func `literal text is added unchanged`() {
        let read = read("Mail @friday", literal: "@bob +1 tomorrow")
        #expect(read.title == "Mail @bob +1 tomorrow" && read.date?.value.description == "2026-11-27")
    }

    @Test(arguments: [
        ("Call mom tomorrow 9am", "tomorrow 9am"), ("Tomorrow call mom", "Tomorrow"), ("Call at 9am", "at 9am"),
        ("Pay on 25 dec", "on 25 dec"), ("Gym every monday", "every monday"), ("The sun may sat", nil),
        ("Weekly report", nil), ("Call mom tomorrow @friday", "tomorrow"),
        ("Good evening mom @tomorrow 9am", nil), ("Good evening mom @tomorrow", "evening"),
        ("See Bob friday @tomorrow 9am", "friday"), ("-- Call mom tomorrow", nil),
        // Too ambiguous to be a date, and no less likely to be meant as one (#33).
        ("Call Bob tomorrow at 5", "tomorrow at 5"), ("Call Bob friday 5 or 6", "friday"), ("Call Bob at 5", "at 5"),
        ("Call Bob next week at 5", "next week at 5"), ("Pay 25.12.", "25.12."), ("Pay (25.12.)!", "25.12."),
        ("Pay 5/6/2027", "5/6/2027"), ("Pay 31 feb", "31 feb"), ("Call tomorrow. Then go", "tomorrow"),
        ("Eat at 5 guys", nil), ("Install 1.2.3", nil), ("Install 1.2.", "1.2."), ("Pay 25.12", nil),
        ("March 40 miles", nil),
        // What looks like a date or a time, and is none.
        ("Pay 31.11.", "31.11."), ("Pay 2026-02-30 rent", "2026-02-30"), ("Call 25:00", "25:00"),
        ("Meeting 12/5", "12/5"), ("Meeting 31/11", "31/11"), ("Meeting 12/5 at 9am", "12/5 at 9am"),
        ("Call 13pm", "13pm"),
        ("Pay 2026-13-01T10:00 rent", "2026-13-01T10:00"), ("Pay 30.02.2027 rent", "30.02.2027"),
        ("Dentist fri 5", "fri 5"), ("Fix 1/2 of it", nil), ("Call 555-12-34", nil), ("Call 2h", nil),
        ("I sat 5 exams", nil), ("Read 1.2.3.4", nil), ("Score 99:99 again", nil),
        ("Match 3:2", nil), ("Fix 1.2.3", nil),
        // Neither day of a month in any order, and days that the month has not.
        ("Split it 60/40", nil), ("Ratio 50/50", nil), ("Mix 13/32", nil), ("Split 50/50 at 9am", "at 9am"),
        ("Call Bob on nov 31", "on nov 31"), ("Feb 30", "Feb 30"), ("Pay april 31", "april 31"),
        ("Pay feb 30 rent", "feb 30"), ("April 31 units", "April 31"), ("April 300 units", nil),
        // Spans, and hours that may be durations.
        ("Meet 5-6pm", "5-6pm"), ("Meet 17:00-18:00 in town", "17:00-18:00"), ("Trip 14-16 dec", "14-16 dec"),
        ("Meet 5pm to 6pm", "5pm to 6pm"), ("Pages 5-6", nil), ("Won 3-2", nil),
        ("Lunch 5th", "5th"), ("Lunch 14th", "14th"), ("My 5th birthday", nil), ("Dinner 5th, with Ann", nil),
        ("Dinner 20h", "20h"), ("Course of 20h", "20h"), ("20h course", nil), ("Nap 8h", nil),
    ]) func `an unused date in the title is found`(line: String, phrase: String?) {
        #expect(read(line).unused == phrase)
    }

    @Test(arguments: [
        "pay 12.50", "Update iOS 18.1.", "iOS 18.1.", "John 3:16", "Support 24/7", "Trip 3 days", "Work for 3 hours",
        "Watch the sun", "1.5 l milk", "5th grade teacher", "Do it once", "Read 1984", "Version 2.0.1", "Psalm 23:4",
        "Buy christmas presents", "9 to 5 job", "A week of holidays", "Dial 0900",
    ])
    func `what is plainly no date is not taken for one`(line: String) {
        #expect(read(line).unused == nil, "\(line)")
    }

    @Test func `every part has the correct range, and nothing is lost`() throws {
        var random = Random(seed: 13)
        let words = ["Call", "the", "dentist", "@bob", "+1", "naïve", "日本", "a@b", "at", "+", "for", "it"]
        let dates = ["tomorrow 9am", "friday", "25 dec", "2026-12-01T10:00", "in 3 days", "next monday 17:00"]
        let rules = ["daily", "weekly on mon, thu", "every 2 weeks", "monthly on 31"]
        let tags = ["Home", "work/client", "Été,Bills"]
        for _ in 0..<500 {
            var title = (0..<random.below(6)).map { _ in random.pick(words) }
            var parts: [(CaptureLine.Part, String)] = []
            if random.below(2) == 0 { parts.append((.date, "@" + random.pick(dates))) }
            if random.below(3) == 0 { parts.append((.rule, "@" + random.pick(rules))) }
            if random.below(2) == 0 { parts.append((.tag, "+" + random.pick(tags))) }
            // A word that cannot continue a date separates two phrases.
            var line = [title.isEmpty ? "" : title.removeFirst()].filter { !$0.isEmpty }
            var kept = line
            for (_, text) in parts {
                line += [text, "Xyz"]
                kept.append("Xyz")
            }
            line += title
            kept += title
            let text = line.joined(separator: " ")
            let read = read(text)
            try #require(read.faults.isEmpty, "\(text)")
            #expect(read.title == kept.joined(separator: " "), "\(text)")
            #expect(read.phrases.map(\.part) == parts.map(\.0) && read.phrases.map(\.text) == parts.map(\.1), "\(text)")
            for phrase in read.phrases {
                #expect(String(decoding: Array(text.utf8)[phrase.range], as: UTF8.self) == phrase.text)
            }
        }
    }

    @Test func `any text can be parsed, and its phrases do not overlap`() {
        var random = Random(seed: 14)
        let parts = [
            "@", "+", " ", "  ", "-- ", "tomorrow", "9am", "daily", ",", "every", "\t", "é", "2h", "a", "@@", "++",
        ]
        for _ in 0..<1_000 {
            let text = (0..<random.below(9)).map { _ in random.pick(parts) }.joined()
            let read = read(text)
            var end = 0
            for phrase in read.phrases {
                #expect(phrase.range.lowerBound >= end && phrase.range.upperBound <= text.utf8.count, "\(text)")
                end = phrase.range.upperBound
            }
        }
    }
}
