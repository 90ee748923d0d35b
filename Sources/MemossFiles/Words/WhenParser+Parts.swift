/// Parses the days and times in a WHEN.
extension WhenParser {
    private func word(_ ahead: Int) -> String? {
        position + ahead < words.count ? words[position + ahead].text : nil
    }

    /// `all day`, `all-day`.
    mutating func readAllDay() -> Bool {
        let isTwo = word(0) == "all" && word(1) == "day"
        guard isTwo || word(0) == "all-day" else { return false }
        position += isTwo ? 2 : 1
        return true
    }

    /// `9am`, `9 am`, `9:30pm`, `21:30`, `17h`, `17h30`, `noon`; nil if there is no time here.
    mutating func readTime() throws(ParseError) -> CivilTime? {
        let first = words[position]
        if let clock = first.hourMark, let time = CivilTime(hour: clock.hour, minute: clock.minute, second: 0) {
            position += 1
            return time
        }
        if first.text == "noon" || first.text == "midnight" {
            position += 1
            return first.text == "noon" ? .noon : .midnight
        }
        var clock = first.text
        var length = 1
        if let half = word(1), half == "am" || half == "pm", clock.last?.isNumber == true {
            clock += half
            length = 2
        }
        let half = clock.hasSuffix("am") || clock.hasSuffix("pm") ? String(clock.suffix(2)) : nil
        if half != nil { clock.removeLast(2) }
        let parts = clock.split(separator: ":", omittingEmptySubsequences: false)
        guard half != nil || parts.count > 1, parts.count <= 3 else { return nil }
        var numbers: [Int] = []
        for part in parts {
            guard 1...2 ~= part.utf8.count, part.utf8.allSatisfy({ 48...57 ~= $0 }), let number = Int(part) else {
                return nil
            }
            numbers.append(number)
        }
        let shown = words[position..<position + length].map(\.text).joined(separator: " ")
        var hour = numbers[0]
        if let half {
            guard 1...12 ~= hour else {
                throw ParseError("there is no \(quoted(shown)): with am or pm hours are 1 to 12", offset: first.offset)
            }
            hour = hour % 12 + (half == "pm" ? 12 : 0)
        }
        let minute = numbers.count > 1 ? numbers[1] : 0
        guard let time = CivilTime(hour: hour, minute: minute, second: numbers.count > 2 ? numbers[2] : 0) else {
            throw ParseError("there is no time \(quoted(shown)): times are 00:00 to 23:59", offset: first.offset)
        }
        position += length
        return time
    }

    mutating func readDay() throws(ParseError) -> Day {
        let first = words[position]
        if let day = named(first.text) {
            position += 1
            return .fixed(day)
        }
        if first.text == "next" { return .fixed(try next()) }
        if first.text == "end", word(1) == "of" { return .fixed(try end()) }
        if first.text == "in" || first.text.hasPrefix("+") { return .fixed(try counted()) }
        if let day = try monthAndDay() { return day }
        if first.text.utf8.count == 10, first.text.utf8.dropFirst(4).first == UInt8(ascii: "-") {
            let date = try shifting(by: first.offset) { () throws(ParseError) in try DateValue(parsing: first.text) }
            position += 1
            return .fixed(date.date)
        }
        throw unknown(first)
    }

    /// A weekday followed by a date, as `mm` prints it: `Mon 30 Nov`.
    func weekdayBeforeDate() -> Weekday? {
        guard let weekday = Weekday(name: words[position].text), let second = word(1), let third = word(2) else {
            return word(1).flatMap { isISO($0) ? Weekday(name: words[position].text) : nil }
        }
        let isDate =
            Month(name: third) != nil && Self.dayNumber(second) != nil
            || Month(name: second) != nil && Self.dayNumber(third) != nil || isISO(second)
        return isDate ? weekday : nil
    }

    private func isISO(_ word: String) -> Bool {
        word.utf8.count == 10 && word.utf8.dropFirst(4).first == UInt8(ascii: "-")
    }

    private func named(_ word: String) -> CivilDate? {
        switch word {
        case "today": now.date
        case "tomorrow": now.date.adding(days: 1)
        case "yesterday": now.date.adding(days: -1)
        default: Weekday(name: word).map(following)
        }
    }

    /// The next such day after today.
    private func following(_ weekday: Weekday) -> CivilDate {
        now.date.adding(days: (weekday.number - now.date.weekday.number - 1).modulo(7) + 1)
    }

    private mutating func next() throws(ParseError) -> CivilDate {
        let expected = "a weekday, week, month or year"
        guard let unit = word(1) else {
            throw ParseError("expected \(expected) after 'next'", offset: words[position].offset)
        }
        let date: CivilDate
        switch unit {
        case "week": date = now.date.adding(days: 7)
        case "month": date = now.date.adding(months: 1)
        case "year": date = now.date.adding(months: 12)
        default:
            guard let weekday = Weekday(name: unit) else {
                let names = Weekday.allCases.map { $0.name.lowercased() } + ["week", "month", "year"]
                let nearest = Spelling.nearest(to: unit, among: names).first
                let reason = "expected \(expected) after 'next', not \(quoted(unit))"
                throw ParseError(reason, suggestion: nearest, offset: words[position + 1].offset)
            }
            date = following(weekday)
        }
        position += 2
        return date
    }

    private mutating func end() throws(ParseError) -> CivilDate {
        let date: CivilDate
        switch word(2) {
        case "week": date = now.date.adding(days: 7 - now.date.weekday.number)
        case "month": date = CivilDate(unchecked: now.date.year, now.date.month, now.date.daysInMonth)
        case "year": date = CivilDate(unchecked: now.date.year, 12, 31)
        case let other:
            let nearest = other.flatMap { Spelling.nearest(to: $0, among: ["week", "month", "year"]).first }
            let found = other.map { ", not \(quoted($0))" } ?? ""
            let offset = words[Swift.min(position + 2, words.count - 1)].offset
            let reason = "expected week, month or year after 'end of'\(found)"
            throw ParseError(reason, suggestion: nearest, offset: offset)
        }
        position += 3
        return date
    }

