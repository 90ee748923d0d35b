import Bytes
import CivilTime

extension CaptureLine {
    /// A word of a line.
    struct Word {
        var text: String
        /// In bytes of the line.
        var range: Range<Int>
        /// The blanks before it.
        var gap: String
        var number: Int

        var isMarked: Bool { text.hasPrefix("@") }

        /// `+Home`, but not `+1`.
        var isTag: Bool { text.hasPrefix("+") && text.dropFirst().first?.isLetter == true }

        /// `@9am`, which continues a date.
        var isTime: Bool {
            isMarked && text.dropFirst().first?.isNumber == true
                && (try? WhenPhrase(parsing: String(text.dropFirst()), now: .example))?.named == .time
        }

        /// Without the punctuation of a sentence.
        var plain: String {
            String(text.prefix(text.count - text.reversed().prefix { ".!?;:…)".contains($0) }.count))
        }

        /// Without the punctuation around it. The last dot of `25.12.` is a part of it.
        static func bare(_ text: String) -> String {
            let start = text.drop { "@(\"'*".contains($0) }
            let bare = start.prefix(start.count - start.reversed().prefix { ".!?;:)\"'".contains($0) }.count)
            let numbers = bare.split(separator: ".", omittingEmptySubsequences: false)
            let isDay = numbers.count == 2 && numbers.allSatisfy { Int($0) != nil }
            return isDay && start.dropFirst(bare.count).first == "." ? bare + "." : String(bare)
        }

        /// The words that may belong to a phrase: up to a tag, another mark, or the end of a sentence. `@9am` in it is a time.
        static func phrase(_ words: ArraySlice<Word>, isMarked: Bool) -> [String] {
            var found: [String] = []
            for word in words.prefix(120) {
                let isFirst = found.isEmpty && isMarked
                let isTime = word.text == "@" || word.isTime
                if word.isTag || word.isMarked && !isFirst && !isTime { break }
                var bare = word.isMarked && word.text != "@" ? String(word.text.dropFirst()) : word.text
                // `9am!`, but `every!`
                if bare.hasSuffix("!"), bare.utf8.count > 1, !["every!", "each!"].contains(bare.lowercased()) {
                    bare = String(bare.prefix(bare.count - bare.reversed().prefix { $0 == "!" }.count))
                }
                let plain = String(bare.prefix(bare.count - bare.reversed().prefix { ".?;…".contains($0) }.count))
                // `at noon.` ends a sentence, and `1. dec`, `9 a.m.` and `every!` do not.
                let ends = plain != bare && plain.contains(where: \.isLetter) && !plain.contains(".")
                let isShort = Weekday(name: plain) != nil || Month(name: plain) != nil
                found.append(ends && !isShort ? plain : bare)
                if ends, !isShort { break }
            }
            return found
        }

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
        var found = Reader.continuations(of: phrase, .when, in: .title)
        guard !isDeadline else { return .words(found) }
        if "due".hasPrefix(phrase.lowercased()) { found.append("due") }
        for word in Reader.continuations(of: phrase, .rule, in: .title) where !found.contains(word) {
            found.append(word)
        }
        return .words(found)
    }
}
