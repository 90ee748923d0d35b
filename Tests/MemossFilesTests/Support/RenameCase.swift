@testable import MemossFiles

/// A case of `fixtures/rename/*.cases`; the format is described there.
struct RenameCase: CustomStringConvertible, Sendable {
    enum Expectation: Equatable {
        case changed([UInt8])
        case unchanged
        case refused(String)
    }

    var name: String
    var old = ""
    var new = ""
    var before: [UInt8] = []
    var expectation = Expectation.unchanged

    var description: String { name }

    static let files = [
        "anchors", "block", "case-only", "collisions", "combined", "comma", "flow", "hostile", "keys", "line-ends",
        "look-alikes", "nested", "quoting", "unicode", "wild",
    ]

    /// Of all files; read once.
    static let all = Result { try files.flatMap(load) }

    static func load(_ file: String) throws -> [RenameCase] {
        var cases: [RenameCase] = []
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
        for bytes in try Fixtures.bytes("rename/\(file).cases").split(separator: UInt8(ascii: "\n")) {
            var line = Substring(String(decoding: bytes, as: UTF8.self))
            if line.hasPrefix("=== ") {
                finish()
                cases.append(RenameCase(name: String(line.dropFirst(4))))
                (block, after) = ("", [])
            } else if line.hasPrefix("--- ") {
                block = String(line.dropFirst(4))
            } else if line.hasPrefix("rename: ") {
                line = line.dropFirst("rename: ".count)
                let parts = split(line, at: " -> ")
                cases[cases.count - 1].old = String(decoding: try unescape(parts.0), as: UTF8.self)
                cases[cases.count - 1].new = String(decoding: try unescape(parts.1), as: UTF8.self)
            } else if line.hasPrefix("expect: ") {
                expected = String(line.dropFirst("expect: ".count))
            } else if let bar = line.firstIndex(of: "|"), line.hasPrefix("|") || line.hasPrefix("*") {
                let count = Int(line[..<bar].dropFirst()) ?? 1
                let shown = try unescape(line[line.index(after: bar)...])
                let bytes = Array(repeatElement(shown, count: count).joined())
                if block == "before" { cases[cases.count - 1].before += bytes } else { after += bytes }
            }
        }
        finish()
        return cases
    }

    private static func split(_ line: Substring, at separator: String) -> (Substring, Substring) {
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
