extension Query {
    /// The keys of the comparisons outside of negations, such as `estimate:>30`.
    package var comparedKeys: [String] {
        var keys: [String] = []
        _ = replacing { term, isNegated in
            if case .key(let key, let condition) = term, condition.isComparison, !isNegated { keys.append(key) }
            return .term(term)
        }
        return keys
    }

    /// The query that also matches files with values that its comparisons cannot be compared with, such as `45min` with
    /// `>30`.
    package var withOtherKinds: Query {
        replacing { term, isNegated in
            guard case .key(let key, let condition) = term, !isNegated else { return .term(term) }
            return .term(.key(key, condition.acceptingOtherKinds))
        }
    }
}
