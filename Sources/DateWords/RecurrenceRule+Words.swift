import Bytes
public import CivilTime
public import Text

extension RecurrenceRule {
    /// Parses the friendly notation (`weekly on monday`), or an RFC 5545 rule if the text contains `FREQ=`.
    ///
    /// - Throws: a `ParseError` that names the fault and the nearest valid word. Rules that RFC 5545 forbids, and rules
    ///   with impossible dates, are refused too, and what is another rule at another time.
    public init(parsing text: String) throws(ParseError) {
        if let rule = PlainRule.rule(text) {
            self = rule
            return
        }
        try Self.checkLength(text)
        if Self.isRFC5545(text) {
            self = try Self.rfc5545(text)
            return
        }
        do throws(Refusal) {
            self = try Reader.stored(text)
        } catch {
            // `FREQ:DAILY` is meant for an RFC 5545 rule.
            guard TextSearch.contains(text, "freq") || TextSearch.contains(text, "rrule") else {
                throw error.error(.rule)
            }
            self = try Self.rfc5545(text)
        }
    }

    private static func rfc5545(_ text: String) throws(ParseError) -> RecurrenceRule {
        var parser = RFC5545Parser(text: text)
        return try parser.parse()
    }

    static func isRFC5545(_ text: String) -> Bool { text.utf8.contains(UInt8(ascii: "=")) }

    static func checkLength(_ text: String) throws(ParseError) {
        guard text.utf8.count <= longestText else {
            throw ParseError("the rule has \(text.utf8.count) bytes: the limit is \(longestText)")
        }
    }

    private static let longestText = 8_192
}

extension CivilDuration {
    /// Parses numbers with units: `15m`, `1h30m`, `1.5h`, `2 weeks`, `half an hour`; case-insensitive. `m` is minutes.
    ///
    /// - Throws: a `ParseError` that names the words that are wrong.
    package init(parsing text: String) throws(ParseError) {
        self = try Reader.told(.duration) { () throws(Refusal) in
            var reader = try Reader(text, in: .apart)
            return try reader.duration()
        }
    }

    /// Nil if the text is none. To say why takes much longer.
    package static func read(_ text: String) -> CivilDuration? {
        guard var reader = try? Reader(text, in: .apart) else { return nil }
        return reader.plainDuration
    }

    /// Why a text is no duration; nil if it is one.
    package static func refusal(of text: String) -> Refusal? { Reader.refusal(of: text, .duration, Present(.example)) }
}

/// The rules that most files have, read without the tables: `weekly on monday`, `every 2 weeks`, `monthly on 1, 15`,
/// `every monday and friday`. Making the tables takes longer than everything else that a short listing does.
///
/// It reads nothing that the tables would read otherwise: a law compares them.
enum PlainRule {
    /// Nil if the text is anything else.
    static func rule(_ text: String) -> RecurrenceRule? {
        var text = text
        guard let rule = text.withUTF8({ Words($0).flatMap(rule) }) else { return nil }
        return try? rule.built()
    }

    private static func rule(_ words: Words) -> Rule? {
        var words = words
        guard let first = words.next() else { return nil }
        var rule = Rule(frequency: .weekly, interval: 1)
        switch first.word {
        case "daily": rule.frequency = .daily
        case "weekly": break
        case "monthly": rule.frequency = .monthly
        case "yearly": rule.frequency = .yearly
        case "every":
            guard let next = words.next() else { return nil }
            if let weekday = Weekday(next.word) {
                guard let rest = weekdays(from: weekday, next.hasComma, &words) else { return nil }
                rule.days = RuleDays(weekdays: rest)
                return rule
            }
            var unit = next
            if let number = next.number, number > 1, let after = words.next(), after.word.last == UInt8(ascii: "s") {
                (rule.interval, unit) = (number, after)
            } else if next.number != nil || next.word.last == UInt8(ascii: "s") {
                return nil
            }
            switch unit.word {
            case "day", "days": rule.frequency = .daily
            case "week", "weeks": break
            case "month", "months": rule.frequency = .monthly
            case "year", "years": rule.frequency = .yearly
            default: return nil
            }
            if unit.hasComma { return nil }
        default: return nil
        }
        guard let on = words.next() else { return rule }
        guard on.word == "on", !first.hasComma, !on.hasComma, let day = words.next() else { return nil }
        switch rule.frequency {
        case .weekly:
            guard let weekday = Weekday(day.word), let all = weekdays(from: weekday, day.hasComma, &words) else {
                return nil
            }
            rule.days = RuleDays(weekdays: all)
        case .monthly:
            var (days, last): ([Int], Words.Item) = ([], day)
            while true {
                guard let number = last.number, 1...31 ~= number else { return nil }
                days.append(number)
                guard let next = words.next() else { break }
                guard last.hasComma else { return nil }
                last = next
            }
            if last.hasComma { return nil }
            rule.days = RuleDays(monthDays: days)
        default: return nil
        }
        return rule
    }

