internal import CLibrary

/// An exclusive lock for writing, held until the last reference to it is released or the process exits.
package final class FolderLock: Sendable {
    private let file: FileDescriptor

    /// Why the lock is unavailable.
    package enum Failure: Error, Sendable, Hashable {
        /// Another process holds it; its process id, if known.
        case taken(by: Int?)
        case system(SystemError)
    }

    /// The time between two attempts, in milliseconds.
    private static let interval = 10
    /// How long to wait for the lock, in milliseconds.
    package static let timeout = 5_000

    private init(_ file: consuming FileDescriptor) { self.file = file }

    /// - Parameter timeout: how long to wait, in milliseconds; 0 does not wait.
    package static func take(_ memoss: MemossDirectory, timeout: Int = timeout) throws(Failure) -> FolderLock {
        do throws(SystemError) {
            try memoss.checkFile(memoss.lock)
            if timeout > 0 { try memoss.createIfMissing(memoss.lock) }
        } catch {
            throw .system(error)
        }
        return try take(memoss.lock, on: memoss.disk, timeout: timeout)
    }

    static func take(_ path: String, on disk: Disk, timeout: Int) throws(Failure) -> FolderLock {
        var waited = 0
        do throws(SystemError) {
            while true {
                let file = try open(path, on: disk, isCheck: timeout == 0)
                do throws(SystemError) {
                    try disk.call(.lock, path, try disk.calls.lock(file.raw))
                    // The lock file may have been deleted, and another process may have locked a new one.
                    let status = try disk.status(file, path)
                    let own = FileStamp(status)
                    if try disk.status(at: path).map({ FileStamp($0).identity }) == own.identity {
                        writeProcessID(file, status, path, on: disk)
                        return FolderLock(file)
                    }
                } catch {
                    guard error.code == EWOULDBLOCK else { throw error }
                }
                if waited >= timeout { break }
                disk.calls.pause(milliseconds: interval)
                waited += interval
            }
        } catch {
            throw .system(error)
        }
        throw .taken(by: holder(path, on: disk))
    }

    /// A caller that only checks the lock falls back to a read-only descriptor, so that this works in read-only folders.
    private static func open(
        _ path: String,
        on disk: Disk,
        isCheck: Bool
    ) throws(SystemError) -> FileDescriptor {
        do throws(SystemError) {
            return try disk.open(path, O_RDWR | O_CREAT | O_NOFOLLOW, mode: 0o666)
        } catch {
            guard isCheck, error.code == EROFS || error.code == EACCES else { throw error }
            return try disk.open(path, O_RDONLY | O_NOFOLLOW)
        }
    }

    /// Writes the process id, for information only: a lock without one is just as valid.
    private static func writeProcessID(_ file: borrowing FileDescriptor, _ status: stat, _ path: String, on disk: Disk)
    {
        // A hard link may be the file of a reminder.
        guard FileKind(status) == .regular, status.st_nlink == 1 else { return }
        // Padded, so that it overwrites a longer process id.
        let text = "\(getpid())"
        let line = text + String(repeating: " ", count: max(0, 10 - text.utf8.count)) + "\n"
        try? disk.write(Array(line.utf8), to: file, path)
    }

    private static func holder(_ path: String, on disk: Disk) -> Int? {
        guard let file = try? disk.open(path, O_RDONLY | O_NOFOLLOW),
            let contents = try? disk.contents(of: file, limit: 20, path)
        else { return nil }
        return Int(String(decoding: contents.bytes.prefix { $0 >= 0x30 && $0 <= 0x39 }, as: UTF8.self))
    }
}
