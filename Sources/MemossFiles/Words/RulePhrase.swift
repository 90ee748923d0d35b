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
    /// `every! 3 days`, `3 days after completion`.
    package let countsFromCompletion: Bool
    /// The rule as written in a file; nil if there is none.
    package let text: String?

    /// - Parameters:
    ///   - now: the time that an end such as `until friday` refers to.
    ///   - times: what the parts of a day stand for.
    /// - Throws: a `ParseError` that names the words that are wrong, or both readings of what has two.
    package init(parsing text: String, now: CivilDateTime, times: PartsOfDay = .usual) throws(ParseError) {
        if RecurrenceRule.isRFC5545(text) {
            var reading = PhraseReader.Rule()
            reading.rule = try RecurrenceRule(parsing: text)
            try self.init(reading, text)
            return
        }
        try RecurrenceRule.checkLength(text)
        try self.init(
            try PhraseReader.whole(text, .rule, now: now, times: times) { reader throws(ParseError) in
                try reader.rule()
            },
            text
        )
    }

    private init(_ reading: PhraseReader.Rule, _ typed: String) throws(ParseError) {
        countsFromCompletion = reading.countsFromCompletion
        end = reading.until.map { .until($0) } ?? reading.lasting.map { .lasting($0) }
        time = reading.times.count == 1 ? reading.times.first : nil
        let isPlain = reading.times.isEmpty && end == nil && !countsFromCompletion
        let rule = reading.times.count > 1 ? try reading.rule.at(reading.times, typed) : reading.rule
        self.rule = reading.isNone ? nil : rule
        text = reading.isNone ? nil : isPlain ? typed.trimmingBlanks : rule.description
    }

    /// The longest rule that the first of these words are, and how many of them; `none` is not one.
    ///
    /// - Returns: nil if they do not begin with one.
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

    /// How many of these words, from the first on, are a rule at some time; 0 if they do not begin with one.
    package static func length(in words: [String]) -> Int {
        if words.first.flatMap({ try? RecurrenceRule(parsing: $0) }) != nil, RecurrenceRule.isRFC5545(words[0]) {
            return 1
        }
        let moment = CivilDateTime(CivilDate(unchecked: 2000, 1, 1))
        let found = try? PhraseReader.longest(words, now: moment, times: .usual) { reader throws(ParseError) in
            reader.checksWeekday = false
            return try reader.rule()
        }
        return found?.count ?? 0
    }

    /// What may come next in a rule of which this is the beginning, or complete its last word.
    package static func continuations(of text: String) -> [String] {
        PhraseReader.continuations(of: text) { reader throws(ParseError) in try reader.rule() != nil }
    }

    /// The last day of a series that begins at `start`, or its last moment; nil if the phrase has no end.
    package func until(from start: DateValue) -> DateValue? {
        switch end {
        case .until(let value): value
        case .lasting(let duration): DateValue(CivilDateTime(start.date).adding(duration).date.adding(days: -1))
        case nil: nil
        }
    }
}
