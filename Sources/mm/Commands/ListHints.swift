import MemossFiles

/// Completed reminders and notes that match a query but are not listed.
struct Hidden {
    private(set) var completed = 0
    private(set) var notes = 0

    /// - Parameter found: read with everything that its query matches.
    init(_ found: QueryMatches) { self.init(found.query, found.wanted, in: found.snapshot, found.time) }

    /// - Parameters:
    ///   - query: what was asked for.
    ///   - wanted: the part of it that is listed.
    init(_ query: Query, _ wanted: Query, in snapshot: Snapshot, _ time: TimeContext) {
        guard query != wanted else { return }
        let all = QueryMatcher(query, registry: snapshot.registry, context: time)
        let shown = QueryMatcher(wanted, registry: snapshot.registry, context: time)
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
        if completed > 0 { parts.append(completed.counted("completed reminder")) }
        if notes > 0 { parts.append(notes.counted("note")) }
        return parts.listed("and")
    }

    /// `nothing matches; 2 notes do`.
    var statement: String { "nothing matches; \(count) \(isOne ? "does" : "do")" }

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
    mutating func explainEmpty(_ found: QueryMatches, _ hidden: Hidden?) throws(MemossError) {
        if globals.flag(.quiet) { return }
        let query = found.query
        if try warnAboutMissingTags(of: query, found.snapshot.registry) { return }
        var (all, known) = (found, hidden)
        if known == nil {
            let keepsSeries = query.asksForDates
            all = try read(
                matching: query,
                in: found.text,
                wanted: found.wanted,
                isCounting: true,
                keepsSeries: keepsSeries
            )
            known = Hidden(all)
        }
        defer { hintAtSeries(besides: all) }
        let isBare = query == .everything
        guard let known, !known.isEmpty else {
            console.info(isBare ? "nothing to list; add a reminder with: mm add TITLE" : "nothing matches")
            if Lookalike.all(in: found.text) == nil, AgendaWords.isWhen(found.text, at: found.time) {
                let date = "scheduled:" + (found.text.contains(" ") ? "\"\(found.text)\"" : found.text)
                console.info("'\(found.text)' was searched for as text; for the date: mm list \(date.shellWord)")
            }
            try hintAtOtherDates(found)
            try hintAtValues(of: query)
            try hintAtKeys(of: query)
            try hintAtPaths(of: query)
            return
        }
        let message =
            isBare ? "no open reminders, but there \(known.isOne ? "is" : "are") \(known.count)" : known.statement
        console.info("\(message): add \(known.wayToList)")
    }

    /// Warns about words that look like terms or operators but are searched for as text.
    ///
    /// - Parameter named: the queries that `@name` stands for, which may have such words too.
    mutating func warnAboutLookalikes(in words: String, named: [String: String], after command: String) {
        warnAboutLookalikes(in: words, after: command)
        for (name, text) in Query.named(in: words, among: named) {
            warnAboutLookalikes(in: text, of: "in '@\(name)': ", after: "mm config queries.\(name.shellWord)")
        }
    }

    private mutating func warnAboutLookalikes(in words: String, of place: String = "", after command: String) {
        guard let (found, query) = Lookalike.all(in: words) else { return }
        console.warn(place + Lookalike.statement(of: found), hint: Self.suggestion(query, after: command))
    }

    static func suggestion(_ query: String, after command: String) -> String {
        let isPlain = query.utf8.allSatisfy { $0 == 0x20 || !"()<>!*?$'\"\\`;&|#~{}[]".utf8.contains($0) }
        return "did you mean: \(command) \(isPlain ? query : query.shellWord)"
    }

    /// Warns about unused tags, which are probably misspelt. Finding similar tags needs the whole folder; checking
    /// whether a tag is used needs less.
    ///
    /// - Returns: whether there is an unused tag.
    mutating func warnAboutMissingTags(of query: Query, _ registry: TagRegistry) throws(MemossError) -> Bool {
        guard !query.tags.isEmpty, !globals.flag(.quiet) else { return false }
        let isKnown = query.tags.allSatisfy { registry.tag(named: registry.canonical($0)) != nil }
        if isKnown, try missingTags(of: query, for: .any(query.tags.map { .term(.tag($0)) }), registry).tags.isEmpty {
            return false
        }
        let (missing, index) = try missingTags(of: query, for: nil, registry)
        for tag in missing {
            let missing = MissingWord(tag: tag, index, registry)
            console.warn(missing.statement, hint: missing.hint)
        }
        return !missing.isEmpty
    }

