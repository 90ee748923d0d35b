internal import Bytes

extension CaptureLine {
    /// The possible completions of a line's last word, or the words that may follow.
    package enum Continuation: Sendable, Hashable {
        /// Words of a date or a rule.
        case words([String])
        /// A tag that begins with this text, after `+` or a comma.
        case tag(String)
    }

    /// - Parameter text: the line up to the cursor.
    package static func continuation(of text: String) -> Continuation {
        let words = Word.all(in: text)
        let isNewWord = text.utf8.last.map(Ascii.isBlankOrBreak) ?? true
        if !isNewWord, let last = words.last?.text, last.hasPrefix("+"),
            last.utf8.count == 1 || words.last?.isTag == true
        {
            return .tag(String(last.dropFirst().split(separator: ",", omittingEmptySubsequences: false).last ?? ""))
        }
        guard !words.contains(where: { $0.text == "--" }), let mark = words.last(where: \.isMarked) else {
            return .words([])
        }
        let isDeadline = mark.text.lowercased() == "@due" && (isNewWord || words.last?.number != mark.number)
        let start = isDeadline ? mark.range.upperBound : mark.range.lowerBound + 1
        let bytes = Array(text.utf8)[start...].drop { isDeadline && Ascii.isBlankOrBreak($0) }
        let phrase = String(decoding: bytes, as: UTF8.self)
        var found = WhenPhrase.continuations(of: phrase)
        guard !isDeadline else { return .words(found.filter { !$0.contains(" ") }) }
        if "due".hasPrefix(phrase.lowercased()) { found.append("due") }
        for word in RulePhrase.continuations(of: phrase) where !found.contains(word) { found.append(word) }
        // Examples of several words, such as `3 days`, are not candidates.
        return .words(found.filter { !$0.contains(" ") })
    }
}

extension CaptureLine {
    /// A word of a line.
    struct Word {
        var text: String
        /// UTF-8 offsets in the line.
        var range: Range<Int>
        /// The blanks before it.
        var gap: String
        /// Its index in the line.
        var number: Int

        var isMarked: Bool { text.hasPrefix("@") }

        /// `@` alone or before a time, which continues a date.
        var isTime: Bool {
            guard isMarked, text.utf8.count > 1 else { return isMarked }
            let time = String(text.dropFirst())
            return time.first?.isNumber == true && WhenPhrase.isTime(time)
        }

        /// `+Home`, but not `+1`.
        var isTag: Bool { text.hasPrefix("+") && text.dropFirst().first?.isLetter == true }

        static func all(in line: String) -> [Word] {
            let bytes = Array(line.utf8)
            var (words, start, end): ([Word], Int, Int) = ([], 0, 0)
            while true {
                while start < bytes.count, Ascii.isBlankOrBreak(bytes[start]) { start += 1 }
                let next = bytes[start...].firstIndex(where: Ascii.isBlankOrBreak) ?? bytes.count
                guard start < next else { return words }
                let text = String(decoding: bytes[start..<next], as: UTF8.self)
                let gap = String(decoding: bytes[end..<start], as: UTF8.self)
                words.append(Word(text: text, range: start..<next, gap: gap, number: words.count))
                (start, end) = (next, next)
            }
        }

        /// Adjacent words keep the blanks between them.
        static func joined(_ words: [Word]) -> String {
            var text = ""
            for (index, word) in words.enumerated() {
                if index > 0 { text += words[index - 1].number + 1 == word.number ? word.gap : " " }
                text += word.text
            }
            return text
        }
    }
}
