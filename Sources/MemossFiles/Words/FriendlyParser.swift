/// Parses the friendly notation: `weekly on monday`, `every 2 weeks on mon, thu`, `monthly on last friday`;
/// case-insensitive.
struct FriendlyParser {
    private typealias Word = (text: String, offset: Int)

    private let text: String
    private let words: [(text: String, offset: Int)]
    private var position = 0

    init(text: String) {
        self.text = text
        words = splitWords(text).map { ($0.text.lowercased(), $0.offset) }
    }

    private static let firstWords = ["daily", "weekdays", "weekends", "weekly", "monthly", "yearly", "hourly", "every"]
    private static let units = ["minute", "hour", "day", "week", "month", "year"]
    static let forms =
        "a rule is written daily, every 3 days, weekly on monday, monthly on 31, yearly on feb 29 or FREQ=…"

    mutating func parse() throws(ParseError) -> RecurrenceRule {
        guard let first = next() else { throw ParseError("no rule: \(Self.forms)") }
        var rule: RecurrenceRule
        switch first.text {
        case "daily": rule = RecurrenceRule(.friendly, .daily)
        case "weekly": rule = RecurrenceRule(.friendly, .weekly)
        case "monthly": rule = RecurrenceRule(.friendly, .monthly)
        case "yearly", "annually": rule = RecurrenceRule(.friendly, .yearly)
        case "hourly": rule = RecurrenceRule(.friendly, .hourly)
        case "weekdays": rule = Self.weekly(on: Self.workdays)
        case "weekends": rule = Self.weekly(on: [.saturday, .sunday])
        case "every": rule = try every()
        default:
            let nearest = Spelling.nearest(to: first.text, among: Self.firstWords).first
            throw ParseError(
                "\(quoted(first.text)) is not a rule: \(Self.forms)",
                suggestion: nearest,
                offset: first.offset
            )
        }
        if let on = peek {
            guard on.text == "on" else {
                // Two letters are too few to find the nearest word by edit distance.
                let nearest = ["in", "at", "of", "no"].contains(on.text) ? "on" : nil
                let reason = "unexpected \(quoted(on.text)) after \(quoted(shown(before: on)))"
                throw ParseError(reason, suggestion: nearest, offset: on.offset)
            }
            position += 1
            try readDays(into: &rule, on)
        }
        if rule.takesShortMonths { rule.skip = .backward }
        return rule
    }

    private static let workdays: [Weekday] = [.monday, .tuesday, .wednesday, .thursday, .friday]

    private static func weekly(on days: [Weekday]) -> RecurrenceRule {
        var rule = RecurrenceRule(.friendly, .weekly)
        rule.byDay = days.map { .init($0) }
        return rule
    }

    /// The part after `every`: a unit, a number or `other` with a unit, or weekdays.
    private mutating func every() throws(ParseError) -> RecurrenceRule {
        let expected = "a number, a unit of time or a weekday"
        guard let word = next() else {
            throw ParseError("expected \(expected) after 'every'", offset: text.utf8.count)
        }
        switch word.text {
        case "weekday", "weekdays": return Self.weekly(on: Self.workdays)
        case "weekend", "weekends": return Self.weekly(on: [.saturday, .sunday])
        case "other": return try counted(2)
        default: break
        }
        if word.text.utf8.allSatisfy({ 48...57 ~= $0 }) {
            guard let number = Int(word.text), 1...999_999_999 ~= number else {
                throw ParseError("\(quoted(word.text)) is not a number from 1 to 999999999", offset: word.offset)
            }
            return try counted(number)
        }
        if Weekday(name: word.text) != nil {
            position -= 1
            return Self.weekly(on: try weekdays())
        }
        if let frequency = Self.frequency(word.text) { return RecurrenceRule(.friendly, frequency) }
        let known = Self.units + ["weekday", "weekend"] + Weekday.allCases.map { $0.name.lowercased() }
        let nearest = Spelling.nearest(to: word.text, among: known).first
        let reason = "expected \(expected) after 'every', not \(quoted(word.text))"
        throw ParseError(reason, suggestion: nearest, offset: word.offset)
    }

