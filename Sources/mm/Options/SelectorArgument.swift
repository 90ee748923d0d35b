import MemossFiles

/// The arguments that select reminders. All have the same name, so each works as a key to the given words.
extension ArgumentSyntax {
    /// Selects one reminder. The words of a title need no quotes.
    static let selector = ArgumentSyntax(
        "SELECTOR",
        .some,
        help: "a path, an id or its first characters, a file name without .md, or words of the title",
        completion: .reminder
    )
    /// Each word selects one reminder, unless all words together are part of one title.
    static let selectors = ArgumentSyntax(
        "SELECTOR",
        .some,
        help: "paths, ids or their first characters, file names without .md, or the words of one title",
        completion: .reminder,
        alternative: .whereQuery
    )
}

extension Session {
    mutating func resolve(
        _ invocation: Invocation,
        in folder: (snapshot: Snapshot, time: TimeContext)
    ) throws(MemossError) -> Reminder {
        let selector = Selector(invocation.arguments(.selector))
        let found = try choosing(selector, invocation, in: folder) { session throws(MemossError) in
            try session.explainingTerms(selector, invocation) { session throws(MemossError) in
                [try session.resolve(selector, in: folder.snapshot)]
            }
        }
        guard found.count == 1 else {
            throw MemossError(.failure, "'\(invocation.command.name)' is about one reminder, not \(found.count)")
        }
        return found[0]
    }

    /// Lets the user choose where the words are missing or match several reminders, if there is a terminal.
    mutating func choosing(
        _ selector: Selector,
        _ invocation: Invocation,
        in folder: (snapshot: Snapshot, time: TimeContext),
        asks: Bool = true,
        _ resolve: (inout Session) throws(MemossError) -> [Reminder]
    ) throws(MemossError) -> [Reminder] {
        let canAsk = asks && canAsk && !isJSON
        if selector.words.isEmpty {
            let name = invocation.command.arguments.first.map { [$0] } ?? []
            guard canAsk else { throw .missingArguments(name, of: invocation.command) }
            return try choose(folder.snapshot.reminders.filter(selector.preference.includes), folder, invocation)
        }
        do throws(MemossError) {
            return try resolve(&self)
        } catch {
            let prefix = try prefix(in: self.folder())
            guard canAsk, error.kind == .failure else { throw error }
            let found = selector.candidates(in: folder.snapshot, from: prefix)
            guard found.count > 1 else { throw error }
            return try choose(found, folder, invocation)
        }
    }

    /// - Throws: a `MemossError` if the user cancels, or if there is nothing to choose from.
    private mutating func choose(
        _ reminders: [Reminder],
        _ folder: (snapshot: Snapshot, time: TimeContext),
        _ invocation: Invocation
    ) throws(MemossError) -> [Reminder] {
        let sorted = ReminderOrder.scheduled.sorted(reminders, in: folder.time)
        guard !sorted.isEmpty else { throw MemossError(.notFound, "there is no such reminder") }
        // Nobody should have to wait for the answer.
        unlock()
        let text = try text(of: sorted, in: folder.snapshot, folder.time)
        let picker = ReminderPicker(sorted, text, for: invocation.command.name)
        guard case .done(let chosen) = ask(picker), !chosen.isEmpty else {
            throw MemossError(.notFound, "nothing was chosen, and nothing was changed")
        }
        return chosen.map { sorted[$0] }
    }

    /// The reminder that all words together select.
    mutating func resolve(
        _ selector: Selector,
        in snapshot: Snapshot,
        _ index: SelectorIndex? = nil
    ) throws(MemossError) -> Reminder {
        let folder = try folder()
        if selector.words.count == 1, let typed = relativePath(selector.words[0], in: folder),
            let path = snapshot.place(of: typed)
        {
            if let found = selector.reminder(at: typed, in: snapshot) { return found }
            if let file = snapshot.unreadable.first(where: { $0.path.isSamePath(as: path) }) {
                return try selector.accept(unreadable: file, in: snapshot)
            }
        }
        let found = try selector.resolve(in: snapshot, index, from: prefix(in: folder))
        for problem in snapshot.copies(of: found) { console.warnOnce(ProblemText.warning(problem).text) }
        return found
    }

