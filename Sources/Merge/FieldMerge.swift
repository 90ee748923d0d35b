internal import Bytes
import MemossFiles

/// Merges the source lines of one key after its merged value has been decided.
struct FieldMerge {
    let key: [UInt8]
    let chunks: Versions<FieldChunk?>
    /// The lines of the key; empty where it is absent.
    let lines: Versions<[UInt8]>
    private let documents: Versions<YAMLDocument>
    /// The kind of list; nil if the value is not a list, or if the list is merged as a single value.
    let list: ListText.Kind?
    private let isCRLF: Bool
    /// Whether a list whose items are not all texts is merged item by item.
    private let mergesItems: Bool

    init(
        _ key: [UInt8],
        _ chunks: Versions<FieldChunk?>,
        of fields: Versions<FieldChunks>,
        list: ListText.Kind? = nil,
        mergesItems: Bool = false,
        isCRLF: Bool
    ) {
        (self.key, self.chunks, self.list, self.isCRLF) = (key, chunks, list, isCRLF)
        self.mergesItems = mergesItems && list == .texts
        documents = fields.map(\.document)
        lines = Versions(
            chunks.base.map { fields.base.bytes($0.lines) } ?? [],
            chunks.ours.map { fields.ours.bytes($0.lines) } ?? [],
            chunks.theirs.map { fields.theirs.bytes($0.lines) } ?? []
        )
    }

    /// What the keys are called in the file, if they have other names.
    var names: KeyNames? { documents.ours.names ?? documents.theirs.names ?? documents.base.names }

    /// Whether neither side changed the lines.
    var isUnchanged: Bool { lines.ours == lines.base && lines.theirs == lines.base }

    /// - Returns: nil if the key is gone.
    func pieces(_ choice: MergeChoice) -> [MergePiece]? {
        switch choice {
        case .none: return hasNewComment ? conflict : nil
        case .conflict: return mergedItems.map { [.text($0)] } ?? conflict
        case .same:
            return (text(of: lines.smallerSide, isSame: true) ?? list(of: .ours)).map { [.text($0)] } ?? conflict
        case .side(let side): return (list(of: side) ?? text(of: side, isSame: false)).map { [.text($0)] } ?? conflict
        case .text(let text, let side): return written(text, like: side).map { [.text($0)] } ?? conflict
        case .items(let items): return ListText(self, items).bytes.map { [.text($0)] } ?? conflict
        }
    }

    /// The lines of a list whose items are not all texts.
    private var mergedItems: [UInt8]? {
        guard mergesItems, let text = ItemChunks.merged(lines, names), let read = SingleField(text, names),
            read.key == key, case .list = read.value, keepsComments(text)
        else { return nil }
        return text
    }

    /// The line of one side with another value.
    private func written(_ text: String, like side: MergeSide) -> [UInt8]? {
        guard let parts = FieldParts(chunks[side], documents[side]) else { return nil }
        let line = parts.head + Array(text.utf8) + parts.tail
        return keepsComments(line) && SingleField(line, names)?.value.text == Array(text.utf8) ? line : nil
    }

    /// The list of one side, in the style that the other side gave it.
    private func list(of side: MergeSide) -> [UInt8]? {
        guard lines[side.other] != lines.base, chunks[side.other] != nil, let items = ListText.items(of: self, side)
        else { return nil }
        return ListText(self, items).bytes
    }

    var conflict: [MergePiece] {
        [.conflict(key: String(decoding: key, as: UTF8.self), ours: lines.ours, theirs: lines.theirs, isCRLF: isCRLF)]
    }

    func node(_ side: MergeSide) -> (document: YAMLDocument, value: Int)? {
        chunks[side].map { (documents[side], $0.entry.value) }
    }

    var baseNode: (document: YAMLDocument, value: Int)? { chunks.base.map { (documents.base, $0.entry.value) } }

    func value(_ side: MergeSide) -> MergeValue? { node(side).map { MergeValue($0.value, in: $0.document) } }

    // MARK: Text

    private func text(of side: MergeSide, isSame: Bool) -> [UInt8]? {
        if isSame, let side = lines.changedSide { return lines[side] }
        if chunks[side.other] == nil || lines[side.other] == lines.base { return lines[side] }
        let candidates = [mergedParts(side, isSame: isSame), lines[side], isSame ? lines[side.other] : nil]
        if let right = candidates.lazy.compactMap(\.self).first(where: { isRight($0, side, isSame) }) { return right }
        let merge = LineMerge(lines)
        let text = merge.pieces.text(of: .ours)
        return merge.isClean && isRight(text, side, isSame) ? text : nil
    }

    /// Whether the lines have the chosen value and every comment that must be kept.
    private func isRight(_ text: [UInt8], _ side: MergeSide, _ isSame: Bool) -> Bool {
        guard let read = SingleField(text, names), read.key == key else { return false }
        return (read.value == value(side) || isSame && read.value == value(side.other)) && keepsComments(text)
    }

    /// Merges a line in three parts: the text before the value, the value, and the text after it. Nil if a value spans
    /// several lines.
    private func mergedParts(_ side: MergeSide, isSame: Bool) -> [UInt8]? {
        let parts = Versions(
            FieldParts(chunks.base, documents.base),
            FieldParts(chunks.ours, documents.ours),
            FieldParts(chunks.theirs, documents.theirs)
        )
        guard let ours = parts.ours, let theirs = parts.theirs, parts.base != nil || chunks.base == nil else {
            return nil
        }
        let own = side == .ours ? ours : theirs
        let base = parts.base ?? FieldParts()
        let isAlike = ours.value.isEmpty == theirs.value.isEmpty
        let head = isAlike ? Versions(base.head, ours.head, theirs.head).settled : nil
        let value = isSame ? Versions(base.value, ours.value, theirs.value).settled : nil
        let tails = Versions(base.tail, ours.tail, theirs.tail)
        guard let tailSide = tails.changedSide ?? tails.map({ Array($0.trimmed) }).changedSide else { return nil }
        return (head ?? own.head) + (value ?? own.value) + tails[tailSide]
    }

    // MARK: Comments

    func keepsComments(_ text: [UInt8]) -> Bool {
        guard let wanted = MergeComments.wanted(lines), let found = MergeComments.found(in: text) else { return false }
        return wanted.isSubset(of: found)
    }

    /// Whether a side added a comment to a value that is removed.
    private var hasNewComment: Bool {
        guard let base = MergeComments.found(in: lines.base) else { return true }
        return MergeSide.allCases.contains { side in
            MergeComments.found(in: lines[side]).map { !$0.isSubset(of: base) } ?? true
        }
    }
}

/// The parts of the line of a key; nil if its value takes several lines.
private struct FieldParts {
    var head: [UInt8] = []
    var value: [UInt8] = []
    var tail: [UInt8] = []

    init() {}

    init?(_ chunk: FieldChunk?, _ document: YAMLDocument) {
        guard let chunk, !document.bytes[chunk.lines].dropLast().contains(Ascii.lineFeed) else { return nil }
        head = Array(document.bytes[chunk.lines.lowerBound..<chunk.value.lowerBound])
        value = Array(document.bytes[chunk.value])
        tail = Array(document.bytes[chunk.value.upperBound..<chunk.lines.upperBound])
    }
}