    private mutating func counted(_ number: Int) throws(ParseError) -> RecurrenceRule {
        let expected = "minutes, hours, days, weeks, months or years"
        guard let word = next() else { throw ParseError("expected \(expected)", offset: text.utf8.count) }
        guard let frequency = Self.frequency(word.text) else {
            let units = Self.units.map { number == 1 ? $0 : $0 + "s" }
            let nearest = Spelling.nearest(to: word.text, among: units).first
            let reason = "expected \(expected), not \(quoted(word.text))"
            throw ParseError(reason, suggestion: nearest, offset: word.offset)
        }
        var rule = RecurrenceRule(.friendly, frequency)
        rule.interval = number
        return rule
    }

    /// The frequency for a unit, singular or plural.
    private static func frequency(_ word: String) -> RecurrenceRule.Frequency? {
        switch word {
        case "minute", "minutes": .minutely
        case "hour", "hours": .hourly
        case "day", "days": .daily
        case "week", "weeks": .weekly
        case "month", "months": .monthly
        case "year", "years": .yearly
        default: nil
        }
    }

    private mutating func readDays(into rule: inout RecurrenceRule, _ on: (text: String, offset: Int))
        throws(ParseError)
    {
        skipFillers()
        switch rule.frequency {
        case .weekly where rule.byDay.isEmpty: rule.byDay = try weekdays().map { .init($0) }
        case .monthly: try readMonthDays(into: &rule)
        case .yearly: try readYearDay(into: &rule)
        default: throw ParseError("\(quoted(shown(before: on))) takes no days after it", offset: on.offset)
        }
    }

    private mutating func weekdays() throws(ParseError) -> [Weekday] {
        var days: [Weekday] = []
        repeat { days.append(try weekday()) } while continues()
        return days.sortedOnce()
    }

    private mutating func weekday() throws(ParseError) -> Weekday {
        guard let word = next() else { throw ParseError("expected a weekday", offset: text.utf8.count) }
        if let day = Weekday(name: word.text) { return day }
        let nearest = Spelling.nearest(to: word.text, among: Weekday.allCases.map { $0.name.lowercased() }).first
        throw ParseError("\(quoted(word.text)) is not a weekday", suggestion: nearest, offset: word.offset)
    }

    /// `31`, `1, 15`, `last day`, `2nd last day`, `2nd tuesday`, `first monday and last friday`.
    private mutating func readMonthDays(into rule: inout RecurrenceRule) throws(ParseError) {
        var days: [Int] = []
        var weekdays: [RecurrenceRule.OrdinalWeekday] = []
        repeat {
            guard let word = next() else { throw ParseError("expected a day of the month", offset: text.utf8.count) }
            guard var number = Self.ordinal(word.text) else {
                let known = Self.ordinals + ["last"]
                let nearest = Spelling.nearest(to: word.text, among: known).first
                let reason =
                    "\(quoted(word.text)) is not a day of the month: one is written 31, last day or 2nd tuesday"
                throw ParseError(reason, suggestion: nearest, offset: word.offset)
            }
            let isNumber = word.text.utf8.allSatisfy { 48...57 ~= $0 }
            if number > 0, takesLast(after: word) {
                guard !isNumber else {
                    let reason =
                        "\(quoted("\(word.text) last")) is ambiguous: write '\(word.text), last' or, as in 2nd last, an ordinal"
                    throw ParseError(reason, offset: word.offset)
                }
                number = -number
            }
            if number < 0, peek?.text == "day" {
                position += 1
                guard number >= -28 else {
                    throw ParseError(
                        "days counted from the end of every month go from 1 to 28",
                        offset: word.offset
                    )
                }
                days.append(number)
            } else if !isNumber, let following = peek, number < 0 || Self.isLikeWeekday(following.text) {
                let weekday = try self.weekday()
                guard number <= 5, number >= -5 else {
                    throw ParseError("a month has 5 \(weekday.name)s at most", offset: word.offset)
                }
                weekdays.append(.init(weekday, ordinal: number))
            } else if number < 0 {
                throw ParseError("expected day or a weekday after 'last'", offset: text.utf8.count)
            } else {
                guard number <= 31 else { throw ParseError("a month has 31 days at most", offset: word.offset) }
                days.append(number)
            }
        } while continues()
        guard days.isEmpty || weekdays.isEmpty else {
            throw ParseError("days and weekdays of a month cannot be mixed in one rule")
        }
        rule.byMonthDay = days.sortedOnce()
        rule.byDay = weekdays.sortedOnce()
    }

