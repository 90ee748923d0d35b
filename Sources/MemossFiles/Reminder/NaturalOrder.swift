/// The order in which people look for a name: `É` next to `E`, `9` before `10`, upper case next to lower case.
package enum NaturalOrder {
    /// Whether `a` comes before `b`. Names that differ only in case or in diacritics are ordered by their text.
    package static func precedes(_ a: String, _ b: String) -> Bool {
        // Most names differ in their first letters, so no keys are needed.
        if let first = a.utf8.first.flatMap(lowercase), let other = b.utf8.first.flatMap(lowercase), first != other {
            return first < other
        }
        let (one, other) = (key(a), key(b))
        return one == other ? a < b : one < other
    }

    private static func lowercase(_ byte: UInt8) -> UInt8? {
        let lower = byte | 0x20
        return UInt8(ascii: "a")...UInt8(ascii: "z") ~= lower ? lower : nil
    }

    /// The text in lower case and without diacritics: `cafe` for `Café`.
    package static func baseLetters(of text: String) -> String {
        text.utf8.allSatisfy { $0 < 0x80 } ? text.lowercased() : BaseLetters.plain(text)
    }

    private static func key(_ text: String) -> String {
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
            BaseLetters.append(scalar, to: &key)
        }
        close()
        return key
    }
}
