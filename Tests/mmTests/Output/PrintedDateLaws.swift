import Testing

@testable import CivilTime
@testable import MemossFiles
@testable import mm

/// What a command prints can be typed, and means the same.
@Suite struct PrintedDateLaws {
    private struct Case {
        var now: CivilDateTime
        var value: DateValue
        var clock: Clock

        var day: RelativeDay { RelativeDay(value, from: now.date, clock) }
    }

    /// Dates around some moments, of all distances; the same ones on every run.
    private static func cases() -> [Case] {
        var state: UInt64 = 7
        func below(_ limit: Int) -> Int {
            state = state &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
            return Int(state >> 33) % limit
        }
        return (0..<4_000).map { number in
            let today = CivilDate(daysSinceEpoch: 19_000 + below(4_000))
            let reach = [3, 20, 200, 2_000][number % 4]
            let date = today.adding(days: below(2 * reach + 1) - reach)
            let time = CivilTime(unchecked: below(1_440) * 60 + (below(8) == 0 ? below(60) : 0))
            let now = CivilDateTime(today, CivilTime(unchecked: below(86_400)))
            let value = below(3) == 0 ? DateValue(date) : DateValue(CivilDateTime(date, time))
            return Case(now: now, value: value, clock: number % 8 < 4 ? .hours24 : .hours12)
        }
    }

    @Test func `a date in full, or beside another`() throws {
        for one in Self.cases() {
            for text in [one.day.fullText, one.day.shortText, one.value.text(in: one.now.date, one.clock)] {
                let read = try? DateValue(when: text, now: one.now)
                #expect(read == one.value, "\(text), \(one.value) seen at \(one.now)")
            }
        }
    }

    @Test func `a date of a listing`() throws {
        for one in Self.cases() {
            let read = try? DateValue(when: one.day.text, now: one.now)
            #expect(read == one.value, "\(one.day.text), \(one.value) seen at \(one.now)")
        }
    }

    @Test func `a near distance`() throws {
        for one in Self.cases() {
            let day = one.day
            guard abs(day.days) < 14 else { continue }
            #expect(try DateValue(when: day.distance, now: one.now).date == one.value.date, "\(day.distance)")
        }
    }

    @Test func `an occurrence with its weekday`() throws {
        for one in Self.cases() {
            let time = one.value.time.map { " " + $0.text(one.clock) } ?? ""
            let text = "\(one.value.date.weekday.shortName) \(one.value.date)\(time)"
            #expect(try DateValue(when: text, now: one.now) == one.value, "\(text)")
            guard one.value.time != nil else { continue }
            // `mm next` prints the offset behind it.
            for offset in ["+01:00", "-09:30", "+00:00"] {
                let moment = try DateValue(parsing: one.value.iso + offset)
                #expect(try DateValue(when: "\(text) \(offset)", now: one.now) == moment, "\(text) \(offset)")
                let words = "\(text) \(offset) Dinner".split(separator: " ").map(String.init)
                #expect(PhraseKind.when.length(in: words) == words.count - 1, "\(text) \(offset)")
            }
        }
    }
}
