/// The string literals of Swift code, with an object replacement character for each interpolation.
struct SourceLiterals {
    static let interpolated: Character = "\u{FFFC}"

    private var rest: Substring
    private(set) var literals: [String] = []

    init(of code: String) {
        rest = code[...]
        readCode()
    }

    /// - Parameter end: the end of the interpolated code; nil to read everything.
    private mutating func readCode(until end: Character? = nil) {
        var depth = 0
        while let character = rest.first {
            if rest.hasPrefix("//") {
                rest = rest.drop { !$0.isNewline }
            } else if rest.hasPrefix("/*") {
                rest = rest.firstRange(of: "*/").map { rest[$0.upperBound...] } ?? ""
            } else if let pounds = rest.firstIndex(where: { $0 != "#" }), rest[pounds] == "\"" {
                readLiteral(pounds: rest.distance(from: rest.startIndex, to: pounds))
            } else {
                rest.removeFirst()
                if character == end, depth == 0 { return }
                if character == "(" { depth += 1 }
                if character == ")" { depth -= 1 }
            }
        }
    }

    private mutating func readLiteral(pounds: Int) {
        rest.removeFirst(pounds)
        let raw = String(repeating: "#", count: pounds)
        let quotes = rest.hasPrefix("\"\"\"") ? "\"\"\"" : "\""
        rest.removeFirst(quotes.count)
        var text = ""
        while !rest.isEmpty, !rest.hasPrefix(quotes + raw) {
            if rest.hasPrefix("\\\(raw)(") {
                rest.removeFirst(2 + pounds)
                text.append(Self.interpolated)
                readCode(until: ")")
            } else {
                // An escaped character does not end the literal.
                if rest.first == "\\", pounds == 0 { text.append(rest.removeFirst()) }
                if !rest.isEmpty { text.append(rest.removeFirst()) }
            }
        }
        rest = rest.dropFirst(quotes.count + pounds)
        literals.append(text)
    }
}
