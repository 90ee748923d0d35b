internal import Bytes
import MemossFiles

/// Merges the tag registry tag by tag, and a tag that both sides changed field by field.
struct RegistryMerge {
    private let files: Versions<FieldChunks>
    private let fields: Versions<KeyedMerge.Fields>
    private let isCRLF: Bool
    /// Whether the merged file ends with a line break.
    private let isEnded: Bool

    /// - Returns: nil if a version cannot be merged tag by tag.
    init?(_ versions: Versions<[UInt8]>) {
        let ended = versions.map { $0.isEmpty || $0.last == Ascii.lineFeed }
        isEnded = ended.settled ?? true
        isCRLF = Delimiters.LineEnd(of: versions.ours) == .crlf
        let texts = versions.map { $0.isEmpty || $0.last == Ascii.lineFeed ? $0 : $0 + [Ascii.lineFeed] }
        guard let base = Self.chunks(texts.base), let ours = Self.chunks(texts.ours),
            let theirs = Self.chunks(texts.theirs)
        else { return nil }
        files = Versions(base, ours, theirs)
        let named = Versions(files) { Array(TagName(String(ordering: $0.key[...])).key.utf8) }
        fields = named.map { Self.renamed($0, since: named.base) }
        guard [fields.base, fields.ours, fields.theirs].allSatisfy(\.areUnique) else { return nil }
    }

    /// Merges two entries that turned out to be the same tag; they have no common ancestor.
    init?(joining ours: [UInt8], _ theirs: [UInt8], isCRLF: Bool) {
        guard let base = Self.chunks([]), let ours = Self.chunks(ours), let theirs = Self.chunks(theirs),
            ours.chunks.count == 1, theirs.chunks.count == 1
        else { return nil }
        files = Versions(base, ours, theirs)
        fields = Versions(files) { _ in [] }
        (self.isCRLF, isEnded) = (isCRLF, true)
    }

    static func chunks(_ bytes: [UInt8]) -> FieldChunks? {
        guard let document = try? YAMLDocument.read(bytes, range: 0..<bytes.count), document.isMergeable else {
            return nil
        }
        return FieldChunks(document, mapping: document.nodes.isEmpty ? nil : 0, in: 0..<bytes.count)
    }

    // MARK: Identities

    /// The tags of a version, which are identified by their normalised names. A tag that a side renamed keeps its
    /// identity from the base: it has the same id, or its former name as a new alias.
    private static func renamed(_ side: KeyedMerge.Fields, since base: KeyedMerge.Fields) -> KeyedMerge.Fields {
        var identities = side.identities
        for (index, identity) in identities.enumerated() where base[identity] == nil {
            let tag = TagFacts(side.chunks.chunks[index], in: side.chunks)
            let former = base.identities.first { former in
                guard side[former] == nil, let chunk = base[former] else { return false }
                let old = TagFacts(chunk, in: base.chunks)
                return tag.id != nil && tag.id == old.id || tag.aliases.contains(old.name)
            }
            if let former, !identities.contains(former) { identities[index] = former }
        }
        return KeyedMerge.Fields(side.chunks, identities, count: side.count)
    }

    // MARK: Merging

    /// - Returns: nil if the result, parsed again, does not have the intended values.
    var pieces: [MergePiece]? {
        let entries = RegistryJoin(fields, isCRLF: isCRLF) { merged($0) }.entries
        let merge = KeyedMerge(fields, isCRLF: isCRLF)
        let result = merge.result { identity, _ in entries[identity] }
        var read: [YAMLDocument] = []
        // If there is no conflict, both sides have the same lines.
        for side in result.pieces.isClean ? [.ours] : MergeSide.allCases {
            let text = result.pieces.text(of: side)
            guard let file = Self.chunks(text), merge.agrees(result, with: file, on: side), isConsistent(text) else {
                return nil
            }
            read.append(file.document)
        }
        guard MergeComments.areKept(files.map(\.document), in: read) else { return nil }
        return isEnded ? result.pieces : withoutLastLineEnd(result.pieces)
    }

