#if canImport(Glibc)
    internal import Glibc
#elseif canImport(Musl)
    internal import Musl
#else
    internal import Darwin
#endif

/// A system call that failed.
public struct SystemError: Error, Sendable, Hashable {
    public var path: String
    /// What was being done: `open`, `rename`.
    public var operation: String
    public var code: Int32

    init(_ operation: String, _ path: String, code: Int32 = errno) {
        self.operation = operation
        self.path = path
        self.code = code
    }

    /// The system's own words: `Permission denied`.
    public var reason: String {
        switch (operation, code) {
        // A FIFO, a socket or a device, which is never read.
        case ("read", EINVAL): "not a regular file"
        case ("read", EFBIG): "larger than the 256 MiB that mm edits"
        default: String(cString: strerror(code))
        }
    }

    var isLackOfRights: Bool { code == EACCES || code == EPERM || code == EROFS }

    var isOutOfSpace: Bool { code == ENOSPC || code == EDQUOT }

    /// Between file systems, or what counts as two.
    var isBorder: Bool { code == EXDEV }

    /// Of symbolic links.
    var isLoop: Bool { code == ELOOP }

    public var isMissing: Bool { code == ENOENT || code == ENOTDIR }
}
