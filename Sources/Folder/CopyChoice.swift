internal import Bytes
package import Text

/// Decides which files are read although they are named like conflict copies. A reminder must not fall silent because
/// of its file's name.
package struct CopyChoice {
    /// Whether two files are separate reminders, because they have different ids.
    package typealias Test = @Sendable (_ one: [UInt8], _ other: [UInt8]) -> Bool

    /// The copies that are read, in the given order.
    package private(set) var read: [String] = []
    package private(set) var problems: [Problem] = []

    /// - Parameters:
    ///   - copies: the paths of the copies, in byte order.
    ///   - isRead: whether another path is a file that is read.
    ///   - areTwo: whether the files at two paths are separate reminders.
    package init(_ copies: [String], isRead: (String) -> Bool, areTwo: (String, String) -> Bool) {
        // If there are several copies without an original, the first represents it.
        var stands: [PathKey: String] = [:]
        for copy in copies {
            let original = Self.original(of: copy, isRead: isRead)
            guard isRead(original) || stands[PathKey(original)] != nil else {
                stands[PathKey(original)] = copy
                read.append(copy)
                // Git-annex renames both versions, and keeps no original.
                if !ConflictCopyName.isVariant(copy) {
                    problems.append(.readCopy(copy, "there is no \(FilePath.name(of: original))"))
                }
                continue
            }
            let other = stands[PathKey(original)] ?? original
            if areTwo(copy, other) {
                read.append(copy)
                problems.append(.readCopy(copy, "its id differs from that of \(FilePath.name(of: other))"))
            } else {
                problems.append(.conflictCopy(copy))
            }
        }
    }

    /// Resolves copies of copies too.
    private static func original(of copy: String, isRead: (String) -> Bool) -> String {
        var path = copy
        while let original = ConflictCopyName.originals(of: path).first {
            path = original
            if isRead(path) || !ConflictCopyName.isCertain(path) { break }
        }
        return path
    }

    /// Chooses among all files of a folder.
    ///
    /// - Returns: the paths that are read.
    package static func filter(
        _ paths: [String],
        ignoring ignored: IgnoreList,
        areTwo: (String, String) -> Bool
    ) -> (read: [String], problems: [Problem]) {
        let read = paths.filter { FolderWalk.readsFile(at: $0, ignoring: ignored) }
        guard read.count < paths.count else { return (read, []) }
        let copies = paths.filter { isCopy($0, ignoring: ignored) }.sorted(by: ByteOrder.precedes)
        guard !copies.isEmpty else { return (read, []) }
        let known = Set(read.map { PathKey($0) })
        let choice = CopyChoice(copies, isRead: { known.contains(PathKey($0)) }, areTwo: areTwo)
        let all = known.union(choice.read.map { PathKey($0) })
        return (paths.filter { all.contains(PathKey($0)) }, choice.problems)
    }

    /// Whether a file would be read if it were not for its name.
    private static func isCopy(_ path: String, ignoring ignored: IgnoreList) -> Bool {
        guard ConflictCopyName.isCertain(path) else { return false }
        let (directory, name) = (FilePath.parent(of: path), FilePath.name(of: path))
        let isSeen = directory.isEmpty || FolderWalk.readsFile(at: directory + "/x.md", ignoring: ignored)
        return isSeen && name.utf8.first != Ascii.dot && !ignored.matches(name: name, path: path, isDirectory: false)
    }
}

extension Problem {
    static func conflictCopy(_ path: String) -> Problem {
        let message = "this conflict copy of a sync tool is ignored"
        return Problem(path: path, id: .conflictCopy, message: message)
    }

    fileprivate static func readCopy(_ path: String, _ reason: String) -> Problem {
        let message =
            "it is named like a conflict copy, but it is read, because \(reason); rename it if it is not a copy"
        return Problem(path: path, id: .conflictCopy, message: message)
    }
}