    /// The rest of a list, a bit for each weekday; nil if something else follows.
    private static func weekdays(from first: Weekday, _ hasComma: Bool, _ words: inout Words) -> UInt8? {
        var (all, hasComma): (UInt8, Bool) = (1 << UInt8(first.number), hasComma)
        while let next = words.next() {
            let isAnd = next.word == "and" && !next.hasComma && !hasComma
            guard isAnd || hasComma, let item = isAnd ? words.next() : next, let weekday = Weekday(item.word) else {
                return nil
            }
            all |= 1 << UInt8(weekday.number)
            hasComma = item.hasComma
        }
        return hasComma ? nil : all
    }

    /// Words with one blank between them, and perhaps a comma after one.
    private struct Words {
        struct Item {
            var word: ShortWord
            var hasComma: Bool
            /// Of one or two digits.
            var number: Int?
        }

        private let bytes: UnsafeBufferPointer<UInt8>
        private var place = 0

        /// Nil if the text is long.
        init?(_ bytes: UnsafeBufferPointer<UInt8>) {
            guard 1...80 ~= bytes.count else { return nil }
            self.bytes = bytes
        }

        mutating func next() -> Item? {
            guard place < bytes.count else { return nil }
            let end = bytes[place...].firstIndex(of: 32) ?? bytes.count
            var word = bytes[place..<end]
            place = end + 1
            let hasComma = word.last == UInt8(ascii: ",")
            if hasComma { word = word.dropLast() }
            let isNumber = 1...2 ~= word.count && word.allSatisfy { 48...57 ~= $0 }
            let number = isNumber ? word.reduce(0) { $0 * 10 + Int($1 - 48) } : nil
            return Item(word: ShortWord(UnsafeBufferPointer(rebasing: word)), hasComma: hasComma, number: number)
        }
    }
}

/// A line of a crontab, `0 9 * * 1-5`, so that the rule in words can be proposed.
struct CronLine {
    /// Nil if no rule in words is the same.
    let rule: String?

    /// Nil if the text is not one.
    init?(_ text: String) {
        let fields = text.split(separator: " ").map(String.init)
        guard fields.count == 5,
            fields.allSatisfy({ $0.utf8.allSatisfy { 48...57 ~= $0 || "*/,-?".utf8.contains($0) } || $0.count == 3 })
        else { return nil }
        rule = Self.rule(fields.map { $0 == "?" ? "*" : $0 })
    }

    private static func rule(_ fields: [String]) -> String? {
        let (minute, hour, day, month, weekday) = (fields[0], fields[1], fields[2], fields[3], fields[4])
        let isEveryDay = day == "*" && month == "*" && weekday == "*"
        if isEveryDay, hour == "*", let step = step(minute) { return "every \(step) minutes" }
        if isEveryDay, minute == "*", hour == "*" { return "every minute" }
        guard let minutes = Int(minute), 0..<60 ~= minutes else { return nil }
        let clock = ":\(minutes.padded(2))"
        if isEveryDay, hour == "*" { return "hourly at minute \(minutes)" }
        let hours: [Int]? = step(hour).map { Array(stride(from: 0, to: 24, by: $0)) } ?? numbers(hour)
        guard let hours, hours.allSatisfy({ 0..<24 ~= $0 }), let days = days(day, month, weekday) else { return nil }
        return "\(days) at " + hours.map { "\($0)\(clock)" }.joined(separator: ", ")
    }

    private static func days(_ day: String, _ month: String, _ weekday: String) -> String? {
        switch (day == "*", month == "*", weekday == "*") {
        case (true, true, true): return "every day"
        case (true, true, false):
            let all = Weekday.allCases
            let named = all.first { $0.name.lowercased().hasPrefix(weekday.lowercased()) }.map { [$0] }
            let days =
                named ?? numbers(weekday)?.compactMap { number in all.first { $0.number == (number + 6) % 7 + 1 } }
            if days == Array(all.prefix(5)) { return "every weekday" }
            return days.map { "every " + $0.map { $0.name.lowercased() }.joined(separator: ", ") }
        case (false, true, true):
            return numbers(day).map { "every " + $0.map { Parts.ordinal($0) }.joined(separator: ", ") }
        case (false, false, true):
            guard let days = numbers(day), let months = numbers(month) else { return nil }
            let names = months.compactMap { Month($0)?.name.lowercased() }
            return days.count == 1 ? "\(Parts.ordinal(days[0])) of \(names.joined(separator: ", "))" : nil
        default: return nil
        }
    }

