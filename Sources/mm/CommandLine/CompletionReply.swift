import MemossFiles

/// The reply to a shell's completion script: one line with the kind of reply, then one line per candidate.
extension CompletionPlace {
    func reply(to request: CompletionRequest) -> String {
        if request.line?.isRedirection == true { return "file 0\n" }
        switch wanted {
        case .file: return "file \(stem.count)\n"
        case .directory: return "directory \(stem.count)\n"
        default: break
        }
        // Shells print candidates unescaped, and an escaped word would mean something else.
        let candidates = self.candidates.filter { Printable.isPlain($0.text) }
        switch request.shell {
        case .bash: return bash(candidates, request)
        case .zsh: return lines("words", candidates.map(\.zsh))
        case .fish: return lines("words", candidates.map(\.fish))
        }
    }

    /// Readline neither filters nor quotes the candidates.
    private func bash(_ candidates: [Candidate], _ request: CompletionRequest) -> String {
        let typed = request.words.last ?? ""
        let matching = Self.matching(candidates, typed)
        let isUnfinished = matching.count == 1 && matching.first?.isComplete == false
        let kept = request.line?.kept.count ?? 0
        let quote = request.line?.quote ?? .none
        return lines(
            isUnfinished ? "unfinished" : "words",
            matching.map { String($0.text.dropFirst(kept)).quotedForBash(in: quote) }
        )
    }

    /// The candidates that begin with the word, ignoring accents and case.
    ///
    /// Readline replaces the word with the candidates' common prefix. To keep that from being shorter than the typed
    /// text, all candidates begin with the same letters as the first: for `caf`, `Café` but not also `CAFÉ`.
    private static func matching(_ candidates: [Candidate], _ typed: String) -> [Candidate] {
        let letters = NaturalOrder.baseLetters(of: typed)
        let found = candidates.filter { candidate in
            [candidate.text, candidate.bare].contains { NaturalOrder.baseLetters(of: $0).hasPrefix(letters) }
        }
        let exact = found.filter { $0.text.lowercased().hasPrefix(typed.lowercased()) }
        guard !typed.isEmpty, found.count > 1, exact.count < found.count else { return found }
        let leader = exact.first ?? found[0]
        return found.filter { $0.text.prefix(typed.count) == leader.text.prefix(typed.count) }
    }

    private func lines(_ first: String, _ others: [String]) -> String {
        ([first] + others).map { "\($0)\n" }.joined()
    }
}

extension Candidate {
    /// `.` if a blank follows or `+` if not, then `word:description` for `_describe`.
    fileprivate var zsh: String {
        let mark = isComplete ? "." : "+"
        let text = text.escaping { $0 == ":" || $0 == "\\" }
        return help.isEmpty ? mark + text : "\(mark)\(text):\(Printable.line(help))"
    }

    fileprivate var fish: String { help.isEmpty ? text : "\(text)\t\(Printable.line(help))" }
}

extension String {
    /// Quotes the text for bash, as the rest of a word with that quote open.
    fileprivate func quotedForBash(in quote: ShellLine.Quote) -> String {
        switch quote {
        case .none: return escaping { $0.isASCII && !$0.properties.isAlphabetic && !Self.plain.contains($0) }
        case .single:
            // Backslashes have no effect inside: close the quote, write a quoted quote, open it again.
            return replacing("'", with: #"'\''"#).closed(by: "'")
        case .double:
            return escaping { "$`\"\\".unicodeScalars.contains($0) }.replacing("!", with: #""'!'""#).closed(by: "\"")
        }
    }

    /// Readline closes the quote, except if the text already ends with that character.
    private func closed(by quote: String) -> String { hasSuffix(quote) ? self + quote : self }

    private static var plain: String.UnicodeScalarView { "0123456789_@%+=:,./-".unicodeScalars }

    fileprivate func escaping(_ isSpecial: (Unicode.Scalar) -> Bool) -> String {
        var escaped = String.UnicodeScalarView()
        for scalar in unicodeScalars {
            if isSpecial(scalar) { escaped.append("\\") }
            escaped.append(scalar)
        }
        return String(escaped)
    }

    private func replacing(_ scalar: Unicode.Scalar, with text: String) -> String {
        split(separator: Character(scalar), omittingEmptySubsequences: false).joined(separator: text)
    }
}
