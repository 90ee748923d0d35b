/// Gives a list other items, in its own style. Items that stay keep their bytes.
struct SequenceEdit {
    /// What becomes of one of the old items.
    private enum Fate {
        case stays
        case becomes(FieldValue.Item)
        case goes
    }

    private var edit: DocumentEdit
    /// Among the entries of the document.
    private let entry: Int
    private let lineEnd: String

    init(_ edit: DocumentEdit, entry: Int, lineEnd: Fence.LineEnd) {
        self.edit = edit
        self.entry = entry
        self.lineEnd = lineEnd.text
    }

    private var document: YAMLDocument { edit.document }
    private var sequence: Int { document.entries[entry].value }
    private var children: [Int] { Array(document.children(of: sequence)) }

    /// - Throws: an `EditRefusal` where an item that is to go is an alias, has an anchor that is needed, or is no single
    ///   value.
    mutating func replace(by wanted: [FieldValue.Item]) throws(EditRefusal) -> DocumentEdit {
        let olds = document.itemTexts(of: sequence)
        guard !wanted.isEmpty else {
            if !olds.isEmpty { try removeAll() }
            return edit
        }
        var fates: [Fate] = []
        var added: [Int: [FieldValue.Item]] = [:]
        let matches = ListAlignment.matches(olds, wanted.map(\.text)) + [(olds.count, wanted.count)]
        var next = 0
        for (old, new) in matches {
            let free = wanted[next..<new]
            let start = fates.count
            for index in start..<old {
                fates.append(index - start < free.count ? .becomes(free[free.startIndex + index - start]) : .goes)
            }
            let rest = free.dropFirst(old - start)
            if !rest.isEmpty { added[old - 1] = Array(rest) }
            if old < olds.count { fates.append(.stays) }
            next = new + 1
        }
        try carryOut(fates, added)
        return edit
    }

    private mutating func carryOut(_ fates: [Fate], _ added: [Int: [FieldValue.Item]]) throws(EditRefusal) {
        let removals = fates.count { if case .goes = $0 { true } else { false } }
        try checkIsBearable(removals + added.count)
        var replacements: [Splice] = []
        for (index, child) in children.enumerated() {
            switch fates[index] {
            case .stays: continue
            case .becomes(let item):
                try checkIsFree(child, isRemoved: false)
                replacements.append(document.splice(replacing: child, by: item))
            case .goes: try checkIsFree(child, isRemoved: true)
            }
        }
        try edit.apply(replacements)
        // From the last to the first, each on fresh marks, so that the places before it hold.
        for index in (-1..<fates.count).reversed() {
            if let items = added[index] { try edit.apply(try insertion(of: items, after: index)) }
            if index >= 0, case .goes = fates[index] {
                try edit.apply(try document.splices(removing: [children[index]], from: sequence))
            }
        }
    }

    /// Each step reads the whole document again: thousands would take minutes, and others wait for their turn meanwhile.
    private func checkIsBearable(_ steps: Int) throws(EditRefusal) {
        guard steps > 1, steps * document.range.count > DocumentEdit.mostWork else { return }
        throw EditRefusal(
            reason: "the list would have to be changed in \(steps) places, which is left to you",
            offset: document.nodes[sequence].span.lowerBound
        )
    }

    private func checkIsFree(_ child: Int, isRemoved: Bool) throws(EditRefusal) {
        let node = document.nodes[child]
        let offset = node.span.lowerBound
        if node.kind == .alias {
            let name = document.properties(of: child)?.alias ?? ""
            throw EditRefusal(
                reason: "the item *\(name) is an alias, which follows its anchor and is not edited",
                offset: offset
            )
        }
        guard node.kind == .scalar, node.style != .literal, node.style != .folded else {
            throw EditRefusal(reason: "an item that would have to go is not a single line", offset: offset)
        }
        if isRemoved, let anchor = document.neededAnchor(in: child..<child + 1) {
            throw EditRefusal(reason: "an item cannot be taken out: the alias *\(anchor) needs it", offset: offset)
        }
    }

