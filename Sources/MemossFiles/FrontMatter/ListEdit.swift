/// Why a value cannot be edited in place.
public struct EditRefusal: Error, Sendable, Hashable {
    /// One sentence without a full stop.
    public var reason: String
    /// Into the file.
    public var offset: Int
    public var remedy: Remedy?
}

extension EditRefusal {
    /// A file that cannot be read cannot be edited.
    init(_ fault: YAMLDocument.Fault) {
        let remedy = fault.id == .gitConflict ? Remedy.openInEditor : nil
        self.init(reason: fault.message, offset: fault.offset, remedy: remedy)
    }
}

extension FrontMatter {
    /// - Throws: an `EditRefusal` for a file that cannot be read: it cannot be edited.
    static func toEdit(_ bytes: [UInt8]) throws(EditRefusal) -> FrontMatter? {
        do throws(YAMLDocument.Fault) {
            return try read(bytes)
        } catch {
            throw EditRefusal(error)
        }
    }
}

extension YAMLDocument {
    /// - Throws: an `EditRefusal` where YAML and editors do not mean the same by a line.
    func refuseForeignLineBreak() throws(EditRefusal) {
        guard let offset = foreignLineBreak else { return }
        let reason = "the front matter has a line break that YAML and editors read differently"
        throw EditRefusal(reason: reason, offset: offset)
    }

    /// The splices that take items out of a list with one separator each, so that the list stays tidy.
    ///
    /// Not for the only item: the rest of the list gives the separator its shape. No two may be neighbours.
    func splices(removing items: [Int], from sequence: Int) throws(EditRefusal) -> [Splice] {
        let siblings = Array(children(of: sequence))
        let lines = LineTable(self)
        let places = Dictionary(uniqueKeysWithValues: siblings.enumerated().map { ($1, $0) })
        var splices: [Splice] = []
        for item in items {
            guard let index = places[item], siblings.count > 1 else {
                throw EditRefusal(
                    reason: "the only item of a list cannot be taken out",
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

    /// Removal from a flow list or a comma string: alone on its line with its comma, that line; first, the comma after
    /// it; else the comma before it, so that a trailing comma stays. Comments in between stay too.
    /// Inside one string `#` begins no comment.
    func separatedRemoval(
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
            // A comment stands between the comma and the item: each goes by itself.
            let alone =
                onlyBlanks(line.lowerBound..<item.lowerBound)
                && isEndOfLine(after: item.upperBound, limit: line.upperBound)
            return [Splice(before..<before + 1, ""), Splice(alone ? line : item, "")]
        }
        guard let next, let comma else { return [Splice(item, "")] }
        let hasComment = !inString && bytes[comma..<next.lowerBound].contains(Ascii.hash)
        return [Splice(item.lowerBound..<(hasComment ? comma + 1 : next.lowerBound), "")]
    }

    /// The whole line, or lines, of a block item: dash, item, its own trailing comment and the line end.
    func blockRemoval(of item: Range<Int>, gapStart: Int, in lines: LineTable) throws(EditRefusal) -> Splice {
        let dash = skipGap(from: gapStart)
        let start = lines.range(of: dash..<dash).lowerBound
        guard dash < item.lowerBound, bytes[dash] == Ascii.dash, onlyBlanks(start..<dash) else {
            throw EditRefusal(reason: "something else stands on the line of the item", offset: item.lowerBound)
        }
        let end = lines.range(of: item).upperBound
        guard isEndOfLine(after: item.upperBound, limit: end) else {
            throw EditRefusal(reason: "something else stands on the line of the item", offset: item.upperBound)
        }
        return Splice(start..<end, "")
    }

    // MARK: Bytes around an item

    /// From the start of the first line of `span` to the end of its last, line end included.
    func lineRange(of span: Range<Int>) -> Range<Int> {
        var start = span.lowerBound
        while start > range.lowerBound, bytes[start - 1] != Ascii.lineFeed { start -= 1 }
        let end = bytes[span.upperBound..<range.upperBound].firstIndex(of: Ascii.lineFeed).map { $0 + 1 }
        return start..<(end ?? range.upperBound)
    }

    /// The first byte at or after `offset` that is neither blank, break nor comment.
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

    func onlyBlanks(_ span: Range<Int>) -> Bool { bytes[span].allSatisfy(Ascii.isBlank) }

    /// Whether only blanks and a comment stand between `offset` and the line's end.
    func isEndOfLine(after offset: Int, limit: Int) -> Bool {
        let rest = bytes[offset..<limit].drop(while: Ascii.isBlank)
        return rest.first.map { $0 == Ascii.hash || $0 == Ascii.lineFeed || $0 == Ascii.carriageReturn } ?? true
    }
}
