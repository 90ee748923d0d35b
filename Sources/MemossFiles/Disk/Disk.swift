#if canImport(Glibc)
    internal import Glibc
#elseif canImport(Musl)
    internal import Musl
#else
    internal import Darwin
#endif

/// What the transaction engine asks of the disk: the system calls, asked again where a signal came between, and with
/// failures that say what was being done.
struct Disk: Sendable {
    let calls: any DiskCalls

    static let system = Disk(calls: SystemCalls())

    // MARK: Files

    func open(_ path: String, _ flags: Int32, mode: mode_t = 0) throws(SystemError) -> FileDescriptor {
        let operation = flags & O_CREAT == 0 ? "open" : "create"
        let raw = try retry(operation, path) { () throws(CallFailure) in try calls.open(path, flags, mode) }
        return FileDescriptor(owning: raw)
    }

    /// A file as it stands; links are not followed.
    func read(_ path: String) throws(SystemError) -> FileContents {
        let file = try open(path, O_RDONLY | O_NOFOLLOW)
        let status = try status(file, path)
        guard status.st_mode & S_IFMT == S_IFREG else {
            throw SystemError("read", path, code: status.st_mode & S_IFMT == S_IFDIR ? EISDIR : EINVAL)
        }
        var failure: SystemError?
        let bytes = [UInt8](unsafeUninitializedCapacity: Int(status.st_size)) { buffer, count in
            do throws(SystemError) {
                while count < buffer.count {
                    let rest = UnsafeMutableRawBufferPointer(rebasing: UnsafeMutableRawBufferPointer(buffer)[count...])
                    let received = try retry("read", path) { () throws(CallFailure) in
                        try calls.read(file.raw, rest)
                    }
                    if received == 0 { break }
                    count += received
                }
            } catch {
                failure = error
            }
        }
        if let failure { throw failure }
        return FileContents(bytes: bytes, stamp: FileStamp(status))
    }

    func write(_ bytes: [UInt8], to file: borrowing FileDescriptor, _ path: String) throws(SystemError) {
        var written = 0
        let raw = file.raw
        var failure: SystemError?
        bytes.withUnsafeBytes { buffer in
            do throws(SystemError) {
                while written < buffer.count {
                    let rest = UnsafeRawBufferPointer(rebasing: buffer[written...])
                    written += try retry("write", path) { () throws(CallFailure) in try calls.write(raw, rest) }
                }
            } catch {
                failure = error
            }
        }
        if let failure { throw failure }
    }

    /// A new file, on the disk if `isDurable`.
    ///
    /// - Parameters:
    ///   - stamp: whose mode and owner the file gets; without one the usual.
    ///   - model: the file whose extended attributes and access list it gets.
    func create(
        _ path: String,
        _ bytes: [UInt8],
        like stamp: FileStamp?,
        attributesOf model: String? = nil,
        isDurable: Bool
    ) throws(SystemError) {
        let file = try open(path, O_WRONLY | O_CREAT | O_EXCL | O_NOFOLLOW, mode: stamp == nil ? 0o666 : 0o600)
        let raw = file.raw
        if let stamp {
            // A directory may have given the new file another group than the process has.
            let status = try status(file, path)
            if status.st_uid != stamp.owner || status.st_gid != stamp.group {
                try retry("chown", path) { () throws(CallFailure) in
                    try calls.changeOwner(raw, stamp.owner, stamp.group)
                }
            }
            try retry("chmod", path) { () throws(CallFailure) in
                try calls.changeMode(raw, mode_t(stamp.mode & 0o7777))
            }
        }
        if let model { try copyAttributes(of: model, to: file, path) }
        try write(bytes, to: file, path)
        if isDurable { try synchronize(file, path) }
    }

    private func copyAttributes(
        of model: String,
        to file: borrowing FileDescriptor,
        _ path: String
    ) throws(SystemError) {
        let raw = file.raw
        let names: [String]
        do throws(SystemError) {
            names = try retry("listxattr", model) { () throws(CallFailure) in try calls.attributes(of: model) }
        } catch {
            // A file system without such things has nothing to lose; and that a file is gone is found out elsewhere.
            if error.code == ENOTSUP || error.code == ENOSYS || error.isMissing { return }
            throw error
        }
        for name in names where ExtendedAttributes.isKept(name) {
            let value = try retry("getxattr", model) { () throws(CallFailure) in
                try calls.attribute(name, of: model)
            }
            try retry("setxattr", path) { () throws(CallFailure) in try calls.setAttribute(name, value, of: raw) }
        }
    }

