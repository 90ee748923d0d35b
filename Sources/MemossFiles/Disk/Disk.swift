#if canImport(Glibc)
    internal import Glibc
#elseif canImport(Musl)
    internal import Musl
#else
    internal import Darwin
#endif

/// What is asked of the disk, and every failure checked: the system calls, asked again where a signal came between, and with
/// errors that say what was being done. All that the library reads and writes goes through here.
struct Disk: Sendable {
    let calls: any DiskCalls

    static let system = Disk(calls: SystemCalls())
    /// No file that is edited comes near it, and no journal: a longer one is somebody's joke, and there is no memory for it.
    static let longest = 512 << 20
    static let longestEdited = 256 << 20

    // MARK: Files

    func open(_ path: String, _ flags: Int32, mode: mode_t = 0) throws(SystemError) -> FileDescriptor {
        try open(path, at: AT_FDCWD, flags, mode: mode)
    }

    /// - Parameter directory: what the name is relative to.
    func open(
        _ name: UnsafePointer<CChar>,
        at directory: Int32,
        _ flags: Int32,
        mode: mode_t = 0
    ) throws(SystemError) -> FileDescriptor {
        let operation = flags & O_CREAT == 0 ? "open" : "create"
        let raw = try retry(operation, String(cString: name)) { () throws(CallFailure) in
            try calls.open(name, at: directory, flags, mode)
        }
        return FileDescriptor(owning: raw)
    }

    /// A file as it stands; links are not followed.
    func read(_ path: String) throws(SystemError) -> FileContents {
        try whole(try open(path, O_RDONLY | O_NOFOLLOW), atMost: Self.longest, path)
    }

    /// A regular file, links followed.
    ///
    /// - Parameter limit: at most so many bytes are read, from the start.
    func read(_ path: String, limit: Int) throws(SystemError) -> FileContents {
        try contents(of: try open(path, O_RDONLY), limit: limit, path)
    }

    /// A whole file that is to be edited, links followed.
    ///
    /// - Throws: a `SystemError` (`File too large`) for one of more than 256 MiB: nobody wrote that by hand.
    func readToEdit(_ path: String) throws(SystemError) -> FileContents {
        try whole(try open(path, O_RDONLY), atMost: Self.longestEdited, path)
    }

    /// Of one that is longer nothing is read: there may be no memory for it.
    private func whole(
        _ file: consuming FileDescriptor,
        atMost limit: Int,
        _ path: String
    ) throws(SystemError) -> FileContents {
        guard try status(file, path).st_size <= limit else { throw SystemError("read", path, code: EFBIG) }
        let contents = try contents(of: file, limit: limit + 1, path)
        guard contents.bytes.count <= limit else { throw SystemError("read", path, code: EFBIG) }
        return contents
    }

    /// What an open file holds.
    func contents(
        of file: borrowing FileDescriptor,
        limit: Int,
        _ path: @autoclosure () -> String
    ) throws(SystemError) -> FileContents {
        let status = try status(file, path())
        guard status.st_mode & S_IFMT == S_IFREG else {
            throw SystemError("read", path(), code: status.st_mode & S_IFMT == S_IFDIR ? EISDIR : EINVAL)
        }
        let raw = file.raw
        var failure: SystemError?
        let bytes = [UInt8](unsafeUninitializedCapacity: min(limit, Int(status.st_size))) { buffer, count in
            do throws(SystemError) {
                count = try fill(UnsafeMutableRawBufferPointer(buffer), from: raw, path())
            } catch {
                failure = error
            }
        }
        if let failure { throw failure }
        return FileContents(bytes: bytes, stamp: FileStamp(status))
    }

    /// Reads from where the file stands to its end, or until the buffer is full.
    ///
    /// - Returns: how many bytes it was.
    func fill(
        _ buffer: UnsafeMutableRawBufferPointer,
        from file: Int32,
        _ path: @autoclosure () -> String
    ) throws(SystemError) -> Int {
        var count = 0
        while count < buffer.count {
            let rest = UnsafeMutableRawBufferPointer(rebasing: buffer[count...])
            let received = try readSome(into: rest, from: file, path())
            if received == 0 { break }
            count += received
        }
        return count
    }

