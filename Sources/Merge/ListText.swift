import MemossFiles

/// Writes a merged list in the style of the side that changed it.
struct ListText {
    private let field: FieldMerge
    private let items: [String]

    init(_ field: FieldMerge, _ items: [String]) { (self.field, self.items) = (field, items) }

    /// The kind of a list's items.
    enum Kind: Sendable {
        case names, dates, texts
    }

    private var isOfNames: Bool { field.list == .names }

    /// The items of one side; nil if the list is malformed.
    static func items(of field: FieldMerge, _ side: MergeSide) -> [String]? {
        guard let (document, value) = field.node(side), let kind = field.list else { return nil }
        if kind == .dates { return MergeValue(value, in: document).dates?.map(\.description) }
        if kind == .texts { return MergeValue(value, in: document).texts }
        let items = TagItems(of: value, in: document)
        return items.faults.isEmpty ? items.items.map(\.name.text) : nil
    }

    /// The lines of the key; nil if writing them would lose a comment.
    var bytes: [UInt8]? {
        if let written = try? written(in: carrier), isRight(written) { return written }
        if let written = try? written(in: carrier.other), isRight(written) { return written }
        let merge = LineMerge(field.lines)
        let text = merge.pieces.text(of: .ours)
        return merge.isClean && isRight(text) ? text : nil
    }

    // MARK: Style

    /// How a list is written. A later style wins over an earlier one.
    private enum Style: Int {
        case absent, null, scalar, flow, block
    }

    private func style(_ node: (document: YAMLDocument, value: Int)?) -> Style {
        guard let (document, value) = node else { return .absent }
        switch document.nodes[value].kind {
        case .sequence: return document.nodes[value].style == .flow ? .flow : .block
        default: return document.isNull(value) ? .null : .scalar
        }
    }

    private var carrier: MergeSide {
        let styles = Versions(style(field.baseNode), style(field.node(.ours)), style(field.node(.theirs)))
        if styles.ours == .absent || styles.theirs == .absent { return styles.ours == .absent ? .theirs : .ours }
        if styles.base != .absent, styles.ours != styles.theirs, let side = styles.changedSide { return side }
        if styles.theirs == styles.ours { return field.lines.smallerSide }
        return styles.theirs.rawValue > styles.ours.rawValue ? .theirs : .ours
    }

    // MARK: Writing

    private func written(in side: MergeSide) throws(EditRefusal) -> [UInt8]? {
        guard let field = SingleField(field.lines[side], field.names) else { return nil }
        let document = field.document
        try document.refuseForeignLineBreak()
        var edit = DocumentEditor(document)
        let node = document.nodes[field.node]
        let (own, plain) = (spellings(in: field), plainNames(of: side.other))
        let wanted = items.map { item in
            let key = key(of: item)
            return FieldValue.Item(own[key] ?? item, isOfNames && !plain.contains(key) ? .string : .any)
        }
        switch node.kind {
        case .sequence:
            if node.subtreeEnd == Int32(field.node) + 1, !wanted.isEmpty, node.style == .flow {
                var sequence = SequenceEditor(edit, entry: 0, lineEnd: Delimiters.LineEnd(of: document.bytes))
                return try sequence.append(wanted).document.bytes
            }
            var sequence = SequenceEditor(edit, entry: 0, lineEnd: Delimiters.LineEnd(of: document.bytes))
            return try sequence.replace(by: wanted).document.bytes
        case .scalar where isOfNames && !document.isNull(field.node):
            let names = TagItems(of: field.node, in: document).items.map(\.name.text)
            if document.text(of: document.entries[0].key, equals: "tags"), items.starts(with: names) {
                let added = items.dropFirst(names.count).map { TagName($0) }
                if !added.isEmpty { try edit.apply(try TagItemEditor(document: document).appending(added)) }
            } else {
                let text = items.joined(separator: ", ")
                try edit.apply([document.splice(replacing: field.node, by: FieldValue.Item(text, .string))])
            }
            return edit.document.bytes
        case .scalar where document.properties(of: field.node) == nil && !items.isEmpty:
            try edit.apply([document.splice(replacing: field.node, by: .list(wanted))])
            return edit.document.bytes
        default: return nil
        }
    }

    /// The items as the list spells them, such as a tag with its `#`, by their normalised values.
    private func spellings(in field: SingleField) -> [String: String] {
        let document = field.document
        guard document.nodes[field.node].kind == .sequence else { return [:] }
        if isOfNames {
            let items = TagItems(of: field.node, in: document).items
            return Dictionary(items.map { (Self.exact($0.name.text), document.text(of: $0.node)) }) { first, _ in first
            }
        }
        return document.dateSpellings(in: document.children(of: field.node))
    }

    /// Swift compares strings by canonical equivalence; the bytes as the key keep texts apart that differ in their
    /// bytes.
    private static func exact(_ text: String) -> String { text.utf8.map { String($0, radix: 16) }.joined() }

    private func key(of item: String) -> String {
        isOfNames ? Self.exact(item) : (try? DateValue(parsing: item))?.iso ?? item
    }

    /// The tags that a side wrote without quotes in its list.
    private func plainNames(of side: MergeSide) -> Set<String> {
        guard isOfNames, let (document, value) = field.node(side), document.nodes[value].kind == .sequence else {
            return []
        }
        let plain = TagItems(of: value, in: document).items.filter { document.nodes[$0.node].style == .plain }
        return Set(plain.map { Self.exact($0.name.text) })
    }

    private func isRight(_ text: [UInt8]?) -> Bool {
        guard let text, let read = SingleField(text, field.names), read.key == field.key, field.keepsComments(text)
        else {
            return false
        }
        if isOfNames {
            let found = TagItems(of: read.node, in: read.document)
            return found.faults.isEmpty && found.items.map { Array($0.name.text.utf8) } == items.map { Array($0.utf8) }
        }
        if field.list == .texts {
            return read.value.texts.map { $0.map { Array($0.utf8) } } == items.map { Array($0.utf8) }
        }
        let dates = items.compactMap { try? DateValue(parsing: $0) }
        guard let found = read.value.dates, found.count == dates.count else { return false }
        return zip(found, dates).allSatisfy { $0.isSame(as: $1) }
    }
}
