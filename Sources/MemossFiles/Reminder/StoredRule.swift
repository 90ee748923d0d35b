/// The text of a rule with its meaning. Reminders with the same text share one, because reading a rule takes longer than
/// everything else in most files.
final class StoredRule: Sendable, Hashable {
    let text: String
    /// Nil if the text is not a rule.
    let rule: RecurrenceRule?

    init(_ text: String) { (self.text, rule) = (text, try? RecurrenceRule(parsing: text)) }

    /// - Throws: a `ParseError` if the text is not a valid rule.
    init(parsing text: String) throws(ParseError) { (self.text, rule) = (text, try RecurrenceRule(parsing: text)) }

    /// The rule as TaskNotes reads it: `DTSTART` says on which day the series began, and the reminder at what time it is due.
    var timedByReminder: StoredRule {
        guard var rule, let start = rule.start, start.time != nil, !rule.givesSeveralADay, rule.byHour.isEmpty,
            rule.byMinute.isEmpty
        else { return self }
        rule.start = DateValue(start.date)
        return StoredRule(text, rule)
    }

    private init(_ text: String, _ rule: RecurrenceRule) { (self.text, self.rule) = (text, rule) }

    static func == (a: StoredRule, b: StoredRule) -> Bool { a === b || a.text == b.text }
    func hash(into hasher: inout Hasher) { hasher.combine(text) }
}
