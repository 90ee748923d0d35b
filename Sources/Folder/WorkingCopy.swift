internal import Bytes
internal import CLibrary
internal import Text

/// A copy of one file in `.memoss` for an editor to work on. The file itself stays unchanged until the edited copy is
/// committed like any other edit.
///
/// `editing/NAME/` contains the copy and any files that the editor creates next to it; `editing/NAME.of` records the
/// original's path and digest. The process that works on the copy locks the directory, so a directory that can be
/// locked was left behind.
package struct WorkingCopy: Sendable {
    /// Ends with the name of the original: editors display it, and recognize the file type by it.
    package var path: String { "\(copies.path)/\(id)/\(name)" }
    /// The path of the original, relative to the root.
    package let origin: String
    /// The digest of the original bytes.
    private let digest: String
    private let name: String
    /// The name of its directory.
    private let id: String
    private let copies: WorkingCopies
    private let directory: State

    private enum State {
        case open(OpenDirectory)
        /// The copy was deleted, but not its record.
        case deleted
        case inaccessible
    }

    static let suffix = ".of"

    /// - Parameters:
    ///   - draft: contents for the copy in place of those of the original.
    ///   - id: a unique name for its directory.
    package init(
        of path: String,
        _ contents: FileContents,
        startingWith draft: [UInt8]? = nil,
        in memoss: MemossDirectory,
        named id: String
    ) throws(SystemError) {
        let disk = memoss.disk
        try memoss.create()
        copies = try WorkingCopies(creatingIn: memoss)
        self.id = id
        name = FilePath.name(of: path)
        origin = path
        digest = SHA256.hex(contents.bytes)
        try memoss.makeDirectory("\(copies.path)/\(id)")
        let directory = try OpenDirectory(id, in: copies.directory)
        // On a file system without locks, the copy is not protected from other processes.
        try? directory.lock()
        self.directory = .open(directory)
        let record = "\(copies.path)/\(id)\(Self.suffix)"
        try memoss.create(record, Array("\(digest) \(path)\n".utf8), isDurable: false)
        try disk.create(self.path, draft ?? contents.bytes, like: contents.stamp, isDurable: false)
    }

    /// A copy that was left behind; nil if a process is working on it, or it is foreign.
    init?(left id: String, in copies: WorkingCopies, on disk: Disk) {
        self.copies = copies
        self.id = id
        let record = "\(copies.path)/\(id)\(Self.suffix)"
        guard let text = try? copies.memoss.read(record, limit: MemossDirectory.maximumNoteSize).bytes,
            text.last == Ascii.lineFeed,
            let blank = text.firstIndex(of: Ascii.blank)
        else { return nil }
        digest = String(decoding: text[..<blank], as: UTF8.self)
        origin = String(decoding: text[(blank + 1)...].dropLast(), as: UTF8.self)
        name = FilePath.name(of: origin)
        guard Self.isName(id), Self.isName(name) else { return nil }
        do throws(SystemError) {
            try copies.memoss.checkDirectory("\(copies.path)/\(id)")
            let directory = try OpenDirectory(id, in: copies.directory)
            try directory.lock()
            self.directory = .open(directory)
        } catch {
            switch error.code {
            case ENOENT: directory = .deleted
            case EACCES: directory = .inaccessible
            default: return nil
            }
        }
    }

    /// Whether the string is a valid file name other than `.` and `..`.
    private static func isName(_ name: String) -> Bool {
        !["", ".", ".."].contains(name) && !name.utf8.contains(Ascii.slash) && !name.utf8.contains(0)
    }

    /// The descriptor that the editor must inherit: while it is open, the copy does not count as left behind.
    package var descriptor: Int32? {
        guard case .open(let directory) = directory else { return nil }
        return directory.descriptor
    }

    /// Whether the file has not changed since the copy was made.
    package func isMade(of contents: FileContents) -> Bool { isBeginning(contents.bytes) }

    private func isBeginning(_ bytes: [UInt8]) -> Bool { SHA256.hex(bytes) == digest }

    /// Whether the copy itself exists, and nothing next to it can redirect an editor: a folder from elsewhere may
    /// contain symbolic links.
    package var isWhole: Bool {
        guard case .open(let directory) = directory, (try? bytes()) != nil, let names = names() else { return false }
        // Emacs records who has the file open in a dangling symbolic link, and does not follow it.
        return names.allSatisfy { $0 == ".#" + name || directory.isFileOfOneName($0) }
    }

    // MARK: Changes

    /// The copy as the editor left it.
    package func bytes() throws(SystemError) -> [UInt8] {
        do throws(SystemError) {
            return try copies.memoss.read(path, limit: Disk.maximumEditSize, ofAnyone: true).bytes
        } catch {
            // An editor wrote the file, so one that is too large is not foreign.
            throw error.code == EFBIG ? SystemError(.read, path, code: EFBIG) : error
        }
    }

    /// Whether nothing was written, neither to the copy nor next to it. An editor that was killed leaves unsaved text
    /// in a file of its own.
    package var isUntouched: Bool {
        let names = names()
        return names?.isEmpty == true || names == [name] && (try? self.bytes()).map(isBeginning) == true
    }

    /// Whether the file already contains all changes.
    package func isFinished(in contents: FileContents?) -> Bool {
        guard let contents, names() == [name] else { return false }
        return (try? self.bytes()) == contents.bytes
    }

    /// Where to find the written text: the path of the copy, or of its directory if that has other files too.
    package var findings: String { names() == [name] ? path : "\(copies.path)/\(id)" }

    /// Deletes the copy and the editor's backups next to it, which are named after it. Other files are kept.
    ///
    /// - Returns: whether any files remain.
    @discardableResult
    package func remove() -> Bool {
        if case .open(let directory) = directory {
            // A backup that cannot be deleted does no harm.
            for other in names() ?? [] where Self.isBackup(other, of: name) { try? directory.remove(other) }
        }
        // The record is kept for as long as any files remain.
        do throws(SystemError) {
            _ = try unlessMissing(try copies.directory.removeDirectory(id))
            try copies.directory.remove(id + Self.suffix)
        } catch {
            // What remains is reported as an unfinished edit.
        }
        copies.removeIfEmpty()
        return names()?.contains { !Self.isBackup($0, of: name) } ?? true
    }

    /// Nil if the directory cannot be read.
    private func names() -> [String]? {
        switch directory {
        case .open(let directory): try? directory.names()
        case .deleted: []
        case .inaccessible: nil
        }
    }

    /// `a.md` itself, `a.md~`, `.a.md.swp`, `#a.md#`: never `data.md`, which the user saved under another name.
    private static func isBackup(_ other: String, of name: String) -> Bool {
        let (other, name) = (Array(other.utf8), Array(name.utf8))
        return beforeName.contains { before in
            guard other.starts(with: before.utf8 + name) else { return false }
            let rest = String(decoding: other.dropFirst(before.utf8.count + name.count), as: UTF8.self)
            // Emacs may number backups: `a.md.~1~`.
            return afterName.contains(rest) || rest.hasPrefix(".~") && rest.hasSuffix("~")
        }
    }

    private static let beforeName = ["", ".", "#", ".#", "~"]
    private static let afterName: Set = [
        "", "~", "#", ".bak", ".orig", ".swp", ".swo", ".swn", ".un~", ".kate-swp",
    ]
}

