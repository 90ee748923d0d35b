import CLibrary
import MemossFiles

/// Reports that a folder may have changed. What has changed is found by reading the folder again.
struct FolderWatch {
    /// The descriptor for `poll`; -1 if the folder is polled at intervals instead.
    private(set) var descriptor: Int32 = -1
    /// Why changes are not reported at once; nil if they are.
    private(set) var trouble: String?
    private var watched: [String: Int32] = [:]
    /// Watches outside the folder, and the file names that matter there.
    private var others: [Int32: [String]] = [:]
    private var isStale = true
    private var firstChange: Int64?
    private var lastChange: Int64 = 0
    private var scheduled: Int64?
    private var lastRead: Int64 = 0
    private let folder: ReminderFolder
    private let configuration: String?

    /// Editors and checkouts change several files at once: wait until nothing has changed for `quietPeriod`
    /// milliseconds, but no longer than `maximumDelay`.
    private static let quietPeriod: Int64 = 200
    private static let maximumDelay: Int64 = 2_000
    private static let slowInterval: Int64 = 60_000
    private static let quickInterval: Int64 = 5_000

    /// - Parameter configuration: the path of the configuration file.
    init(_ folder: ReminderFolder, configuration: String?) {
        (self.folder, self.configuration) = (folder, configuration)
    }

    mutating func markChanged(at uptime: Int64) {
        if firstChange == nil { firstChange = uptime }
        lastChange = uptime
    }

    /// Schedules a reading even if no change is reported.
    mutating func scheduleRead(at uptime: Int64) { if scheduled == nil { scheduled = uptime } }

    /// When to read the folder next.
    var due: Int64 {
        if let firstChange {
            return min(lastChange + Self.quietPeriod, firstChange + Self.maximumDelay, scheduled ?? .max)
        }
        if let scheduled { return scheduled }
        #if os(Linux)
            if trouble != nil { return lastRead + Self.slowInterval }
            // If nothing is watched, the folder does not exist, or it has just been replaced.
            return watched.isEmpty ? lastRead + Self.quickInterval : .max
        #else
            return lastRead + Self.quickInterval
        #endif
    }

    /// Adds watches for new directories. Call it before reading the folder, so that no change is missed in between.
    mutating func prepare(at uptime: Int64) {
        (firstChange, scheduled) = (nil, nil)
        lastRead = uptime
        #if os(Linux)
            if isStale { reopen() }
            guard descriptor >= 0 else { return }
            // A directory may have been created before its parent was watched.
            while let (directories, linked) = try? folder.places() {
                if watchNew(directories) { continue }
                return watchOthers(linked)
            }
            isStale = true
            watchOthers([])
        #endif
    }

    #if os(Linux)
        private mutating func reopen() {
            if descriptor >= 0 { close(descriptor) }
            (watched, others, trouble, isStale) = ([:], [:], nil, false)
            descriptor = inotify_init1(Int32(IN_CLOEXEC | IN_NONBLOCK))
            guard descriptor >= 0 else {
                trouble = "changes cannot be watched (\(String(cString: strerror(errno))))"
                isStale = true
                return
            }
            if Self.isRemote(folder.root) { trouble = "the folder is on a network, which does not report changes" }
        }

        /// - Returns: whether any directory is new.
        private mutating func watchNew(_ directories: [String]) -> Bool {
            let mask =
                IN_CLOSE_WRITE | IN_MOVED_TO | IN_MOVED_FROM | IN_CREATE | IN_DELETE | IN_DELETE_SELF | IN_MOVE_SELF
                | IN_ATTRIB  // The permissions of an unreadable file may be fixed.
            let only: UInt32 = 0x0100_0000 | 0x0400_0000  // IN_ONLYDIR, IN_EXCL_UNLINK
            var isNew = false
            for directory in directories where watched[directory] == nil {
                let watch = inotify_add_watch(descriptor, directory, UInt32(mask) | only)
                if watch >= 0 {
                    watched[directory] = watch
                    isNew = true
                } else if errno == ENOSPC || errno == ENOMEM {
                    let limit = "fs.inotify.max_user_watches"
                    trouble = "the folder has more directories than this user may watch (\(limit))"
                    isStale = true
                    return false
                }
            }
            return isNew
        }

