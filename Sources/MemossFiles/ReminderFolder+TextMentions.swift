internal import Bytes

extension ReminderFolder {
    /// Reads the files that a tag edit depends on.
    ///
    /// - Parameter countsMentions: whether to collect what `left` needs, too, so that it does not read the folder again.
    /// - Returns: a snapshot without the reminders that the plan does not depend on, and its time zones.
    /// - Throws: like `read`.
    package func read(
        toEdit edit: some TagEdit,
        countsMentions: Bool
    ) throws(MemossError) -> (snapshot: Snapshot, zones: [String: Zone]) {
        let registry = registry()
        let keepsTexts = registry.settings.readsTagsInText
        guard let tags = edit.concerned else { return try read(registry: registry) }
        let query = Query.any(tags.map { .term(.tag($0)) } + [.term(.state(.broken))])
        let matcher = QueryMatcher(query, registry: registry)
        let mentions = countsMentions || keepsTexts ? matcher.textTags : nil
        // The links between tasks of TaskNotes can be followed only if all tasks are read.
        let isShared = registry.settings.profile != nil
        return try read(for: isShared ? nil : matcher, registry: registry, noting: mentions)
    }

    /// Counts the files that have each tag, and those that have it in their text. Of the files themselves, which may be many, nothing
    /// is kept.
    ///
    /// - Returns: the counts, those of the texts, a snapshot of what has to be told about the files, and whether there are tags in
    ///   texts that are not read.
    /// - Throws: like `read`.
    package func countTags() throws(MemossError) -> (
        tags: TagCounts, texts: TagCounts, snapshot: Snapshot, leavesTexts: Bool
    ) {
        let registry = registry()
        let keepsTexts = registry.settings.readsTagsInText
        var observer = NoObserver()
        let found = try readFiles(observing: &observer, listsBases: keepsTexts) {
            TagReader(registry: registry)
        } with: {
            $0.read($1, limit: keepsTexts ? Disk.maximumEditSize : Self.readLimit)
        }
        let (snapshot, _) = resolved(Snapshot(found.map(\.snapshot), registry: registry))
        var counts = (tags: TagCounts(), texts: TagCounts())
        for part in found.parts {
            counts.tags.add(part.tags)
            counts.texts.add(part.texts)
        }
        return (counts.tags, counts.texts, snapshot, found.parts.contains(where: \.leavesTexts))
    }

    /// The tags in the text of a file, whether or not texts are read; none if the file cannot be read.
    package func textTags(of path: String) -> [TagName] {
        guard let bytes = try? contents(of: path).bytes else { return [] }
        return bytes.withUnsafeBufferPointer {
            TextTags(in: $0, from: Delimiters.search($0).bodyStart, .all).names
        }
    }

    /// How many texts and bases, counting notes that have bases, have the tags that an edit of tags without them has changed elsewhere.
    ///
    /// - Parameter snapshot: read for the edit.
    /// - Throws: a `MemossError` if the root cannot be read.
    package func left(by plan: TagPlan, in snapshot: Snapshot) throws(MemossError) -> (texts: Int, bases: Int) {
        guard let sweep = plan.sweep else { return (0, 0) }
        let counter = MentionCounter(of: sweep)
        if let mentions = snapshot.mentions, mentions.cover(counter.filter) {
            var known: [TagName: Bool] = [:]
            func changes(_ name: TagName) -> Bool {
                let answer = known[name] ?? (sweep.rewrite.change(name) != nil)
                known[name] = answer
                return answer
            }
            let noted = mentions.texts.compactMap(\.path).count { path in
                (try? contents(of: path)).map { counter.hasBase($0.bytes) } ?? false
            }
            let texts = mentions.texts.count { $0.names.contains(where: changes) }
            return (texts, noted + count(mentions.bases, for: sweep))
        }
        var observer = NoObserver()
        let found = try readFiles(observing: &observer, listsBases: true) {
            MentionCounter(of: sweep)
        } with: {
            $0.count(in: $1)
        }
        let texts = found.parts.reduce(0) { $0 + $1.texts }
        return (texts, found.parts.reduce(count(found.bases, for: sweep)) { $0 + $1.bases })
    }

    private func count(_ bases: [String], for sweep: TagSweep) -> Int {
        guard sweep.isAboutBases else { return 0 }
        return bases.count { path in
            (try? contents(of: path)).map { sweep.rewrite.mayApply(toBase: $0.bytes) } ?? false
        }
    }
}

/// Counts the files whose texts, or bases in them, have tags that a sweep changes.
private struct MentionCounter {
    private let sweep: TagSweep
    let filter: TextTagFilter

    init(of sweep: TagSweep) {
        self.sweep = sweep
        let names = sweep.names.map { Array($0.key.utf8) }
        let areKnown = !names.isEmpty && names.allSatisfy { $0.allSatisfy { $0 < 0x80 } }
        filter = TextTagFilter(names: areKnown ? names : nil)
    }

    func count(in run: FileRun) -> (texts: Int, bases: Int) {
        var counts = (texts: 0, bases: 0)
        run.forEachFile(limit: ReminderFolder.readLimit, whole: true) { _, contents in
            guard case .success(let bytes) = contents else { return true }
            let start = Delimiters.search(bytes).bodyStart
            if has(bytes, from: start) { counts.texts += 1 }
            if sweep.isAboutBases, EmbeddedBase.mayBe(in: bytes, start..<bytes.count), hasBase(Array(bytes)) {
                counts.bases += 1
            }
            return true
        }
        return counts
    }

    private func has(_ bytes: UnsafeBufferPointer<UInt8>, from start: Int) -> Bool {
        guard filter.mayFind(in: bytes, start..<bytes.count) else { return false }
        return TextTags(in: bytes, from: start, filter).names.contains { sweep.rewrite.change($0) != nil }
    }

    /// Whether a base in the text of a note names one of the tags.
    func hasBase(_ bytes: [UInt8]) -> Bool {
        let start = bytes.withUnsafeBufferPointer { Delimiters.search($0).bodyStart }
        return sweep.isAboutBases && sweep.rewrite.apply(toBasesIn: bytes, from: start) != nil
    }
}
