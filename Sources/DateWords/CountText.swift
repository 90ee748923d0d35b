package import CivilTime

extension RecurrenceRule {
    /// The text of a rule with a different number of occurrences and, if possible, all other bytes unchanged; nil if the
    /// rule does not say how many there are.
    package static func replacingCount(in text: String, with count: Int) -> String? {
        replacingPart(in: text, with: count) ?? replacingNumber(in: text, with: count)
    }

    /// `daily for 3 times`: the number whose change makes the rule that one.
    private static func replacingNumber(in text: String, with count: Int) -> String? {
        guard var expected = try? RecurrenceRule(parsing: text), expected.count != nil else { return nil }
        expected.count = count
        for word in text.split(separator: " ").reversed() {
            let digits = word.drop { !$0.isASCII || !$0.isNumber }.prefix { $0.isASCII && $0.isNumber }
            let number = digits.isEmpty ? word : digits
            let changed = text[..<number.startIndex] + "\(count)" + text[number.endIndex...]
            if let rule = try? RecurrenceRule(parsing: String(changed)), rule == expected { return String(changed) }
        }
        // `three` and a comma, `once`
        let canonical = expected.description
        return (try? RecurrenceRule(parsing: canonical)) == expected ? canonical : nil
    }

    /// The COUNT of an RFC 5545 rule.
    private static func replacingPart(in text: String, with count: Int) -> String? {
        let bytes = Array(text.utf8)
        let key = Array("COUNT=".utf8)
        guard bytes.count > key.count else { return nil }
        for start in 0..<bytes.count - key.count {
            let isKey = zip(bytes[start...], key).allSatisfy { $0 == $1 || $0 == $1 | 0x20 }
            let isWhole = start == 0 || !(65...90 ~= bytes[start - 1] & 0xDF)
            guard isKey, isWhole else { continue }
            let digits = bytes[(start + key.count)...].prefix { 48...57 ~= $0 }
            let front = String(decoding: bytes[..<digits.startIndex], as: UTF8.self)
            return "\(front)\(count)\(String(decoding: bytes[digits.endIndex...], as: UTF8.self))"
        }
        return nil
    }
}
