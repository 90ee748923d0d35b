/// A date and time as typed by the user (WHEN in the manual), and which parts were named. Case-insensitive; the manual's
/// page of dates lists the forms.
///
/// A weekday is the next one after today, with or without `next`: people disagree about its meaning, and the earlier day
/// does no harm. A date without a year is the next such date, including today unless its time has passed. `end of month`
/// on the last day is today. Hours and minutes are added to the local time; `elapsing` corrects that for a zone. Words with
/// two readings are an error that names both.
package struct WhenPhrase: Sendable, Hashable {
    /// What was named; `value` supplies the rest.
    package enum Named: Sendable, Hashable {
        case day, time, both
        /// `all day`: explicitly no time.
        case allDay
        case dayWithoutTime
    }

    /// Some of the words.
    package struct Part: Sendable, Hashable {
        package enum Kind: Sendable, Hashable {
            case day, time, allDay
            /// A day and a time in one, as in `in 2 hours`.
            case moment
        }

        package let kind: Kind
        /// In UTF-8 bytes of the text.
        package let range: Range<Int>
    }

    /// The value if no existing date supplies the missing parts.
    package private(set) var value: DateValue
    package let named: Named
    /// In the order of the text.
    package let parts: [Part]
    /// Whether the day has words that mean its end, such as `eod`, which say no time.
    package private(set) var isEndOfDay = false
    /// The seconds from now, if the phrase counts hours or minutes.
    private var elapsed: Int64?
    /// Whether a listing was pasted, which writes the offset of every time.
    private var hasListedOffset = false

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
        if let exact = WhenPhrase(exact: text) {
            self = exact
            return
        }
        if let (local, offset) = Self.withoutOffset(text) {
            self = try WhenPhrase(
                parsing: local,
                now: now,
                times: times,
                timeIsToday: timeIsToday,
                looksBack: looksBack
            )
            guard let value = try? DateValue(parsing: value.iso + offset), !value.isAllDay else {
                let start = local.utf8.count
                let reason = value.isAllDay ? "needs a time before it" : "is not the offset of a time zone"
                throw ParseError("'\(offset)' \(reason)", offset: start, length: offset.utf8.count)
            }
            self.value = value
            hasListedOffset = true
            return
        }
        if let plain = Self.withoutRelativeDay(text, now: now, times: times) {
            self = plain
            return
        }
        self.init(
            try PhraseReader.whole(text, .when, now: now, times: times) { reader throws(ParseError) in
                reader.looksBack = looksBack
                reader.isApart = true
                return try reader.when(timeIsToday: timeIsToday)
            }
        )
    }

    private init(_ reading: PhraseReader.When) {
        (value, named, parts, elapsed) = (reading.value, reading.named, reading.parts, reading.elapsed)
        isEndOfDay = reading.isEndOfDay
    }

    /// A date as written in a file, which keeps its spelling.
    private init?(exact text: String) {
        guard text.utf8.count >= 10 else { return nil }
        let trimmed = text.trimmingBlanks
        guard trimmed.utf8.count >= 10, trimmed.utf8.prefix(4).allSatisfy({ 48...57 ~= $0 }),
            let value = try? DateValue(parsing: trimmed)
        else { return nil }
        self.value = value
        named = value.isAllDay ? .day : .both
        let start = text.utf8.count - text.utf8.drop { $0 == 32 || 9...13 ~= $0 }.count
        parts = [Part(kind: value.isAllDay ? .day : .moment, range: start..<start + trimmed.utf8.count)]
    }

    /// `Thu 19 Nov (tomorrow)`, `Sat 12 Dec (in 3 weeks)`, `Wed 18 Nov · today`, as edits and lists print them; nil if the
    /// two disagree.
    private static func withoutRelativeDay(_ text: String, now: CivilDateTime, times: PartsOfDay) -> WhenPhrase? {
        // Without a bracket or a character that is not ASCII, it is none; looking at bytes is faster.
        guard text.utf8.contains(where: { $0 == UInt8(ascii: "(") || $0 > 0x7F }) else { return nil }
        let trimmed = text.trimmingBlanks
        guard let mark = trimmed.firstIndex(where: { $0 == "(" || $0 == "·" }),
            (trimmed[mark] == "(") == trimmed.hasSuffix(")")
        else { return nil }
        let remarks = trimmed[mark...].dropFirst().prefix { $0 != ")" }.split(separator: ",").map {
            String($0).trimmingBlanks
        }
        guard let relative = remarks.first(where: { $0 != "overdue" }),
            let phrase = try? WhenPhrase(parsing: String(trimmed[..<mark]), now: now, times: times),
            let day = try? WhenPhrase(parsing: relative, now: now, times: times),
            phrase.named == .day || phrase.named == .both,
            abs(phrase.value.date.daysSinceEpoch - day.value.date.daysSinceEpoch) <= rounding(of: relative)
        else { return nil }
        return phrase
    }

    /// By how many days a printed distance may differ, which is in whole weeks, months or years if it is long.
    private static func rounding(of distance: String) -> Int {
        let units = [("week", 3), ("month", 17), ("year", 190)]
        return units.first { TextSearch.contains(distance, $0.0) }?.1 ?? 0
    }

    /// `Sun 2026-11-22 09:00 +01:00`, as occurrences are listed: the local time, and its offset.
    private static func withoutOffset(_ text: String) -> (local: String, offset: String)? {
        guard text.utf8.count > 11, text.utf8.contains(UInt8(ascii: ":")) else { return nil }
        let trimmed = text.trimmingBlanks
        let offset = String(trimmed.utf8.suffix(6)) ?? ""
        guard trimmed.utf8.count > 11, trimmed.utf8.dropLast(6).last == 32, isOffset(offset) else { return nil }
        return (String(trimmed.dropLast(6)), offset)
    }

    /// `+01:00`
    private static func isOffset(_ word: String) -> Bool {
        guard word.utf8.count == 6, let sign = word.first, sign == "+" || sign == "-" else { return false }
        return zip(word.utf8.dropFirst(), "00:00".utf8).allSatisfy { $1 == 48 ? 48...57 ~= $0 : $0 == $1 }
    }

    /// Finds the longest WHEN at the beginning of these words, and its number of words.
    ///
    /// - Returns: nil if the words do not begin with a WHEN.
    /// - Throws: a `ParseError` if the words begin with a date that does not exist or is ambiguous.
    package static func longest(
        in words: [String],
        now: CivilDateTime,
        times: PartsOfDay = .usual
    ) throws(ParseError) -> (phrase: WhenPhrase, count: Int)? {
        let found = try PhraseReader.longest(words, now: now, times: times) { reader throws(ParseError) in
            try reader.when(timeIsToday: false)
        }
        // `2026-11-22 09:00+01:00` is one as in a file.
        for count in [2, 1] where count <= words.count && count >= found?.count ?? 0 {
            if let exact = WhenPhrase(exact: words.prefix(count).joined(separator: " ")) { return (exact, count) }
        }
        guard let found, found.count < words.count, found.reading.value.time != nil, isOffset(words[found.count]) else {
            return found.map { (WhenPhrase($0.reading), $0.count) }
        }
        let text = words.prefix(found.count + 1).joined(separator: " ")
        return (try WhenPhrase(parsing: text, now: now, times: times), found.count + 1)
    }

    /// The number of words that the WHEN at the beginning of these words has; 0 if they do not begin with one. Whether
    /// a phrase is valid does not depend on the current time.
    ///
    /// - Parameters:
    ///   - countsFaults: whether to count the words of an impossible or ambiguous WHEN, up to the fault.
    ///   - isApart: whether it is apart from a title, so that it may begin with what a listing writes before it, such as
    ///     `overdue`.
    package static func length(in words: [String], countsFaults: Bool = false, isApart: Bool = false) -> Int {
        for count in [2, 1] where words.count >= count {
            if WhenPhrase(exact: words.prefix(count).joined(separator: " ")) != nil { return count }
        }
        var hasTime = false
        let length = PhraseReader.length(of: words, countsFaults: countsFaults) { reader throws(ParseError) in
            reader.isApart = isApart
            let found = try reader.when(timeIsToday: false)
            hasTime = found?.value.time != nil
            return found
        }
        return length + (hasTime && length < words.count && isOffset(words[length]) ? 1 : 0)
    }

    /// Whether the text is a valid WHEN.
    package static func isPhrase(_ text: String) -> Bool { length(in: [text]) == 1 }

    /// Why a text is not a valid WHEN; nil if it is one.
    package static func fault(in text: String, now: CivilDateTime, times: PartsOfDay) -> ParseError? {
        do throws(ParseError) {
            _ = try WhenPhrase(parsing: text, now: now, times: times)
            return nil
        } catch {
            return error
        }
    }

    /// Whether the text is a valid time of day.
    static func isTime(_ text: String) -> Bool {
        (try? WhenPhrase(parsing: text, now: CivilDateTime(.min)))?.named == .time
    }

    /// The words that can complete or continue a partly typed WHEN.
    package static func continuations(of text: String) -> [String] {
        let found = PhraseReader.continuations(of: text) { reader throws(ParseError) in
            try reader.when(timeIsToday: false) != nil
        }
        // At the beginning the likeliest come first.
        guard text.isEmpty else { return found }
        return PhraseReader.dayNames.filter(found.contains) + found.filter { !PhraseReader.dayNames.contains($0) }
    }

    /// What is wrong with words that name no date but were meant as one: `mid december`, `asap`.
    static func vagueRefusal(of words: [String]) -> ParseError? {
        for count in (1...max(1, min(words.count, 4))).reversed() {
            let text = words.prefix(count).joined(separator: " ")
            let reader = PhraseReader(text, now: CivilDateTime(.min), times: .usual)
            if let fault = reader.vagueDate() { return fault }
        }
        return nil
    }

    /// `five` alone.
    private static func isNumber(_ words: [String]) -> Bool {
        var reader = PhraseReader(words.joined(separator: " "), now: CivilDateTime(.min), times: .usual)
        return reader.numberWord() != nil && reader.isAtEnd
    }

    /// What is wrong with `before christmas` and `around 5pm`, in which a date follows.
    static func refusal(ofPreposition words: [String], now: CivilDateTime) -> ParseError? {
        let prepositions: Set = [
            "before", "after", "around", "about", "circa", "until", "till", "from", "during", "since",
        ]
        guard let first = words.first, prepositions.contains(first.lowercased()) else { return nil }
        let length = length(in: Array(words.dropFirst()))
        guard length > 0 else { return nil }
        return fault(in: words.prefix(length + 1).joined(separator: " "), now: now, times: .usual)
    }

    /// What is wrong with words that begin no date but were meant as one: `1830`, `25-27 dec`, a number alone.
    static func refusal(of words: [String], now: CivilDateTime) -> ParseError? {
        guard let first = words.first else { return nil }
        // `in 5` has no unit.
        let isUnfinished = first.lowercased() == "in" && words.count > 1 && Int(words[1]) != nil
        guard isUnfinished || first.utf8.first.map({ 0x30...0x39 ~= $0 }) == true || isNumber(words) else {
            return nil
        }
        // `10 tomorrow` is not `10`.
        let longest = isUnfinished ? 2 : min(3, words.count)
        var refusal: ParseError?
        for count in (1...longest).reversed() where count == 1 || !isUnfinished || count == 2 {
            do throws(ParseError) {
                _ = try WhenPhrase(parsing: words.prefix(count).joined(separator: " "), now: now)
                return nil
            } catch {
                if count > 1, !isUnfinished, error.suggestion == nil { continue }
                refusal = error
                break
            }
        }
        return refusal
    }

    /// Whether a word says that something has no date yet, such as `someday`.
    package static func isSomeday(_ word: String) -> Bool { PhraseReader.wordsForSomeday.contains(word.lowercased()) }

    /// Whether a word begins the name of a holiday.
    package static func isHoliday(_ word: String) -> Bool { PhraseReader.holidayNames.contains(word.lowercased()) }

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

    /// `@8pm @saturday`: a time and a day that stand apart are one date. Nil if they are not a time and a day.
    package func joined(with other: WhenPhrase, _ now: CivilDateTime) -> WhenPhrase? {
        let kinds = [named, other.named]
        guard kinds == [.day, .time] || kinds == [.time, .day], let time = value.time ?? other.value.time else {
            return nil
        }
        let day = named == .day ? value.date : other.value.date
        return try? WhenPhrase(parsing: DateValue(CivilDateTime(day, time)).iso, now: now)
    }

    /// The error for a phrase that means the end of a day, such as `eod`, where a time is needed; nil for others.
    package var endOfDayFault: ParseError? {
        guard isEndOfDay, value.isAllDay else { return nil }
        return ParseError("the end of a day \(PhraseReader.notFixed("'tonight' or 'friday 18:00'"))")
    }

    /// Whether it says which time it is, or that it is all day.
    package var hasTime: Bool { named == .both || named == .dayWithoutTime }

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

extension String {
    /// Without a comma at the end.
    var trimmingComma: String { hasSuffix(",") ? String(dropLast()) : self }

    /// Without leading and trailing blanks and tabs.
    package var trimmingBlanks: String {
        let isBlank = { (byte: UInt8) in byte == 32 || byte == 9 || byte == 10 || byte == 13 }
        let front = utf8.drop(while: isBlank)
        guard let last = front.lastIndex(where: { !isBlank($0) }) else { return "" }
        return String(self[front.startIndex...last])
    }
}
