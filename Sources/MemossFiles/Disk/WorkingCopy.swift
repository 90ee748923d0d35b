/// A copy of one file, below the folder's own place, for an editor to work on. The file itself stays as it is until what
/// became of the copy is committed like any other edit.
///
/// `editing/NAME/` holds the copy and what the editor puts beside it, `editing/NAME.of` says of which file, and of which
/// bytes of it. Whoever works on it has the directory locked: one that can be locked was left by a process that is gone.
public struct WorkingCopy: Sendable {
    /// With the file's own name, which editors show and judge the kind of text by.
    public var path: String { "\(directory)/\(name)" }
    /// From the root: the file that it is a copy of.
    public let origin: String
    /// Of the bytes that it began with.
    private let digest: String
    private let name: String
    private let directory: String
    private let copies: String
    private let disk: Disk
    /// Where the file system has no locks, nobody is kept out.
    private let lock: FolderLock?

    private var record: String { directory + Self.suffix }
    private static let suffix = ".of"
    private static func copies(in place: WorkingPlace) -> String { place.directory + "/editing" }

    /// - Parameter name: of a directory of its own, which nobody else has.
    init(of path: String, _ contents: FileContents, in place: WorkingPlace, named name: String) throws(SystemError) {
        copies = Self.copies(in: place)
        disk = place.disk
        directory = "\(copies)/\(name)"
        self.name = EditTargets.split(path).name
        origin = path
        digest = SHA256.hex(contents.bytes)
        try place.make()
        try disk.makeDirectory(copies)
        try place.checkDirectory(copies)
        try disk.makeDirectory(directory)
        lock = try? FolderLock.hold(directory, on: disk)
        try disk.create(record, Array("\(digest) \(path)\n".utf8), like: nil, isDurable: false)
        try disk.create(self.path, contents.bytes, like: contents.stamp, isDurable: false)
    }

    // MARK: What was left

    /// The copies that nobody works on: of edits that did not come to their end, or could not be made.
    static func left(in place: WorkingPlace) -> [WorkingCopy] {
        let copies = copies(in: place)
        guard (try? place.exists()) == true, (try? place.checkDirectory(copies)) != nil,
            let names = try? place.disk.names(in: copies)
        else { return [] }
        let found = names.filter { $0.hasSuffix(suffix) }.compactMap { name in
            WorkingCopy(left: String(name.dropLast(suffix.count)), in: place)
        }
        return found.sorted { a, b in
            a.origin.utf8.elementsEqual(b.origin.utf8)
                ? ByteOrder.precedes(a.directory, b.directory) : ByteOrder.precedes(a.origin, b.origin)
        }
    }

    /// Nil for one that somebody works on, or that cannot be read.
    private init?(left name: String, in place: WorkingPlace) {
        copies = Self.copies(in: place)
        disk = place.disk
        directory = "\(copies)/\(name)"
        guard let text = try? disk.read(directory + Self.suffix).bytes, text.last == Ascii.lineFeed,
            let blank = text.firstIndex(of: Ascii.blank)
        else { return nil }
        digest = String(decoding: text[..<blank], as: UTF8.self)
        origin = String(decoding: text[(blank + 1)...].dropLast(), as: UTF8.self)
        self.name = EditTargets.split(origin).name
        guard !self.name.isEmpty else { return nil }
        do throws(SystemError) {
            lock = try FolderLock.hold(directory, on: disk)
        } catch {
            // Somebody has cleared it away, and not what is said of it.
            guard error.isMissing else { return nil }
            lock = nil
        }
    }

    /// Whether a file is as it was when the copy was made.
    public func isMade(of contents: FileContents) -> Bool { isBeginning(contents.bytes) }

    private func isBeginning(_ bytes: [UInt8]) -> Bool { SHA256.hex(bytes) == digest }

    /// Whether the copy itself is there, and not only what an editor put beside it.
    public var isWhole: Bool { (try? disk.read(path)) != nil }

    // MARK: What became of it

    /// The copy as the editor left it.
    public func bytes() throws(SystemError) -> [UInt8] { try FileContents.readWhole(path).bytes }

    /// Whether nothing was written, neither into the copy nor beside it: an editor that was killed leaves what was typed
    /// in a file of its own.
    public var isUntouched: Bool {
        let names = names()
        return names.isEmpty || names == [name] && (try? self.bytes()).map(isBeginning) == true
    }

    /// Where to find what was written: the copy, or the directory if there is more in it or something else.
    public var findings: String { names() == [name] ? path : directory }

    /// Takes the copy away, with the backups that an editor left beside it: those have its name in theirs. What else was
    /// written there stays.
    ///
    /// - Returns: whether something stays.
    @discardableResult
    public func remove() -> Bool {
        // A backup that cannot be deleted does no harm.
        for other in names() where Self.isBackup(other, of: name) { try? disk.remove("\(directory)/\(other)") }
        try? disk.removeDirectory(directory)
        // As long as something stays, it is known of what.
        if (try? disk.exists(directory)) == false { try? disk.remove(record) }
        try? disk.removeDirectory(copies)
        return names().contains { !Self.isBackup($0, of: name) }
    }

    private func names() -> [String] { (try? disk.names(in: directory)) ?? [] }

    /// `a.md`, `a.md~`, `.a.md.swp`, `#a.md#`.
    private static func isBackup(_ other: String, of name: String) -> Bool {
        let (other, name) = (Array(other.utf8), Array(name.utf8))
        guard other.count >= name.count else { return false }
        return (0...(other.count - name.count)).contains { other[$0...].starts(with: name) }
    }
}
