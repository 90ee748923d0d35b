/// A patch of one file that `git apply` accepts: unified, three lines of context, any bytes.
package enum UnifiedDiff {
    /// The patch from `before` to `after`, where nil is an absent file; empty if nothing changes.
    ///
    /// - Parameters:
    ///   - path: relative to where the patch will be applied, quoted as git quotes paths.
    ///   - mode: the file mode that a patch which adds or deletes the file names; six octal digits as in git.
    package static func patch(
        path: String,
        before: [UInt8]?,
        after: [UInt8]?,
        mode: String = "100644"
    ) -> [UInt8] {
        patch(path: Array(path.utf8), before: before, after: after, mode: mode)
    }

    /// The same for a path that need not be valid UTF-8.
    package static func patch(
        path: [UInt8],
        before: [UInt8]?,
        after: [UInt8]?,
        mode: String = "100644"
    ) -> [UInt8] {
        if before == after { return [] }
        var out: [UInt8] = []
        appendHeader(path, before, after, mode, to: &out)
        appendHunks(
            TextLines(before ?? [], hasPositions: false),
            TextLines(after ?? [], hasPositions: false),
            to: &out
        )
        return out
    }

    /// The path as git writes it (core.quotePath): quoted, with C escapes and octal bytes, if it contains a quote, a
    /// backslash or anything but printable ASCII; otherwise unchanged.
    package static func quoted(_ path: [UInt8]) -> [UInt8] {
        let isPlain = path.allSatisfy {
            $0 >= 0x20 && $0 < 0x7F && $0 != UInt8(ascii: "\"") && $0 != UInt8(ascii: "\\")
        }
        if isPlain { return path }
        var out = [UInt8(ascii: "\"")]
        for byte in path {
            switch byte {
            case UInt8(ascii: "\""), UInt8(ascii: "\\"): out += [UInt8(ascii: "\\"), byte]
            case 0x20..<0x7F: out.append(byte)
            case 0x07...0x0D: out += [UInt8(ascii: "\\"), Array("abtnvfr".utf8)[Int(byte) - 0x07]]
            default: out += [UInt8(ascii: "\\"), 0x30 + byte >> 6, 0x30 + byte >> 3 & 7, 0x30 + byte & 7]
            }
        }
        out.append(UInt8(ascii: "\""))
        return out
    }

    private static func appendHeader(
        _ path: [UInt8],
        _ before: [UInt8]?,
        _ after: [UInt8]?,
        _ mode: String,
        to out: inout [UInt8]
    ) {
        let old = quoted(Array("a/".utf8) + path)
        let new = quoted(Array("b/".utf8) + path)
        out += Array("diff --git ".utf8) + old + [0x20] + new + [0x0A]
        if before == nil { out += Array("new file mode \(mode)\n".utf8) }
        if after == nil { out += Array("deleted file mode \(mode)\n".utf8) }
        // An empty file that is added or deleted has no hunk, and git expects no file names either.
        if (before ?? []).isEmpty, (after ?? []).isEmpty { return }
        // Patch parsers end a name at a blank unless a tab follows the name.
        let end: [UInt8] = path.contains(0x20) ? [0x09, 0x0A] : [0x0A]
        out += Array("--- ".utf8) + (before == nil ? Array("/dev/null\n".utf8) : old + end)
        out += Array("+++ ".utf8) + (after == nil ? Array("/dev/null\n".utf8) : new + end)
    }

    private static let contextLines = 3

    private static func appendHunks(_ old: TextLines, _ new: TextLines, to out: inout [UInt8]) {
        let changes = TextLines.changes(from: old, to: new)
        var start = 0
        while start < changes.count {
            // Changes whose contexts touch share a hunk.
            var end = start + 1
            while end < changes.count,
                changes[end].old.lowerBound - changes[end - 1].old.upperBound <= 2 * contextLines
            {
                end += 1
            }
            appendHunk(changes[start..<end], old, new, to: &out)
            start = end
        }
    }

    private static func appendHunk(
        _ changes: ArraySlice<LineDifference.Change>,
        _ old: TextLines,
        _ new: TextLines,
        to out: inout [UInt8]
    ) {
        guard let first = changes.first, let last = changes.last else { return }
        let before = min(contextLines, first.old.lowerBound)
        let after = min(contextLines, old.count - last.old.upperBound)
        let oldRange = (first.old.lowerBound - before)..<(last.old.upperBound + after)
        let newRange = (first.new.lowerBound - before)..<(last.new.upperBound + after)
        out += Array("@@ -\(position(oldRange)) +\(position(newRange)) @@\n".utf8)

        var at = oldRange.lowerBound
        for change in changes {
            for line in at..<change.old.lowerBound { old.append(line, after: UInt8(ascii: " "), to: &out) }
            for line in change.old { old.append(line, after: UInt8(ascii: "-"), to: &out) }
            for line in change.new { new.append(line, after: UInt8(ascii: "+"), to: &out) }
            at = change.old.upperBound
        }
        for line in at..<oldRange.upperBound { old.append(line, after: UInt8(ascii: " "), to: &out) }
    }

    /// The first line, counted from 1, and the count unless it is 1; for an empty range, the line before it.
    private static func position(_ range: Range<Int>) -> String {
        switch range.count {
        case 0: "\(range.lowerBound),0"
        case 1: "\(range.lowerBound + 1)"
        default: "\(range.lowerBound + 1),\(range.count)"
        }
    }
}
