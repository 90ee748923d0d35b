@testable import mm

/// A terminal that understands what `Screen` writes. It is written from ECMA-48 and independent of `Screen`.
struct TerminalModel {
    let width: Int
    let height: Int
    private(set) var cells: [[String]]
    private(set) var styles: [[String]]
    private(set) var (line, column) = (0, 0)
    private(set) var isCursorShown = true
    private(set) var isAlternate = false
    private(set) var pastesAreMarked = false
    private(set) var clicksAreReported = false
    /// How many lines have left the screen at the top.
    private(set) var scrolled = 0
    /// How often the screen was erased from its first cell to its last. At this, tmux moves the screen to its history.
    private(set) var moved = 0
    private(set) var unknown: [String] = []
    private var style = ""

    init(width: Int, height: Int, line: Int = 0) {
        (self.width, self.height, self.line) = (width, height, line)
        cells = Array(repeating: Array(repeating: " ", count: width), count: height)
        styles = Array(repeating: Array(repeating: "", count: width), count: height)
    }

    var text: [String] {
        cells.map { line in
            var text = line.joined()
            while text.last == " " { text.removeLast() }
            return text
        }
    }

    mutating func write(_ bytes: [UInt8]) {
        var rest = Substring(String(decoding: bytes, as: UTF8.self))
        while let character = rest.first {
            if rest.hasPrefix("\u{1B}[") {
                rest = rest.dropFirst(2)
                let parameters = rest.prefix { !$0.isLetter && $0 != "@" }
                rest = rest.dropFirst(parameters.count)
                if let final = rest.popFirst() { sequence(String(parameters), final) }
                continue
            }
            rest = rest.dropFirst()
            switch character {
            case "\r\n": (column, line) = (0, line + 1)
            case "\r": column = 0
            case "\n": line += 1
            default: put(character)
            }
            if line == height { scroll() }
        }
    }

    private mutating func scroll() {
        cells.removeFirst()
        styles.removeFirst()
        cells.append(Array(repeating: " ", count: width))
        styles.append(Array(repeating: "", count: width))
        (line, scrolled) = (height - 1, scrolled + 1)
    }

    private mutating func put(_ character: Character) {
        let own = CellWidth.of(character)
        for offset in 0..<own where column + offset < width {
            cells[line][column + offset] = offset == 0 ? String(character) : ""
            styles[line][column + offset] = style
        }
        column = min(width, column + own)
    }

    private mutating func sequence(_ parameters: String, _ final: Character) {
        // What is left out has its default.
        let numbers = parameters.split(separator: ";", omittingEmptySubsequences: false).map { Int($0) }
        let count = numbers[0] ?? 1
        switch (final, parameters) {
        case ("A", _): line = max(0, line - count)
        case ("B", _): line = min(height - 1, line + count)
        case ("C", _): column = min(width - 1, column + count)
        case ("H", _): (line, column) = (count - 1, ((numbers.count > 1 ? numbers[1] : nil) ?? 1) - 1)
        case ("K", ""): erase(line, from: column)
        case ("J", ""):
            moved += (line, column) == (0, 0) ? 1 : 0
            for other in line..<height { erase(other, from: other == line ? column : 0) }
        case ("J", "2"): for other in 0..<height { erase(other, from: 0) }
        case ("M", _):
            for _ in 0..<count {
                cells.remove(at: line)
                styles.remove(at: line)
                cells.append(Array(repeating: " ", count: width))
                styles.append(Array(repeating: "", count: width))
            }
        case ("L", _):
            for _ in 0..<count {
                cells.removeLast()
                styles.removeLast()
                cells.insert(Array(repeating: " ", count: width), at: line)
                styles.insert(Array(repeating: "", count: width), at: line)
            }
        case ("@", _):
            for _ in 0..<count {
                cells[line].removeLast()
                styles[line].removeLast()
                cells[line].insert(" ", at: column)
                styles[line].insert(style, at: column)
            }
        case ("m", _): style = ["", "0"].contains(parameters) ? "" : String(parameters.trimmingPrefix(#/0?;/#))
        case ("h", "?25"), ("l", "?25"): isCursorShown = final == "h"
        case ("h", "?1049"), ("l", "?1049"): isAlternate = final == "h"
        case ("h", "?2004"), ("l", "?2004"): pastesAreMarked = final == "h"
        case ("h", "?1000"), ("l", "?1000"), ("h", "?1006"), ("l", "?1006"): clicksAreReported = final == "h"
        default: unknown.append(parameters + String(final))
        }
    }

    private mutating func erase(_ line: Int, from column: Int) {
        for column in min(column, width)..<width { (cells[line][column], styles[line][column]) = (" ", "") }
    }
}
