/// The occurrence of a series that a query matched.
package enum MatchedOccurrence: Sendable, Hashable {
    /// The current occurrence, or the whole reminder.
    case current
    /// A later occurrence, as the file would record it.
    case later(DateValue)
    /// Several later occurrences, or none in particular; lists those that come up today or are overdue.
    case unclear([DateValue])
}
