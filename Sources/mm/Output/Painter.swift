import MemossFiles

/// Writes styled text and chips for a terminal of a given colour depth. The text must already be printable.
struct Painter: Sendable {
    let depth: ColorDepth
    /// The opening sequence for each chip colour. Looking it up is much faster than finding the nearest colour.
    private var chipOpenings: [TagColor: [UInt8]] = [:]

    init(_ depth: ColorDepth) {
        self.depth = depth
    }

    func painted(_ text: String, _ style: Style) -> String {
        var bytes: [UInt8] = []
        append(text, style, to: &bytes)
        return String(decoding: bytes, as: UTF8.self)
    }

    func append(_ text: String, _ style: Style, to bytes: inout [UInt8]) {
        if depth == .none || text.isEmpty || style == .plain {
            bytes.append(contentsOf: text.utf8)
            return
        }
        bytes.append(contentsOf: "\u{1B}[".utf8)
        bytes.append(contentsOf: style.parameters.utf8)
        bytes.append(UInt8(ascii: "m"))
        bytes.append(contentsOf: text.utf8)
        bytes.append(contentsOf: Painter.reset)
    }

    /// Writes a chip: black or white text on the tag's colour with a blank on both sides. Without colour, or when
    /// muted, it is `[Work]`, which has the same width.
    mutating func append(_ chip: TagChip, to bytes: inout [UInt8]) {
        guard depth != .none, !chip.isMuted, let color = chip.color else {
            guard depth == .none || !chip.isMuted else { return append("[\(chip.name)]", .dimmed, to: &bytes) }
            bytes.append(UInt8(ascii: "["))
            bytes.append(contentsOf: chip.name.utf8)
            bytes.append(UInt8(ascii: "]"))
            return
        }
        bytes.append(contentsOf: opening(color))
        bytes.append(0x20)
        bytes.append(contentsOf: chip.name.utf8)
        bytes.append(0x20)
        bytes.append(contentsOf: Painter.reset)
    }

    /// A dot in the colour of a tag.
    func appendDot(_ color: TagColor?, to bytes: inout [UInt8]) {
        guard depth != .none, let color else { return append("•", .plain, to: &bytes) }
        bytes.append(contentsOf: "\u{1B}[\(dotParameters(color))m•".utf8)
        bytes.append(contentsOf: Painter.reset)
    }

    private func dotParameters(_ color: TagColor) -> String {
        switch depth {
        case .none: return ""
        case .truecolor: return "38;2;\(color.red);\(color.green);\(color.blue)"
        case .ansi256: return "38;5;\(TerminalPalette.nearest256(to: color))"
        case .ansi16:
            let number = TerminalPalette.nearest16(to: color)
            return "\(number < 8 ? 30 + number : 82 + number)"
        }
    }

    private mutating func opening(_ color: TagColor) -> [UInt8] {
        if let known = chipOpenings[color] { return known }
        let opening = Array("\u{1B}[\(chipParameters(color))m".utf8)
        chipOpenings[color] = opening
        return opening
    }

    /// Sets both text and background, so that the result does not depend on the terminal's own colours.
    private func chipParameters(_ color: TagColor) -> String {
        switch depth {
        case .none:
            return ""
        case .truecolor:
            let text = color.textColor == .white ? "255;255;255" : "0;0;0"
            return "38;2;\(text);48;2;\(color.red);\(color.green);\(color.blue)"
        case .ansi256:
            let number = TerminalPalette.nearest256(to: color)
            let text = TerminalPalette.colors[number].textColor == .white ? 231 : 16
            return "38;5;\(text);48;5;\(number)"
        case .ansi16:
            let number = TerminalPalette.nearest16(to: color)
            let text = TerminalPalette.colors[number].textColor == .white ? 97 : 30
            return "\(text);\(number < 8 ? 40 + number : 92 + number)"
        }
    }

    private static let reset = Array("\u{1B}[0m".utf8)
}
