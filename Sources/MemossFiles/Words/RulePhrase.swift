/// A recurrence rule as typed by the user (RULE in the manual), with what belongs into other keys of the file: a time of
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

    package init(parsing text: String, now: CivilDateTime, times: PartsOfDay = .usual) throws(ParseError) {
        let trimmed = text.trimmingBlanks
        rule = !trimmed.isEmpty && RecurrenceRule.isNone(trimmed.utf8) ? nil : try RecurrenceRule(parsing: text)
        time = nil
        end = nil
        countsFromCompletion = false
        self.text = rule == nil ? nil : trimmed
    }

    /// Finds the longest rule at the beginning of these words, and its number of words.
    ///
    /// - Returns: nil if they do not begin with a rule.
    /// - Throws: a `ParseError` if they begin with a rule that is impossible or ambiguous.
    package static func longest(
        in words: [String],
        now: CivilDateTime,
        times: PartsOfDay = .usual
    ) throws(ParseError) -> (phrase: RulePhrase, count: Int)? {
        longestPhrase(in: words) { try? RulePhrase(parsing: $0, now: now, times: times) }
    }

    /// How many of these words form a rule, from the first on; 0 if they do not begin with one.
    package static func length(in words: [String]) -> Int {
        longestPhrase(in: words) { try? RecurrenceRule(parsing: $0) }?.count ?? 0
    }

    /// Possible continuations of an incomplete rule, including its last word if that is unfinished.
    package static func continuations(of text: String) -> [String] { [] }

    /// The last day of a series that begins at `start`, or its last moment; nil if the phrase has no end.
    package func until(from start: DateValue) -> DateValue? {
        switch end {
        case .until(let value): value
        case .lasting(let duration): DateValue(CivilDateTime(start.date).adding(duration).date.adding(days: -1))
        case nil: nil
        }
    }
}

func longestPhrase<Phrase>(in words: [String], _ parse: (String) -> Phrase?) -> (phrase: Phrase, count: Int)? {
    for count in (1...24).reversed() where count <= words.count {
        if let phrase = parse(words.prefix(count).joined(separator: " ")) { return (phrase, count) }
    }
    return nil
}
