/// Completions for a tag input field.
///
/// The order is: the exact tag, prefix matches, matches at the start of a word, matches inside a word, and fuzzy matches;
/// within each group, the most used come first. An alias suggests its tag.
package struct TagSuggestions: Sendable {
    package struct Suggestion: Sendable, Hashable {
        package enum Kind: String, Sendable {
            case existing, create
        }

        package var kind: Kind
        package var name: TagName
        /// The registered colour; for a new tag, the colour that it would receive.
        package var color: TagColor?
        /// The number of files with the tag or one nested in it.
        package var count: Int
    }

    /// Best match first; a new tag last.
    package private(set) var suggestions: [Suggestion] = []

    /// - Parameters:
    ///   - text: what has been typed so far, with or without a leading `#`; if empty, all tags are suggested, most
    ///     frequent first.
    ///   - others: tags to exclude, such as those the reminder already has.
    ///   - today: the day from which the age of a use is computed.
    package init(for text: String, in snapshot: Snapshot, excluding others: [TagName] = [], today: CivilDate) {
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
            // With nothing typed, frequency decides.
            if typed.key.isEmpty, count != other { return count > other }
            return a.use != b.use ? b.use < a.use : a.suggestion.name.key < b.suggestion.name.key
        }
        suggestions = found.map(\.suggestion)
        let isKnown = candidates.contains { $0.name == typed || $0.aliases.contains(typed) }
        if !isKnown, let name = try? TagName(validating: typed.text) {
            // A tag below an alias is created below the current name.
            let new = registry.canonical(name)
            suggestions.append(Suggestion(kind: .create, name: new, color: registry.leastUsedPreset(), count: 0))
        }
    }

    private static func near(_ typed: TagName, _ candidates: [Tag]) -> Set<String> {
        guard !typed.key.isEmpty else { return [] }
        let names = candidates.flatMap { [$0.name.text] + $0.aliases.map(\.text) }
        return Set(Spelling.nearest(to: typed.key, among: names, limit: names.count))
    }

    // MARK: Ranking

    private enum Rank: Int, Comparable {
        case exact, prefix, word, inside, near

        static func < (a: Rank, b: Rank) -> Bool { a.rawValue < b.rawValue }

        /// Compared as tag names are: ignoring case and by canonical equivalence.
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

        /// Whether the name contains all letters in order: `wc` in `work/client`.
        private static func holds(_ name: [Character], _ typed: [Character]) -> Bool {
            var rest = typed[...]
            for letter in name where letter == rest.first { rest = rest.dropFirst() }
            return rest.isEmpty
        }
    }
}

/// How often and how recently a tag is used: a use in the last 30 days or in the future counts four times, one in the
/// last 90 days twice.
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
