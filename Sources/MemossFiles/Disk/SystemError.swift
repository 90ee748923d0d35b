internal import CLibrary

/// A system call that failed.
public struct SystemError: Error, Sendable, Hashable {
    package var path: String
    /// The operation that failed: `open`, `rename`.
    package var operation: String
    package var code: Int32

    init(_ operation: String, _ path: String, code: Int32 = errno) {
        self.operation = operation
        self.path = path
        self.code = code
    }

    /// The path does not exist.
    init(missing path: String) { self.init("open", path, code: ENOENT) }

    /// The path is in `.memoss`, but `mm` did not create it.
    init(foreign path: String, code: Int32) { self.init(Self.trust, path, code: code) }

    private static let trust = "trust"
    var isForeign: Bool { operation == Self.trust }

    /// The reason, preceded by the path unless the path is clear from the context.
    var whole: String { isForeign ? "\(path): \(reason)" : reason }

    private var foreignness: String {
        switch code {
        case ELOOP: "this is a symbolic link"
        case ENOTDIR: "this is not a directory"
        case EPERM: "this belongs to another user"
        case EFBIG: "this is too long"
        default: "this is not a regular file"
        }
    }

    /// The text of strerror(3): `Permission denied`.
    package var reason: String {
        switch (operation, code) {
        case (Self.trust, _): "\(foreignness), which mm did not create: move it away or delete it"
        // A FIFO, a socket or a device, which is never read.
        case ("read", EINVAL): "not a regular file"
        case ("read", EFBIG): "larger than the 256 MiB that mm edits"
        default: String(cString: strerror(code))
        }
    }

    var isLackOfRights: Bool { !isForeign && (code == EACCES || code == EPERM || code == EROFS) }

    var isOutOfSpace: Bool { code == ENOSPC || code == EDQUOT }

    /// The paths are on different file systems or mounts.
    var isBorder: Bool { code == EXDEV }

    /// A symbolic link where none is followed, or a cycle of them.
    var isLoop: Bool { code == ELOOP }

    package var isMissing: Bool { !isForeign && (code == ENOENT || code == ENOTDIR) }
}
