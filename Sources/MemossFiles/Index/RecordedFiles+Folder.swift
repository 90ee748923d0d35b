internal import Bytes

extension RecordedFiles {
    /// A file without contents, and the reason, worded for a message.
    package typealias Unreadable = (path: String, reason: String)

    /// - Parameters:
    ///   - files: the files for which `isWanted` is true, each once.
    ///   - parts: the contents of all files.
    ///   - unreadable: reminder files without contents.
    ///   - links: the symbolic links among the files, by the path of the final target.
    ///   - invalidNames: the names of reminder files that are not UTF-8, in a form that can be displayed.
    package init(
        _ files: [File],
        in parts: [[UInt8]],
        unreadable: [Unreadable] = [],
        links: [String: [String]] = [:],
        invalidNames: [String] = []
    ) {
        let isSorted = zip(files, files.dropFirst()).allSatisfy { PathOrder.precedes($0.path, $1.path) }
        let faults = unreadable.map { Problem(path: $0.path, id: .unreadableFile, message: $0.reason) }
        self.init(
            sorted: isSorted ? files : files.sorted { PathOrder.precedes($0.path, $1.path) },
            in: parts,
            faults + invalidNames.map { Problem.invalidName($0) },
            links: links
        )
    }

    /// Whether a folder may read the file at a path relative to its root: a reminder file that is not in an ignored
    /// directory, the registry, or the ignore list.
    package static func isWanted(_ path: UnsafeBufferPointer<UInt8>) -> Bool {
        guard !path.isEmpty, let start = FolderWalk.startOfName(in: path) else { return false }
        let name = UnsafeBufferPointer(rebasing: path[start...])
        if name.first != Ascii.dot, DirectoryListing.hasMarkdownSuffix(name) { return true }
        return start == 0 && [TagRegistry.fileName, IgnoreList.fileName].contains { name.elementsEqual($0.utf8) }
    }

    package var isEmpty: Bool { files.isEmpty && problems.isEmpty }

    package var hasRegistry: Bool { contents(of: TagRegistry.fileName) != nil }

    /// The contents of a file; nil if there is none.
    func contents(of path: String) -> [UInt8]? {
        files[PathOrder.range(of: path, in: files) { $0.path }].first.map { bytes(of: $0) }
    }

    /// Empty if there is none, as for a folder in memory.
    var registry: TagRegistry { contents(of: TagRegistry.fileName).map { TagRegistry(parsing: $0) } ?? TagRegistry() }
}
