internal import Bytes
import MemossFiles

/// What both sides wrote at the end of a text that is otherwise the same on both.
///
/// Both are kept if the second one means the same below the first: it is either separated by a blank line and not under a heading
/// of the first, or both have the same kind of lines. Their order does not depend on the side, because two clones merge in
/// opposite directions; so entries that begin with a date are in its order.
struct BodyAdditions {
    private let base: [UInt8]
    private let ours: [UInt8]
    private let theirs: [UInt8]

    /// - Returns: nil if the sides differ elsewhere.
    init?(_ bodies: Versions<[UInt8]>) {
        guard bodies.ours.count > bodies.base.count, bodies.theirs.count > bodies.base.count, !bodies.base.isEmpty,
            bodies.ours.starts(with: bodies.base), bodies.theirs.starts(with: bodies.base)
        else { return nil }
        let rest = bodies.map { $0.dropFirst(bodies.base.count) }
        if bodies.base.last == Ascii.lineFeed {
            (base, ours, theirs) = (bodies.base, Array(rest.ours), Array(rest.theirs))
        } else {
            // Both end the last line, which had no line break.
            let breaks = [rest.ours.first, rest.theirs.first]
            guard breaks.allSatisfy({ $0 == Ascii.lineFeed }) else { return nil }
            base = bodies.base + [Ascii.lineFeed]
            (ours, theirs) = (Array(rest.ours.dropFirst()), Array(rest.theirs.dropFirst()))
        }
    }

    /// The text with both; nil if one could change what the other means.
    var merged: [UInt8]? {
        let sorted = ours.lexicographicallyPrecedes(theirs) ? (ours, theirs) : (theirs, ours)
        guard [base, ours, theirs].allSatisfy(Self.isClosed), !Self.share(Self.lines(of: ours), Self.lines(of: theirs))
        else { return nil }
        for (first, second) in [sorted, (sorted.1, sorted.0)] where Self.mayFollow(first, second) {
            return base + first + (first.last == Ascii.lineFeed ? [] : [Ascii.lineFeed]) + second
        }
        return nil
    }

    private static func mayFollow(_ first: [UInt8], _ second: [UInt8]) -> Bool {
        let (above, below) = (lines(of: first), lines(of: second))
        return isSeparate(below, from: above) || areAlike(above + below)
    }

    private static func lines(of text: [UInt8]) -> [ArraySlice<UInt8>] {
        let lines = text.split(separator: Ascii.lineFeed, omittingEmptySubsequences: false)
        return text.last == Ascii.lineFeed ? lines.dropLast() : lines
    }

    /// Whether nothing in a text continues in, or applies to, what is written after it: no code block, comment, HTML or formula is
    /// left open, and no link or footnote is defined.
    private static func isClosed(_ text: [UInt8]) -> Bool {
        var fence: ArraySlice<UInt8>?
        for line in lines(of: text) {
            fence = CodeFence.open(after: line, in: fence)
            let inked = line.drop(while: Ascii.isBlank)
            if inked.first == UInt8(ascii: "<") || line.contains(Ascii.carriageReturn) { return false }
            if inked.first == Ascii.openBracket, holds("]:", in: inked) { return false }
            if ["<!--", "%%", "$$"].contains(where: { holds($0, in: inked) }) { return false }
        }
        return fence == nil
    }

    private static func holds(_ text: StaticString, in line: ArraySlice<UInt8>) -> Bool {
        let sought = text.withUTF8Buffer { Array($0) }
        return line.indices.contains { line[$0...].starts(with: sought) }
    }

    /// Whether both have the same line: perhaps the same item, or the same entry, once longer.
    private static func share(_ one: [ArraySlice<UInt8>], _ other: [ArraySlice<UInt8>]) -> Bool {
        let known = Set(one.map(\.trimmed))
        return other.contains { !$0.trimmed.isEmpty && known.contains($0.trimmed) }
    }

    /// Whether lines begin with a blank one, and belong neither to a list above nor under a heading of the lines above.
    private static func isSeparate(_ lines: [ArraySlice<UInt8>], from above: [ArraySlice<UInt8>]) -> Bool {
        guard lines.first?.trimmed.isEmpty == true, let inked = lines.first(where: { !$0.trimmed.isEmpty }),
            let byte = inked.first, !Ascii.isBlank(byte), !isNumbered(inked), !hasUnderline(above)
        else { return false }
        guard let highest = above.compactMap(headingLevel).min() else { return true }
        return headingLevel(inked).map { $0 <= highest } ?? false
    }

    /// The number of `#` before a heading.
    private static func headingLevel(_ line: ArraySlice<UInt8>) -> Int? {
        let text = line.trimmed
        let marks = text.prefix { $0 == Ascii.hash }.count
        return (1...6).contains(marks) && text.dropFirst(marks).first.map(Ascii.isBlank) != false ? marks : nil
    }

    /// Whether a line may make the one above it a heading.
    private static func hasUnderline(_ lines: [ArraySlice<UInt8>]) -> Bool {
        zip(lines, lines.dropFirst()).contains { line, next in
            guard let mark = next.trimmed.first, mark == Ascii.dash || mark == UInt8(ascii: "=") else { return false }
            return !line.trimmed.isEmpty && next.trimmed.allSatisfy { $0 == mark }
        }
    }

    /// Whether all lines are items with the same bullet, or all are plain text: one more does not change the others.
    private static func areAlike(_ lines: [ArraySlice<UInt8>]) -> Bool {
        guard let bullet = lines.first?.first, "-*+".utf8.contains(bullet) else { return lines.allSatisfy(isPlain) }
        return lines.allSatisfy { line in
            line.starts(with: [bullet, Ascii.blank]) && line.contains { Ascii.isAlphanumeric($0) || $0 > 0x7F }
        }
    }

    /// Whether a line is text wherever it stands: it does not begin with a mark or a number of a list.
    private static func isPlain(_ line: ArraySlice<UInt8>) -> Bool {
        guard let first = line.first, Ascii.isAlphanumeric(first) || first > 0x7F else { return false }
        return !isNumbered(line)
    }

    private static func isNumbered(_ line: ArraySlice<UInt8>) -> Bool {
        let rest = line.drop(while: Ascii.isDigit)
        return rest.count < line.count && (rest.first == UInt8(ascii: ".") || rest.first == UInt8(ascii: ")"))
    }
}
