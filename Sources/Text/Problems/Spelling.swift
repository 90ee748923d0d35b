internal import Bytes

/// Suggests the nearest valid spelling of a misspelt word.
package enum Spelling {
    /// The candidates nearest to `word`, best first, at most `limit`: those whose edit distance (insertions, deletions,
    /// substitutions, transpositions) is at most a third of its length, and those of which either word is a prefix of the
    /// other.
    package static func nearest(to word: String, among candidates: some Sequence<String>, limit: Int = 1) -> [String] {
        SpellingIndex(candidates).nearest(to: word, limit: limit)
    }
}

/// Candidates prepared for looking up many misspelt words.
package struct SpellingIndex: Sendable {
    private let candidates: [(letters: [Unicode.Scalar], word: String)]

    /// Longer words get no suggestion: a typo never turns one into another.
    private static let longest = 64

    package init(_ words: some Sequence<String>) {
        candidates = words.map { (Array(CaseFolding.folded($0).unicodeScalars), $0) }
    }

    package func nearest(to word: String, limit: Int = 1) -> [String] {
        let typed = Array(CaseFolding.folded(word).unicodeScalars)
        let bound = typed.count < 2 ? 0 : max(1, typed.count / 3)
        var found: [(distance: Int, name: String)] = []
        for (other, name) in candidates {
            let difference = abs(other.count - typed.count)
            let begins = typed.count > 1 && other.starts(with: typed)
            let isBegun = other.count > 1 && typed.starts(with: other)
            if begins || isBegun {
                found.append((difference, name))
            } else if difference <= bound, max(other.count, typed.count) <= Self.longest,
                let distance = Self.distance(typed, other, atMost: bound)
            {
                found.append((distance, name))
            }
        }
        // Ordered by bytes: canonically equivalent texts can differ in distance and still need a fixed order.
        found.sort { a, b in
            a.distance != b.distance ? a.distance < b.distance : ByteOrder.precedes(a.name, b.name)
        }
        var names: [String] = []
        for (_, name) in found where names.count < limit && names.last?.utf8.elementsEqual(name.utf8) != true {
            names.append(name)
        }
        return names
    }

    /// The optimal string alignment distance: the fewest insertions, deletions, substitutions and transpositions of
    /// neighbours.
    ///
    /// - Returns: nil if the distance exceeds `bound`.
    package static func distance(_ a: [Unicode.Scalar], _ b: [Unicode.Scalar], atMost bound: Int) -> Int? {
        var last = Array(0...b.count)
        var (beforeLast, row) = (last, [Int](repeating: 0, count: last.count))
        for i in a.indices {
            row[0] = i + 1
            var least = i + 1
            for j in b.indices {
                var best = min(last[j + 1] + 1, row[j] + 1, last[j] + (a[i] == b[j] ? 0 : 1))
                if i > 0, j > 0, a[i] == b[j - 1], a[i - 1] == b[j] { best = min(best, beforeLast[j - 1] + 1) }
                row[j + 1] = best
                least = min(least, best)
            }
            // A transposition reads the row before the last, so a row minimum of bound + 1 can still succeed.
            if least > bound + 1 { return nil }
            swap(&beforeLast, &last)
            swap(&last, &row)
        }
        return last[b.count] <= bound ? last[b.count] : nil
    }
}
