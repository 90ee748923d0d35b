internal import Bytes

/// Completions for a tag input field: on the command line, in an editor or in the token field.
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
        /// The registered colour, or that of its parent; for a new tag, the colour that it would get from its parent or
        /// a preset.
        package var color: TagColor?
        /// The number of files with the tag or one nested in it.
        package var count: Int
        package var match: Match
    }

    private struct Candidate {
        var tag: Tag
        /// The base letters of the name and the aliases.
        var letters: [String]
        var use: TagUse
        var count: Int
    }

    package let registry: TagRegistry
    private let candidates: [Candidate]
    private let names: Set<TagName>

    /// Counts once how often each tag is used. Suggestions for a text do not read the reminders again.
    ///
    /// - Parameters:
    ///   - today: the day from which the age of a use is computed.
    ///   - path: a file whose tags are ignored.
    package init(_ snapshot: Snapshot, today: CivilDate, besides path: String? = nil) {
        registry = snapshot.registry
        let own = path.map { PathOrder.range(of: $0, in: snapshot.reminders, by: \.path) } ?? 0..<0
        let index = TagIndex(snapshot.reminders, registry: registry, besides: own)
        let unregistered = index.carried.filter { snapshot.registry.tag(named: $0) == nil }
        candidates = (registry.tags + unregistered.map { Tag(name: $0) }).map { tag in
            let carriers = index.carriers(of: tag.name)
            let use = TagUse(carriers.lazy.map { snapshot.reminders[$0] }, today: today)
            let letters = ([tag.name] + tag.aliases).map { NaturalOrder.baseLetters(of: $0.key) }
            return Candidate(tag: tag, letters: letters, use: use, count: carriers.count)
        }
        names = Set(candidates.map(\.tag.name))
    }

    /// Whether a tag, registered or in a file, has this name.
    package func hasTag(_ name: TagName) -> Bool { names.contains(name) }

    /// Best match first; a new tag last.
    ///
    /// - Parameters:
    ///   - text: what has been typed so far, with or without a leading `#`; if empty, all tags are suggested, most
    ///     frequent first.
    ///   - others: tags to exclude, such as those the reminder already has.
    ///   - colors: colours of new tags that are not registered yet.
    package func suggestions(
        for text: String,
        excluding others: [TagName] = [],
        after colors: some Sequence<TagColor> = []
    ) -> [Suggestion] {
        let typed = TagName(TagName.withoutMark(TagName.trimmed(text)))
        let near = near(typed)
        let letters = NaturalOrder.baseLetters(of: typed.key)
        let unwanted = Set(others.map(registry.canonical))
        var found: [(match: Match, use: TagUse, suggestion: Suggestion)] = []
        for candidate in candidates where !unwanted.contains(candidate.tag.name) {
            let tag = candidate.tag
            let matches = zip([tag.name] + tag.aliases, candidate.letters).compactMap { name, own in
                Match(of: letters, in: own) ?? (near.contains(name.text) ? .near : nil)
            }
            guard let match = matches.min() else { continue }
            let (color, count) = (registry.color(of: tag.name), candidate.count)
            let suggestion = Suggestion(kind: .existing, name: tag.name, color: color, count: count, match: match)
            found.append((match, candidate.use, suggestion))
        }
        found.sort { a, b in
            if a.match != b.match { return a.match < b.match }
            let (count, other) = (a.suggestion.count, b.suggestion.count)
            // With nothing typed, frequency decides.
            if typed.key.isEmpty, count != other { return count > other }
            return a.use != b.use ? b.use < a.use : a.suggestion.name.key < b.suggestion.name.key
        }
        var suggestions = found.map(\.suggestion)
        let isKnown = candidates.contains { $0.tag.name == typed || $0.tag.aliases.contains(typed) }
        if !isKnown, let name = try? TagName(validating: typed.text) {
            // A tag below an alias is created below the current name.
            let new = registry.canonical(name)
            let color = registry.knows(new) ? registry.color(of: new) : registry.leastUsedPreset(after: colors)
            suggestions.append(Suggestion(kind: .create, name: new, color: color, count: 0, match: .exact))
        }
        return suggestions
    }

    private func near(_ typed: TagName) -> Set<String> {
        guard !typed.key.isEmpty else { return [] }
        let names = candidates.flatMap { [$0.tag.name.text] + $0.tag.aliases.map(\.text) }
        return Set(Spelling.nearest(to: typed.key, among: names, limit: names.count))
    }

    // MARK: Ranking

    /// How a text matches the name of a tag, best first.
    package enum Match: Int, Sendable, Comparable {
        case exact, prefix, word, inside, near

        package static func < (a: Match, b: Match) -> Bool { a.rawValue < b.rawValue }

        /// Whether the match is so loose that another name may have been meant.
        package var isLoose: Bool { self >= .inside }

        /// Ignores case and diacritics.
        ///
        /// Both are base letters.
        package init?(of typed: String, in name: String) {
            if typed == name || typed.isEmpty {
                self = .exact
                return
            }
            let (typed, name) = (Array(typed), Array(name))
            if name.starts(with: typed) {
                self = .prefix
                return
            }
            var rank: Match?
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

    package init(_ reminders: some Sequence<Reminder>, today: CivilDate) {
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

extension TagRegistry {
    /// The known tag that a new one nearly is: `Shopping` for `shoping`. Nil for a known one.
    package func lookalike(of name: TagName) -> TagName? {
        guard tag(named: name) == nil, tag(alias: name) == nil, 3...40 ~= name.text.count else { return nil }
        let typed = CaseFolding.folded(name.text)
        return Spelling.nearest(to: name.text, among: tags.lazy.map(\.name.text), limit: 3).first { known in
            let folded = CaseFolding.folded(known)
            // `cat` is no misspelling of `car`, nor `workshop` of `work`.
            return typed.count + folded.count > 6 && abs(folded.count - typed.count) < 3
                && (abs(folded.count - typed.count) < 2 || !folded.hasPrefix(typed) && !typed.hasPrefix(folded))
        }.map { TagName($0) }
    }
}
