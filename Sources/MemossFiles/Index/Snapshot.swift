internal import Bytes

/// The contents of a folder at one point in time: immutable, in path order.
public struct Snapshot: Sendable {
    /// Reminders and notes. A file with an invalid key is included, without the fields that depend on the key.
    public internal(set) var reminders: [Reminder]
    /// Files and directories that cannot be read at all.
    public internal(set) var unreadable: [Reminder]
    /// Sorted by path, line and column; those of the registry come first.
    public package(set) var problems: [Problem]
    /// The tags of `tags.yaml`; empty without that file.
    public private(set) var registry: TagRegistry
    /// The prefixes of the ids of all reminders, including those filtered out; handles are computed from them.
    var idPrefixes: [TextPrefix]
    /// The further names of the files, each of which has one reminder.
    private(set) var otherNames = OtherNames()
    /// The open reminders that are named like copies and say nothing new, each with the path of its original. They are not
    /// delivered.
    package var copies: [PathKey: String] = [:]

    /// The bases of Obsidian, by path, if the tags of texts are read.
    package internal(set) var bases: [String] = []
    /// The paths of notes that may have `#name` in code, a comment or quotes, or a base in the text. An edit of tags examines them.
    /// Not recorded for a query without mentions.
    package internal(set) var doubtfulTexts: [String] = []
    /// The tags in texts, if they were collected while the folder was read.
    var mentions: TextMentions?
    /// Whether there may be reminders whose state depends on the day.
    package internal(set) var hasEvents = false
    /// The reminders that `lapsed` has changed, as the files have them.
    var written: [PathKey: Reminder] = [:]
    /// Whether tasks stand in for occurrences of others, or wait for others.
    var hasTies = false

    /// The results for some of the files, in path order.
    struct Part: Sendable, Hashable {
        private(set) var reminders: [Reminder] = []
        private(set) var unreadable: [Reminder] = []
        private(set) var problems: [Problem] = []
        private(set) var idPrefixes: [TextPrefix] = []
        private(set) var hasEvents = false
        /// The number of reminders that `takeReminders` has left.
        private var kept = 0
        private(set) var mentions: [TextMentions.Text] = []
        private(set) var doubtfulTexts: [String] = []

        /// - Parameter count: the number of files.
        init(of count: Int = 1) { idPrefixes.reserveCapacity(count) }

        /// Records a file without problems that was filtered out.
        mutating func leaveOut(_ idPrefix: TextPrefix) { idPrefixes.append(idPrefix) }

        /// Takes the reminders that were added since the last call. Those with a time zone stay too, because an unknown one must
        /// be reported in any case.
        mutating func takeReminders() -> ArraySlice<Reminder> {
            let taken = reminders[kept...]
            reminders.removeSubrange(kept...)
            reminders += taken.filter { $0.timezone != nil }
            kept = reminders.count
            idPrefixes.removeAll(keepingCapacity: true)
            return taken
        }

        /// Notes what a text has of the tags of a filter.
        mutating func mention(
            _ path: String,
            _ bytes: UnsafeBufferPointer<UInt8>,
            from start: Int,
            _ filter: TextTagFilter
        ) {
            let text = min(start, bytes.count)..<bytes.count
            let names = filter.mayFind(in: bytes, text) ? TextTags(in: bytes, from: start, filter).names : []
            let mayBeBase = EmbeddedBase.mayBe(in: bytes, text)
            if mayBeBase || !names.isEmpty {
                mentions.append(TextMentions.Text(names: names, path: mayBeBase ? path : nil))
            }
        }

        /// Records a file if its text may have one of the tags, or a base.
        mutating func recordDoubtful(
            _ path: String,
            _ bytes: UnsafeBufferPointer<UInt8>,
            from start: Int,
            _ filter: TextTagFilter
        ) {
            let text = min(start, bytes.count)..<bytes.count
            // The search for a tag knows UTF-8 only.
            if HeadLookalike.hasWideMark(bytes) || EmbeddedBase.mayBe(in: bytes, text)
                || filter.mayFind(in: bytes, text)
            {
                doubtfulTexts.append(path)
            }
        }

        /// - Parameter filter: excludes reminders that do not pass. A reminder with a time zone always passes, because an
        ///   unknown zone must be reported in any case, and so does an event, which is decided once it is known what has passed.
        mutating func add(_ output: ReminderDecoder.Output, where filter: (Reminder) -> Bool = { _ in true }) {
            if !output.problems.isEmpty { problems += output.problems }
            if let file = output.unreadable { unreadable.append(file) }
            guard let reminder = output.reminder else { return }
            idPrefixes.append(reminder.storedID?.prefix ?? Reminder.derivedID(at: reminder.path).prefix)
            let isEvent = reminder.passes
            if isEvent { hasEvents = true }
            // So does a task that stands to another as only the whole folder shows.
            if isEvent || reminder.timezone != nil || filter(reminder) || reminder.task != nil {
                reminders.append(reminder)
            }
        }
    }

