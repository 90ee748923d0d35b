extension Query {
    /// Whether it compares `scheduled` or `due`, of which a series has one value.
    package var asksForDates: Bool {
        terms.contains { term in
            switch term {
            case .scheduled, .due: true
            default: false
            }
        }
    }

    /// Whether it asks for a time of day, such as `in 2 hours` or `18:00`, so that it can mean another one each minute. Without
    /// one, it means the same until the day ends.
    package var asksForMoments: Bool {
        terms.contains { term in
            switch term {
            case .scheduled(let condition), .due(let condition): condition.hasTime
            case .key(_, let condition): condition.mayHaveTime
            default: false
            }
        }
    }

    /// Days from a first to a last one; nil for no end.
    package struct Days: Sendable, Hashable {
        package var first: CivilDate?
        package var last: CivilDate?

        func joined(with other: Days) -> Days {
            func outer(_ a: CivilDate?, _ b: CivilDate?, _ choose: (CivilDate, CivilDate) -> CivilDate) -> CivilDate? {
                a.flatMap { a in b.map { choose(a, $0) } }
            }
            return Days(first: outer(first, other.first, min), last: outer(last, other.last, max))
        }

        func cut(to other: Days) -> Days {
            func inner(_ a: CivilDate?, _ b: CivilDate?, _ choose: (CivilDate, CivilDate) -> CivilDate) -> CivilDate? {
                a.flatMap { a in b.map { choose(a, $0) } ?? a } ?? b
            }
            return Days(first: inner(first, other.first, max), last: inner(last, other.last, min))
        }
    }

    /// The days that the query asks for outside of negations; nil if it asks for none.
    package var days: Days? {
        switch self {
        case .all(let parts): parts.compactMap(\.days).reduce(nil) { $0?.cut(to: $1) ?? $1 }
        case .any(let parts): parts.compactMap(\.days).reduce(nil) { $0?.joined(with: $1) ?? $1 }
        case .not: nil
        case .term(.scheduled(let condition)), .term(.due(let condition)): condition.days
        case .term: nil
        }
    }

    /// The query without its conditions on the dates of series: it matches every series that this one would match if it had
    /// another date.
    package var withAnySeries: Query {
        replacing { term, isNegated in
            switch term {
            case .scheduled, .due:
                let isSeries = Query.term(.state(.recurring))
                return isNegated ? .all([.term(term), .not(isSeries)]) : .any([.term(term), isSeries])
            default: return .term(term)
            }
        }
    }

    /// The query with other terms.
    ///
    /// - Parameter replacement: for a term, and whether it stands in a negation.
    func replacing(isNegated: Bool = false, _ replacement: (Term, Bool) -> Query) -> Query {
        switch self {
        case .all(let parts): .all(parts.map { $0.replacing(isNegated: isNegated, replacement) })
        case .any(let parts): .any(parts.map { $0.replacing(isNegated: isNegated, replacement) })
        case .not(let part): .not(part.replacing(isNegated: !isNegated, replacement))
        case .term(let term): replacement(term, isNegated)
        }
    }
}

extension DateCondition {
    fileprivate var days: Query.Days { Query.Days(first: firstDay ?? earliest?.date, last: lastDay ?? latest?.date) }
}
