internal import Bytes

/// Replaces the items of a list, in the style of the list. Items that remain keep their bytes.
package struct SequenceEditor {
    /// The fate of an old item.
    private enum Fate {
        case stays
        case becomes(FieldValue.Item)
        case goes
    }

    private var edit: DocumentEditor
    /// The index of the entry in the document.
    private let entry: Int
    private let lineEnd: String

    package init(_ edit: DocumentEditor, entry: Int, lineEnd: Delimiters.LineEnd) {
        self.edit = edit
        self.entry = entry
        self.lineEnd = lineEnd.text
    }

    private var document: YAMLDocument { edit.document }
    private var sequence: Int { document.entries[entry].value }
    private var children: [Int] { Array(document.children(of: sequence)) }

    /// - Throws: an `EditRefusal` if an item to be removed is an alias, has an anchor that is in use, or is not a scalar.
    package mutating func replace(by wanted: [FieldValue.Item]) throws(EditRefusal) -> DocumentEditor {
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
        let items = children
        let anchors = document.aliasedAnchors
        var replacements: [Splice] = []
        var removed: [Int] = []
        for (index, child) in items.enumerated() {
            switch fates[index] {
            case .stays: continue
            case .becomes(let item):
                try checkIsFree(child)
                replacements.append(document.splice(replacing: child, by: item))
            case .goes:
                try checkIsFree(child, anchors)
                removed.append(index)
            }
        }
        try edit.apply(replacements)
        if !added.isEmpty {
            let place = SequenceInsertion(in: sequence, of: document, lineEnd: lineEnd)
            var insertions: [Splice] = []
            for (index, items) in added.sorted(by: { $0.key < $1.key }) {
                insertions += try place.insertion(of: items, after: index)
            }
            try edit.apply(insertions)
            let lengths = added.sorted { $0.key < $1.key }.map { ($0.key, $0.value.count) }
            var shift = 0
            var next = 0
            removed = removed.map { index in
                while next < lengths.count, lengths[next].0 < index {
                    shift += lengths[next].1
                    next += 1
                }
                return index + shift
            }
        }
        try remove(removed)
    }

    /// Removes items by index, but never all of them.
    private mutating func remove(_ places: [Int]) throws(EditRefusal) {
        let entry = entry
        try edit.remove(places) { document, batch throws(EditRefusal) in
            let sequence = document.entries[entry].value
            let items = Array(document.children(of: sequence))
            return try SpliceSet(editing: try document.splices(removing: batch.map { items[$0] }, from: sequence))
        }
    }

    /// - Parameter anchors: the anchors in use, if the item is to be removed.
    private func checkIsFree(_ child: Int, _ anchors: [Int: String] = [:]) throws(EditRefusal) {
        let node = document.nodes[child]
        let offset = node.span.lowerBound
        if node.kind == .alias {
            let name = document.properties(of: child)?.alias ?? ""
            throw EditRefusal(
                reason: "the item *\(name) is an alias, which mm does not edit",
                offset: offset
            )
        }
        guard node.kind == .scalar, node.style != .literal, node.style != .folded else {
            throw EditRefusal(reason: "an item to remove is not on a single line", offset: offset)
        }
        if let anchor = anchors[child] {
            throw EditRefusal(reason: "an item cannot be removed: the alias *\(anchor) needs it", offset: offset)
        }
    }

    // MARK: Removing all items

    /// Leaves `[]`.
    private mutating func removeAll() throws(EditRefusal) {
        let anchors = document.aliasedAnchors
        for child in children { try checkIsFree(child, anchors) }
        try remove(Array(children.indices.dropFirst()))
        try edit.apply(try document.splices(emptying: document.entries[entry]))
    }

    // MARK: Adding

    /// Appends items.
    package mutating func append(_ items: [FieldValue.Item]) throws(EditRefusal) -> DocumentEditor {
        let place = SequenceInsertion(in: sequence, of: document, lineEnd: lineEnd)
        try edit.apply(try place.insertion(of: items, after: children.count - 1))
        return edit
    }
}

extension YAMLDocument {
    /// The texts of the items of a list; nil for null and for an item that is not a scalar.
    package func itemTexts(of sequence: Int) -> [String?] {
        children(of: sequence).map { child in
            let node = resolved(child)
            return nodes[node].kind == .scalar && !(isNull(node) && nodes[node].contentSpan.isEmpty)
                ? text(of: node) : nil
        }
    }

    /// The items of a list: the text of a scalar, the source of a mapping.
    package func itemSources(of sequence: Int) -> [String?] {
        zip(children(of: sequence), itemTexts(of: sequence)).map { child, text in
            nodes[child].kind == .mapping ? String(decoding: bytes[nodes[child].span], as: UTF8.self) : text
        }
    }

    /// The splices that remove the only item of a list and leave `[]`.
    package func splices(emptying entry: Entry) throws(EditRefusal) -> [Splice] {
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
        let line = try blockRemoval(of: item, gapStart: node.contentSpan.lowerBound, in: LineTable(self))
        let place = valueStart(of: entry)
        return [Splice(place..<place, " []"), line]
    }

    /// The offset after the colon of a key, and after the anchor and YAML tag of its value.
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
