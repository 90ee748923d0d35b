/// The text of a rule with its meaning. Reminders with the same text share one, because reading a rule takes longer than
/// everything else in most files.
final class StoredRule: Sendable, Hashable {
    let text: String
    /// Nil if the text is not a rule.
    let rule: RecurrenceRule?

    init(_ text: String) { (self.text, rule) = (text, try? RecurrenceRule(parsing: text)) }

    /// - Throws: a `ParseError` if the text is not a valid rule.
    init(parsing text: String) throws(ParseError) { (self.text, rule) = (text, try RecurrenceRule(parsing: text)) }

    static func == (a: StoredRule, b: StoredRule) -> Bool { a === b || a.text == b.text }
    func hash(into hasher: inout Hasher) { hasher.combine(text) }
}
