internal import Bytes
import MemossFiles

/// Merges the keys of three block mappings: which keys remain, their order, and the comments above them.
struct KeyedMerge {
    /// What remains the same if a key is renamed: a number, in the order of the original names.
    typealias Identity = Int

    /// A mapping whose keys have identities.
    struct Fields {
        let chunks: FieldChunks
        let identities: [Identity]
        /// By identity.
        private var known: [FieldChunk?]

        init(_ chunks: FieldChunks, _ identities: [Identity], count: Int) {
            (self.chunks, self.identities) = (chunks, identities)
            known = Array(repeating: nil, count: count)
            for (identity, chunk) in zip(identities, chunks.chunks) { known[identity] = chunk }
        }

        /// The number of identities in all versions.
        var count: Int { known.count }

        subscript(identity: Identity) -> FieldChunk? { known[identity] }

        /// Whether no two keys have the same identity.
        var areUnique: Bool { known.count { $0 != nil } == identities.count }

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
        /// The pieces of each key on its own, by identity; nil if the key is gone.
        var fields: [[MergePiece]?]
    }

    /// - Parameter resolve: the merged lines of a key; nil if the key is gone.
    func result(_ resolve: (Identity, Versions<FieldChunk?>) -> [MergePiece]?) -> Result {
        let results = (0..<fields.ours.count).map { identity in
            let chunks = fields.map { $0[identity] }
            return chunks.ours == nil && chunks.theirs == nil ? nil : resolve(identity, chunks)
        }
        let orders = fields.map { fields in fields.identities.filter { results[$0] != nil } }
        let orphans = orphans(results)
        var pieces: [MergePiece] = []
        let (tail, added) = tail
        var isTailWritten = added.isEmpty
        for identity in order(Versions(fields.base.identities, orders.ours, orders.theirs)) {
            let isAdded = added.contains(identity)
            if isAdded, !isTailWritten {
                pieces.append(.text(tail))
                isTailWritten = true
            }
            pieces += orphans[identity] + above(identity, without: isAdded ? tail.count : 0) + (results[identity] ?? [])
        }
        var below = fields.map { $0.bytes($0.chunks.below) }
        if !added.isEmpty { below.base = [] }
        pieces += orphans[fields.ours.count] + merged(below)
        return Result(pieces: pieces, fields: results)
    }

    /// Whether a merged mapping has the keys and values of its lines: those of a side with the same lines, or else what
    /// they mean on their own.
    func agrees(_ result: Result, with merged: FieldChunks, on side: MergeSide) -> Bool {
        var count = 0
        for (identity, pieces) in result.fields.enumerated() {
            guard let text = pieces?.text(of: side), !text.isEmpty else { continue }
            count += 1
            let known = fields.source(of: text, identity).map { ($1.key, MergeValue($1.entry.value, in: $0.document)) }
            guard let (key, value) = known ?? SingleField(text, merged.document.names).map({ ($0.key, $0.value) }),
                merged.value(of: key) == value
            else { return false }
        }
        return count == merged.chunks.count
    }

    // MARK: Order

    /// The keys of both sides. Shared keys are in the order of the side that changed it; each other key goes after the
    /// key that precedes it on its own side.
    private func order(_ orders: Versions<[Identity]>) -> [Identity] {
        guard orders.ours != orders.theirs else { return orders.ours }
        let isIn = orders.map { order in
            order.reduce(into: Array(repeating: false, count: fields.ours.count)) { $0[$1] = true }
        }
        let common = orders.map { $0.filter { isIn.ours[$0] && isIn.theirs[$0] } }
        let kept = common.map { $0.filter { isIn.base[$0] } }
        let main: [Identity]
        switch kept.changedSide {
        case .ours? where kept.theirs == kept.base && kept.ours != kept.base: main = common.ours
        case .theirs?: main = common.theirs
        default: main = common.theirs.lexicographicallyPrecedes(common.ours) ? common.theirs : common.ours
        }
        let (ours, theirs) = (runs(orders.ours, behind: isIn.theirs), runs(orders.theirs, behind: isIn.ours))
        return Self.interleaved(ours[0], theirs[0])
            + main.flatMap { [$0] + Self.interleaved(ours[$0 + 1], theirs[$0 + 1]) }
    }

