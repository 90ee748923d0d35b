internal import Bytes
internal import Text

/// Parts of a path.
package enum FilePath {
    /// The directory of a path, without a trailing slash; empty for a bare name.
    package static func parent(of path: String) -> String {
        path.utf8.lastIndex(of: Ascii.slash).map { String(path[..<$0]) } ?? ""
    }

    /// The directories above a relative path, the nearest first: `a/b` and `a` for `a/b/c.md`.
    package static func parents(of path: String) -> [String] {
        let parent = parent(of: path)
        return parent.isEmpty ? [] : [parent] + parents(of: parent)
    }

    package static func name(of path: String) -> String {
        path.utf8.lastIndex(of: Ascii.slash).map { String(path[path.utf8.index(after: $0)...]) } ?? path
    }

    /// - Parameter path: relative to the root.
    package static func absolute(_ path: String, in root: String) -> String {
        path.isEmpty ? root : root == "/" ? "/\(path)" : "\(root)/\(path)"
    }

    /// The path relative to the root, which itself is empty; nil outside.
    ///
    /// - Parameter real: an absolute path without symbolic links.
    package static func relative(_ real: String, to root: String) -> String? {
        if real == root { return "" }
        let base = root == "/" ? "" : root
        guard real.utf8.starts(with: (base + "/").utf8) else { return nil }
        return String(decoding: real.utf8.dropFirst(base.utf8.count + 1), as: UTF8.self)
    }

    /// The path of a directory without the slash at its end.
    package static func withoutSlash(_ path: String) -> String {
        path.utf8.count > 1 && path.utf8.last == Ascii.slash ? String(path.dropLast()) : path
    }

    /// Whether a component of the path begins with a dot: such files belong to other programs and are never read.
    package static func isHidden(_ path: String) -> Bool {
        // Every file of an edit is asked.
        var isStart = true
        for byte in path.utf8 {
            if isStart, byte == Ascii.dot { return true }
            isStart = byte == Ascii.slash
        }
        return false
    }

    /// A path without `.` and `..`; nil if it leads above its start.
    package static func normalized(_ path: String) -> String? {
        var parts: [Substring] = []
        for part in path.split(separator: "/") where part != "." {
            if part == ".." {
                guard parts.popLast() != nil else { return nil }
            } else {
                parts.append(part)
            }
        }
        return parts.joined(separator: "/")
    }
}
