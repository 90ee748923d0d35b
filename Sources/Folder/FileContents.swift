internal import CLibrary

/// The attributes that distinguish one state of a file from another.
package struct FileStamp: Sendable, Hashable {
    var device: UInt64
    var inode: UInt64
    package var size: Int64
    var modifiedSeconds: Int
    var modifiedNanoseconds: Int
    var mode: UInt32
    var owner: UInt32
    var group: UInt32

    /// Identifies a file independently of its names.
    package struct Identity: Hashable {
        var device: UInt64
        var inode: UInt64
    }

    /// Whether other users may read or change the file.
    package var isOpenToOthers: Bool { mode & 0o077 != 0 }

    package var identity: Identity { Identity(device: device, inode: inode) }

    func hasSameAccess(as other: FileStamp) -> Bool {
        (mode, owner, group) == (other.mode, other.owner, other.group)
    }

    init(_ status: stat) {
        device = UInt64(truncatingIfNeeded: status.st_dev)
        inode = UInt64(status.st_ino)
        size = Int64(status.st_size)
        modifiedSeconds = status.st_mtim.tv_sec
        modifiedNanoseconds = status.st_mtim.tv_nsec
        mode = UInt32(status.st_mode)
        owner = status.st_uid
        group = status.st_gid
    }

    /// A stamp for bytes that do not come from a file.
    init(size: Int) {
        (device, inode, self.size, modifiedSeconds, modifiedNanoseconds) = (0, 0, Int64(size), 0, 0)
        (mode, owner, group) = (0, 0, 0)
    }
}

/// The contents of a file and its stamp.
public struct FileContents: Sendable, Hashable {
    /// The whole file.
    public var bytes: [UInt8]
    package var stamp: FileStamp

    package init(bytes: [UInt8], stamp: FileStamp) { (self.bytes, self.stamp) = (bytes, stamp) }

    /// Bytes that do not come from a file: the buffer of an editor, or a side of a merge. An edit of them can be planned
    /// but not committed.
    public init(bytes: [UInt8]) { self.init(bytes: bytes, stamp: FileStamp(size: bytes.count)) }

    /// Reads a regular file; symbolic links are followed.
    ///
    /// - Parameter limit: the maximum number of bytes to read, from the start.
    package static func read(_ path: String, limit: Int = .max) throws(SystemError) -> FileContents {
        try Disk.system.read(path, limit: limit)
    }

    /// Reads a whole file for an edit; symbolic links are followed.
    ///
    /// - Throws: a `SystemError` (`File too large`) if the file is larger than 256 MiB.
    package static func readWhole(_ path: String) throws(SystemError) -> FileContents {
        try Disk.system.readToEdit(path)
    }
}
