internal import Bytes

/// A line of YAML that cannot be parsed, as a person reads it: indentation, hyphens of items, a key and a value.
struct YAMLLine: Sendable {
    /// The whole file.
    let bytes: [UInt8]
    /// Without the line break.
    let range: Range<Int>
    /// The last line that can belong to the value of this one.
    private(set) var endOfContinuation: Int
    /// The line without its indentation and the blanks at its end.
    let content: Range<Int>
    /// The content without the hyphens of items.
    let item: Range<Int>
    /// The text after the key; without a key, the whole item.
    let value: Range<Int>
    let hasKey: Bool

    var indentation: Range<Int> { range.lowerBound..<content.lowerBound }

    private init(bytes: [UInt8], range: Range<Int>) {
        (self.bytes, self.range) = (bytes, range)
        var (start, end) = (range.lowerBound, range.upperBound)
        while start < end, Ascii.isBlank(bytes[start]) { start += 1 }
        while end > start, Ascii.isBlankOrBreak(bytes[end - 1]) { end -= 1 }
        content = start..<end
        while end - start > 1, bytes[start] == Ascii.dash, Ascii.isBlank(bytes[start + 1]) {
            start += 1
            while start < end, Ascii.isBlank(bytes[start]) { start += 1 }
        }
        item = start..<end
        let isMarked = start < end && "\"'[{#".utf8.contains(bytes[start])
        let colon = isMarked ? nil : item.first { Self.isMappingColon($0, in: bytes, end: end) }
        hasKey = colon != nil
        if let colon {
            start = colon + 1
            while start < end, Ascii.isBlank(bytes[start]) { start += 1 }
        }
        value = start..<end
        endOfContinuation = end
    }

    /// The lines that are neither empty nor comments, and those of tabs alone.
    static func lines(of bytes: [UInt8], range: Range<Int>) -> [YAMLLine] {
        var lines: [YAMLLine] = []
        var start = range.lowerBound
        while start < range.upperBound {
            let end = bytes[start..<range.upperBound].firstIndex(of: Ascii.lineFeed) ?? range.upperBound
            let line = YAMLLine(bytes: bytes, range: start..<end)
            if bytes[line.content].first != Ascii.hash, !line.content.isEmpty || bytes[line.range].contains(Ascii.tab) {
                lines.append(line)
            }
            start = end + 1
        }
        for index in lines.indices.reversed().dropFirst() where !lines[index + 1].hasKey {
            lines[index].endOfContinuation = lines[index + 1].endOfContinuation
        }
        return lines
    }

    /// The lines at offsets, each followed by those above it: libyaml gives up at a mistake or soon after it.
    static func near(_ offsets: [Int], in lines: [YAMLLine]) -> [YAMLLine] {
        var places: [Int] = []
        for offset in offsets {
            guard let last = lines.lastIndex(where: { $0.range.lowerBound <= offset }) else { continue }
            for place in (max(0, last - 2)...last).reversed() where !places.contains(place) { places.append(place) }
        }
        return places.map { lines[$0] }
    }

    /// The whole lines at a range.
    static func lineRange(_ range: Range<Int>, in bytes: [UInt8]) -> Range<Int> {
        let start = bytes[..<range.lowerBound].lastIndex(of: Ascii.lineFeed).map { $0 + 1 } ?? 0
        let end = bytes[max(start, range.upperBound)...].firstIndex(of: Ascii.lineFeed) ?? bytes.count
        return start..<end
    }

    /// The lines of the keys of the root at a range.
    static func entryRange(_ range: Range<Int>, in bytes: [UInt8], within whole: Range<Int>) -> Range<Int> {
        let lines = lines(of: bytes, range: whole).filter {
            $0.indentation.isEmpty && !$0.isItem && !$0.content.isEmpty
        }
        let start = lines.last { $0.range.lowerBound <= range.lowerBound }?.range.lowerBound ?? whole.lowerBound
        let end = lines.first { $0.range.lowerBound >= max(range.upperBound, start + 1) }?.range.lowerBound
        return start..<max(start, end ?? whole.upperBound)
    }

