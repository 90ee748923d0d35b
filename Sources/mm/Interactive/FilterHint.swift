import MemossFiles

/// What may have been meant by a filter of `mm ui` that nothing matches, with the same sources as the hints of `mm list`.
struct FilterHint {
    let filter: String
    let query: Query
    /// The part of the query that the view lists.
    let wanted: Query
    let snapshot: Snapshot
    let time: TimeContext
    let named: [String: String]

    /// One line; nil if nothing is known.
    var text: String? {
        if let (found, query) = Lookalike.all(in: filter) {
            let words = found.map { "'\($0.word)'" }.listed("and")
            return "\(words) \(found.count == 1 ? "is" : "are") searched for as text: did you mean \(query)?"
        }
        if let text = misspelling { return text }
        let registry = snapshot.registry
        let matcher = QueryMatcher(wanted, registry: registry, context: time)
        guard !snapshot.reminders.contains(where: matcher.matches) else { return nil }
        let hidden = Hidden(query, wanted, in: snapshot, time)
        if !hidden.isEmpty {
            let ways = [hidden.notes > 0 ? "is:note" : nil, hidden.completed > 0 ? "is:completed" : nil]
            let way = ways.compactMap(\.self).listed("or")
            return "nothing matches; \(hidden.count) \(hidden.isOne ? "does" : "do"): add \(way)"
        }
        if let other = OtherDates(filter, time, named: named), let text = other.text(in: snapshot) {
            return "\(text): \(other.query)"
        }
        return nil
    }

    /// A key or tag in the filter that no file has.
    private var misspelling: String? {
        let registry = snapshot.registry
        let (text, nearest): (String, String?)
        if let key = MissingKey.all(among: query.keys, known: query.keys.isEmpty ? [] : snapshot.keys).first {
            (text, nearest) = ("no file has the key '\(key.name)'", key.nearest)
        } else {
            let index = TagIndex(query.tags.isEmpty ? [] : snapshot.reminders, registry: registry)
            guard let tag = query.tags.first(where: { index.count(of: registry.canonical($0)) == 0 }) else {
                return nil
            }
            (text, nearest) = ("no reminder has the tag '\(tag)'", index.nearest(to: tag, registry))
        }
        return text + (nearest.map { ": did you mean '\($0)'?" } ?? "")
    }
}
