/// An edit of any number of files that has been computed but not written.
public struct EditPlan: Sendable, Hashable {
    /// In path order, without files whose bytes stay the same.
    public var edits: [FileEdit] = []
    /// The files that the edit would change and cannot.
    public var skipped: [SkippedFile] = []
    /// Whether to write nothing if one of the files cannot be written.
    var isWhole = false
    /// How the program that the folder is shared with reads the files; set once the plan is applied.
    package var profile: Profile?

    /// A plan with these edits, in path order, and these skipped files.
    public init(edits: [FileEdit] = [], skipped: [SkippedFile] = []) { (self.edits, self.skipped) = (edits, skipped) }

    /// Whether nothing would be written.
    public var isEmpty: Bool { edits.isEmpty }
    /// A patch of all edits for `git apply`.
    public var patch: [UInt8] { Array(edits.map(\.patch).joined()) }

    /// Makes it an error if one of the files cannot be written; nothing is then written.
    package mutating func makeWhole() { isWhole = true }

    /// Adds the edits of other files; nothing is then written if one of them cannot be.
    package mutating func add(_ others: [FileEdit]) {
        guard !others.isEmpty else { return }
        (edits, isWhole) = ((edits + others).sorted { PathOrder.precedes($0.path, $1.path) }, true)
    }

    /// Adds files that the edit cannot change.
    package mutating func skip(_ files: [SkippedFile]) {
        skipped = (skipped + files).sorted { PathOrder.precedes($0.path, $1.path) }
    }

    /// Adds the edit of an existing file, or skips the file if it is outside the folder.
    ///
    /// - Returns: whether the edit was added.
    @discardableResult
    mutating func add(_ edit: FileEdit, in files: any FolderFiles) throws(SystemError) -> Bool {
        let isInside = try files.isInside(edit.path)
        if isInside { edits.append(edit) } else { skipped.append(SkippedFile(edit.path, MemossError.reason(.outside))) }
        return isInside
    }

    /// Redirects edits of links to their targets, so that a file that is edited under both names is edited once.
    ///
    /// - Throws: a `MemossError` if the target of a link cannot be determined.
    mutating func followLinks(in files: any FolderFiles) throws(MemossError) {
        for index in edits.indices where edits[index].before != nil && edits[index].after != nil {
            let path = edits[index].path
            do throws(SystemError) {
                edits[index].target = try files.target(ofLink: path)
            } catch {
                throw MemossError(.failure, "\(path): \(error.reason)", outcome: MemossError.unchanged)
            }
        }
        guard edits.contains(where: { $0.target != nil }) else { return }
        var seen = Set(edits.filter { $0.target == nil }.map { PathKey($0.path) })
        edits = edits.filter { edit in edit.target.map { seen.insert(PathKey($0)).inserted } ?? true }
    }
}

extension FileEdit {
    /// Whether the edit turns a reminder into a note, which is neither listed nor delivered.
    package func makesNote(_ registry: TagRegistry) -> Bool {
        func isNote(_ bytes: [UInt8]?) -> Bool? {
            bytes.flatMap { ReminderDecoder.decode($0, path: path, registry: registry).reminder?.isNote }
        }
        return isNote(before?.bytes) == false && isNote(after) == true
    }
}
