@testable import MemossFiles

/// A case in `fixtures/rename/*.cases` or `fixtures/edit/*.cases`; the READMEs there describe the format.
struct FixtureCase: CustomStringConvertible, Sendable {
    enum Expectation: Equatable {
        case changed([UInt8])
        case unchanged
        case refused(String)
    }

    var name: String
    /// `rename`, `set`, `unset`, `tag`, `untag`.
    var verb = ""
    /// The text after the verb, still escaped.
    var argument: Substring = ""
    var before: [UInt8] = []
    var expectation = Expectation.unchanged

    var description: String { name }

    /// - Parameter path: relative to `fixtures`.
    static func load(_ path: String) throws -> [FixtureCase] {
        var cases: [FixtureCase] = []
        var block = ""
        var after: [UInt8] = []
        var expected = ""
        func finish() {
            guard let last = cases.indices.last else { return }
            switch expected.split(separator: " ").first {
            case "changed": cases[last].expectation = .changed(after)
            case "unchanged": cases[last].expectation = .unchanged
            default: cases[last].expectation = .refused(String(expected.dropFirst("refused ".count)))
            }
        }
        for bytes in try Fixtures.bytes(path).split(separator: UInt8(ascii: "\n")) {
            let line = Substring(String(decoding: bytes, as: UTF8.self))
            if line.hasPrefix("=== ") {
                finish()
                cases.append(FixtureCase(name: String(line.dropFirst(4))))
                (block, after) = ("", [])
            } else if line.hasPrefix("--- ") {
                block = String(line.dropFirst(4))
            } else if line.hasPrefix("expect: ") {
                expected = String(line.dropFirst("expect: ".count))
            } else if let bar = line.firstIndex(of: "|"), line.hasPrefix("|") || line.hasPrefix("*") {
                let count = Int(line[..<bar].dropFirst()) ?? 1
                let shown = try unescape(line[line.index(after: bar)...])
                let bytes = Array(repeatElement(shown, count: count).joined())
                if block == "before" { cases[cases.count - 1].before += bytes } else { after += bytes }
            } else if let verb = verbs.first(where: { line.hasPrefix($0 + ": ") }) {
                cases[cases.count - 1].verb = verb
                cases[cases.count - 1].argument = line.dropFirst(verb.count + 2)
            }
        }
        finish()
        return cases
    }

    private static let verbs = ["rename", "set", "unset", "tag", "untag"]

    /// Unescapes an argument or a part of it.
    static func text(_ escaped: Substring) throws -> String {
        String(decoding: try unescape(escaped), as: UTF8.self)
    }

    /// Splits at the first separator; without one, the second part is empty.
    static func split(_ line: Substring, at separator: String) -> (Substring, Substring) {
        var index = line.startIndex
        while index < line.endIndex, !line[index...].hasPrefix(separator) { index = line.index(after: index) }
        return (line[..<index], line[index...].dropFirst(separator.count))
    }

    private struct BadEscape: Error { var text: String }

    private static func unescape(_ text: Substring) throws -> [UInt8] {
        var result: [UInt8] = []
        var rest = text
        while let character = rest.popFirst() {
            guard character == "\\" else {
                result += Array(String(character).utf8)
                continue
            }
            let kind = rest.popFirst()
            switch kind {
            case "n": result.append(0x0A)
            case "r": result.append(0x0D)
            case "t": result.append(0x09)
            case "\\": result.append(0x5C)
            case "u", "x":
                let digits = rest.dropFirst().prefix { $0 != "}" }
                rest = rest.dropFirst(digits.count + 2)
                guard let value = UInt32(digits, radix: 16) else { throw BadEscape(text: String(text)) }
                if kind == "x" {
                    result.append(UInt8(truncatingIfNeeded: value))
                } else if let scalar = Unicode.Scalar(value) {
                    result += Array(String(scalar).utf8)
                }
            default: throw BadEscape(text: String(text))
            }
        }
        return result
    }
}
