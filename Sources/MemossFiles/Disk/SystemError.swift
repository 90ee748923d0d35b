#if canImport(Glibc)
    internal import Glibc
#elseif canImport(Musl)
    internal import Musl
#else
    internal import Darwin
#endif

/// A system call that failed.
public struct SystemError: Error, Sendable, Hashable {
    package var path: String
    /// What was being done: `open`, `rename`.
    package var operation: String
    package var code: Int32

    init(_ operation: String, _ path: String, code: Int32 = errno) {
        self.operation = operation
        self.path = path
        self.code = code
    }

    /// Something stands where `mm` has its own files, and is none of them.
    init(missing path: String) { self.init("open", path, code: ENOENT) }

    init(foreign path: String, code: Int32) { self.init(Self.trust, path, code: code) }

    private static let trust = "trust"
    var isForeign: Bool { operation == Self.trust }

    /// What is wrong, with the path where that is not the one that is spoken of anyway.
    var whole: String { isForeign ? "\(path): \(reason)" : reason }

    private var foreignness: String {
        switch code {
        case ELOOP: "a symbolic link"
        case ENOTDIR: "not a directory"
        case EPERM: "of another user"
        case EFBIG: "longer than mm makes it"
        default: "not a regular file"
        }
    }

    /// The system's own words: `Permission denied`.
    package var reason: String {
        switch (operation, code) {
        case (Self.trust, _): "\(foreignness), and none of mm's own files: move it away or delete it"
        // A FIFO, a socket or a device, which is never read.
        case ("read", EINVAL): "not a regular file"
        case ("read", EFBIG): "larger than the 256 MiB that mm edits"
        default: String(cString: strerror(code))
        }
    }

    var isLackOfRights: Bool { !isForeign && (code == EACCES || code == EPERM || code == EROFS) }

    var isOutOfSpace: Bool { code == ENOSPC || code == EDQUOT }

    /// Between file systems, or what counts as two.
    var isBorder: Bool { code == EXDEV }

    /// Of symbolic links.
    var isLoop: Bool { code == ELOOP }

    package var isMissing: Bool { !isForeign && (code == ENOENT || code == ENOTDIR) }
}
