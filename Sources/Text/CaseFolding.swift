/// Full case folding, as in `CaseFolding.txt` of Unicode (the mappings C and F): `ß` is `ss`, `ς` is `σ`, `ﬁ` is `fi`.
package enum CaseFolding {
    /// The text for comparison without case. Texts are then compared by canonical equivalence, as Swift does.
    package static func folded(_ text: String) -> String {
        let lower = text.lowercased()
        // The lower case of ASCII is its folding.
        let isASCII = lower.utf8.withContiguousStorageIfAvailable { $0.allSatisfy { $0 < 0x80 } } ?? false
        guard !isASCII, lower.unicodeScalars.contains(where: isFurther) else { return lower }
        var folded = ""
        for scalar in lower.unicodeScalars {
            if isFurther(scalar) {
                folded += scalar.properties.uppercaseMapping.lowercased()
            } else {
                folded.unicodeScalars.append(scalar)
            }
        }
        return folded
    }

    /// Whether the folding of a letter in lower case may be another: it is the lower case of its upper case. Only in these
    /// ranges does that make a difference, but for the dotless `ı`, which is no `i`.
    private static func isFurther(_ scalar: Unicode.Scalar) -> Bool {
        switch scalar.value {
        case 0..<0xB5: false
        case 0xB5, 0xDF, 0x149, 0x17F, 0x1F0, 0x345...0x3F5, 0x587, 0x13F8...0x13FD, 0x1C80...0x1FFF, 0xAB70...0xABBF,
            0xFB00...0xFB17:
            true
        default: false
        }
    }
}
