#if canImport(Glibc)
    internal import Glibc
#elseif canImport(Musl)
    internal import Musl
#else
    internal import Darwin
#endif

/// What one directory of a folder holds, names in byte order.
struct DirectoryListing: Sendable {
    /// From the root, with a slash at the end; empty for the root.
    var path: String
    var files = FileNames()
    var directories: [String] = []
    /// Those of the files that are symbolic links.
    var links: [String] = []
    var problems: [Problem] = []

    init(path: String) { self.path = path }

    /// A directory that packages are in, never notes.
    static let leftOut = "node_modules"

    /// Lists one directory: files whose name ends in `.md`, and directories to walk. Links to directories are not
    /// followed, and nothing but regular files is ever opened.
    static func read(_ path: String, root: Int32, ignoring ignored: IgnoreList) -> DirectoryListing {
        var listing = DirectoryListing(path: path)
        do throws(SystemError) {
            let directory = try FileDescriptor.open(path.isEmpty ? "." : path, at: root, flags: O_RDONLY | O_DIRECTORY)
            // A duplicate, as closing the stream closes its descriptor.
            guard let stream = fdopendir(dup(directory.raw)) else { throw SystemError("read", path) }
            defer { closedir(stream) }
            while let entry = readdir(stream) { listing.add(entry, in: directory.raw, ignoring: ignored) }
        } catch {
            let shown = path.isEmpty ? "." : String(path.dropLast())
            listing.problems.append(
                Problem(path: shown, id: .unreadableFile, message: "the directory cannot be read: \(error.reason)")
            )
        }
        listing.files.sort()
        listing.directories.sort(by: ByteOrder.precedes)
        return listing
    }

    private mutating func add(_ entry: UnsafeMutablePointer<dirent>, in directory: Int32, ignoring ignored: IgnoreList)
    {
        let name = withUnsafePointer(to: &entry.pointee.d_name) { tuple in
            tuple.withMemoryRebound(to: CChar.self, capacity: 1) { UnsafePointer($0) }
        }
        let bytes = UnsafeBufferPointer(
            start: UnsafeRawPointer(name).assumingMemoryBound(to: UInt8.self),
            count: strlen(name)
        )
        // Names that begin with a dot are left out: `.git`, `.memoss`, and our own temporary files.
        guard name.pointee != CChar(Ascii.dot) else { return }
        var kind = entry.pointee.d_type
        if kind == DT_UNKNOWN { kind = Self.kind(of: name, in: directory, following: false) }
        guard kind == DT_DIR || Self.hasMarkdownSuffix(bytes) else { return }
        guard let text = String(validatingCString: name) else {
            return leaveOut(String(cString: name), "the name is not valid UTF-8, so the file is left out")
        }
        guard !ignored.matches(name: text, path: path + text, isDirectory: kind == DT_DIR) else { return }
        if kind == DT_DIR {
            if text != Self.leftOut { directories.append(text) }
            return
        }
        if Self.isConflictCopy(bytes) {
            let message = "a sync tool's conflict copy, which is left out: merge it by hand and delete it"
            problems.append(Problem(path: path + text, id: .conflictCopy, message: message))
            return
        }
        let isLink = kind == DT_LNK
        if isLink { kind = Self.kind(of: name, in: directory, following: true) }
        switch Int32(kind) {
        case Int32(DT_REG):
            files.append(bytes)
            if isLink { links.append(text) }
        case Int32(DT_DIR): break
        case Int32(DT_UNKNOWN):
            leaveOut(text, "the symbolic link leads nowhere: \(SystemError("stat", text).reason)")
        default:
            leaveOut(text, "not a regular file (a FIFO, a socket or a device), so it is never opened")
        }
    }

    private mutating func leaveOut(_ name: String, _ message: String) {
        problems.append(Problem(path: path + name, id: .unreadableFile, message: message))
    }

    /// `DT_UNKNOWN` where the entry cannot be looked at; `errno` then says why.
    private static func kind(of name: UnsafePointer<CChar>, in directory: Int32, following: Bool) -> UInt8 {
        var status = stat()
        guard fstatat(directory, name, &status, following ? 0 : AT_SYMLINK_NOFOLLOW) == 0 else {
            return UInt8(DT_UNKNOWN)
        }
        switch status.st_mode & S_IFMT {
        case S_IFREG: return UInt8(DT_REG)
        case S_IFDIR: return UInt8(DT_DIR)
        case S_IFLNK: return UInt8(DT_LNK)
        default: return UInt8(DT_FIFO)
        }
    }

    private static func hasMarkdownSuffix(_ name: UnsafeBufferPointer<UInt8>) -> Bool {
        let dot = name.count - 3
        return dot > 0 && name[dot] == Ascii.dot && name[dot + 1] | 0x20 == UInt8(ascii: "m")
            && name[dot + 2] | 0x20 == UInt8(ascii: "d")
    }

    /// The copies that Syncthing, Dropbox, Nextcloud and Obsidian Sync leave beside a file that two sides changed.
    static func isConflictCopy(_ name: UnsafeBufferPointer<UInt8>) -> Bool {
        guard TextSearch.contains(name, conflict) else { return false }
        return conflictMarks.contains { TextSearch.contains(name, $0) }
    }

    private static let conflict = Array("conflict".utf8)
    private static let conflictMarks = [".sync-conflict-", "conflicted copy", "_conflict-", "(conflict "].map {
        Array($0.utf8)
    }
}
