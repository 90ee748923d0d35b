/// What people write to mean one reminder: a path, an id or its prefix, a file's stem, or words of a title.
package struct Selector: Sendable {
    package var words: [String]

    package init(_ words: [String]) { self.words = words }

    private var text: String { words.joined(separator: " ") }

    /// Paths that the text may mean, from the root.
    ///
    /// - Parameter prefix: where in the folder the user stands, with a slash at the end; empty at the root.
    private func paths(from prefix: String) -> [String] {
        var text = text
        while text.hasPrefix("./") { text = String(text.dropFirst(2)) }
        return prefix.isEmpty ? [text] : [Selector.normalized(prefix + text), text].compactMap { $0 }
    }

    /// The reminders or notes that are meant: one where the selector is good.
    ///
    /// - Parameter index: of the snapshot, where several selectors are looked up.
    package func candidates(in snapshot: Snapshot, _ index: SelectorIndex? = nil, from prefix: String) -> [Reminder] {
        for path in paths(from: prefix) {
            if let found = snapshot.reminder(at: path) { return [found] }
        }
        let index = index ?? SelectorIndex(snapshot)
        for prefix in [text, text.lowercased()] {
            // Ids are in small letters where `mm` writes them, and people have them from anywhere.
            let exact = index.reminders(withID: prefix)
            if !exact.isEmpty { return exact }
            guard prefix.utf8.count >= Handles.minimumLength else { continue }
            let prefixed = index.reminders(withIDPrefix: prefix)
            if !prefixed.isEmpty { return prefixed }
        }
        let stems = index.reminders(withStem: text)
        if !stems.isEmpty { return stems }
        let titled = index.reminders(titled: text)
        if !titled.isEmpty { return titled }
        let sought = words.flatMap { $0.split(separator: " ").map(String.init) }
        guard !sought.isEmpty else { return [] }
        return snapshot.reminders.filter { reminder in sought.allSatisfy { TextSearch.contains(reminder.title, $0) } }
    }

    /// The one reminder that is meant.
    ///
    /// - Throws: a `MemossError`: nothing matches (with the nearest titles), or several do (with the candidates).
    package func resolve(
        in snapshot: Snapshot,
        _ index: SelectorIndex? = nil,
        from prefix: String
    ) throws(MemossError) -> Reminder {
        let found = candidates(in: snapshot, index, from: prefix)
        if found.count == 1 { return found[0] }
        guard found.isEmpty else {
            let handles = Handles(snapshot)
            var hints = found.prefix(10).map { "\(handles.handle(of: $0.id))  \($0.title)  (\($0.path))" }
            let others = found.count - hints.count
            let query = others > 0 ? query(for: found) : nil
            if others > 0, query == nil { hints.append("and \(others) more: more of the path or of the id says which") }
            throw MemossError(
                .failure,
                "'\(text)' means \(found.count) reminders: say which",
                hints: hints,
                remedy: query.map { .listOthers(count: others, query: $0) }
            )
        }
        if let path = leftOut(in: snapshot, from: prefix) {
            let problems = snapshot.problems.filter { $0.path == path }
            let hints = problems.map { problem in
                "\(problem.path):\(problem.line ?? 1):\(problem.column ?? 1): \(problem.message)"
            }
            throw MemossError(
                .failure,
                "\(path) cannot be read",
                hints: hints,
                remedy: problems.lazy.compactMap(\.remedy).first
            )
        }
        let known = snapshot.reminders.flatMap { [$0.title, ReminderDecoder.stem(of: $0.path)] }
        let nearest = Spelling.nearest(to: text, among: known).first
        throw MemossError(
            .notFound,
            "no reminder matches '\(text)'",
            hints: nearest.map { ["did you mean '\($0)'?"] } ?? []
        )
    }

    /// A query that finds just these and perhaps some more; nil where there is none.
    private func query(for found: [Reminder]) -> [String]? {
        let sought = words.flatMap { $0.split(separator: " ").map(String.init) }
        let isTitled = found.allSatisfy { reminder in sought.allSatisfy { TextSearch.contains(reminder.title, $0) } }
        guard isTitled else { return nil }
        // A list is of open reminders unless the query names others.
        var kinds: [String] = []
        if found.contains(where: { !$0.isNote && !$0.isCompleted }) { kinds.append("is:open") }
        if found.contains(where: \.isCompleted) { kinds.append("is:completed") }
        if found.contains(where: \.isNote) { kinds.append("is:note") }
        return sought.map { "title:\($0)" } + (kinds == ["is:open"] ? [] : ["(\(kinds.joined(separator: " OR ")))"])
    }

    /// The path of the one file that is meant, which may be one that cannot be read: it is there to be mended.
    ///
    /// - Throws: as `resolve`.
    package func resolvePath(in snapshot: Snapshot, from prefix: String) throws(MemossError) -> String {
        if candidates(in: snapshot, from: prefix).isEmpty, let path = leftOut(in: snapshot, from: prefix) {
            return path
        }
        return try resolve(in: snapshot, from: prefix).path
    }

    /// A file that answers have to leave out, by its path or its stem.
    private func leftOut(in snapshot: Snapshot, from prefix: String) -> String? {
        let paths = paths(from: prefix)
        return snapshot.unreadable.map(\.path).first {
            paths.contains($0) || $0.hasSuffix(".md") && ReminderDecoder.stem(of: $0) == text
        }
    }

    /// A path without `.` and `..`; nil where it leads out of the folder.
    static func normalized(_ path: String) -> String? {
        var parts: [Substring] = []
        for part in path.split(separator: "/") where part != "." {
            if part == ".." {
                guard parts.popLast() != nil else { return nil }
            } else {
                parts.append(part)
            }
        }
        return parts.joined(separator: "/")
    }
}