    /// Whether no name or alias refers to two tags, unless one already does on a side.
    private func isConsistent(_ text: [UInt8]) -> Bool {
        TagRegistry(parsing: text).isConsistent
            || [files.ours, files.theirs].contains { !TagRegistry(parsing: $0.bytes($0.document.range)).isConsistent }
    }

    /// The only entry of each side, merged.
    var joined: [MergePiece]? {
        fields.ours[0].flatMap { ours in merged(Versions(nil, ours, fields.theirs[0])) }
    }

    private func withoutLastLineEnd(_ pieces: [MergePiece]) -> [MergePiece] {
        guard let index = pieces.lastIndex(where: { $0 != .text([]) }), case .text(var text) = pieces[index],
            text.last == Ascii.lineFeed
        else { return pieces }
        text.removeLast()
        return pieces[..<index] + [.text(text)]
    }

    /// - Returns: nil if the tag is gone.
    private func merged(_ chunks: Versions<FieldChunk?>) -> [MergePiece]? {
        // The same key on both clones.
        let key = chunks.base?.key ?? [chunks.ours, chunks.theirs].compactMap { $0?.key }.min(by: Self.precedes) ?? []
        let field = FieldMerge(key, chunks, of: files, isCRLF: isCRLF)
        if let side = field.lines.changedSide { return chunks[side] == nil ? nil : [.text(field.lines[side])] }
        guard let ours = chunks.ours, let theirs = chunks.theirs else { return field.conflict }
        if isReplaced(chunks) { return field.conflict }
        if let pieces = nested(chunks) { return pieces }
        guard ours.key == theirs.key else { return twoNames(chunks, field) ?? field.conflict }
        let values = (field.value(.ours), field.value(.theirs))
        return (values.0 == values.1 && chunks.base?.key ?? ours.key == ours.key ? field.pieces(.same) : nil)
            ?? field.conflict
    }

    /// Whether one tag became two: a side gave its name to a new tag with another id.
    private func isReplaced(_ chunks: Versions<FieldChunk?>) -> Bool {
        let ids = Versions(id(chunks.base, files.base), id(chunks.ours, files.ours), id(chunks.theirs, files.theirs))
        return ids.base != nil && ids.ours != nil && ids.theirs != nil && ids.ours != ids.theirs
    }

    private func id(_ chunk: FieldChunk?, _ file: FieldChunks) -> [UInt8]? {
        chunk.flatMap { TagFacts($0, in: file).id }
    }

    /// The conflict of a tag that both sides renamed. Each side has the name of the other one as a former name: whichever
    /// is chosen, the files that use the other name keep the tag.
    ///
    /// - Returns: nil if an entry cannot take a former name.
    private func twoNames(_ chunks: Versions<FieldChunk?>, _ field: FieldMerge) -> [MergePiece]? {
        func text(_ side: MergeSide) -> [UInt8]? {
            guard let other = chunks[side.other].map({ TagFacts($0, in: files[side.other]) }) else { return nil }
            let merged = nested(chunks, named: side)?.text(of: side)
            let lines = merged ?? field.lines[side]
            let registry = TagRegistry(parsing: lines)
            guard let document = registry.document, registry.tags.count == 1, let tag = registry.tags.first,
                let entry = registry.entry(of: tag.name)
            else { return nil }
            var edit = RegistryEditor(document: document)
            let names = tag.aliases + (merged == nil ? other.aliases : []) + [other.name]
            do throws(EditRefusal) {
                let aliases = try edit.setAliases(names, of: entry, name: tag.name, had: tag.aliases)
                let bytes = try edit.result() ?? lines
                return TagRegistry(parsing: bytes).tags.map(\.aliases) == [aliases] ? bytes : nil
            } catch {
                return nil
            }
        }
        guard let ours = text(.ours), let theirs = text(.theirs) else { return nil }
        return [.conflict(key: String(decoding: field.key, as: UTF8.self), ours: ours, theirs: theirs, isCRLF: isCRLF)]
    }

