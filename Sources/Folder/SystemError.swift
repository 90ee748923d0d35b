internal import CLibrary
package import Text

/// The value; nil if its path does not exist.
package func unlessMissing<Value: ~Copyable>(
    _ body: @autoclosure () throws(SystemError) -> Value
) throws(SystemError) -> Value? {
    do throws(SystemError) {
        return try body()
    } catch {
        if error.isMissing { return nil }
        throw error
    }
}

/// The value, or an error that names the path.
package func naming<Value>(
    _ path: String,
    _ body: @autoclosure () throws(SystemError) -> Value
) throws(MemossError) -> Value {
    do throws(SystemError) { return try body() } catch { throw MemossError(.failure, "\(path): \(error.reason)") }
}

/// The value, or an error that names the path of the call that failed.
package func naming<Value>(_ body: @autoclosure () throws(SystemError) -> Value) throws(MemossError) -> Value {
    do throws(SystemError) { return try body() } catch {
        throw MemossError(.failure, "\(error.path): \(error.reason)")
    }
}

/// A system call that failed, or a file that must not be used.
package struct SystemError: Error, Sendable, Hashable {
    package enum Operation: Sendable {
        case open, create, read, write, stat, lock, sync, chmod, chown, attributes, link, rename, delete, mkdir, rmdir
        /// Not a call: the path is in `.memoss`, but `mm` did not create it.
        case trust
    }

    /// The path that was passed to the system call.
    package var path: String
    package var operation: Operation
    /// The value of `errno`.
    package var code: Int32

    package init(_ operation: Operation, _ path: String, code: Int32) {
        (self.operation, self.path, self.code) = (operation, path, code)
    }

    /// The path does not exist.
    package init(missing path: String) { self.init(.open, path, code: ENOENT) }

    package var isForeign: Bool { operation == .trust }

    /// The reason, preceded by the path unless the path is clear from the context.
    package var description: String { isForeign ? "\(path): \(reason)" : reason }

    /// The text of strerror(3): `Permission denied`.
    package var reason: String {
        switch (operation, code) {
        case (.trust, _): "\(trustReason), which mm did not create: move it away or delete it"
        // A FIFO, a socket or a device, which is never read.
        case (.read, EINVAL): "not a regular file"
        case (.lock, ENOLCK), (.lock, EOPNOTSUPP), (.lock, ENOSYS): "the file system does not support locks"
        case (.read, EFBIG): "larger than 256 MiB, the limit for editing"
        default: String(cString: strerror(code))
        }
    }

    private var trustReason: String {
        switch code {
        case ELOOP: "this is a symbolic link"
        case ENOTDIR: "this is not a directory"
        case EPERM: "this belongs to another user"
        case EFBIG: "this is too long"
        default: "this is not a regular file"
        }
    }

    /// Whether the path does not exist (ENOENT, ENOTDIR).
    package var isMissing: Bool { !isForeign && (code == ENOENT || code == ENOTDIR) }

    package var isPermissionDenied: Bool { !isForeign && (code == EACCES || code == EPERM || code == EROFS) }

    /// The file system does not support the call, or does not permit it.
    var isRefusal: Bool { [EPERM, EACCES, ENOTSUP, EOPNOTSUPP, ENOSYS, EINVAL].contains(code) }

    package var isOutOfSpace: Bool { code == ENOSPC || code == EDQUOT }

    /// The disk is full or failing, so another way to do the same would fail too.
    var isDiskFailure: Bool { isOutOfSpace || code == EIO }

    /// The paths are on different file systems or mounts.
    var isCrossDevice: Bool { code == EXDEV }

    /// A symbolic link where none is followed, or a cycle of them.
    package var isLoop: Bool { code == ELOOP }

    /// The path is not a regular file.
    var isNotFile: Bool { code == ELOOP || code == EISDIR || code == EINVAL }
}
