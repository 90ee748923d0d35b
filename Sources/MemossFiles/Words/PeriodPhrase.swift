internal import Bytes

/// A whole period in words: `next week`, `week 45`, `2026-W45`, `weekend`, `next month`, `november 2027`. As a date, most
/// of these are its first day.
package struct PeriodPhrase: Sendable, Hashable {
    package let first: CivilDate
    /// Inclusive.
    package let last: CivilDate

    /// Nil if the text is not exactly a period.
    ///
    /// - Throws: a `ParseError` if there is no such week, or the words have two readings.
    package init?(
        parsing text: String,
        now: CivilDateTime,
        times: PartsOfDay = .usual,
        looksBack: Bool = false
    ) throws(ParseError) {
        var reader = PhraseReader(text, now: now, times: times)
        reader.looksBack = looksBack
        guard let days = try reader.wholePeriod(), reader.isAtEnd else { return nil }
        (first, last) = days
    }
}

extension PhraseReader {
    /// The first and the last day of the period that begins here.
    fileprivate mutating func wholePeriod() throws(ParseError) -> (CivilDate, CivilDate)? {
        let start = position
        if digits() == 4, let year = number(), isSign("-", 1), word(2) == "w", digits(3) == 2, let week = number(3),
            token(4) == nil
        {
            let monday = try isoWeek(year, week, from: start)
            return (monday, monday.adding(days: 6))
        }
        if tokens.contains(where: { $0.kind == .word("weekend") }) {
            guard case .fixed(let saturday)? = try day(isFirst: true)?.day else { return nil }
            return (saturday, saturday.adding(days: 1))
        }
        _ = accept("the")
        if let period = period() {
            if period == .week, let week = weekNumber() {
                let monday = try comingWeek(week)
                return (monday, monday.adding(days: 6))
            }
            if accept("after"), accept("next") { return (try beginning(of: period, 2), try end(of: period, 2)) }
        }
        position = start
        switch try scope() {
        case .any(let period): return (try beginning(of: period, 0), try end(of: period, 0))
        case .some(let scope):
            guard let first = try beginning(of: scope), let last = try end(of: scope) else { return nil }
            return (first, last)
        case nil: return nil
        }
    }
}
