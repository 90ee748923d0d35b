internal import CLibrary
internal import Text

/// The rule for trusting the contents of `.memoss`: a folder may come from elsewhere, together with its `.memoss`.
///
/// An entry is used only if `mm` could have created it: a directory, or a regular file of at most the maximum size, with
/// a trusted owner. No symbolic link is followed, and nothing else is opened. The contents are parsed as untrusted input.
extension MemossDirectory {
    /// Whether the owner is trusted: the current user, root (for edits made with sudo), the owner of the folder, or
    /// whoever he lets write there.
    private func isTrusted(_ path: String, _ status: stat) throws(SystemError) -> Bool {
        if status.st_uid == disk.calls.user() || status.st_uid == 0 { return true }
        if try disk.status(at: root)?.st_uid == status.st_uid { return true }
        return try isOfWriter(status, path)
    }

    private func check(_ path: String, _ status: stat, is kind: FileKind) throws(SystemError) {
        let found = FileKind(status)
        guard found == kind else {
            throw SystemError(.trust, path, code: found == .link ? ELOOP : kind == .directory ? ENOTDIR : EINVAL)
        }
        guard try isTrusted(path, status) else { throw SystemError(.trust, path, code: EPERM) }
    }

    /// - Throws: a `SystemError` if the path exists and is not a trusted directory.
    func checkDirectory(_ path: String) throws(SystemError) {
        if let status = try disk.status(at: path) { try check(path, status, is: .directory) }
    }

    /// - Throws: a `SystemError` if the path exists and is not a trusted file.
    func checkFile(_ path: String) throws(SystemError) {
        if let status = try disk.status(at: path) { try check(path, status, is: .regular) }
    }

    /// Reads a trusted file in trusted directories.
    ///
    /// - Parameter ofAnyone: whether the file may have any owner, since images and copies have the owner of the original.
    package func read(_ path: String, limit: Int, ofAnyone: Bool = false) throws(SystemError) -> FileContents {
        let file = try open(path)
        let status = try trustedStatus(of: file, path, ofAnyone: ofAnyone)
        guard status.st_size <= limit else { throw SystemError(.trust, path, code: EFBIG) }
        return try disk.contents(of: file, limit: limit, path)
    }

    /// The first bytes of a trusted file in trusted directories.
    func beginning(of path: String, limit: Int) throws(SystemError) -> [UInt8] {
        let file = try open(path)
        _ = try trustedStatus(of: file, path)
        return try disk.contents(of: file, limit: limit, path).bytes
    }

    private func trustedStatus(
        of file: borrowing FileDescriptor,
        _ path: String,
        ofAnyone: Bool = false
    ) throws(SystemError) -> stat {
        let status = try disk.status(file, path)
        guard FileKind(status) == .regular else { throw SystemError(.trust, path, code: EINVAL) }
        if !ofAnyone, try !isTrusted(path, status) { throw SystemError(.trust, path, code: EPERM) }
        return status
    }

    /// An image in the undo store; nil if it is missing or foreign, or has another digest.
    package func image(_ path: String, digest: String) throws(SystemError) -> FileContents? {
        do throws(SystemError) {
            let image = try read(path, limit: Disk.maximumSize, ofAnyone: true)
            return SHA256.hex(image.bytes) == digest ? image : nil
        } catch {
            if error.isMissing || error.isForeign { return nil }
            throw error
        }
    }

    /// Reads the journal of an interrupted edit, or the manifest of one that can be undone.
    ///
    /// - Returns: nil if it is longer than `mm` would write.
    func readJournal(_ path: String) throws(SystemError) -> [UInt8]? {
        do throws(SystemError) {
            return try read(path, limit: Journal.maximumSize).bytes
        } catch {
            if error.isForeign, error.code == EFBIG { return nil }
            throw error
        }
    }

    /// Opens a file for reading, one path component at a time.
    private func open(_ path: String) throws(SystemError) -> FileDescriptor {
        let names = path.dropFirst(self.path.count).split(separator: "/").map(String.init)
        do throws(SystemError) {
            var above = try disk.open(self.path, O_RDONLY | O_DIRECTORY | O_NOFOLLOW)
            for name in names.dropLast() {
                let next = try disk.open(name, at: above.raw, O_RDONLY | O_DIRECTORY | O_NOFOLLOW)
                above = next
            }
            return try disk.open(names.last ?? "", at: above.raw, O_RDONLY | O_NOFOLLOW)
        } catch {
            // The error code does not distinguish a symbolic link from a file of the wrong kind.
            if error.code != ENOENT {
                var checked = self.path
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
