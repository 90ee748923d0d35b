import CLibrary
import MemossFiles

/// Reports changes in a folder: files that changed, or that the whole folder must be read.
struct FolderWatch {
    private var inotify: Inotify?
    /// Why changes are not reported at once; nil if they are.
    private(set) var trouble: String?
    /// The directories of the folder, by watch. A directory that is mounted twice has one watch.
    private var directories: [Int32: [String]] = [:]
    /// Watches outside the folder, and the file names that matter there.
    private var others: [Int32: [String]] = [:]
    /// Whether something outside the folder has changed.
    private var hasOutsideChange = false
    private var isStale = true
    /// Whether some files cannot be read, and may become readable by a change that is not reported: a mount, or a new
    /// file that a broken link leads to.
    var hasUnreadableFiles = false
    private var firstChange: Int64?
    private var lastChange: Int64 = 0
    private var scheduled: Int64?
    private var lastRead: Int64 = 0
    /// Paths of changed files relative to the root; nil if the whole folder must be read.
    private var changed: Set<PathKey>?
    private let folder: ReminderFolder
    private let configuration: String?
    private let zone: String
    private let sockets: [String]

    /// Editors and checkouts change several files at once: wait until nothing has changed for `quietPeriod`
    /// milliseconds, but no longer than `maximumDelay`.
    private let quietPeriod: Int64
    private static let maximumDelay: Int64 = 2_000
    private static let slowInterval: Int64 = 60_000
    private static let quickInterval: Int64 = 5_000
    /// Reading more files one by one takes longer than reading the folder.
    private static let maximumChanges = 200

    /// - Parameters:
    ///   - configuration: the path of the configuration file.
    ///   - zone: the path of the time zone of the machine.
    ///   - sockets: paths of sockets to watch for.
    ///   - quietPeriod: shorter if the user is waiting for the change.
    init(
        _ folder: ReminderFolder,
        configuration: String?,
        zone: String = "/etc/localtime",
        sockets: [String] = [],
        quietPeriod: Int64 = 200
    ) {
        (self.folder, self.configuration, self.zone, self.sockets) = (folder, configuration, zone, sockets)
        self.quietPeriod = quietPeriod
    }

    /// The descriptor for `poll`; -1 if the folder is polled at intervals instead.
    var descriptor: Int32 { inotify?.descriptor ?? -1 }

    /// - Parameter path: the changed file; nil if the whole folder must be read.
    mutating func markChanged(_ path: String? = nil, at uptime: Int64) {
        if firstChange == nil { firstChange = uptime }
        lastChange = uptime
        guard let path, changed.map({ $0.count < Self.maximumChanges }) == true else { return changed = nil }
        changed?.insert(PathKey(path))
    }

    /// Whether something outside the folder has changed since this was last asked.
    mutating func takeOutsideChange() -> Bool {
        defer { hasOutsideChange = false }
        return hasOutsideChange
    }

    /// Stops reporting changes.
    func close() { inotify?.close() }

    /// Whether a change was reported that has not been read.
    var hasChanges: Bool { firstChange != nil }

    /// Schedules a reading even if no change is reported.
    mutating func scheduleRead(at uptime: Int64) { if scheduled == nil { scheduled = uptime } }

    /// When to read the folder next.
    var due: Int64 {
        if let firstChange {
            return min(lastChange + quietPeriod, firstChange + Self.maximumDelay, scheduled ?? .max)
        }
        if let scheduled { return scheduled }
        guard hasEventDescriptors else { return lastRead + Self.quickInterval }
        if trouble != nil || hasUnreadableFiles { return lastRead + Self.slowInterval }
        // If nothing is watched, the folder does not exist, or it has just been replaced.
        return directories.isEmpty ? lastRead + Self.quickInterval : .max
    }

    // MARK: Reading

    /// The files to read, if nothing else has changed; they then count as read. Nil if the whole folder must be read.
    mutating func takeChangedFiles(at uptime: Int64) -> Set<PathKey>? {
        guard let paths = changed, firstChange != nil, scheduled == nil, trouble == nil, !isStale, isRootWatched
        else { return nil }
        (firstChange, changed, lastRead) = (nil, [], uptime)
        return paths
    }

    /// False if the root was replaced, or a directory above it was renamed. Changes are then reported for other paths.
    private var isRootWatched: Bool {
        inotify.flatMap { directories[$0.watch(folder.root)] }?.contains(folder.root) == true
    }

    /// Adds watches for new directories. Call it before reading the whole folder, so that no change is missed in between.
    mutating func prepare(at uptime: Int64) {
        begin(at: uptime)
        let folder = folder
        if inotify != nil { folder.observePlaces(&self) }
    }