    /// Explains that a query was given where a SELECTOR is expected.
    mutating func explainingTerms<Value>(
        _ selector: Selector,
        _ invocation: Invocation,
        _ resolve: (inout Session) throws(MemossError) -> Value
    ) throws(MemossError) -> Value {
        do throws(MemossError) {
            return try resolve(&self)
        } catch {
            guard error.kind == .notFound, selector.holdsTerm else {
                throw Self.separating(selector, invocation, error)
            }
            let (command, query) = (invocation.command, selector.words.joined(separator: " ").shellWord)
            let rest = command.arguments.dropFirst().map { " " + $0.usage }.joined()
            let line = command.declares(.whereQuery) ? "\(command.name) --where \(query)\(rest)" : "mm list \(query)"
            let fields = command.declares(.untag) ? Self.fields(selector.words) : nil
            throw invocation.usageError(
                "a SELECTOR is not a query",
                hints: ["did you mean: " + (fields.map { "\(command.name) \($0)" } ?? line)]
            )
        }
    }

    /// `mm done 64ac,5702`: Taskwarrior separates them so.
    private static func separating(
        _ selector: Selector,
        _ invocation: Invocation,
        _ error: MemossError
    ) -> MemossError {
        guard error.kind == .notFound, invocation.command.declares(.whereQuery), selector.words.count == 1 else {
            return error
        }
        let parts = selector.words[0].split(separator: ",", omittingEmptySubsequences: false)
        guard parts.count > 1, parts.allSatisfy({ !$0.isEmpty && !$0.contains(" ") }) else { return error }
        var error = error
        let words = parts.map { String($0).shellWord }.joined(separator: " ")
        error.hints.append("to name several, separate them by blanks: \(invocation.command.name) \(words)")
        return error
    }

    /// What `dentist +Work priority:high due:fri @monday` sets: the words after the reminder as options and keys. Nil if one of them
    /// is something else.
    private static func fields(_ words: [String]) -> String? {
        guard let first = words.firstIndex(where: { $0.hasPrefix("+") || $0.hasPrefix("@") || $0.contains(":") }),
            first > 0
        else { return nil }
        var set = words[..<first].map(\.shellWord)
        for word in words[first...] {
            let parts = word.split(separator: ":", maxSplits: 1).map(String.init)
            if word.count > 1, word.hasPrefix("+") {
                set.append("--tag \(word.dropFirst().description.shellWord)")
            } else if word.count > 1, word.hasPrefix("@") {
                set.append("--scheduled \(word.dropFirst().description.shellWord)")
            } else if parts.count == 2 {
                let option = KnownKey(rawValue: parts[0] == "tag" ? "tags" : parts[0]).flatMap(OptionSyntax.option)
                set.append(option.map { "\($0.name) \(parts[1].shellWord)" } ?? "\(parts[0])=\(parts[1].shellWord)")
            } else {
                return nil
            }
        }
        return set.joined(separator: " ")
    }

    /// Converts an absolute path, or one with `..`, to a path relative to the root; nil if it is outside the folder.
    /// The last component is not resolved, because it may be a link.
    func relativePath(_ text: String, in folder: ReminderFolder) -> String? {
        guard text.hasPrefix("/") || text.split(separator: "/").contains("..") else { return nil }
        let parts = text.split(separator: "/", omittingEmptySubsequences: false)
        let parent = parts.dropLast().joined(separator: "/")
        let place = text.hasPrefix("/") ? (parent.isEmpty ? "/" : parent) : directory + "/" + parent
        guard let name = parts.last, let real = try? Directory.realPath(Directory.spelled(place)),
            let above = folder.relative(real)
        else { return nil }
        return above.isEmpty ? String(name) : above + "/" + name
    }
}
