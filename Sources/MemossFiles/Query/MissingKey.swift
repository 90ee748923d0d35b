internal import Bytes

/// A key in a query or a listing that no file has.
package struct MissingKey: Sendable, Hashable {
    package var name: String
    /// The nearest key of a file, or the nearest term.
    package var nearest: String?

    /// The keys among `names` that are in none of the files.
    ///
    /// - Parameters:
    ///   - known: the keys of the files, without duplicates.
    ///   - others: other words that are possible in the same place.
    ///   - calling: what another program calls the keys.
    package static func all(
        among names: [String],
        known: [String],
        or others: [String]? = nil,
        calling: KeyNames? = nil
    ) -> [MissingKey] {
        let missing = names.filter { name in
            let names = (calling?.all(name) ?? [name]).map(FoldedText.init)
            return !known.contains { key in names.contains { $0.equals(key) } }
        }
        let index = SpellingIndex(known + (others ?? QueryParser.keys))
        return missing.map { name in
            // The name of a term that no file has as a key, as in `has:due`, is not a misspelling.
            let nearest = index.nearest(to: name).first.flatMap { FoldedText(name).equals($0) ? nil : $0 }
            return MissingKey(name: name, nearest: nearest)
        }
    }

    /// The error for a misspelt term, with its place in the query. Nil if the key only begins like a term, or comes
    /// after `has:`.
    package func misspeltTerm(in query: String) -> ParseError? {
        guard misspelt(QueryParser.keys) != nil, let tokens = try? QueryLexer.tokens(of: query) else { return nil }
        for placed in tokens {
            guard case .word(name, let text, _) = placed.token else { continue }
            var error = QueryParser.unknownTerm(name, text, at: placed.offset)
            error.message = "unknown term '\(name):', and no file has such a key"
            return error
        }
        return nil
    }
}

extension MissingKey {
    /// The word that the key misspells; nil if it is only the beginning of one.
    package func misspelt(_ words: [String]) -> String? {
        let letters = Array(name.lowercased().unicodeScalars)
        return words.first { word in
            let bound = max(1, letters.count / 3)
            return SpellingIndex.distance(letters, Array(word.unicodeScalars), atMost: bound) != nil
        }
    }
}

extension Snapshot {
    /// The kept keys of all reminders and notes, without duplicates.
    package var keys: [String] {
        var seen: Set<String> = []
        for reminder in reminders {
            for side in [reminder] + reminder.versions.map(\.reminder) {
                for field in side.frontMatter ?? [] { seen.insert(field.key) }
            }
        }
        return seen.sorted(by: ByteOrder.precedes)
    }
}
