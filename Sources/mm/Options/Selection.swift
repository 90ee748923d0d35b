import MemossFiles

extension OptionSyntax {
    static let whereQuery = OptionSyntax(
        "where",
        value: "QUERY",
        help: "instead of SELECTOR: everything that 'mm list QUERY' lists",
        completion: .query
    )
    static let expect = OptionSyntax(
        "expect",
        value: "N",
        help: "change nothing unless exactly N reminders would change"
    )
    /// The options of every command that takes several reminders.
    static let selection = [
        whereQuery, expect, yes.with(help: "do not ask for confirmation if --where selects several"),
    ]
}

/// The targets of an edit: the reminders that are named, or that a query lists.
struct Selection {
    let snapshot: Snapshot
    let time: TimeContext
    /// Without duplicates.
    var reminders: [Reminder]
    /// Nil if the reminders are named. If a query lists them, those that the edit does not apply to are skipped.
    var query: String?
    /// Unreadable files that may match the query.
    var unreadable: [SkippedFile] = []
    /// The occurrences that made the query match a series, unless that is the current one.
    var occurrences: [PathKey: MatchedOccurrence] = [:]
    /// The occurrences that were chosen one by one, as in `mm ui`; nil for the current one.
    var days: [PathKey: [DateValue?]] = [:]

    var paths: [String] { reminders.map(\.path) }
    var isQuery: Bool { query != nil }
}

extension Invocation {
    /// An error if the edit changes another number of reminders than `--expect` says.
    func unexpected(_ plan: EditPlan) throws(MemossError) -> MemossError? {
        let count = plan.edits.count { $0.path != TagRegistry.fileName }
        guard command.declares(.expect), let expected = try integer(.expect), count != expected else { return nil }
        let would = "\(count.counted("reminder")) would change"
        return MemossError(.failure, "\(would), not \(expected) as expected; nothing was changed")
    }

    /// Whether the edit may have to be confirmed.
    var mayAsk: Bool {
        command.declares(.yes) && !flag(.yes) && !flag(.dryRun)
            && (hasAny(of: [.whereQuery]) || command.path == ["delete"])
    }
}

extension Session {
    /// The reminders that the command acts on.
    ///
    /// - Parameters:
    ///   - words: the SELECTORs.
    ///   - acceptsUnreadable: whether a file that cannot be read can be selected.
    mutating func select(
        _ words: [String],
        _ invocation: Invocation,
        acceptsUnreadable: Bool = false
    ) throws(MemossError) -> Selection {
        guard let query = invocation.option(.whereQuery) else {
            return try select(words, invocation, in: try read(), acceptsUnreadable: acceptsUnreadable)
        }
        guard words.isEmpty else {
            let whole = ([query] + words).joined(separator: " ").shellWord
            throw invocation.usageError(
                "'--where' and SELECTOR cannot be used together",
                hints: ["quote a query of several terms: --where \(whole)"]
            )
        }
        let preference = invocation.command.arguments.first?.preference ?? .any
        return try select(query, invocation, preferring: preference, acceptsUnreadable: acceptsUnreadable)
    }

    /// The reminders that words select in a folder that has been read.
    ///
    /// - Parameter asks: whether to let the user choose, if the words match several.
    mutating func select(
        _ words: [String],
        _ invocation: Invocation,
        in folder: (snapshot: Snapshot, time: TimeContext),
        acceptsUnreadable: Bool = false,
        asks: Bool = true
    ) throws(MemossError) -> Selection {
        if words.contains("-") {
            let example = "mm \(invocation.command.path.joined(separator: " ")) $(mm pick)"
            throw invocation.usageError(
                "'-' is not a SELECTOR: this command does not read standard input",
                hints: ["to act on what another command prints: \(example)"]
            )
        }
        let preference = invocation.command.arguments.first?.preference ?? .any
        var selector = Selector(words, preferring: preference, acceptsUnreadable: acceptsUnreadable)
        selector.keepsNames = invocation.command.path == ["delete"]
        let reminders = try choosing(selector, invocation, in: folder, asks: asks) { session throws(MemossError) in
            try session.explainingTerms(selector, invocation) { session throws(MemossError) in
                try session.resolveAll(selector, in: folder.snapshot)
            }
        }
        return Selection(snapshot: folder.snapshot, time: folder.time, reminders: reminders)
    }

    /// Everything that `mm list` lists for the query; for `reopen`, completed reminders as well.
    private mutating func select(
        _ text: String,
        _ invocation: Invocation,
        preferring preference: Selector.Preference,
        acceptsUnreadable: Bool
    ) throws(MemossError) -> Selection {
        guard text.utf8.contains(where: { $0 > 0x20 }) else {
            throw invocation.usageError("'--where' needs a query", hints: ["everything that is open: --where is:open"])
        }
        let query = try query(text)
        let isReopening = preference == .reopenable
        let found = try read(matching: query, in: text, wanted: query.listed(withCompleted: isReopening))
        let reminders = found.files.filter { file in
            (!isReopening || preference.includes(file)) && (acceptsUnreadable || file.attention?.hidesFile != true)
        }
        var selection = Selection(snapshot: found.snapshot, time: found.time, reminders: reminders, query: text)
        if !isReopening {
            let matcher = QueryMatcher(query, registry: found.snapshot.registry, context: found.time)
            for reminder in reminders {
                let occurrence = matcher.occurrence(of: reminder)
                if occurrence != .current { selection.occurrences[PathKey(reminder.path)] = occurrence }
            }
        }
        let listed = Set(reminders.map { PathKey($0.path) })
        selection.unreadable = try folder().unreadableFiles(in: found.snapshot, matching: query).filter {
            !listed.contains(PathKey($0.path))
        }
        return selection
    }

