#if canImport(Glibc)
    internal import Glibc
#elseif canImport(Musl)
    internal import Musl
#else
    internal import Darwin
#endif

/// Where `mm` keeps its own in a folder, `.memoss/`: the lock, the journal and the undo store.
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

    /// The images and the manifest of one edit.
    func images(_ number: Int) -> String { "\(undo)/\(number)" }
    func manifest(_ number: Int) -> String { images(number) + "/manifest" }
    func fromImage(_ entry: Journal.Entry, _ journal: Journal) -> String {
        "\(images(journal.number))/\(journal.fromImage(entry))"
    }
    func toImage(_ entry: Journal.Entry, _ journal: Journal) -> String {
        "\(images(journal.number))/\(journal.toImage(entry))"
    }
    /// Where a new file waits for its place, and the old one goes from there.
    func temporary(_ entry: Journal.Entry, _ journal: Journal) -> String {
        journal.beside.contains(entry.index)
            ? absolute(journal.neighbour(entry)) : "\(images(journal.number))/\(journal.staged(entry))"
    }

    /// Where an old file is made ready to go back.
    func restored(_ entry: Journal.Entry, _ journal: Journal) -> String {
        journal.beside.contains(entry.index)
            ? absolute(journal.neighbour(entry)) + ".old" : "\(images(journal.number))/\(journal.restored(entry))"
    }

    /// Takes away every file that an edit may have left under a name of its own, wherever that is.
    func removeTemporaries(_ entry: Journal.Entry, _ journal: Journal) throws(SystemError) {
        for beside in [[], [entry.index]] as [Set<Int>] {
            var journal = journal
            journal.beside = beside
            for path in [temporary(entry, journal), restored(entry, journal)] { try disk.remove(path) }
        }
    }

    /// Whether an edit was interrupted: one look where there is nothing, as every command does this.
    func holdsJournal() throws(SystemError) -> Bool {
        guard try disk.exists(directory) else { return false }
        try checkDirectory(directory)
        return try disk.exists(journal)
    }

    /// Whether it is there. A link in its place, or in that of the undo store, would lead our own files elsewhere.
    func exists() throws(SystemError) -> Bool {
        for path in [directory, undo] { try checkDirectory(path) }
        return try disk.exists(directory)
    }

    /// Whether something else than a directory stands there: a link, above all.
    func isElsewhere(_ path: String) throws(SystemError) -> Bool {
        guard let status = try disk.status(at: path) else { return false }
        return status.st_mode & S_IFMT != S_IFDIR
    }

    /// That it can be made, or be written if it is there, without doing so.
    ///
    /// - Parameter store: where images will be put: the undo store, or what it keeps of the edit that is undone.
    func checkWritable(_ store: String) throws(SystemError) {
        guard try exists() else { return try disk.checkWritable(root) }
        try disk.checkWritable(directory)
        try checkFile(lock)
        for path in [store, lock] where try disk.exists(path) { try disk.checkWritable(path) }
    }

    /// Makes what is missing of it.
    func make() throws(SystemError) {
        let isNew = try !exists()
        if isNew { try disk.makeDirectory(directory) }
        try hideFromGit()
        try disk.makeDirectory(undo)
        if isNew { try disk.synchronize(directory: root) }
    }

    /// A crash, or somebody else, may have left the file empty.
    private func hideFromGit() throws(SystemError) {
        let ignore = directory + "/.gitignore"
        let text = Array("*\n".utf8)
        do throws(SystemError) {
            if try read(ignore, limit: Longest.note).bytes == text { return }
        } catch {
            // What is none of ours goes: a link, but not what it leads to.
            if !error.isMissing, !error.isForeign { throw error }
        }
        do throws(SystemError) {
            try disk.remove(ignore)
            try disk.create(ignore, text, like: nil, isDurable: true)
            try disk.synchronize(directory: directory)
        } catch {
            if error.code == EISDIR || error.code == EPERM { throw SystemError(foreign: ignore, code: EINVAL) }
            // Another process was as quick.
            if error.code != EEXIST { throw error }
        }
    }

    /// The digest of a file as it stands, nil if there is none.
    func digest(_ path: String) throws(SystemError) -> String? {
        do throws(SystemError) {
            return SHA256.hex(try disk.read(path).bytes)
        } catch {
            if error.isMissing { return nil }
            // A link or a directory in the place of a file: nobody's digest.
            if error.code == ELOOP || error.code == EISDIR || error.code == EINVAL { return "" }
            throw error
        }
    }
}
