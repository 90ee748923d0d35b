internal import Bytes

/// A pasted list: a reminder on each line.
///
/// Blank lines are ignored, and so is a bullet or a number: `- `, `* `, `+ `, `• `, `1. `, `1) `, and a box to tick with
/// or without one: `[ ]`, `☐`. A line whose box is ticked is skipped, and so are headings and rules.
package struct CaptureList: Sendable, Hashable {
    package struct Line: Sendable, Hashable {
        /// Counted from 1.
        package var number: Int
        package var text: String
    }

    package private(set) var lines: [Line] = []
    /// The numbers of the ticked lines, which are skipped.
    package private(set) var ticked: [Int] = []
    /// The numbers of the headings and rules, which are skipped.
    package private(set) var headings: [Int] = []
    /// The numbers of the lines that are not UTF-8.
    package private(set) var unreadable: [Int] = []
    private var lastNumber: Int?

    package init(parsing bytes: [UInt8]) {
        let text = bytes.starts(with: [0xEF, 0xBB, 0xBF]) ? bytes.dropFirst(3) : bytes[...]
        for (index, line) in text.split(separator: Ascii.lineFeed, omittingEmptySubsequences: false).enumerated() {
            guard let line = String(validating: line, as: UTF8.self) else {
                unreadable.append(index + 1)
                continue
            }
            let trimmed = TagName.trimmed(line)
            if Self.isHeadingOrRule(trimmed) {
                headings.append(index + 1)
                continue
            }
            let (text, isTicked) = withoutMarker(trimmed)
            if isTicked {
                ticked.append(index + 1)
            } else if !text.isEmpty {
                lines.append(Line(number: index + 1, text: text))
            }
        }
    }

    private mutating func withoutMarker(_ line: String) -> (text: String, isTicked: Bool) {
        let marker = line.prefix { $0 != " " && $0 != "\t" }
        let hasMarker = ["-", "*", "+", "•", "–", "◦", "▪"].contains(marker) || isNumber(marker)
        let rest = hasMarker ? TagName.trimmed(String(line.dropFirst(marker.count))) : line
        for (box, isTicked) in Self.boxes where rest.hasPrefix(box) {
            let text = rest.dropFirst(box.count)
            guard text.isEmpty || text.hasPrefix(" ") || text.hasPrefix("\t") else { break }
            return (TagName.trimmed(String(text)), isTicked)
        }
        return (rest, false)
    }

    private static let boxes = [
        ("[ ]", false), ("[]", false), ("[x]", true), ("[X]", true), ("☐", false), ("☑", true), ("☒", true),
        ("✓", true),
        ("✔", true), ("✅", true),
    ]

    /// Whether a word numbers its line: `1.` or `1)`, or the same or the next number as on the last numbered line. `3.
    /// Advent` alone is a title.
    private mutating func isNumber(_ word: Substring) -> Bool {
        guard let mark = word.last, mark == "." || mark == ")", let number = Int(word.dropLast()), number >= 0,
            number <= 1 || number == lastNumber || number == lastNumber.map({ $0 + 1 })
        else { return false }
        lastNumber = number
        return true
    }

    /// `# Shopping` or `---`.
    private static func isHeadingOrRule(_ line: String) -> Bool {
        let marker = line.prefix { $0 != " " && $0 != "\t" }
        if 1...6 ~= marker.count, marker.allSatisfy({ $0 == "#" }) { return true }
        let signs = line.filter { $0 != " " && $0 != "\t" }
        return signs.count > 2 && "-*_=".contains { sign in signs.allSatisfy { $0 == sign } }
    }
}
