/// The nearest right spelling of a misspelt word.
public enum Spelling {
    /// The candidates nearest to `word`, best first, at most `limit`: those within a third of its length in edits
    /// (insert, remove, replace, swap neighbours), and those that it begins or that begin with it.
    public static func nearest(to word: String, among candidates: some Sequence<String>, limit: Int = 1) -> [String] {
        let typed = Array(word.lowercased().unicodeScalars)
        let bound = typed.count < 2 ? 0 : max(1, typed.count / 3)
        var found: [(distance: Int, name: String)] = []
        for candidate in candidates {
            let other = Array(candidate.lowercased().unicodeScalars)
            let begins = typed.count > 1 && other.starts(with: typed)
            let isBegun = other.count > 1 && typed.starts(with: other)
            // What differs more in length differs more in edits: most names are told apart by that.
            let isNear = begins || isBegun || abs(other.count - typed.count) <= bound
            guard isNear, max(other.count, typed.count) <= 256 else { continue }
            let distance = editDistance(typed, other)
            if distance <= bound || begins || isBegun { found.append((distance, candidate)) }
        }
        // By bytes: texts that are canonically equivalent can be of another distance, and have an order all the same.
        found.sort { a, b in
            a.distance != b.distance ? a.distance < b.distance : ByteOrder.precedes(a.name, b.name)
        }
        var names: [String] = []
        for (_, name) in found where names.count < limit && names.last?.utf8.elementsEqual(name.utf8) != true {
            names.append(name)
        }
        return names
    }

    /// Optimal string alignment: the fewest insertions, removals, replacements and swaps of neighbours.
    static func editDistance(_ a: [Unicode.Scalar], _ b: [Unicode.Scalar]) -> Int {
        var beforeLast: [Int] = []
        var last = Array(0...b.count)
        for i in a.indices {
            var row = [i + 1]
            for j in b.indices {
                var best = min(last[j + 1] + 1, row[j] + 1, last[j] + (a[i] == b[j] ? 0 : 1))
                if i > 0, j > 0, a[i] == b[j - 1], a[i - 1] == b[j] { best = min(best, beforeLast[j - 1] + 1) }
                row.append(best)
            }
            (beforeLast, last) = (last, row)
        }
        return last[b.count]
    }
}
