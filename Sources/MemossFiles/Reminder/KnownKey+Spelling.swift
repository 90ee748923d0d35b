/// Which key a misspelt one means.
extension KnownKey {
    /// Common keys of other tools that are near one of these and mean something else.
    private static let others: Set<String> = [
        "tag", "tabs", "create", "state", "states", "stats", "stage", "complete", "titles", "subtitle", "untitled",
    ]

    /// The key that differs in at most two letters, or one in a short key.
    static func nearest(to key: String) -> KnownKey? {
        guard 3...40 ~= key.utf8.count, KnownKey(rawValue: key) == nil else { return nil }
        let lower = key.lowercased()
        let visible = String(String.UnicodeScalarView(lower.unicodeScalars.filter { !isInvisible($0) }))
        if visible != lower, let known = KnownKey(rawValue: visible), known != .id { return known }
        // Capitals alone are reported as such.
        guard !others.contains(lower), KnownKey(rawValue: lower) == nil else { return nil }
        let typed = Array(lower.unicodeScalars)
        var best: (key: KnownKey, distance: Int)?
        for known in allCases where known != .id {
            let letters = Array(known.rawValue.lowercased().unicodeScalars)
            let bound = letters.count < 4 ? 0 : letters.count < 8 ? 1 : 2
            guard let distance = SpellingIndex.distance(typed, letters, atMost: bound), distance < best?.distance ?? 3
            else { continue }
            best = (known, distance)
        }
        return best?.key ?? (["deu", "duee", "ddue"].contains(lower) ? .due : nil)
    }

    /// Whether a character of a key is not seen: a no-break space before it is no indentation, but part of it.
    private static func isInvisible(_ scalar: Unicode.Scalar) -> Bool {
        scalar.properties.generalCategory == .spaceSeparator || scalar.properties.generalCategory == .format
    }

    /// Whether a key may be a misspelling of `scheduled` or `due`: a quick answer for every file.
    static func mayMeanDate(_ key: UnsafeBufferPointer<UInt8>) -> Bool {
        guard let first = key.first.map({ $0 | 0x20 }) else { return false }
        if key.contains(where: { $0 >= 0x80 }) { return true }
        switch key.count {
        case 3...4: return first == UInt8(ascii: "d") && key[1] | 0x20 != UInt8(ascii: "a")
        case 7...11: return first == UInt8(ascii: "s") || first == UInt8(ascii: "c") && key[1] == UInt8(ascii: "s")
        default: return false
        }
    }
}

extension YAMLDocument {
    /// The key that an entry with a date means, where the reminder would be lost: `scheduled` or `due`.
    func misspeltDate(_ entry: Entry) -> KnownKey? {
        guard nodes[entry.key].kind == .scalar, nodes[resolved(entry.value)].kind == .scalar,
            valueBytes(of: entry.key).withUnsafeBufferPointer({ KnownKey.mayMeanDate($0) }),
            let key = KnownKey.nearest(to: text(of: entry.key)), key == .scheduled || key == .due,
            (try? DateValue(parsing: valueBytes(of: resolved(entry.value)))) != nil
        else { return nil }
        return key
    }

    static func misspelt(_ key: String, _ meant: KnownKey) -> String {
        "the key '\(key)' is not read: it is probably '\(meant.rawValue)'"
    }
}
