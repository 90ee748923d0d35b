internal import CLibrary

/// An open directory. Operations apply to it even if its name now refers to something else, and no symbolic link can
/// redirect them; otherwise a deletion could hit other files.
final class OpenDirectory: Sendable {
    private let file: FileDescriptor
    private let disk: Disk
    let path: String

    /// - Parameter path: a real path.
    init(_ path: String, on disk: Disk) throws(SystemError) {
        file = try disk.open(path, O_RDONLY | O_DIRECTORY)
        (self.path, self.disk) = (path, disk)
    }

    /// - Throws: a `SystemError`, even if the name is a symbolic link to a directory.
    init(_ name: String, in parent: OpenDirectory) throws(SystemError) {
        disk = parent.disk
        file = try disk.open(name, at: parent.file.raw, O_RDONLY | O_DIRECTORY | O_NOFOLLOW)
        path = "\(parent.path)/\(name)"
    }

    /// A child process that inherits the descriptor keeps the lock.
    var descriptor: Int32 { file.raw }

    /// Locks the directory until the last duplicate of the descriptor is closed. Never blocks.
    func lock() throws(SystemError) {
        try disk.call(.lock, path, try disk.calls.lock(file.raw))
    }

    func names() throws(SystemError) -> [String] { try disk.names(in: ".", at: file.raw, path) }

    /// Whether it is a regular file with a single link.
    func isFileOfOneName(_ name: String) -> Bool {
        guard let status = try? disk.status(name, at: file.raw, follows: false) else { return false }
        return FileKind(status) == .regular && status.st_nlink == 1
    }

    /// Deletes a file, or a symbolic link itself.
    func remove(_ name: String) throws(SystemError) {
        try disk.call(.delete, "\(path)/\(name)", try disk.calls.unlink(name, at: file.raw))
    }

    /// Deletes an empty directory.
    func removeDirectory(_ name: String) throws(SystemError) {
        try disk.call(.rmdir, "\(path)/\(name)", try disk.calls.removeDirectory(name, at: file.raw))
    }
}
