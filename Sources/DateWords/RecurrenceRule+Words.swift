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
        self = try Reader.told(text, .duration) { reader throws(Refusal) in try reader.duration() }
    }

    /// Nil if the text is not a duration. Finding the reason takes much longer.
    package static func read(_ text: String) -> CivilDuration? {
        if case .duration(let found) = Reader.only(text, .duration, .atAnyTime, in: .apart) { found } else { nil }
    }

    /// How far something is moved: `+1w`, `-2 days`, `1h`. Nil if the text is anything else.
    package static func readShift(_ text: String) -> CivilDuration? {
        guard text.hasPrefix("-") else { return read(text) }
        return read(String(text.dropFirst())).map {
            CivilDuration(months: -$0.months, days: -$0.days, seconds: -$0.seconds)
        }
    }
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
        guard var unit = words.next() else { return nil }
        var rule = Rule(frequency: .weekly, interval: 1)
        let isEvery = unit.word == "every"
        if isEvery {
            rule.days = words.weekdays
            if rule.days != nil { return rule }
            guard let next = words.next() else { return nil }
            unit = next
            if let number = next.number {
                guard number > 1, let after = words.next() else { return nil }
                (rule.interval, unit) = (number, after)
            }
        }
        switch (isEvery, unit.word) {
        case (false, "daily"), (true, "day"), (true, "days"): rule.frequency = .daily
        case (false, "weekly"), (true, "week"), (true, "weeks"): break
        case (false, "monthly"), (true, "month"), (true, "months"): rule.frequency = .monthly
        case (false, "yearly"), (true, "year"), (true, "years"): rule.frequency = .yearly
        default: return nil
        }
        guard (unit.word.last == UInt8(ascii: "s")) == (rule.interval != 1), !unit.hasComma else { return nil }
        guard let on = words.next() else { return rule }
        guard on.word == "on", !on.hasComma else { return nil }
        switch rule.frequency {
        case .weekly: rule.days = words.weekdays
        case .monthly: rule.days = words.monthDays
        default: break
        }
        return rule.days == nil ? nil : rule
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

        var weekdays: RuleDays? {
            var days = RuleDays()
            return takeAll { Weekday($0.word).map { days.weekdays |= 1 << UInt8($0.number) } } ? days : nil
        }

        var monthDays: RuleDays? {
            var days = RuleDays()
            return takeAll { $0.number.flatMap { 1...31 ~= $0 ? days.monthDays.append($0) : nil } } ? days : nil
        }

        /// Takes all items that are left, separated by commas or `and`. False if one of them is something else.
        private func takeAll(_ take: (Item) -> Void?) -> Bool {
            var (words, hasComma) = (self, true)
            while let next = words.next() {
                let isAnd = next.word == "and" && !next.hasComma && !hasComma
                guard isAnd || hasComma, let item = isAnd ? words.next() : next, take(item) != nil else { return false }
                hasComma = item.hasComma
            }
            return !hasComma
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
