import MemossFiles

/// Joins entries of a merged registry that turn out to be the same tag, because each side renamed or created it on its
/// own: they share a name or an id, or the name of one is a former name of the other.
struct RegistryJoin {
    typealias Identity = KeyedMerge.Identity

    /// The merged lines by identity; nil for a tag that is gone.
    private(set) var entries: [[MergePiece]?]
    private let fields: Versions<KeyedMerge.Fields>
    private let isCRLF: Bool
    /// Whether ids identify tags. They do not if a side uses one twice.
    private let hasUniqueIDs: Bool
    /// For the identity that a joined tag keeps, the identity that it gave up.
    private var partners: [Identity: Identity] = [:]

    /// - Parameter merged: the merged lines of one tag.
    init(
        _ fields: Versions<KeyedMerge.Fields>,
        isCRLF: Bool,
        merged: (Versions<FieldChunk?>) -> [MergePiece]?
    ) {
        (self.fields, self.isCRLF) = (fields, isCRLF)
        let sides = MergeSide.allCases.map { side in TagRegistry(parsing: fields[side].text) }
        hasUniqueIDs = sides.allSatisfy(\.hasUniqueIDs)
        entries = (0..<fields.ours.count).map { identity in
            let chunks = fields.map { $0[identity] }
            return chunks.ours == nil && chunks.theirs == nil ? nil : merged(chunks)
        }
        // A merge does not repair duplicates that a side already had.
        guard sides.allSatisfy(\.isConsistent) else { return }
        joinPairs()
        for side in MergeSide.allCases {
            for pair in collisions(on: side) { for identity in pair { separate(identity) } }
        }
    }

    // MARK: Collisions

    /// Pairs of entries that cannot both be in a registry, in a fixed order.
    private func collisions(on side: MergeSide) -> [[Identity]] {
        var pairs: [[Identity]] = []
        var (names, owners) = ([TagName: Identity](), [TagName: Identity]())
        var ids: [[UInt8]: Identity] = [:]
        var tags: [(identity: Identity, facts: TagFacts)] = []
        for (identity, pieces) in entries.enumerated() {
            guard let pieces, let facts = facts(pieces.text(of: side), identity) else { continue }
            tags.append((identity, facts))
            if let other = names[facts.name] { pairs.append([other, identity]) } else { names[facts.name] = identity }
            guard hasUniqueIDs, let id = facts.id else { continue }
            if let other = ids[id] { pairs.append([other, identity]) } else { ids[id] = identity }
        }
        for tag in tags {
            for alias in tag.facts.aliases {
                let other = names[alias] ?? owners[alias]
                if let other, other != tag.identity { pairs.append([other, tag.identity]) }
                if owners[alias] == nil { owners[alias] = tag.identity }
            }
        }
        return pairs
    }

    private func facts(_ text: [UInt8], _ identity: Identity) -> TagFacts? {
        if let (file, chunk) = fields.source(of: text, identity) { return TagFacts(chunk, in: file) }
        guard let file = RegistryMerge.chunks(text), file.chunks.count == 1 else { return nil }
        return TagFacts(file.chunks[0], in: file)
    }

    // MARK: Joining

    /// Joins each tag with at most one other. If more match, the user decides.
    private mutating func joinPairs() {
        for pair in collisions(on: .ours) {
            let pieces = pair.compactMap { entries[$0] }
            let texts = pieces.map { $0.text(of: .ours) }
            guard texts.count == 2, pair[0] != pair[1], pieces.allSatisfy(\.isClean),
                !pair.contains(where: { partners[$0] != nil }), let first = facts(texts[0], pair[0]),
                let second = facts(texts[1], pair[1]), isOne(first, second),
                let side = side(of: pair, [first.name, second.name])
            else { continue }
            let both = side == .ours ? texts : texts.reversed()
            guard let joined = RegistryMerge(joining: both[0], both[1], isCRLF: isCRLF)?.joined else { continue }
            let known = fields.base[pair[0]] == nil && fields.base[pair[1]] != nil
            let (kept, gone) = known ? (pair[1], pair[0]) : (pair[0], pair[1])
            entries[kept] = joined
            entries[gone] = nil
            partners[kept] = gone
        }
    }

    /// Whether two entries share a name or an id, or the name of one is a former name of the other.
    private func isOne(_ first: TagFacts, _ second: TagFacts) -> Bool {
        first.name == second.name || hasUniqueIDs && first.id != nil && first.id == second.id
            || first.aliases.contains(second.name) || second.aliases.contains(first.name)
    }

    /// The side that named the first of two entries, if the other side named the second.
    private func side(of pair: [Identity], _ names: [TagName]) -> MergeSide? {
        func isNamed(_ index: Int, on side: MergeSide) -> Bool {
            guard let chunk = fields[side][pair[index]] else { return false }
            return TagFacts(chunk, in: fields[side].chunks).name == names[index]
        }
        return MergeSide.allCases.first { isNamed(0, on: $0) && isNamed(1, on: $0.other) }
    }

    /// Gives up merging a tag and the one that was joined with it: each becomes a conflict, unless the sides agree.
    private mutating func separate(_ identity: Identity) {
        for identity in [identity, partners.removeValue(forKey: identity)].compactMap(\.self) {
            let chunks = fields.map { $0[identity] }
            let key = [chunks.ours, chunks.theirs].compactMap { $0?.key }.min { $0.lexicographicallyPrecedes($1) }
            let field = FieldMerge(key ?? [], chunks, of: fields.map(\.chunks), isCRLF: isCRLF)
            entries[identity] = field.lines.ours == field.lines.theirs ? [.text(field.lines.ours)] : field.conflict
        }
    }
}

extension KeyedMerge.Fields {
    fileprivate var text: [UInt8] { bytes(chunks.document.range) }
}
