internal import Bytes

extension YAMLDocument {
    /// - Throws: an `EditRefusal` if YAML and editors disagree about line breaks.
    package func refuseForeignLineBreak() throws(EditRefusal) {
        guard let offset = foreignLineBreak else { return }
        let reason = "the front matter has a line break that YAML and editors read differently"
        throw EditRefusal(reason: reason, offset: offset)
    }

    /// The splices that remove items from a list, each with one separator.
    ///
    /// Not valid for the only item, because the separator is determined from its neighbours. No two items may be
    /// adjacent.
    package func splices(removing items: [Int], from sequence: Int) throws(EditRefusal) -> [Splice] {
        let siblings = Array(children(of: sequence))
        let lines = LineTable(self)
        let places = Dictionary(uniqueKeysWithValues: siblings.enumerated().map { ($1, $0) })
        var splices: [Splice] = []
        for item in items {
            guard let index = places[item], siblings.count > 1 else {
                throw EditRefusal(
                    reason: "the only item of a list cannot be removed",
                    offset: nodes[item].span.lowerBound
                )
            }
            if nodes[sequence].style == .flow {
                let previous = index > 0 ? nodes[siblings[index - 1]].span : nil
                let next = index + 1 < siblings.count ? nodes[siblings[index + 1]].span : nil
                splices += separatedRemoval(of: nodes[item].span, previous: previous, next: next, in: lines)
            } else {
                let gapStart = index > 0 ? Int(nodes[siblings[index - 1]].end) : Int(nodes[sequence].content)
                splices.append(try blockRemoval(of: nodes[item].span, gapStart: gapStart, in: lines))
            }
        }
        return splices
    }

    /// Removes an item from a flow sequence or a comma-separated string. If the item is alone on its line with its comma,
    /// removes the line; if it is the first, the comma after it; otherwise the comma before it, so that a trailing comma
    /// is kept. Comments in between are kept too. Within a string, `#` does not begin a comment.
    package func separatedRemoval(
        of item: Range<Int>,
        previous: Range<Int>?,
        next: Range<Int>?,
        in lines: LineTable,
        inString: Bool = false
    ) -> [Splice] {
        let line = lines.range(of: item)
        let comma = commaOffset(after: item.upperBound)
        if let comma, comma < line.upperBound, onlyBlanks(line.lowerBound..<item.lowerBound),
            isEndOfLine(after: comma + 1, limit: line.upperBound)
        {
            return [Splice(line, "")]
        }
        if let previous, let before = commaOffset(after: previous.upperBound) {
            if inString || !bytes[before..<item.lowerBound].contains(Ascii.hash) {
                return [Splice(previous.upperBound..<item.upperBound, "")]
            }
            // A comment separates the comma from the item: remove each on its own.
            let alone =
                onlyBlanks(line.lowerBound..<item.lowerBound)
                && isEndOfLine(after: item.upperBound, limit: line.upperBound)
            return [Splice(before..<before + 1, ""), Splice(alone ? line : item, "")]
        }
        guard let next, let comma else { return [Splice(item, "")] }
        let hasComment = !inString && bytes[comma..<next.lowerBound].contains(Ascii.hash)
        return [Splice(item.lowerBound..<(hasComment ? comma + 1 : next.lowerBound), "")]
    }

    /// The lines of a block sequence item: dash, item, trailing comment and line ending.
    func blockRemoval(of item: Range<Int>, gapStart: Int, in lines: LineTable) throws(EditRefusal) -> Splice {
        let dash = skipGap(from: gapStart)
        let start = lines.range(of: dash..<dash).lowerBound
        guard dash < item.lowerBound, bytes[dash] == Ascii.dash, onlyBlanks(start..<dash) else {
            throw EditRefusal(reason: "there is something else on the line of the item", offset: item.lowerBound)
        }
        let end = lines.range(of: item).upperBound
        guard isEndOfLine(after: item.upperBound, limit: end) else {
            throw EditRefusal(reason: "there is something else on the line of the item", offset: item.upperBound)
        }
        return Splice(start..<end, "")
    }

    // MARK: Surroundings of an item

    /// From the start of the first line of `span` to the end of its last, including the line ending.
    package func lineRange(of span: Range<Int>) -> Range<Int> {
        var start = span.lowerBound
        while start > range.lowerBound, bytes[start - 1] != Ascii.lineFeed { start -= 1 }
        let end = bytes[span.upperBound..<range.upperBound].firstIndex(of: Ascii.lineFeed).map { $0 + 1 }
        return start..<(end ?? range.upperBound)
    }

    /// The first byte at or after `offset` that is not blank, a line break or in a comment.
    func skipGap(from offset: Int) -> Int {
        var index = offset
        while index < range.upperBound {
            if bytes[index] == Ascii.hash {
                index = bytes[index..<range.upperBound].firstIndex(of: Ascii.lineFeed) ?? range.upperBound
            } else if Ascii.isBlankOrBreak(bytes[index]) {
                index += 1
            } else {
                break
            }
        }
        return index
    }

    func commaOffset(after offset: Int) -> Int? {
        let index = skipGap(from: offset)
        return index < range.upperBound && bytes[index] == Ascii.comma ? index : nil
    }

    package func onlyBlanks(_ span: Range<Int>) -> Bool { bytes[span].allSatisfy(Ascii.isBlank) }

    /// Whether only blanks and a comment follow `offset` on its line.
    package func isEndOfLine(after offset: Int, limit: Int) -> Bool {
        let rest = bytes[offset..<limit].drop(while: Ascii.isBlank)
        return rest.first.map { $0 == Ascii.hash || $0 == Ascii.lineFeed || $0 == Ascii.carriageReturn } ?? true
    }
}
