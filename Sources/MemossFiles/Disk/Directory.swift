internal import CLibrary

/// Basic operations on paths.
package enum Directory {
    /// The absolute path without symbolic links, `.` and `..`.
    package static func realPath(_ path: String) throws(SystemError) -> String { try Disk.system.realPath(path) }

    /// - Throws: a `SystemError` if this cannot be determined, which does not mean that the name is absent.
    package static func holds(_ name: String, in directory: String) throws(SystemError) -> Bool {
        try Disk.system.status(at: "\(directory)/\(name)", follows: true) != nil
    }

    /// Creates a directory and its missing parents.
    package static func create(_ path: String) throws(SystemError) {
        if try Disk.system.isDirectory(path) { return }
        if let slash = path.utf8.lastIndex(of: Ascii.slash), slash > path.startIndex {
            try create(String(path[..<slash]))
        }
        guard mkdir(path, 0o777) == 0 || errno == EEXIST else { throw SystemError("mkdir", path) }
    }

    /// Creates a file with these bytes; it must not exist.
    package static func createFile(_ path: String, _ bytes: [UInt8]) throws(SystemError) {
        try Disk.system.create(path, bytes, like: nil, isDurable: true)
    }
}
