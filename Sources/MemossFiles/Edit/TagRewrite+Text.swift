internal import Bytes

extension TagRewrite {
    /// Renames the tags in the text of a file, or takes away their `#`, which leaves the word.
    ///
    /// - Parameter start: where the body begins.
    /// - Returns: nil if no tag of the text is affected.
    /// - Throws: an `EditRefusal` if the text cannot have the new name, or the edit would affect anything else.
    func apply(toTextOf bytes: [UInt8], from start: Int) throws(EditRefusal) -> [UInt8]? {
        let items = TextTags(in: bytes, from: start).items
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
                if item.range.upperBound < bytes.count, bytes[item.range.upperBound] == Ascii.hash,
                    let next = items.first(where: { $0.range.lowerBound == item.range.upperBound + 1 }),
                    change(next.name) == nil
                {
                    throw EditRefusal(
                        reason: "without the '#' before '\(item.name)', '#\(next.name)' behind it would be no tag: "
                            + "put a blank between them",
                        offset: item.range.lowerBound - 1
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
            let place = Self.place(ofFirstDifference: zip(found, intended).map { ($0, $1) }, splices) ?? start
            throw EditRefusal(reason: "the edit would change more than the tag in the text", offset: place)
        }
        return edited == bytes ? nil : edited
    }

    /// Where in the text before the edit the tags begin to differ from what was intended.
    private static func place(
        ofFirstDifference pairs: [(found: TextTags.Item, intended: TextTags.Item)],
        _ splices: [Splice]
    ) -> Int? {
        let wrong = pairs.first {
            $0.found.range != $0.intended.range || !$0.found.name.isSpelled(as: $0.intended.name)
        }
        guard let wrong else { return splices.last?.range.lowerBound }
        var shift = 0
        var place = splices.first?.range.lowerBound
        for splice in splices {
            guard splice.range.lowerBound + shift <= wrong.intended.range.lowerBound else { break }
            place = splice.range.lowerBound
            shift += splice.bytes.count - splice.range.count
        }
        return place
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
