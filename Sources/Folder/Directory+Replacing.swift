internal import CLibrary
internal import Text

/// The one way to write a file outside of a transaction: it appears under its name when it is complete and durable, and what a
/// process that was killed has left beside it goes with the next one.
extension Directory {
    /// Atomically replaces a file that was read, or creates it and its directory. A symbolic link stays one.
    ///
    /// - Parameters:
    ///   - before: nil if there is no file.
    ///   - isDurable: whether the new file is on the disk when this returns.
    /// - Returns: false if the file has changed since it was read; nothing is then written.
    package static func replaceFile(
        _ path: String,
        _ before: FileContents?,
        by bytes: [UInt8],
        isDurable: Bool = true
    ) throws(SystemError) -> Bool {
        try replaceFile(path, before, by: bytes, isDurable: isDurable, on: .system)
    }

    static func replaceFile(
        _ path: String,
        _ before: FileContents?,
        by bytes: [UInt8],
        isDurable: Bool = true,
        on disk: Disk
    ) throws(SystemError) -> Bool {
        guard let before else {
            if isDurable, try createWithDirectory(path, bytes, on: disk) { return true }
            try disk.makeDirectories(parent(of: path), isDurable: isDurable)
            do throws(SystemError) {
                try createFile(path, bytes, on: disk)
            } catch {
                if error.code == EEXIST { return false }
                throw error
            }
            return true
        }
        let target = try disk.realPath(path)
        let new = temporary(target, bytes)
        if isDurable { removeLeftovers(of: target, on: disk) }
        do throws(SystemError) {
            try disk.remove(new)
            try disk.create(new, bytes, like: before.stamp, attributesOf: target, isDurable: isDurable)
            guard try disk.readToEdit(target).bytes == before.bytes else {
                try disk.remove(new)
                return false
            }
            try disk.rename(new, target)
        } catch {
            try? disk.remove(new)
            // Another process that writes the file has taken ours for a leftover.
            if error.operation == .rename, error.isMissing { return false }
            throw error
        }
        if isDurable { try disk.sync(directory: parent(of: target)) }
        return true
    }

    /// Creates a file with these bytes; it must not exist.
    package static func createFile(_ path: String, _ bytes: [UInt8]) throws(SystemError) {
        try createFile(path, bytes, on: .system)
    }

    static func createFile(_ path: String, _ bytes: [UInt8], on disk: Disk) throws(SystemError) {
        guard try !disk.exists(path) else { throw SystemError(.create, path, code: EEXIST) }
        removeLeftovers(of: path, on: disk)
        let directory = parent(of: path)
        // A file without a name leaves nothing behind.
        if try disk.create(path, asIn: directory, bytes, like: nil, attributesOf: nil, isDurable: true) {
            return try disk.sync(directory: directory)
        }
        let new = temporary(path, bytes)
        do throws(SystemError) {
            try disk.create(new, bytes, like: nil, isDurable: true)
            // Unlike a rename, a link never replaces a file.
            try disk.link(new, path)
            try disk.remove(new)
        } catch {
            try? disk.remove(new)
            guard error.operation == .link, error.code != EEXIST, !error.isDiskFailure else { throw error }
            try createInPlace(path, bytes, on: disk)
        }
        try disk.sync(directory: directory)
    }

    /// Creates a file in a directory that is missing: the directory appears with the file in it.
    ///
    /// - Returns: false if the directory is there, or cannot appear as a whole; nothing is then written.
    private static func createWithDirectory(
        _ path: String,
        _ bytes: [UInt8],
        on disk: Disk
    ) throws(SystemError) -> Bool {
        var missing = parent(of: path)
        guard try !disk.exists(missing) else { return false }
        while try !disk.exists(parent(of: missing)) { missing = parent(of: missing) }
        let rest = String(decoding: path.utf8.dropFirst(missing.utf8.count), as: UTF8.self)
        for name in leftovers(of: missing, on: disk) { removeDirectory(name, with: rest, on: disk) }
        let new = temporary(missing, bytes)
        do throws(SystemError) {
            try disk.makeDirectories(parent(of: new + rest))
            try createFile(new + rest, bytes, on: disk)
            try disk.rename(new, missing)
        } catch {
            removeDirectory(new, with: rest, on: disk)
            // The user does not know the temporary name.
            if error.isDiskFailure { throw SystemError(error.operation, path, code: error.code) }
            return false
        }
        try disk.sync(directory: parent(of: missing))
        return true
    }

    /// - Parameter rest: the path of its only file, from the directory on.
    private static func removeDirectory(_ path: String, with rest: String, on disk: Disk) {
        removeLeftovers(of: path + rest, on: disk)
        try? disk.remove(path + rest)
        var directory = parent(of: path + rest)
        while directory.utf8.count >= path.utf8.count {
            try? disk.removeDirectory(directory)
            directory = parent(of: directory)
        }
    }

    /// For a file system without hard links: the file is visible before it is complete.
    private static func createInPlace(_ path: String, _ bytes: [UInt8], on disk: Disk) throws(SystemError) {
        do throws(SystemError) {
            try disk.create(path, bytes, like: nil, isDurable: true)
        } catch {
            // The file is ours unless it could not be created.
            if error.operation != .create { try? disk.remove(path) }
            throw error
        }
    }

    // MARK: Temporary files

    private static let mark = ".new-"

    private static func temporary(_ path: String, _ bytes: [UInt8]) -> String {
        "\(path)\(mark)\(SHA256.hex(bytes).prefix(8))"
    }

    /// Deletes what a process that was killed has left beside a file.
    private static func removeLeftovers(of path: String, on disk: Disk) {
        for name in leftovers(of: path, on: disk) { try? disk.remove(name) }
    }

    /// The paths of what a process that was killed has left beside a file or directory.
    private static func leftovers(of path: String, on disk: Disk) -> [String] {
        let prefix = Array((FilePath.name(of: path) + mark).utf8)
        let names = (try? disk.names(in: parent(of: path))) ?? []
        return names.filter { name in
            let rest = name.utf8.dropFirst(prefix.count)
            return name.utf8.starts(with: prefix) && rest.count == 8
                && rest.allSatisfy { 0x30...0x39 ~= $0 || 0x61...0x66 ~= $0 }
        }.map { "\(parent(of: path))/\($0)" }
    }

    private static func parent(of path: String) -> String {
        let parent = FilePath.parent(of: path)
        return parent.isEmpty ? (path.hasPrefix("/") ? "/" : ".") : parent
    }
}