    /// The 15 in `*/15`.
    private static func step(_ field: String) -> Int? {
        guard field.hasPrefix("*/"), let step = Int(field.dropFirst(2)), 1...59 ~= step else { return nil }
        return step
    }

    /// `1-5`, `1,3,5`
    private static func numbers(_ field: String) -> [Int]? {
        var all: [Int] = []
        for part in field.split(separator: ",") {
            let ends = part.split(separator: "-").compactMap { Int($0) }
            guard let first = ends.first, let last = ends.last, ends.count < 3, first <= last, last < 60 else {
                return nil
            }
            all += first...last
        }
        return all.isEmpty ? nil : all
    }
}

extension RecurrenceRule {
    /// The rule in the other notation, with the same occurrences: RFC 5545 for a rule in words, and words for one of RFC 5545.
    ///
    /// Rules of hours and minutes have none: in words they count elapsed time, in RFC 5545 the wall clock.
    ///
    /// - Parameter anchor: the start of the series, which supplies a day that only one notation has to name; nil if the
    ///   occurrences are counted from something else.
    /// - Returns: nil if the other notation cannot express the rule.
    package func inOtherNotation(anchor: DateValue?) -> String? {
        guard frequency >= .daily, let text = notation == .friendly ? rfcText(anchor: anchor) : words(anchor: anchor),
            let other = try? RecurrenceRule(parsing: text), other.notation != notation
        else { return nil }
        let anchors = anchor.map { [$0] } ?? Self.samples
        return anchors.allSatisfy { hasDates(of: other, from: $0) } ? text : nil
    }

    private func words(anchor: DateValue?) -> String? {
        friendlyText ?? clamping?.friendlyText ?? anchor.flatMap { completed(from: $0.date).friendlyText }
    }

    /// The rule whose clamped day this one selects by its position: the inverse of what `rfcText` does with `monthly on 31`.
    private var clamping: RecurrenceRule? {
        guard skip == .omit, bySetPosition.first == -1, let last = byMonthDay.last, byMonthDay.allSatisfy({ $0 > 0 }),
            bySetPosition.dropFirst().allSatisfy({ byMonthDay.indices.contains($0 - 1) })
        else { return nil }
        var rule = self
        (rule.notation, rule.skip, rule.bySetPosition) = (.friendly, .backward, [])
        rule.byMonthDay = bySetPosition.dropFirst().map { byMonthDay[$0 - 1] } + [last]
        return rule.rfcText() == rfcText() ? rule : nil
    }

    /// Starts with days that short months lack, and one that every month has.
    private static let samples = [(2023, 12, 31), (2024, 2, 29), (2025, 3, 12)].map { year, month, day in
        DateValue(CivilDate(unchecked: year, month, day))
    }

    /// A check on the conversion, which by itself is exact: the first occurrences are the same.
    private func hasDates(of other: RecurrenceRule, from anchor: DateValue) -> Bool {
        func first(of rule: RecurrenceRule) -> [Occurrence] {
            Array(Series(rule: rule, anchor: anchor, zone: .utc, allDayAt: .noon).occurrences().prefix(60))
        }
        return first(of: self) == first(of: other)
    }
}

extension RecurrenceRule {
    /// The text of a rule with a different number of occurrences and, if possible, all other bytes unchanged; nil if the
    /// rule does not say how many there are.
    package static func replacingCount(in text: String, with count: Int) -> String? {
        guard var expected = try? RecurrenceRule(parsing: text), expected.count != nil else { return nil }
        expected.count = count
        // The number whose change makes the rule that one; `three` is a word.
        let numbers = text.split { !$0.isASCII || !$0.isNumber }.reversed() + text.split(separator: " ").reversed()
        for number in numbers {
            let changed = text[..<number.startIndex] + "\(count)" + text[number.endIndex...]
            if (try? RecurrenceRule(parsing: String(changed))) == expected { return String(changed) }
        }
        // `once`
        let canonical = expected.description
        return (try? RecurrenceRule(parsing: canonical)) == expected ? canonical : nil
    }
}
