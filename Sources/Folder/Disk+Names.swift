internal import CLibrary

/// Operations on directories and file names.
extension Disk {
    package func realPath(_ path: String) throws(SystemError) -> String {
        try call(.open, path, try calls.realPath(path))
    }

    /// See `Directory.spelled`.
    package func spelled(_ path: String) -> String {
        // In ASCII there is one form.
        guard !path.utf8.allSatisfy({ $0 < 0x80 }), (try? exists(path)) == false else { return path }
        var spelled = path.hasPrefix("/") ? "" : "."
        for name in path.split(separator: "/") {
            let (place, directory) = ("\(spelled)/\(name)", spelled.isEmpty ? "/" : spelled)
            let isThere = (try? exists(place)) ?? true
            // Swift compares strings by canonical equivalence.
            let others = isThere ? [] : ((try? names(in: directory)) ?? []).filter { $0 == name }
            spelled = others.count == 1 ? "\(spelled)/\(others[0])" : place
        }
        return spelled
    }

    package func checkWritable(_ path: String) throws(SystemError) {
        try at(path, .open) { name, directory throws(SystemError) in
            try call(.open, path, try calls.isWritable(name, at: directory))
        }
    }

    package func names(in directory: String) throws(SystemError) -> [String] {
        let file = try open(directory, O_RDONLY | O_DIRECTORY)
        return try names(in: ".", at: file.raw, directory)
    }

    /// The names of all entries of a directory.
    package func names(
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
        let stream = try call(.read, path(), try calls.stream(raw))
        file.release()
        while let entry = try call(.read, path(), try calls.next(stream)) {
            let entry = DirectoryEntry(entry)
            if !entry.isDirectoryItself { try body(entry, raw) }
        }
    }

    package func link(_ path: String, _ new: String) throws(SystemError) {
        try at(path, new, .link) { name, other throws(SystemError) in
            try call(.link, new, try calls.link(name, other))
        }
    }

    /// Renames a file, so that it has only the new name. A power failure may have left it with both (btrfs), and
    /// rename(2) does nothing if they are names of the same file.
    func rename(_ path: String, _ new: String) throws(SystemError) {
        try at(path, new, .rename) { name, other throws(SystemError) in
            try call(.rename, new, try calls.rename(name, other))
        }
        guard let left = try status(at: path), let renamed = try status(at: new) else { return }
        if FileStamp(left).identity == FileStamp(renamed).identity { try remove(path) }
    }

    /// Atomically exchanges two files.
    ///
    /// - Returns: false if the file system does not support this.
    func exchange(_ path: String, _ other: String) throws(SystemError) -> Bool {
        do throws(SystemError) {
            try at(path, other, .rename) { name, other throws(SystemError) in
                try call(.rename, path, try calls.exchange(name, other))
            }
            return true
        } catch {
            if [EINVAL, ENOSYS, ENOTSUP, EPERM].contains(error.code) { return false }
            throw error
        }
    }

    /// Deletes a file; it may be gone already.
    func remove(_ path: String) throws(SystemError) {
        do throws(SystemError) {
            try at(path, .delete) { name, directory throws(SystemError) in
                try call(.delete, path, try calls.unlink(name, at: directory))
            }
        } catch {
            if !error.isMissing { throw error }
        }
    }

    /// Creates a directory; it may exist already.
    ///
    /// - Returns: whether it is new.
    @discardableResult
    func makeDirectory(_ path: String) throws(SystemError) -> Bool {
        do throws(SystemError) {
            try at(path, .mkdir) { name, directory throws(SystemError) in
                try call(.mkdir, path, try calls.makeDirectory(name, at: directory))
            }
            return true
        } catch {
            if error.code != EEXIST { throw error }
            return false
        }
    }

    /// Creates a directory and its missing parents; the parent of each is synced if `isDurable`.
    package func makeDirectories(_ path: String, isDurable: Bool = true) throws(SystemError) {
        do throws(SystemError) {
            guard try isDirectory(try realPath(path)) else { throw SystemError(.mkdir, path, code: ENOTDIR) }
        } catch {
            guard error.code == ENOENT else { throw error }
            let above = Self.parent(of: path)
            try makeDirectories(above, isDurable: isDurable)
            if FilePath.name(of: path).isEmpty { return }
            try makeDirectory(path)
            if isDurable { try sync(directory: above) }
        }
    }

    private static func parent(of path: String) -> String {
        let parent = FilePath.parent(of: path)
        return parent.isEmpty ? (path.hasPrefix("/") ? "/" : ".") : parent
    }

    /// Checks that a directory could be created: that its nearest existing parent is a writable directory.
    func checkCreatable(_ path: String) throws(SystemError) {
        let parent = Self.parent(of: path)
        guard try exists(parent) else { return try checkCreatable(parent) }
        try at(parent + "/.", .open) { name, directory throws(SystemError) in
            try call(.open, parent, try calls.isWritable(name, at: directory))
        }
    }

    /// Deletes a directory. It may be gone already; one that is not empty, or that may not be deleted, is left.
    func removeDirectory(_ path: String) throws(SystemError) {
        do throws(SystemError) {
            try at(path, .rmdir) { name, directory throws(SystemError) in
                try call(.rmdir, path, try calls.removeDirectory(name, at: directory))
            }
            // A new one of the same name is another directory.
            held?.forget()
        } catch {
            if !error.isMissing, ![ENOTEMPTY, EEXIST, EACCES, EPERM, EBUSY].contains(error.code) { throw error }
        }
    }
}

extension Disk {
    /// When a file got its name or was last changed, in nanoseconds since 1970; nil if it does not exist.
    package func arrival(of path: String) throws(SystemError) -> Int64? {
        try status(at: path).map { Int64($0.st_ctim.tv_sec) * 1_000_000_000 + Int64($0.st_ctim.tv_nsec) }
    }
}