        /// Watches the time zone of the machine, the configuration, and files that links in the folder point to. This
        /// comes last because the folder matters more if watches run out. It is repeated each time because the
        /// configuration's directory may be created later.
        private mutating func watchOthers(_ linked: [String]) {
            var places = [("/etc", "localtime")] + linked.compactMap(Self.split)
            if let file = configuration.flatMap(Self.split), let above = Self.split(file.directory) {
                places += [(file.directory, file.name), (above.directory, above.name)]
            }
            // IN_ONLYDIR, and IN_MASK_ADD because one of these directories may be in the folder.
            let mask =
                UInt32(IN_CLOSE_WRITE | IN_CREATE | IN_DELETE | IN_MOVED_FROM | IN_MOVED_TO | IN_ATTRIB) | 0x2100_0000
            for (directory, name) in places {
                let watch = inotify_add_watch(descriptor, directory, mask)
                if watch >= 0, others[watch]?.contains(name) != true { others[watch, default: []].append(name) }
            }
        }

        private static func split(_ path: String) -> (directory: String, name: String)? {
            guard let slash = path.utf8.lastIndex(of: UInt8(ascii: "/")) else { return nil }
            return (String(path[..<slash]), String(path[slash...].dropFirst()))
        }

        /// Whether the file system does not report changes made on other machines.
        private static func isRemote(_ path: String) -> Bool {
            // The first field of `struct statfs` is the file system type.
            var status = [Int](repeating: 0, count: 32)
            guard systemStatfs(path, &status) == 0 else { return false }
            // NFS, SMB, CIFS, 9P, FUSE.
            return [0x6969, 0x517B, 0xFF53_4D42, 0xFE53_4D42, 0x0102_1997, 0x6573_5546].contains(
                status[0] & 0xFFFF_FFFF
            )
        }
    #endif

    /// Reads the pending inotify events.
    mutating func readEvents(at uptime: Int64) {
        #if os(Linux)
            var buffer = [UInt8](repeating: 0, count: 1 << 16)
            // At most as much as the queue can hold: another program may write without pause.
            for _ in 0..<64 {
                let count = buffer.withUnsafeMutableBytes { read(descriptor, $0.baseAddress, $0.count) }
                guard count > 0 else { break }
                buffer.withUnsafeBytes { handle($0, count: count, at: uptime) }
            }
        #endif
    }

    #if os(Linux)
        private mutating func handle(_ bytes: UnsafeRawBufferPointer, count: Int, at uptime: Int64) {
            var offset = 0
            while offset + 16 <= count {
                let watch = bytes.loadUnaligned(fromByteOffset: offset, as: Int32.self)
                let mask = bytes.loadUnaligned(fromByteOffset: offset + 4, as: UInt32.self)
                let length = Int(bytes.loadUnaligned(fromByteOffset: offset + 12, as: UInt32.self))
                let end = min(offset + 16 + length, count)
                let name = bytes[offset + 16..<end].prefix { $0 != 0 }
                offset = end
                if let names = others[watch] {
                    if names.contains(where: { name.elementsEqual($0.utf8) }) { markChanged(at: uptime) }
                    if mask & UInt32(IN_IGNORED) != 0 { others[watch] = nil }
                    if !watched.values.contains(watch) { continue }
                }
                let isDirectory = mask & 0x4000_0000 != 0  // IN_ISDIR
                let isLost = mask & UInt32(IN_Q_OVERFLOW | IN_IGNORED | IN_DELETE_SELF | IN_MOVE_SELF) != 0
                // A watch stays with its directory, wherever that is moved.
                if isLost || isDirectory && mask & UInt32(IN_CREATE) == 0 { isStale = true }
                // Files of mm and git and temporary files of editors do not matter.
                if name.first == UInt8(ascii: "."), !isLost, !name.elementsEqual(".mmignore".utf8) { continue }
                markChanged(at: uptime)
            }
        }
    #endif
}

#if os(Linux)
    // Glibc's Swift module does not include this header.
    @_silgen_name("statfs")
    private func systemStatfs(_ path: UnsafePointer<CChar>, _ status: UnsafeMutableRawPointer) -> Int32
#endif
