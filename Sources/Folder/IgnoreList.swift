internal import Bytes
internal import CLibrary
internal import Text

/// The patterns of `.mmignore`, one a line, with the syntax of fnmatch(3).
///
/// A pattern with a slash is matched against the path relative to the root, one without against every name; a trailing
/// slash restricts it to directories. Empty lines and lines that begin with `#` are ignored.
package struct IgnoreList: Sendable, Hashable {
    package static let fileName = ".mmignore"

    private struct Glob: Sendable, Hashable {
        var pattern: String
        var isPath: Bool
        var isForDirectories: Bool
    }

    private var globs: [Glob] = []

    package init() {}

    package init(parsing bytes: [UInt8]) {
        let start = bytes.starts(with: [0xEF, 0xBB, 0xBF]) ? 3 : 0
        for line in bytes[start...].split(separator: Ascii.lineFeed) {
            guard let end = line.lastIndex(where: { !Ascii.isBlankOrBreak($0) }), line.first != Ascii.hash else {
                continue
            }
            var text = Substring(String(decoding: line[...end], as: UTF8.self))
            let isForDirectories = text.hasSuffix("/")
            if isForDirectories { text = text.dropLast() }
            let isPath = text.contains("/")
            if text.hasPrefix("/") { text = text.dropFirst() }
            globs.append(Glob(pattern: String(text), isPath: isPath, isForDirectories: isForDirectories))
        }
    }

    /// Whether no file matches.
    package var isEmpty: Bool { globs.isEmpty }

    /// Whether a folder with this list reads the file at a path relative to its root as a reminder.
    package func reads(_ path: String) -> Bool { FolderWalk.readsFile(at: path, ignoring: self) }

    /// - Parameter path: relative to the root.
    package func matches(name: String, path: @autoclosure () -> String, isDirectory: Bool) -> Bool {
        globs.contains { glob in
            guard isDirectory || !glob.isForDirectories else { return false }
            return fnmatch(glob.pattern, glob.isPath ? path() : name, glob.isPath ? FNM_PATHNAME : 0) == 0
        }
    }
}
