internal import Bytes

/// What the text of a scalar is compared as: a number, a date, or text. Quotes make no difference, because other programs
/// add them where they like.
enum ScalarReading {
    /// A number as YAML 1.2 writes it, with the additions of YAML 1.1 that mean nothing else: `1_000`, `0b11` and `1.e3`.
    /// `010` is ten, as people read it, and `1:30` is text, not the base 60 of YAML 1.1.
    static func number(_ bytes: UnsafeBufferPointer<UInt8>) -> Double? {
        guard var first = bytes.first, bytes.count <= longestNumber else { return nil }
        var digits = bytes[...]
        let isNegative = first == Ascii.dash
        if isNegative || first == UInt8(ascii: "+") {
            digits.removeFirst()
            first = digits.first ?? 0
        }
        guard Ascii.isDigit(first) || first == Ascii.dot else { return nil }
        // Dates, durations and other text that begins with a digit are common.
        if let mark = digits.first(where: { !Ascii.isDigit($0) }), !"._eExob".utf8.contains(mark) { return nil }
        return magnitude(digits).map { isNegative ? -$0 : $0 }
    }

    private static let longestNumber = 64

    private static func magnitude(_ digits: Slice<UnsafeBufferPointer<UInt8>>) -> Double? {
        if digits.first == Ascii.dot, [".inf", ".Inf", ".INF"].contains(where: { $0.utf8.elementsEqual(digits) }) {
            return .infinity
        }
        if digits.first == UInt8(ascii: "0"), let radix = radix(digits.dropFirst().first) {
            let rest = digits.dropFirst(2).filter { $0 != underscore }
            guard let first = rest.first, first != Ascii.dash, first != UInt8(ascii: "+") else { return nil }
            return UInt64(String(decoding: rest, as: UTF8.self), radix: radix).map { Double($0) }
        }
        return decimal(digits)
    }

    private static func radix(_ letter: UInt8?) -> Int? {
        switch letter {
        case UInt8(ascii: "x"): 16
        case UInt8(ascii: "o"): 8
        case UInt8(ascii: "b"): 2
        default: nil
        }
    }

    private static func decimal(_ digits: Slice<UnsafeBufferPointer<UInt8>>) -> Double? {
        // The spelling that Swift reads: `1_000.` is `01000.0`.
        var text = [UInt8(ascii: "0")]
        var (hasDigit, hasDot) = (false, false)
        for (index, byte) in zip(digits.indices, digits) {
            switch byte {
            case _ where Ascii.isDigit(byte): hasDigit = true
            case Ascii.dot where !hasDot: hasDot = true
            case underscore: continue
            case UInt8(ascii: "e"), UInt8(ascii: "E"):
                let power = digits[digits.index(after: index)...]
                let isSigned = power.first == Ascii.dash || power.first == UInt8(ascii: "+")
                let number = power.dropFirst(isSigned ? 1 : 0)
                guard hasDigit, !number.isEmpty, number.allSatisfy(Ascii.isDigit) else { return nil }
                text += (text.last == Ascii.dot ? [UInt8(ascii: "0")] : []) + [UInt8(ascii: "e")] + Array(power)
                return Double(String(decoding: text, as: UTF8.self))
            default: return nil
            }
            text.append(byte)
        }
        if text.last == Ascii.dot { text.append(UInt8(ascii: "0")) }
        return hasDigit ? Double(String(decoding: text, as: UTF8.self)) : nil
    }

    private static let underscore = UInt8(ascii: "_")

    /// A date in the format of the project, in or without quotes.
    static func date(_ bytes: UnsafeBufferPointer<UInt8>) -> DateValue? {
        guard bytes.count >= 10, bytes[4] == Ascii.dash, bytes[7] == Ascii.dash, Ascii.isDigit(bytes[0]) else {
            return nil
        }
        return try? DateValue(parsing: bytes)
    }

    /// The first and the last day of a month: `2026-11`.
    static func month(_ bytes: UnsafeBufferPointer<UInt8>) -> (first: CivilDate, last: CivilDate)? {
        guard bytes.count == 7, bytes[4] == Ascii.dash,
            let first = (try? DateValue(parsing: String(decoding: bytes, as: UTF8.self) + "-01"))?.date
        else { return nil }
        return (first, first.adding(months: 1).adding(days: -1))
    }

    /// The seconds of a duration in the words that commands take: `45min`, `1h30m`, `2 days`. A month counts as 30 days.
    static func seconds(_ bytes: UnsafeBufferPointer<UInt8>) -> Double? {
        // Other text is common, and takes long to be refused.
        let isCount = bytes.first.map(Ascii.isDigit) ?? false
        guard bytes.count <= longestDuration,
            isCount || articles.contains(where: { bytes.starts(with: $0.utf8) { $0 | 0x20 == $1 } }),
            let duration = CivilDuration.read(String(decoding: bytes, as: UTF8.self))
        else { return nil }
        return seconds(of: duration)
    }

    static func seconds(of duration: CivilDuration) -> Double {
        Double(duration.months * 30 + duration.days) * 86_400 + Double(duration.seconds)
    }

    private static let articles = ["a ", "an ", "half "]

    private static let longestDuration = 40

    /// The rank of a priority in the words of TaskNotes and Taskwarrior.
    static func rank(_ bytes: UnsafeBufferPointer<UInt8>) -> Double? {
        ranks.firstIndex { $0.contains { $0.utf8.elementsEqual(bytes) { $0 == ($1 &- 0x41 < 26 ? $1 | 0x20 : $1) } } }
            .map(Double.init)
    }

    /// The words of a priority.
    static var priorities: [String] { ranks.flatMap { $0 } }

    private static let ranks = [["none"], ["low", "l"], ["normal", "medium", "m"], ["high", "h"], ["urgent"]]
}
