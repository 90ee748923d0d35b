import MemossFiles

/// Completed reminders and notes that match a query but are not listed.
struct Hidden {
    private(set) var completed = 0
    private(set) var notes = 0

    /// - Parameters:
    ///   - snapshot: a folder that was read for `query`.
    ///   - listed: the query of the listing.
    init(in snapshot: Snapshot, by query: Query, listed: Query, _ time: TimeContext) {
        guard query != listed else { return }
        let all = QueryMatcher(query, registry: snapshot.registry, context: time)
        let shown = QueryMatcher(listed, registry: snapshot.registry, context: time)
        for reminder in snapshot.reminders where reminder.isNote || reminder.isCompleted {
            guard all.matches(reminder), !shown.matches(reminder) else { continue }
            if reminder.isNote { notes += 1 } else { completed += 1 }
        }
    }

    var isEmpty: Bool { completed + notes == 0 }
    var isOne: Bool { completed + notes == 1 }

    /// `2 notes`, `1 completed reminder and 2 notes`.
    var count: String {
        var parts: [String] = []
        if completed > 0 { parts.append("\(completed) completed reminder\(completed == 1 ? "" : "s")") }
        if notes > 0 { parts.append("\(notes) note\(notes == 1 ? "" : "s")") }
        return parts.listed("and")
    }

    /// What to add to the command to list them.
    var wayToList: String {
        if completed > 0, notes > 0 { return "--all" }
        return (notes > 0 ? "is:note" : "is:completed") + " or --all"
    }
}

extension Session {
    /// Explains an empty list by what was omitted.
    ///
    /// - Parameter hidden: the omitted reminders, if known.
    mutating func explainEmpty(
        _ query: Query,
        listed: Query,
        _ hidden: Hidden?,
        _ registry: TagRegistry
    ) throws(MemossError) {
        if globals.flag(.quiet) { return }
        if try warnAboutMissingTags(of: query, registry) { return }
        var known = hidden
        if known == nil {
            let body: ReminderDecoder.Body = query.needsBodies ? .whole : .none
            let filter = QueryMatcher(query, registry: registry)
            let (snapshot, time) = try read(keeping: body, for: filter, registry: registry)
            known = Hidden(in: snapshot, by: query, listed: listed, time)
        }
        let isBare = query == .everything
        guard let known, !known.isEmpty else {
            return console.info(isBare ? "nothing to list; add a reminder with: mm add TITLE" : "nothing matches")
        }
        let found =
            isBare
            ? "no open reminders, but there \(known.isOne ? "is" : "are") \(known.count)"
            : "nothing matches; \(known.count) \(known.isOne ? "does" : "do")"
        console.info("\(found): add \(known.wayToList)")
    }

    /// Warns about words that look like terms or operators but are searched for as text.
    mutating func warnAboutLookalikes(in words: String) {
        guard let (found, query) = Lookalike.all(in: words) else { return }
        let list = found.map { "'\($0.word)'" }.listed("and")
        console.warn(
            "\(list) \(found.count == 1 ? "is" : "are") searched for as text",
            hint: Self.suggestion(query)
        )
    }

    static func suggestion(_ query: String) -> String {
        let isPlain = query.utf8.allSatisfy { $0 == 0x20 || !"()<>!*?$'\"\\`;&|#~{}[]".utf8.contains($0) }
        return "did you mean: mm list \(isPlain ? query : query.shellWord)"
    }

    /// Warns about unused tags, which are probably misspelt. Finding similar tags needs the whole folder; checking
    /// whether a tag is used needs less.
    ///
    /// - Returns: whether there is an unused tag.
    private mutating func warnAboutMissingTags(of query: Query, _ registry: TagRegistry) throws(MemossError) -> Bool {
        guard !query.tags.isEmpty else { return false }
        let isKnown = query.tags.allSatisfy { registry.tag(named: registry.canonical($0)) != nil }
        if isKnown, try missingTags(of: query, for: .any(query.tags.map { .term(.tag($0)) }), registry).tags.isEmpty {
            return false
        }
        let (missing, index) = try missingTags(of: query, for: nil, registry)
        for tag in missing {
            let known = (index.carried + registry.tags.map(\.name)).filter { $0 != tag }
            // People remember the last part of a nested name.
            let nested = known.first { $0.isNested(last: tag) }
            let nearest = nested?.text ?? Spelling.nearest(to: tag.text, among: known.map(\.text)).first
            console.warn("no reminder has the tag '\(tag)'", hint: nearest.map { "did you mean '\($0)'?" })
        }
        return !missing.isEmpty
    }

    /// The tags in the query that no file has.
    private mutating func missingTags(
        of query: Query,
        for wanted: Query?,
        _ registry: TagRegistry
    ) throws(MemossError) -> (tags: [TagName], index: TagIndex) {
        let matcher = wanted.map { QueryMatcher($0, registry: registry) }
        let snapshot = try folder().read(for: matcher, registry: registry).snapshot
        reportUnlisted(in: snapshot)
        let index = TagIndex(snapshot.reminders, registry: registry)
        return (query.tags.filter { index.count(of: registry.canonical($0)) == 0 }, index)
    }
}
