import Bytes
import CivilTime

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
