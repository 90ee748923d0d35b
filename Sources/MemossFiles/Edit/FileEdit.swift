/// New bytes for one file, together with the bytes that they were computed from.
public struct FileEdit: Sendable, Hashable {
    /// Relative to the root of the folder.
    public var path: String
    /// Nil for a new file.
    public var before: FileContents?
    /// Nil to delete the file.
    public var after: [UInt8]?
    /// The file whose mode and owner a new file takes over; nil for the defaults.
    var model: FileStamp?
    /// The target of a symbolic link within the folder, relative to the root.
    var target: String?

    public init(path: String, before: FileContents?, after: [UInt8]?) {
        (self.path, self.before, self.after) = (path, before, after)
    }

    /// The bytes to replace: line by line, and within a line from the first differing byte to the last.
    public var splices: [Splice] { Splice.changes(from: before?.bytes ?? [], to: after ?? []) }

    /// Whether the edit turns a reminder into a note, which is neither listed nor delivered.
    public func makesNote(_ registry: TagRegistry) -> Bool {
        func isNote(_ bytes: [UInt8]?) -> Bool? {
            bytes.flatMap { ReminderDecoder.decode($0, path: path, registry: registry).reminder?.isNote }
        }
        return isNote(before?.bytes) == false && isNote(after) == true
    }

    /// A patch for `git apply`.
    public var patch: [UInt8] { UnifiedDiff.patch(path: target ?? path, before: before?.bytes, after: after) }
}

/// A file that an edit could not change.
public struct SkippedFile: Sendable, Hashable {
    public var path: String
    public var line: Int?
    public var column: Int?
    public var reason: String
    public var remedy: Remedy?

    init(_ path: String, _ refusal: EditRefusal, in bytes: [UInt8]) {
        self.init(path, refusal.reason, at: refusal.offset, in: bytes)
        remedy = refusal.remedy
    }

    init(_ path: String, _ reason: String, at offset: Int? = nil, in bytes: [UInt8] = []) {
        self.path = path
        self.reason = reason
        guard let offset else { return }
        let position = TextPosition(of: offset, in: bytes)
        line = position.line
        column = position.column
    }
}

/// An edit of any number of files that has been computed but not written.
public struct EditPlan: Sendable, Hashable {
    /// In path order, without files whose bytes stay the same.
    public var edits: [FileEdit] = []
    public var skipped: [SkippedFile] = []
    /// Whether to write nothing if one of the files cannot be written.
    var isWhole = false

    public init(edits: [FileEdit] = [], skipped: [SkippedFile] = []) { (self.edits, self.skipped) = (edits, skipped) }

    public var isEmpty: Bool { edits.isEmpty }
    public var patch: [UInt8] { Array(edits.map(\.patch).joined()) }

    /// Redirects edits of links to their targets, so that a file that is edited under both names is edited once.
    ///
    /// - Throws: a `MemossError` if the target of a link cannot be determined.
    mutating func followLinks(in files: any FolderFiles) throws(MemossError) {
        for index in edits.indices where edits[index].before != nil && edits[index].after != nil {
            let path = edits[index].path
            do throws(SystemError) {
                edits[index].target = try files.target(ofLink: path)
            } catch {
                throw MemossError(.failure, "\(path): \(error.reason): nothing was changed")
            }
        }
        guard edits.contains(where: { $0.target != nil }) else { return }
        // Compared by bytes: two file names may be canonically equivalent.
        var seen = Set(edits.filter { $0.target == nil }.map { Array($0.path.utf8) })
        edits = edits.filter { edit in edit.target.map { seen.insert(Array($0.utf8)).inserted } ?? true }
    }
}
