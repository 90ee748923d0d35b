import MemossFiles

extension ArgumentSyntax {
    static let query = ArgumentSyntax(
        "QUERY",
        .many,
        help: "the terms to match",
        completion: .query,
        capturesNegation: true
    )
}

/// What a query of the command line matches.
struct QueryMatches {
    let text: String
    /// The parsed text.
    let query: Query
    /// The part of it that the command acts on, such as `Query.listed`.
    let wanted: Query
    var snapshot: Snapshot
    let time: TimeContext
    /// The files that `wanted` matches, in path order; those that cannot be read come last, if the query asks for them.
    let files: [Reminder]
    /// Whether the query has a key that no file has. A warning has said so.
    let missesKey: Bool
}

extension Session {
    /// Reads the files that a query matches. Warns about keys that no file has.
    ///
    /// - Parameters:
    ///   - query: parsed from `text`.
    ///   - wanted: the part of it that the command acts on.
    ///   - isCounting: whether the snapshot must also have what matches the query but is not wanted.
    ///   - keepsSeries: whether it must also have the series that would match with another date.
    ///   - body: what the command itself needs of the bodies.
    ///   - keys: the keys that the command itself needs.
    mutating func read(
        matching query: Query,
        in text: String,
        wanted: Query,
        isCounting: Bool = false,
        keepsSeries: Bool = false,
        keeping body: KeptBody = .none,
        keys: KeptKeys = .none
    ) throws(MemossError) -> QueryMatches {
        let registry = try folder().registry()
        let compared = globals.flag(.quiet) ? [] : query.comparedKeys
        var kept = isCounting ? query : wanted
        if keepsSeries { kept = kept.withAnySeries }
        if !compared.isEmpty { kept = kept.withOtherKinds }
        let filter = QueryMatcher(kept, registry: registry)
        let body = query.needsBodies ? .whole : body
        let (snapshot, time) = try read(keeping: body, keys: keys, for: filter, registry: registry)
        let matcher = QueryMatcher(wanted, registry: snapshot.registry, context: time)
        let files = query.asksForBroken ? snapshot.reminders + snapshot.unreadable : snapshot.reminders
        let missesKey = try warnAboutMissingKeys(of: query, in: text, snapshot)
        let found = QueryMatches(
            text: text,
            query: query,
            wanted: wanted,
            snapshot: snapshot,
            time: time,
            files: files.filter(matcher.matches),
            missesKey: missesKey
        )
        if !compared.isEmpty { warnAboutOtherKinds(of: compared, besides: found) }
        return found
    }

    /// Warns about values that a comparison cannot be compared with, because of which reminders may be missing.
    private mutating func warnAboutOtherKinds(of keys: [String], besides found: QueryMatches) {
        let matcher = QueryMatcher(found.wanted.withOtherKinds, registry: found.snapshot.registry, context: found.time)
        let listed = Set(found.files.map { PathKey($0.path) })
        let others = found.snapshot.reminders.filter { !listed.contains(PathKey($0.path)) && matcher.matches($0) }
        guard let first = others.first else { return }
        let values = keys.flatMap { key in first.values(of: key).map { "\(key): \($0.text)" } }
        console.warn(
            "\(others.count.counted("reminder")) not listed: \(others.count == 1 ? "its value is" : "their values are") of "
                + "another kind, such as '\(values.first ?? "")' in \(first.path)",
            hint: "numbers are compared with numbers, dates with dates, durations such as 45min with durations"
        )
    }
}
