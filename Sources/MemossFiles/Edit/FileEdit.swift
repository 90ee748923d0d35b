/// New bytes for one file, with those they were computed from.
public struct FileEdit: Sendable, Hashable {
    /// From the folder's root.
    public var path: String
    /// Nil if the file is new.
    public var before: FileContents?
    /// Nil if the file goes.
    public var after: [UInt8]?
    /// Whose mode and owner a new file gets, if not the usual.
    var model: FileStamp?
    /// The file that a link in the folder leads to, from the root.
    var target: String?

    public init(path: String, before: FileContents?, after: [UInt8]?) {
        (self.path, self.before, self.after) = (path, before, after)
    }

    /// Which bytes are replaced by which others: line by line, and in a line from the first byte that differs to the last.
    public var splices: [Splice] { Splice.changes(from: before?.bytes ?? [], to: after ?? []) }

    /// Whether a reminder becomes a note, which is neither listed nor delivered.
    public func makesNote(_ registry: TagRegistry) -> Bool {
        func isNote(_ bytes: [UInt8]?) -> Bool? {
            bytes.flatMap { ReminderDecoder.decode($0, path: path, registry: registry).reminder?.isNote }
        }
        return isNote(before?.bytes) == false && isNote(after) == true
    }

    /// What `git apply` takes.
    public var patch: [UInt8] { UnifiedDiff.patch(path: target ?? path, before: before?.bytes, after: after) }
}

/// A file that an edit had to leave as it is.
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

/// An edit of any number of files, worked out but not written.
public struct EditPlan: Sendable, Hashable {
    /// In path order; no file whose bytes would stay the same.
    public var edits: [FileEdit] = []
    public var skipped: [SkippedFile] = []
    /// Whether nothing is to be written where one of the files cannot be.
    var isWhole = false

    public init(edits: [FileEdit] = [], skipped: [SkippedFile] = []) { (self.edits, self.skipped) = (edits, skipped) }

    public var isEmpty: Bool { edits.isEmpty }
    public var patch: [UInt8] { Array(edits.map(\.patch).joined()) }

    /// A link and its target are one file: the edit of the target is enough.
    ///
    /// - Throws: a `MemossError` if it cannot be told where a link leads.
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
        // By bytes: two names may be the same text.
        var seen = Set(edits.filter { $0.target == nil }.map { Array($0.path.utf8) })
        edits = edits.filter { edit in edit.target.map { seen.insert(Array($0.utf8)).inserted } ?? true }
    }
}
