/// A query over a snapshot, as a tree of terms.
package indirect enum Query: Sendable, Hashable {
    /// All of these match; an empty list matches everything.
    case all([Query])
    /// At least one of these matches.
    case any([Query])
    /// This one does not match.
    case not(Query)
    /// A single condition.
    case term(Term)

    /// A condition on one reminder or note.
    package enum Term: Sendable, Hashable {
        /// The tag or one nested in it.
        case tag(TagName)
        /// The reminder is in this state.
        case state(State)
        /// The value of `scheduled`.
        case scheduled(DateCondition)
        /// The value of `due`.
        case due(DateCondition)
        /// The path relative to the root starts with the text.
        case path(String)
        /// The title contains the text.
        case title(String)
        /// The body contains the text.
        case body(String)
        /// Found in the title, tags or body.
        case text(String)
        /// Found there, or in the value of a key that only the user knows. Not part of the language of queries.
        case anywhere(String)
        /// The key has a value that is not null or empty.
        case has(String)
        /// The value of the key, or an item of it.
        indirect case key(String, KeyCondition)
        /// A series that recurs by this unit.
        case every(Period)
    }

    /// The unit of a rule: `weekdays` and `every 2 weeks` count in weeks.
    package enum Period: String, Sendable, CaseIterable {
        /// Every minute or number of minutes.
        case minute
        /// Hours.
        case hour
        /// Days.
        case day
        /// Weeks.
        case week
        /// Months.
        case month
        /// Years.
        case year
    }

    /// The states that `is:` names.
    package enum State: String, Sendable, CaseIterable {
        /// Not completed, and not a note.
        case open
        /// Completed.
        case completed
        /// Its time has passed.
        case overdue
        /// Due today, or snoozed until today.
        case today
        /// Due after today.
        case upcoming
        /// A reminder without a date.
        case undated
        /// A series.
        case recurring
        /// Snoozed until later.
        case snoozed
        /// Passes without being completed, by its key `expires`.
        case event
        /// A note.
        case note
        /// Without tags.
        case untagged
        /// A key that decides when it is due cannot be read.
        case broken
        /// Put away by the archive tag of TaskNotes.
        case archived
        /// Waits for an open task of TaskNotes.
        case blocked
        /// TaskNotes records time for it.
        case tracking
    }

    /// The query that matches everything.
    package static let everything = Query.all([])

    /// All terms, from left to right.
    var terms: [Term] {
        switch self {
        case .all(let parts), .any(let parts): parts.flatMap(\.terms)
        case .not(let part): part.terms
        case .term(let term): [term]
        }
    }

    /// The tags that the query names.
    package var tags: [TagName] {
        terms.compactMap { if case .tag(let name) = $0 { name } else { nil } }
    }

    /// Tags without which nothing matches.
    var requiredTags: [TagName] {
        switch self {
        case .all(let parts): parts.flatMap(\.requiredTags)
        case .term(.tag(let name)): [name]
        case .any, .not, .term: []
        }
    }

    /// The keys that the query names and that are not terms of their own.
    package var keys: [String] {
        terms.compactMap { term in
            switch term {
            case .has(let key), .key(let key, _): key
            default: nil
            }
        }
    }

    /// Whether the query may match files that cannot be read at all.
    package var asksForBroken: Bool { terms.contains(.state(.broken)) }

    /// Whether a listing of the query has completed reminders.
    package var asksForCompleted: Bool { terms.contains { $0 == .state(.completed) || $0 == .state(.archived) } }

    /// Whether a listing of the query has notes.
    package var asksForNotes: Bool { terms.contains(.state(.note)) }

    /// Whether evaluating the query requires bodies.
    package var needsBodies: Bool {
        terms.contains { term in
            switch term {
            case .body, .text, .anywhere: true
            default: false
            }
        }
    }

    /// The values that keys must have, outside of negations and comparisons.
    package var soughtValues: [(key: String, value: String)] {
        switch self {
        case .all(let parts), .any(let parts): return parts.flatMap(\.soughtValues)
        case .term(.key(let key, let condition)):
            guard let text = condition.text, !condition.isComparison, condition.dates == nil else { return [] }
            return [(key, text)]
        case .not, .term: return []
        }
    }

    /// Whether it searches for text outside a negation: such a search may concern more than open reminders.
    package var seeksText: Bool {
        switch self {
        case .all(let parts), .any(let parts): parts.contains(where: \.seeksText)
        case .not: false
        case .term(.body), .term(.text): true
        case .term: false
        }
    }

    /// The query as a listing interprets it: open reminders only, unless it mentions completed ones or notes anywhere.
    package var listed: Query { listed(withCompleted: false) }

    /// - Parameter withCompleted: whether completed ones are listed in any case.
    package func listed(withCompleted: Bool) -> Query {
        var parts = [self]
        if !withCompleted, !asksForCompleted {
            parts += [.not(.term(.state(.completed))), .not(.term(.state(.archived)))]
        }
        // A broken note is a file whose beginning only looks like front matter, which may hide a reminder.
        let broken = asksForBroken ? [Query.term(.state(.broken))] : []
        if !asksForNotes { parts.append(.any([.not(.term(.state(.note)))] + broken)) }
        return .all(parts)
    }
}