    /// Reads as much as one call gives; nothing at the end of the file.
    func readSome(
        into buffer: UnsafeMutableRawBufferPointer,
        from file: Int32,
        _ path: @autoclosure () -> String
    ) throws(SystemError) -> Int {
        try retry("read", path()) { () throws(CallFailure) in try calls.read(file, buffer) }
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
        try finish(file, path, bytes, like: stamp, attributesOf: model)
        if isDurable { try synchronize(file, path) }
    }

    /// The same, with the group and the access list that a directory gives to what is made in it, but under a name elsewhere:
    /// nobody meets the file in the directory before it is whole.
    ///
    /// - Returns: false where the file system has no files without a name, or cannot give it this one.
    func create(
        _ path: String,
        asIn directory: String,
        _ bytes: [UInt8],
        like stamp: FileStamp?,
        attributesOf model: String?
    ) throws(SystemError) -> Bool {
        #if os(Linux)
            do throws(SystemError) {
                let unnamed: Int32 = 0o20_000_000 | O_DIRECTORY  // O_TMPFILE
                let file = try open(directory, O_WRONLY | unnamed, mode: stamp == nil ? 0o666 : 0o600)
                let raw = file.raw
                try finish(file, path, bytes, like: stamp, attributesOf: model)
                try synchronize(file, path)
                try retry("link", path) { () throws(CallFailure) in try calls.link(raw, path) }
                return true
            } catch {
                if error.code == EIO || error.isOutOfSpace { throw error }
            }
        #endif
        return false
    }

    private func finish(
        _ file: borrowing FileDescriptor,
        _ path: String,
        _ bytes: [UInt8],
        like stamp: FileStamp?,
        attributesOf model: String?
    ) throws(SystemError) {
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
        // A directory may have given the new file an access list.
        let given = try retry("listxattr", path) { () throws(CallFailure) in try calls.attributes(of: raw) }
        for name in given where ExtendedAttributes.isKept(name) && !names.contains(name) {
            try retry("removexattr", path) { () throws(CallFailure) in try calls.removeAttribute(name, of: raw) }
        }
        for name in names where ExtendedAttributes.isKept(name) {
            let value = try retry("getxattr", model) { () throws(CallFailure) in
                try calls.attribute(name, of: model)
            }
            try retry("setxattr", path) { () throws(CallFailure) in try calls.setAttribute(name, value, of: raw) }
        }
    }

    func status(_ file: borrowing FileDescriptor, _ path: @autoclosure () -> String) throws(SystemError) -> stat {
        let raw = file.raw
        return try retry("stat", path()) { () throws(CallFailure) in try calls.status(raw) }
    }

    /// Nil if there is nothing.
    ///
    /// - Parameter follows: whether of what a link leads to, or of the link itself.
    func status(at path: String, follows: Bool = false) throws(SystemError) -> stat? {
        do throws(SystemError) {
            return try status(path, at: AT_FDCWD, follows: follows)
        } catch {
            if error.isMissing { return nil }
            throw error
        }
    }

    /// - Parameter directory: what the name is relative to.
    func status(
        _ name: UnsafePointer<CChar>,
        at directory: Int32,
        follows: Bool
    ) throws(SystemError) -> stat {
        try retry("stat", String(cString: name)) { () throws(CallFailure) in
            try calls.status(name, at: directory, follows: follows)
        }
    }

    /// Whether there is anything of that name, be it a link that leads nowhere.
    func exists(_ path: String) throws(SystemError) -> Bool { try status(at: path) != nil }

    /// Nil if there is nothing.
    func kind(of path: String, follows: Bool) throws(SystemError) -> FileKind? {
        try status(at: path, follows: follows).map(FileKind.init)
    }

    func isLink(_ path: String) throws(SystemError) -> Bool { try kind(of: path, follows: false) == .link }

    /// Whether the path leads to a directory.
    func isDirectory(_ path: String) throws(SystemError) -> Bool { try kind(of: path, follows: true) == .directory }

    /// Whether the path, links followed, lies below `root`, which is a real path itself.
    func isInside(_ path: String, root: String) throws(SystemError) -> Bool {
        try realPath(path).utf8.starts(with: (root == "/" ? "/" : root + "/").utf8)
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
    func retry<Value: ~Copyable>(
        _ operation: String,
        _ path: @autoclosure () -> String,
        _ body: () throws(CallFailure) -> Value
    ) throws(SystemError) -> Value {
        while true {
            do throws(CallFailure) {
                return try body()
            } catch {
                if error.code != EINTR { throw SystemError(operation, path(), code: error.code) }
            }
        }
    }
}
