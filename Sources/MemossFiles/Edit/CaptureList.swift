/// A pasted list: a reminder on each line.
///
/// Blank lines are ignored, and so is a bullet: `- `, `* `, `+ `, `• `, with or without a box to tick. A line whose box is
/// ticked is skipped.
package struct CaptureList: Sendable, Hashable {
    package struct Line: Sendable, Hashable {
        /// Counted from 1.
        package var number: Int
        package var text: String
    }

    package private(set) var lines: [Line] = []
    /// The numbers of the ticked lines, which are skipped.
    package private(set) var ticked: [Int] = []
    /// The numbers of the lines that are not UTF-8.
    package private(set) var unreadable: [Int] = []

    package init(parsing bytes: [UInt8]) {
        let text = bytes.starts(with: [0xEF, 0xBB, 0xBF]) ? bytes.dropFirst(3) : bytes[...]
        for (index, line) in text.split(separator: Ascii.lineFeed, omittingEmptySubsequences: false).enumerated() {
            guard let line = String(validating: line, as: UTF8.self) else {
                unreadable.append(index + 1)
                continue
            }
            let (text, isTicked) = Self.withoutBullet(TagName.trimmed(line))
            if isTicked {
                ticked.append(index + 1)
            } else if !text.isEmpty {
                lines.append(Line(number: index + 1, text: text))
            }
        }
    }

    private static func withoutBullet(_ line: String) -> (text: String, isTicked: Bool) {
        guard ["-", "*", "+", "•"].contains(line.prefix { $0 != " " && $0 != "\t" }) else { return (line, false) }
        let rest = TagName.trimmed(String(line.dropFirst()))
        for (box, isTicked) in [("[ ]", false), ("[]", false), ("[x]", true), ("[X]", true)] where rest.hasPrefix(box) {
            let text = rest.dropFirst(box.count)
            guard text.isEmpty || text.hasPrefix(" ") || text.hasPrefix("\t") else { break }
            return (TagName.trimmed(String(text)), isTicked)
        }
        return (rest, false)
    }
}
