#if canImport(Glibc)
    internal import Glibc
#elseif canImport(Musl)
    internal import Musl
#else
    internal import Darwin
#endif

/// Directories, and the names in them.
extension Disk {
    func realPath(_ path: String) throws(SystemError) -> String {
        try retry("open", path) { () throws(CallFailure) in try calls.realPath(path) }
    }

    func checkWritable(_ path: String) throws(SystemError) {
        try retry("open", path) { () throws(CallFailure) in try calls.isWritable(path) }
    }

    func names(in directory: String) throws(SystemError) -> [String] {
        try names(in: directory, at: AT_FDCWD, directory)
    }

    /// All that stands in a directory.
    func names(
        in directory: UnsafePointer<CChar>,
        at base: Int32,
        _ path: String
    ) throws(SystemError) -> [String] {
        var names: [String] = []
        try forEachEntry(in: directory, at: base, path) { entry, _ in names.append(String(cString: entry.name)) }
        return names
    }

    /// Goes through a directory, but for `.` and `..`.
    ///
    /// - Parameter body: gets each entry, and the open directory.
    /// - Throws: a `SystemError` where the directory cannot be opened (`open`), or not be read to its end (`read`): then
    ///   `body` may have got a part of it.
    func forEachEntry(
        in directory: UnsafePointer<CChar>,
        at base: Int32,
        _ path: @autoclosure () -> String,
        _ body: (DirectoryEntry, Int32) throws(SystemError) -> Void
    ) throws(SystemError) {
        let file: FileDescriptor
        do throws(SystemError) {
            file = try open(directory, at: base, O_RDONLY | O_DIRECTORY)
        } catch {
            throw SystemError(error.operation, path(), code: error.code)
        }
        let raw = file.raw
        let stream = try retry("read", path()) { () throws(CallFailure) in try calls.stream(raw) }
        file.release()
        while let entry = try retry("read", path(), { () throws(CallFailure) in try calls.next(stream) }) {
            let entry = DirectoryEntry(entry)
            if !entry.isDirectoryItself { try body(entry, raw) }
        }
    }

    func link(_ path: String, _ new: String) throws(SystemError) {
        try retry("link", new) { () throws(CallFailure) in try calls.link(path, new) }
    }

    func rename(_ path: String, _ new: String) throws(SystemError) {
        try retry("rename", new) { () throws(CallFailure) in try calls.rename(path, new) }
    }

    /// Two files get each other's name, at once.
    ///
    /// - Returns: false where the file system cannot do that.
    func exchange(_ path: String, _ other: String) throws(SystemError) -> Bool {
        do throws(SystemError) {
            try retry("rename", path) { () throws(CallFailure) in try calls.exchange(path, other) }
            return true
        } catch {
            if [EINVAL, ENOSYS, ENOTSUP, EPERM].contains(error.code) { return false }
            throw error
        }
    }

    /// Takes a file away that may be gone already.
    func remove(_ path: String) throws(SystemError) {
        do throws(SystemError) {
            try retry("delete", path) { () throws(CallFailure) in try calls.unlink(path) }
        } catch {
            if !error.isMissing { throw error }
        }
    }

    /// Makes a directory that may be there already.
    func makeDirectory(_ path: String) throws(SystemError) {
        do throws(SystemError) {
            try retry("mkdir", path) { () throws(CallFailure) in try calls.makeDirectory(path) }
        } catch {
            if error.code != EEXIST { throw error }
        }
    }

    /// Makes a directory and those above it where they are missing, each with its name on the disk.
    func makeDirectories(_ path: String) throws(SystemError) {
        do throws(SystemError) {
            guard let status = try status(at: try realPath(path)), status.st_mode & S_IFMT == S_IFDIR else {
                throw SystemError("mkdir", path, code: ENOTDIR)
            }
        } catch {
            guard error.code == ENOENT else { throw error }
            let (parent, name) = EditTargets.split(path)
            let above = parent.isEmpty ? (path.hasPrefix("/") ? "/" : ".") : parent
            try makeDirectories(above)
            if name.isEmpty { return }
            try makeDirectory(path)
            try synchronize(directory: above)
        }
    }

    /// Takes a directory away that may be gone already; one that something is in, or that is not ours to delete, stays.
    func removeDirectory(_ path: String) throws(SystemError) {
        do throws(SystemError) {
            try retry("rmdir", path) { () throws(CallFailure) in try calls.removeDirectory(path) }
        } catch {
            if !error.isMissing, ![ENOTEMPTY, EEXIST, EACCES, EPERM, EBUSY].contains(error.code) { throw error }
        }
    }
}
