import MemossFiles

/// A running sync of a folder, as the next one finds it if this one dies.
struct SyncRun {
    private let directory: StateDirectory?
    /// Held until the end. Without it, another sync of the folder is running, or there is no state directory.
    private let lock: FolderLock?
    /// Whether the last sync died.
    let followsDeadOne: Bool

    private static let name = "sync.running"

    init(of folder: ReminderFolder) {
        let directory = Environment.statePath.map { StateDirectory(base: $0, root: folder.root) }
        try? directory?.make()
        lock = try? directory?.lock(Self.name + ".lock")
        self.directory = directory
        followsDeadOne = lock != nil && (try? directory?.read(Self.name))??.isEmpty == false
        // On a full disk, the sync itself says what is wrong.
        if lock != nil { try? directory?.write(Array("running\n".utf8), to: Self.name) }
    }

    func end() { if lock != nil { try? directory?.write([], to: Self.name) } }

    /// How old a lock must be if no sync died, in seconds: another machine may share the folder.
    private static let usualAge: Int64 = 600

    /// The locks that were there when this sync began.
    private var known: Set<String> = []

    /// Deletes the locks of a git that was killed or lost power, which would stop every later sync, and what it has left
    /// in the folder.
    mutating func begin(_ git: GitProgram, _ console: inout Console) throws(MemossError) {
        Environment.removeScratch()
        if followsDeadOne {
            let directories = try Self.directories(git)
            for file in directories.last.map(GitLock.mergeFiles) ?? [] { _ = file.removeIfStale(in: directories) }
        }
        let now = Environment.now().secondsSince1970
        let isSure = followsDeadOne
        try removeLocks(git, &console) { isSure || $0.isOlder(than: Self.usualAge, at: now) }
        for directory in try Self.directories(git).dropLast() {
            known.formUnion(GitLock.all(in: directory).map(\.path))
        }
    }

    /// Deletes the locks of a git that was killed in this sync, as it is if an editor shortens a file that git reads.
    func recover(_ git: GitProgram, _ console: inout Console) {
        // The reason why the sync failed matters more.
        try? removeLocks(git, &console) { !known.contains($0.path) }
    }

    private func removeLocks(
        _ git: GitProgram,
        _ console: inout Console,
        where isOurs: (GitLock) -> Bool
    ) throws(MemossError) {
        let directories = try Self.directories(git)
        for directory in Set(directories.dropLast()).sorted() {
            for lock in GitLock.all(in: directory) where isOurs(lock) && lock.removeIfStale(in: directories) {
                console.warn("removed the lock of a git that was interrupted: \(Printable.line(lock.path))")
            }
        }
    }

    /// The directories of the repository; that of its files is the last.
    private static func directories(_ git: GitProgram) throws(MemossError) -> [String] {
        let place = try git.knownPlace()
        return place.directories + [place.top]
    }
}
