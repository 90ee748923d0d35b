/// A file that an edit could not change, or that is missing from an answer.
public struct SkippedFile: Sendable, Hashable {
    /// Relative to the root of the folder.
    public var path: String
    /// Counted from 1; nil if the reason concerns the whole file.
    public var line: Int?
    /// Counted from 1 in Unicode scalars.
    public var column: Int?
    /// One sentence without a full stop.
    public var reason: String
    /// What can be done about it.
    package var remedy: Remedy?

    init(_ path: String, _ refusal: EditRefusal, in bytes: [UInt8]) {
        self.init(path, refusal.reason, at: refusal.offset, in: bytes)
        remedy = refusal.remedy
    }

    /// A file that an error concerns, whose reason may begin with the path. Other files are edited, so the outcome of the
    /// error does not apply.
    package init(_ path: String, _ error: MemossError) {
        let isNamed = error.reason.hasPrefix(path + ": ")
        self.init(path, isNamed ? String(error.reason.dropFirst(path.count + 2)) : error.reason)
        remedy = error.remedy
    }

    private init(_ problem: Problem) {
        (path, line, column) = (problem.path, problem.line, problem.column)
        (reason, remedy) = (problem.statement, problem.remedy)
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

extension SkippedFile {
    /// The files and directories of a snapshot that could not be read, or not completely.
    package static func unread(in snapshot: Snapshot) -> [SkippedFile] {
        // A key path would cost each command as much as reading seven files.
        let problems = snapshot.unreadable.compactMap { $0.attention?.problem } + snapshot.incomplete
        return problems.map(SkippedFile.init).sorted { PathOrder.precedes($0.path, $1.path) }
    }
}
