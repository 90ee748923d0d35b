extension RecurrenceRule {
    /// The text of an RFC 5545 rule with a different COUNT and all other bytes unchanged; nil if it has no COUNT.
    package static func replacingCount(in text: String, with count: Int) -> String? {
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
