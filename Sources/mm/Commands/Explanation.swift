import MemossFiles

/// What may have been meant by a query that matches nothing, from everything in the folder.
struct Explanation {
    let text: String
    /// The parsed text.
    let query: Query
    /// The part of it that is listed.
    let wanted: Query
    /// Without a filter, and with the keys that the hints need.
    let snapshot: Snapshot
    let time: TimeContext
    /// The queries of the configuration.
    let named: [String: String]

    /// The keys that the hints for a query need: those that it names, or may name as a text.
    static func keys(for query: Query) -> KeptKeys {
        if case .term(.text(let text)) = query, text.contains("=") { return .all }
        return query.keys.isEmpty ? .none : .named(query.keys)
    }

    /// A statement, and the query that was probably meant.
    struct Hint {
        var statement: String
        var query: String
        /// Whether the query is probably misspelt. If not, another query may have been meant.
        var isMisspelling = false
    }

    /// What another program calls the keys.
    private var names: KeyNames? { snapshot.registry.settings.profile?.names }

    /// In one line, for a filter of `mm ui`; nil if nothing is known.
    var line: String? {
        if let (found, query) = Lookalike.all(in: text) {
            return Lookalike.statement(of: found) + ": did you mean \(query)?"
        }
        let keys = MissingKey.all(among: query.keys, known: query.keys.isEmpty ? [] : snapshot.keys, calling: names)
        if let missing = keys.first.map({ MissingWord($0) }) ?? missingTags.first {
            return [missing.statement, missing.hint].compactMap(\.self).joined(separator: ": ")
        }
        let matcher = QueryMatcher(wanted, registry: snapshot.registry, context: time)
        guard !snapshot.reminders.contains(where: matcher.matches) else { return nil }
        let hidden = Hidden(query, wanted, in: snapshot, time)
        guard hidden.isEmpty else {
            let ways = [
                hidden.notes > 0 ? "is:note" : nil, hidden.completed > 0 ? "is:completed" : nil,
                hidden.archived > 0 ? "is:archived" : nil,
            ]
            return "\(hidden.statement): add \(ways.compactMap(\.self).listed("or"))"
        }
        return hints.first.map { "\($0.statement): \($0.query)" }
    }

    /// The tags in the query that no file has.
    var missingTags: [MissingWord] {
        let index = TagIndex(query.tags.isEmpty ? [] : snapshot.reminders, registry: snapshot.registry)
        let missing = query.tags.filter { index.count(of: snapshot.registry.canonical($0)) == 0 }
        return missing.map { MissingWord(tag: $0, index, snapshot.registry) }
    }

    /// What finds something.
    var hints: [Hint] {
        [dateAsText, stateAsText, otherDates].compactMap(\.self) + values + [keyAsText, path()].compactMap(\.self)
    }

    /// A date that was searched for as text.
    private var dateAsText: Hint? {
        guard Lookalike.all(in: text) == nil, AgendaWords.isWhen(text, at: time) else { return nil }
        return Hint(statement: "'\(text)' was searched for as text; for the date", query: term("scheduled", text))
    }

    /// A word for a state that was searched for as text, such as `done`.
    private var stateAsText: Hint? {
        guard Lookalike.all(in: text) == nil, case .term(.text(let text)) = query, let state = ForeignWords.state(text)
        else { return nil }
        return Hint(statement: "'\(text)' was searched for as text; for the state", query: state)
    }

    /// The query for dates if no deadline matches, or the other way round: most reminders have only one of the two.
    private var otherDates: Hint? {
        guard let (query, isForDates) = Query.withOtherDate(text),
            let wanted = try? Query(parsing: query, now: time.local, times: time.times, named: named).listed
        else { return nil }
        let matcher = QueryMatcher(wanted, registry: snapshot.registry, context: time)
        let count = snapshot.reminders.count(where: matcher.matches)
        guard count > 0 else { return nil }
        let (one, other) = isForDates ? ("deadline", "date") : ("date", "deadline")
        let others = count == 1 ? "the \(other) of 1 reminder does" : "the \(other)s of \(count) reminders do"
        return Hint(statement: "no \(one) matches, but \(others)", query: query)
    }

    /// The values in the query that no file has for the key. They are probably misspelt, or only part of a value.
    private var values: [Hint] {
        MissingValue.all(among: query.soughtValues, in: snapshot.reminders).map { missing in
            let part = missing.isPart ? "; values are compared as a whole" : ""
            return Hint(
                statement: "no file has '\(missing.value)' for '\(missing.key)'" + part,
                query: missing.nearest.map { term(missing.key, $0) } ?? "",
                isMisspelling: true
            )
        }
    }