    /// Consumes `last` or `to last` in `2nd last day`, but not in `2nd, last day`, which is two days.
    private mutating func takesLast(after word: (text: String, offset: Int)) -> Bool {
        let isTo = peek?.text == "to"
        let index = position + (isTo ? 1 : 0)
        guard index < words.count, words[index].text == "last" else { return false }
        let between = text.utf8.dropFirst(word.offset).prefix(words[index].offset - word.offset)
        if between.contains(UInt8(ascii: ",")) { return false }
        position = index + 1
        return true
    }

    private static func isLikeWeekday(_ word: String) -> Bool {
        word != "and" && Self.ordinal(word) == nil
    }

    /// `feb 29`, `29 february`.
    private mutating func readYearDay(into rule: inout RecurrenceRule) throws(ParseError) {
        guard let first = next() else { throw ParseError("expected a day of the year", offset: text.utf8.count) }
        let second = next()
        let month: Month
        let day: Int
        if let found = Month(name: first.text), let number = second.flatMap({ Self.ordinal($0.text) }), number > 0 {
            (month, day) = (found, number)
        } else if let found = second.flatMap({ Month(name: $0.text) }), let number = Self.ordinal(first.text),
            number > 0
        {
            (month, day) = (found, number)
        } else {
            let names = Month.allCases.map { $0.name.lowercased() }
            let wrong = Self.ordinal(first.text) == nil && Month(name: first.text) == nil ? first : second ?? first
            let nearest = Spelling.nearest(to: wrong.text, among: names).first
            let shown = [first.text, second?.text].compactMap(\.self).joined(separator: " ")
            let reason = "\(quoted(shown)) is not a day of the year: one is written feb 29 or 29 february"
            throw ParseError(reason, suggestion: nearest, offset: wrong.offset)
        }
        guard day <= month.longest else {
            throw ParseError("\(month.name) has \(month.longest) days at most", offset: first.offset)
        }
        if let extra = peek { throw ParseError("unexpected \(quoted(extra.text)) after the day", offset: extra.offset) }
        rule.byMonth = [month.number]
        rule.byMonthDay = [day]
    }

    private static let ordinals = ["first", "second", "third", "fourth", "fifth"]

    /// `31`, `31st`, `first`; −1 for `last`.
    private static func ordinal(_ word: String) -> Int? {
        if word == "last" { return -1 }
        if let index = ordinals.firstIndex(of: word) { return index + 1 }
        let digits = word.utf8.prefix { 48...57 ~= $0 }
        guard let number = Int(Substring(digits)), number > 0 else { return nil }
        switch Substring(word.utf8[digits.endIndex...]) {
        case "", "st", "nd", "rd", "th": return number
        default: return nil
        }
    }

    /// Whether another item follows; consumes `and` and `the` before it. Commas are not words.
    private mutating func continues() -> Bool {
        skipFillers()
        return position < words.count
    }

    private mutating func skipFillers() {
        while let word = peek, word.text == "and" || word.text == "the" { position += 1 }
    }

    private var peek: (text: String, offset: Int)? { position < words.count ? words[position] : nil }

    private mutating func next() -> (text: String, offset: Int)? {
        guard let word = peek else { return nil }
        position += 1
        return word
    }

    private func shown(before word: (text: String, offset: Int)) -> String {
        String(decoding: text.utf8.prefix(word.offset), as: UTF8.self).trimmingBlanks
    }
}
