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
        try Disk.system.makeDirectories(path, isDurable: false)
    }

    /// Creates a file with these bytes; it must not exist.
    package static func createFile(_ path: String, _ bytes: [UInt8]) throws(SystemError) {
        try Disk.system.create(path, bytes, like: nil, isDurable: true)
    }
}
