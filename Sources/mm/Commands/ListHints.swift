import MemossFiles

extension Session {
    /// Everything in the folder, which is read once for all hints, with the keys that they need.
    private mutating func unfiltered(keeping keys: KeptKeys) throws(MemossError) -> Snapshot {
        if let whole { return whole }
        let (found, zones) = try folder().read(keys: keys)
        let snapshot = found.lapsed(in: try time(zones))
        reportUnlisted(in: snapshot)
        whole = snapshot
        return snapshot
    }

    /// What may have been meant by a query that matches nothing.
    mutating func explanation(of found: QueryMatches) throws(MemossError) -> Explanation {
        Explanation(
            text: found.text,
            query: found.query,
            wanted: found.wanted,
            snapshot: try unfiltered(keeping: Explanation.keys(for: found.query)),
            time: found.time,
            named: configuration().queryTexts
        )
    }

    /// Explains an empty list by what was omitted.
    ///
    /// - Parameter hidden: the omitted reminders, if known.
    mutating func explainEmpty(_ found: QueryMatches, _ hidden: Hidden?) throws(MemossError) {
        if globals.flag(.quiet) { return }
        let isBare = found.query == .everything
        func counted() throws(MemossError) -> Hidden {
            let all = try read(matching: found.query, in: found.text, wanted: found.wanted, isCounting: true)
            return Hidden(all.query, all.wanted, in: all.snapshot, all.time)
        }
        func name(_ known: Hidden) {
            let are = "no open reminders, but there \(known.isOne ? "is" : "are") \(known.count)"
            console.info("\(isBare ? are : known.statement): add \(known.wayToList)")
        }
        // A tag that completed reminders or notes have is not misspelt, and finding them reads less than the hints do.
        if hidden == nil, found.query.tags.count == 1, found.query.days == nil, !found.query.needsBodies {
            let known = try counted()
            if !known.isEmpty { return name(known) }
        }
        if try warnAboutMissingTags(of: found) { return }
        let explanation = try explanation(of: found)
        var all = found
        all.snapshot = explanation.snapshot
        let known: Hidden
        if let hidden {
            known = hidden
        } else if found.query.needsBodies {
            known = try counted()
        } else {
            known = Hidden(all.query, all.wanted, in: all.snapshot, all.time)
        }
        defer { hintAtSeries(besides: all) }
        guard known.isEmpty else { return name(known) }
        console.info(isBare ? "nothing to list; add a reminder with: mm add TITLE" : "nothing matches")
        for hint in explanation.hints {
            let command = "mm list \(hint.query.shellWord)"
            if hint.isMisspelling {
                console.warn(hint.statement, hint: hint.query.isEmpty ? nil : "did you mean: \(command)")
            } else {
                console.info("\(hint.statement): \(command)" + Self.agenda(of: hint.query))
            }
        }
    }

    /// Warns about words that look like terms or operators but are searched for as text.
    ///
    /// - Parameter named: the queries that `@name` stands for, which may have such words too.
    mutating func warnAboutLookalikes(in words: String, named: [String: String], after command: String) {
        let others = Query.named(in: words, among: named).map { name, text in
            (text, "in '@\(name)': ", "mm config queries.\(name.shellWord)")
        }
        for (text, place, command) in [(words, "", command)] + others {
            guard let (found, query) = Lookalike.all(in: text) else { continue }
            console.warn(place + Lookalike.statement(of: found), hint: Self.suggestion(query, after: command))
        }
    }

    static func suggestion(_ query: String, after command: String) -> String {
        let meant = "did you mean: \(command) \(quoted(query))"
        return meant + (command == "mm list" ? agenda(of: query) : "")
    }

    /// Words for a shell, quoted if it would read them otherwise.
    private static func quoted(_ words: String) -> String {
        let isPlain = words.utf8.allSatisfy { $0 == 0x20 || !"()<>!*?$'\"\\`;&|#~{}[]".utf8.contains($0) }
        return isPlain ? words : words.shellWord
    }

    /// The agenda of the days that a query asks for, which has both kinds of dates and every occurrence of a series.
    private static func agenda(of query: String) -> String {
        Lookalike.days(in: query).map { ", or for all that is on these days: mm agenda \(quoted($0))" } ?? ""
    }

    /// Warns about tags that no file has, which are probably misspelt.
    ///
    /// - Returns: whether there is such a tag.
    mutating func warnAboutMissingTags(of found: QueryMatches) throws(MemossError) -> Bool {
        guard !found.query.tags.isEmpty, !globals.flag(.quiet) else { return false }
        let missing = try explanation(of: found).missingTags
        for word in missing {
            let places = try word.tag.map { tag throws(MemossError) in
                try rest(of: TagPlan(mentioning: tag), in: found.snapshot).places
            }
            let command = "mm list --all \(found.text.shellWord) \(OptionSyntax.text.name)"
            let hint = places.flatMap(\.self).map { "it is in \($0): \(command)" }
            console.warn(word.statement, hint: hint ?? word.hint)
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
        let missing = try missingKeys(query.keys, in: snapshot, isQuery: true)
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
        let missing = try missingKeys(options.typedKeys, in: snapshot, or: words)
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
        or others: [String]? = nil,
        isQuery: Bool = false
    ) throws(MemossError) -> [MissingKey] {
        let calling = snapshot.registry.settings.profile?.names
        func isKnown(_ keys: [String]) -> Bool { MissingKey.all(among: names, known: keys, calling: calling).isEmpty }
        // If nothing matches, the hints need everything too.
        if names.isEmpty || isKnown(snapshot.keys) { return [] }
        if isQuery, snapshot.reminders.isEmpty, try isKnown(unfiltered(keeping: .named(names)).keys) { return [] }
        return MissingKey.all(among: names, known: try folder().keyNames(), or: others, calling: calling)
    }

    /// The error for a query that cannot be parsed.
    static func usageError(_ error: ParseError, in words: String, hints: [String]? = nil) -> MemossError {
        MemossError(
            .usage,
            error.message,
            hints: error.marked(in: words) + (hints ?? error.hints) + ["see 'mm list --help'"]
        )
    }
}