    /// - Parameter found: the results for all files.
    init(_ found: FolderWalk.Outcome<Part>, registry: TagRegistry) {
        self.registry = registry
        reminders = found.all(\.reminders)
        unreadable = found.all(\.unreadable)
        unreadable += found.problems.filter { $0.id == .unreadableFile }.map { problem in
            Reminder(unreadable: problem, in: problem.message.utf8)
        }
        problems = registry.problems + registry.settings.problems + found.problems + found.all(\.problems)
        idPrefixes = found.all(\.idPrefixes)
        otherNames = found.otherNames
        bases = registry.settings.readsTagsInText ? found.bases : []
        doubtfulTexts = found.all(\.doubtfulTexts)
        hasEvents = found.parts.contains(where: \.hasEvents)
    }

    /// A folder without files.
    package init(registry: TagRegistry) { self.init(Part(), registry: registry) }

    /// A folder of in-memory files: equal to the snapshot of a directory with the same files.
    ///
    /// - Parameters:
    ///   - files: path relative to the root, to bytes; includes the registry and `.mmignore`. Files that are not reminder
    ///     files or that are ignored are treated as in a directory.
    ///   - body: how much of the bodies to keep.
    ///   - keys: which keys of the front matter to keep; a query about keys needs `.all`, or those that it names.
    ///   - explains: whether to report what other tools read differently.
    public init(
        files: [String: [UInt8]],
        keeping body: KeptBody = .none,
        keys: KeptKeys = .none,
        explaining explains: Bool = false
    ) {
        var registry = files[TagRegistry.fileName].map { TagRegistry(parsing: $0) } ?? TagRegistry()
        let settings = files[FolderSettings.fileName].map { FolderSettings(parsing: $0) } ?? FolderSettings()
        registry.settings = settings.completed(in: [""]) {
            files[$0].map(FolderSettings.Reading.read) ?? .missing
        }
        let ignored = files[IgnoreList.fileName].map { IgnoreList(parsing: $0) } ?? IgnoreList()
        var part = Part(of: files.count)
        let paths = files.keys.sorted(by: PathOrder.precedes)
        let choice = CopyChoice.filter(paths, ignoring: ignored) { one, other in
            ReminderDecoder.areTwoReminders(files[one] ?? [], files[other] ?? [])
        }
        for path in choice.read {
            guard let bytes = files[path] else { continue }
            let output = ReminderDecoder.decode(
                bytes,
                path: path,
                keeping: body,
                keys: keys,
                explaining: explains,
                registry: registry
            )
            part.add(output)
            guard registry.settings.readsTagsInText else { continue }
            bytes.withUnsafeBufferPointer { bytes in
                part.recordDoubtful(path, bytes, from: Delimiters.search(bytes).bodyStart, .all)
            }
        }
        self.init(part, registry: registry)
        problems = registry.problems + registry.settings.problems + choice.problems + problems
        if readsTexts {
            bases = paths.filter { $0.hasSuffix(".base") && FolderWalk.reasonToIgnore($0, ignoring: ignored) == nil }
        }
        copies = reminders.silentCopies(of: reminder(at:)) { one, other in
            Reminder.haveSameRest(files[one.path] ?? [], files[other.path] ?? [])
        }
    }

    private init(_ part: Part, registry: TagRegistry) {
        self.registry = registry
        (reminders, unreadable) = (part.reminders, part.unreadable)
        (problems, idPrefixes, hasEvents) = (part.problems, part.idPrefixes, part.hasEvents)
        doubtfulTexts = part.doubtfulTexts
    }

    /// A folder of these reminders, without a registry.
    package init(_ reminders: [Reminder]) {
        var part = Part(of: reminders.count)
        for reminder in reminders.sorted(by: { PathOrder.precedes($0.path, $1.path) }) {
            part.add(ReminderDecoder.Output(reminder, []))
        }
        self.init(part, registry: TagRegistry())
    }

    /// The snapshot with another registry. Files are not decoded again, although the names of the tag `task` decide whether one
    /// without a date counts as a reminder.
    package func replacing(registry: TagRegistry) -> Snapshot {
        var snapshot = self
        snapshot.registry = registry
        snapshot.registry.settings = self.registry.settings
        snapshot.problems.removeAll { $0.path == TagRegistry.fileName }
        snapshot.problems.insert(contentsOf: registry.problems, at: 0)
        return snapshot
    }

