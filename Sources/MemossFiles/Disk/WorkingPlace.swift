internal import CLibrary

/// The directory `.memoss/` of a folder: the lock, the journal and the undo store.
struct WorkingPlace: Sendable {
    static let name = ".memoss"

    let disk: Disk
    /// The real path of the folder.
    let root: String

    private var base: String { root == "/" ? "" : root }
    var directory: String { "\(base)/\(Self.name)" }
    var lock: String { directory + "/lock" }
    var journal: String { directory + "/journal" }
    var undo: String { directory + "/undo" }

    func absolute(_ path: String) -> String { path.isEmpty ? root : "\(base)/\(path)" }

    /// The directory for the images and the manifest of one edit.
    func images(_ number: Int) -> String { "\(undo)/\(number)" }
    func manifest(_ number: Int) -> String { images(number) + "/manifest" }
    func fromImage(_ entry: Journal.Entry, _ journal: Journal) -> String {
        "\(images(journal.number))/\(journal.fromImage(entry))"
    }
    func toImage(_ entry: Journal.Entry, _ journal: Journal) -> String {
        "\(images(journal.number))/\(journal.toImage(entry))"
    }
    /// The temporary path: of the new file before the exchange, and of the old file after it.
    func temporary(_ entry: Journal.Entry, _ journal: Journal) -> String {
        journal.beside.contains(entry.index)
            ? absolute(journal.neighbour(entry)) : "\(images(journal.number))/\(journal.staged(entry))"
    }

    /// The path where an old file is prepared to be restored.
    func restored(_ entry: Journal.Entry, _ journal: Journal) -> String {
        journal.beside.contains(entry.index)
            ? absolute(journal.neighbour(entry)) + ".old" : "\(images(journal.number))/\(journal.restored(entry))"
    }

    /// Deletes every temporary file that an edit may have left, wherever it is.
    func removeTemporaries(_ entry: Journal.Entry, _ journal: Journal) throws(SystemError) {
        for beside in [[], [entry.index]] as [Set<Int>] {
            var journal = journal
            journal.beside = beside
            for path in [temporary(entry, journal), restored(entry, journal)] { try disk.remove(path) }
        }
    }

    /// Whether an edit was interrupted. If not, this takes a single system call, since every command does it.
    func holdsJournal() throws(SystemError) -> Bool {
        guard try disk.exists(directory) else { return false }
        try checkDirectory(directory)
        return try disk.exists(journal)
    }

    /// Whether the directory exists. If it or the undo store is a symbolic link, our own files would be redirected.
    func exists() throws(SystemError) -> Bool {
        for path in [directory, undo] { try checkDirectory(path) }
        return try disk.exists(directory)
    }

    /// Whether something other than a directory exists at the path, in particular a symbolic link.
    func isElsewhere(_ path: String) throws(SystemError) -> Bool {
        guard let status = try disk.status(at: path) else { return false }
        return status.st_mode & S_IFMT != S_IFDIR
    }

    /// Checks that the directory can be created or, if it exists, written to; changes nothing.
    ///
    /// - Parameter store: the directory for images: the undo store, or the directory in it of the edit to undo.
    func checkWritable(_ store: String) throws(SystemError) {
        guard try exists() else { return try disk.checkWritable(root) }
        try disk.checkWritable(directory)
        try checkFile(lock)
        for path in [store, lock] where try disk.exists(path) { try disk.checkWritable(path) }
    }

    /// Creates what is missing.
    func make() throws(SystemError) {
        let isNew = try !exists()
        if isNew { try disk.makeDirectory(directory) }
        try hideFromGit()
        try disk.makeDirectory(undo)
        if isNew { try disk.sync(directory: root) }
    }

    /// A crash or another program may have left the file empty.
    private func hideFromGit() throws(SystemError) {
        let ignore = directory + "/.gitignore"
        let text = Array("*\n".utf8)
        do throws(SystemError) {
            if try read(ignore, limit: Longest.note).bytes == text { return }
        } catch {
            // A foreign file is replaced: a symbolic link itself, never its target.
            if !error.isMissing, !error.isForeign { throw error }
        }
        do throws(SystemError) {
            try disk.remove(ignore)
            try disk.create(ignore, text, like: nil, isDurable: true)
            try disk.sync(directory: directory)
        } catch {
            if error.code == EISDIR || error.code == EPERM { throw SystemError(foreign: ignore, code: EINVAL) }
            // Another process created it at the same time.
            if error.code != EEXIST { throw error }
        }
    }

    /// The digest of the current contents of a file; nil if it does not exist.
    func digest(_ path: String) throws(SystemError) -> String? {
        do throws(SystemError) {
            return SHA256.hex(try disk.read(path).bytes)
        } catch {
            if error.isMissing { return nil }
            // A symbolic link or a directory instead of a file matches no digest.
            if error.code == ELOOP || error.code == EISDIR || error.code == EINVAL { return "" }
            throw error
        }
    }
}
