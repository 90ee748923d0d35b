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
            return Lookalike.statement(of: found) + ": did you mean \(query)?"
        }
        if let missing { return [missing.statement, missing.hint].compactMap(\.self).joined(separator: ": ") }
        let registry = snapshot.registry
        let matcher = QueryMatcher(wanted, registry: registry, context: time)
        guard !snapshot.reminders.contains(where: matcher.matches) else { return nil }
        let hidden = Hidden(query, wanted, in: snapshot, time)
        if !hidden.isEmpty {
            let ways = [hidden.notes > 0 ? "is:note" : nil, hidden.completed > 0 ? "is:completed" : nil]
            let way = ways.compactMap(\.self).listed("or")
            return "\(hidden.statement): add \(way)"
        }
        if let other = OtherDates(filter, time, named: named), let text = other.text(in: snapshot) {
            return "\(text): \(other.query)"
        }
        return nil
    }

    /// A key or tag in the filter that no file has.
    private var missing: MissingWord? {
        let registry = snapshot.registry
        if let key = MissingKey.all(among: query.keys, known: query.keys.isEmpty ? [] : snapshot.keys).first {
            return MissingWord(key)
        }
        let index = TagIndex(query.tags.isEmpty ? [] : snapshot.reminders, registry: registry)
        let tag = query.tags.first { index.count(of: registry.canonical($0)) == 0 }
        return tag.map { MissingWord(tag: $0, index, registry) }
    }
}
