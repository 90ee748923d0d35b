import CLibrary
import MemossFiles
import TestSupport
import Testing

@testable import mm

@Suite struct ColorTests {
    private typealias Terminal = ColorDepth.Terminal

    @Test(
        arguments: [
            ("xterm-256color", nil, ColorDepth.ansi256), ("xterm-256color", "truecolor", .truecolor),
            ("screen", "24bit", .truecolor), ("xterm-kitty", nil, .truecolor), ("xterm-direct", nil, .truecolor),
            ("xterm", nil, .ansi16), ("linux", "", .ansi16), ("vt220", nil, .none), ("dumb", "truecolor", .none),
            ("", nil, .none), (nil, "truecolor", .none),
        ] as [(String?, String?, ColorDepth)]
    )
    func `a terminal has the colours that it declares`(term: String?, colorTerm: String?, expected: ColorDepth) {
        let terminal = Terminal(isTerminal: true, noColor: nil, colorTerm: colorTerm, term: term)
        #expect(ColorDepth(.auto, terminal) == expected)
        #expect(ColorDepth(.never, terminal) == .none)
        #expect(ColorDepth(.always, terminal) == (expected == .none ? .ansi16 : expected))
    }

    @Test func `with NO_COLOR or a pipe there is no colour unless requested`() {
        var terminal = Terminal(isTerminal: true, noColor: "1", colorTerm: nil, term: "xterm-256color")
        #expect(ColorDepth(.auto, terminal) == .none)
        #expect(ColorDepth(.always, terminal) == .ansi256)
        terminal.noColor = ""
        #expect(ColorDepth(.auto, terminal) == .ansi256)
        terminal.isTerminal = false
        #expect(ColorDepth(.auto, terminal) == .none)
        #expect(ColorDepth(.always, terminal) == .ansi256)
    }

    @Test func `the nearest colour is the nearest of all`() {
        func lab(_ color: TagColor) -> [Double] {
            let linear = [color.red, color.green, color.blue].map { byte in
                let value = Double(byte) / 255
                return value <= 0.04045 ? value / 12.92 : pow((value + 0.055) / 1.055, 2.4)
            }
            let l = cbrt(0.4122214708 * linear[0] + 0.5363325363 * linear[1] + 0.0514459929 * linear[2])
            let m = cbrt(0.2119034982 * linear[0] + 0.6806995451 * linear[1] + 0.1073969566 * linear[2])
            let s = cbrt(0.0883024619 * linear[0] + 0.2817188376 * linear[1] + 0.6299787005 * linear[2])
            return [
                0.2104542553 * l + 0.7936177850 * m - 0.0040720468 * s,
                1.9779984951 * l - 2.4285922050 * m + 0.4505937099 * s,
                0.0259040371 * l + 0.7827717662 * m - 0.8086757660 * s,
            ]
        }
        func distance(_ one: [Double], _ two: [Double]) -> Double {
            hypot(hypot(one[0] - two[0], one[1] - two[1]), one[2] - two[2])
        }
        let palette = TerminalPalette.colors.map(lab)
        var random = Random(seed: 11)
        for _ in 0..<500 {
            let bits = random.next()
            let color = TagColor(
                red: UInt8(truncatingIfNeeded: bits),
                green: UInt8(truncatingIfNeeded: bits >> 8),
                blue: UInt8(truncatingIfNeeded: bits >> 16)
            )
            let wanted = lab(color)
            for (number, numbers) in [
                (TerminalPalette.nearest256(to: color), 16..<256), (TerminalPalette.nearest16(to: color), 0..<16),
            ] {
                let least = numbers.map { distance(wanted, palette[$0]) }.min() ?? 0
                let isNearest = numbers.contains(number) && distance(wanted, palette[number]) <= least + 1e-9
                if !isNearest { Issue.record("\(color): \(number)") }
            }
        }
    }

    @Test func `a palette colour is its own nearest`() {
        #expect(TerminalPalette.colors.count == 256)
        for number in 16..<256 {
            let color = TerminalPalette.colors[number]
            #expect(TerminalPalette.colors[TerminalPalette.nearest256(to: color)] == color)
        }
        for number in 0..<16 { #expect(TerminalPalette.nearest16(to: TerminalPalette.colors[number]) == number) }
        #expect(TerminalPalette.colors[208] == TagColor(red: 255, green: 135, blue: 0))
        #expect(TerminalPalette.colors[255] == TagColor(red: 238, green: 238, blue: 238))
    }

    @Test(arguments: [
        (ColorDepth.truecolor, "\u{1B}[38;2;0;0;0;48;2;34;197;94m Work \u{1B}[0m"),
        (.ansi256, "\u{1B}[38;5;16;48;5;41m Work \u{1B}[0m"), (.ansi16, "\u{1B}[30;42m Work \u{1B}[0m"),
        (.none, "[Work]"),
    ])
    func `a chip is its name on its exact or nearest colour, or in brackets`(depth: ColorDepth, expected: String) {
        #expect(chip(TagChip("Work", color: TagColor.Preset.moss.color), depth) == expected)
    }

    @Test func `a muted chip and one without a colour are in brackets, with the same width`() {
        let color = TagColor.Preset.moss.color
        #expect(chip(TagChip("Work", color: color, isMuted: true), .truecolor) == "\u{1B}[2m[Work]\u{1B}[0m")
        #expect(chip(TagChip("Work", color: color, isMuted: true), .none) == "[Work]")
        #expect(chip(TagChip("Work", color: nil), .truecolor) == "[Work]")
        #expect(TagChip("Work", color: color).width == 6)
        #expect(TagChip("Work", color: nil).width == 6)
    }

    @Test func `dark colours have white text at every depth`() {
        let dark = TagColor(red: 0, green: 0, blue: 128)
        #expect(chip(TagChip("x", color: dark), .truecolor) == "\u{1B}[38;2;255;255;255;48;2;0;0;128m x \u{1B}[0m")
        #expect(chip(TagChip("x", color: dark), .ansi256).hasPrefix("\u{1B}[38;5;231;48;5;"))
        #expect(chip(TagChip("x", color: dark), .ansi16) == "\u{1B}[97;44m x \u{1B}[0m")
        #expect(chip(TagChip("x", color: .white), .ansi16) == "\u{1B}[30;107m x \u{1B}[0m")
    }

    @Test func `a hostile tag cannot break out of its chip`() {
        let hostile = TagChip("a\u{1B}[0m\nb", color: nil)
        #expect(chip(hostile, .truecolor) == #"[a\e[0m\nb]"#)
        #expect(hostile.width == 11)
    }

    @Test func `text is styled only if there are colours and a style`() {
        #expect(Painter(.ansi16).painted("late", .overdueHeading) == "\u{1B}[1;31mlate\u{1B}[0m")
        #expect(Painter(.none).painted("late", .overdueHeading) == "late")
        #expect(Painter(.truecolor).painted("late", .plain) == "late")
        #expect(Painter(.truecolor).painted("", .overdue) == "")
    }

    private func chip(_ chip: TagChip, _ depth: ColorDepth) -> String {
        var painter = Painter(depth)
        var bytes: [UInt8] = []
        painter.append(chip, to: &bytes)
        return String(decoding: bytes, as: UTF8.self)
    }
}
