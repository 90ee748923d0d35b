internal import CLibrary

/// An entry of a directory, valid until the next one is read.
struct DirectoryEntry {
    /// Null-terminated.
    let name: UnsafePointer<CChar>
    /// `DT_UNKNOWN` if the file system does not report it.
    let kind: UInt8

    init(_ entry: UnsafeMutablePointer<dirent>) {
        name = withUnsafePointer(to: &entry.pointee.d_name) { tuple in
            tuple.withMemoryRebound(to: CChar.self, capacity: 1) { UnsafePointer($0) }
        }
        kind = entry.pointee.d_type
    }

    /// Whether it is `.` or `..`.
    var isDirectoryItself: Bool {
        guard name[0] == CChar(Ascii.dot) else { return false }
        return name[1] == 0 || name[1] == CChar(Ascii.dot) && name[2] == 0
    }
}
