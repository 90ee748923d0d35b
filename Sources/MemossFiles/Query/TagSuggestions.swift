/// What a field for tags offers while somebody types.
///
/// First the tag that the text is, then those that begin with it, those of which a word does, those that have it inside,
/// and those that are nearly so; within each the ones of most use. A former name leads to the tag.
package struct TagSuggestions: Sendable {
    package struct Suggestion: Sendable, Hashable {
        package enum Kind: String, Sendable {
            case existing, create
        }

        package var kind: Kind
        package var name: TagName
        /// That of the registry; of a tag that is still to be made, the one that it would get.
        package var color: TagColor?
        /// How many files carry the tag or one nested in it.
        package var count: Int
    }

    /// The best first; a tag that is still to be made last.
    package private(set) var suggestions: [Suggestion] = []

    /// - Parameters:
    ///   - text: what was typed so far, one leading `#` aside; empty gives all tags, the most frequent first.
    ///   - others: tags that are not wanted, as those that a reminder has already.
    ///   - today: from which the age of a use counts.
    package init(for text: String, in snapshot: Snapshot, leavingOut others: [TagName] = [], today: CivilDate) {
        let registry = snapshot.registry
        let typed = TagName(TagName.withoutMark(TagName.trimmed(text)))
        let index = TagIndex(snapshot.reminders, registry: registry)
        let unregistered = index.carried.filter { registry.tag(named: $0) == nil }
        let candidates = registry.tags + unregistered.map { Tag(name: $0) }
        let near = Self.near(typed, candidates)
        let unwanted = Set(others.map(registry.canonical))
        var found: [(rank: Rank, use: TagUse, suggestion: Suggestion)] = []
        for tag in candidates where !unwanted.contains(tag.name) {
            let names = [tag.name] + tag.aliases
            let ranks = names.compactMap { Rank(of: typed.key, in: $0.key) ?? (near.contains($0.text) ? .near : nil) }
            guard let rank = ranks.min() else { continue }
            let carriers = index.carriers(of: tag.name)
            let use = TagUse(carriers.map { snapshot.reminders[$0] }, today: today)
            let suggestion = Suggestion(kind: .existing, name: tag.name, color: tag.color, count: carriers.count)
            found.append((rank, use, suggestion))
        }
        found.sort { a, b in
            if a.rank != b.rank { return a.rank < b.rank }
            let (count, other) = (a.suggestion.count, b.suggestion.count)
            // Where nothing was typed, it is how often that counts.
            if typed.key.isEmpty, count != other { return count > other }
            return a.use != b.use ? b.use < a.use : a.suggestion.name.key < b.suggestion.name.key
        }
        suggestions = found.map(\.suggestion)
        let isKnown = candidates.contains { $0.name == typed || $0.aliases.contains(typed) }
        if !isKnown, let name = try? TagName(validating: typed.text) {
            // Below a former name it goes under the present one.
            let new = registry.canonical(name)
            suggestions.append(Suggestion(kind: .create, name: new, color: registry.leastUsedPreset(), count: 0))
        }
    }

    private static func near(_ typed: TagName, _ candidates: [Tag]) -> Set<String> {
        guard !typed.key.isEmpty else { return [] }
        let names = candidates.flatMap { [$0.name.text] + $0.aliases.map(\.text) }
        return Set(Spelling.nearest(to: typed.key, among: names, limit: names.count))
    }

    // MARK: How well a name fits

    private enum Rank: Int, Comparable {
        case exact, prefix, word, inside, near

        static func < (a: Rank, b: Rank) -> Bool { a.rawValue < b.rawValue }

        /// Letters are compared as the names of tags are: without case, and however they are composed.
        init?(of typed: String, in name: String) {
            if typed == name || typed.isEmpty {
                self = .exact
                return
            }
            let (typed, name) = (Array(typed), Array(name))
            if name.starts(with: typed) {
                self = .prefix
                return
            }
            var rank: Rank?
            for start in name.indices.dropFirst() where name[start...].starts(with: typed) {
                let isWord = !name[start - 1].isLetter && !name[start - 1].isNumber
                rank = min(rank ?? .inside, isWord ? .word : .inside)
            }
            if rank == nil, typed.count > 1, Self.holds(name, typed) { rank = .near }
            guard let rank else { return nil }
            self = rank
        }

        /// Whether all letters stand in the name in their order: `wc` in `work/client`.
        private static func holds(_ name: [Character], _ typed: [Character]) -> Bool {
            var rest = typed[...]
            for letter in name where letter == rest.first { rest = rest.dropFirst() }
            return rest.isEmpty
        }
    }
}

/// How often a tag is used, and how lately: a use of the last thirty days, or one ahead, counts four times, one of the
/// last ninety twice.
private struct TagUse: Equatable, Comparable {
    private var weight = 0
    private var latest = Int.min

    init(_ reminders: [Reminder], today: CivilDate) {
        for reminder in reminders {
            var dates = [reminder.created, reminder.date].compactMap { $0?.date }
            if case .on(let date) = reminder.completed { dates.append(date.date) }
            guard let day = dates.map(\.daysSinceEpoch).max() else {
                weight += 1
                continue
            }
            let age = today.daysSinceEpoch - day
            weight += age <= 30 ? 4 : age <= 90 ? 2 : 1
            latest = max(latest, min(day, today.daysSinceEpoch))
        }
    }

    static func < (a: TagUse, b: TagUse) -> Bool { (a.weight, a.latest) < (b.weight, b.latest) }
}
