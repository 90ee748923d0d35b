internal import Bytes

/// Splices of the registry, collected and verified as one edit.
package struct RegistryEditor {
    let document: YAMLDocument
    let lines: LineTable
    var splices: [Splice] = []

    package init(document: YAMLDocument) {
        self.document = document
        lines = LineTable(document)
    }

    var lineEnd: String {
        let first = document.bytes.firstIndex(of: Ascii.lineFeed)
        guard let first, first > 0, document.bytes[first - 1] == Ascii.carriageReturn else { return "\n" }
        return "\r\n"
    }

    var isFlow: Bool { document.nodes.first?.style == .flow }

    /// Renames a key in its existing style.
    mutating func rename(_ key: Int, to name: String) throws(EditRefusal) {
        let node = document.nodes[key]
        guard node.style != .literal, node.style != .folded else {
            throw EditRefusal(reason: "the name is a block of several lines", offset: node.span.lowerBound)
        }
        let item = FieldValue.Item(name, .string)
        splices.append(Splice(node.contentSpan, ScalarText.written(item, as: node.style, inFlow: node.isInFlow)))
    }

    /// Removes entries and their lines. In a flow mapping, no two may be adjacent.
    mutating func remove(_ entries: [YAMLDocument.Entry]) throws(EditRefusal) {
        let anchors = document.aliasedAnchors
        let all = document.entries
        let places = isFlow ? Dictionary(uniqueKeysWithValues: all.enumerated().map { ($1.key, $0) }) : [:]
        for entry in entries {
            let span = entrySpan(entry)
            if isFlow {
                let index = places[entry.key] ?? 0
                let previous = index > 0 ? entrySpan(all[index - 1]) : nil
                let next = index + 1 < all.count ? entrySpan(all[index + 1]) : nil
                splices += document.separatedRemoval(of: span, previous: previous, next: next, in: lines)
                continue
            }
            guard !(entry.key..<Int(document.nodes[entry.value].subtreeEnd)).contains(where: { anchors[$0] != nil })
            else { throw EditRefusal(reason: "an alias needs an anchor of this entry", offset: span.lowerBound) }
            splices.append(Splice(lines.range(of: span), ""))
        }
    }

    /// Sets the aliases of an entry to `names`, adding to those it `had`. Duplicates and the entry's own name are
    /// dropped.
    ///
    /// - Returns: the resulting aliases of the entry.
    package mutating func setAliases(
        _ names: [TagName],
        of entry: YAMLDocument.Entry,
        name: TagName,
        had: [TagName]
    ) throws(EditRefusal) -> [TagName] {
        var known: Set<TagName> = [name]
        var fresh = names.filter { known.insert($0).inserted && !had.contains($0) }[...]
        // A new name takes the place of one that goes.
        var wanted = had.compactMap { known.contains($0) && $0 != name ? $0 : fresh.popFirst() }
        wanted += fresh
        guard wanted != had else { return had }
        let list = "[" + wanted.map { item($0) }.joined(separator: ", ") + "]"
        let value = document.nodes[entry.value]
        let field =
            value.kind == .mapping
            ? document.entries(of: entry.value).first { document.text(of: $0.key, equals: "aliases") } : nil
        if let field {
            try replaceAliases(field, by: wanted, had: had, list: list)
        } else if wanted.isEmpty {
            return wanted
        } else if value.kind == .mapping, value.style == .flow {
            let isEmpty = document.entries(of: entry.value).isEmpty
            let end = lastChildEnd(of: entry.value) ?? value.contentSpan.lowerBound + 1
            splices.append(Splice(end..<end, (isEmpty ? "" : ", ") + "aliases: " + list))
        } else if value.kind == .mapping {
            insertField("aliases: " + list, below: entry.value)
        } else if value.kind == .scalar, !isFlow {
            try expandShortForm(entry, list)
        } else {
            throw EditRefusal(reason: "the entry '\(name)' cannot take an alias", offset: value.span.lowerBound)
        }
        return wanted
    }

    /// The new bytes, verified by parsing them again; nil if nothing changes.
    package func result() throws(EditRefusal) -> [UInt8]? {
        guard !splices.isEmpty else { return nil }
        if let offset = document.foreignLineBreak {
            throw EditRefusal(
                reason: "the registry has a line break that YAML and editors read differently",
                offset: offset
            )
        }
        let set = try SpliceSet(editing: splices, "two edits of the registry overlap")
        let bytes = set.applied(to: document.bytes)
        guard bytes.count - document.range.lowerBound <= YAMLDocument.maximumSize else {
            throw EditRefusal(
                reason: "the registry would be larger than the limit of 1 MiB",
                offset: splices[0].range.lowerBound
            )
        }
        let range = document.range.lowerBound..<bytes.count
        do throws(YAMLDocument.Fault) {
            _ = try YAMLDocument.parseWithLibYAML(bytes, range: range)
        } catch {
            throw EditRefusal(reason: "the edit would not leave valid YAML", offset: splices[0].range.lowerBound)
        }
        return bytes
    }

    // MARK: Pieces

    private mutating func replaceAliases(
        _ field: YAMLDocument.Entry,
        by wanted: [TagName],
        had: [TagName],
        list: String
    ) throws(EditRefusal) {
        let node = document.nodes[field.value]
        let isEditable =
            node.kind == .sequence || node.kind == .scalar && node.style != .literal && node.style != .folded
        guard isEditable else {
            throw EditRefusal(reason: "the aliases cannot be edited in place", offset: node.span.lowerBound)
        }
        guard node.kind == .sequence, !had.isEmpty, !wanted.isEmpty else {
            // An absent value or a single string is replaced as a whole.
            if node.kind == .sequence, node.style == .block {
                throw EditRefusal(reason: "the aliases cannot be edited in place", offset: node.span.lowerBound)
            }
            splices.append(Splice(node.contentSpan, (node.contentSpan.isEmpty ? " " : "") + list))
            return
        }
        let (old, new) = (Set(had), Set(wanted))
        var added = wanted.filter { !old.contains($0) }[...]
        let isFlow = node.style == .flow
        var removed: [Int] = []
        for old in TagItems(of: field.value, in: document).items where !new.contains(old.name) {
            if added.isEmpty {
                removed.append(old.node)
            } else {
                let span = document.nodes[old.node].contentSpan
                splices.append(Splice(span, item(added.removeFirst(), inFlow: isFlow)))
            }
        }
        if !removed.isEmpty { splices += try document.splices(removing: removed, from: field.value) }
        guard !added.isEmpty, let end = lastChildEnd(of: field.value) else { return }
        if isFlow {
            splices.append(Splice(end..<end, added.map { ", " + item($0) }.joined()))
        } else {
            let first = node.contentSpan.lowerBound
            let indent = String(repeating: " ", count: first - lines.range(of: first..<first).lowerBound)
            insertLines(added.map { indent + "- " + item($0, inFlow: false) }, after: end)
        }
    }

    /// Expands `Work: "#3B82F6"` into separate lines for colour and aliases.
    private mutating func expandShortForm(_ entry: YAMLDocument.Entry, _ list: String) throws(EditRefusal) {
        let value = document.nodes[entry.value]
        let line = lines.range(of: document.nodes[entry.key].span)
        guard value.span.upperBound <= line.upperBound, document.properties(of: entry.value) == nil else {
            throw EditRefusal(reason: "the entry cannot take an alias", offset: value.span.lowerBound)
        }
        let indent = String(repeating: " ", count: document.nodes[entry.key].span.lowerBound - line.lowerBound + 2)
        if !value.contentSpan.isEmpty {
            let colon = document.nodes[entry.key].span.upperBound + 1
            splices.append(Splice(colon..<value.contentSpan.lowerBound, "\(lineEnd)\(indent)color: "))
        }
        insertLines([indent + "aliases: " + list], after: value.span.upperBound)
    }

    /// Adds a last line to a block mapping, indented as its other keys.
    mutating func insertField(_ text: String, below mapping: Int) {
        let first = document.nodes[mapping].contentSpan.lowerBound
        let line = lines.range(of: first..<first).lowerBound
        let indent = String(repeating: " ", count: first - line)
        insertLines([indent + text], after: lastChildEnd(of: mapping) ?? first)
    }

    private mutating func insertLines(_ lines: [String], after offset: Int) {
        let end = self.lines.range(of: offset..<offset).upperBound
        let isOpen = end == document.bytes.count && document.bytes.last != Ascii.lineFeed
        let text = isOpen ? lines.map { lineEnd + $0 }.joined() : lines.map { $0 + lineEnd }.joined()
        splices.append(Splice(end..<end, text))
    }

    func lastChildEnd(of node: Int) -> Int? {
        var last: Int?
        for child in document.children(of: node) { last = document.nodes[child].span.upperBound }
        return last
    }

    func item(_ name: TagName, inFlow: Bool = true) -> String {
        ScalarText.written(FieldValue.Item(name.text, .string), inFlow: inFlow)
    }
}
