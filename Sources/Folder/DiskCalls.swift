internal import CLibrary

/// The system calls for files and directories, one method each with no logic, so that a test can make any of them fail,
/// transfer less than requested, or be the last one before a crash.
protocol DiskCalls: Sendable {
    /// - Parameter directory: the directory that the name is relative to; `AT_FDCWD` for the working directory.
    func open(
        _ name: UnsafePointer<CChar>,
        at directory: Int32,
        _ flags: Int32,
        _ mode: mode_t
    ) throws(CallFailure) -> Int32
    /// Opens a directory only to look names up in it; no component of the path may be a symbolic link.
    ///
    /// - Parameter directory: the open directory that the path is beneath; nil for an absolute path.
    func openPlace(_ path: String, beneath directory: Int32?) throws(CallFailure) -> Int32
    func read(_ file: Int32, _ buffer: UnsafeMutableRawBufferPointer) throws(CallFailure) -> Int
    func write(_ file: Int32, _ bytes: UnsafeRawBufferPointer) throws(CallFailure) -> Int
    func status(_ file: Int32) throws(CallFailure) -> stat
    /// - Parameter follows: whether to follow a symbolic link.
    func status(_ name: UnsafePointer<CChar>, at directory: Int32, follows: Bool) throws(CallFailure) -> stat
    func isWritable(_ name: UnsafePointer<CChar>, at directory: Int32) throws(CallFailure)
    func realPath(_ path: String) throws(CallFailure) -> String
    /// A stream of the entries of an open directory, from its current position; the stream takes ownership of the
    /// descriptor.
    func stream(_ directory: Int32) throws(CallFailure) -> DirectoryStream
    /// Nil at the end. The entry is valid until the next call.
    func next(_ stream: borrowing DirectoryStream) throws(CallFailure) -> UnsafeMutablePointer<dirent>?
    func changeMode(_ file: Int32, _ mode: mode_t) throws(CallFailure)
    func changeOwner(_ file: Int32, _ owner: uid_t, _ group: gid_t) throws(CallFailure)
    /// The names of the extended attributes, including that of the access control list.
    func attributes(of file: Int32) throws(CallFailure) -> [String]
    func attribute(_ name: String, of file: Int32) throws(CallFailure) -> [UInt8]
    func setAttribute(_ name: String, _ value: [UInt8], of file: Int32) throws(CallFailure)
    func removeAttribute(_ name: String, of file: Int32) throws(CallFailure)
    /// A name, and the directory that it is relative to, as for `open`.
    typealias Name = (text: UnsafePointer<CChar>, directory: Int32)
    func link(_ name: Name, _ new: Name) throws(CallFailure)
    /// Links an open file that has no name.
    func link(_ file: Int32, _ new: Name) throws(CallFailure)
    func rename(_ name: Name, _ new: Name) throws(CallFailure)
    /// Atomically exchanges two files.
    func exchange(_ name: Name, _ other: Name) throws(CallFailure)
    /// - Parameter directory: as for `open`.
    func unlink(_ name: UnsafePointer<CChar>, at directory: Int32) throws(CallFailure)
    /// - Parameter directory: as for `open`.
    func makeDirectory(_ name: UnsafePointer<CChar>, at directory: Int32) throws(CallFailure)
    /// - Parameter directory: as for `open`.
    func removeDirectory(_ name: UnsafePointer<CChar>, at directory: Int32) throws(CallFailure)
    func sync(_ file: Int32) throws(CallFailure)
    /// Syncs the whole file system of the file, if the system supports it.
    func syncFileSystem(_ file: Int32) throws(CallFailure)
    /// Never blocks.
    func lock(_ file: Int32) throws(CallFailure)
    /// Whether a process has the file, which is open for reading only, open for writing.
    func isOpenForWriting(_ file: Int32) -> Bool
    func pause(milliseconds: Int)
    /// The effective user of the process.
    func user() -> uid_t
    /// The effective group of the process.
    func group() -> gid_t
    /// The groups of the process.
    func groups() throws(CallFailure) -> [gid_t]
}

