/// A recurrence rule as typed by the user (RULE in the manual), with what belongs in other keys of the file: a time of
/// day, an end, and what the next occurrence is counted from.
package struct RulePhrase: Sendable, Hashable {
    /// When a series ends.
    package enum End: Sendable, Hashable {
        /// Inclusive.
        case until(DateValue)
        /// `for 2 weeks`: counted from the first occurrence.
        case lasting(CivilDuration)
    }

    /// Nil if the words mean that there is no rule: `none`, `never`, `once`. `for 10 times` is its `count`, and several
    /// times of day are in it.
    package let rule: RecurrenceRule?
    /// The only time of day; it belongs in the date of the reminder.
    package let time: CivilTime?
    package let end: End?
    /// `starting monday`: the first day that can have an occurrence.
    package let start: CivilDate?
    /// `every! 3 days`, `3 days after completion`.
    package let countsFromCompletion: Bool
    /// The rule as written in a file; nil if there is none.
    package let text: String?

    /// - Parameters:
    ///   - now: the time that an end such as `until friday` refers to.
    ///   - times: what the parts of a day stand for.
    /// - Throws: a `ParseError` that names the words that are wrong, or both readings of what has two.
    package init(parsing text: String, now: CivilDateTime, times: PartsOfDay = .usual) throws(ParseError) {
        // `Every Tuesday, then Tue 1 Dec, Tue 8 Dec`, as new reminders are printed.
        if text.utf8.contains(UInt8(ascii: ",")),
            let rest = text.utf8.indices.first(where: { text.utf8[$0...].starts(with: ", then ".utf8) })
        {
            try self.init(parsing: String(text[..<rest]), now: now, times: times)
            return
        }
        if RecurrenceRule.isRFC5545(text) {
            var reading = PhraseReader.Rule()
            reading.rule = try RecurrenceRule(parsing: text)
            try self.init(reading, text)
            return
        }
        try RecurrenceRule.checkLength(text)
        try self.init(
            try PhraseReader.whole(text, .rule, now: now, times: times) { reader throws(ParseError) in
                reader.expectsRule = true
                return try reader.rule()
            },
            text
        )
    }

    private init(_ reading: PhraseReader.Rule, _ typed: String) throws(ParseError) {
        countsFromCompletion = reading.countsFromCompletion
        end = reading.until.map { .until($0) } ?? reading.lasting.map { .lasting($0) }
        time = reading.times.count == 1 ? reading.times.first : nil
        start = reading.start
        let isPlain =
            reading.times.isEmpty && end == nil && start == nil && !countsFromCompletion && !reading.isInterval
            && !reading.isLoose && !typed.utf8.contains(0xE2)
        let rule = reading.times.count > 1 ? try reading.rule.at(reading.times, typed) : reading.rule
        self.rule = reading.isNone ? nil : rule
        text = reading.isNone ? nil : isPlain ? typed.trimmingBlanks : rule.description
    }

    /// Finds the longest rule at the beginning of these words, and its number of words. `none` is not one.
    ///
    /// - Returns: nil if the words do not begin with a rule.
    /// - Throws: a `ParseError` if they begin with a rule that is impossible or ambiguous.
    package static func longest(
        in words: [String],
        now: CivilDateTime,
        times: PartsOfDay = .usual
    ) throws(ParseError) -> (phrase: RulePhrase, count: Int)? {
        if let first = words.first, RecurrenceRule.isRFC5545(first) {
            return (try RulePhrase(parsing: first, now: now, times: times), 1)
        }
        let found = try PhraseReader.longest(words, now: now, times: times) { reader throws(ParseError) in
            try reader.rule().flatMap { $0.isNone ? nil : $0 }
        }
        guard let found else { return nil }
        let text = words.prefix(found.count).joined(separator: " ")
        return (try RulePhrase(found.reading, text), found.count)
    }

    /// The number of words that the rule at the beginning of these words has; 0 if they do not begin with one.
    ///
    /// - Parameters:
    ///   - countsFaults: whether to count the words of an impossible or ambiguous rule, up to the fault.
    ///   - expectsRule: whether nothing else is expected, so that `2 weeks` is a rule.
    package static func length(in words: [String], countsFaults: Bool = false, expectsRule: Bool = false) -> Int {
        if let first = words.first, RecurrenceRule.isRFC5545(first) {
            return (try? RecurrenceRule(parsing: first)) == nil ? 0 : 1
        }
        return PhraseReader.length(of: words, countsFaults: countsFaults) { reader throws(ParseError) in
            reader.expectsRule = expectsRule
            return try reader.rule()
        }
    }

    /// The words that can complete or continue a partly typed rule.
    package static func continuations(of text: String) -> [String] {
        PhraseReader.continuations(of: text) { reader throws(ParseError) in try reader.rule() != nil }
    }

    /// The last day of a series that begins at `start`, or its last moment; nil if the phrase has no end. `every 8 hours for
    /// 10 days` has 30 occurrences at any time of the start.
    package func until(from start: DateValue) -> DateValue? {
        switch end {
        case .until(let value): value
        case .lasting(let duration):
            if let time = start.time, let rule, rule.frequency < .daily, rule.byHour.isEmpty {
                DateValue(CivilDateTime(start.date, time).adding(duration).adding(CivilDuration(seconds: -60)))
            } else {
                DateValue(CivilDateTime(start.date).adding(duration).date.adding(days: -1))
            }
        case nil: nil
        }
    }
}
