/// A user's reference to one reminder: a path, an id or its prefix, a file stem, or words of a title.
package struct Selector: Sendable {
    package var words: [String]
    /// If several reminders match, only these are considered, if there are any.
    package var preference: Preference
    /// Whether a file that cannot be read may be selected, so that it can be repaired.
    package var acceptsUnreadable: Bool

    /// Whether a reminder that is called by a further name of its file has that path: for commands that act on the name.
    package var keepsNames = false

    /// Whether other words select something else. A number alone then never means a title.
    package var isOneOfSeveral = false

    /// The reminders that a command acts on.
    package enum Preference: Sendable {
        case any, open, series, reopenable

        package func includes(_ reminder: Reminder) -> Bool {
            switch self {
            case .any: true
            case .open: !reminder.isNote && !reminder.isCompleted
            case .series: Preference.open.includes(reminder) && reminder.recurrence != nil
            case .reopenable:
                reminder.isCompleted || !reminder.completeInstances.isEmpty || !reminder.skippedInstances.isEmpty
            }
        }
    }

    package init(_ words: [String], preferring preference: Preference = .any, acceptsUnreadable: Bool = false) {
        (self.words, self.preference, self.acceptsUnreadable) = (words, preference, acceptsUnreadable)
    }

    /// Whether a word has the form of a term, such as `tag:bills`, so that a query was probably meant.
    package var holdsTerm: Bool {
        words.contains { word in
            if word.hasPrefix("@"), word.utf8.count > 1 { return true }
            guard case .word(let key?, let text, _) = (try? QueryLexer.tokens(of: word))?.first?.token else {
                return false
            }
            return key.first?.isLetter == true && !text.isEmpty
        }
    }

    private var text: String { words.joined(separator: " ") }

    /// The paths relative to the root that the text may denote.
    ///
    /// - Parameter prefix: the user's current directory relative to the root, with a trailing slash; empty at the root.
    private func paths(from prefix: String) -> [String] {
        var text = text
        while text.hasPrefix("./") { text = String(text.dropFirst(2)) }
        return prefix.isEmpty ? [text] : [FilePath.normalized(prefix + text), text].compactMap { $0 }
    }

    /// The reminders or notes that match; exactly one if the selector is unambiguous.
    ///
    /// - Parameter index: an index of the snapshot, if several selectors are looked up.
    package func candidates(in snapshot: Snapshot, _ index: SelectorIndex? = nil, from prefix: String) -> [Reminder] {
        let found = matches(in: snapshot, index, from: prefix)
        // `done 2` must not complete another reminder once the one that it named is completed.
        guard found.count > 1, !SoughtWords(words).isNumber else { return found }
        let preferred = found.filter(preference.includes)
        return preferred.isEmpty ? found : preferred
    }

    private func matches(in snapshot: Snapshot, _ index: SelectorIndex?, from prefix: String) -> [Reminder] {
        for path in paths(from: prefix) {
            if let found = reminder(at: path, in: snapshot) { return [found] }
        }
        let index = index ?? SelectorIndex(snapshot)
        for prefix in [text, text.lowercased()] {
            // `mm` writes ids in lower case, but users may copy them from elsewhere.
            let exact = index.reminders(withID: prefix)
            if !exact.isEmpty { return Self.withoutCopies(exact) }
            guard prefix.utf8.count >= AbbreviatedIDs.minimumLength else { continue }
            let prefixed = index.reminders(withIDPrefix: prefix)
            if !prefixed.isEmpty { return Self.withoutCopies(prefixed) }
        }
        // A name that somebody types may be that of a file or a title: neither goes before the other.
        let stems = index.reminders(withStem: text)
        let places = Set(stems.map { PathKey($0.path) })
        let named = stems.map(called) + index.reminders(titled: text).filter { !places.contains(PathKey($0.path)) }
        if !named.isEmpty { return named }
        // The name of a file precedes words, also if it cannot be read.
        if unreadableFile(in: snapshot, from: prefix) != nil { return [] }
        return reminders(withWordsIn: snapshot)
    }

    /// The reminder with a path, which may be a further name of its file.
    package func reminder(at path: String, in snapshot: Snapshot) -> Reminder? {
        guard let place = snapshot.place(of: path), var found = snapshot.reminder(at: place) else { return nil }
        if keepsNames, let name = snapshot.otherName(at: path) { found.path = name.path }
        return found
    }

    /// The reminder as it is called by the stem of one of its names.
    private func called(_ reminder: Reminder) -> Reminder {
        guard keepsNames, ReminderDecoder.stem(of: reminder.path) != text,
            let name = reminder.otherNames.first(where: { ReminderDecoder.stem(of: $0) == text })
        else { return reminder }
        var reminder = reminder
        reminder.path = name
        return reminder
    }

    /// An id means the original of conflict copies, which are called by their paths.
    private static func withoutCopies(_ found: [Reminder]) -> [Reminder] {
        guard found.count > 1 else { return found }
        let copies = found.conflictCopies()
        return found.filter { copies[PathKey($0.path)] == nil }
    }

    /// The reminders whose titles have the words, as closely as any.
    private func reminders(withWordsIn snapshot: Snapshot) -> [Reminder] {
        let sought = SoughtWords(words)
        if isOneOfSeveral, sought.isNumber { return [] }
        var closest: SoughtWords.Closeness = .begun
        var found: [Reminder] = []
        for reminder in snapshot.reminders {
            guard let closeness = sought.closeness(to: reminder.title), closeness <= closest else { continue }
            if closeness < closest { (closest, found) = (closeness, []) }
            found.append(reminder)
        }
        return found
    }

    /// The single reminder that the selector denotes.
    ///
    /// - Throws: a `MemossError` if nothing matches (with the nearest titles) or several reminders do (with the
    ///   candidates).
    package func resolve(
        in snapshot: Snapshot,
        _ index: SelectorIndex? = nil,
        from prefix: String
    ) throws(MemossError) -> Reminder {
        let found = candidates(in: snapshot, index, from: prefix)
        if found.count == 1 { return found[0] }
        let text = text
        guard found.isEmpty else {
            let handles = AbbreviatedIDs(snapshot)
            var hints = found.prefix(10).map { "\(handles.handle(of: $0))  \($0.title)  (\($0.path))" }
            let others = found.count - hints.count
            let query = others > 0 ? query(for: found) : nil
            if others > 0, query == nil { hints.append("and \(others) more: give more of the path or the id") }
            throw MemossError(
                .failure,
                "'\(text)' matches \(found.count) reminders; be more specific:",
                hints: hints,
                remedy: query.map { .listOthers(count: others, query: $0) }
            )
        }
        if let file = unreadableFile(in: snapshot, from: prefix) {
            return try accept(unreadable: file, in: snapshot)
        }
        let known = snapshot.reminders.flatMap { [$0.title, ReminderDecoder.stem(of: $0.path)] }
        let inside = snapshot.reminders.first { preference.includes($0) && TextSearch.finds($0.title, text) }?.title
        let nearest =
            idBeginning(in: snapshot) ?? inside ?? Spelling.nearest(to: text, among: known).first
            ?? titleWithNearWords(in: snapshot)
        throw MemossError(
            .notFound,
            "no reminder matches '\(text)'",
            hints: nearest.map { ["did you mean '\($0)'?"] } ?? []
        )
    }

    /// The handle of the one reminder whose id begins so, if these are too few characters to select by.
    private func idBeginning(in snapshot: Snapshot) -> String? {
        guard 2..<AbbreviatedIDs.minimumLength ~= text.utf8.count else { return nil }
        let found = snapshot.reminders.filter { $0.id.hasPrefix(text.lowercased()) }
        return found.count == 1 ? AbbreviatedIDs(snapshot).handle(of: found[0]) : nil
    }

    /// The title that has each word, or the nearest word of any title instead; nil if no title has all of them.
    private func titleWithNearWords(in snapshot: Snapshot) -> String? {
        func words(_ text: String) -> [String] { text.split(separator: " ").map { CaseFolding.folded(String($0)) } }
        let titles = snapshot.reminders.filter(preference.includes).map { ($0.title, words: Set(words($0.title))) }
        let known = titles.reduce(into: Set<String>()) { $0.formUnion($1.words) }
        let index = SpellingIndex(known)
        let meant = words(text).compactMap { word in
            // `note` is no misspelling of `not`.
            known.contains(word)
                ? word : index.nearest(to: word, limit: 3).first { !$0.hasPrefix(word) && !word.hasPrefix($0) }
        }
        guard !meant.isEmpty, meant.count == words(text).count else { return nil }
        return titles.first { $0.words.isSuperset(of: meant) }?.0
    }

    /// - Throws: a `MemossError` unless files that cannot be read may be selected.
    package func accept(unreadable file: Reminder, in snapshot: Snapshot) throws(MemossError) -> Reminder {
        if acceptsUnreadable { return file }
        let problems = snapshot.problems.filter { $0.path.isSamePath(as: file.path) }
        throw MemossError(
            .failure,
            "\(file.path) cannot be read",
            hints: problems.map { "\($0.path):\($0.line ?? 1):\($0.column ?? 1): \($0.message)" },
            remedy: problems.lazy.compactMap(\.remedy).first
        )
    }

    /// A query that matches these reminders and possibly a few more; nil if there is none.
    private func query(for found: [Reminder]) -> [String]? {
        let sought = words.flatMap { $0.split(separator: " ").map(String.init) }
        let isTitled = found.allSatisfy { reminder in sought.allSatisfy { TextSearch.finds(reminder.title, $0) } }
        guard isTitled else { return nil }
        // A listing shows only open reminders unless the query says otherwise.
        var kinds: [String] = []
        if found.contains(where: { !$0.isNote && !$0.isCompleted }) { kinds.append("is:open") }
        if found.contains(where: { $0.completed != .open }) { kinds.append("is:completed") }
        if found.contains(where: \.isArchived) { kinds.append("is:archived") }
        if found.contains(where: \.isNote) { kinds.append("is:note") }
        return sought.map { "title:\($0)" } + (kinds == ["is:open"] ? [] : ["(\(kinds.joined(separator: " OR ")))"])
    }

    /// A file that could not be read, found by its path or stem.
    private func unreadableFile(in snapshot: Snapshot, from prefix: String) -> Reminder? {
        let paths = paths(from: prefix)
        return snapshot.unreadable.first { file in
            paths.contains(where: file.path.isSamePath)
                || file.path.hasSuffix(".md") && ReminderDecoder.stem(of: file.path) == text
        }
    }
}