/// `errno`.
struct CallFailure: Error, Sendable, Hashable {
    var code: Int32
}

/// An open directory for `readdir`; closed when the value is destroyed.
struct DirectoryStream: ~Copyable {
    let handle: DirectoryHandle

    init(_ handle: DirectoryHandle) { self.handle = handle }

    deinit { closedir(handle) }
}

/// The calls of the operating system.
struct SystemCalls: DiskCalls {
    func open(
        _ name: UnsafePointer<CChar>,
        at directory: Int32,
        _ flags: Int32,
        _ mode: mode_t
    ) throws(CallFailure) -> Int32 {
        // O_NONBLOCK: do not wait for the other end of a FIFO.
        try check(openat(directory, name, flags | O_CLOEXEC | O_NONBLOCK | O_NOCTTY, mode))
    }

    func read(_ file: Int32, _ buffer: UnsafeMutableRawBufferPointer) throws(CallFailure) -> Int {
        try check(CLibrary.read(file, buffer.baseAddress, buffer.count))
    }

    func write(_ file: Int32, _ bytes: UnsafeRawBufferPointer) throws(CallFailure) -> Int {
        try check(CLibrary.write(file, bytes.baseAddress, bytes.count))
    }

    func status(_ file: Int32) throws(CallFailure) -> stat {
        var status = stat()
        try check(fstat(file, &status))
        return status
    }

    func status(_ name: UnsafePointer<CChar>, at directory: Int32, follows: Bool) throws(CallFailure) -> stat {
        var status = stat()
        try check(fstatat(directory, name, &status, follows ? 0 : AT_SYMLINK_NOFOLLOW))
        return status
    }

    func openPlace(_ path: String, beneath directory: Int32?) throws(CallFailure) -> Int32 {
        let raw = CLibrary.openPlace(path, beneath: directory)
        // Older kernels do not have the call, and some containers refuse it. For a link at the end it says ENOTDIR, as for a
        // file, which would count as missing: the walk tells them apart.
        if raw < 0, [ENOSYS, EPERM, EAGAIN, ENOTDIR].contains(errno) { return try walk(path, beneath: directory) }
        return try check(raw)
    }

    /// The same without the help of the kernel: each component is opened in the one above.
    func walk(_ path: String, beneath directory: Int32?) throws(CallFailure) -> Int32 {
        var above = FileDescriptor(
            owning: try check(openat(directory ?? AT_FDCWD, directory == nil ? "/" : ".", placeFlags))
        )
        for name in path.split(separator: "/").map(String.init) {
            guard name != ".." else { throw CallFailure(code: EXDEV) }
            let raw = openat(above.raw, name, placeFlags)
            if raw < 0, errno == ENOTDIR, FileKind(try status(name, at: above.raw, follows: false)) == .link {
                throw CallFailure(code: ELOOP)
            }
            above = FileDescriptor(owning: try check(raw))
        }
        return above.release()
    }

    func isWritable(_ name: UnsafePointer<CChar>, at directory: Int32) throws(CallFailure) {
        try check(faccessat(directory, name, W_OK, 0))
    }

    func realPath(_ path: String) throws(CallFailure) -> String {
        guard let resolved = realpath(path, nil) else { throw CallFailure(code: errno) }
        defer { free(resolved) }
        return String(cString: resolved)
    }

    func stream(_ directory: Int32) throws(CallFailure) -> DirectoryStream {
        guard let handle = fdopendir(directory) else { throw CallFailure(code: errno) }
        return DirectoryStream(handle)
    }

    func next(_ stream: borrowing DirectoryStream) throws(CallFailure) -> UnsafeMutablePointer<dirent>? {
        // Only errno distinguishes an error from the end.
        errno = 0
        if let entry = readdir(stream.handle) { return entry }
        // A directory that was deleted while open has no entries.
        guard errno == 0 || errno == ENOENT else { throw CallFailure(code: errno) }
        return nil
    }

