#if canImport(Glibc)
    internal import Glibc
#elseif canImport(Musl)
    internal import Musl
#else
    internal import Darwin
#endif

/// The one rule for what stands in `.memoss`: a folder can come from somebody else, and its `.memoss` with it.
///
/// It is used if it is what `mm` makes: a directory, or a regular file that is not longer than `mm` writes one, of an owner
/// whose files count. No link is followed, and nothing else is opened. What it says is read as any stranger's input.
extension WorkingPlace {
    /// Bytes of the longest file of each kind.
    enum Longest {
        static let image = Disk.longest
        /// The lock, and what is said of a copy.
        static let note = 64 << 10
    }

    /// Whose files count: those of this user, of root (what was done with sudo) and of whoever owns the folder; and inside
    /// `.memoss` those of its group, if its owner lets the group write there.
    private func isTrusted(_ status: stat) throws(SystemError) -> Bool {
        if status.st_uid == geteuid() || status.st_uid == 0 { return true }
        if try disk.status(at: root)?.st_uid == status.st_uid { return true }
        guard let own = try disk.status(at: directory), own.st_mode & S_IWGRP != 0 else { return false }
        return status.st_gid == own.st_gid && FileStamp(status).identity != FileStamp(own).identity
    }

    private func check(_ path: String, _ status: stat, is kind: FileKind) throws(SystemError) {
        let found = FileKind(status)
        guard found == kind else {
            throw SystemError(foreign: path, code: found == .link ? ELOOP : kind == .directory ? ENOTDIR : EINVAL)
        }
        guard try isTrusted(status) else { throw SystemError(foreign: path, code: EPERM) }
    }

    /// - Throws: a `SystemError` if something stands there that is no directory of ours.
    func checkDirectory(_ path: String) throws(SystemError) {
        if let status = try disk.status(at: path) { try check(path, status, is: .directory) }
    }

    /// - Throws: a `SystemError` if something stands there that is no file of ours.
    func checkFile(_ path: String) throws(SystemError) {
        if let status = try disk.status(at: path) { try check(path, status, is: .regular) }
    }

    /// A file of ours, through directories of ours.
    ///
    /// - Parameter ofAnyone: whether it has the owner of the reminder that it was made of, as images and copies do.
    func read(_ path: String, limit: Int, ofAnyone: Bool = false) throws(SystemError) -> FileContents {
        let file = try open(path)
        let status = try disk.status(file, path)
        guard FileKind(status) == .regular else { throw SystemError(foreign: path, code: EINVAL) }
        if !ofAnyone, try !isTrusted(status) { throw SystemError(foreign: path, code: EPERM) }
        guard status.st_size <= limit else { throw SystemError(foreign: path, code: EFBIG) }
        return try disk.contents(of: file, limit: limit, path)
    }

    /// The journal of an interrupted edit, or the manifest of one that can be undone.
    ///
    /// - Returns: nil for one that is longer than any that is written.
    func readJournal(_ path: String) throws(SystemError) -> [UInt8]? {
        do throws(SystemError) {
            return try read(path, limit: Journal.longest).bytes
        } catch {
            if error.isForeign, error.code == EFBIG { return nil }
            throw error
        }
    }

    /// Opens a file to read it, directory by directory.
    private func open(_ path: String) throws(SystemError) -> FileDescriptor {
        let names = path.dropFirst(directory.count).split(separator: "/").map(String.init)
        do throws(SystemError) {
            var above = try disk.open(directory, O_RDONLY | O_DIRECTORY | O_NOFOLLOW)
            for name in names.dropLast() {
                let next = try disk.open(name, at: above.raw, O_RDONLY | O_DIRECTORY | O_NOFOLLOW)
                above = next
            }
            return try disk.open(names.last ?? "", at: above.raw, O_RDONLY | O_NOFOLLOW)
        } catch {
            // The error of a link looks like that of a name which is not there.
            if error.code != ENOENT {
                var checked = directory
                for name in names {
                    try checkDirectory(checked)
                    checked += "/" + name
                }
                try checkFile(checked)
            }
            throw SystemError(error.operation, path, code: error.code)
        }
    }
}
