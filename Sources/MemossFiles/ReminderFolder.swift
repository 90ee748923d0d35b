internal import Bytes

/// A folder of reminders: a directory whose root holds the registry `tags.yaml`.
///
/// The entry point of the library: open a folder, read it, query it, edit it.
public struct ReminderFolder: Sendable {
    /// The real path of the root.
    package let root: String
    let zones: ZoneDatabase
    let threads: Int
    let disk: Disk
    /// Receives progress reports of operations on many files.
    package var progress: Progress.Report?
    /// Held while an edit is planned and committed.
    var lock: FolderLock?
    /// Why the lock could not be taken: files may be read without it, but no edit may be based on them.
    var refusal: MemossError?
    /// Whether the tags of texts count, whatever the settings of the folder say.
    package var readsTexts = false
    /// Recorded files to read in place of those on disk. Such a folder cannot be edited.
    private(set) var recorded: RecordedFiles?

    /// Listings read larger files only up to this size, in bytes; edits read the whole file.
    static let readLimit = 16 << 20

    /// - Parameters:
    ///   - root: the real path of a directory that contains a registry.
    ///   - zones: the time zone database.
    public init(root: String, zones: ZoneDatabase = ZoneDatabase()) {
        self.init(root: root, zones: zones, disk: .system)
    }

    init(root: String, zones: ZoneDatabase = ZoneDatabase(), disk: Disk) {
        self.root = root
        self.zones = zones
        self.disk = disk
        threads = usableThreads()
    }

    /// Whether it shows an earlier state of the folder.
    package var isRecorded: Bool { recorded != nil }

    /// An earlier state of the folder, read-only.
    package func asRecorded(_ files: RecordedFiles) -> ReminderFolder {
        var folder = self
        folder.recorded = files
        return folder
    }

    // MARK: Paths

    /// The path relative to the root, which itself is empty; nil outside the folder.
    ///
    /// - Parameter path: absolute, without symbolic links.
    package func relative(_ path: String) -> String? { FilePath.relative(path, to: root) }

    /// - Parameter path: relative to the root.
    package func absolute(_ path: String) -> String { FilePath.absolute(path, in: root) }

    // MARK: Finding

    /// The nearest directory, from `start` upwards, that contains a registry; nil if there is none.
    ///
    /// - Throws: a `MemossError` if `start` is not an accessible directory.
    public static func nearest(
        to start: String,
        zones: ZoneDatabase = ZoneDatabase()
    ) throws(MemossError) -> ReminderFolder? {
        let path = try naming(start, try Disk.system.realPath(start))
        let isDirectory = try naming(start, try Disk.system.isDirectory(path))
        guard isDirectory else { throw MemossError(.failure, "\(start): not a directory") }
        var directory = path
        while true {
            do throws(SystemError) {
                if try Directory.holds(TagRegistry.fileName, in: directory) {
                    return ReminderFolder(root: directory, zones: zones)
                }
            } catch {
                // Do not continue upwards: that could find a different folder than intended.
                throw MemossError(.failure, "\(error.path): \(error.reason)")
            }
            guard let slash = directory.utf8.lastIndex(of: Ascii.slash), directory != "/" else { return nil }
            directory = slash == directory.startIndex ? "/" : String(directory[..<slash])
        }
    }

    // MARK: Reading

    /// Reads the whole folder.
    ///
    /// - Parameters:
    ///   - body: how much of the bodies the caller needs.
    ///   - keys: which keys of the front matter the caller needs as written, in addition to those that the matcher
    ///     needs.
    ///   - explains: whether to report what other tools read differently.
    ///   - matcher: reminders that cannot match are dropped; nil keeps all.
    ///   - registry: the registry, if the caller has already read it.
    /// - Returns: the snapshot, and the time zones that its reminders name.
    /// - Throws: a `MemossError` if the root itself cannot be read. A bad file is a problem in the snapshot, and so is a
    ///   directory that could not be listed completely; an edit must not be based on such a snapshot (`requireComplete`).
    public func read(
        keeping body: KeptBody = .none,
        keys: KeptKeys = .none,
        explaining explains: Bool = false,
        for matcher: QueryMatcher? = nil,
        registry: TagRegistry? = nil
    ) throws(MemossError) -> (snapshot: Snapshot, zones: [String: Zone]) {
        try read(keeping: body, keys: keys, explaining: explains, for: matcher, registry: registry, noting: nil)
    }

