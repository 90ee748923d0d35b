internal import Bytes
import MemossFiles

/// The byte order mark and the CRLF line endings of a file. They are merged apart from the text, so an editor that
/// converts the whole file does not conflict with a change on the other side.
struct TextForm: Sendable, Hashable {
    private let hasMark: Bool
    /// Nil if a version mixes both kinds of line endings; then each line keeps its own.
    private let isCRLF: Bool?

    private static let mark: [UInt8] = [0xEF, 0xBB, 0xBF]

    init(of versions: Versions<[UInt8]>) {
        hasMark = versions.map { $0.starts(with: Self.mark) }.settled ?? false
        let endings = versions.map(LineEndings.init)
        // A text without line breaks counts as having those of the others, if these agree.
        let known = [endings.base, endings.ours, endings.theirs].filter { $0 != .none }
        guard !known.contains(.mixed) else {
            isCRLF = nil
            return
        }
        let usual = known.first { ending in known.allSatisfy { $0 == ending } } ?? .lf
        isCRLF = endings.map { ($0 == .none ? usual : $0) == .crlf }.settled ?? false
    }

    private enum LineEndings {
        case none, lf, crlf, mixed

        init(_ text: [UInt8]) {
            self = .none
            for (index, byte) in text.enumerated() where byte == Ascii.lineFeed {
                let isCRLF = index > 0 && text[index - 1] == Ascii.carriageReturn
                let found = isCRLF ? LineEndings.crlf : .lf
                if self != .none, self != found {
                    self = .mixed
                    return
                }
                self = found
            }
        }
    }

    /// The text without the byte order mark, with LF line endings.
    func stripped(_ bytes: [UInt8]) -> [UInt8] {
        let text = bytes.starts(with: Self.mark) ? bytes.dropFirst(3) : bytes[...]
        guard isCRLF != nil, text.contains(Ascii.carriageReturn) else { return Array(text) }
        return text.indices.compactMap { index in
            let isBeforeFeed = index + 1 < text.endIndex && text[index + 1] == Ascii.lineFeed
            return text[index] == Ascii.carriageReturn && isBeforeFeed ? nil : text[index]
        }
    }

    /// The inverse of `stripped`, in the merged form. If the file begins with a conflict, both sides get the byte order
    /// mark, because a line that begins with one is not a conflict marker.
    func restored(_ pieces: [MergePiece], _ markers: MergeMarkers) -> [UInt8] {
        var pieces = pieces.filter { $0 != .text([]) }
        if hasMark, case .conflict(let key, let ours, let theirs, let isCRLF)? = pieces.first {
            let sides = [ours, theirs].map { $0.isEmpty ? [] : Self.mark + $0 }
            pieces[0] = .conflict(key: key, ours: sides[0], theirs: sides[1], isCRLF: isCRLF)
        } else if hasMark {
            pieces.insert(.text(Self.mark), at: 0)
        }
        return withLineEndings(markers.bytes(of: pieces))
    }

    private func withLineEndings(_ text: [UInt8]) -> [UInt8] {
        guard isCRLF == true else { return text }
        var bytes: [UInt8] = []
        for byte in text {
            if byte == Ascii.lineFeed { bytes.append(Ascii.carriageReturn) }
            bytes.append(byte)
        }
        return bytes
    }
}
