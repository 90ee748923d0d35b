/// An earlier state of a folder's files, in memory, for example that of a commit.
package struct RecordedFiles: Sendable {
    package struct File: Sendable {
        /// Relative to the root of the folder.
        package let path: String
        /// The place of the contents in the bytes of all files.
        let contents: Range<Int>

        package init(_ path: String, _ contents: Range<Int>) { (self.path, self.contents) = (path, contents) }
    }

    /// In path order.
    private(set) var files: [File]
    private let bytes: [UInt8]
    /// Problems of the files without contents.
    let problems: [Problem]

    /// - Parameters:
    ///   - files: in path order, each once.
    ///   - bytes: the contents of all files.
    init(sorted files: [File], in bytes: [UInt8], _ problems: [Problem]) {
        (self.files, self.bytes, self.problems) = (files, bytes, problems)
    }

    func bytes(of file: File) -> [UInt8] { Array(bytes[file.contents]) }

    /// The files that a folder with this ignore list reads, and the problems of the others.
    func reminderFiles(
        ignoring ignored: IgnoreList,
        _ areTwo: CopyChoice.Test
    ) -> (files: RecordedFiles, problems: [Problem]) {
        lazy var places = Dictionary(files.map { (PathKey($0.path), $0) }) { first, _ in first }
        func contents(_ path: String) -> [UInt8] { places[PathKey(path)].map(bytes(of:)) ?? [] }
        let choice = CopyChoice.filter(files.map(\.path), ignoring: ignored) { areTwo(contents($0), contents($1)) }
        var (kept, rest) = (self, choice.read[...])
        kept.files.removeAll { file in
            guard let next = rest.first, next.isSamePath(as: file.path) else { return true }
            rest.removeFirst()
            return false
        }
        // Drop problems in ignored places, for example a broken link in an ignored directory.
        let seen = problems.filter { problem in
            let reason = FolderWalk.reasonToIgnore(problem.path, ignoring: ignored)
            return reason == nil || ConflictCopyName.isCertain(problem.path)
        }
        return (kept, seen + choice.problems)
    }

    /// Calls `body` with each file in the range and its contents, up to a limit.
    func forEach(in range: Range<Int>, limit: Int, _ body: (FileRun.File, FileRun.Contents) -> Bool) {
        bytes.withUnsafeBufferPointer { bytes in
            for file in files[range] {
                var path = file.path
                path.withUTF8 { path in
                    let start = path.lastIndex(of: Ascii.slash).map { $0 + 1 } ?? 0
                    let place = FileRun.File(
                        directory: UnsafeBufferPointer(rebasing: path[..<start]),
                        name: UnsafeBufferPointer(rebasing: path[start...]),
                        isWhole: true,
                        isCut: file.contents.count > limit
                    )
                    _ = body(place, .success(UnsafeBufferPointer(rebasing: bytes[file.contents.prefix(limit)])))
                }
            }
        }
    }
}