    /// The same, and notes which texts may have certain tags.
    func read(
        keeping body: KeptBody = .none,
        keys: KeptKeys = .none,
        explaining explains: Bool = false,
        for matcher: QueryMatcher? = nil,
        registry: TagRegistry? = nil,
        noting mentions: TextTagFilter?
    ) throws(MemossError) -> (snapshot: Snapshot, zones: [String: Zone]) {
        let registry = registry ?? self.registry()
        let keepsTexts = registry.settings.readsTagsInText
        let limit = body == .whole || explains || keepsTexts ? Disk.maximumEditSize : Self.readLimit
        var observer = NoObserver()
        let listsBases = keepsTexts || mentions != nil
        let found = try readFiles(observing: &observer, listsBases: listsBases) {
            ReminderReader(
                body: body,
                keys: keys,
                explains: explains,
                mentions: mentions,
                matcher: matcher,
                registry: registry
            )
        } with: {
            $0.read($1, limit: limit)
        }
        var (snapshot, zones) = resolved(Snapshot(found, registry: registry))
        snapshot.mentions = keepsTexts ? nil : mentions.map(found.mentions)
        if matcher == nil || !snapshot.reminders.contains(where: { $0.task != nil }) { return (snapshot.tied(), zones) }
        // The query may have left out what a task stands to.
        return (snapshot.tied(among: try read(registry: registry).snapshot.asWritten), zones)
    }

    /// Reads the whole folder, and tells an observer of the places that it depends on.
    ///
    /// - Parameter beginning: called with the first files of a large folder, before the others are read.
    package func read(
        keeping body: KeptBody,
        keys: KeptKeys,
        observing observer: inout some PlaceObserver,
        beginning: ((_ snapshot: Snapshot, _ zones: [String: Zone]) -> Void)? = nil
    ) throws(MemossError) -> (snapshot: Snapshot, zones: [String: Zone]) {
        observeRegistry(&observer)
        let registry = registry()
        let keepsTexts = registry.settings.readsTagsInText
        let limit = body == .whole || keepsTexts ? Disk.maximumEditSize : Self.readLimit
        do throws(MemossError) {
            let first = beginning.map { hand in
                { (found: FolderWalk.Outcome<Snapshot.Part>) in
                    let (snapshot, zones) = resolved(Snapshot(found, registry: registry))
                    hand(snapshot.tied(), zones)
                }
            }
            let found = try readFiles(observing: &observer, listsBases: keepsTexts, beginning: first) {
                ReminderReader(body: body, keys: keys, matcher: nil, registry: registry)
            } with: {
                $0.read($1, limit: limit)
            }
            observer.didList(isComplete: !found.problems.contains { $0.id == .incompleteListing })
            let (snapshot, zones) = resolved(Snapshot(found, registry: registry))
            return (snapshot.tied(), zones)
        } catch {
            observer.didList(isComplete: false)
            throw error
        }
    }

    func resolved(_ snapshot: Snapshot) -> (snapshot: Snapshot, zones: [String: Zone]) {
        var snapshot = snapshot
        let zones = resolveZones(of: &snapshot)
        snapshot.copies = silentCopies(in: snapshot)
        return (snapshot, zones)
    }

    /// The one place that decides which of several copies counts: `Snapshot.copies` of a snapshot of this folder.
    func silentCopies(in snapshot: Snapshot) -> [PathKey: String] {
        func bytes(_ path: String) -> [UInt8]? { (try? read(path, limit: Self.readLimit))?.bytes }
        return snapshot.reminders.silentCopies { path in
            if let found = snapshot.reminder(at: path) { return found }
            // A query may have dropped a completed original.
            guard !snapshot.isFull, FolderWalk.readsFile(at: path, ignoring: ignored), let bytes = bytes(path) else {
                return nil
            }
            return ReminderDecoder.decode(bytes, path: path, registry: snapshot.registry).reminder
        } haveSameRest: { one, other in
            guard let one = bytes(one.path), let other = bytes(other.path) else { return false }
            return Reminder.haveSameRest(one, other)
        }
    }

