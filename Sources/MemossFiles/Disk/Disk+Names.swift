internal import CLibrary

/// Operations on directories and file names.
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

    /// The names of all entries of a directory.
    func names(
        in directory: UnsafePointer<CChar>,
        at base: Int32,
        _ path: String
    ) throws(SystemError) -> [String] {
        var names: [String] = []
        try forEachEntry(in: directory, at: base, path) { entry, _ in names.append(String(cString: entry.name)) }
        return names
    }

    /// Enumerates a directory, except for `.` and `..`.
    ///
    /// - Parameter body: receives each entry, and the open directory.
    /// - Throws: a `SystemError` if the directory cannot be opened (`open`) or read to its end (`read`); `body` may then
    ///   have received some of the entries.
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

    /// Atomically exchanges two files.
    ///
    /// - Returns: false if the file system does not support this.
    func exchange(_ path: String, _ other: String) throws(SystemError) -> Bool {
        do throws(SystemError) {
            try retry("rename", path) { () throws(CallFailure) in try calls.exchange(path, other) }
            return true
        } catch {
            if [EINVAL, ENOSYS, ENOTSUP, EPERM].contains(error.code) { return false }
            throw error
        }
    }

    /// Deletes a file; it may be gone already.
    func remove(_ path: String) throws(SystemError) {
        do throws(SystemError) {
            try retry("delete", path) { () throws(CallFailure) in try calls.unlink(path) }
        } catch {
            if !error.isMissing { throw error }
        }
    }

    /// Creates a directory; it may exist already.
    func makeDirectory(_ path: String) throws(SystemError) {
        do throws(SystemError) {
            try retry("mkdir", path) { () throws(CallFailure) in try calls.makeDirectory(path) }
        } catch {
            if error.code != EEXIST { throw error }
        }
    }

    /// Creates a directory and its missing parents, and syncs the parent of each.
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
            try sync(directory: above)
        }
    }

    /// Deletes a directory. It may be gone already; one that is not empty, or that may not be deleted, is left.
    func removeDirectory(_ path: String) throws(SystemError) {
        do throws(SystemError) {
            try retry("rmdir", path) { () throws(CallFailure) in try calls.removeDirectory(path) }
        } catch {
            if !error.isMissing, ![ENOTEMPTY, EEXIST, EACCES, EPERM, EBUSY].contains(error.code) { throw error }
        }
    }
}
