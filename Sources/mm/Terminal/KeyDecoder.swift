/// Decodes bytes from a terminal into keys. A read may end anywhere, even inside a character or an escape sequence.
///
/// Sequences are those of xterm (ctlseqs, "PC-Style Function Keys") and ECMA-48, 5.4; unknown ones are discarded whole,
/// so that their letters are not mistaken for commands.
struct KeyDecoder: Sendable {
    private var bytes: [UInt8] = []
    /// The text so far of an unfinished paste.
    private var pasted: [UInt8]?
    /// Whether the terminal has reported the mouse.
    private(set) var hasMouse = false

    /// How long to wait for more bytes before calling `flush`, in milliseconds; nil if nothing is pending. An Escape
    /// may begin a sequence, and the end mark of a paste may be lost.
    var patience: Int32? {
        if pasted != nil { return 3_000 }
        return bytes.first == Self.escape ? 100 : nil
    }

    mutating func decode(_ new: some Sequence<UInt8>) -> [Key] {
        bytes += new
        var keys: [Key] = []
        var rest = bytes[...]
        while !rest.isEmpty {
            if pasted != nil {
                guard let key = takePaste(from: &rest) else { break }
                keys.append(key)
                continue
            }
            guard let (key, count) = Self.next(in: rest) else { break }
            if rest.starts(with: Self.mouseReport) { hasMouse = true }
            rest = rest.dropFirst(count)
            switch key {
            case .key(let key): keys.append(key)
            case .pasteStart: pasted = []
            case .unknown: break
            }
        }
        bytes = Array(rest)
        return keys
    }

    /// The keys that are pending: a single Escape, Alt with the first letter of a sequence, or an unfinished paste.
    mutating func flush() -> [Key] {
        if let all = pasted {
            let text = all + bytes
            (pasted, bytes) = (nil, [])
            return [.paste(String(decoding: text, as: UTF8.self))]
        }
        guard let first = bytes.first, first == Self.escape else { return [] }
        let rest = bytes.dropFirst()
        bytes = []
        if rest.count == 1, let second = rest.first, second != Self.escape {
            return [.alt(Character(Unicode.Scalar(second)))]
        }
        return [.escape] + decode(rest) + flush()
    }

    private static let mouseReport = Array("\u{1B}[<".utf8)
    /// `ESC [ < 0 ; 1 ; 1 M`
    static let shortestMouseReport = 9

    /// Input without the reports of the mouse in it.
    static func withoutMouse(_ input: [UInt8]) -> [UInt8] {
        var (kept, rest): ([UInt8], ArraySlice<UInt8>) = ([], input[...])
        while let byte = rest.first {
            if rest.starts(with: mouseReport) {
                let end = rest.dropFirst(mouseReport.count).drop { 0x30...0x39 ~= $0 || $0 == UInt8(ascii: ";") }
                if end.first == UInt8(ascii: "M") || end.first == UInt8(ascii: "m") {
                    rest = end.dropFirst()
                    continue
                }
            }
            kept.append(byte)
            rest = rest.dropFirst()
        }
        return kept
    }

    // MARK: Pastes

    private static let pasteEnd = Array("\u{1B}[201~".utf8)

    private mutating func takePaste(from rest: inout ArraySlice<UInt8>) -> Key? {
        let end = rest.firstRange(of: Self.pasteEnd)
        // Without an end mark, keep the bytes that may be its beginning.
        let kept = end == nil ? min(rest.count, Self.pasteEnd.count - 1) : 0
        let stop = end?.lowerBound ?? rest.endIndex - kept
        pasted? += rest[rest.startIndex..<stop]
        rest = rest[(end?.upperBound ?? stop)...]
        guard end != nil, let all = pasted else { return nil }
        pasted = nil
        return .paste(String(decoding: all, as: UTF8.self))
    }

    // MARK: Single keys

    private static let escape: UInt8 = 0x1B

    private enum Unit {
        case key(Key), pasteStart, unknown
    }

    /// - Returns: nil if the bytes end before the key does.
    private static func next(in bytes: ArraySlice<UInt8>) -> (unit: Unit, count: Int)? {
        guard let first = bytes.first else { return nil }
        if first == escape { return sequence(bytes) }
        if first < 0x20 || first == 0x7F { return (.key(control(first)), 1) }
        return character(bytes).map { (.key(.character($0.character)), $0.count) }
    }

    private static func control(_ byte: UInt8) -> Key {
        switch byte {
        case 0x08, 0x7F: .backspace
        case 0x09: .tab
        case 0x0A, 0x0D: .enter
        default: .control(Character(Unicode.Scalar(byte < 0x1B ? byte + 0x60 : byte + 0x40)))
        }
    }

