#if canImport(Glibc)
    internal import Glibc
#elseif canImport(Musl)
    internal import Musl
#else
    internal import Darwin
#endif

/// A copy of one file, below the folder's own place, for an editor to work on. The file itself stays as it is until what
/// became of the copy is committed like any other edit.
///
/// `editing/NAME/` holds the copy and what the editor puts beside it, `editing/NAME.of` says of which file, and of which
/// bytes of it. Whoever works on it has the directory locked: one that can be locked was left by a process that is gone.
package struct WorkingCopy: Sendable {
    /// With the file's own name, which editors show and judge the kind of text by.
    package var path: String { "\(copies.path)/\(id)/\(name)" }
    /// From the root: the file that it is a copy of.
    package let origin: String
    /// Of the bytes that it began with.
    private let digest: String
    private let name: String
    /// The name of its directory.
    private let id: String
    private let copies: WorkingCopies
    private let directory: Standing

    private enum Standing {
        case open(OpenDirectory)
        /// Somebody has cleared it away, and not what is said of it.
        case gone
        /// Nobody may look into it.
        case closed
    }

    static let suffix = ".of"

    /// - Parameter id: of a directory of its own, which nobody else has.
    init(of path: String, _ contents: FileContents, in place: WorkingPlace, named id: String) throws(SystemError) {
        let disk = place.disk
        try place.make()
        copies = try WorkingCopies(making: place)
        self.id = id
        name = EditTargets.split(path).name
        origin = path
        digest = SHA256.hex(contents.bytes)
        try disk.makeDirectory("\(copies.path)/\(id)")
        let directory = try OpenDirectory(id, in: copies.directory)
        // Where the file system has no locks, nobody is kept out.
        try? directory.lock()
        self.directory = .open(directory)
        let record = "\(copies.path)/\(id)\(Self.suffix)"
        try disk.create(record, Array("\(digest) \(path)\n".utf8), like: nil, isDurable: false)
        try disk.create(self.path, contents.bytes, like: contents.stamp, isDurable: false)
    }

    /// One that was left; nil if somebody works on it, or if it is none of ours.
    init?(left id: String, in copies: WorkingCopies, on disk: Disk) {
        self.copies = copies
        self.id = id
        let record = "\(copies.path)/\(id)\(Self.suffix)"
        guard let text = try? copies.own.read(record, limit: WorkingPlace.Longest.note).bytes,
            text.last == Ascii.lineFeed,
            let blank = text.firstIndex(of: Ascii.blank)
        else { return nil }
        digest = String(decoding: text[..<blank], as: UTF8.self)
        origin = String(decoding: text[(blank + 1)...].dropLast(), as: UTF8.self)
        name = EditTargets.split(origin).name
        guard Self.isName(id), Self.isName(name) else { return nil }
        do throws(SystemError) {
            try copies.own.checkDirectory("\(copies.path)/\(id)")
            let directory = try OpenDirectory(id, in: copies.directory)
            try directory.lock()
            self.directory = .open(directory)
        } catch {
            switch error.code {
            case ENOENT: directory = .gone
            case EACCES: directory = .closed
            default: return nil
            }
        }
    }

    /// Whether something in a directory can be called so, and neither the directory itself nor the one above it.
    private static func isName(_ name: String) -> Bool {
        !["", ".", ".."].contains(name) && !name.utf8.contains(Ascii.slash) && !name.utf8.contains(0)
    }

    /// What the editor has to keep open: as long as it does, nobody takes the copy for one that was left.
    package var descriptor: Int32? {
        guard case .open(let directory) = directory else { return nil }
        return directory.descriptor
    }

    /// Whether a file is as it was when the copy was made.
    package func isMade(of contents: FileContents) -> Bool { isBeginning(contents.bytes) }

    private func isBeginning(_ bytes: [UInt8]) -> Bool { SHA256.hex(bytes) == digest }

    /// Whether the copy itself is there, and not only what an editor put beside it, and nothing with it leads an editor
    /// elsewhere: a folder that came from somebody else may hold links.
    package var isWhole: Bool {
        guard case .open(let directory) = directory, (try? bytes()) != nil, let names = names() else { return false }
        // Emacs notes in a link who has the file open, and does not follow it.
        return names.allSatisfy { $0 == ".#" + name || directory.isFileOfOneName($0) }
    }

    // MARK: What became of it

    /// The copy as the editor left it.
    package func bytes() throws(SystemError) -> [UInt8] {
        do throws(SystemError) {
            return try copies.own.read(path, limit: Disk.longestEdited, ofAnyone: true).bytes
        } catch {
            // An editor wrote it, and not mm.
            throw error.code == EFBIG ? SystemError("read", path, code: EFBIG) : error
        }
    }

    /// Whether nothing was written, neither into the copy nor beside it: an editor that was killed leaves what was typed
    /// in a file of its own.
    package var isUntouched: Bool {
        let names = names()
        return names?.isEmpty == true || names == [name] && (try? self.bytes()).map(isBeginning) == true
    }

    /// Whether the file already says all that was written.
    func isFinished(in contents: FileContents?) -> Bool {
        guard let contents, names() == [name] else { return false }
        return (try? self.bytes()) == contents.bytes
    }

    /// Where to find what was written: the copy, or the directory if there is more in it or something else.
    package var findings: String { names() == [name] ? path : "\(copies.path)/\(id)" }

    /// Takes the copy away, with the backups that an editor left beside it: those are named after it. What else was
    /// written there stays.
    ///
    /// - Returns: whether something stays.
    @discardableResult
    package func remove() -> Bool {
        if case .open(let directory) = directory {
            // A backup that cannot be deleted does no harm.
            for other in names() ?? [] where Self.isBackup(other, of: name) { directory.remove(other) }
        }
        // As long as something stays, it is known of what.
        if copies.directory.removeDirectory(id) { copies.directory.remove(id + Self.suffix) }
        copies.removeIfEmpty()
        return names()?.contains { !Self.isBackup($0, of: name) } ?? true
    }

    /// Nil if that cannot be told.
    private func names() -> [String]? {
        switch directory {
        case .open(let directory): try? directory.names()
        case .gone: []
        case .closed: nil
        }
    }

    /// `a.md` itself, `a.md~`, `.a.md.swp`, `#a.md#`: never `data.md`, which somebody saved under another name.
    private static func isBackup(_ other: String, of name: String) -> Bool {
        let (other, name) = (Array(other.utf8), Array(name.utf8))
        return beforeName.contains { before in
            guard other.starts(with: before.utf8 + name) else { return false }
            let rest = String(decoding: other.dropFirst(before.utf8.count + name.count), as: UTF8.self)
            // Emacs numbers them: `a.md.~1~`.
            return afterName.contains(rest) || rest.hasPrefix(".~") && rest.hasSuffix("~")
        }
    }

    private static let beforeName = ["", ".", "#", ".#", "~"]
    private static let afterName: Set = [
        "", "~", "#", ".bak", ".orig", ".swp", ".swo", ".swn", ".un~", ".kate-swp",
    ]
}