    static func isOfKey(_ byte: UInt8) -> Bool {
        Ascii.isAlphanumeric(byte) || byte == UInt8(ascii: "_") || byte == Ascii.dash
    }

    // MARK: Neighbours

    /// Whether the line is an item of a list.
    var isItem: Bool {
        bytes[content].first == Ascii.dash && (content.count == 1 || Ascii.isBlank(bytes[content.lowerBound + 1]))
    }

    /// The indentation of the line above, if that is an item too.
    var itemAbove: Range<Int>? {
        guard range.lowerBound > 0 else { return nil }
        let above = YAMLLine(
            bytes: bytes,
            range: Self.lineRange(range.lowerBound - 1..<range.lowerBound - 1, in: bytes)
        )
        return above.isItem ? above.indentation : nil
    }

    /// How many bytes are before the item or the key of the line above.
    var depthAbove: Int {
        guard range.lowerBound > 0 else { return 0 }
        let above = YAMLLine(
            bytes: bytes,
            range: Self.lineRange(range.lowerBound - 1..<range.lowerBound - 1, in: bytes)
        )
        return above.item.lowerBound - above.range.lowerBound
    }

    /// The start of the next line that continues this one and is not an item.
    var nextContent: Int? {
        guard endOfContinuation > range.upperBound else { return nil }
        return bytes[range.upperBound..<endOfContinuation].firstIndex { !Ascii.isBlankOrBreak($0) }
    }

    // MARK: Values

    /// The value without a comment after it.
    var plainValue: Range<Int> {
        let comment = value.dropFirst().first { bytes[$0] == Ascii.hash && Ascii.isBlank(bytes[$0 - 1]) }
        var end = comment ?? value.upperBound
        while end > value.lowerBound, Ascii.isBlank(bytes[end - 1]) { end -= 1 }
        return value.lowerBound..<end
    }

    /// Whether a key would end here.
    func isMappingColon(_ offset: Int) -> Bool { Self.isMappingColon(offset, in: bytes, end: content.upperBound) }

    private static func isMappingColon(_ offset: Int, in bytes: [UInt8], end: Int) -> Bool {
        bytes[offset] == Ascii.colon && (offset + 1 == end || Ascii.isBlank(bytes[offset + 1]))
    }

    /// The characters of the line, with their bytes.
    var scalars: [(scalar: Unicode.Scalar, range: Range<Int>)] {
        var start = range.lowerBound
        return String(decoding: bytes[range], as: UTF8.self).unicodeScalars.map { scalar in
            defer { start += UTF8.width(scalar) }
            return (scalar, start..<start + UTF8.width(scalar))
        }
    }

    func quoted(_ range: Range<Int>) -> String {
        ScalarText.quoted(String(decoding: bytes[range], as: UTF8.self), .doubleQuoted)
    }

    // MARK: Quotes and brackets

    var isFlow: Bool { bytes[value].first.map { "[{".utf8.contains($0) } ?? false }

    /// What the quotes and brackets of the value leave open or close too often.
    private var marks: (quote: Int?, brackets: [UInt8], extra: (offset: Int, open: UInt8?)?, commas: [Int]) {
        var (quote, brackets, commas): (Int?, [UInt8], [Int]) = (nil, [], [])
        var index = value.lowerBound
        while index < value.upperBound {
            let byte = bytes[index]
            if let open = quote {
                if byte == Ascii.backslash, bytes[open] == Ascii.quote {
                    index += 1
                } else if byte == bytes[open] {
                    quote = nil
                }
            } else if byte == Ascii.quote || byte == Ascii.apostrophe {
                // Inside a word it is an apostrophe.
                if index == value.lowerBound || !Self.isOfKey(bytes[index - 1]) { quote = index }
            } else if byte == Ascii.openBracket {
                brackets.append(Ascii.closeBracket)
            } else if byte == UInt8(ascii: "{") {
                brackets.append(UInt8(ascii: "}"))
            } else if byte == Ascii.closeBracket || byte == UInt8(ascii: "}") {
                let open = brackets.popLast()
                if open != byte { return (quote, brackets, (index, open), commas) }
            } else if byte == Ascii.comma, brackets.count == 1 {
                commas.append(index)
            }
            index += 1
        }
        return (quote, brackets, nil, commas)
    }