    /// The snapshot as if it consisted of these files and the registry.
    func limited(to paths: Set<PathKey>) -> Snapshot {
        var snapshot = self
        let sorted = paths.map(\.path).sorted(by: PathOrder.precedes)
        snapshot.reminders = sorted.compactMap { reminder(at: $0) }
        snapshot.idPrefixes = snapshot.reminders.map { TextPrefix($0.id) }
        snapshot.unreadable.removeAll { !paths.contains(PathKey($0.path)) }
        snapshot.problems.removeAll { $0.path != TagRegistry.fileName && !paths.contains(PathKey($0.path)) }
        return snapshot
    }

    /// A folder that consists of one file.
    init(_ file: ReminderDecoder.Output, registry: TagRegistry) {
        var part = Part()
        part.add(file)
        self.init(part, registry: registry)
    }

    /// Directories that could not be listed completely. An edit cannot be based on such a snapshot: there may be more to
    /// edit, or another reminder with the same name.
    package var incomplete: [Problem] { problems.filter { $0.id == .incompleteListing } }

    /// - Throws: a `MemossError` that names the directory if the folder was not read completely.
    public func requireComplete() throws(MemossError) {
        guard let problem = incomplete.first else { return }
        throw MemossError(.failure, "\(problem.path): \(problem.message)", outcome: MemossError.unchanged)
    }

    /// The number of listed files that have an invalid key.
    package var faultyCount: Int {
        let others = Set((unreadable.map(\.path) + incomplete.map(\.path) + [TagRegistry.fileName]).map { PathKey($0) })
        return Set(problems.lazy.filter { $0.severity == .error }.map { PathKey($0.path) }).subtracting(others).count
    }

    /// The names of all time zones used by the files.
    package var timezones: Set<String> {
        var names: Set<String> = []
        for reminder in reminders {
            if let name = reminder.timezone { names.insert(name) }
            for version in reminder.versions {
                if let name = version.reminder.timezone { names.insert(name) }
            }
        }
        return names
    }

    /// Marks reminders in unknown time zones: they are interpreted in the system's zone, so their due time is uncertain.
    ///
    /// - Parameter paths: the files to consider; nil for all.
    mutating func markUncertain(timezones unknown: [String: ParseError], in paths: Set<PathKey>? = nil) {
        for index in reminders.indices {
            let reminder = reminders[index]
            if let paths, !paths.contains(PathKey(reminder.path)) { continue }
            guard let name = reminder.timezone, let error = unknown[name] else { continue }
            let problem = Problem(
                path: reminder.path,
                id: .unknownTimeZone,
                message: error.message,
                suggestion: error.suggestion,
                key: "timezone"
            )
            problems.append(problem)
            if reminder.attention == nil {
                let source = "\(name) \(reminder.scheduled?.description ?? "")"
                reminders[index].attention = Attention(problem, in: source.utf8)
            }
        }
    }

    /// Whether the tags of texts count.
    package var readsTexts: Bool { registry.settings.readsTagsInText }

    // MARK: Look-up

    /// The reminder or note at a path relative to the root.
    public func reminder(at path: String) -> Reminder? {
        reminders[PathOrder.range(of: path, in: reminders, by: { $0.path })].first
    }

    /// Whether a file, readable or not, exists at a path relative to the root.
    package func holds(_ path: String) -> Bool {
        reminder(at: path) != nil || unreadable.contains { $0.path.isSamePath(as: path) }
    }

    /// The further name of a file at a path relative to the root.
    package func otherName(at path: String) -> OtherName? { otherNames.names[PathKey(path)] }

    /// The path of a file, readable or not, as it is read. A path that is typed or linked may be a link, or in another
    /// Unicode form: macOS writes `é` as two code points. Nil if there is no such file, or several.
    package func place(of path: String) -> String? {
        if holds(path) { return path }
        if let name = otherName(at: path) { return name.original }
        guard path.utf8.contains(where: { $0 >= 0x80 }) else { return nil }
        let found = [reminders, unreadable].joined().filter { $0.path == path }
        return found.count == 1 ? found.first?.path : nil
    }
}

extension FolderWalk.Outcome<Snapshot.Part> {
    /// - Parameter filter: what was looked for.
    func mentions(of filter: TextTagFilter) -> TextMentions {
        TextMentions(filter: filter, texts: all(\.mentions), bases: bases)
    }

    /// Concatenates one kind of result of all parts.
    fileprivate func all<Element>(_ kind: (Snapshot.Part) -> [Element]) -> [Element] {
        var all: [Element] = []
        all.reserveCapacity(parts.reduce(0) { $0 + kind($1).count })
        for part in parts { all += kind(part) }
        return all
    }
}
