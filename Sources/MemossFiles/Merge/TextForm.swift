/// What a file has besides its text: a byte order mark, CRLF line endings, and a last line without an end. They are merged on
/// their own, so that an editor that converts a whole file does not conflict with a change on the other side.
struct TextForm {
    private let hasMark: Bool
    /// Nil if a version has both kinds of line endings, so that all keep theirs.
    private let isCRLF: Bool?

    private static let mark: [UInt8] = [0xEF, 0xBB, 0xBF]

    init(of versions: Versions<[UInt8]>) {
        hasMark = versions.map { $0.starts(with: Self.mark) }.settled ?? false
        let endings = versions.map(LineEndings.init)
        guard ![endings.base, endings.ours, endings.theirs].contains(.mixed) else {
            isCRLF = nil
            return
        }
        // A text of one line says nothing.
        let known = [endings.base, endings.ours, endings.theirs].first { $0 != .none } ?? .lf
        isCRLF = endings.map { ($0 == .none ? known : $0) == .crlf }.settled ?? false
    }

    private enum LineEndings: Hashable {
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

    /// The text alone, with LF line endings.
    func stripped(_ bytes: [UInt8]) -> [UInt8] {
        let text = bytes.starts(with: Self.mark) ? bytes.dropFirst(3) : bytes[...]
        guard isCRLF != nil, text.contains(Ascii.carriageReturn) else { return Array(text) }
        return text.indices.compactMap { index in
            let isBeforeFeed = index + 1 < text.endIndex && text[index + 1] == Ascii.lineFeed
            return text[index] == Ascii.carriageReturn && isBeforeFeed ? nil : text[index]
        }
    }

    /// The inverse, in the form of the merged file.
    func restored(_ text: [UInt8]) -> [UInt8] {
        var bytes = hasMark ? Self.mark : []
        guard isCRLF == true else { return bytes + text }
        for byte in text {
            if byte == Ascii.lineFeed { bytes.append(Ascii.carriageReturn) }
            bytes.append(byte)
        }
        return bytes
    }
}