    var openQuote: Int? {
        let isQuoted = bytes[value].first.map { $0 == Ascii.quote || $0 == Ascii.apostrophe } ?? false
        return isFlow || isQuoted ? marks.quote : nil
    }

    /// What would close the brackets that are open at the end of the line.
    var openBrackets: [UInt8] { marks.brackets }
    /// The first bracket that closes none, and what would close the one that is open there.
    var extraBracket: (offset: Int, open: UInt8?)? { isFlow ? marks.extra : nil }

    /// The end of a value that begins with a quote.
    var closingQuote: Int? {
        guard let quote = bytes[value].first, quote == Ascii.quote || quote == Ascii.apostrophe else { return nil }
        return bytes[value].dropFirst().firstIndex(of: quote)
    }

    /// Commas of a flow list that no item precedes, with the blanks around them.
    var extraCommas: [Range<Int>] {
        guard isFlow else {
            // In the lines of a list in brackets.
            let isDouble = !hasKey && bytes[plainValue].suffix(2).elementsEqual([Ascii.comma, Ascii.comma])
            return isDouble ? [plainValue.upperBound - 1..<plainValue.upperBound] : []
        }
        var last = value.lowerBound
        return marks.commas.compactMap { comma in
            let before = bytes[last + 1..<comma].allSatisfy(Ascii.isBlank)
            defer { last = comma }
            guard before else { return nil }
            // The blank behind the bracket is not one between items.
            let isFirst = last == value.lowerBound
            let end = isFirst ? bytes[(comma + 1)...].firstIndex { !Ascii.isBlank($0) } ?? comma + 1 : comma + 1
            return last + 1..<end
        }
    }

    /// The bracket that closes the list with which the value begins.
    var endOfList: Int? {
        guard bytes[value].first == Ascii.openBracket else { return nil }
        return value.first { index in
            bytes[index] == Ascii.closeBracket
                && YAMLLine(bytes: bytes, range: range.lowerBound..<index + 1).openBrackets.isEmpty
        }
    }

    /// Whether a quote ends a word.
    func isWordEnd(_ quote: Int) -> Bool {
        !Ascii.isBlank(bytes[quote - 1]) && !Self.isOfKey(bytes[quote + 1])
    }

    /// The items of a list in brackets.
    var flowItems: [Range<Int>] {
        guard isFlow else { return [] }
        let commas = marks.commas
        let last = bytes[value].last == Ascii.closeBracket ? value.upperBound - 1 : value.upperBound
        let starts = [value.lowerBound + 1] + commas.map { $0 + 1 }
        return zip(starts, commas + [max(last, starts.last ?? last)]).map { start, end in
            let text = bytes[start..<end].trimmed
            return text.startIndex..<text.endIndex
        }
    }

    // MARK: Corrections

    /// - Parameter offset: where the mistake is, if not at the beginning of the range.
    func correction(_ range: Range<Int>, _ text: String, at offset: Int? = nil) -> YAMLMistake.Correction {
        YAMLMistake.Correction(offset: offset ?? range.lowerBound, splices: [Splice(range, text)])
    }

    /// The corrected line, with what a splice joins to it, if it is short enough for a message.
    func text(with splices: [Splice]) -> String? {
        let own = splices.filter { range.contains($0.range.lowerBound) || range.upperBound == $0.range.lowerBound }
        let end = own.map { Self.lineRange($0.range, in: bytes).upperBound }.max() ?? range.upperBound
        guard
            let set = try? SpliceSet(
                own.map {
                    Splice($0.range.lowerBound - range.lowerBound..<$0.range.upperBound - range.lowerBound, $0.bytes)
                }
            )
        else { return nil }
        let text = String(
            decoding: set.applied(to: Array(bytes[range.lowerBound..<max(range.upperBound, end)])),
            as: UTF8.self
        )
        let isShort = text.unicodeScalars.count <= 60 && !text.unicodeScalars.contains { $0.value < 0x20 && $0 != "\r" }
        return isShort ? String(decoding: Array(text.utf8).trimmed, as: UTF8.self) : nil
    }
}
