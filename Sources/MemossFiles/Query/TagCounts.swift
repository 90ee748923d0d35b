/// The number of files that have each tag, counted without keeping the files.
package struct TagCounts: Sendable, Hashable {
    private struct Count: Sendable, Hashable {
        var files: Int
        /// The last file that was counted.
        var last: Int
    }

    /// By canonical name; a nested tag also counts for its ancestors.
    private var counts: [TagName: Count] = [:]
    /// The names of all tags in use, in the order in which they were found: the registered spelling, or else the first one.
    private var found: [TagName] = []
    private var names: Set<TagName> = []
    private var files = 0

    package init() {}

    /// Counts one more file.
    ///
    /// - Parameter tags: its tags, by canonical names.
    mutating func add(_ tags: some Sequence<TagName>) {
        files += 1
        for name in tags {
            if names.insert(name).inserted { found.append(name) }
            for ancestor in name.lineage where counts[ancestor]?.last != files {
                counts[ancestor] = Count(files: count(of: ancestor) + 1, last: files)
            }
        }
    }

    /// Counts the files that come after these.
    mutating func add(_ others: TagCounts) {
        for name in others.found where names.insert(name).inserted { found.append(name) }
        for (name, count) in others.counts {
            counts[name] = Count(files: self.count(of: name) + count.files, last: files + count.last)
        }
        files += others.files
    }

    /// The number of files that have the tag or one nested in it.
    package func count(of name: TagName) -> Int { counts[name]?.files ?? 0 }

    /// The names of all tags in use, sorted.
    package var carried: [TagName] { found.sorted { $0.key < $1.key } }
}

/// Counts the tags of files while they are read.
struct TagReader {
    /// The results for some of the files, in path order.
    struct Part: Sendable {
        /// What has to be told about the files; few reminders are among it.
        var snapshot: Snapshot.Part
        var tags = TagCounts()
        /// Only those in the bodies.
        var texts = TagCounts()
        /// Whether a text has a tag and texts are not read. Of long files, only the beginning is looked at.
        var leavesTexts = false
    }

    private var reader: ReminderReader
    private let registry: TagRegistry
    private var canonical: [TagName: TagName] = [:]

    init(registry: TagRegistry) {
        self.registry = registry
        reader = ReminderReader(matcher: nil, registry: registry)
    }

    mutating func read(_ run: FileRun, limit: Int) -> Part {
        var part = Part(snapshot: Snapshot.Part())
        reader.begin(run)
        run.forEachFile(limit: limit) { file, contents in
            guard reader.read(file, contents, into: &part.snapshot) else { return false }
            if !part.leavesTexts, !registry.settings.readsTagsInText, case .success(let bytes) = contents {
                let start = Delimiters.search(bytes).bodyStart
                part.leavesTexts =
                    TextTagFilter.all.mayFind(in: bytes, start..<bytes.count)
                    && !TextTags(in: bytes, from: start, .all).items.isEmpty
            }
            for reminder in part.snapshot.takeReminders() {
                part.tags.add(names(of: reminder.allTags))
                part.texts.add(names(of: reminder.textTags))
            }
            return true
        }
        return part
    }

    /// The registered names of tags.
    private mutating func names(of tags: [TagName]) -> [TagName] {
        tags.map { tag in
            if let name = canonical[tag] { return name }
            let name = registry.canonical(tag)
            canonical[tag] = name
            return name
        }
    }
}