    /// Merges the fields of a tag.
    ///
    /// - Parameter named: the side whose name the tag gets; nil for the side that changed it.
    /// - Returns: nil if the fields do not have lines of their own, or both sides changed the name.
    private func nested(_ chunks: Versions<FieldChunk?>, named side: MergeSide? = nil) -> [MergePiece]? {
        guard let ours = RegistryEntry(chunks.ours, in: files.ours),
            let theirs = RegistryEntry(chunks.theirs, in: files.theirs)
        else { return nil }
        // A short form in the base has no fields.
        guard let base = RegistryEntry(chunks.base, in: files.base) ?? RegistryEntry(besides: ours) else { return nil }
        let entries = Versions(base, ours, theirs)
        let heads = entries.map(\.head)
        guard let head = side.map({ heads[$0] }) ?? heads.settled ?? newHead(chunks, heads) else { return nil }
        let chunks = entries.map(\.fields)
        let rules = RegistryRules(chunks)
        var name: [UInt8] = []
        let merge = KeyedMerge(Versions(chunks), isCRLF: isCRLF)
        let result = merge.result { _, found in
            let key = (found.ours ?? found.theirs)?.key ?? []
            return FieldMerge(key, found, of: chunks, list: RegistryRules.list(key), isCRLF: isCRLF)
                .pieces(rules.choice(key))
        }
        for side in MergeSide.allCases {
            guard let read = Self.chunks(head + result.pieces.text(of: side)), read.chunks.count == 1,
                let entry = RegistryEntry(read.chunks[0], in: read),
                merge.agrees(result, with: entry.fields, on: side)
            else { return nil }
            name = read.chunks[0].key
        }
        return [.text(head)] + result.pieces.map { $0.naming(name) }
    }

    /// The name line of a tag that both sides created or renamed: the newer name if one side has the other's name as a
    /// new former one. Both clones choose the same spelling.
    private func newHead(_ chunks: Versions<FieldChunk?>, _ heads: Versions<[UInt8]>) -> [UInt8]? {
        guard let ours = chunks.ours.map({ TagFacts($0, in: files.ours) }),
            let theirs = chunks.theirs.map({ TagFacts($0, in: files.theirs) })
        else { return nil }
        let base = chunks.base.map { TagFacts($0, in: files.base) }
        if ours.name == theirs.name { return base == nil ? [heads.ours, heads.theirs].min(by: Self.precedes) : nil }
        let known = base?.aliases ?? []
        let isNewer = { (one: TagFacts, other: TagFacts) in
            one.aliases.contains(other.name) && !known.contains(other.name)
        }
        switch (isNewer(ours, theirs), isNewer(theirs, ours)) {
        case (true, false): return heads.ours
        case (false, true): return heads.theirs
        default: return nil
        }
    }

    private static func precedes(_ a: [UInt8], _ b: [UInt8]) -> Bool { a.lexicographicallyPrecedes(b) }
}

extension MergePiece {
    /// For a conflict in the fields of a tag: the same conflict with the name of the tag.
    fileprivate func naming(_ tag: [UInt8]) -> MergePiece {
        guard case .conflict(let key, let ours, let theirs, let isCRLF) = self else { return self }
        let name = String(decoding: tag, as: UTF8.self)
        return .conflict(key: key.map { "\(name): \($0)" } ?? name, ours: ours, theirs: theirs, isCRLF: isCRLF)
    }
}

/// An entry of the registry with its fields on lines of their own.
private struct RegistryEntry {
    /// The line of the name.
    var head: [UInt8]
    var fields: FieldChunks

    /// Nil if the entry is absent or in another form.
    init?(_ chunk: FieldChunk?, in file: FieldChunks) {
        guard let chunk else { return nil }
        let document = file.document
        let value = document.nodes[chunk.entry.value]
        let line = document.lineRange(of: document.nodes[chunk.entry.key].span)
        guard value.kind == .mapping, value.contentSpan.lowerBound >= line.upperBound,
            let fields = FieldChunks(document, mapping: chunk.entry.value, in: line.upperBound..<chunk.lines.upperBound)
        else { return nil }
        (head, self.fields) = (file.bytes(line), fields)
    }

    /// An entry without fields.
    init?(besides other: RegistryEntry) {
        guard let fields = FieldChunks(other.fields.document, mapping: nil, in: 0..<0) else { return nil }
        (head, self.fields) = ([], fields)
    }
}