    /// Searches the titles, tags and bodies of all files, readable or not.
    ///
    /// - Returns: the files found, best match first; the snapshot that they are part of; and its time zones.
    /// - Throws: like `read`.
    package func find(
        _ texts: [String],
        registry: TagRegistry
    ) throws(MemossError) -> (files: [FoundFile], snapshot: Snapshot, zones: [String: Zone]) {
        let finder = TextFinder(texts, registry: registry)
        var observer = NoObserver()
        let found = try readFiles(observing: &observer) {
            FindReader(finder, registry: registry)
        } with: {
            $0.read($1, limit: Disk.maximumEditSize)
        }
        var snapshot = Snapshot(found.map(\.snapshot), registry: registry)
        let resolved = resolveZones(of: &snapshot)
        let files = found.parts.flatMap(\.files)
        let order = files.indices.sorted { (files[$0].rank, $0) < (files[$1].rank, $1) }
        return (order.map { files[$0] }, snapshot, resolved)
    }

    /// The keys of the front matter of all files, without duplicates.
    package func keyNames() throws(MemossError) -> [String] {
        var observer = NoObserver()
        let found = try readFiles(observing: &observer) {
            KeyNameReader()
        } with: {
            $0.read($1, limit: Self.readLimit)
        }
        return found.parts.reduce(into: Set<String>()) { $0.formUnion($1) }.sorted(by: ByteOrder.precedes)
    }

    /// - Parameters:
    ///   - observer: told of directories before they are listed.
    ///   - listsBases: whether to list the bases of Obsidian too.
    ///   - beginning: called with the results for the first files of a large folder, before the others are read.
    ///   - reader: called once for each thread.
    ///   - body: reads some of the files; called on several threads.
    func readFiles<Reader, Part: Sendable>(
        observing observer: inout some PlaceObserver,
        listsBases: Bool = false,
        beginning: ((FolderWalk.Outcome<Part>) -> Void)? = nil,
        _ reader: @escaping @Sendable () -> Reader,
        with body: @escaping @Sendable (inout Reader, FileRun) -> Part
    ) throws(MemossError) -> FolderWalk.Outcome<Part> {
        let (ignored, problem) = ignoreList()
        var walk = FolderWalk(root: root, ignored: ignored, threads: threads, disk: disk, progress: progress)
        walk.listsBases = listsBases
        walk.areTwo = ReminderDecoder.areTwoReminders
        if let recorded { return walk.readFiles(of: recorded, with: reader, body) }
        do throws(SystemError) {
            var found = try walk.readFiles(observing: &observer, beginning: beginning, with: reader, body)
            if let problem { found.problems.append(problem) }
            return found
        } catch {
            throw MemossError(.failure, "\(root): \(error.reason)")
        }
    }

    /// The ignore file. An unreadable one is a problem, not an empty list.
    func ignoreList() -> (IgnoreList, Problem?) {
        if let recorded { return (IgnoreList(parsing: recorded.contents(of: IgnoreList.fileName) ?? []), nil) }
        let path = root + "/" + IgnoreList.fileName
        do throws(SystemError) {
            return (IgnoreList(parsing: try disk.read(path, limit: YAMLDocument.maximumSize).bytes), nil)
        } catch {
            // A dangling symbolic link is an unreadable list, not a missing one.
            if error.isMissing, (try? disk.exists(path)) == false { return (IgnoreList(), nil) }
            let message = "the ignore list cannot be read: \(error.reason)"
            return (IgnoreList(), Problem(path: IgnoreList.fileName, id: .unreadableFile, message: message))
        }
    }

    /// The patterns of the files that the folder does not read.
    package var ignored: IgnoreList { ignoreList().0 }

    /// The current registry, with the settings of the folder; if one cannot be read, the result has a problem.
    package func registry() -> TagRegistry {
        var registry = ownRegistry()
        registry.settings = settings()
        if readsTexts { registry.settings.tagsInText = true }
        return registry
    }

    private func ownRegistry() -> TagRegistry {
        if let recorded { return recorded.registry }
        do throws(SystemError) {
            let path = root + "/" + TagRegistry.fileName
            // One byte more than the parser accepts, so that it reports a larger file as too large.
            return TagRegistry(parsing: try disk.read(path, limit: YAMLDocument.maximumSize + 1).bytes)
        } catch {
            return TagRegistry(unreadable: error.reason)
        }
    }

    /// The settings of the folder as it is now, also for an earlier state of its files.
    package func settings() -> FolderSettings { completed(ownSettings()) }

    private func ownSettings() -> FolderSettings {
        do throws(SystemError) {
            // One byte more than the parser accepts, so that it reports a larger file as too large.
            let path = absolute(FolderSettings.fileName)
            return FolderSettings(parsing: try disk.read(path, limit: FolderSettings.maximumSize + 1).bytes)
        } catch {
            return error.isMissing ? FolderSettings() : FolderSettings(unreadable: error.reason)
        }
    }