    // MARK: Taking all out

    /// Leaves `[]`.
    private mutating func removeAll() throws(EditRefusal) {
        try checkIsBearable(children.count)
        for child in children { try checkIsFree(child, isRemoved: true) }
        for index in (1..<children.count).reversed() {
            try edit.apply(try document.splices(removing: [children[index]], from: sequence))
        }
        try edit.apply(try document.splices(emptying: document.entries[entry]))
    }

    // MARK: Putting in

    /// Puts items behind the others.
    mutating func append(_ items: [FieldValue.Item]) throws(EditRefusal) -> DocumentEdit {
        try edit.apply(try insertion(of: items, after: children.count - 1))
        return edit
    }

    /// - Parameter index: of the item before; -1 puts them first.
    private func insertion(of items: [FieldValue.Item], after index: Int) throws(EditRefusal) -> [Splice] {
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
        let line = document.lineRange(of: neighbour)
        let indent = Array(document.bytes[line.lowerBound..<neighbour.lowerBound])
        let isOwnLine = indent.allSatisfy(Ascii.isBlank)
        if index < 0 {
            guard isOwnLine else {
                let added = texts.map { Array($0.utf8) + separator(at: index) }
                return [Splice(neighbour.lowerBound..<neighbour.lowerBound, Array(added.joined()))]
            }
            return [Splice(line.lowerBound..<line.lowerBound, lines(texts.map { $0 + "," }, indent))]
        }
        if isOwnLine {
            let end = line.upperBound
            let comma = document.commaOffset(after: neighbour.upperBound)
            if let comma, comma < end, document.isEndOfLine(after: comma + 1, limit: end) {
                return [Splice(end..<end, lines(texts.map { $0 + "," }, indent))]
            }
            if comma == nil, document.isEndOfLine(after: neighbour.upperBound, limit: end) {
                let separated = texts.dropLast().map { $0 + "," } + texts.suffix(1)
                return [
                    Splice(neighbour.upperBound..<neighbour.upperBound, ","),
                    Splice(end..<end, lines(separated, indent)),
                ]
            }
        }
        let added = texts.map { separator(at: index) + Array($0.utf8) }
        return [Splice(neighbour.upperBound..<neighbour.upperBound, Array(added.joined()))]
    }

    /// What stands before the item of a flow list, or before the second, where it is nothing but a comma with blanks and
    /// breaks around.
    private func separator(at index: Int) -> [UInt8] {
        let items = children
        let index = max(index, 1)
        guard index < items.count else { return Array(", ".utf8) }
        let (before, after) = (document.nodes[items[index - 1]].span, document.nodes[items[index]].span)
        let gap = document.bytes[before.upperBound..<after.lowerBound]
        let isClear = gap.contains(Ascii.comma) && gap.allSatisfy { Ascii.isBlankOrBreak($0) || $0 == Ascii.comma }
        return isClear ? Array(gap) : Array(", ".utf8)
    }

    private func blockInsertion(of texts: [String], after index: Int) throws(EditRefusal) -> Splice {
        let first = document.nodes[children[0]].span
        let dash = document.skipGap(from: document.nodes[sequence].contentSpan.lowerBound)
        let line = document.lineRange(of: dash..<dash)
        guard document.bytes[line.lowerBound..<dash].allSatisfy(Ascii.isBlank) else {
            throw EditRefusal(reason: "something else stands on the line of the first item", offset: dash)
        }
        // The blanks behind the dash are part of the style.
        let isBeside = !first.isEmpty && document.bytes[dash + 1..<first.lowerBound].allSatisfy(Ascii.isBlank)
        let prefix = Array(document.bytes[line.lowerBound..<(isBeside ? first.lowerBound : dash + 1)])
        let place =
            index < 0 ? line.lowerBound : document.lineRange(of: document.nodes[children[index]].span).upperBound
        return Splice(place..<place, lines(texts, prefix + (isBeside ? [] : [Ascii.blank])))
    }

    private func lines(_ texts: [String], _ prefix: [UInt8]) -> [UInt8] {
        Array(texts.map { prefix + Array(($0 + lineEnd).utf8) }.joined())
    }
}