    func changeMode(_ file: Int32, _ mode: mode_t) throws(CallFailure) { try check(fchmod(file, mode)) }

    func changeOwner(_ file: Int32, _ owner: uid_t, _ group: gid_t) throws(CallFailure) {
        try check(fchown(file, owner, group))
    }

    func attributes(of file: Int32) throws(CallFailure) -> [String] {
        let bytes = try sized { flistxattr(file, $0, $1) }
        return bytes.split(separator: 0).map { String(decoding: $0, as: UTF8.self) }
    }

    func attribute(_ name: String, of file: Int32) throws(CallFailure) -> [UInt8] {
        try sized { fgetxattr(file, name, $0, $1) }
    }

    func setAttribute(_ name: String, _ value: [UInt8], of file: Int32) throws(CallFailure) {
        try check(value.withUnsafeBytes { fsetxattr(file, name, $0.baseAddress, $0.count, 0) })
    }

    func removeAttribute(_ name: String, of file: Int32) throws(CallFailure) {
        try check(fremovexattr(file, name))
    }

    /// The result of a call that reports its size first.
    private func sized(_ call: (UnsafeMutableRawPointer?, Int) -> Int) throws(CallFailure) -> [UInt8] {
        let size = try check(call(nil, 0))
        guard size > 0 else { return [] }
        var bytes = [UInt8](repeating: 0, count: size)
        let count = try check(bytes.withUnsafeMutableBytes { call($0.baseAddress, $0.count) })
        return Array(bytes.prefix(count))
    }

    func link(_ name: Name, _ new: Name) throws(CallFailure) {
        // linkat would create a second name of a symbolic link itself; the callers never pass one.
        try check(linkat(name.directory, name.text, new.directory, new.text, 0))
    }

    func link(_ file: Int32, _ new: Name) throws(CallFailure) {
        // AT_EMPTY_PATH would require CAP_DAC_READ_SEARCH.
        try check(linkat(AT_FDCWD, "/proc/self/fd/\(file)", new.directory, new.text, AT_SYMLINK_FOLLOW))
    }

    func rename(_ name: Name, _ new: Name) throws(CallFailure) {
        try check(renameat(name.directory, name.text, new.directory, new.text))
    }

    func exchange(_ name: Name, _ other: Name) throws(CallFailure) {
        try check(CLibrary.exchange(name.directory, name.text, other.directory, other.text))
    }

    func unlink(_ name: UnsafePointer<CChar>, at directory: Int32) throws(CallFailure) {
        try check(unlinkat(directory, name, 0))
    }

    func makeDirectory(_ name: UnsafePointer<CChar>, at directory: Int32) throws(CallFailure) {
        try check(mkdirat(directory, name, 0o777))
    }

    func removeDirectory(_ name: UnsafePointer<CChar>, at directory: Int32) throws(CallFailure) {
        try check(unlinkat(directory, name, AT_REMOVEDIR))
    }

    func sync(_ file: Int32) throws(CallFailure) { try check(syncToMedium(file)) }

    func syncFileSystem(_ file: Int32) throws(CallFailure) { try check(syncfs(file)) }

    func lock(_ file: Int32) throws(CallFailure) { try check(flock(file, LOCK_EX | LOCK_NB)) }

    func isOpenForWriting(_ file: Int32) -> Bool { CLibrary.isOpenForWriting(file) }

    func pause(milliseconds: Int) { usleep(UInt32(milliseconds) * 1_000) }

    func user() -> uid_t { geteuid() }

    func group() -> gid_t { getegid() }

    func groups() throws(CallFailure) -> [gid_t] {
        var groups = [gid_t](repeating: 0, count: Int(try check(getgroups(0, nil))))
        let count = try check(getgroups(Int32(groups.count), &groups))
        // Whether the list has the effective group is up to the system.
        return groups.prefix(Int(count)) + [getegid()]
    }

    @discardableResult
    private func check<Number: FixedWidthInteger>(_ result: Number) throws(CallFailure) -> Number {
        guard result >= 0 else { throw CallFailure(code: errno) }
        return result
    }
}
