import MemossFiles
import Testing

@testable import CivilTime
@testable import Text

/// Ten thousand phrases made from the grammar, whose values Python computed (`Scripts/make-phrase-vectors`).
@Suite struct PhraseVectorTests {
    @Test func `a phrase is read as it was made`() throws {
        let path = TestFiles.environment("MM_PHRASE_VECTORS") ?? TestFiles.fixture("phrases.tsv")
        let lines = try TestFiles.lines(path)
        #expect(lines.count >= 1_000)
        for line in lines {
            let fields = line.split(separator: "\t", omittingEmptySubsequences: false).map(String.init)
            let now = try DateValue(parsing: fields[0]).clock
            let found = fields[1] == "when" ? when(fields[2], now) : rule(fields[2], now)
            #expect(found == fields[3], "\(line)")
        }
    }

    private func when(_ text: String, _ now: CivilDateTime) -> String {
        do throws(ParseError) {
            return try DateValue(when: text, now: now).iso
        } catch {
            return error.message
        }
    }

    /// The first occurrences from the day of `now` on.
    private func rule(_ text: String, _ now: CivilDateTime) -> String {
        do throws(ParseError) {
            let phrase = try RulePhrase(parsing: text, now: now)
            guard let rule = phrase.rule else { return "no rule" }
            let time = phrase.time ?? (rule.byHour.isEmpty ? nil : .midnight)
            let start = time.map { DateValue(CivilDateTime(now.date, $0)) } ?? DateValue(now.date)
            let series = Series(rule: rule, anchor: start, zone: .utc, allDayAt: .midnight)
            let all = series.occurrences().prefix(5)
            return all.map { $0.isAllDay ? $0.local.date.description : $0.local.description }.joined(separator: " ")
        } catch {
            return error.message
        }
    }
}
