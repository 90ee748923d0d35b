internal import CLibrary
internal import Text

/// The state that a long-running `mm` keeps for one folder, in a private directory outside of it.
package struct StateDirectory: Sendable {
    package let path: String
    private let root: String
    /// Holds a lock for each folder, whatever path or mount it is reached through.
    private let locks: String
    private let disk: Disk

    /// - Parameters:
    ///   - base: the directory for program state, `$XDG_STATE_HOME`.
    ///   - root: the real path of the folder.
    package init(base: String, root: String) { self.init(base: base, root: root, disk: .system) }

    init(base: String, root: String, disk: Disk) {
        path = "\(base)/mm/\(SHA256.hex(Array(root.utf8)).prefix(16))"
        locks = "\(base)/mm/locks"
        (self.root, self.disk) = (root, disk)
    }

    /// Creates the directory if it is missing.
    package func make() throws(SystemError) {
        for path in [path, locks] where try !disk.exists(path) {
            try disk.makeDirectories(path)
            let file = try disk.open(path, O_RDONLY | O_DIRECTORY)
            try disk.unlessRefused(.chmod, path, try disk.calls.changeMode(file.raw, 0o700))
        }
    }

    /// Takes the locks that only one process per folder can hold: that of the state, and that of the folder by its device
    /// and inode, which is the same through another mount. A folder that was deleted and made again has another inode, but
    /// the same state.
    ///
    /// - Parameter timeout: how long to wait for another process, in milliseconds. A process that only reads the state
    ///   holds the lock for a moment.
    package func lock(timeout: Int = 200) throws(FolderLock.Failure) -> [FolderLock] {
        var held: [FolderLock] = []
        if let status = try? disk.status(at: root), (try? disk.exists(locks)) == true {
            let identity = FileStamp(status).identity
            let name = "\(identity.device)-\(identity.inode).lock"
            held.append(try FolderLock.take("\(locks)/\(name)", on: disk, timeout: timeout))
        }
        held.append(try FolderLock.take("\(path)/notify.lock", on: disk, timeout: timeout))
        return held
    }

    /// - Parameter name: that of the lock file.
    package func lock(_ name: String) throws(FolderLock.Failure) -> FolderLock {
        try FolderLock.take("\(path)/\(name)", on: disk, timeout: 0)
    }

    // MARK: Files

    /// The names of all files; none if the directory does not exist.
    package func names() throws(SystemError) -> [String] {
        try unlessMissing(try disk.names(in: path)) ?? []
    }

    /// Nil if the file does not exist.
    package func read(_ name: String) throws(SystemError) -> [UInt8]? {
        try unlessMissing(try disk.read("\(path)/\(name)"))?.bytes
    }

    /// Atomically replaces a file; the new one is durable when this returns.
    package func write(_ bytes: [UInt8], to name: String) throws(SystemError) {
        let target = "\(path)/\(name)"
        let new = target + ".new"
        do throws(SystemError) {
            // Left behind by a process that was killed.
            try disk.remove(new)
            let file = try disk.open(new, O_WRONLY | O_CREAT | O_EXCL | O_NOFOLLOW, mode: 0o600)
            try disk.write(bytes, to: file, new)
            try disk.sync(file, new)
            try disk.rename(new, target)
        } catch {
            try? disk.remove(new)
            throw error
        }
        try disk.sync(directory: path)
    }

    /// Checks that a file with these bytes could be written, and removes it again. Does not create the directory.
    package func tryWriting(_ bytes: [UInt8]) throws(SystemError) {
        guard try disk.exists(path) else { return try disk.checkCreatable(path) }
        try write(bytes, to: "notify.try")
        try disk.remove("\(path)/notify.try")
    }

    /// Renames a file that cannot be used, so that its data is not lost.
    ///
    /// - Returns: the new name.
    package func markUnreadable(_ name: String) throws(SystemError) -> String {
        let other = name + ".unreadable"
        try disk.rename("\(path)/\(name)", "\(path)/\(other)")
        return other
    }
}
