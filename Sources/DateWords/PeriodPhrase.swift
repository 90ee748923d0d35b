package import CivilTime
package import Text

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
        let present = Present(now, times: times, looksBack: looksBack)
        let days = try Reader.told(.when) { () throws(Refusal) in
            var reader = try Reader(text, in: .apart)
            return try reader.period(present)
        }
        guard let days else { return nil }
        (first, last) = days
    }
}