    /// Warns about keys that no file has, which are probably misspelt. Only if no matching file has them does this need
    /// the whole folder.
    ///
    /// - Parameter snapshot: a folder that was read for the query.
    /// - Returns: whether there is such a key.
    /// - Throws: a usage error if the key is a misspelt term.
    mutating func warnAboutMissingKeys(
        of query: Query,
        in words: String,
        _ snapshot: Snapshot
    ) throws(MemossError) -> Bool {
        let missing = try missingKeys(query.keys, in: snapshot)
        for key in missing {
            if let error = key.misspeltTerm(in: words) { throw Self.usageError(error, in: words) }
            for (name, text) in Query.named(in: words, among: configuration().queryTexts) {
                guard let error = key.misspeltTerm(in: text) else { continue }
                let hints = error.suggestion.map { ["did you mean '\($0)'?"] } ?? []
                throw .usage("in '@\(name)': \(error.message)", hints: hints, help: Command.list.syntax.path)
            }
            let missing = MissingWord(key)
            console.warn(missing.statement, hint: missing.hint)
        }
        return !missing.isEmpty
    }

    /// The same for the keys that a listing shows or is sorted by.
    ///
    /// - Returns: those that no file has.
    mutating func warnAboutMissingKeys(
        of options: ListingOptions,
        _ snapshot: Snapshot
    ) throws(MemossError) -> [String] {
        let words = ReminderOrder.named.map(\.name) + ColumnTable.names
        let missing = try missingKeys(options.namedKeys, in: snapshot, or: words)
        for key in missing {
            let missing = MissingWord(key)
            guard key.misspelt(words) == nil else {
                let hints = [missing.hint].compactMap(\.self)
                throw .usage(missing.statement, hints: hints, help: Command.list.syntax.path)
            }
            console.warn(missing.statement, hint: missing.hint)
        }
        return missing.map(\.name)
    }

    /// The keys among `names` that no file has.
    private mutating func missingKeys(
        _ names: [String],
        in snapshot: Snapshot,
        or others: [String]? = nil
    ) throws(MemossError) -> [MissingKey] {
        let missing = names.isEmpty ? [] : MissingKey.all(among: names, known: snapshot.keys).map(\.name)
        if missing.isEmpty { return [] }
        let known = try folder().keyNames()
        return MissingKey.all(among: names, known: known, or: others)
    }

    /// The error for a query that cannot be parsed.
    static func usageError(_ error: ParseError, in words: String, hints: [String]? = nil) -> MemossError {
        MemossError(
            .usage,
            error.message,
            hints: error.marked(in: words) + (hints ?? error.hints) + ["see 'mm list --help'"]
        )
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

extension Lookalike {
    /// `'not' and '!milk' are searched for as text`.
    static func statement(of found: [Lookalike]) -> String {
        let list = found.map { "'\($0.word)'" }.listed("and")
        return "\(list) \(found.count == 1 ? "is" : "are") searched for as text"
    }
}

/// A key or a tag that no file has, and is probably misspelt.
struct MissingWord {
    let statement: String
    private let nearest: String?

    init(_ key: MissingKey) { (statement, nearest) = ("no file has the key '\(key.name)'", key.nearest) }

    init(tag: TagName, _ index: TagIndex, _ registry: TagRegistry) {
        (statement, nearest) = ("no reminder has the tag '\(tag)'", index.nearest(to: tag, registry))
    }

    var hint: String? { nearest.map { "did you mean '\($0)'?" } }
}

extension TagIndex {
    /// The tag that a tag which no file has is probably a misspelling of.
    func nearest(to tag: TagName, _ registry: TagRegistry) -> String? {
        let known = (carried + registry.tags.map(\.name)).filter { $0 != tag }
        // People remember the last part of a nested name.
        let nested = known.first { $0.isNested(last: tag) }
        return nested?.text ?? Spelling.nearest(to: tag.text, among: known.map(\.text)).first
    }
}
