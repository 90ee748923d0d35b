/// A date and time as typed by the user (WHEN in the manual), and which parts were named. Case-insensitive:
/// - a date or date-time as in a file;
/// - a day: `today`, `tomorrow`, `yesterday`, `friday`, `next friday`, `25 dec`, `dec 25`, `25 dec 2027`, `next week`,
///   `end of month`, `in 3 days`, `+2w`; alone, it is an all-day date;
/// - a time: `9am`, `9:30 pm`, `21:30`, `17h`, `noon`, `midnight`; alone, it is the next such time;
/// - a day and a time in either order, optionally with `at` between them; `in 2 hours`, `+90m`, `now`;
/// - `all day`, alone or with a day.
///
/// A weekday is the next one after today, with or without `next`: people disagree about its meaning, and the earlier day
/// does no harm. A date without a year is the next such date, including today unless its time has passed. `end of month`
/// on the last day is today. Hours and minutes are added to the local time and rounded up to a full minute.
package struct WhenPhrase: Sendable, Hashable {
    /// What was named; `value` supplies the rest.
    package enum Named: Sendable, Hashable {
        case day, time, both
        /// `all day`: explicitly no time.
        case allDay
        case dayWithoutTime
    }

    /// The value if no existing date supplies the missing parts.
    package let value: DateValue
    package let named: Named

    /// - Parameters:
    ///   - now: the time that `today` and other relative days refer to.
    ///   - times: the times of the parts of a day.
    ///   - timeIsToday: whether a time alone is today's even if it has passed, as when something was completed.
    /// - Throws: a `ParseError` that names the invalid words, or both readings of an ambiguous one.
    package init(
        parsing text: String,
        now: CivilDateTime,
        times: PartsOfDay = .usual,
        timeIsToday: Bool = false
    ) throws(ParseError) {
        let trimmed = text.trimmingBlanks
        let iso = trimmed.utf8.prefix(5)
        if iso.count == 5, iso.prefix(4).allSatisfy({ 48...57 ~= $0 }), !trimmed.contains(" ") || trimmed.contains(":")
        {
            // A date followed by a time in words ("2026-11-22 9am") is parsed below.
            if let value = try? DateValue(parsing: trimmed) {
                self.value = value
                named = value.isAllDay ? .day : .both
                return
            }
        }
        var parser = WhenParser(text: text, now: now, timeIsToday: timeIsToday)
        value = try parser.value()
        named = parser.named
    }

    /// Finds the longest WHEN at the beginning of these words, and its number of words.
    ///
    /// - Returns: nil if they do not begin with one.
    /// - Throws: a `ParseError` if they begin with a date that does not exist or is ambiguous.
    package static func longest(
        in words: [String],
        now: CivilDateTime,
        times: PartsOfDay = .usual
    ) throws(ParseError) -> (phrase: WhenPhrase, count: Int)? {
        longestPhrase(in: words) { try? WhenPhrase(parsing: $0, now: now, times: times) }
    }

    /// How many of these words form a WHEN, from the first on; 0 if they do not begin with one.
    package static func length(in words: [String]) -> Int {
        longestPhrase(in: words) { isPhrase($0) ? $0 : nil }?.count ?? 0
    }

    /// Possible continuations of an incomplete WHEN, including its last word if that is unfinished.
    package static func continuations(of text: String) -> [String] { [] }

    /// Whether the text is a valid WHEN at any time.
    package static func isPhrase(_ text: String) -> Bool {
        let moment = CivilDateTime(CivilDate(daysSinceEpoch: 0))
        if (try? WhenPhrase(parsing: text, now: moment)) != nil { return true }
        var parser = WhenParser(text: text, now: moment)
        parser.checksWeekday = false
        return (try? parser.value()) != nil
    }

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

extension DateValue {
    /// The value of a WHEN without an existing date.
    public init(when text: String, now: CivilDateTime, timeIsToday: Bool = false) throws(ParseError) {
        self = try WhenPhrase(parsing: text, now: now, timeIsToday: timeIsToday).value
    }
}

struct WhenParser {
    struct Word {
        var text: String
        var offset: Int
    }

    /// A parsed day, and whether it may be moved on if its time has passed.
    enum Day {
        case fixed(CivilDate)
        /// This day of every year.
        case yearly(month: Int, day: Int)
    }

    let text: String
    let now: CivilDateTime
    let timeIsToday: Bool
    var words: [Word]
    var position = 0
    var day: Day?
    var time: CivilTime?
    var isAllDay = false
    /// Whether a weekday before a date must match the date.
    var checksWeekday = true
    private var weekday: (day: Weekday, word: Word)?
    private(set) var named = WhenPhrase.Named.both

    init(text: String, now: CivilDateTime, timeIsToday: Bool = false) {
        self.text = text
        self.now = now
        self.timeIsToday = timeIsToday
        words = splitWords(text).map { Word(text: $0.text.lowercased(), offset: $0.offset) }
    }

    mutating func value() throws(ParseError) -> DateValue {
        guard !words.isEmpty else { throw ParseError("no date: \(Self.forms)") }
        if let moment = try elapsed() { return moment }
        while position < words.count {
            let start = words[position]
            if start.text == "at" || start.text == "on", position + 1 < words.count {
                position += 1
            } else if readAllDay() {
                isAllDay = true
            } else if let found = try readTime() {
                guard time == nil else { throw ParseError("\(quoted(text)) has two times", offset: start.offset) }
                time = found
            } else {
                let named = weekday == nil ? weekdayBeforeDate() : nil
                if let named {
                    weekday = (named, start)
                    position += 1
                }
                let found = try readDay()
                guard day == nil else { throw ParseError("\(quoted(text)) has two days", offset: start.offset) }
                day = found
            }
        }
        guard !isAllDay || time == nil else { throw ParseError("\(quoted(text)) is both all day and at a time") }
        let value = result()
        if checksWeekday, let (weekday, word) = weekday, value.date.weekday != weekday {
            let found = value.date.weekday.name
            throw ParseError("\(value.date) is a \(found), not a \(weekday.name)", offset: word.offset)
        }
        return value
    }

    private mutating func result() -> DateValue {
        guard let day else {
            named = isAllDay ? .allDay : .time
            // A time alone is the next such time.
            guard let time else { return DateValue(now.date) }
            let date = timeIsToday || time > now.time ? now.date : now.date.adding(days: 1)
            return DateValue(CivilDateTime(date, time))
        }
        let date =
            switch day {
            case .fixed(let date): date
            case .yearly(let month, let day): nextComing(month: month, day: day)
            }
        guard let time else {
            named = isAllDay ? .dayWithoutTime : .day
            return DateValue(date)
        }
        return DateValue(CivilDateTime(date, time))
    }

    private func nextComing(month: Int, day: Int) -> CivilDate {
        // 29 February can be eight years away (1897, 2097).
        for year in now.date.year...(now.date.year + 8) {
            guard let date = CivilDate(year: year, month: month, day: day), date >= now.date else { continue }
            if date == now.date, let time, time <= now.time { continue }
            return date
        }
        return now.date
    }

    /// `now`, and durations with hours or minutes, which determine the time too.
    private mutating func elapsed() throws(ParseError) -> DateValue? {
        if words.count == 1, words[0].text == "now" {
            return DateValue(CivilDateTime(clockSeconds: now.clockSeconds.floorDivided(by: 60) * 60))
        }
        let joined = words.map(\.text).joined(separator: " ")
        let body: Substring
        if joined.hasPrefix("in ") {
            body = joined.dropFirst(3)
        } else if joined.hasPrefix("+") {
            body = joined.dropFirst()
        } else if words.count == 1, joined.first?.isNumber == true {
            if let clock = words[0].hourMark {
                guard clock.hour < 13 else { return nil }
                throw clock.ambiguity(words[0])
            }
            body = joined[...]
        } else {
            return nil
        }
        let counted = body.hasPrefix("an ") || body.hasPrefix("a ") ? "1 " + body.drop { $0 != " " } : String(body)
        guard let duration = try? CivilDuration(parsing: counted), !duration.isWholeDays else { return nil }
        let moved = now.adding(duration).clockSeconds
        return DateValue(CivilDateTime(clockSeconds: (moved + 59).floorDivided(by: 60) * 60))
    }

    static let forms = "a date is written 2026-11-22, tomorrow, friday, 25 dec, in 3 days or end of month"
}

extension String {
    /// Without leading and trailing blanks and tabs.
    var trimmingBlanks: String {
        let isBlank = { (byte: UInt8) in byte == 32 || byte == 9 || byte == 10 || byte == 13 }
        let front = utf8.drop(while: isBlank)
        guard let last = front.lastIndex(where: { !isBlank($0) }) else { return "" }
        return String(self[front.startIndex...last])
    }
}

/// The words of a text, separated by blanks and commas, with their byte offsets.
func splitWords(_ text: String) -> [(text: String, offset: Int)] {
    var words: [(text: String, offset: Int)] = []
    var start: Int?
    let bytes = Array(text.utf8)
    for (index, byte) in bytes.enumerated() {
        if byte == 32 || byte == 9 || byte == 10 || byte == 13 || byte == UInt8(ascii: ",") {
            if let begun = start { words.append((String(decoding: bytes[begun..<index], as: UTF8.self), begun)) }
            start = nil
        } else if start == nil {
            start = index
        }
    }
    if let begun = start { words.append((String(decoding: bytes[begun...], as: UTF8.self), begun)) }
    return words
}
