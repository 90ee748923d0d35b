/// A query over a snapshot, as a tree of terms.
public indirect enum Query: Sendable, Hashable {
    case all([Query])
    case any([Query])
    case not(Query)
    case term(Term)

    public enum Term: Sendable, Hashable {
        /// The tag or one nested in it.
        case tag(TagName)
        case state(State)
        case scheduled(DateCondition)
        /// The value of `due`.
        case due(DateCondition)
        /// The path relative to the root starts with the text.
        case path(String)
        case title(String)
        case body(String)
        /// Found in the title, tags or body.
        case text(String)
    }

    public enum State: String, Sendable, CaseIterable {
        case open, completed, overdue, today, upcoming, undated, recurring, snoozed, note, untagged, broken
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

    /// Whether the query may match files that cannot be read at all.
    package var asksForBroken: Bool { terms.contains(.state(.broken)) }

    /// Whether evaluating the query requires bodies.
    package var needsBodies: Bool {
        terms.contains { term in
            switch term {
            case .body, .text: true
            default: false
            }
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
    package var listed: Query {
        var parts = [self]
        if !terms.contains(.state(.completed)) { parts.append(.not(.term(.state(.completed)))) }
        if !terms.contains(.state(.note)) { parts.append(.not(.term(.state(.note)))) }
        return .all(parts)
    }
}