    /// The selected reminders without duplicates, in the order in which they are named.
    ///
    /// - Throws: a `MemossError` for the first word that does not select exactly one reminder.
    private mutating func resolveAll(_ selector: Selector, in snapshot: Snapshot) throws(MemossError) -> [Reminder] {
        var failure: MemossError?
        // An absolute path is not a word of a title.
        if selector.words.count == 1 || !selector.words.allSatisfy({ $0.hasPrefix("/") }) {
            do throws(MemossError) {
                return [try resolve(selector, in: snapshot)]
            } catch {
                if selector.words.count == 1 { throw error }
                failure = error
            }
        }
        var found: [Reminder] = []
        var seen: Set<PathKey> = []
        let index = SelectorIndex(snapshot, forMany: true)
        var firstFailure: MemossError?
        for word in selector.words {
            do throws(MemossError) {
                var one = selector
                one.words = [word]
                one.isOneOfSeveral = true
                let reminder = try resolve(one, in: snapshot, index)
                if seen.insert(PathKey(reminder.path)).inserted { found.append(reminder) }
            } catch {
                firstFailure = firstFailure ?? error
            }
        }
        // If no word selects anything on its own, the words were meant as one title.
        if let firstFailure { throw found.isEmpty ? failure ?? firstFailure : firstFailure }
        return found
    }
}

// MARK: - Committing

extension Session {
    /// Commits an edit of selected reminders as one step, after checking `--expect` and asking for confirmation.
    ///
    /// - Parameters:
    ///   - what: the action, to be followed by the reminders: `complete`, `set priority in`.
    ///   - asks: whether to ask for confirmation even if the edit does not change several reminders listed by a query.
    ///   - verb: the message for standard error; nil to report the steps.
    ///   - steps: as for `commit`.
    ///   - interpretation: as for `commit`.
    mutating func commit(
        _ plan: EditPlan,
        of selection: Selection,
        _ invocation: Invocation,
        as what: String,
        asks: Bool = false,
        verb: ((EditPlan) -> String)? = nil,
        steps: [StepOutcome] = [],
        interpretation: Interpretation? = nil
    ) throws(MemossError) -> ExitStatus {
        var plan = plan
        plan.skip(selection.unreadable)
        let paths = plan.edits.map(\.path).filter { $0 != TagRegistry.fileName }
        let number = paths.count.counted("reminder")
        let would = "\(number) would change"
        if var error = try invocation.unexpected(plan) {
            let edited = Set(paths.map { PathKey($0) })
            error.hints = try rows(of: selection.reminders.filter { edited.contains(PathKey($0.path)) }, in: selection)
            throw error
        }
        if let query = selection.query, selection.reminders.isEmpty, plan.skipped.isEmpty {
            if isJSON { console.write(EditReport(plan, isDryRun: invocation.flag(.dryRun)).json(nil)) }
            console.info("nothing matches; try: mm list \(query.shellWord)")
            return invocation.option(.expect) == nil ? .negative : .done
        }
        if asks || selection.isQuery && selection.reminders.count > 1, !plan.isEmpty {
            let edited = Set(paths.map { PathKey($0) })
            let reminders = selection.reminders.filter { edited.contains(PathKey($0.path)) }
            let question = "\(what.prefix(1).uppercased())\(what.dropFirst()) \(reminders.names ?? number)?"
            if reminders.names == nil, Confirmation.isPossible, invocation.mayAsk {
                try show(reminders, of: selection)
            }
            guard try isConfirmed(question, invocation, reason: asks && paths.count == 1 ? nil : would) else {
                console.info("nothing was changed")
                return .negative
            }
        }
        let name = paths.count == 1 ? paths[0] : paths.isEmpty ? selection.paths.joined(separator: ", ") : number
        return try commit(
            plan,
            invocation,
            as: "\(what) \(name)",
            verb: verb ?? { _ in "\(what) \(name)" },
            steps: steps,
            interpretation: interpretation,
            at: selection.time.now
        )
    }

    /// The maximum number of reminders shown before they are changed.
    private static let mostShown = 20

    /// Shows what will be changed, on standard error like the question.
    private mutating func show(_ reminders: [Reminder], of selection: Selection) throws(MemossError) {
        console.list(try rows(of: reminders, in: selection))
    }

    private mutating func rows(of reminders: [Reminder], in selection: Selection) throws(MemossError) -> [String] {
        let text = try text(of: reminders, in: selection.snapshot, selection.time)
        let rows = reminders.prefix(Self.mostShown).map { reminder in
            let when =
                if case .later(let day)? = selection.occurrences[PathKey(reminder.path)] {
                    text.relative(selection.time.shown(day, of: reminder)).text
                } else {
                    text.when(reminder)
                }
            return [text.handle(of: reminder), text.title(of: reminder), when].filter { !$0.isEmpty }
        }
        let others = reminders.count - rows.count
        guard others > 0 else { return rows.map { $0.joined(separator: "  ") } }
        let isAll = reminders.contains(where: \.isCompleted)
        let list = selection.query.map { ": mm list \(isAll ? "--all " : "")\($0.shellWord)" } ?? ""
        return rows.map { $0.joined(separator: "  ") } + ["and \(others) more\(list)"]
    }
}

extension [Reminder] {
    /// `'Milk' (milk.md) and 'Bread' (bread.md)`; nil if there are more than three.
    fileprivate var names: String? {
        count > 3 ? nil : map { "'\($0.title)' (\($0.path))" }.listed("and")
    }
}
