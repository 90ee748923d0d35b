/// A name for the words of a command line, from the configuration.
struct Alias: Sendable, Hashable {
    let name: String
    /// As written in the configuration.
    let text: String

    /// The words. Quotes and backslashes work as in a shell, and nothing else is special.
    var words: [String] {
        var words: [String] = []
        var word: String?
        var quote: Character?
        var rest = text[...]
        while let character = rest.popFirst() {
            if character == quote {
                quote = nil
            } else if character == "\\", quote != "'", let next = rest.popFirst() {
                word = (word ?? "") + String(next)
            } else if quote == nil, character == "'" || character == "\"" {
                quote = character
                word = word ?? ""
            } else if quote == nil, character.isWhitespace {
                words += word.map { [$0] } ?? []
                word = nil
            } else {
                word = (word ?? "") + String(character)
            }
        }
        return words + (word.map { [$0] } ?? [])
    }

    /// The aliases that lead back to this one, beginning with it; nil if none do.
    ///
    /// - Parameter others: all aliases; one of the same name is replaced by this one.
    func loop(among others: [Alias]) -> [Alias]? {
        var path = [self]
        while let last = path.last, let word = last.words.first(where: { !$0.hasPrefix("-") }) {
            if word == name { return path }
            guard let next = others.first(where: { $0.name == word }), !path.contains(next) else { return nil }
            path.append(next)
        }
        return nil
    }
}