extension YAMLDocument {
    /// What the items of a list say; nil for one that is no single value, and for null.
    func itemTexts(of sequence: Int) -> [String?] {
        children(of: sequence).map { child in
            let node = resolved(child)
            return nodes[node].kind == .scalar && !(isNull(node) && nodes[node].contentSpan.isEmpty)
                ? text(of: node) : nil
        }
    }

    /// The splices that take the only item out of the list of a key, and leave `[]`.
    func splices(emptying entry: Entry) throws(EditRefusal) -> [Splice] {
        let node = nodes[entry.value]
        let item = nodes[entry.value + 1].span
        if node.style == .flow {
            let inner = node.contentSpan.lowerBound + 1..<node.contentSpan.upperBound - 1
            let comma = commaOffset(after: item.upperBound).map { $0 + 1 }
            let hasComment =
                bytes[inner.lowerBound..<item.lowerBound].contains(Ascii.hash)
                || bytes[item.upperBound..<inner.upperBound].contains(Ascii.hash)
            return [Splice(hasComment ? item.lowerBound..<(comma ?? item.upperBound) : inner, "")]
        }
        let line = try blockRemoval(of: item, gapStart: node.contentSpan.lowerBound)
        let place = valueStart(of: entry)
        return [Splice(place..<place, " []"), line]
    }

    /// Behind the colon of a key, and behind anchor and YAML tag of its value.
    func valueStart(of entry: Entry) -> Int {
        let value = nodes[entry.value]
        guard value.start < value.content else {
            let end = nodes[entry.key].span.upperBound
            return bytes[end..<range.upperBound].firstIndex(of: Ascii.colon).map { $0 + 1 } ?? end
        }
        var (index, end) = (value.span.lowerBound, value.span.lowerBound)
        while index < value.contentSpan.lowerBound,
            bytes[index] == UInt8(ascii: "&") || bytes[index] == UInt8(ascii: "!")
        {
            while index < value.contentSpan.lowerBound, !Ascii.isBlankOrBreak(bytes[index]) { index += 1 }
            end = index
            while index < value.contentSpan.lowerBound, Ascii.isBlank(bytes[index]) { index += 1 }
        }
        return end
    }
}

/// Which items of a list stay when it gets others.
enum ListAlignment {
    /// The longest run of pairs of equal texts, ascending on both sides.
    static func matches(_ olds: [String?], _ news: [String]) -> [(Int, Int)] {
        let isSame = { (old: Int, new: Int) in olds[old].map { $0.utf8.elementsEqual(news[new].utf8) } ?? false }
        var start = 0
        while start < min(olds.count, news.count), isSame(start, start) { start += 1 }
        var tail = 0
        while tail < min(olds.count, news.count) - start, isSame(olds.count - 1 - tail, news.count - 1 - tail) {
            tail += 1
        }
        var pairs = (0..<start).map { ($0, $0) }
        let (rows, columns) = (olds.count - start - tail, news.count - start - tail)
        // A list of thousands that is another one altogether is not worth the search.
        if rows > 0, columns > 0, rows * columns <= 1 << 20 {
            var lengths = [[Int]](repeating: [Int](repeating: 0, count: columns + 1), count: rows + 1)
            for row in (0..<rows).reversed() {
                for column in (0..<columns).reversed() {
                    lengths[row][column] =
                        isSame(start + row, start + column)
                        ? lengths[row + 1][column + 1] + 1 : max(lengths[row + 1][column], lengths[row][column + 1])
                }
            }
            var (row, column) = (0, 0)
            while row < rows, column < columns {
                if isSame(start + row, start + column) {
                    pairs.append((start + row, start + column))
                    (row, column) = (row + 1, column + 1)
                } else if lengths[row + 1][column] >= lengths[row][column + 1] {
                    row += 1
                } else {
                    column += 1
                }
            }
        }
        return pairs + (0..<tail).reversed().map { (olds.count - 1 - $0, news.count - 1 - $0) }
    }
}
