internal import Bytes

/// How conflict markers are written: their length, and the names of the sides.
package struct MergeMarkers: Sendable, Hashable {
    /// Git's default.
    package static let usualSize = 7

    package var size: Int
    package var ours: String
    package var theirs: String

    package init(size: Int = usualSize, ours: String = "ours", theirs: String = "theirs") {
        (self.size, self.ours, self.theirs) = (size, ours, theirs)
    }

    /// The text with its conflicts.
    package func bytes(of pieces: [MergePiece]) -> [UInt8] {
        pieces.reduce(into: []) { out, piece in
            switch piece {
            case .text(let text): out += text
            case .conflict(_, let ours, let theirs, let isCRLF): append(ours, theirs, isCRLF: isCRLF, to: &out)
            }
        }
    }

    private func append(_ first: [UInt8], _ second: [UInt8], isCRLF: Bool, to out: inout [UInt8]) {
        let lineEnd: [UInt8] = isCRLF ? [Ascii.carriageReturn, Ascii.lineFeed] : [Ascii.lineFeed]
        out += line("<", ours) + lineEnd
        for (text, separator) in [(first, line("=", "")), (second, line(">", theirs))] {
            out += text
            // The last line of a file may lack a line break.
            if let last = text.last, last != Ascii.lineFeed { out += lineEnd }
            out += separator + lineEnd
        }
    }

    private func line(_ mark: String, _ label: String) -> [UInt8] {
        Array((String(repeating: mark, count: size) + (label.isEmpty ? "" : " " + label)).utf8)
    }
}

/// A part of a merged text.
package enum MergePiece: Hashable, Sendable {
    case text([UInt8])
    /// Lines that the sides changed differently, with the front matter key that they belong to, if any.
    case conflict(key: String?, ours: [UInt8], theirs: [UInt8], isCRLF: Bool)
}

extension [MergePiece] {
    /// The text with one side of every conflict.
    package func text(of side: MergeSide) -> [UInt8] {
        reduce(into: []) { out, piece in
            switch piece {
            case .text(let text): out += text
            case .conflict(_, let ours, let theirs, _): out += side == .ours ? ours : theirs
            }
        }
    }

    package var isClean: Bool { allSatisfy { if case .text = $0 { true } else { false } } }
}
