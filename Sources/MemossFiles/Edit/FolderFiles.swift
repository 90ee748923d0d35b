/// The files that an edit is based on: those of a directory, or in memory. Paths are relative to the root of the folder.
package protocol FolderFiles: Sendable {
    /// The whole file; symbolic links are followed.
    func contents(of path: String) throws(SystemError) -> FileContents
    /// Whether the file, with symbolic links resolved, is in the folder.
    func isInside(_ path: String) throws(SystemError) -> Bool
    /// The path of the target of a symbolic link; nil if the path is not a link, or leads out of the folder.
    func target(ofLink path: String) throws(SystemError) -> String?
    /// Whether the path is a symbolic link.
    func isLink(_ path: String) throws(SystemError) -> Bool
    /// Whether an unreadable path may be a file with front matter.
    func mayBeFile(_ path: String) -> Bool
}

/// In-memory files: the buffers of an editor, the sides of a merge, a test.
package struct FileValues: FolderFiles {
    /// Path to bytes.
    package var files: [String: [UInt8]]

    /// - Parameter files: path relative to the root, to bytes.
    package init(_ files: [String: [UInt8]]) { self.files = files }

    package func contents(of path: String) throws(SystemError) -> FileContents {
        guard let bytes = files[path] else { throw SystemError(missing: path) }
        return FileContents(bytes: bytes)
    }

    package func isInside(_ path: String) -> Bool { true }
    package func target(ofLink path: String) -> String? { nil }
    /// Always false.
    package func isLink(_ path: String) -> Bool { false }
    package func mayBeFile(_ path: String) -> Bool { files[path] != nil }
}

extension MemossDirectory: FolderFiles {
    package func contents(of path: String) throws(SystemError) -> FileContents {
        try anywhere.readToEdit(absolute(path))
    }

    package func isInside(_ path: String) throws(SystemError) -> Bool {
        // Only other files have to be resolved, which takes a system call for each component.
        if reachesWithoutLinks(path) { return true }
        return relative(try anywhere.realPath(absolute(path))).map { !$0.isEmpty } ?? false
    }

    package func isLink(_ path: String) throws(SystemError) -> Bool { try anywhere.isLink(absolute(path)) }

    package func target(ofLink path: String) throws(SystemError) -> String? {
        try anywhere.isLink(absolute(path)) ? relative(try anywhere.realPath(absolute(path))) : nil
    }

    /// Whether the path is a regular file, a directory that may contain one, or cannot be examined. A dangling link and
    /// a device have no contents.
    package func mayBeFile(_ path: String) -> Bool {
        do throws(SystemError) {
            guard let kind = try anywhere.kind(of: absolute(path), follows: true) else {
                return try !anywhere.exists(absolute(path))
            }
            return kind == .regular || kind == .directory
        } catch {
            return !error.isLoop
        }
    }
}