/// Where the copies are.
struct WorkingCopies: Sendable {
    let own: WorkingPlace
    private let place: OpenDirectory
    let directory: OpenDirectory
    var path: String { directory.path }

    private static let name = "editing"

    init(making place: WorkingPlace) throws(SystemError) {
        try place.disk.makeDirectory("\(place.directory)/\(Self.name)")
        try self.init(place)
    }

    /// - Throws: a `SystemError` if they are not there, or if a link stands in their place.
    init(_ place: WorkingPlace) throws(SystemError) {
        own = place
        try place.checkDirectory(place.directory)
        try place.checkDirectory("\(place.directory)/\(Self.name)")
        self.place = try OpenDirectory(WorkingPlace.name, in: try OpenDirectory(place.root, on: place.disk))
        directory = try OpenDirectory(Self.name, in: self.place)
    }

    func removeIfEmpty() { place.removeDirectory(Self.name) }

    /// The copies that nobody works on: of edits that did not come to their end, or could not be made. They are opened
    /// one by one, as there may be more than a process can have open.
    static func left(in place: WorkingPlace) -> some Sequence<WorkingCopy> {
        let copies = (try? place.exists()) == true ? try? WorkingCopies(place) : nil
        let names = (try? copies?.directory.names()) ?? []
        let ids = names.filter { $0.hasSuffix(WorkingCopy.suffix) }.map {
            String($0.dropLast(WorkingCopy.suffix.count))
        }
        return ids.sorted(by: ByteOrder.precedes).lazy.compactMap { id in
            copies.flatMap { WorkingCopy(left: id, in: $0, on: place.disk) }
        }
    }
}
