public import CivilTime
public import Text

/// A date and time as typed (WHEN in the manual), at the present, and which parts of it were named.
package struct WhenPhrase: Hashable, Sendable {
    /// What was named; `value` supplies the rest.
    package enum Named: Sendable, Hashable {
        case day, time, both
        /// `all day`: explicitly no time.
        case allDay
        case dayWithoutTime
    }

    /// The value if no existing date supplies the missing parts.
    package var value: DateValue
    package var named: Named
    /// Whether the day has words that mean its end, such as `eod`, which say no time.
    var isEndOfDay = false
    /// The seconds from now, if the phrase counts hours or minutes.
    var elapsed: Int64?
    /// Whether a listing was pasted, which writes the offset of every time.
    var hasListedOffset = false

}

extension WhenPhrase {
    /// - Parameters:
    ///   - now: the time that `today` and other relative days refer to.
    ///   - times: the times of the parts of a day.
    ///   - timeIsToday: whether a time alone is today's even if it has passed, as when something was completed.
    ///   - looksBack: whether a weekday or a date without a year is the latest one up to today.
    /// - Throws: a `ParseError` that names the words that are wrong, or both readings of what has two.
    package init(
        parsing text: String,
        now: CivilDateTime,
        times: PartsOfDay = .usual,
        timeIsToday: Bool = false,
        looksBack: Bool = false
    ) throws(ParseError) {
        // Without the tables.
        if let exact = Reader.exact(text) {
            self = exact
            return
        }
        let present = Present(now, times: times, timeIsToday: timeIsToday, looksBack: looksBack)
        self = try Reader.told(text, .when) { reader throws(Refusal) in try reader.when(present) }
    }

    /// A spelling that means the same at any time: `27 nov 2026 15:00`.
    package var spelling: String {
        named == .allDay ? "all day" : value.date.inWords + (value.time.map { " \($0)" } ?? "")
    }

    /// `@8pm @saturday`: a day and a time that stand apart; nil if they are not a day and a time.
    package func joined(with other: WhenPhrase) -> WhenPhrase? {
        guard [named, other.named] == [.day, .time] || [named, other.named] == [.time, .day] else { return nil }
        guard let time = value.time ?? other.value.time else { return nil }
        let day = named == .day ? value.date : other.value.date
        return WhenPhrase(value: DateValue(CivilDateTime(day, time)), named: .both)
    }

    /// The phrase with what depends on the time zone. Hours and minutes are counted as elapsed time, which is another local
    /// time if clocks change meanwhile; rounded up to a full minute, so that nothing is early. An offset that a listing
    /// printed is left out if it is that of the zone: whoever pastes it means the time on the clock.
    package func elapsing(from now: Instant, in zone: Zone) -> WhenPhrase {
        var phrase = self
        if let elapsed {
            let end = now.adding(seconds: elapsed + 59)
            phrase.value = zone.date(at: end.adding(seconds: -end.secondsSince1970.modulo(60)))
        } else if hasListedOffset {
            let instant = value.instant(in: zone, allDayAt: .midnight)
            if value.offset == zone.offset(at: instant) { phrase.value = zone.date(at: instant) }
        }
        return phrase
    }

    /// The error for a phrase that means the end of a day, such as `eod`, where a time is needed; nil for others.
    package var endOfDayFault: ParseError? {
        guard isEndOfDay, value.isAllDay else { return nil }
        return Refusal(.notFixed, ["tonight", "friday 18:00"]).error(.when, of: "the end of a day")
    }

    /// Whether it says which time it is, or that it is all day.
    var hasTime: Bool { named == .both || named == .dayWithoutTime }

    /// Changes an existing date; parts that were not named are kept.
    ///
    /// - Parameters:
    ///   - date: the existing date; nil for none.
    ///   - zone: the time zone in which `date` is read.
    package func changing(_ date: DateValue?, in zone: Zone) -> DateValue {
        guard let date else { return value }
        let clock = date.clock(in: zone, allDayAt: .midnight)
        switch named {
        case .both, .dayWithoutTime: return value
        case .allDay: return DateValue(clock.date)
        case .day: return date.moved(to: CivilDateTime(value.date, clock.time), in: zone)
        case .time:
            guard let time = value.time else { return value }
            let moved = CivilDateTime(clock.date, time)
            return date.isAllDay ? DateValue(moved) : date.moved(to: moved, in: zone)
        }
    }
}

extension WhenPhrase {
    /// Whether a text says that something has no date yet, such as `someday`.
    package static func isSomeday(_ text: String) -> Bool {
        PhraseKind.when.refusal(of: text).map { $0.reason == .noDay && $0.alternatives.isEmpty } ?? false
    }

    /// Whether words after a time are a time zone, which is given apart from the date.
    package static func isZone(_ text: String) -> Bool {
        PhraseKind.when.refusal(of: "9:00 " + text)?.reason == .zone
    }
}

extension CivilDateTime {
    /// For what is the same at any time.
    static let example = CivilDateTime(CivilDate(daysSinceEpoch: 11_000))
}

extension DateValue {
    /// Parses a date as people type it: `2026-11-27`, `tomorrow 9am`, `friday`, `in 3 days`, `end of month`.
    ///
    /// - Parameters:
    ///   - text: a day, a time, or both.
    ///   - now: the current local date and time, which relative dates count from.
    ///   - timeIsToday: whether a time alone is today even if it has passed.
    /// - Throws: a `ParseError` if the text is no date, or could mean several; the message gives both readings.
    public init(when text: String, now: CivilDateTime, timeIsToday: Bool = false) throws(ParseError) {
        self = try WhenPhrase(parsing: text, now: now, timeIsToday: timeIsToday).value
    }
}

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
        let days = try Reader.told(text, .when) { reader throws(Refusal) in try reader.period(present) }
        guard let days else { return nil }
        (first, last) = days
    }

    /// Whether a text is a period, even one that has two readings.
    package static func isPeriod(_ text: String, now: CivilDateTime, times: PartsOfDay = .usual) -> Bool {
        do throws(ParseError) {
            return try PeriodPhrase(parsing: text, now: now, times: times) != nil
        } catch {
            return true
        }
    }
}
