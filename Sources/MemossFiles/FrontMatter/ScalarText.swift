internal import Bytes

/// Writes strings as YAML scalars that libyaml reads back unchanged.
package enum ScalarText {
    /// `text` in quotes of `style`, which must be single or double.
    package static func quoted(_ text: String, _ style: Node.Style) -> String {
        style == .singleQuoted ? "'\(escaped(text, style))'" : "\"\(escaped(text, .doubleQuoted))\""
    }

    /// `text` as it is written inside a scalar of `style`.
    package static func escaped(_ text: String, _ style: Node.Style) -> String {
        switch style {
        case .singleQuoted: replacing(text, ["'": "''"])
        case .doubleQuoted: escapingControls(replacing(text, ["\"": "\\\"", "\\": "\\\\"]))
        default: text
        }
    }

    /// Whether libyaml would reject the character or treat it as a line break.
    static func needsEscape(_ scalar: Unicode.Scalar) -> Bool {
        scalar != "\t" && (isBreakOrControl(scalar) || [0xFEFF, 0xFFFE, 0xFFFF].contains(scalar.value))
    }

    private static func escapingControls(_ text: String) -> String {
        guard text.unicodeScalars.contains(where: needsEscape) else { return text }
        return text.unicodeScalars.map { scalar in
            guard needsEscape(scalar) else { return String(scalar) }
            let digits = String(scalar.value, radix: 16, uppercase: true)
            let isShort = scalar.value < 0x100
            let zeros = String(repeating: "0", count: max(0, (isShort ? 2 : 4) - digits.utf8.count))
            return (isShort ? "\\x" : "\\u") + zeros + digits
        }.joined()
    }

    private static func replacing(_ text: String, _ escapes: [Unicode.Scalar: String]) -> String {
        var result = String.UnicodeScalarView()
        for scalar in text.unicodeScalars {
            if let escape = escapes[scalar] {
                result.append(contentsOf: escape.unicodeScalars)
            } else {
                result.append(scalar)
            }
        }
        return String(result)
    }

    /// The offset of the bytes that represent the rest of a scalar after the first `count` bytes of its value.
    ///
    /// - Parameter raw: the scalar without its quotes.
    /// - Returns: nil if the position is inside an escape, or a line is folded before it.
    package static func step(over count: Int, in raw: ArraySlice<UInt8>, _ style: Node.Style) -> Int? {
        var (index, value) = (raw.startIndex, 0)
        while value < count {
            guard index < raw.endIndex, raw[index] != Ascii.lineFeed else { return nil }
            if style == .singleQuoted, raw[index] == Ascii.apostrophe {
                index += 2
                value += 1
            } else if style == .doubleQuoted, raw[index] == Ascii.backslash {
                guard let escape = escape(at: index, in: raw) else { return nil }
                index += escape.length
                value += escape.width
            } else {
                index += 1
                value += 1
            }
        }
        return value == count && index <= raw.endIndex ? index : nil
    }

    /// The length of an escape in a double-quoted scalar, and the number of UTF-8 bytes that it represents.
    private static func escape(at index: Int, in raw: ArraySlice<UInt8>) -> (length: Int, width: Int)? {
        guard index + 1 < raw.endIndex else { return nil }
        let digits: Int
        switch raw[index + 1] {
        case UInt8(ascii: "x"): digits = 2
        case UInt8(ascii: "u"): digits = 4
        case UInt8(ascii: "U"): digits = 8
        case UInt8(ascii: "N"), UInt8(ascii: "_"): return (2, 2)
        case UInt8(ascii: "L"), UInt8(ascii: "P"): return (2, 3)
        case Ascii.lineFeed, Ascii.carriageReturn: return nil
        default: return (2, 1)
        }
        if let pair = SurrogatePairs.scalar(at: index, in: raw) { return (12, UTF8.width(pair)) }
        let text = String(decoding: raw[(index + 2)...].prefix(digits), as: UTF8.self)
        guard let scalar = UInt32(text, radix: 16).flatMap(Unicode.Scalar.init) else { return nil }
        return (2 + digits, UTF8.width(scalar))
    }

    /// Whether `text` can be a plain scalar: valid YAML in its context and not truncated. Inside a flow collection, PyYAML
    /// does not allow `?`, and libyaml up to 0.1, which ruamel.yaml up to 0.18 includes, does not allow `:`.
    package static func isPlainSafe(_ text: String, inFlow: Bool) -> Bool {
        let scalars = Array(text.unicodeScalars)
        guard let first = scalars.first, let last = scalars.last else { return false }
        guard !isBlank(first), !isBlank(last), last != ":" else { return false }
        guard !text.utf8.starts(with: "---".utf8), !text.utf8.starts(with: "...".utf8) else { return false }
        if "-?:".unicodeScalars.contains(first) {
            guard scalars.count > 1, !isBlank(scalars[1]) else { return false }
        } else if ",[]{}#&*!|>'\"%@`".unicodeScalars.contains(first) {
            return false
        }
        for (index, scalar) in scalars.enumerated() {
            if isBreakOrControl(scalar), scalar != "\t" { return false }
            if [0xFEFF, 0xFFFE, 0xFFFF].contains(scalar.value) { return false }
            if inFlow, ",[]{}?:".unicodeScalars.contains(scalar) { return false }
            guard index > 0 else { continue }
            if isBlank(scalar), scalars[index - 1] == ":" { return false }
            if scalar == "#", isBlank(scalars[index - 1]) { return false }
        }
        return true
    }

    private static func isBlank(_ scalar: Unicode.Scalar) -> Bool { scalar == " " || scalar == "\t" }

    /// Whether the character is a line break in YAML 1.1.
    package static func isBreak(_ scalar: Unicode.Scalar) -> Bool {
        ["\n", "\r", "\u{85}", "\u{2028}", "\u{2029}"].contains(scalar)
    }

    /// C0, DEL, C1 (including NEL), LS and PS: libyaml breaks lines at some of them and rejects others.
    package static func isBreakOrControl(_ scalar: Unicode.Scalar) -> Bool {
        scalar.value < 0x20 || (0x7F...0x9F).contains(scalar.value) || scalar.value == 0x2028 || scalar.value == 0x2029
    }

    /// The words that a loader takes for null or a boolean. Psych does so in any case (`yEs`).
    private static let words: Set = ["", "~", "null", "y", "yes", "n", "no", "true", "false", "on", "off", "<<", "="]

    /// Whether every loader reads the plain scalar `text` as a string: those of YAML 1.1, of the YAML 1.2 core schema, and
    /// those with types of their own. `Scripts/test-loaders` asks the real ones.
    package static func isPlainString(_ text: String) -> Bool {
        // For Psych, `:a` is a symbol.
        guard let first = text.utf8.first, first != Ascii.colon, !words.contains(text.lowercased()) else {
            return false
        }
        guard "+-.0123456789".utf8.contains(first) else { return true }
        return !isNumber(text) && !isTimestamp(text)
    }

    /// Whether YAML 1.1 resolves the plain scalar `text` to a type in which it has no value, so that loading the file
    /// fails: a merge key, a number without digits, a nonexistent date.
    static func hasNoValue(_ text: String) -> Bool {
        if text == "=" || text == "<<" { return true }
        var digits = Substring(text)
        if digits.hasPrefix("+") || digits.hasPrefix("-") { digits.removeFirst() }
        if digits.hasPrefix("0b") || digits.hasPrefix("0x") {
            return digits.utf8.count > 2 && digits.dropFirst(2).utf8.allSatisfy { $0 == UInt8(ascii: "_") }
        }
        return isTimestamp(text) && !isMoment(text)
    }

    /// An int or float of YAML 1.1, including base 60, of YAML 1.2 (`0o17`, `1e3`), or of Psych (`45,000`).
    private static func isNumber(_ text: String) -> Bool {
        var digits = Substring(text.lowercased())
        if digits.hasPrefix("+") || digits.hasPrefix("-") { digits.removeFirst() }
        if [".inf", ".nan"].contains(digits) { return true }
        for (prefix, legal) in [("0b", "01_,"), ("0o", "01234567_,"), ("0x", "0123456789abcdef_,")]
        where digits.hasPrefix(prefix) && digits.utf8.count > 2 {
            return digits.dropFirst(2).utf8.allSatisfy(legal.utf8.contains)
        }
        if digits.utf8.contains(Ascii.colon) {
            let parts = digits.split(separator: ":", omittingEmptySubsequences: false)
            return parts.allSatisfy { part in
                !part.isEmpty && part.utf8.allSatisfy { "0123456789_,.".utf8.contains($0) }
            }
        }
        var mantissa = digits
        if let exponent = digits.firstIndex(of: "e") {
            mantissa = digits[..<exponent]
            var power = digits[digits.index(after: exponent)...]
            if power.hasPrefix("+") || power.hasPrefix("-") { power.removeFirst() }
            guard !power.isEmpty, power.utf8.allSatisfy(Ascii.isDigit) else { return false }
        }
        // `1.2.3` is always a string; a lone dot is a float in YAML 1.1.
        let dots = mantissa.utf8.count { $0 == Ascii.dot }
        guard dots <= 1, mantissa.utf8.allSatisfy("0123456789_,.".utf8.contains) else { return false }
        return mantissa.utf8.contains(where: Ascii.isDigit) || mantissa == "."
    }

    /// `2026-11-22`, alone or followed by a time.
    private static func isTimestamp(_ text: String) -> Bool {
        let parts = text.split(separator: "-", maxSplits: 2, omittingEmptySubsequences: false)
        guard parts.count == 3, parts[0].utf8.count == 4, (1...2).contains(parts[1].utf8.count) else { return false }
        guard (parts[0] + parts[1]).utf8.allSatisfy(Ascii.isDigit) else { return false }
        let day = parts[2].utf8.prefix(while: Ascii.isDigit)
        guard (1...2).contains(day.count) else { return false }
        let rest = parts[2].utf8.dropFirst(day.count)
        return rest.isEmpty || rest.allSatisfy { Ascii.isDigit($0) || "tTzZ :.+-".utf8.contains($0) }
    }

    /// Whether the numbers of a timestamp are in range.
    private static func isMoment(_ text: String) -> Bool {
        let numbers = text.split { !$0.isASCII || !$0.isNumber }.map { Int($0) ?? .max }
        guard numbers.count >= 3, numbers[0] > 0, (1...12).contains(numbers[1]) else { return false }
        let isLeap = numbers[0] % 4 == 0 && (numbers[0] % 100 != 0 || numbers[0] % 400 == 0)
        let days = [31, isLeap ? 29 : 28, 31, 30, 31, 30, 31, 31, 30, 31, 30, 31][numbers[1] - 1]
        guard (1...days).contains(numbers[2]) else { return false }
        guard numbers.count >= 6 else { return true }
        // The seconds are followed by a fraction and an offset.
        let sign = text.dropFirst(10).lastIndex { $0 == "+" || $0 == "-" }
        let hours = sign.flatMap { Int(text[$0...].dropFirst().prefix(while: \.isNumber)) } ?? 0
        return numbers[3] < 24 && numbers[4] < 60 && numbers[5] < 60 && hours < 24
    }
}
