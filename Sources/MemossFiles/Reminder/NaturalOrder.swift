/// The order in which people look for a name: `É` beside `E`, `9` before `10`, a capital beside its small letter.
package enum NaturalOrder {
    /// Whether `a` comes before `b`. Names that differ only in case or in diacritics are ordered by their text.
    package static func precedes(_ a: String, _ b: String) -> Bool {
        let (one, other) = (key(a), key(b))
        return one == other ? a < b : one < other
    }

    /// - Parameter text: may contain anything.
    private static func key(_ text: String) -> String {
        if text.utf8.allSatisfy({ $0 < 0x80 && !("0"..."9" ~= Unicode.Scalar($0)) }) { return text.lowercased() }
        var key = ""
        var digits: [Unicode.Scalar] = []
        func close() {
            if digits.isEmpty { return }
            let number = digits.drop { $0 == "0" }
            // The number of digits comes first, so that the longer number is the greater one.
            key += String(repeating: "9", count: number.count / 9) + "\(number.count % 9)"
            key.unicodeScalars.append(contentsOf: number)
            digits = []
        }
        for scalar in text.unicodeScalars {
            if "0"..."9" ~= scalar {
                digits.append(scalar)
                continue
            }
            close()
            if scalar.properties.generalCategory == .nonspacingMark { continue }
            key += Slug.latin(scalar) ?? scalar.properties.lowercaseMapping
        }
        close()
        return key
    }
}
