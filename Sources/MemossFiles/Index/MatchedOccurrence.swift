/// Which occurrence of a series a query is about.
package enum MatchedOccurrence: Sendable, Hashable {
    /// The current one, or the whole reminder.
    case current
    /// A later one, as the file would record it.
    case later(DateValue)
    /// Several later ones, or none by itself; those that come up today or are overdue.
    case unclear([DateValue])
}
