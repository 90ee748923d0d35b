internal import Bytes

/// Which key a misspelt one means.
extension KnownKey {
    /// Common keys of other tools that are near one of these and mean something else.
    private static let others: Set<String> = [
        "tag", "tabs", "create", "state", "states", "stats", "stage", "subtitle", "untitled",
    ]

    /// Words that other tools use as keys: only a suitable value shows that they are misspellings.
    private static let commonWords: Set<String> = [
        "schedule", "schedules", "scheduler", "unscheduled", "reschedule", "rescheduled", "complete", "completes",
        "titles",
    ]

    /// In short keys, fewer letters may differ.
    private static let misspeltDue: Set<String> = ["deu", "duee", "ddue", "duue", "du", "ude"]

    /// The key that differs in at most two letters, or one in a short key, or only in case.
    static func nearest(to key: String) -> KnownKey? {
        guard 2...40 ~= key.utf8.count, KnownKey(rawValue: key) == nil else { return nil }
        let lower = key.lowercased()
        let letters = String(String.UnicodeScalarView(lower.unicodeScalars.filter(isOfKey)))
        if let known = allCases.first(where: { $0.rawValue.lowercased() == letters }) {
            return known == .id ? nil : known
        }
        guard !others.contains(lower) else { return nil }
        let typed = Array(lower.unicodeScalars)
        var best: (key: KnownKey, distance: Int)?
        for known in allCases where known != .id {
            let letters = Array(known.rawValue.lowercased().unicodeScalars)
            let bound = letters.count < 4 ? 0 : letters.count < 8 ? 1 : 2
            guard let distance = SpellingIndex.distance(typed, letters, atMost: bound), distance < best?.distance ?? 3
            else { continue }
            best = (known, distance)
        }
        return best?.key ?? (misspeltDue.contains(lower) ? .due : nil)
    }

    /// Whether a key of this name is common in files of other tools, and so says nothing without its value.
    static func isWord(_ key: String) -> Bool { commonWords.contains(key.lowercased()) }

    /// False for what is not seen, such as a no-break space before the key, which is no indentation but part of it, and for
    /// typographic quotes and other signs around it.
    private static func isOfKey(_ scalar: Unicode.Scalar) -> Bool {
        scalar.properties.isAlphabetic || scalar.properties.numericType != nil || scalar == "_"
    }

    /// Whether a key may be a misspelling of `scheduled` or `due`: a quick answer for every file.
    private static func mayMeanDate(_ key: UnsafeBufferPointer<UInt8>) -> Bool {
        guard let first = key.first.map({ $0 | 0x20 }) else { return false }
        if !Ascii.isAlphanumeric(first) || key.contains(where: { $0 >= 0x80 }) { return true }
        switch key.count {
        case 3 where key[1] | 0x20 == UInt8(ascii: "u") && key[2] | 0x20 == UInt8(ascii: "e"): return true
        case 2...4:
            return (first == UInt8(ascii: "d") || first == UInt8(ascii: "u")) && key[1] | 0x20 != UInt8(ascii: "a")
        case 7...11:
            return first == UInt8(ascii: "s") || first == UInt8(ascii: "c") && key[1] | 0x20 != UInt8(ascii: "o")
        default: return false
        }
    }

    /// `scheduled` or `due`, if a key is a misspelling of it and its value says when; nil otherwise.
    static func misspeltDate(_ key: UnsafeBufferPointer<UInt8>, value: UnsafeBufferPointer<UInt8>) -> KnownKey? {
        guard mayMeanDate(key), !value.isEmpty, value.count <= 40 else { return nil }
        let text = String(decoding: key, as: UTF8.self)
        if let meant = nearest(to: text) {
            return (meant == .scheduled || meant == .due) && says(when: value, in: text) ? meant : nil
        }
        // `dur` is a word, but what has a date is none.
        let letters = Array(text.lowercased().unicodeScalars)
        let isNear = letters.count <= 3 && SpellingIndex.distance(letters, ["d", "u", "e"], atMost: 1) != nil
        return isNear && (try? DateValue(parsing: value)) != nil ? .due : nil
    }

    /// Whether a value is a date, or nearly one; under a key that nothing else is called, in words too.
    private static func says(when value: UnsafeBufferPointer<UInt8>, in key: String) -> Bool {
        if (try? DateValue(parsing: value)) != nil { return true }
        // A link of Obsidian to the note of a day
        if value.starts(with: "[[".utf8), value.suffix(2).elementsEqual("]]".utf8) {
            return says(when: UnsafeBufferPointer(rebasing: value.dropFirst(2).dropLast(2)), in: key)
        }
        // `20261201`, and seconds or milliseconds since 1970
        if [8, 10, 13].contains(value.count), value.allSatisfy(Ascii.isDigit) { return true }
        // `2026-02-30`, `2026-1-5`, `5.12.2026`, `12/5`
        let digits = value.prefix(while: Ascii.isDigit)
        if 1...4 ~= digits.count, value.count > digits.count, "-/.".utf8.contains(value[digits.count]) {
            return value.dropFirst(digits.count + 1).first.map(Ascii.isDigit) ?? false
        }
        guard !isWord(key), value.contains(where: { $0 | 0x20 >= UInt8(ascii: "a") }) else { return false }
        let start = CivilDateTime(CivilDate(unchecked: 2026, 1, 1), CivilTime(unchecked: 0))
        return (try? WhenPhrase(parsing: String(decoding: value, as: UTF8.self), now: start)) != nil
    }
}

extension YAMLDocument {
    /// `scheduled` or `due`, if the entry is a misspelling of it whose date would be lost; nil otherwise.
    func misspeltDate(_ entry: Entry) -> KnownKey? {
        var value = resolved(entry.value)
        // A list is no date, but one may be meant.
        let isWord = nodes[entry.key].kind == .scalar && KnownKey.isWord(text(of: entry.key))
        // `[[2026-12-01]]`; a list may contain itself.
        for _ in 0..<2 where nodes[value].kind == .sequence && !isWord {
            value = children(of: value).first { _ in true }.map(resolved) ?? value
        }
        guard nodes[entry.key].kind == .scalar, nodes[value].kind == .scalar else { return nil }
        let key = valueBytes(of: entry.key).withUnsafeBufferPointer { key in
            valueBytes(of: value).withUnsafeBufferPointer { KnownKey.misspeltDate(key, value: $0) }
        }
        return key.flatMap { hasValue($0) ? nil : $0 }
    }

    /// Whether a key says something: it is there, and not empty.
    func hasValue(_ key: KnownKey) -> Bool { entry(key.rawValue).map { !isNull(resolved($0.value)) } ?? false }

    static func misspelt(_ key: String, _ meant: KnownKey) -> String {
        let isCase = key.lowercased() == meant.rawValue.lowercased()
        return "the key '\(key)' is not read: "
            + (isCase ? "keys are case-sensitive" : "it is probably '\(meant.rawValue)'")
    }

    /// Whether a key that is near one of `mm` can mean it, given its value.
    func mayMean(_ meant: KnownKey, _ key: String, value: Int) -> Bool {
        guard KnownKey.isWord(key) else { return true }
        guard nodes[value].kind == .scalar else { return false }
        return switch meant {
        case .completed:
            ["true", "false", "yes", "no"].contains(text(of: value).lowercased()) || reads(value, as: meant)
        case .scheduled, .due: reads(value, as: meant)
        default: true
        }
    }
}