    func status(_ file: borrowing FileDescriptor, _ path: String) throws(SystemError) -> stat {
        let raw = file.raw
        return try retry("stat", path) { () throws(CallFailure) in try calls.status(raw) }
    }

    /// Nil if there is nothing; of the link itself, if it is one.
    func status(at path: String) throws(SystemError) -> stat? {
        do throws(SystemError) {
            return try retry("stat", path) { () throws(CallFailure) in try calls.status(at: path) }
        } catch {
            if error.isMissing { return nil }
            throw error
        }
    }

    func exists(_ path: String) throws(SystemError) -> Bool { try status(at: path) != nil }

    // MARK: Names

    func realPath(_ path: String) throws(SystemError) -> String {
        try retry("open", path) { () throws(CallFailure) in try calls.realPath(path) }
    }

    func checkWritable(_ path: String) throws(SystemError) {
        try retry("open", path) { () throws(CallFailure) in try calls.isWritable(path) }
    }

    func names(in directory: String) throws(SystemError) -> [String] {
        try retry("read", directory) { () throws(CallFailure) in try calls.names(in: directory) }
    }

    func link(_ path: String, _ new: String) throws(SystemError) {
        try retry("link", new) { () throws(CallFailure) in try calls.link(path, new) }
    }

    func rename(_ path: String, _ new: String) throws(SystemError) {
        try retry("rename", new) { () throws(CallFailure) in try calls.rename(path, new) }
    }

    /// Takes a file away that may be gone already.
    func remove(_ path: String) throws(SystemError) {
        do throws(SystemError) {
            try retry("delete", path) { () throws(CallFailure) in try calls.unlink(path) }
        } catch {
            if !error.isMissing { throw error }
        }
    }

    /// Makes a directory that may be there already.
    func makeDirectory(_ path: String) throws(SystemError) {
        do throws(SystemError) {
            try retry("mkdir", path) { () throws(CallFailure) in try calls.makeDirectory(path) }
        } catch {
            if error.code != EEXIST { throw error }
        }
    }

    /// Takes a directory away that may be gone already; one that something is in, or that is not ours to delete, stays.
    func removeDirectory(_ path: String) throws(SystemError) {
        do throws(SystemError) {
            try retry("rmdir", path) { () throws(CallFailure) in try calls.removeDirectory(path) }
        } catch {
            if !error.isMissing, ![ENOTEMPTY, EEXIST, EACCES, EPERM, EBUSY].contains(error.code) { throw error }
        }
    }

    // MARK: Lasting

    func synchronize(_ file: borrowing FileDescriptor, _ path: String) throws(SystemError) {
        let raw = file.raw
        try retry("fsync", path) { () throws(CallFailure) in try calls.synchronize(raw) }
    }

    func synchronize(directory path: String) throws(SystemError) {
        do throws(SystemError) {
            try synchronize(try open(path, O_RDONLY | O_DIRECTORY), path)
        } catch {
            // Some file systems, on a network or on a stick, have no such thing.
            if error.operation != "fsync" || error.code != EINVAL { throw error }
        }
    }

    /// The whole file system that a directory is on.
    func synchronizeAll(on directory: String) throws(SystemError) {
        let file = try open(directory, O_RDONLY | O_DIRECTORY)
        let raw = file.raw
        try retry("fsync", directory) { () throws(CallFailure) in try calls.synchronizeAll(raw) }
    }

    @discardableResult
    func retry<Value>(
        _ operation: String,
        _ path: String,
        _ body: () throws(CallFailure) -> Value
    ) throws(SystemError) -> Value {
        while true {
            do throws(CallFailure) {
                return try body()
            } catch {
                if error.code != EINTR { throw SystemError(operation, path, code: error.code) }
            }
        }
    }
}
