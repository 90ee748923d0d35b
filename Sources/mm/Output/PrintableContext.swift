/// Decides which scalars are displayed unescaped. Invisible scalars are displayed only if the preceding one gives them a
/// meaning: a joiner in an emoji or in a script that joins, one variation selector after its base, the tags of a flag.
struct PrintableContext {
    /// The last scalar that was kept; 0 for none.
    private var last: UInt32 = 0
    /// Whether the last scalars are an emoji, which a joiner, a selector or tags can follow.
    private var isEmoji = false

    mutating func passASCII(_ byte: UInt8) {
        last = UInt32(byte)
        isEmoji = false
    }

    /// Whether a control or non-ASCII scalar is displayed unescaped.
    mutating func keeps(_ value: UInt32) -> Bool {
        let keeps = isPlain(value) || isMeaningful(value)
        guard keeps else {
            self = PrintableContext()
            return false
        }
        let carriesOn = value == 0x200D || (0xFE00...0xFE0F).contains(value) || (0xE0020...0xE007F).contains(value)
        if !carriesOn { isEmoji = PrintableContext.isEmoji(value) }
        last = value
        return true
    }

    /// Whether the scalar is visible in any context.
    private func isPlain(_ value: UInt32) -> Bool {
        switch value {
        case 0xA0..<0x34F: return value != 0xAD
        case 0x3400..<0xD7FC: return true
        case 0x2028, 0x2029, 0xFFF9...0xFFFB: return false
        default:
            guard value >= 0xA0, value & 0xFFFE != 0xFFFE, !(0xFDD0...0xFDEF).contains(value) else { return false }
            // Bidirectional controls, joiners, fillers, selectors and other scalars without width are
            // default-ignorable.
            return Unicode.Scalar(value)?.properties.isDefaultIgnorableCodePoint == false
        }
    }

    private func isMeaningful(_ value: UInt32) -> Bool {
        switch value {
        case 0x200D:
            return isEmoji && last != 0x200D || joins(last)
        case 0x200C, 0x34F:
            return joins(last)
        case 0xFE00...0xFE0F:
            // `#`, `*` and digits become keycaps. A second selector has no meaning and could hide text.
            return isBase(last) || isEmoji && !(0xFE00...0xFE0F).contains(last) && last != 0x200D
        case 0xE0100...0xE01EF:
            return isIdeograph(last)
        case 0xE0020...0xE007F:
            return isEmoji && (last == 0x1F3F4 || (0xE0020..<0xE007F).contains(last))
        case 0x180B...0x180F:
            return (0x1820...0x18AA).contains(last)
        default:
            return false
        }
    }

    /// Whether joiners affect the letters of the scalar's script: Arabic to Vedic, the later Indic blocks, and related
    /// scripts.
    private func joins(_ value: UInt32) -> Bool {
        switch value {
        case 0x0590...0x0FFF, 0x1000...0x109F, 0x1700...0x1CFF, 0xA840...0xABFF, 0xFB1D...0xFDCF, 0xFDF0...0xFDFF,
            0xFE70...0xFEFC, 0x10A00...0x10FFF, 0x11000...0x11FFF, 0x1E900...0x1E95F:
            !(0x180B...0x180F).contains(value)
        default: false
        }
    }

    private func isBase(_ value: UInt32) -> Bool {
        switch value {
        case 0x23, 0x2A, 0x30...0x39: true
        case 0xA9...0x33FF: !(0x200C...0x200D).contains(value)
        default: isIdeograph(value)
        }
    }

    private func isIdeograph(_ value: UInt32) -> Bool {
        (0x3400...0x9FFF).contains(value) || (0xF900...0xFAFF).contains(value) || (0x20000...0x3FFFD).contains(value)
    }

    private static func isEmoji(_ value: UInt32) -> Bool {
        value > 0xA8 && Unicode.Scalar(value)?.properties.isEmoji == true
    }
}
