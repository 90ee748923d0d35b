#if canImport(Glibc)
    internal import Glibc
#elseif canImport(Musl)
    internal import Musl
#else
    internal import Darwin
#endif

/// What tells one state of a file from another.
public struct FileStamp: Sendable, Hashable {
    var device: UInt64
    var inode: UInt64
    var size: Int64
    var modifiedSeconds: Int
    var modifiedNanoseconds: Int
    var mode: UInt32
    var owner: UInt32
    var group: UInt32

    /// What tells one file from another, whatever its names.
    struct Identity: Hashable {
        var device: UInt64
        var inode: UInt64
    }

    var identity: Identity { Identity(device: device, inode: inode) }

    init(_ status: stat) {
        device = UInt64(truncatingIfNeeded: status.st_dev)
        inode = UInt64(status.st_ino)
        size = Int64(status.st_size)
        #if canImport(Darwin)
            let modified = status.st_mtimespec
        #else
            let modified = status.st_mtim
        #endif
        modifiedSeconds = modified.tv_sec
        modifiedNanoseconds = modified.tv_nsec
        mode = UInt32(status.st_mode)
        owner = status.st_uid
        group = status.st_gid
    }
}

/// A file as it was read.
public struct FileContents: Sendable, Hashable {
    public var bytes: [UInt8]
    public var stamp: FileStamp

    /// Reads a regular file, following links.
    ///
    /// - Parameter limit: at most so many bytes are read, from the start.
    public static func read(_ path: String, limit: Int = .max) throws(SystemError) -> FileContents {
        try read(path, at: AT_FDCWD, limit: limit)
    }

    /// Reads a whole file that is to be edited.
    ///
    /// - Throws: a `SystemError` (`File too large`) for one of more than 256 MiB: nobody wrote that by hand.
    public static func readWhole(_ path: String) throws(SystemError) -> FileContents {
        let contents = try read(path, limit: longestEdited + 1)
        guard contents.bytes.count <= longestEdited else { throw SystemError("read", path, code: EFBIG) }
        return contents
    }

    private static let longestEdited = 256 << 20

    static func read(_ name: String, at directory: Int32, limit: Int) throws(SystemError) -> FileContents {
        let file = try FileDescriptor.open(name, at: directory, flags: O_RDONLY)
        let status = try file.status(name)
        guard status.st_mode & S_IFMT == S_IFREG else {
            throw SystemError("read", name, code: status.st_mode & S_IFMT == S_IFDIR ? EISDIR : EINVAL)
        }
        let bytes = try file.read(limit: min(limit, Int(status.st_size)), name)
        return FileContents(bytes: bytes, stamp: FileStamp(status))
    }
}
