internal import Bytes

/// A word, a number or a sign of a phrase: `9am` is two of them.
struct PhraseToken {
    enum Kind: Equatable {
        case word(ShortWord)
        /// Nil if it has more than nine digits.
        case number(Int?)
        case sign(UInt8)
    }

    var kind: Kind
    /// In bytes of the text.
    var range: Range<Int>
    /// No blank and no comma between it and the one before.
    var isJoined: Bool
    /// Whether there is a comma before it.
    var followsComma: Bool

    var isNumber: Bool { if case .number = kind { true } else { false } }

    /// Splits a text at blanks and commas, and where letters, digits and signs meet.
    static func all(of text: some StringProtocol) -> [PhraseToken] {
        var text = String(text)
        return text.withUTF8 { bytes in
            var tokens: [PhraseToken] = []
            tokens.reserveCapacity(8)
            var (position, isJoined, followsComma) = (0, false, false)
            while position < bytes.count {
                let start = position
                let dash = Self.dash(in: bytes, at: position)
                if dash > 0 {
                    position += dash
                    let kind = Kind.sign(UInt8(ascii: "-"))
                    let range = start..<position
                    tokens.append(
                        PhraseToken(kind: kind, range: range, isJoined: isJoined, followsComma: followsComma)
                    )
                    (isJoined, followsComma) = (true, false)
                    continue
                }
                let group = Group(bytes[position])
                position += 1
                switch group {
                case .blank, .comma:
                    isJoined = false
                    if group == .comma { followsComma = true }
                    continue
                case .sign: break
                case .digit, .letter:
                    while position < bytes.count, Group(bytes[position]) == group,
                        Self.dash(in: bytes, at: position) == 0
                    { position += 1 }
                }
                let part = UnsafeBufferPointer(rebasing: bytes[start..<position])
                let kind: Kind =
                    switch group {
                    case .digit: .number(number(part))
                    case .letter: .word(ShortWord(part))
                    default: .sign(part[0])
                    }
                tokens.append(
                    PhraseToken(kind: kind, range: start..<position, isJoined: isJoined, followsComma: followsComma)
                )
                (isJoined, followsComma) = (true, false)
            }
            return tokens
        }
    }

    /// The length of an en or em dash, which is the sign `-`; 0 if there is none.
    private static func dash(in bytes: UnsafeBufferPointer<UInt8>, at place: Int) -> Int {
        guard bytes[place] == 0xE2, place + 2 < bytes.count, bytes[place + 1] == 0x80 else { return 0 }
        return 0x93...0x94 ~= bytes[place + 2] ? 3 : 0
    }

    private enum Group {
        case blank, comma, digit, letter, sign

        init(_ byte: UInt8) {
            switch byte {
            case 9, 10, 13, 32: self = .blank
            case UInt8(ascii: ","): self = .comma
            case 48...57: self = .digit
            case 65...90, 97...122, 0x80...: self = .letter
            default: self = .sign
            }
        }
    }

    private static func number(_ digits: UnsafeBufferPointer<UInt8>) -> Int? {
        digits.count > 9 ? nil : digits.reduce(0) { $0 * 10 + Int($1 - 48) }
    }
}
