internal import Bytes
package import Text

/// An earlier state of a folder's files, in memory, for example that of a commit.
package struct RecordedFiles: Sendable {
    package struct File: Sendable {
        /// Relative to the root of the folder.
        package let path: String
        let contents: Place

        package init(_ path: String, _ contents: Place) { (self.path, self.contents) = (path, contents) }
    }

    /// The place of the contents of a file in the bytes of all files, which come in several parts.
    package struct Place: Sendable, Hashable {
        package let part: Int
        package let range: Range<Int>

        package init(part: Int, _ range: Range<Int>) { (self.part, self.range) = (part, range) }
    }

    /// In path order.
    package private(set) var files: [File]
    private let parts: [[UInt8]]
    /// Problems of the files without contents.
    package let problems: [Problem]
    /// The symbolic links among the files, by the path of the final target.
    private let links: [String: [String]]

    /// - Parameters:
    ///   - files: in path order, each once.
    ///   - parts: the contents of all files.
    ///   - links: the symbolic links among them, by the path of the final target.
    package init(sorted files: [File], in parts: [[UInt8]], _ problems: [Problem], links: [String: [String]] = [:]) {
        (self.files, self.parts, self.problems, self.links) = (files, parts, problems, links)
    }

    package func bytes(of file: File) -> [UInt8] { Array(parts[file.contents.part][file.contents.range]) }

    /// The files that a folder with this ignore list reads, the problems of the others, and further names.
    func reminderFiles(
        ignoring ignored: IgnoreList,
        _ areTwo: CopyChoice.Test
    ) -> (files: RecordedFiles, problems: [Problem], otherNames: OtherNames) {
        lazy var places = Dictionary(files.map { (PathKey($0.path), $0) }) { first, _ in first }
        func contents(_ path: String) -> [UInt8] { places[PathKey(path)].map(bytes(of:)) ?? [] }
        let choice = CopyChoice.filter(files.map(\.path), ignoring: ignored) { areTwo(contents($0), contents($1)) }
        var (kept, rest) = (self, choice.read[...])
        kept.files.removeAll { file in
            guard let next = rest.first, next.isSamePath(as: file.path) else { return true }
            rest.removeFirst()
            return false
        }
        let read = Set(kept.files.map { PathKey($0.path) })
        let readLinks = links.mapValues { $0.filter { read.contains(PathKey($0)) } }.filter { !$0.value.isEmpty }
        let otherNames = OtherNames(links: readLinks) { read.contains(PathKey($0)) }
        kept.files.removeAll { otherNames.names[PathKey($0.path)] != nil }
        // Drop problems in ignored places, for example a broken link in an ignored directory.
        let seen = problems.filter { problem in
            let reason = FolderWalk.reasonToIgnore(problem.path, ignoring: ignored)
            return reason == nil || ConflictCopyName.isCertain(problem.path)
        }
        return (kept, seen + choice.problems, otherNames)
    }

    /// Calls `body` with each file in the range and its contents, up to a limit.
    func forEach(in range: Range<Int>, limit: Int, _ body: (FileRun.File, FileRun.Contents) -> Bool) {
        for file in files[range] {
            parts[file.contents.part].withUnsafeBufferPointer { bytes in
                var path = file.path
                path.withUTF8 { path in
                    let start = path.lastIndex(of: Ascii.slash).map { $0 + 1 } ?? 0
                    let contents = file.contents.range
                    let place = FileRun.File(
                        directory: UnsafeBufferPointer(rebasing: path[..<start]),
                        name: UnsafeBufferPointer(rebasing: path[start...]),
                        isWhole: true,
                        isCut: contents.count > limit
                    )
                    _ = body(place, .success(UnsafeBufferPointer(rebasing: bytes[contents.prefix(limit)])))
                }
            }
        }
    }
}
