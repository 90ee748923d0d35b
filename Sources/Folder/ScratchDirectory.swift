internal import CLibrary
package import Text

/// A temporary directory for one command. It is locked while the command runs, so one that can be locked belongs to a command
/// that was killed.
package struct ScratchDirectory: ~Copyable {
    package let path: String
    private let lock: FileDescriptor?

    /// - Parameters:
    ///   - parent: the directory for temporary files.
    ///   - prefix: what precedes the six random characters. No other program and no person may use it.
    package init(in parent: String, named prefix: String) throws(MemossError) {
        while true {
            var template = Array("\(parent)/\(prefix)XXXXXX".utf8CString)
            guard mkdtemp(&template) != nil else {
                throw MemossError(.failure, "\(parent): \(String(cString: strerror(errno)))")
            }
            let path = String(decoding: template.dropLast().map { UInt8(bitPattern: $0) }, as: UTF8.self)
            do throws(SystemError) {
                self.init(path, try Self.lock(path))
                return
            } catch  where error.code == ENOENT || error.code == EWOULDBLOCK {
                // Another process removed it as a leftover before it was locked.
            } catch {
                // Without locks, what is left stays.
                self.init(path, nil)
                return
            }
        }
    }

    private init(_ path: String, _ lock: consuming FileDescriptor?) {
        self.path = path
        self.lock = lock
    }

    deinit { Self.remove(path) }

    /// - Returns: the path of the new file. It is not synced, for it is of no use after a failure.
    package func file(_ name: String, _ bytes: [UInt8]) throws(MemossError) -> String {
        let file = "\(path)/\(name)"
        do throws(SystemError) {
            try Disk.system.create(file, bytes, like: nil, isDurable: false)
        } catch {
            throw MemossError(.failure, "\(file): \(error.reason)")
        }
        return file
    }

    private static func lock(_ path: String) throws(SystemError) -> FileDescriptor {
        let disk = Disk.system
        let file = try disk.open(path, O_RDONLY | O_DIRECTORY | O_NOFOLLOW)
        try disk.call(.lock, path, try disk.calls.lock(file.raw))
        guard try disk.exists(path) else { throw SystemError(missing: path) }
        return file
    }

    /// Deletes the directories of commands that were killed.
    package static func removeLeftovers(in parent: String, named prefix: String) {
        let disk = Disk.system
        for name in (try? disk.names(in: parent)) ?? []
        where name.hasPrefix(prefix) && name.utf8.count == prefix.utf8.count + 6 {
            let path = "\(parent)/\(name)"
            guard let status = try? disk.status(at: path), status.st_uid == disk.calls.user(),
                let lock = try? lock(path)
            else { continue }
            remove(path)
            _ = consume lock
        }
    }

    private static func remove(_ path: String) {
        let disk = Disk.system
        for name in (try? disk.names(in: path)) ?? [] {
            do throws(SystemError) {
                try disk.remove("\(path)/\(name)")
            } catch {
                if [EISDIR, EPERM].contains(error.code) { remove("\(path)/\(name)") }
            }
        }
        try? disk.removeDirectory(path)
    }
}