    /// One scalar. Combining marks that follow join it in the text field.
    private static func character(_ bytes: ArraySlice<UInt8>) -> (character: Character, count: Int)? {
        guard let first = bytes.first else { return nil }
        let count = first < 0xC0 ? 1 : first < 0xE0 ? 2 : first < 0xF0 ? 3 : 4
        let whole = bytes.prefix(count)
        let isBroken = whole.dropFirst().contains { $0 & 0xC0 != 0x80 }
        if whole.count < count, !isBroken { return nil }
        guard !isBroken, let text = String(validating: whole, as: UTF8.self), let character = text.first else {
            return ("\u{FFFD}", 1)
        }
        return (character, count)
    }

    private static func sequence(_ bytes: ArraySlice<UInt8>) -> (unit: Unit, count: Int)? {
        guard let second = bytes.dropFirst().first else { return nil }
        switch second {
        case UInt8(ascii: "["): return controlSequence(bytes)
        case UInt8(ascii: "O"):
            guard let third = bytes.dropFirst(2).first else { return nil }
            return (cursorKey(third).map { .key($0) } ?? .unknown, 3)
        case UInt8(ascii: "]"), UInt8(ascii: "P"), UInt8(ascii: "X"), UInt8(ascii: "^"), UInt8(ascii: "_"):
            return controlString(bytes)
        case escape:
            // Alt with an arrow, on some terminals.
            guard bytes.count > 2 else { return nil }
            return sequence(bytes.dropFirst()).map { ($0.unit, $0.count + 1) }
        case 0x7F: return (.key(.alt("\u{7F}")), 2)
        case 0x20...: return character(bytes.dropFirst()).map { (.key(.alt($0.character)), $0.count + 1) }
        default: return (.unknown, 2)
        }
    }

    /// A reply of the terminal, such as its background colour: up to BEL or `ESC \`.
    private static func controlString(_ bytes: ArraySlice<UInt8>) -> (unit: Unit, count: Int)? {
        let body = bytes.dropFirst(2)
        guard let end = body.firstIndex(where: { $0 == 0x07 || $0 == escape }) else {
            return body.count > 4_096 ? (.unknown, bytes.count) : nil
        }
        if bytes[end] == 0x07 { return (.unknown, end - bytes.startIndex + 1) }
        return end + 1 < bytes.endIndex ? (.unknown, end - bytes.startIndex + 2) : nil
    }

    /// `ESC [`, parameters, intermediate bytes, a final byte.
    private static func controlSequence(_ bytes: ArraySlice<UInt8>) -> (unit: Unit, count: Int)? {
        let body = bytes.dropFirst(2)
        guard let end = body.firstIndex(where: { !(0x20...0x3F ~= $0) }) else {
            // No terminal sends such a long sequence; waiting for its end would discard all further input.
            return body.count > 64 ? (.unknown, bytes.count) : nil
        }
        let count = end - bytes.startIndex + 1
        let parameters = String(decoding: body[..<end], as: UTF8.self)
        if let click = click(parameters, bytes[end]) { return (click, count) }
        let numbers = parameters.split(separator: ";").map { Int($0) ?? 0 }
        if bytes[end] == UInt8(ascii: "~") {
            if numbers.first == 200 { return (.pasteStart, count) }
            let keys: [Int: Key] = [
                1: .home, 7: .home, 4: .end, 8: .end, 3: .delete, 5: .pageUp, 6: .pageDown,
            ]
            return (numbers.first.flatMap { keys[$0] }.map { .key($0) } ?? .unknown, count)
        }
        // The second number encodes the modifiers: 3 is Alt, 5 is Control.
        if numbers.count == 2, numbers[1] == 3 || numbers[1] == 5 {
            if bytes[end] == UInt8(ascii: "C") { return (.key(.wordRight), count) }
            if bytes[end] == UInt8(ascii: "D") { return (.key(.wordLeft), count) }
        }
        return (cursorKey(bytes[end]).map { .key($0) } ?? .unknown, count)
    }

    private static func cursorKey(_ final: UInt8) -> Key? {
        switch final {
        case UInt8(ascii: "A"): .up
        case UInt8(ascii: "B"): .down
        case UInt8(ascii: "C"): .right
        case UInt8(ascii: "D"): .left
        case UInt8(ascii: "H"): .home
        case UInt8(ascii: "F"): .end
        case UInt8(ascii: "M"): .enter
        case UInt8(ascii: "Z"): .backTab
        default: nil
        }
    }

    /// `<0;column;row M` (xterm's SGR mouse mode, 1006). The wheel is an arrow; releases and other buttons are ignored.
    private static func click(_ parameters: String, _ final: UInt8) -> Unit? {
        guard parameters.hasPrefix("<"), final == UInt8(ascii: "M") || final == UInt8(ascii: "m") else { return nil }
        let numbers = parameters.dropFirst().split(separator: ";").compactMap { Int($0) }
        guard numbers.count == 3, final == UInt8(ascii: "M") else { return .unknown }
        if numbers[0] == 64 || numbers[0] == 65 { return .key(numbers[0] == 64 ? .up : .down) }
        guard numbers[0] == 0 else { return .unknown }
        return .key(.click(column: max(0, numbers[1] - 1), row: max(0, numbers[2] - 1)))
    }
}
