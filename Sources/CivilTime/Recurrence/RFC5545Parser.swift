package import Text

/// Parses a rule in the notation of RFC 5545, 3.3.10, with SKIP of RFC 7529; keys and values are case-insensitive.
package struct RFC5545Parser {
    private struct Part {
        var key: String
        var value: Substring
        var offset: Int
        var valueOffset: Int
    }

    private let text: String
    private var rule = RecurrenceRule(.rfc5545, .daily)

    package init(text: String) { self.text = text }

    static let keys = [
        "FREQ", "INTERVAL", "COUNT", "UNTIL", "WKST", "BYMONTH", "BYWEEKNO", "BYYEARDAY", "BYMONTHDAY", "BYDAY",
        "BYHOUR", "BYMINUTE", "BYSECOND", "BYSETPOS", "SKIP", "RSCALE",
    ]

    package mutating func parse() throws(ParseError) -> RecurrenceRule {
        let parts = try parts()
        guard let frequency = parts.first(where: { $0.key == "FREQ" }) else {
            let nearest = parts.first.flatMap { Spelling.nearest(to: $0.key, among: ["FREQ"]).first }
            throw ParseError("the rule has no FREQ: begin it with one, such as FREQ=DAILY", suggestion: nearest)
        }
        rule.frequency = try self.frequency(frequency)
        for part in parts { try read(part) }
        try RecurrenceRuleCheck(rule: rule) { key in
            parts.first { $0.key == key }?.offset ?? 0
        }.run()
        return rule
    }

    /// The parts between semicolons or line breaks, without `RRULE:`; duplicates are errors.
    private mutating func parts() throws(ParseError) -> [Part] {
        var parts: [Part] = []
        let pieces = text.utf8.split { $0 == UInt8(ascii: ";") || $0 == UInt8(ascii: "\n") }
        for piece in pieces {
            var body = Substring(piece)
            while let first = body.first, first.isWhitespace { body.removeFirst() }
            while let last = body.last, last.isWhitespace { body.removeLast() }
            let prefix = body.prefix(6).uppercased()
            if prefix == "RRULE:" { body = body.dropFirst(6) }
            if body.isEmpty { continue }
            let offset = text.utf8.distance(from: text.startIndex, to: body.startIndex)
            if body.prefix(8).uppercased() == "DTSTART:" {
                try readStart(body.dropFirst(8), offset: offset + 8)
                continue
            }
            guard let equals = body.firstIndex(of: "=") else {
                throw ParseError("\(quoted(body)) has no value: parts are written KEY=VALUE", offset: offset)
            }
            let key = body[..<equals].uppercased()
            guard Self.keys.contains(key) else {
                let nearest = Spelling.nearest(to: key, among: Self.keys).first
                throw ParseError("\(quoted(key)) is not a part of a rule", suggestion: nearest, offset: offset)
            }
            if parts.contains(where: { $0.key == key }) {
                throw ParseError("\(key) is given twice", offset: offset)
            }
            let value = body[body.index(after: equals)...]
            let valueOffset = text.utf8.distance(from: text.startIndex, to: value.startIndex)
            if value.isEmpty { throw ParseError("\(key) has no value", offset: valueOffset) }
            parts.append(Part(key: key, value: value, offset: offset, valueOffset: valueOffset))
        }
        return parts
    }

    /// `20250801` or `20250801T090000Z`; the `Z` is ignored and the time is local, as in TaskNotes.
    private mutating func readStart(_ value: Substring, offset: Int) throws(ParseError) {
        if rule.start != nil { throw ParseError("DTSTART is given twice", offset: offset) }
        let date = try date(value, offset: offset)
        rule.start = date.offset == .zulu ? DateValue(date.clock) : date
    }

    private func frequency(_ part: Part) throws(ParseError) -> RecurrenceRule.Frequency {
        let name = part.value.uppercased()
        if let frequency = RecurrenceRule.Frequency(rawValue: name) { return frequency }
        if name == "SECONDLY" {
            let reason = "FREQ=SECONDLY is not supported: reminders come at most once a minute"
            throw ParseError(reason, suggestion: "MINUTELY", offset: part.valueOffset)
        }
        let nearest = Spelling.nearest(to: name, among: RecurrenceRule.Frequency.allCases.map(\.rawValue)).first
        let expected = "MINUTELY, HOURLY, DAILY, WEEKLY, MONTHLY or YEARLY"
        throw ParseError(
            "FREQ=\(part.value.clipped): expected \(expected)",
            suggestion: nearest,
            offset: part.valueOffset
        )
    }

    private mutating func read(_ part: Part) throws(ParseError) {
        switch part.key {
        case "INTERVAL": rule.interval = try number(part.value, part, 1...999_999_999)
        case "COUNT": rule.count = try number(part.value, part, 1...999_999_999)
        case "UNTIL": rule.until = try date(part.value, offset: part.valueOffset)
        case "WKST": rule.weekStart = try weekday(part.value, part)
        case "BYMONTH": rule.byMonth = try numbers(part, 1...12)
        case "BYWEEKNO": rule.byWeekNumber = try numbers(part, 1...53, signed: true)
        case "BYYEARDAY": rule.byYearDay = try numbers(part, 1...366, signed: true)
        case "BYMONTHDAY": rule.byMonthDay = try numbers(part, 1...31, signed: true)
        case "BYDAY": rule.byDay = try list(part, weekdays)
        case "BYHOUR": rule.byHour = try numbers(part, 0...23)
        case "BYMINUTE": rule.byMinute = try numbers(part, 0...59)
        case "BYSECOND": rule.bySecond = try numbers(part, 0...59)
        case "BYSETPOS": rule.bySetPosition = try numbers(part, 1...366, signed: true)
        case "SKIP":
            guard let skip = RecurrenceRule.Skip(rawValue: part.value.uppercased()) else {
                let names = RecurrenceRule.Skip.allCases.map(\.rawValue)
                let nearest = Spelling.nearest(to: String(part.value), among: names).first
                let reason = "SKIP=\(part.value.clipped): expected OMIT, BACKWARD or FORWARD"
                throw ParseError(reason, suggestion: nearest, offset: part.valueOffset)
            }
            rule.skip = skip
        case "RSCALE" where part.value.uppercased() != "GREGORIAN":
            let reason = "RSCALE=\(part.value.clipped) is not supported: only the Gregorian calendar is"
            throw ParseError(reason, suggestion: "GREGORIAN", offset: part.valueOffset)
        default: break
        }
    }

    private func list<T: Comparable>(
        _ part: Part,
        _ read: (Substring, Part) throws(ParseError) -> T
    ) throws(ParseError) -> [T] {
        var values: [T] = []
        for item in part.value.split(separator: ",", omittingEmptySubsequences: false) {
            values.append(try read(item, part))
        }
        return values.sortedOnce()
    }

    private func numbers(_ part: Part, _ range: ClosedRange<Int>, signed: Bool = false) throws(ParseError) -> [Int] {
        try list(part) { (item, part) throws(ParseError) in try number(item, part, range, signed: signed) }
    }

    private func number(
        _ text: Substring,
        _ part: Part,
        _ range: ClosedRange<Int>,
        signed: Bool = false
    ) throws(ParseError) -> Int {
        let digits = signed && (text.hasPrefix("-") || text.hasPrefix("+")) ? text.dropFirst() : text
        guard !digits.isEmpty, digits.utf8.allSatisfy({ 48...57 ~= $0 }), let value = Int(digits), range ~= value else {
            let sign = signed ? ", or -\(range.upperBound) to -\(range.lowerBound)" : ""
            let reason = "\(part.key)=\(text.clipped): expected \(range.lowerBound) to \(range.upperBound)\(sign)"
            throw ParseError(reason, offset: offset(of: text, in: part))
        }
        return text.hasPrefix("-") ? -value : value
    }

    private static let codes = ["MO", "TU", "WE", "TH", "FR", "SA", "SU"]

    private func weekday(_ text: Substring, _ part: Part) throws(ParseError) -> Weekday {
        if let index = Self.codes.firstIndex(of: text.uppercased()), let day = Weekday(rawValue: Int8(index + 1)) {
            return day
        }
        let reason = "\(part.key)=\(text.clipped): expected MO, TU, WE, TH, FR, SA or SU"
        let nearest = Weekday(name: text).map { Self.codes[$0.number - 1] }
        throw ParseError(reason, suggestion: nearest, offset: offset(of: text, in: part))
    }

    private func weekdays(_ text: Substring, _ part: Part) throws(ParseError) -> RecurrenceRule.OrdinalWeekday {
        let sign = text.prefix { $0 == "-" || $0 == "+" }
        let digits = text.dropFirst(sign.count).prefix { "0"..."9" ~= $0 }
        let weekday = try weekday(text[digits.endIndex...], part)
        if digits.isEmpty, sign.isEmpty { return .init(weekday) }
        let ordinal = try number(text[..<digits.endIndex], part, 1...53, signed: true)
        return .init(weekday, ordinal: ordinal)
    }

    private func offset(of text: Substring, in part: Part) -> Int {
        part.valueOffset + self.text.utf8.distance(from: part.value.startIndex, to: text.startIndex)
    }

    /// A date in the basic format of ISO 8601, which RFC 5545 requires, or in the extended format that people write.
    private func date(_ text: Substring, offset: Int) throws(ParseError) -> DateValue {
        let basic = Array(text.uppercased())
        var shown = String(text)
        if basic.count == 8 || basic.count == 15 || basic.count == 16, basic.prefix(8).allSatisfy({ $0.isNumber }) {
            shown = "\(String(basic[..<4]))-\(String(basic[4..<6]))-\(String(basic[6..<8]))"
            if basic.count > 8 {
                let time = basic[8...]
                shown += "\(String(time.prefix(3))):\(String(time.dropFirst(3).prefix(2))):\(String(time.dropFirst(5)))"
            }
        }
        do throws(ParseError) {
            let date = try DateValue(parsing: shown)
            // Drop the spelling, which `rfcText` does not keep either.
            return date.isAllDay ? DateValue(date.date) : DateValue(date.clock, offset: date.offset)
        } catch {
            let form = "expected 20261122, 20261122T090000 or 20261122T090000Z"
            let reason =
                error.message.hasPrefix("there is no") ? error.message : "\(quoted(text)) is not a date: \(form)"
            throw ParseError(reason, offset: offset)
        }
    }
}

extension StringProtocol {
    /// At most 40 characters, for messages; without characters that could affect a terminal.
    var clipped: String { String(quoted(self).dropFirst().dropLast()) }
}
