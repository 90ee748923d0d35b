#if canImport(Glibc)
    internal import Glibc
#elseif canImport(Musl)
    internal import Musl
#else
    internal import Darwin
#endif

/// A directory that is held open. What is done in it is done in this one, whatever stands under its name by then, and no
/// link leads to another: what is deleted may be somebody's otherwise.
final class OpenDirectory: Sendable {
    private let file: FileDescriptor
    private let disk: Disk
    let path: String

    /// - Parameter path: a real path.
    init(_ path: String, on disk: Disk) throws(SystemError) {
        file = try disk.open(path, O_RDONLY | O_DIRECTORY)
        (self.path, self.disk) = (path, disk)
    }

    /// - Throws: a `SystemError` for a link too, wherever it leads.
    init(_ name: String, in parent: OpenDirectory) throws(SystemError) {
        disk = parent.disk
        file = try disk.open(name, at: parent.file.raw, O_RDONLY | O_DIRECTORY | O_NOFOLLOW)
        path = "\(parent.path)/\(name)"
    }

    /// Whoever inherits a duplicate of it keeps the lock.
    var descriptor: Int32 { file.raw }

    /// Until the last duplicate of the descriptor is closed. Never waits.
    func lock() throws(SystemError) {
        let raw = file.raw
        try disk.retry("lock", path) { () throws(CallFailure) in try disk.calls.lock(raw) }
    }

    func names() throws(SystemError) -> [String] { try disk.names(in: ".", at: file.raw, path) }

    /// Whether it is a regular file that has no other name.
    func isFileOfOneName(_ name: String) -> Bool {
        guard let status = try? disk.status(name, at: file.raw, follows: false) else { return false }
        return FileKind(status) == .regular && status.st_nlink == 1
    }

    /// Takes a file away, or a link itself.
    func remove(_ name: String) { _ = unlinkat(file.raw, name, 0) }

    /// Takes a directory away, unless something is in it.
    ///
    /// - Returns: whether nothing stands there any more.
    @discardableResult
    func removeDirectory(_ name: String) -> Bool {
        unlinkat(file.raw, name, AT_REMOVEDIR) == 0 || errno == ENOENT
    }
}