    /// The keys that only one side has, grouped by the shared key that precedes them; the first group is at the start.
    private func runs(_ order: [Identity], behind isShared: [Bool]) -> [[Identity]] {
        var runs: [[Identity]] = Array(repeating: [], count: isShared.count + 1)
        var group = 0
        for identity in order {
            if isShared[identity] { group = identity + 1 } else { runs[group].append(identity) }
        }
        return runs
    }

    /// Merges two runs. If both are sorted, so is the result.
    private static func interleaved(_ first: [Identity], _ second: [Identity]) -> [Identity] {
        var (first, second) = (first[...], second[...])
        var merged: [Identity] = []
        while let a = first.first, let b = second.first {
            if a < b { merged.append(a); first.removeFirst() } else { merged.append(b); second.removeFirst() }
        }
        return merged + first + second
    }

    // MARK: Comments and blank lines

    /// The text below the last key of the base, if each side has added a key of its own below it: it is above both. The keys
    /// are empty in any other case.
    private var tail: (text: [UInt8], added: [Identity]) {
        let text = fields.base.bytes(fields.base.chunks.below)
        /// The first key after those of the base, and the key before it.
        func added(_ side: Fields, besides other: Fields) -> (key: Identity, previous: Identity?)? {
            let last = side.identities.lastIndex { fields.base[$0] != nil }
            let index = last.map { $0 + 1 } ?? 0
            guard index < side.identities.count, other[side.identities[index]] == nil,
                side.bytes(side.chunks.chunks[index].above).starts(with: text)
            else { return nil }
            return (side.identities[index], last.map { side.identities[$0] })
        }
        guard !text.isEmpty, let ours = added(fields.ours, besides: fields.theirs),
            let theirs = added(fields.theirs, besides: fields.ours), ours.previous == theirs.previous
        else { return (text, []) }
        return (text, [ours.key, theirs.key])
    }

    /// - Parameter count: of bytes that are written elsewhere.
    private func above(_ identity: Identity, without count: Int) -> [MergePiece] {
        let chunks = fields.map { $0[identity] }
        if chunks.ours == nil || chunks.theirs == nil {
            let (side, chunk) = chunks.ours == nil ? (fields.theirs, chunks.theirs) : (fields.ours, chunks.ours)
            return [.text(Array(side.bytes(chunk?.above).dropFirst(count)))]
        }
        return merged(fields.map { $0.bytes($0[identity]?.above) })
    }

    private func merged(_ texts: Versions<[UInt8]>) -> [MergePiece] {
        LineMerge.pieces(texts, isBaseCertain: isBaseCertain)
    }

    /// Comments that a side wrote above removed keys, by the next remaining key; the last group is at the end.
    private func orphans(_ results: [[MergePiece]?]) -> [[MergePiece]] {
        var orphans: [[MergePiece]] = Array(repeating: [], count: results.count + 1)
        for side in [fields.ours, fields.theirs] {
            for (index, identity) in side.identities.enumerated() where results[identity] == nil {
                let text = side.bytes(side.chunks.chunks[index].above)
                guard text.contains(Ascii.hash), text != fields.base.bytes(fields.base[identity]?.above) else {
                    continue
                }
                let next = side.identities[index...].first { results[$0] != nil } ?? results.count
                orphans[next].append(.text(text))
            }
        }
        return orphans
    }
}

extension Versions<KeyedMerge.Fields> {
    /// Numbers the keys without a dictionary, which would take a fifth of the process's time (see `HashIndex`).
    ///
    /// - Parameter name: what identifies a key.
    init(_ files: Versions<FieldChunks>, by name: (FieldChunk) -> [UInt8] = { $0.key }) {
        let files = files.map { file in (file: file, names: file.chunks.map(name)) }
        var all: [[UInt8]] = []
        for name in (files.base.names + files.ours.names + files.theirs.names).sorted(by: ByteOrder.precedes)
        where name != all.last { all.append(name) }
        self = files.map { file, names in
            let identities = names.map { name in all.partitioningIndex { !ByteOrder.precedes($0, name) } }
            return KeyedMerge.Fields(file, identities, count: all.count)
        }
    }

    /// The version in which a key has exactly these lines.
    func source(of lines: [UInt8], _ identity: KeyedMerge.Identity) -> (file: FieldChunks, chunk: FieldChunk)? {
        for version in [ours, theirs, base] {
            guard let chunk = version[identity], version.chunks.document.bytes[chunk.lines] == lines[...] else {
                continue
            }
            return (version.chunks, chunk)
        }
        return nil
    }
}
