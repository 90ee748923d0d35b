internal import Bytes
internal import CLibrary
internal import Text

/// An entry of a directory, valid until the next one is read.
struct DirectoryEntry {
    /// Null-terminated.
    let name: UnsafePointer<CChar>
    /// `DT_UNKNOWN` if the file system does not report it.
    let kind: UInt8
    /// 0 if the file system does not report it.
    let inode: UInt64

    init(_ entry: UnsafeMutablePointer<dirent>) {
        name = withUnsafePointer(to: &entry.pointee.d_name) { tuple in
            tuple.withMemoryRebound(to: CChar.self, capacity: 1) { UnsafePointer($0) }
        }
        kind = entry.pointee.d_type
        // FUSE gives all files the same number if it does not know better.
        let number = UInt64(entry.pointee.d_ino)
        inode = number == UInt64(UInt32.max) ? 0 : number
    }

    /// Whether it is `.` or `..`.
    var isDirectoryItself: Bool {
        guard name[0] == CChar(Ascii.dot) else { return false }
        return name[1] == 0 || name[1] == CChar(Ascii.dot) && name[2] == 0
    }
}
