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
    let path: String

    /// - Parameter path: a real path.
    init(_ path: String) throws(SystemError) {
        file = try FileDescriptor.open(path, flags: O_RDONLY | O_DIRECTORY)
        self.path = path
    }

    /// - Throws: a `SystemError` for a link too, wherever it leads.
    init(_ name: String, in parent: OpenDirectory) throws(SystemError) {
        file = try FileDescriptor.open(name, at: parent.file.raw, flags: O_RDONLY | O_DIRECTORY | O_NOFOLLOW)
        path = "\(parent.path)/\(name)"
    }

    /// Whoever inherits a duplicate of it keeps the lock.
    var descriptor: Int32 { file.raw }

    /// Until the last duplicate of the descriptor is closed. Never waits.
    func lock(_ disk: Disk) throws(SystemError) {
        let raw = file.raw
        try disk.retry("lock", path) { () throws(CallFailure) in try disk.calls.lock(raw) }
    }

    func names() throws(SystemError) -> [String] {
        // A duplicate, as closing the stream closes its descriptor; the two stand at the same place.
        let copy = fcntl(file.raw, F_DUPFD_CLOEXEC, 0)
        guard copy >= 0 else { throw SystemError("read", path) }
        guard let stream = fdopendir(copy) else {
            let error = SystemError("read", path)
            close(copy)
            throw error
        }
        defer { closedir(stream) }
        rewinddir(stream)
        var names: [String] = []
        while true {
            errno = 0
            guard let entry = readdir(stream) else {
                // One that was deleted meanwhile has nothing in it.
                guard errno == 0 || errno == ENOENT else { throw SystemError("read", path) }
                return names
            }
            let name = withUnsafePointer(to: &entry.pointee.d_name) { tuple in
                tuple.withMemoryRebound(to: CChar.self, capacity: 1) { String(cString: $0) }
            }
            if name != ".", name != ".." { names.append(name) }
        }
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
