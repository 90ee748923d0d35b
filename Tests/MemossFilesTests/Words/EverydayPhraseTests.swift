import MemossFiles
import Testing

@testable import CivilTime
@testable import Text

/// What people write for dates, durations and rules, with the values that were written by hand.
///
/// A line of `everyday.tsv`: the kind, the phrase, and its value; nothing if it has to be refused, and then, for many, what
/// the message proposes. A duration is its months, days and seconds. A rule is its first occurrences, and `end` if there
/// are no more. A line of `suites.tsv`: whose tests the phrase is from, the time, the kind, the phrase, and what they expect.
@Suite struct EverydayPhraseTests {
    private static let now = CivilDateTime(CivilDate(daysSinceEpoch: 20_778), CivilTime(hour: 8, minute: 0) ?? .noon)

    @Test func `what people write is read as they mean it, or refused`() throws {
        let lines = try TestFiles.lines(TestFiles.fixture("everyday.tsv"))
        #expect(lines.count > 500)
        for line in lines {
            let fields = line.split(separator: "\t", omittingEmptySubsequences: false).map(String.init)
            let (kind, text, expected) = (fields[0], fields[1], fields[2])
            do throws(ParseError) {
                let found = try Self.value(kind, text)
                // `2026-11-30 2026-12-31` are the first two of more.
                let isRight =
                    kind == "rule" && !expected.isEmpty ? (found + " ").hasPrefix(expected + " ") : found == expected
                #expect(isRight, "\(line): \(found)")
            } catch {
                #expect(expected == "", "\(line): \(error.message)")
                for other in error.proposals {
                    #expect(Self.isValid(other), "\(line): \(error.message)")
                }
                guard fields.count > 3 else { continue }
                #expect(error.proposals.joined(separator: " | ").hasSuffix(fields[3]), "\(line): \(error.message)")
            }
        }
    }

    @Test func `phrases of the tests of other programs are read as these read them`() throws {
        let lines = try TestFiles.lines(TestFiles.fixture("suites.tsv"))
        #expect(lines.count > 300)
        for line in lines {
            let fields = line.split(separator: "\t", omittingEmptySubsequences: false).map(String.init)
            let now = try DateValue(parsing: fields[1]).clock
            let found = try Self.value(fields[2], fields[3], now)
            #expect((found + " ").hasPrefix(fields[4] + " "), "\(line): \(found)")
        }
    }

    private static func value(_ kind: String, _ text: String, _ now: CivilDateTime = now) throws(ParseError) -> String {
        switch kind {
        case "when": return try DateValue(when: text, now: now).description
        case "duration":
            let value = try CivilDuration(parsing: text)
            return "\(value.months) \(value.days) \(value.seconds)"
        default: return try occurrences(of: text, now)
        }
    }

    private static func occurrences(of text: String, _ now: CivilDateTime) throws(ParseError) -> String {
        let phrase = try RulePhrase(parsing: text, now: now)
        let series = try TypedSeries(phrase, on: nil, now: now, in: .utc, allDayAt: .midnight)
        guard let rule = phrase.rule, let series else { return "none" }
        let all = Series(rule: rule, anchor: series.date, zone: .utc, until: series.until, allDayAt: .midnight)
        let first = all.occurrences().prefix(10).map { occurrence in
            occurrence.isAllDay ? occurrence.local.date.description : DateValue(occurrence.local).description
        }
        return (first + (first.count < 10 ? ["end"] : [])).joined(separator: " ")
    }

    private static func isValid(_ text: String) -> Bool {
        ["when", "duration", "rule"].contains { kind in (try? value(kind, text)) != nil }
    }
}

extension ParseError {
    /// The phrases that the message proposes instead.
    fileprivate var proposals: [String] {
        let part = message.components(after: ["write one as in ", "write it as in ", ": write "])
        return part.split(separator: "'", omittingEmptySubsequences: false).enumerated()
            .filter { $0.offset % 2 == 1 }.map { String($0.element) } + (suggestion.map { [$0] } ?? [])
    }
}

extension String {
    /// What follows the first of these words that is there.
    fileprivate func components(after words: [String]) -> Substring {
        for word in words {
            if let range = firstRange(of: word) { return self[range.upperBound...] }
        }
        return ""
    }
}
