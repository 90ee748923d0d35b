/// A folder of reminders: a directory whose root holds the registry `tags.yaml`.
///
/// The front door of the library: open a folder, read it, ask it, edit it.
public struct ReminderFolder: Sendable {
    /// The real path of the root.
    package let root: String
    let zones: ZoneDatabase
    let threads: Int
    let disk: Disk
    /// Hears how far work over many files has come.
    package var progress: Progress.Report?
    /// Held while an edit is worked out and made.
    var lock: FolderLock?
    /// Why the turn could not be had: what was read since then may be read, and nothing that stands on it be written.
    var refusal: MemossError?

    /// Files larger than this are read so far only, for listings; edits read the whole.
    static let readLimit = 16 << 20

    /// - Parameters:
    ///   - root: the real path of a directory that holds a registry.
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

    // MARK: Finding

    /// The nearest directory, from `start` upwards, that holds a registry; nil where there is none.
    ///
    /// - Throws: a `MemossError` if `start` is no directory that can be entered.
    public static func nearest(to start: String) throws(MemossError) -> ReminderFolder? {
        let path: String
        let isDirectory: Bool
        do throws(SystemError) {
            path = try Disk.system.realPath(start)
            isDirectory = try Disk.system.isDirectory(path)
        } catch {
            throw MemossError(.failure, "\(start): \(error.reason)")
        }
        guard isDirectory else { throw MemossError(.failure, "\(start): not a directory") }
        var directory = path
        while true {
            do throws(SystemError) {
                if try Directory.holds(TagRegistry.fileName, in: directory) { return ReminderFolder(root: directory) }
            } catch {
                // Going on upwards could find a folder that is not meant.
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
    ///   - body: how much of the bodies the question needs.
    ///   - explains: whether what other tools read otherwise is among the problems.
    ///   - matcher: what cannot match is not kept; nil keeps all.
    ///   - registry: if it was read for this question already.
    /// - Returns: the snapshot, and the zones that its reminders name.
    /// - Throws: a `MemossError` if the root itself cannot be read. A bad file is a problem in the snapshot, and so is a
    ///   directory that could not be listed completely: no edit may stand on such a snapshot (`requireComplete`).
    public func read(
        keeping body: ReminderDecoder.Body = .none,
        explaining explains: Bool = false,
        for matcher: QueryMatcher? = nil,
        registry: TagRegistry? = nil
    ) throws(MemossError) -> (snapshot: Snapshot, zones: [String: Zone]) {
        let (ignored, ignoreProblem) = ignoreList()
        let walk = FolderWalk(root: root, ignored: ignored, threads: threads, disk: disk, progress: progress)
        let registry = registry ?? self.registry()
        do throws(SystemError) {
            let reader = { @Sendable in
                FileReader(body: body, explains: explains, matcher: matcher, registry: registry)
            }
            let limit = body == .whole ? Disk.longestEdited : Self.readLimit
            var found = try walk.readFiles(with: reader) { $0.read($1, limit: limit) }
            if let ignoreProblem { found.problems.append(ignoreProblem) }
            var snapshot = Snapshot(found, registry: registry)
            let resolved = resolveZones(of: &snapshot)
            return (snapshot, resolved)
        } catch {
            throw MemossError(.failure, "\(root): \(error.reason)")
        }
    }

    /// What is to be left out. An unreadable list is not the same as none.
    func ignoreList() -> (IgnoreList, Problem?) {
        let path = root + "/" + IgnoreList.fileName
        do throws(SystemError) {
            return (IgnoreList(parsing: try disk.read(path, limit: YAMLDocument.maximumSize).bytes), nil)
        } catch {
            // A link that leads nowhere is a list that cannot be read.
            if error.isMissing, (try? disk.exists(path)) == false { return (IgnoreList(), nil) }
            let message = "the list of what is left out cannot be read: \(error.reason)"
            return (IgnoreList(), Problem(path: IgnoreList.fileName, id: .unreadableFile, message: message))
        }
    }

    /// The registry as it stands; one that cannot be read is a problem in it.
    package func registry() -> TagRegistry {
        do throws(SystemError) {
            let path = root + "/" + TagRegistry.fileName
            // One byte more than is parsed, so that a longer one is told to be too long.
            return TagRegistry(parsing: try disk.read(path, limit: YAMLDocument.maximumSize + 1).bytes)
        } catch {
            return TagRegistry(unreadable: error.reason)
        }
    }

    private func resolveZones(of snapshot: inout Snapshot) -> [String: Zone] {
        let (resolved, unknown) = zones.zones(named: snapshot.timezones)
        if !unknown.isEmpty { snapshot.distrust(timezones: unknown) }
        return resolved
    }

    // MARK: Editing

    /// Works an edit out. Nothing is written.
    ///
    /// - Parameters:
    ///   - edit: what is to be changed.
    ///   - snapshot: of this folder, as it was read for the edit.
    /// - Throws: a `MemossError` as the edit does.
    public func plan<Edit: FolderEdit>(_ edit: Edit, in snapshot: Snapshot) throws(MemossError) -> Edit.Outcome {
        var context = EditContext(snapshot, files: place, zones: zones)
        (context.threads, context.progress) = (threads, progress)
        return try edit.plan(in: context)
    }

    /// The bytes of one file of the folder.
    public func contents(of path: String) throws(MemossError) -> FileContents {
        try failing(path) { () throws(SystemError) in try disk.readToEdit(root + "/" + path) }
    }

    /// What the disk says of a path.
    ///
    /// - Throws: a `MemossError` that names it.
    func failing<Value>(_ path: String, _ body: () throws(SystemError) -> Value) throws(MemossError) -> Value {
        do throws(SystemError) { return try body() } catch { throw MemossError(.failure, "\(path): \(error.reason)") }
    }

    /// Whether a file, links followed, lies in the folder.
    func isInside(_ path: String) throws(MemossError) -> Bool {
        try failing(path) { () throws(SystemError) in try disk.isInside(root + "/" + path, root: root) }
    }

    /// A file of the folder to be shown, with its body.
    ///
    /// - Parameter isWhole: whether the body of a long file is wanted to its end.
    /// - Returns: the file, or the beginning of a long one, and how many bytes of it are missing.
    package func excerpt(
        of path: String,
        isWhole: Bool
    ) throws(MemossError) -> (file: [UInt8], body: [UInt8], missing: Int) {
        do throws(SystemError) {
            let file = root + "/" + path
            let contents = isWhole ? try disk.readToEdit(file) : try disk.read(file, limit: Self.readLimit)
            let decoded = ReminderDecoder.decode(contents.bytes, path: path, keeping: .whole)
            let missing = max(0, Int(contents.stamp.size) - contents.bytes.count)
            return (contents.bytes, (decoded.reminder ?? decoded.unreadable)?.body ?? [], missing)
        } catch {
            throw MemossError(.failure, "\(path): \(error.reason)")
        }
    }

    /// Every problem of the folder, by path and place: those of single files, and those that only the whole shows.
    public func check(_ snapshot: Snapshot, in context: TimeContext) -> [Problem] {
        FolderCheck.problems(of: snapshot, in: context, besides: unfinishedEdits()) { path in
            (try? disk.read(root + "/" + path, limit: Self.readLimit))?.bytes ?? []
        }
    }

    /// What `check` would say of each changed file by itself after an edit, and did not say before; a conflict that is still
    /// there in any case, as whoever edited the file meant to resolve it.
    package func newProblems(of plan: EditPlan, registry: TagRegistry, in context: TimeContext) -> [Problem] {
        let written = plan.edits.first { $0.path == TagRegistry.fileName }?.after
        let registryAfter = written.map { TagRegistry(parsing: $0) } ?? registry
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