    /// The whole folder is going to be read, with this as the observer.
    mutating func begin(at uptime: Int64) {
        (firstChange, scheduled, changed) = (nil, nil, [])
        lastRead = uptime
        if hasEventDescriptors, isStale || !isRootWatched { reopen() }
    }

    private mutating func reopen() {
        inotify?.close()
        (directories, others, trouble, isStale) = ([:], [:], nil, false)
        let opened = Inotify()
        inotify = opened.descriptor < 0 ? nil : opened
        if inotify == nil {
            trouble = "changes cannot be watched (\(String(cString: strerror(errno))))"
            isStale = true
        } else if isRemote(folder.root) {
            trouble = "the folder is on a network file system, which does not report changes"
        }
    }

    /// Watches files by their absolute paths; if a directory of one is missing, until that is there.
    private mutating func watch(files: [String]) {
        guard let inotify, !isStale else { return }
        for file in files {
            var (directory, name) = (FilePath.parent(of: file), FilePath.name(of: file))
            var watch = inotify.watch(filesOf: directory)
            while watch < 0, errno == ENOENT, !directory.isEmpty {
                (directory, name) = (FilePath.parent(of: directory), FilePath.name(of: directory))
                watch = inotify.watch(filesOf: directory.isEmpty ? "/" : directory)
            }
            if watch >= 0, others[watch]?.contains(name) != true { others[watch, default: []].append(name) }
        }
    }

    /// Watches a path itself; its directory only while it is missing, because other programs write there, too.
    private mutating func watch(itself path: String) {
        guard let inotify, !isStale else { return }
        let watch = inotify.watch(itself: path)
        if watch < 0 { return self.watch(files: [path]) }
        if others[watch]?.contains("") != true { others[watch, default: []].append("") }
    }

    // MARK: Events

    /// Reads the pending inotify events.
    mutating func readEvents(at uptime: Int64) {
        for event in inotify?.events() ?? [] { handle(event, at: uptime) }
    }

    private mutating func handle(_ event: Inotify.Event, at uptime: Int64) {
        let paths = directories[event.watch] ?? []
        if let names = others[event.watch] {
            if names.contains(where: { event.name.elementsEqual($0.utf8) }) {
                hasOutsideChange = true
                markChanged(at: uptime)
            }
            if event.isEnd { others[event.watch] = nil }
            if paths.isEmpty { return }
        }
        // A watch follows its directory when that is moved.
        if event.isLoss || event.isDirectory && !event.isCreation { isStale = true }
        // Files of mm and git and temporary files of editors do not matter.
        if event.name.first == UInt8(ascii: "."), !event.isLoss, !event.name.elementsEqual(".mmignore".utf8) { return }
        let name = event.name.isEmpty || event.isDirectory ? nil : String(validating: event.name, as: UTF8.self)
        guard let directory = paths.first, paths.count == 1, let name else { return markChanged(at: uptime) }
        let parent = folder.relative(directory)
        markChanged(parent.map { $0.isEmpty ? name : "\($0)/\(name)" }, at: uptime)
    }
}

extension FolderWatch: PlaceObserver {
    /// Watches directories before they are listed, so that every change is either listed or reported.
    mutating func willList(_ found: [String]) {
        // If it has become stale since reading began, there are no watches left.
        guard let inotify, !isStale else { return }
        let known = Set(directories.values.joined().map { PathKey($0) })
        for name in found {
            let directory = folder.absolute(String(name.dropLast()))
            if known.contains(PathKey(directory)) { continue }
            let watch = inotify.watch(directory)
            if watch >= 0 {
                directories[watch, default: []].append(directory)
            } else if errno == ENOSPC || errno == ENOMEM {
                let limit = "fs.inotify.max_user_watches"
                trouble = "the folder has more directories than this user may watch (\(limit))"
                isStale = true
                return
            }
        }
    }

    mutating func willRead(links: [String]) {
        watch(files: links.compactMap { try? Directory.realPath(folder.absolute($0)) })
    }

    /// Watches the time zone of the machine, the configuration and the sockets, too. This comes last because the folder matters
    /// more if watches run out. It is repeated each time because the configuration's directory may be created later.
    mutating func didList(isComplete: Bool) {
        watch(itself: zone)
        if let configuration {
            // A change of its target is no change of a link.
            watch(files: [configuration] + [try? Directory.realPath(configuration)].compactMap(\.self))
            watch(itself: FilePath.parent(of: configuration))
        }
        for socket in sockets { watch(itself: socket) }
        guard inotify != nil, !isComplete else { return }
        isStale = true
        scheduled = lastRead + Self.quickInterval
    }
}
