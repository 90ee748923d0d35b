import CLibrary
import MemossFiles

/// Says when a folder may have changed, and no more than that: what did is found by reading it again.
struct FolderWatch {
    /// What `poll` waits on; -1 where the folder is looked at now and then.
    private(set) var descriptor: Int32 = -1
    /// Why changes are not heard of at once; nil if they are.
    private(set) var trouble: String?
    private var watched: [String: Int32] = [:]
    /// Of directories beside the folder, and which names in them count.
    private var others: [Int32: [String]] = [:]
    private var isStale = true
    private var firstChange: Int64?
    private var lastChange: Int64 = 0
    private var planned: Int64?
    private var lastRead: Int64 = 0
    private let folder: ReminderFolder
    private let configuration: String?

    /// Editors and checkouts change several files at once: read when they have been quiet, or at last in any case.
    private static let quiet: Int64 = 200
    private static let patience: Int64 = 2_000
    private static let slowPoll: Int64 = 60_000
    private static let quickPoll: Int64 = 5_000

    /// - Parameter configuration: a file, in a directory of its own.
    init(_ folder: ReminderFolder, configuration: String?) {
        (self.folder, self.configuration) = (folder, configuration)
    }

    mutating func markChanged(at uptime: Int64) {
        if firstChange == nil { firstChange = uptime }
        lastChange = uptime
    }

    /// To be read then, though nothing was heard.
    mutating func plan(at uptime: Int64) { if planned == nil { planned = uptime } }

    /// When the folder is to be read.
    var due: Int64 {
        if let firstChange { return min(lastChange + Self.quiet, firstChange + Self.patience, planned ?? .max) }
        if let planned { return planned }
        #if os(Linux)
            if trouble != nil { return lastRead + Self.slowPoll }
            // With nothing watched the folder is not there, or a moment ago was another one.
            return watched.isEmpty ? lastRead + Self.quickPoll : .max
        #else
            return lastRead + Self.quickPoll
        #endif
    }

    /// Watches what is there; to be called before the folder is read, so that nothing changes unseen in between.
    mutating func prepare(at uptime: Int64) {
        (firstChange, planned) = (nil, nil)
        lastRead = uptime
        #if os(Linux)
            if isStale { reopen() }
            guard descriptor >= 0 else { return }
            // A directory may have come while its parent was not watched yet.
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

        /// - Returns: whether there were new ones.
        private mutating func watchNew(_ directories: [String]) -> Bool {
            let mask =
                IN_CLOSE_WRITE | IN_MOVED_TO | IN_MOVED_FROM | IN_CREATE | IN_DELETE | IN_DELETE_SELF | IN_MOVE_SELF
                | IN_ATTRIB  // Of what could not be read the rights may be mended.
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

        /// The zone of the machine, the configuration, and files that links of the folder lead to. Last, as the folder
        /// matters more where watches run out; and again each time, as the configuration's directory may come later.
        private mutating func watchOthers(_ linked: [String]) {
            var places = [("/etc", "localtime")] + linked.compactMap(Self.parted)
            if let file = configuration.flatMap(Self.parted), let above = Self.parted(file.directory) {
                places += [(file.directory, file.name), (above.directory, above.name)]
            }
            // IN_ONLYDIR, and IN_MASK_ADD, as one of them may lie in the folder.
            let mask =
                UInt32(IN_CLOSE_WRITE | IN_CREATE | IN_DELETE | IN_MOVED_FROM | IN_MOVED_TO | IN_ATTRIB) | 0x2100_0000
            for (directory, name) in places {
                let watch = inotify_add_watch(descriptor, directory, mask)
                if watch >= 0, others[watch]?.contains(name) != true { others[watch, default: []].append(name) }
            }
        }

        private static func parted(_ path: String) -> (directory: String, name: String)? {
            guard let slash = path.utf8.lastIndex(of: UInt8(ascii: "/")) else { return nil }
            return (String(path[..<slash]), String(path[slash...].dropFirst()))
        }

        /// File systems that do not tell what other machines change.
        private static func isRemote(_ path: String) -> Bool {
            // `struct statfs` begins with the kind of file system.
            var status = [Int](repeating: 0, count: 32)
            guard systemStatfs(path, &status) == 0 else { return false }
            // NFS, SMB, CIFS, 9P, FUSE.
            return [0x6969, 0x517B, 0xFF53_4D42, 0xFE53_4D42, 0x0102_1997, 0x6573_5546].contains(
                status[0] & 0xFFFF_FFFF
            )
        }
    #endif

    /// Takes what has been heard.
    mutating func take(at uptime: Int64) {
        #if os(Linux)
            var buffer = [UInt8](repeating: 0, count: 1 << 16)
            // As much as the queue may hold, and no more: somebody may write without end.
            for _ in 0..<64 {
                let count = buffer.withUnsafeMutableBytes { read(descriptor, $0.baseAddress, $0.count) }
                guard count > 0 else { break }
                buffer.withUnsafeBytes { hear($0, count: count, at: uptime) }
            }
        #endif
    }

    #if os(Linux)
        private mutating func hear(_ bytes: UnsafeRawBufferPointer, count: Int, at uptime: Int64) {
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
                // A watch goes with its directory wherever that is moved to.
                if isLost || isDirectory && mask & UInt32(IN_CREATE) == 0 { isStale = true }
                // Our own files, those of git and temporary ones of editors change nothing.
                if name.first == UInt8(ascii: "."), !isLost, !name.elementsEqual(".mmignore".utf8) { continue }
                markChanged(at: uptime)
            }
        }
    #endif
}

#if os(Linux)
    // Glibc's module for Swift leaves this header out.
    @_silgen_name("statfs")
    private func systemStatfs(_ path: UnsafePointer<CChar>, _ status: UnsafeMutableRawPointer) -> Int32
#endif
