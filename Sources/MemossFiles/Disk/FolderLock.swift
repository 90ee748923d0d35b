internal import CLibrary

/// The exclusive lock for writing in a folder, held until the last reference to it is released or the process exits.
final class FolderLock: Sendable {
    private let file: FileDescriptor

    enum Failure: Error, Sendable, Hashable {
        /// Another process holds it; its process id, if known.
        case taken(by: Int?)
        case system(SystemError)
    }

    private static let turnMilliseconds = 10
    /// How long to wait for the lock, in milliseconds.
    static let patience = 5_000

    private init(_ file: consuming FileDescriptor) { self.file = file }

    /// - Parameter patience: how long to wait, in milliseconds; 0 does not wait.
    static func take(_ place: WorkingPlace, patience: Int) throws(Failure) -> FolderLock {
        do throws(SystemError) { try place.checkFile(place.lock) } catch { throw .system(error) }
        return try take(place.lock, on: place.disk, patience: patience)
    }

    static func take(_ path: String, on disk: Disk, patience: Int) throws(Failure) -> FolderLock {
        var waited = 0
        do throws(SystemError) {
            while true {
                let file = try open(path, on: disk, isLook: patience == 0)
                let raw = file.raw
                do throws(SystemError) {
                    try disk.retry("lock", path) { () throws(CallFailure) in try disk.calls.lock(raw) }
                    // The lock file may have been deleted, and another process may have locked a new one.
                    let status = try disk.status(file, path)
                    let own = FileStamp(status)
                    if try disk.status(at: path).map({ FileStamp($0).identity }) == own.identity {
                        note(file, status, path, on: disk)
                        return FolderLock(file)
                    }
                } catch {
                    guard error.code == EWOULDBLOCK else { throw error }
                }
                if waited >= patience { break }
                disk.calls.pause(milliseconds: turnMilliseconds)
                waited += turnMilliseconds
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
        isLook: Bool
    ) throws(SystemError) -> FileDescriptor {
        do throws(SystemError) {
            return try disk.open(path, O_RDWR | O_CREAT | O_NOFOLLOW, mode: 0o666)
        } catch {
            guard isLook, error.code == EROFS || error.code == EACCES else { throw error }
            return try disk.open(path, O_RDONLY | O_NOFOLLOW)
        }
    }

    /// Writes the process id, for information only: a lock without one is just as valid.
    private static func note(_ file: borrowing FileDescriptor, _ status: stat, _ path: String, on disk: Disk) {
        // The file may have a second name and be somebody's reminder.
        guard status.st_mode & S_IFMT == S_IFREG, status.st_nlink == 1 else { return }
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