    /// `in 3 days`, `in a week`, `+2w`, `+2 weeks`: only days and longer units, since hours determine the time too.
    private mutating func counted() throws(ParseError) -> CivilDate {
        let start = words[position]
        var length = 1
        var parts: [Word] = []
        if start.text == "in" {
            guard position + 1 < words.count else {
                throw ParseError("expected a duration after 'in', as in 'in 3 days'", offset: start.offset)
            }
        } else {
            parts.append(Word(text: String(start.text.dropFirst()), offset: start.offset + 1))
        }
        // A number is followed by its unit.
        while let next = word(length) {
            let offset = words[position + length].offset
            if next == "a" || next == "an" || next == "one", parts.isEmpty {
                parts.append(Word(text: "1", offset: offset))
            } else if parts.isEmpty || parts.last?.text.last?.isNumber == true {
                parts.append(Word(text: next, offset: offset))
            } else {
                break
            }
            length += 1
        }
        let text = parts.map(\.text).joined(separator: " ")
        let offset = parts.first?.offset ?? start.offset
        let duration = try shifting(by: offset) { () throws(ParseError) in try CivilDuration(parsing: text) }
        guard duration.isWholeDays else {
            throw ParseError("a duration in hours or minutes cannot be combined with a day or a time", offset: offset)
        }
        position += length
        return now.adding(duration).date
    }

    /// `25 dec`, `dec 25`, `25th december 2027`; nil if there is neither here.
    private mutating func monthAndDay() throws(ParseError) -> Day? {
        guard let second = word(1) else { return nil }
        let first = words[position]
        let month: Month
        let day: Int
        if let found = Month(name: second), let number = Self.dayNumber(first.text) {
            (month, day) = (found, number)
        } else if let found = Month(name: first.text), let number = Self.dayNumber(second) {
            (month, day) = (found, number)
        } else {
            return nil
        }
        guard 1...month.longest ~= day else {
            let reason = "there is no \(day) \(month.name): \(month.name) has \(month.longest) days at most"
            throw ParseError(reason, offset: first.offset)
        }
        position += 2
        guard let year = word(0), year.utf8.count == 4, let number = Int(year), number > 0 else {
            return .yearly(month: month.number, day: day)
        }
        guard let date = CivilDate(year: number, month: month.number, day: day) else {
            let length = CivilDate.daysInMonth(year: number, month: month.number)
            let reason = "there is no \(day) \(month.name) \(year): \(month.name) \(year) has \(length) days"
            throw ParseError(reason, offset: first.offset)
        }
        position += 1
        return .fixed(date)
    }

    /// `25`, `25th`, `1st`.
    private static func dayNumber(_ word: String) -> Int? {
        let digits = word.prefix { "0"..."9" ~= $0 }
        guard 1...2 ~= digits.utf8.count, ["", "st", "nd", "rd", "th", "."].contains(word.dropFirst(digits.count))
        else {
            return nil
        }
        return Int(digits)
    }

    private func unknown(_ word: Word) -> ParseError {
        if let hour = Int(word.text), 0...23 ~= hour {
            let reason = "\(quoted(word.text)) could be an hour or a day"
            return ParseError(reason, suggestion: "\(hour):00", offset: word.offset)
        }
        if word.text.first?.isNumber == true {
            do throws(ParseError) {
                _ = try shifting(by: word.offset) { () throws(ParseError) in try DateValue(parsing: word.text) }
            } catch {
                return error
            }
        }
        let days = Weekday.allCases.map { $0.name.lowercased() }
        let known = ["today", "tomorrow", "yesterday", "noon", "midnight", "next", "end of month", "in", "now"]
        let nearest = Spelling.nearest(to: word.text, among: known + days + Month.allCases.map { $0.name.lowercased() })
        let reason = "\(quoted(word.text)) is not a date: \(Self.forms)"
        return ParseError(reason, suggestion: nearest.first, offset: word.offset)
    }

    private func shifting<T>(by offset: Int, _ body: () throws(ParseError) -> T) throws(ParseError) -> T {
        do throws(ParseError) {
            return try body()
        } catch {
            var error = error
            error.offset += offset
            throw error
        }
    }
}

extension WhenParser.Word {
    /// An hour with `h`, as in `17h` and `17h30`: a time or a duration.
    struct HourMark {
        var hour: Int
        var minute: Int

        /// From one to twelve hours, either may be intended.
        func ambiguity(_ word: WhenParser.Word) -> ParseError {
            let duration = "in \(hour)h" + (minute == 0 ? "" : "\(minute)m")
            let clock = "\(hour):\(minute < 10 ? "0" : "")\(minute)"
            let reason = "\(quoted(word.text)) is ambiguous: write '\(duration)' or '\(clock)'"
            return ParseError(reason, offset: word.offset)
        }
    }

    /// Nil for `48h`, which is not a time of day.
    var hourMark: HourMark? {
        let parts = text.split(separator: "h", omittingEmptySubsequences: false)
        guard parts.count == 2, 1...2 ~= parts[0].utf8.count, parts[1].isEmpty || parts[1].utf8.count == 2,
            parts.allSatisfy({ $0.utf8.allSatisfy { 48...57 ~= $0 } }),
            let hour = Int(parts[0]), hour < 24
        else { return nil }
        let minute = Int(parts[1]) ?? 0
        return minute < 60 ? HourMark(hour: hour, minute: minute) : nil
    }
}
