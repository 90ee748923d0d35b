extension Query {
    /// The named queries that a valid query refers to, directly or indirectly, each once.
    package static func named(in text: String, among named: [String: String]) -> [(name: String, text: String)] {
        var found: [(name: String, text: String)] = []
        var seen: Set<String> = []
        var rest = [text]
        while let text = rest.popLast() {
            for placed in (try? QueryLexer.tokens(of: text)) ?? [] {
                guard case .word(nil, let word, false) = placed.token, word.utf8.first == UInt8(ascii: "@"),
                    let text = named[String(word.dropFirst())], seen.insert(word).inserted
                else { continue }
                found.append((String(word.dropFirst()), text))
                rest.append(text)
            }
        }
        return found
    }
}
