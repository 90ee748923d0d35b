internal import Bytes
import MemossFiles

/// A duration of ISO 8601 and RFC 5545: `P1W`, `P1DT2H`, `-PT15M`.
struct PeriodText: Sendable, Hashable {
    private(set) var isNegative = false
    private(set) var years = 0
    private(set) var months = 0
    private(set) var days = 0
    /// The total of the part after the `T`.
    private(set) var seconds = 0

    /// - Returns: nil if the text is not a duration.
    init?(_ text: String) {
        // No sum of so few parts is too large.
        guard text.utf8.count <= 64 else { return nil }
        var rest = text.utf8[...]
        if let sign = rest.first, "+-".utf8.contains(sign) {
            isNegative = sign == Ascii.dash
            rest = rest.dropFirst()
        }
        guard rest.first == UInt8(ascii: "P"), rest.count > 1 else { return nil }
        rest = rest.dropFirst()
        var isTime = false
        while let first = rest.first {
            if first == UInt8(ascii: "T"), !isTime, rest.count > 1 {
                isTime = true
                rest = rest.dropFirst()
                continue
            }
            let digits = rest.prefix { Ascii.isDigit($0) }
            // Seven digits cannot overflow, and are more than any real duration needs.
            guard 1...7 ~= digits.count, let number = Int(String(digits) ?? ""), digits.endIndex < rest.endIndex else {
                return nil
            }
            switch (rest[digits.endIndex], isTime) {
            case (UInt8(ascii: "Y"), false): years += number
            case (UInt8(ascii: "M"), false): months += number
            case (UInt8(ascii: "W"), false): days += 7 * number
            case (UInt8(ascii: "D"), false): days += number
            case (UInt8(ascii: "H"), true): seconds += 3_600 * number
            case (UInt8(ascii: "M"), true): seconds += 60 * number
            case (UInt8(ascii: "S"), true): seconds += number
            default: return nil
            }
            rest = rest[rest.index(after: digits.endIndex)...]
        }
    }

    /// The duration with days of 24 hours; nil if the number of days depends on the date.
    var fixedSeconds: Int? {
        guard years == 0, months == 0 else { return nil }
        return (isNegative ? -1 : 1) * (days * 86_400 + seconds)
    }
}
