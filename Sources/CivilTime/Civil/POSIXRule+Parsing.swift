internal import Text

extension POSIXRule {
    /// Parses `std offset [dst [offset] [,start[/time],end[/time]]]` (POSIX 8.3; RFC 9636, 3.3.1 for signed hours up to
    /// 167). If the dates are missing, those of the United States apply, as is customary.
    init(parsing text: String) throws(ParseError) {
        var scanner = POSIXScanner(text: text)
        self = try scanner.rule()
    }
}

private struct POSIXScanner {
    let text: String
    let bytes: [UInt8]
    var position = 0

    init(text: String) {
        self.text = text
        bytes = Array(text.utf8)
    }

    mutating func rule() throws(ParseError) -> POSIXRule {
        try abbreviation()
        let standard = try -time(hours: 24)
        guard position < bytes.count else { return POSIXRule(standard: standard) }
        try abbreviation()
        var offset = standard + 3_600
        if let byte = peek, byte != UInt8(ascii: ",") { offset = try -time(hours: 24) }
        var start = POSIXRule.Change(day: .weekday(month: 3, week: 2, weekday: 0), time: 7_200)
        var end = POSIXRule.Change(day: .weekday(month: 11, week: 1, weekday: 0), time: 7_200)
        if position < bytes.count {
            start = try change()
            end = try change()
        }
        guard position == bytes.count else { throw error("the end") }
        let rule = POSIXRule(standard: standard, daylight: .init(offset: offset, start: start, end: end))
        return rule.isAlwaysDaylight ? POSIXRule(standard: offset) : rule
    }

    private mutating func abbreviation() throws(ParseError) {
        let start = position
        if take("<") {
            while let byte = peek, byte != UInt8(ascii: ">") { position += byte == 0 ? bytes.count : 1 }
            guard position > start + 1, take(">") else { throw error("a name in < >") }
        } else {
            while let byte = peek, 65...90 ~= byte & 0xDF { position += 1 }
            guard position >= start + 3 else { throw error("a name of three letters or more") }
        }
    }

    /// `[+-]hh[:mm[:ss]]` in seconds.
    private mutating func time(hours limit: Int) throws(ParseError) -> Int {
        let negative = take("-")
        if !negative { _ = take("+") }
        var seconds = try number(0...limit, "an hour") * 3_600
        if take(":") {
            seconds += try number(0...59, "a minute") * 60
            if take(":") { seconds += try number(0...59, "a second") }
        }
        return negative ? -seconds : seconds
    }

    private mutating func change() throws(ParseError) -> POSIXRule.Change {
        guard take(",") else { throw error("a comma and the day of a change") }
        let day: POSIXRule.Change.Day
        if take("M") {
            let month = try number(1...12, "a month")
            guard take(".") else { throw error("'.'") }
            let week = try number(1...5, "a week, 1 to 5")
            guard take(".") else { throw error("'.'") }
            day = .weekday(month: month, week: week, weekday: try number(0...6, "a weekday, 0 to 6"))
        } else if take("J") {
            day = .julian(try number(1...365, "a day, 1 to 365"))
        } else {
            day = .zeroBased(try number(0...365, "a day, 0 to 365"))
        }
        return POSIXRule.Change(day: day, time: take("/") ? try time(hours: 167) : 7_200)
    }

    private mutating func number(_ range: ClosedRange<Int>, _ expected: String) throws(ParseError) -> Int {
        let start = position
        var value = 0
        while let byte = peek, 48...57 ~= byte, position < start + 3 {
            value = value * 10 + Int(byte - 48)
            position += 1
        }
        guard position > start, range ~= value else {
            position = start
            throw error(expected)
        }
        return value
    }

    private var peek: UInt8? { position < bytes.count ? bytes[position] : nil }

    private mutating func take(_ mark: Unicode.Scalar) -> Bool {
        guard peek == UInt8(ascii: mark) else { return false }
        position += 1
        return true
    }

    private func error(_ expected: String) -> ParseError {
        // After a NUL, the position is past the end.
        let rest = bytes.dropFirst(position)
        let place = rest.isEmpty ? "at its end" : "before \(quoted(String(decoding: rest, as: UTF8.self)))"
        let reason = "\(quoted(text)) is not a POSIX time zone: expected \(expected) \(place)"
        return ParseError(reason, offset: position, length: rest.count)
    }
}