/// The directory of the working copies.
package struct WorkingCopies: Sendable {
    package let memoss: MemossDirectory
    private let parent: OpenDirectory
    let directory: OpenDirectory
    package var path: String { directory.path }

    private static let name = "editing"

    init(creatingIn memoss: MemossDirectory) throws(SystemError) {
        try memoss.makeDirectory("\(memoss.path)/\(Self.name)")
        try self.init(memoss)
    }

    /// - Throws: a `SystemError` if the directory does not exist, or is a symbolic link.
    package init(_ memoss: MemossDirectory) throws(SystemError) {
        self.memoss = memoss
        try memoss.checkDirectory(memoss.path)
        try memoss.checkDirectory("\(memoss.path)/\(Self.name)")
        parent = try OpenDirectory(MemossDirectory.name, in: try OpenDirectory(memoss.root, on: memoss.disk))
        directory = try OpenDirectory(Self.name, in: parent)
    }

    func removeIfEmpty() { try? parent.removeDirectory(Self.name) }

    /// The copies that no process is working on: of edits that were interrupted or could not be committed. They are
    /// opened one at a time, since there may be more than the limit of open files.
    package static func left(in memoss: MemossDirectory) -> some Sequence<WorkingCopy> {
        let copies = (try? memoss.exists()) == true ? try? WorkingCopies(memoss) : nil
        let names = (try? copies?.directory.names()) ?? []
        let ids = names.filter { $0.hasSuffix(WorkingCopy.suffix) }.map {
            String($0.dropLast(WorkingCopy.suffix.count))
        }
        return ids.sorted(by: ByteOrder.precedes).lazy.compactMap { id in
            copies.flatMap { WorkingCopy(left: id, in: $0, on: memoss.disk) }
        }
    }
}
