import MemossFiles

/// What may have been meant by a query that matches nothing.
extension Session {
    /// Warns about values that no file has under their key, which are probably misspelt or only part of a value.
    mutating func hintAtValues(of query: Query) throws(MemossError) {
        let sought = query.soughtValues
        guard !sought.isEmpty else { return }
        let registry = try folder().registry()
        let matcher = QueryMatcher(.any(sought.map { .term(.has($0.key)) }), registry: registry)
        let snapshot = try folder().read(for: matcher, registry: registry).snapshot
        for missing in MissingValue.all(among: sought, in: snapshot.reminders) {
            let term = missing.nearest.map { "\(missing.key):\(Self.quoted($0))" }
            console.warn(
                "no file has '\(missing.value)' for '\(missing.key)'"
                    + (missing.isPart ? "; values are compared as a whole" : ""),
                hint: term.map { "did you mean: mm list \($0.shellWord)" }
            )
        }
    }

    /// Names the term for a text such as `priority=high`, if files have the key.
    mutating func hintAtKeys(of query: Query) throws(MemossError) {
        guard case .term(.text(let text)) = query else { return }
        let parts = text.split(separator: "=", maxSplits: 1).map(String.init)
        guard parts.count == 2, try MissingKey.all(among: [parts[0]], known: folder().keyNames()).isEmpty else {
            return
        }
        let term = "\(parts[0]):\(Self.quoted(parts[1]))"
        console.info("'\(text)' was searched for as text; for the key: mm list \(term.shellWord)")
    }

    /// If no deadline matches, names the query for dates that finds something, and the other way round.
    mutating func hintAtOtherDates(_ found: QueryMatches) throws(MemossError) {
        guard let other = OtherDates(found.text, found.time, named: configuration().queryTexts) else { return }
        let snapshot = try folder().read(for: other.matcher(found.snapshot.registry)).snapshot
        guard let text = other.text(in: snapshot) else { return }
        console.info("\(text): mm list \(other.query.shellWord)")
    }

    private static func quoted(_ value: String) -> String {
        value.contains(where: { " ()\"".contains($0) }) ? "\"\(value)\"" : value
    }

    /// Names a file whose path has the words of the query, which only `path:` looks at.
    ///
    /// - Parameters:
    ///   - command: the command line before the query.
    ///   - isListed: whether the command lists such a file.
    mutating func hintAtPaths(
        of query: Query,
        after command: String = "mm list",
        where isListed: (Reminder) -> Bool = { _ in true }
    ) throws(MemossError) {
        guard case .term(.text(let text)) = query else { return }
        let found = try folder().read().snapshot.files(at: text).filter(isListed)
        guard let first = found.first?.path else { return }
        let others = found.count == 1 ? "" : "\(found.count) files, such as "
        console.info("'\(text)' is in the path of \(others)\(first): \(command) \("path:\(first)".shellWord)")
    }
}
