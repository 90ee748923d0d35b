/// A text for comparison that ignores case (`CaseFolding`), using canonical equivalence if it is not ASCII.
package struct FoldedText: Sendable, Hashable {
    private let lower: [UInt8]
    /// The folded text; nil if it is ASCII.
    private let characters: String?

    package init(_ text: String) {
        let isASCII = text.utf8.allSatisfy { $0 < 0x80 }
        lower = text.utf8.map(TextSearch.lower)
        characters = isASCII ? nil : Self.folded(Array(text.utf8))
    }

    package func equals(_ other: String) -> Bool {
        var other = other
        return other.withUTF8(equals)
    }

    package func equals(_ other: UnsafeBufferPointer<UInt8>) -> Bool {
        if let characters { return Self.folded(other) == characters }
        var index = 0
        while index < lower.count, index < other.count, TextSearch.lower(other[index]) == lower[index] { index += 1 }
        if index == other.count || other[index] < 0x80 { return index == lower.count && index == other.count }
        // Some letters fold to ASCII: the `ß` in `Straße`.
        return Self.folded(other).utf8.elementsEqual(lower)
    }

    /// A key for sorting texts in the same way.
    package static func folded(_ bytes: some Collection<UInt8>) -> String {
        CaseFolding.folded(String(ordering: bytes))
    }

    /// Only the letters and digits, in lower case: `wifi` for `Wi-Fi`.
    package static func lettersAndDigits(_ text: String) -> String {
        folded(Array(text.utf8)).filter { $0.isLetter || $0.isNumber }
    }
}
