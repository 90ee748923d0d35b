internal import Bytes

extension TagRewrite {
    /// Renames the tags in the text of a file, or takes away their `#`, which leaves the word.
    ///
    /// - Parameter start: where the body begins.
    /// - Returns: nil if no tag of the text is affected.
    /// - Throws: an `EditRefusal` if the text cannot have the new name, or the edit would affect anything else.
    func apply(toTextOf bytes: [UInt8], from start: Int) throws(EditRefusal) -> [UInt8]? {
        let items = TextTags(in: bytes, from: start).items
        try requireApart(items, in: bytes)
        var splices: [Splice] = []
        var intended: [TextTags.Item] = []
        var shift = 0
        for item in items {
            let place = item.range.lowerBound + shift..<item.range.upperBound + shift
            switch change(item.name) {
            case nil: intended.append(TextTags.Item(range: place, name: item.name))
            case .rename(let new):
                guard TextTags.canHold(new.name) else {
                    throw EditRefusal(reason: Self.cannotHold(new.name), offset: item.range.lowerBound)
                }
                let written = Array(new.name.text.utf8.dropLast(new.keptBytes))
                let old = item.range.lowerBound..<item.range.upperBound - new.keptBytes
                splices.append(Splice(old, written))
                shift += written.count - old.count
                intended.append(TextTags.Item(range: place.lowerBound..<item.range.upperBound + shift, name: new.name))
            case .remove:
                let name = bytes[item.range]
                guard name.contains(where: { $0 != Ascii.dash && $0 != UInt8(ascii: "_") }) else {
                    throw EditRefusal(
                        reason: "without its '#', '\(item.name)' would mean something else",
                        offset: place.lowerBound
                    )
                }
                splices.append(Splice(item.range.lowerBound - 1..<item.range.lowerBound, []))
                shift -= 1
            }
        }
        guard !splices.isEmpty else { return nil }
        let edited = try Self.edited(bytes, splices)
        // Law 3 of an edit: the result reads back as intended.
        let found = TextTags(in: edited, from: start).items
        let isIntended =
            found.count == intended.count
            && zip(found, intended).allSatisfy { $0.range == $1.range && $0.name.isSpelled(as: $1.name) }
        guard isIntended else {
            throw EditRefusal(
                reason: "the edit would change more than the tag in the text",
                offset: splices[0].range.lowerBound
            )
        }
        return edited == bytes ? nil : edited
    }

    /// The first `#name` that the rewrite would change if it were a tag, but that is in code, a comment or quotes.
    ///
    /// - Parameter bytes: a file to which the rewrite has been applied.
    func lookalike(in bytes: [UInt8], from start: Int) -> Int? {
        bytes.withUnsafeBufferPointer { bytes in
            // Where tags are; read only if there is something to compare.
            var tags: Set<Int>?
            var place = start
            while place < bytes.count {
                place = ByteScan.first(Ascii.hash, in: bytes, from: place, to: bytes.count) + 1
                guard let range = HashTags.name(at: place, in: bytes),
                    place - 1 == start || Self.mayPrecede(bytes[place - 2])
                else { continue }
                let name = TagName(String(decoding: bytes[range], as: UTF8.self))
                guard let change = change(name) else { continue }
                if case .rename(let new) = change, new.name.isSpelled(as: name) { continue }
                let known = tags ?? Set(TextTags(in: bytes, from: start, .all).items.map(\.range.lowerBound))
                tags = known
                if !known.contains(place) { return place - 1 }
            }
            return nil
        }
    }

    /// Whether a `#` after this byte is neither the fragment of a URL nor part of a word.
    private static func mayPrecede(_ byte: UInt8) -> Bool {
        Ascii.isBlankOrBreak(byte) || "`%'\"".utf8.contains(byte)
    }

    /// Without its `#`, a tag becomes a part of the one that it touches, or that one is no tag any more: `#a#b`, `#a/#b`.
    private func requireApart(_ items: [TextTags.Item], in bytes: [UInt8]) throws(EditRefusal) {
        for (first, second) in zip(items, items.dropFirst()) {
            let hash = second.range.lowerBound - 1
            guard bytes[first.range.upperBound..<hash].allSatisfy({ $0 == UInt8(ascii: "/") }) else { continue }
            let removed = [first, second].filter { change($0.name) == .remove }
            guard removed.count == 1 else { continue }
            throw EditRefusal(
                reason:
                    "'#\(first.name)' and '#\(second.name)' touch: without one '#', the other would mean something else. "
                    + "Put a blank between them",
                offset: removed[0].range.lowerBound - 1
            )
        }
    }

    static func edited(_ bytes: [UInt8], _ splices: [Splice]) throws(EditRefusal) -> [UInt8] {
        do throws(SpliceConflict) {
            return try SpliceSet(splices).applied(to: bytes)
        } catch {
            throw EditRefusal(reason: "the tags overlap", offset: error.first.range.lowerBound)
        }
    }

    /// Why a text cannot have a tag of that name.
    static func cannotHold(_ name: TagName) -> String {
        "a text cannot have the tag '\(name)': there, a tag ends at a blank and at most punctuation, and is no number"
    }
}
