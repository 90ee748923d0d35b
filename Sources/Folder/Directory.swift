internal import CLibrary

/// Basic operations on paths.
package enum Directory {
    /// The absolute path without symbolic links, `.` and `..`.
    package static func realPath(_ path: String) throws(SystemError) -> String { try Disk.system.realPath(path) }

    /// The path in the Unicode form that exists: macOS writes NFD, and people type NFC.
    package static func spelled(_ path: String) -> String { Disk.system.spelled(path) }

    /// - Throws: a `SystemError` if this cannot be determined, which does not mean that the name is absent.
    package static func holds(_ name: String, in directory: String) throws(SystemError) -> Bool {
        try Disk.system.status(at: "\(directory)/\(name)", follows: true) != nil
    }

    /// Whether something has this path, even a dangling symbolic link.
    package static func isTaken(_ path: String) throws(SystemError) -> Bool { try Disk.system.exists(path) }

    /// Whether something other than a directory has this path, such as a symbolic link to one.
    package static func isFile(at path: String) throws(SystemError) -> Bool {
        try Disk.system.status(at: path).map { FileKind($0) != .directory } ?? false
    }

    /// False if there is no such file.
    package static func isSymbolicLink(_ path: String) throws(SystemError) -> Bool {
        try unlessMissing(try Disk.system.isLink(path)) ?? false
    }

    /// When a file was last modified, in seconds since 1970; nil if it does not exist.
    package static func modification(of path: String) throws(SystemError) -> Int? {
        try Disk.system.status(at: path, follows: true)?.st_mtim.tv_sec
    }

    /// A whole file for an edit; nil if it does not exist.
    package static func contents(of path: String) throws(SystemError) -> FileContents? {
        try unlessMissing(try Disk.system.readToEdit(path))
    }

    /// Creates a directory and its missing parents.
    package static func create(_ path: String) throws(SystemError) {
        try Disk.system.makeDirectories(path, isDurable: false)
    }

    /// Makes everything durable that was written to the file systems of these directories, where the system can do so.
    package static func syncFileSystems(of directories: [String]) throws(SystemError) {
        guard hasSyncfs else { return }
        var devices: Set<UInt64> = []
        for directory in directories {
            guard let status = try Disk.system.status(at: directory, follows: true) else { continue }
            if devices.insert(FileStamp(status).device).inserted { try Disk.system.syncFileSystem(of: directory) }
        }
    }

    /// Makes the names in a directory durable.
    package static func sync(_ directory: String) throws(SystemError) { try Disk.system.sync(directory: directory) }

    /// Deletes the directories above a file that are empty, up to the root, which is kept.
    package static func removeEmptyParents(of path: String, in root: String) {
        for parent in FilePath.parents(of: path) {
            let place = "\(root)/\(parent)"
            guard (try? Disk.system.removeDirectory(place)) != nil, (try? isTaken(place)) == false else { return }
        }
    }

    /// Deletes a file, if there is one.
    package static func removeFile(_ path: String) throws(SystemError) { try Disk.system.remove(path) }
}
