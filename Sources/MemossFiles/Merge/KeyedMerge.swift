/// Merges the keys of three block mappings: which keys remain, their order, and the comments above them.
struct KeyedMerge {
    /// A mapping whose keys have identities that survive a rename.
    struct Fields {
        let chunks: FieldChunks
        let identities: [[UInt8]]
        private let places: [[UInt8]: Int]

        init(_ chunks: FieldChunks, identities: [[UInt8]]? = nil) {
            self.chunks = chunks
            self.identities = identities ?? chunks.chunks.map(\.key)
            places = Dictionary(self.identities.enumerated().map { ($1, $0) }) { first, _ in first }
        }

        subscript(identity: [UInt8]) -> FieldChunk? {
            places[identity].map { chunks.chunks[$0] }
        }

        func bytes(_ range: Range<Int>?) -> [UInt8] { range.map(chunks.bytes) ?? [] }
    }

    private let fields: Versions<Fields>
    private let isCRLF: Bool

    private let isBaseCertain: Bool

    /// - Parameter isBaseCertain: if false, a comment that theirs lacks is kept.
    init(_ fields: Versions<Fields>, isCRLF: Bool, isBaseCertain: Bool = true) {
        (self.fields, self.isCRLF, self.isBaseCertain) = (fields, isCRLF, isBaseCertain)
    }

    struct Result {
        var pieces: [MergePiece]
        /// The pieces of each key on its own.
        var fields: [[MergePiece]]
    }

    /// - Parameter resolve: the merged lines of a key; nil if the key is gone.
    func result(_ resolve: ([UInt8], Versions<FieldChunk?>) -> [MergePiece]?) -> Result {
        var results: [[UInt8]: [MergePiece]] = [:]
        var seen: Set<[UInt8]> = []
        for identity in fields.ours.identities + fields.theirs.identities where seen.insert(identity).inserted {
            results[identity] = resolve(identity, fields.map { $0[identity] })
        }
        let orders = fields.map { fields in fields.identities.filter { results[$0] != nil } }
        var orphans = orphans(results)
        var pieces: [MergePiece] = preamble.isEmpty ? [] : [.text(preamble)]
        for identity in Self.order(Versions(fields.base.identities, orders.ours, orders.theirs)) {
            pieces += (orphans.removeValue(forKey: identity) ?? []) + above(identity) + (results[identity] ?? [])
        }
        pieces += (orphans.removeValue(forKey: []) ?? []) + merged(fields.map { $0.bytes($0.chunks.below) })
        return Result(pieces: pieces, fields: Array(results.values))
    }

    // MARK: Order

    /// The keys of both sides. Shared keys are in the order of the side that changed it; each other key goes after the
    /// key that precedes it on its own side.
    static func order(_ orders: Versions<[[UInt8]]>) -> [[UInt8]] {
        let (mine, other) = (Set(orders.ours), Set(orders.theirs))
        let common = Versions(
            orders.base.filter { mine.contains($0) && other.contains($0) },
            orders.ours.filter(other.contains),
            orders.theirs.filter(mine.contains)
        )
        let known = Set(orders.base)
        let kept = common.map { $0.filter(known.contains) }
        let main: [[UInt8]]
        switch kept.changedSide {
        case .ours? where kept.theirs == kept.base && kept.ours != kept.base: main = common.ours
        case .theirs?: main = common.theirs
        default: main = common.theirs.lexicographicallyPrecedes(common.ours, by: precedes) ? common.theirs : common.ours
        }
        let runs = (runs(orders.ours, behind: other), runs(orders.theirs, behind: mine))
        return ([[]] + main).flatMap { key in
            (key.isEmpty ? [] : [key]) + interleaved(runs.0[key] ?? [], runs.1[key] ?? [])
        }
    }

    /// The keys that only one side has, grouped by the shared key that precedes them; an empty key stands for the
    /// start.
    private static func runs(_ order: [[UInt8]], behind common: Set<[UInt8]>) -> [[UInt8]: [[UInt8]]] {
        var runs: [[UInt8]: [[UInt8]]] = [:]
        var anchor: [UInt8] = []
        for key in order {
            if common.contains(key) { anchor = key } else { runs[anchor, default: []].append(key) }
        }
        return runs
    }

    private static func precedes(_ a: [UInt8], _ b: [UInt8]) -> Bool { a.lexicographicallyPrecedes(b) }

    /// Merges two runs. If both are sorted, so is the result.
    private static func interleaved(_ first: [[UInt8]], _ second: [[UInt8]]) -> [[UInt8]] {
        var (first, second) = (first[...], second[...])
        var merged: [[UInt8]] = []
        while let a = first.first, let b = second.first {
            if precedes(a, b) { merged.append(a); first.removeFirst() } else { merged.append(b); second.removeFirst() }
        }
        return merged + first + second
    }

    // MARK: Comments and blank lines

    /// The text of a base without keys, if each side begins with it and then has a key of its own: it is above both.
    private var preamble: [UInt8] {
        let text = fields.base.bytes(fields.base.chunks.below)
        guard fields.base.identities.isEmpty, let first = fields.ours.identities.first,
            let second = fields.theirs.identities.first, fields.theirs[first] == nil, fields.ours[second] == nil
        else { return [] }
        let isFirst = [fields.ours, fields.theirs].allSatisfy { side in
            side.chunks.chunks.first.map { side.bytes($0.above).starts(with: text) } ?? false
        }
        return isFirst ? text : []
    }

    private func above(_ identity: [UInt8]) -> [MergePiece] {
        let chunks = fields.map { $0[identity] }
        if chunks.ours == nil || chunks.theirs == nil {
            let (side, chunk) = chunks.ours == nil ? (fields.theirs, chunks.theirs) : (fields.ours, chunks.ours)
            let isFirst = side.identities.first == identity
            return [.text(Array(side.bytes(chunk?.above).dropFirst(isFirst ? preamble.count : 0)))]
        }
        return merged(
            Versions(
                fields.base.bytes(chunks.base?.above),
                fields.ours.bytes(chunks.ours?.above),
                fields.theirs.bytes(chunks.theirs?.above)
            )
        )
    }

    private func merged(_ texts: Versions<[UInt8]>) -> [MergePiece] {
        LineMerge.pieces(texts, isBaseCertain: isBaseCertain)
    }

    /// Comments that a side wrote above removed keys, grouped by the next remaining key; an empty key stands for the
    /// end.
    private func orphans(_ results: [[UInt8]: [MergePiece]]) -> [[UInt8]: [MergePiece]] {
        var orphans: [[UInt8]: [MergePiece]] = [:]
        for side in [fields.ours, fields.theirs] {
            for (index, identity) in side.identities.enumerated() where results[identity] == nil {
                let text = side.bytes(side.chunks.chunks[index].above)
                guard text.contains(Ascii.hash), text != fields.base.bytes(fields.base[identity]?.above) else {
                    continue
                }
                let next = side.identities[index...].first { results[$0] != nil } ?? []
                orphans[next, default: []].append(.text(text))
            }
        }
        return orphans
    }
}
