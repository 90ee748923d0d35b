/// A name for the words of a command line, from the configuration.
struct Alias: Sendable, Hashable {
    let name: String
    /// As written in the configuration.
    let text: String

    /// The words. Quotes and backslashes work as in a shell, and nothing else is special.
    var words: [String] { ShellLine.words(of: text) }

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