    private func resolveZones(of snapshot: inout Snapshot) -> [String: Zone] {
        let (resolved, unknown) = zones.zones(named: snapshot.timezones)
        if !unknown.isEmpty { snapshot.markUncertain(timezones: unknown) }
        return resolved
    }

    // MARK: Editing

    /// Plans an edit. Nothing is written.
    ///
    /// - Parameters:
    ///   - edit: the edit to plan.
    ///   - snapshot: a snapshot of this folder, read for the edit.
    /// - Throws: the `MemossError` of the edit.
    public func plan<Edit: FolderEdit>(_ edit: Edit, in snapshot: Snapshot) throws(MemossError) -> Edit.Outcome {
        var context = EditContext(snapshot, files: memoss, zones: zones)
        (context.threads, context.progress) = (threads, progress)
        return try edit.plan(in: context)
    }

    /// The contents of a file in the folder, which an edit can be based on.
    ///
    /// - Parameter path: relative to the root.
    /// - Throws: a `MemossError` if the file cannot be read, or is larger than 256 MiB.
    public func contents(of path: String) throws(MemossError) -> FileContents {
        try naming(path, try read(path, limit: nil))
    }

    /// - Parameter limit: the maximum number of bytes to read; nil for a whole file that can be edited.
    private func read(_ path: String, limit: Int?) throws(SystemError) -> FileContents {
        if let recorded {
            guard let bytes = recorded.contents(of: path) else { throw SystemError(missing: path) }
            return FileContents(bytes: bytes)
        }
        guard let limit else { return try memoss.contents(of: path) }
        return try disk.read(memoss.absolute(path), limit: limit)
    }

    /// A file of the folder with its body, for display.
    ///
    /// - Parameter isWhole: whether to read the body of a long file to its end.
    /// - Returns: the keys of its front matter, the body or the beginning of a long one, and the number of bytes omitted.
    package func excerpt(
        of path: String,
        isWhole: Bool
    ) throws(MemossError) -> (fields: [FrontMatterField], body: [UInt8], missing: Int) {
        do throws(SystemError) {
            let contents = try read(path, limit: isWhole ? nil : Self.readLimit)
            let decoded = ReminderDecoder.decode(
                contents.bytes,
                path: path,
                keeping: .whole,
                keys: .all,
                registry: registry()
            )
            let missing = max(0, Int(contents.stamp.size) - contents.bytes.count)
            return (decoded.reminder?.frontMatter ?? [], decoded.reminder?.body ?? [], missing)
        } catch {
            throw MemossError(.failure, "\(path): \(error.reason)")
        }
    }

    /// All problems of the folder, by path and position: those of single files, and those that concern the whole folder.
    public func check(_ snapshot: Snapshot, in context: TimeContext) -> [Problem] {
        func contents(_ path: String) -> [UInt8]? { (try? read(path, limit: Self.readLimit))?.bytes }
        let others =
            (recorded == nil ? unfinishedEdits() : []) + TagSettlement.problems(of: snapshot, contents: contents)
        return FolderCheck.problems(of: snapshot, in: context, besides: others) { contents($0) ?? [] }
    }

    /// The problems that an edit introduces in the files it changes, each checked by itself. A remaining conflict is
    /// always included, because whoever edited the file meant to resolve it.
    package func newProblems(of plan: EditPlan, registry: TagRegistry, in context: TimeContext) -> [Problem] {
        let written = plan.edits.first { $0.path == TagRegistry.fileName }?.after
        let registryAfter = written.map(registry.replaced(by:)) ?? registry
        func problems(_ bytes: [UInt8], _ path: String, _ registry: TagRegistry) -> [Problem] {
            let snapshot = Snapshot(ReminderDecoder.decode(bytes, path: path, registry: registry), registry: registry)
            return FolderCheck.problems(of: snapshot, in: context) { _ in bytes }
        }
        return plan.edits.flatMap { edit -> [Problem] in
            guard let after = edit.after, edit.path != TagRegistry.fileName else { return [] }
            let before = edit.before.map { problems($0.bytes, edit.path, registry) } ?? []
            let known = Dictionary(grouping: before, by: \.id).mapValues { Set($0.lazy.map(\.message)) }
            return problems(after, edit.path, registryAfter).filter { problem in
                problem.id == .gitConflict || known[problem.id]?.contains(problem.message) != true
            }
        }
    }
}