    /// A text such as `priority=high`, if files have the key.
    private var keyAsText: Hint? {
        guard case .term(.text(let text)) = query else { return nil }
        let parts = text.split(separator: "=", maxSplits: 1).map(String.init)
        guard parts.count == 2, MissingKey.all(among: [parts[0]], known: snapshot.keys, calling: names).isEmpty
        else { return nil }
        return Hint(statement: "'\(text)' was searched for as text; for the key", query: term(parts[0], parts[1]))
    }

    /// A file whose path has the words of the query, which only `path:` looks at.
    ///
    /// - Parameter isListed: whether the command lists such a file.
    func path(where isListed: (Reminder) -> Bool = { _ in true }) -> Hint? {
        guard case .term(.text(let text)) = query else { return nil }
        let found = snapshot.files(at: text).filter(isListed)
        guard let first = found.first?.path else { return nil }
        let others = found.count == 1 ? "" : "\(found.count) files, such as "
        return Hint(statement: "'\(text)' is in the path of \(others)\(first)", query: "path:\(first)")
    }

    private func term(_ key: String, _ value: String) -> String {
        "\(key):" + (value.contains(where: { " ()\"".contains($0) }) ? "\"\(value)\"" : value)
    }
}

/// Completed reminders and notes that match a query but are not listed.
struct Hidden {
    private(set) var completed = 0
    private(set) var archived = 0
    private(set) var notes = 0

    /// - Parameters:
    ///   - query: what was asked for.
    ///   - wanted: the part of it that is listed.
    ///   - snapshot: has everything that the query matches.
    init(_ query: Query, _ wanted: Query, in snapshot: Snapshot, _ time: TimeContext) {
        guard query != wanted else { return }
        let all = QueryMatcher(query, registry: snapshot.registry, context: time)
        let shown = QueryMatcher(wanted, registry: snapshot.registry, context: time)
        for reminder in snapshot.reminders where reminder.isNote || reminder.isCompleted {
            guard all.matches(reminder), !shown.matches(reminder) else { continue }
            if reminder.isNote {
                notes += 1
            } else if reminder.completed == .open {
                archived += 1
            } else {
                completed += 1
            }
        }
    }

    private var all: Int { completed + archived + notes }
    var isEmpty: Bool { all == 0 }
    var isOne: Bool { all == 1 }

    /// `2 notes`, `1 completed reminder and 2 notes`.
    var count: String {
        var parts: [String] = []
        if completed > 0 { parts.append(completed.counted("completed reminder")) }
        if archived > 0 { parts.append(archived.counted("archived reminder")) }
        if notes > 0 { parts.append(notes.counted("note")) }
        return parts.listed("and")
    }

    /// `nothing matches; 2 notes do`.
    var statement: String { "nothing matches; \(count) \(isOne ? "does" : "do")" }

    /// What to add to the command to list them.
    var wayToList: String {
        if ![completed, archived, notes].contains(all) { return "--all" }
        return (notes > 0 ? "is:note" : archived > 0 ? "is:archived" : "is:completed") + " or --all"
    }
}

/// A key or a tag that no file has, and is probably misspelt.
struct MissingWord {
    let statement: String
    /// Nil for a key.
    let tag: TagName?
    private let nearest: String?

    init(_ key: MissingKey) {
        (statement, tag, nearest) = ("no file has the key '\(key.name)'", nil, key.nearest)
    }

    init(tag: TagName, _ index: TagIndex, _ registry: TagRegistry) {
        self.tag = tag
        statement = "no reminder has the tag '\(tag)'"
        let known = (index.carried + registry.tags.map(\.name)).filter { $0 != tag }
        // People remember the last part of a nested name.
        let nested = known.first { $0.isNested(last: tag) }
        nearest = nested?.text ?? Spelling.nearest(to: tag.text, among: known.map(\.text)).first
    }

    var hint: String? { nearest.map { "did you mean '\($0)'?" } }
}

extension Lookalike {
    /// `'not' and '!milk' are searched for as text`.
    static func statement(of found: [Lookalike]) -> String {
        let list = found.map { "'\($0.word)'" }.listed("and")
        return "\(list) \(found.count == 1 ? "is" : "are") searched for as text"
    }
}
