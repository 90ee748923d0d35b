import CivilTime
import Foundation
import Testing

@testable import DateWords
@testable import Text

/// The tables of phrases that the old reader was tested with too: every value is the same, and what was refused is.
@Suite struct ConformanceTests {
    private static let now = CivilDateTime(CivilDate(daysSinceEpoch: 20_778), CivilTime(hour: 8, minute: 0) ?? .noon)

    /// Read now, and refused before: plain English.
    private static let newlyRead: Set = ["wkdays", "week days", "every month at the end", "every fri in week 12"]

    @Test func `ten thousand phrases are read as they were made`() throws {
        for fields in try Self.lines("phrases") {
            let now = try DateValue(parsing: fields[0]).clock
            let found = fields[1] == "when" ? Self.when(fields[2], now, iso: true) : Self.firstDays(fields[2], now)
            #expect(found == fields[3], "\(fields)")
        }
    }

    @Test func `what people write is read as they mean it, or refused`() throws {
        for fields in try Self.lines("everyday") where !Self.newlyRead.contains(fields[1]) {
            let found = Self.value(fields[0], fields[1], Self.now)
            if fields[2].isEmpty {
                #expect(found == nil, "\(fields)")
            } else if fields[0] == "rule" {
                #expect(((found ?? "refused") + " ").hasPrefix(fields[2] + " "), "\(fields): \(found ?? "refused")")
            } else {
                #expect(found == fields[2], "\(fields)")
            }
        }
    }

    @Test func `phrases of the tests of other programs are read as these read them`() throws {
        for fields in try Self.lines("suites") {
            let found = Self.value(fields[2], fields[3], try DateValue(parsing: fields[1]).clock) ?? "refused"
            #expect((found + " ").hasPrefix(fields[4] + " "), "\(fields): \(found)")
        }
    }

    /// For every phrase that the fixtures refuse.
    @Test func `what a refusal proposes is read, and an ambiguity proposes two things`() throws {
        var count = 0
        for fields in try Self.lines("everyday") where fields[2].isEmpty {
            guard let refusal = Self.refusal(fields[0], fields[1]) else { continue }
            if fields.count > 3 { #expect(!refusal.alternatives.isEmpty, "\(fields)") }
            for phrase in refusal.alternatives {
                count += 1
                #expect(Self.refusal(fields[0], phrase) == nil, "\(fields[1]): \(phrase)")
            }
            if refusal.reason == .ambiguous, fields[1] != "24/7" {
                let values = Set(refusal.alternatives.map { Self.spelling(fields[0], $0) })
                #expect(values.count == refusal.alternatives.count, "\(fields[1]): \(refusal.alternatives)")
            }
        }
        #expect(count > 400)
    }

    // MARK: Values

    static func lines(_ name: String) throws -> [[String]] {
        let root = URL(filePath: #filePath).resolvingSymlinksInPath().deletingLastPathComponent()
        // `Scripts/make-phrase-vectors`
        let made = name == "phrases" ? ProcessInfo.processInfo.environment["MM_PHRASE_VECTORS"] : nil
        let file = made.map { URL(filePath: $0) } ?? root.appending(path: "../../fixtures/conformance/\(name).tsv")
        return try String(contentsOf: file, encoding: .utf8).split(separator: "\n").map {
            $0.split(separator: "\t", omittingEmptySubsequences: false).map(String.init)
        }
    }

    static func refusal(_ kind: String, _ text: String) -> Refusal? {
        do throws(Refusal) {
            var reader = try Reader(text, in: .apart)
            switch kind {
            case "when": _ = try reader.when(Present(now))
            case "duration": _ = try reader.duration()
            default: _ = try reader.rule(Present(now))
            }
            return nil
        } catch {
            return error
        }
    }

    /// All of what a phrase means.
    static func spelling(_ kind: String, _ text: String) -> String? {
        guard kind == "rule" else { return value(kind, text, now) }
        guard var reader = try? Reader(text, in: .apart) else { return nil }
        return (try? reader.rule(Present(now)))?.spelling
    }

    static func when(_ text: String, _ now: CivilDateTime, iso: Bool = false) -> String? {
        guard var reader = try? Reader(text, in: .apart), let found = try? reader.when(Present(now)) else { return nil }
        return iso ? found.value.iso : found.value.description
    }

    static func value(_ kind: String, _ text: String, _ now: CivilDateTime) -> String? {
        switch kind {
        case "when": return when(text, now)
        case "duration":
            guard var reader = try? Reader(text, in: .apart), let value = try? reader.duration() else { return nil }
            return "\(value.months) \(value.days) \(value.seconds)"
        default:
            guard var reader = try? Reader(text, in: .apart), let found = try? reader.rule(Present(now)),
                let series = try? TypedSeries(found, on: nil, now: now, in: .utc, allDayAt: .midnight),
                let rule = found.rule
            else { return nil }
            let all = Series(rule: rule, anchor: series.date, zone: .utc, until: series.until, allDayAt: .midnight)
            let first = all.occurrences().prefix(10).map { occurrence in
                occurrence.isAllDay ? occurrence.local.date.description : DateValue(occurrence.local).description
            }
            return (first + (first.count < 10 ? ["end"] : [])).joined(separator: " ")
        }
    }

    private static func firstDays(_ text: String, _ now: CivilDateTime) -> String? {
        guard var reader = try? Reader(text, in: .apart), let found = try? reader.rule(Present(now)),
            let rule = found.rule
        else { return nil }
        let time = found.time ?? (rule.byHour.isEmpty ? nil : .midnight)
        let start = time.map { DateValue(CivilDateTime(now.date, $0)) } ?? DateValue(now.date)
        let series = Series(rule: rule, anchor: start, zone: .utc, allDayAt: .midnight)
        return series.occurrences().prefix(5)
            .map { $0.isAllDay ? $0.local.date.description : $0.local.description }.joined(separator: " ")
    }
}
