extension Snapshot {
    /// - Throws: a `MemossError` if an edit of tags could do harm: the registry cannot be read or has a name twice, or
    ///   the ignore file cannot be read.
    package func requireEditableTags() throws(MemossError) {
        try registry.requireEditable()
        try requireComplete()
        if let problem = problems.first(where: { $0.path == IgnoreList.fileName }) {
            // An ignored file must not be edited.
            throw MemossError(.failure, "\(problem.path): \(problem.message)", outcome: MemossError.unchanged)
        }
    }
}

extension Snapshot {
    /// - Throws: a `MemossError` if the program that the folder is shared with knows something by the tag, which is to go: its
    ///   tasks would no longer be any, or would ring again.
    func requireNotShared(_ name: TagName) throws(MemossError) {
        guard let profile = registry.settings.profile else { return }
        let name = registry.canonical(name)
        for (tag, purpose) in [(profile.taskTag, "its tasks"), (profile.archiveTag, "what is archived")] {
            guard let tag, tag.isAtOrBelow(name) else { continue }
            throw MemossError(
                .failure,
                "TaskNotes knows \(purpose) by the tag '\(tag)'",
                outcome: MemossError.unchanged,
                hints: ["change it in the settings of TaskNotes first, then here"]
            )
        }
    }
}

extension TagRegistry {
    /// - Throws: a `MemossError` if it cannot be read, or has a name twice.
    func requireEditable() throws(MemossError) {
        guard document == nil || isAmbiguous else { return }
        let problem = problems.first { $0.severity == .error }
        let place = problem.map { "\($0.path):\($0.line ?? 1):\($0.column ?? 1): \($0.message)" }
        throw MemossError(
            .failure,
            "tags cannot be edited while the registry cannot be read",
            hints: place.map { [$0] } ?? []
        )
    }
}

extension EditContext {
    /// Whether a base names the tag or a nested one.
    func isNamedInBase(_ name: TagName) -> Bool {
        let rewrite = TagRewrite { $0.isAtOrBelow(name) ? .remove : nil }
        return bases().contains { $0.bytes.map { rewrite.mayApply(toBase: $0) } ?? false }
    }

    func bases() -> [(path: String, bytes: [UInt8]?)] {
        snapshot.contentsOfBases { (try? files.contents(of: $0))?.bytes }
    }
}

extension Snapshot {
    /// The text of each `.base` file and of each base in a note; nil if the file cannot be read.
    func contentsOfBases(_ contents: (String) -> [UInt8]?) -> [(path: String, bytes: [UInt8]?)] {
        let embedded = doubtfulTexts.flatMap { path in
            guard let bytes = contents(path) else { return [(path: path, bytes: [UInt8]?.none)] }
            let start = bytes.withUnsafeBufferPointer { Delimiters.search($0).bodyStart }
            return EmbeddedBase.all(in: bytes, from: start).map { (path, $0.text) }
        }
        return bases.map { ($0, contents($0)) } + embedded
    }
}

extension TagIndex {
    /// The error for an unknown tag, with the nearest names.
    func unknown(_ name: TagName, registry: TagRegistry) -> MemossError {
        let known = registry.tags.map(\.name.text) + carried.map(\.text)
        let nearest = Spelling.nearest(to: name.text, among: known, limit: 3)
        let hints = nearest.isEmpty ? [] : ["did you mean \(nearest.map { "'\($0)'" }.joined(separator: ", "))?"]
        return MemossError(.notFound, "no tag '\(name)'", hints: hints)
    }
}

/// How files spell their tags.
struct TagSpellings {
    private var uses: [TagName: [(spelling: TagName, count: Int)]] = [:]

    /// - Parameter reminders: in path order.
    init(_ reminders: [Reminder], registry: TagRegistry) {
        for reminder in reminders {
            var seen: Set<TagName> = []
            for name in reminder.allTags.map(registry.canonical) where seen.insert(name).inserted {
                if let known = uses[name]?.firstIndex(where: { $0.spelling.isSpelled(as: name) }) {
                    uses[name]?[known].count += 1
                } else {
                    uses[name, default: []].append((name, 1))
                }
            }
        }
    }

    /// Each tag once, in its most frequent spelling; of equally frequent ones, the first in path order.
    var mostFrequent: [TagName] { uses.keys.map { spelling(of: $0) }.sorted { $0.key < $1.key } }

    func spelling(of name: TagName) -> TagName {
        var best: (spelling: TagName, count: Int)?
        for use in uses[name] ?? [] where use.count > best?.count ?? 0 { best = use }
        return best?.spelling ?? name
    }
}
