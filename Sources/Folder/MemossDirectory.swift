internal import Bytes
internal import CLibrary

/// The directory `.memoss/` of a folder: the lock, the journal and the undo store.
package struct MemossDirectory: Sendable {
    package static let name = ".memoss"
    /// The maximum size in bytes of a small file of `mm`: the lock file, or the record of a working copy.
    static let maximumNoteSize = 64 << 10

    /// For all writes, and for reads that must not leave the folder.
    let disk: Disk
    /// For reads that may follow symbolic links.
    package let anywhere: Disk
    /// The real path of the folder.
    package let root: String

    package init(disk: Disk, root: String) {
        (self.disk, anywhere, self.root) = (disk.beneath(root), disk, root)
    }

    private var base: String { root == "/" ? "" : root }
    package var path: String { "\(base)/\(Self.name)" }
    var lock: String { path + "/lock" }
    package var journal: String { path + "/journal" }
    var undo: String { path + "/undo" }

    /// The directory for the images and the manifest of one edit.
    func images(_ number: Int) -> String { "\(undo)/\(number)" }
    package func manifest(_ number: Int) -> String { images(number) + "/manifest" }

    /// - Parameter path: relative to the root of the folder.
    package func absolute(_ path: String) -> String { FilePath.absolute(path, in: root) }

    /// The path relative to the root of the folder; nil if it leads out of the folder.
    ///
    /// - Parameter real: an absolute path without symbolic links.
    package func relative(_ real: String) -> String? { FilePath.relative(real, to: root) }

    /// Whether a path, relative to the root, is of something in the folder that is reached through no symbolic link and is none
    /// itself, as nearly every file is.
    package func reachesWithoutLinks(_ path: String) -> Bool {
        guard !path.isEmpty, path.utf8.last != Ascii.dot else { return false }
        let kind = try? disk.kind(of: absolute(path), follows: false)
        return kind != nil && kind != .link
    }

    // MARK: State

    /// Whether an edit was interrupted. Every command checks this, so it takes a single system call in most folders.
    package func holdsJournal() throws(SystemError) -> Bool {
        guard try anywhere.exists(path) else { return false }
        try checkDirectory(path)
        return try disk.exists(journal)
    }

    /// Whether the directory exists. If it or the undo store is a symbolic link, our own files would be redirected.
    package func exists() throws(SystemError) -> Bool {
        for path in [path, undo] { try checkDirectory(path) }
        return try disk.exists(path)
    }

    /// Checks that the directory can be created or, if it exists, written to; changes nothing.
    ///
    /// - Parameter store: the directory for images: the undo store, or the directory in it of the edit to undo.
    func checkWritable(_ store: String) throws(SystemError) {
        guard try exists() else { return try disk.checkWritable(root) }
        try disk.checkWritable(path)
        try checkFile(lock)
        for path in [store, lock] where try disk.exists(path) { try disk.checkWritable(path) }
    }

    /// Creates what is missing.
    package func create() throws(SystemError) {
        let isNew = try !exists()
        if isNew { try makeDirectory(path) }
        try hideFromGit()
        try makeDirectory(undo)
        if isNew { try disk.sync(directory: root) }
    }

    /// A crash or another program may have left the file empty.
    private func hideFromGit() throws(SystemError) {
        let ignore = path + "/.gitignore"
        let text = Array("*\n".utf8)
        do throws(SystemError) {
            if try read(ignore, limit: Self.maximumNoteSize).bytes == text { return }
        } catch {
            // A foreign file is replaced: a symbolic link itself, never its target.
            if !error.isMissing, !error.isForeign { throw error }
        }
        do throws(SystemError) {
            try disk.remove(ignore)
            try create(ignore, text, isDurable: true)
            try disk.sync(directory: path)
        } catch {
            if error.code == EISDIR || error.code == EPERM { throw SystemError(.trust, ignore, code: EINVAL) }
            // Another process created it at the same time.
            if error.code != EEXIST { throw error }
        }
    }
}
