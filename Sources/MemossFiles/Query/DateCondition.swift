/// A comparison with a date: `<2026-12-01`, `2026-11`, `today..friday`.
package struct DateCondition: Sendable, Hashable {
    /// The first and last day, inclusive; nil is unbounded.
    var firstDay: CivilDate?
    var lastDay: CivilDate?
    /// Bounds for a comparison with a time of day; `isStrict` excludes the bounds themselves.
    var earliest: CivilDateTime?
    var latest: CivilDateTime?
    var isStrict = false

    var hasTime: Bool { earliest != nil || latest != nil }

    /// - Parameter date: in the user's time zone; an all-day date has no time.
    func matches(_ date: DateValue) -> Bool {
        if let firstDay, date.date < firstDay { return false }
        if let lastDay, date.date > lastDay { return false }
        if let earliest {
            // A whole day lasts until its end.
            let end = date.isAllDay ? CivilDateTime(date.date, CivilTime(unchecked: 86_399)) : date.clock
            guard isStrict ? end > earliest : end >= earliest else { return false }
        }
        if let latest {
            guard isStrict ? date.clock < latest : date.clock <= latest else { return false }
        }
        return true
    }

    /// - Returns: nil if the answer depends on the time zone of the reminder or of the user. A day is the same in all.
    func matches(inAnyZone date: DateValue) -> Bool? {
        if date.isAllDay { return matches(date) }
        // Zones are less than two days apart.
        let first = firstDay ?? earliest?.date, last = lastDay ?? latest?.date
        if let first, date.date < first.adding(days: -2) { return false }
        if let last, date.date > last.adding(days: 2) { return false }
        return nil
    }

    private init() {}

    private static let comparisons: [(word: String, mark: String)] = [
        ("before", "<"), ("after", ">"), ("by", "<="), ("until", "<="), ("since", ">="), ("from", ">="),
    ]

    /// - Parameters:
    ///   - text: the text after `scheduled:` or `due:`.
    ///   - looksBack: whether a weekday or a date without a year means the most recent one, as for a creation date.
    init(
        parsing text: String,
        now: CivilDateTime,
        times: PartsOfDay = .usual,
        looksBack: Bool = false
    ) throws(ParseError) {
        self.init()
        // `by friday` is any day up to it, not the day itself.
        if let (word, mark) = Self.comparisons.first(where: { text.lowercased().hasPrefix($0.word + " ") }) {
            let value = String(text.utf8.dropFirst(word.utf8.count + 1)) ?? ""
            do throws(ParseError) {
                try self.init(parsing: mark + value, now: now, times: times, looksBack: looksBack)
            } catch {
                throw ParseError(
                    error.message,
                    suggestion: error.suggestion,
                    offset: max(0, error.offset + word.utf8.count + 1 - mark.utf8.count),
                    length: error.length
                )
            }
            return
        }
        for mark in ["<=", ">=", "<", ">"] where text.hasPrefix(mark) {
            let value = String(text.dropFirst(mark.count))
            guard !value.isEmpty else { throw ParseError("expected a date after '\(mark)'", offset: mark.utf8.count) }
            let span = try Span(parsing: value, now: now, times, looksBack, offset: mark.utf8.count)
            self = DateCondition(mark, span)
            return
        }
        guard let dots = text.utf8.indices.first(where: { text.utf8[$0...].starts(with: "..".utf8) }) else {
            let span = try Span(parsing: text, now: now, times, looksBack, offset: 0)
            (firstDay, lastDay) = (span.first, span.last)
            (earliest, latest) = (span.time, span.time)
            return
        }
        let (from, to) = (String(text[..<dots]), String(text[dots...].dropFirst(2)))
        guard !from.isEmpty || !to.isEmpty else { throw ParseError("expected a date before or after '..'") }
        if !from.isEmpty {
            let span = try Span(parsing: from, now: now, times, looksBack, offset: 0)
            (firstDay, earliest) = (span.first, span.time)
        }
        if !to.isEmpty {
            let span = try Span(parsing: to, now: now, times, looksBack, offset: from.utf8.count + 2)
            (lastDay, latest) = (span.last, span.time)
        }
        if let firstDay, let lastDay, firstDay > lastDay {
            throw ParseError("the range is empty: \(from) is after \(to)", suggestion: "\(to)..\(from)")
        }
    }

    private init(_ mark: String, _ span: Span) {
        self.init()
        isStrict = !mark.hasSuffix("=")
        if mark.hasPrefix("<") {
            if let time = span.time {
                latest = time
            } else {
                lastDay = isStrict ? span.first.adding(days: -1) : span.last
            }
        } else if let time = span.time {
            earliest = time
        } else {
            firstDay = isStrict ? span.last.adding(days: 1) : span.first
        }
    }

    /// The days that a word denotes, or a day and a time.
    private struct Span {
        var first: CivilDate
        var last: CivilDate
        var time: CivilDateTime?

        init(
            parsing text: String,
            now: CivilDateTime,
            _ times: PartsOfDay,
            _ looksBack: Bool,
            offset: Int
        ) throws(ParseError) {
            let lower = text.lowercased()
            if looksBack, CivilDuration.read(text) != nil {
                let reason = "'\(text)' alone is a time to come: write '>=\"\(text) ago\"' for what is not older"
                throw ParseError(reason, offset: offset, length: text.utf8.count)
            }
            if lower == "week" {
                (first, last) = (now.date.adding(days: looksBack ? -6 : 0), now.date.adding(days: looksBack ? 0 : 6))
            } else if let month = try Span.month(lower, offset: offset) {
                (first, last) = (month, month.adding(days: month.daysInMonth - 1))
            } else if let year = Span.year(lower) {
                (first, last) = (year, year.adding(months: 12).adding(days: -1))
            } else {
                do throws(ParseError) {
                    if let period = try PeriodPhrase(parsing: text, now: now, times: times, looksBack: looksBack) {
                        (first, last) = (period.first, period.last)
                        return
                    }
                    let value = try WhenPhrase(parsing: text, now: now, times: times, looksBack: looksBack).value
                    (first, last) = (value.date, value.date)
                    if let clock = value.time { time = CivilDateTime(value.date, clock) }
                } catch {
                    var error = error
                    error.offset += offset
                    throw error
                }
            }
        }

        private static func month(_ text: String, offset: Int) throws(ParseError) -> CivilDate? {
            let parts = text.split(separator: "-", omittingEmptySubsequences: false)
            guard parts.count == 2, parts[0].utf8.count == 4, parts[1].utf8.count == 2 else { return nil }
            guard let year = Int(parts[0]), let month = Int(parts[1]) else { return nil }
            guard let first = CivilDate(year: year, month: month, day: 1) else {
                throw ParseError("there is no month \(text): months are 0001-01 to 9999-12", offset: offset)
            }
            return first
        }

        private static func year(_ text: String) -> CivilDate? {
            text.utf8.count == 4 ? Int(text).flatMap { CivilDate(year: $0, month: 1, day: 1) } : nil
        }
    }
}
