package import CLibrary
internal import Text

/// All system calls of the library for files: every failure is checked, interrupted calls (`EINTR`) are repeated, and
/// errors say which operation failed.
package struct Disk: Sendable {
    let calls: any DiskCalls
    /// The directories of the only folder whose files may be used; nil if there is no such limit.
    var held: HeldDirectories?

    package static let system = Disk(calls: SystemCalls())
    /// A sanity limit in bytes. No edited file and no journal comes near it, and there may be no memory for a longer
    /// file.
    static let maximumSize = 512 << 20
    package static let maximumEditSize = 256 << 20

    // MARK: Files

    func open(_ path: String, _ flags: Int32, mode: mode_t = 0) throws(SystemError) -> FileDescriptor {
        let operation: SystemError.Operation = flags & O_CREAT == 0 ? .open : .create
        // The name of a directory is part of the way to its files.
        let flags = held != nil && flags & O_DIRECTORY != 0 ? flags | O_NOFOLLOW : flags
        let raw = try at(path, operation) { name, directory throws(SystemError) in
            try call(operation, path, try calls.open(name, at: directory, flags, mode))
        }
        return FileDescriptor(owning: raw)
    }

    /// - Parameter directory: the directory that the name is relative to.
    func open(
        _ name: UnsafePointer<CChar>,
        at directory: Int32,
        _ flags: Int32,
        mode: mode_t = 0
    ) throws(SystemError) -> FileDescriptor {
        let operation: SystemError.Operation = flags & O_CREAT == 0 ? .open : .create
        return FileDescriptor(
            owning: try call(operation, String(cString: name), try calls.open(name, at: directory, flags, mode))
        )
    }

    /// Reads a file; symbolic links are not followed.
    package func read(_ path: String) throws(SystemError) -> FileContents {
        try whole(try open(path, O_RDONLY | O_NOFOLLOW), atMost: Self.maximumSize, path)
    }

    /// The digest of the current contents of a file; nil if it does not exist. Whatever is not a regular file has an
    /// empty digest, which equals no other.
    func digest(_ path: String) throws(SystemError) -> String? {
        do throws(SystemError) {
            return try unlessMissing(SHA256.hex(try read(path).bytes))
        } catch {
            if error.isNotFile { return "" }
            throw error
        }
    }

    /// Reads a regular file; symbolic links are followed.
    ///
    /// - Parameter limit: the maximum number of bytes to read, from the start.
    package func read(_ path: String, limit: Int) throws(SystemError) -> FileContents {
        try contents(of: try open(path, O_RDONLY), limit: limit, path)
    }

    /// Reads a whole file for an edit; symbolic links are followed.
    ///
    /// - Throws: a `SystemError` (`File too large`) if the file is larger than 256 MiB, which nobody writes by hand.
    package func readToEdit(_ path: String) throws(SystemError) -> FileContents {
        try whole(try open(path, O_RDONLY), atMost: Self.maximumEditSize, path)
    }

    /// Reads nothing of a longer file, since there may be no memory for it.
    private func whole(
        _ file: consuming FileDescriptor,
        atMost limit: Int,
        _ path: String
    ) throws(SystemError) -> FileContents {
        let status = try status(file, path)
        guard status.st_size <= limit else { throw SystemError(.read, path, code: EFBIG) }
        let contents = try contents(of: file, status, limit: limit + 1, path)
        guard contents.bytes.count <= limit else { throw SystemError(.read, path, code: EFBIG) }
        return contents
    }

    /// Reads an open file.
    func contents(
        of file: borrowing FileDescriptor,
        limit: Int,
        _ path: @autoclosure () -> String
    ) throws(SystemError) -> FileContents {
        try contents(of: file, status(file, path()), limit: limit, path())
    }

    private func contents(
        of file: borrowing FileDescriptor,
        _ status: stat,
        limit: Int,
        _ path: @autoclosure () -> String
    ) throws(SystemError) -> FileContents {
        guard FileKind(status) == .regular else {
            throw SystemError(.read, path(), code: FileKind(status) == .directory ? EISDIR : EINVAL)
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

    /// Reads from the current offset until the end of the file or until the buffer is full.
    ///
    /// - Returns: the number of bytes read.
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

    /// Reads as much as one call returns; 0 at the end of the file.
    func readSome(
        into buffer: UnsafeMutableRawBufferPointer,
        from file: Int32,
        _ path: @autoclosure () -> String
    ) throws(SystemError) -> Int {
        try call(.read, path(), try calls.read(file, buffer))
    }

    func write(_ bytes: [UInt8], to file: borrowing FileDescriptor, _ path: String) throws(SystemError) {
        var written = 0
        let raw = file.raw
        var failure: SystemError?
        bytes.withUnsafeBytes { buffer in
            do throws(SystemError) {
                while written < buffer.count {
                    let rest = UnsafeRawBufferPointer(rebasing: buffer[written...])
                    written += try call(.write, path, try calls.write(raw, rest))
                }
            } catch {
                failure = error
            }
        }
        if let failure { throw failure }
    }

    /// Creates a file; it is synced if `isDurable`.
    ///
    /// - Parameters:
    ///   - stamp: the mode and owner of the file; nil for the defaults.
    ///   - model: the file whose extended attributes and access control list are copied.
    func create(
        _ path: String,
        _ bytes: [UInt8],
        like stamp: FileStamp?,
        attributesOf model: String? = nil,
        isDurable: Bool
    ) throws(SystemError) {
        let file = try open(path, O_WRONLY | O_CREAT | O_EXCL | O_NOFOLLOW, mode: initialMode(stamp))
        try finish(file, path, bytes, like: stamp, attributesOf: model)
        if isDurable { try sync(file, path) }
    }

    /// Creates a file with the group and the access control list that a directory gives to new files, but under a name
    /// elsewhere (`O_TMPFILE`): the file does not appear in the directory before it is complete.
    ///
    /// - Returns: false if the file system does not support unnamed files, or cannot link this one to the path.
    func create(
        _ path: String,
        asIn directory: String,
        _ bytes: [UInt8],
        like stamp: FileStamp?,
        attributesOf model: String?,
        isDurable: Bool
    ) throws(SystemError) -> Bool {
        #if os(Linux)
            do throws(SystemError) {
                let unnamed: Int32 = 0o20_000_000 | O_DIRECTORY  // O_TMPFILE
                let file = try open(directory, O_WRONLY | unnamed, mode: initialMode(stamp))
                try finish(file, path, bytes, like: stamp, attributesOf: model)
                if isDurable { try sync(file, path) }
                let raw = file.raw
                try at(path, .link) { name, directory throws(SystemError) in
                    try call(.link, path, try calls.link(raw, (name, directory)))
                }
                return true
            } catch {
                if error.isDiskFailure { throw error }
            }
        #endif
        return false
    }

    /// The owner to give a file that replaces one with this stamp: the same, unless its group may write it and this user
    /// belongs to the group. Then the user becomes the owner, as with git, and nobody of the group loses anything.
    func owner(inPlaceOf stamp: FileStamp) throws(SystemError) -> uid_t {
        let user = calls.user()
        guard user != 0, user != stamp.owner, stamp.mode & 0o020 != 0 else { return stamp.owner }
        return try call(.chown, "", try calls.groups()).contains(stamp.group) ? user : stamp.owner
    }

    /// Whether a file can be replaced by a new one of the same stamp, as far as its owner shows.
    package func canReplace(_ stamp: FileStamp) throws(SystemError) -> Bool {
        let user = calls.user()
        return user == 0 ? true : try owner(inPlaceOf: stamp) == user
    }

    /// The mode to create a file with: the final one where that is safe, since a file system may refuse to change it.
    /// A file that may get another owner or group first gives the wrong ones only what it gives everybody.
    private func initialMode(_ stamp: FileStamp?) -> mode_t {
        guard let stamp else { return 0o666 }
        let mode = mode_t(stamp.mode & 0o777)
        if stamp.group == calls.group(), calls.user() != 0 || stamp.owner == 0 { return mode }
        let common = mode & (mode >> 3) & 0o7
        return mode & 0o700 | common << 3 | common
    }

    private func finish(
        _ file: borrowing FileDescriptor,
        _ path: String,
        _ bytes: [UInt8],
        like stamp: FileStamp?,
        attributesOf model: String?
    ) throws(SystemError) {
        if let stamp {
            // A setgid directory may have given the new file its own group.
            var status = try status(file, path)
            let owner = try owner(inPlaceOf: stamp)
            if status.st_uid != owner || status.st_gid != stamp.group {
                try call(.chown, path, try calls.changeOwner(file.raw, owner, stamp.group))
                status = try self.status(file, path)
            }
            // A file system without modes (FAT, FUSE, SMB) gives every file the same one.
            let mode = mode_t(stamp.mode & 0o7777)
            if status.st_mode & 0o7777 != mode {
                try call(.chmod, path, try calls.changeMode(file.raw, mode))
            }
        }
        if let model { try copyAttributes(of: model, to: file, path) }
        try write(bytes, to: file, path)
    }

    /// For what a file system without owners and modes (FAT, FUSE, SMB) refuses, and nothing depends on.
    func unlessRefused(
        _ operation: SystemError.Operation,
        _ path: String,
        _ body: @autoclosure () throws(CallFailure) -> Void
    ) throws(SystemError) {
        do throws(SystemError) {
            try call(operation, path, try body())
        } catch {
            guard error.isRefusal else { throw error }
        }
    }

    private func copyAttributes(
        of model: String,
        to file: borrowing FileDescriptor,
        _ path: String
    ) throws(SystemError) {
        // A missing file is detected elsewhere.
        guard let source = try unlessMissing(try open(model, O_RDONLY | O_NOFOLLOW)) else { return }
        let names: [String]
        do throws(SystemError) {
            names = try call(.attributes, model, try calls.attributes(of: source.raw))
        } catch {
            // A file system without extended attributes has nothing to lose.
            if error.code == ENOTSUP || error.code == ENOSYS { return }
            throw error
        }
        // The default access control list of the directory may have been applied to the new file.
        var given: [String] = []
        do throws(SystemError) {
            given = try call(.attributes, path, try calls.attributes(of: file.raw))
        } catch {
            guard error.isRefusal else { throw error }
        }
        for name in given where isUserAttribute(name) && !names.contains(name) {
            try call(.attributes, path, try calls.removeAttribute(name, of: file.raw))
        }
        for name in names where isUserAttribute(name) {
            let value = try call(.attributes, model, try calls.attribute(name, of: source.raw))
            do throws(SystemError) {
                try call(.attributes, path, try calls.setAttribute(name, value, of: file.raw))
            } catch {
                // The new file may have it already.
                guard error.isRefusal, given.contains(name),
                    try call(.attributes, path, try calls.attribute(name, of: file.raw)) == value
                else { throw error }
            }
        }
    }

    package func status(_ file: borrowing FileDescriptor, _ path: @autoclosure () -> String) throws(SystemError) -> stat
    {
        try call(.stat, path(), try calls.status(file.raw))
    }

    /// Nil if the path does not exist.
    ///
    /// - Parameter follows: whether to follow a symbolic link.
    package func status(at path: String, follows: Bool = false) throws(SystemError) -> stat? {
        try unlessMissing(
            try at(path, .stat) { name, directory throws(SystemError) in
                try call(.stat, path, try calls.status(name, at: directory, follows: follows))
            }
        )
    }

    /// - Parameter directory: the directory that the name is relative to.
    package func status(
        _ name: UnsafePointer<CChar>,
        at directory: Int32,
        follows: Bool
    ) throws(SystemError) -> stat {
        try call(.stat, String(cString: name), try calls.status(name, at: directory, follows: follows))
    }

    /// The user who owns what a path leads to; nil if there is nothing.
    package func owner(of path: String) throws(SystemError) -> uid_t? {
        try status(at: path, follows: true)?.st_uid
    }

    /// Whether the name exists, even as a dangling symbolic link.
    package func exists(_ path: String) throws(SystemError) -> Bool { try status(at: path) != nil }

    /// Nil if the path does not exist.
    package func kind(of path: String, follows: Bool) throws(SystemError) -> FileKind? {
        try status(at: path, follows: follows).map(FileKind.init)
    }

    package func isLink(_ path: String) throws(SystemError) -> Bool { try kind(of: path, follows: false) == .link }

    /// Whether a file has several names: the path is a symbolic link, unless that is followed, or one of several hard links.
    package func hasSeveralNames(_ path: String, follows: Bool) throws(SystemError) -> Bool {
        guard let status = try status(at: path, follows: follows) else { return false }
        let kind = FileKind(status)
        return kind == .link || kind == .regular && status.st_nlink > 1
    }

    /// Whether the path is a directory, or a symbolic link to one.
    package func isDirectory(_ path: String) throws(SystemError) -> Bool {
        try kind(of: path, follows: true) == .directory
    }

    /// Repeats a call until no signal interrupts it.
    @discardableResult
    func call<Value: ~Copyable>(
        _ operation: SystemError.Operation,
        _ path: @autoclosure () -> String,
        _ body: @autoclosure () throws(CallFailure) -> Value
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
