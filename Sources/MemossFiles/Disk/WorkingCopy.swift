/// A copy of one file, below the folder's own place, for an editor to work on. The file itself stays as it is until what
/// became of the copy is committed like any other edit.
public struct WorkingCopy: Sendable {
    /// With the file's own name, which editors show and judge the kind of text by.
    public let path: String
    private let name: String
    private let directory: String
    private let copies: String
    private let disk: Disk

    /// - Parameter name: of a directory of its own, which nobody else has.
    init(of path: String, _ contents: FileContents, in place: WorkingPlace, named name: String) throws(SystemError) {
        copies = place.directory + "/editing"
        disk = place.disk
        directory = "\(copies)/\(name)"
        self.name = EditTargets.split(path).name
        self.path = "\(directory)/\(self.name)"
        try place.make()
        try disk.makeDirectory(copies)
        try place.checkDirectory(copies)
        try disk.makeDirectory(directory)
        try disk.create(self.path, contents.bytes, like: contents.stamp, isDurable: false)
    }

    /// The copy as the editor left it.
    public func bytes() throws(SystemError) -> [UInt8] { try FileContents.readWhole(path).bytes }

    /// Whether nothing was written, neither into the copy nor beside it: an editor that was killed leaves what was typed
    /// in a file of its own.
    public func isUntouched(since bytes: [UInt8]) -> Bool {
        let names = names()
        return names.isEmpty || names == [name] && (try? self.bytes()) == bytes
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
