#if canImport(Glibc)
    internal import Glibc
#elseif canImport(Musl)
    internal import Musl
#else
    internal import Darwin
#endif

/// Questions about paths.
public enum Directory {
    /// The absolute path without links, `.` and `..`.
    public static func realPath(_ path: String) throws(SystemError) -> String {
        guard let resolved = realpath(path, nil) else { throw SystemError("open", path) }
        defer { free(resolved) }
        return String(cString: resolved)
    }

    /// - Throws: a `SystemError` where that cannot be told: it is not the same as no.
    public static func holds(_ name: String, in directory: String) throws(SystemError) -> Bool {
        if access("\(directory)/\(name)", F_OK) == 0 { return true }
        let error = SystemError("open", directory)
        if error.isMissing { return false }
        throw error
    }

    public static func isDirectory(_ path: String) -> Bool {
        var status = stat()
        return stat(path, &status) == 0 && status.st_mode & S_IFMT == S_IFDIR
    }

    /// Whether the path leads to a regular file; false too where it leads nowhere.
    static func isRegularFile(_ path: String) -> Bool {
        var status = stat()
        return stat(path, &status) == 0 && status.st_mode & S_IFMT == S_IFREG
    }

    /// Whether there is anything of that name, be it a link that leads nowhere.
    static func exists(_ path: String) -> Bool {
        var status = stat()
        return lstat(path, &status) == 0
    }

    static func isLink(_ path: String) -> Bool {
        var status = stat()
        return lstat(path, &status) == 0 && status.st_mode & S_IFMT == S_IFLNK
    }

    /// Whether the path, links followed, lies below `root`, which is a real path itself.
    static func isInside(_ path: String, root: String) -> Bool {
        guard let target = try? realPath(path) else { return false }
        return target.utf8.starts(with: (root == "/" ? "/" : root + "/").utf8)
    }

    /// Makes a directory, and those above it where they are missing.
    public static func create(_ path: String) throws(SystemError) {
        if isDirectory(path) { return }
        if let slash = path.utf8.lastIndex(of: Ascii.slash), slash > path.startIndex {
            try create(String(path[..<slash]))
        }
        guard mkdir(path, 0o777) == 0 || errno == EEXIST else { throw SystemError("mkdir", path) }
    }

    /// Writes a file that must not exist yet.
    public static func createFile(_ path: String, _ bytes: [UInt8]) throws(SystemError) {
        let raw = openat(AT_FDCWD, path, O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, 0o666 as mode_t)
        guard raw >= 0 else { throw SystemError("create", path) }
        let file = FileDescriptor(owning: raw)
        try file.writeAll(bytes, path)
        try file.synchronize(path)
    }
}
