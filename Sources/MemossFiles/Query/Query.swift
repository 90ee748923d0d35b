/// A question to a snapshot, as a tree of terms.
public indirect enum Query: Sendable, Hashable {
    case all([Query])
    case any([Query])
    case not(Query)
    case term(Term)

    public enum Term: Sendable, Hashable {
        /// A tag or one nested in it.
        case tag(TagName)
        case state(State)
        case scheduled(DateCondition)
        /// The key `due`.
        case due(DateCondition)
        /// The path from the root begins with the text.
        case path(String)
        case title(String)
        case body(String)
        /// Title, tags or body.
        case text(String)
    }

    public enum State: String, Sendable, CaseIterable {
        case open, completed, overdue, today, upcoming, undated, recurring, snoozed, note, untagged, broken
    }

    /// The question that has no terms.
    package static let everything = Query.all([])

    /// As they stand, from left to right.
    var terms: [Term] {
        switch self {
        case .all(let parts), .any(let parts): parts.flatMap(\.terms)
        case .not(let part): part.terms
        case .term(let term): [term]
        }
    }

    /// The tags that are asked for.
    package var tags: [TagName] {
        terms.compactMap { if case .tag(let name) = $0 { name } else { nil } }
    }

    /// Whether files that cannot be read at all may be meant.
    package var asksForBroken: Bool { terms.contains(.state(.broken)) }

    /// Whether bodies must be read to answer it.
    package var needsBodies: Bool {
        terms.contains { term in
            switch term {
            case .body, .text: true
            default: false
            }
        }
    }

    /// Whether it searches for text, and not only to leave it out: those who do may look for more than what is open.
    package var seeksText: Bool {
        switch self {
        case .all(let parts), .any(let parts): parts.contains(where: \.seeksText)
        case .not: false
        case .term(.body), .term(.text): true
        case .term: false
        }
    }

    /// What a listing means by a query: open reminders, unless completed ones or notes are spoken of anywhere.
    package var listed: Query {
        var parts = [self]
        if !terms.contains(.state(.completed)) { parts.append(.not(.term(.state(.completed)))) }
        if !terms.contains(.state(.note)) { parts.append(.not(.term(.state(.note)))) }
        return .all(parts)
    }
}
