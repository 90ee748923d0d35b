internal import Bytes

/// Inserts items into a list, in the style of the list.
struct SequenceInsertion {
    private let document: YAMLDocument
    private let sequence: Int
    private let children: [Int]
    private let lines: LineTable
    private let lineEnd: String

    init(in sequence: Int, of document: YAMLDocument, lineEnd: String) {
        (self.document, self.sequence, self.lineEnd) = (document, sequence, lineEnd)
        children = Array(document.children(of: sequence))
        lines = LineTable(document)
    }

    /// - Parameter index: the item to insert after; -1 inserts at the beginning.
    func insertion(of items: [FieldValue.Item], after index: Int) throws(EditRefusal) -> [Splice] {
        let isFlow = document.nodes[sequence].style == .flow
        let texts = items.map { ScalarText.written($0, inFlow: isFlow) }
        guard isFlow else { return [try blockInsertion(of: texts, after: index)] }
        guard let neighbour = children.isEmpty ? nil : document.nodes[children[max(index, 0)]].span else {
            let inner =
                document.nodes[sequence].contentSpan.lowerBound + 1..<document.nodes[sequence].contentSpan.upperBound
                - 1
            let isClear = document.bytes[inner].allSatisfy(Ascii.isBlankOrBreak)
            return [Splice(isClear ? inner : inner.lowerBound..<inner.lowerBound, texts.joined(separator: ", "))]
        }
        let line = lines.range(of: neighbour)
        let indent = document.bytes[line.lowerBound..<neighbour.lowerBound]
        let isOwnLine = indent.allSatisfy(Ascii.isBlank)
        if index < 0 {
            guard isOwnLine else {
                let added = texts.map { Array($0.utf8) + separator(at: index) }
                return [Splice(neighbour.lowerBound..<neighbour.lowerBound, Array(added.joined()))]
            }
            return [Splice(line.lowerBound..<line.lowerBound, lines(texts.map { $0 + "," }, Array(indent)))]
        }
        if isOwnLine {
            let end = line.upperBound
            let comma = document.commaOffset(after: neighbour.upperBound)
            if let comma, comma < end, document.isEndOfLine(after: comma + 1, limit: end) {
                return [Splice(end..<end, lines(texts.map { $0 + "," }, Array(indent)))]
            }
            if comma == nil, document.isEndOfLine(after: neighbour.upperBound, limit: end) {
                let separated = texts.dropLast().map { $0 + "," } + texts.suffix(1)
                return [
                    Splice(neighbour.upperBound..<neighbour.upperBound, ","),
                    Splice(end..<end, lines(separated, Array(indent))),
                ]
            }
        }
        let added = texts.map { separator(at: index) + Array($0.utf8) }
        return [Splice(neighbour.upperBound..<neighbour.upperBound, Array(added.joined()))]
    }

    /// The separator before an item of a flow sequence, or before the second one, if it consists only of a comma with
    /// blanks and line breaks around it.
    private func separator(at index: Int) -> [UInt8] {
        let index = max(index, 1)
        guard index < children.count else { return Array(", ".utf8) }
        let (before, after) = (document.nodes[children[index - 1]].span, document.nodes[children[index]].span)
        let gap = document.bytes[before.upperBound..<after.lowerBound]
        let isClear = gap.contains(Ascii.comma) && gap.allSatisfy { Ascii.isBlankOrBreak($0) || $0 == Ascii.comma }
        return isClear ? Array(gap) : Array(", ".utf8)
    }

    private func blockInsertion(of texts: [String], after index: Int) throws(EditRefusal) -> Splice {
        let first = document.nodes[children[0]].span
        let dash = document.skipGap(from: document.nodes[sequence].contentSpan.lowerBound)
        let line = lines.range(of: dash..<dash)
        guard document.bytes[line.lowerBound..<dash].allSatisfy(Ascii.isBlank) else {
            throw EditRefusal(reason: "there is something else on the line of the first item", offset: dash)
        }
        // The blanks after the dash are part of the style.
        let isBeside = !first.isEmpty && document.bytes[dash + 1..<first.lowerBound].allSatisfy(Ascii.isBlank)
        let prefix = Array(document.bytes[line.lowerBound..<(isBeside ? first.lowerBound : dash + 1)])
        let place =
            index < 0 ? line.lowerBound : lines.range(of: document.nodes[children[index]].span).upperBound
        return Splice(place..<place, lines(texts, prefix + (isBeside ? [] : [Ascii.blank])))
    }

    private func lines(_ texts: [String], _ prefix: [UInt8]) -> [UInt8] {
        Array(texts.map { prefix + Array(($0 + lineEnd).utf8) }.joined())
    }
}
