/// A copy of one file, below the folder's own place, for an editor to work on. The file itself stays as it is until what
/// became of the copy is committed like any other edit.
public struct WorkingCopy: Sendable {
    /// With the file's own name, which editors show and judge the kind of text by.
    public let path: String
    private let directory: String
    private let copies: String
    private let disk: Disk

    /// - Parameter name: of a directory of its own, which nobody else has.
    init(of path: String, _ contents: FileContents, in place: WorkingPlace, named name: String) throws(SystemError) {
        copies = place.directory + "/editing"
        disk = place.disk
        directory = "\(copies)/\(name)"
        let file = path.utf8.lastIndex(of: Ascii.slash).map { String(path[path.utf8.index(after: $0)...]) } ?? path
        self.path = "\(directory)/\(file)"
        try place.make()
        try disk.makeDirectory(copies)
        try disk.makeDirectory(directory)
        try disk.create(self.path, contents.bytes, like: contents.stamp, isDurable: false)
    }

    /// The copy as the editor left it.
    public func bytes() throws(SystemError) -> [UInt8] { try FileContents.readWhole(path).bytes }

    /// Takes the copy away, with the backups that an editor left beside it.
    public func remove() {
        // A copy that stays does no harm.
        for name in (try? disk.names(in: directory)) ?? [] { try? disk.remove("\(directory)/\(name)") }
        try? disk.removeDirectory(directory)
        try? disk.removeDirectory(copies)
    }
}
