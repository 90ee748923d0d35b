/// A reminder in one line: `Call the dentist @tomorrow 9am +Health`.
///
/// `@` begins a date or a rule and extends over the longest valid phrase; what is both is a date. `+` begins a tag, or
/// several separated by commas. Any other word is part of the title, and so is a word after `@` that begins no phrase
/// (`@bob`). What follows `--` is part of the title and nothing else.
package struct CaptureLine: Sendable, Hashable {
    package enum Part: Sendable {
        case date, rule, tag
    }

    /// A phrase with its mark.
    package struct Phrase: Sendable, Hashable {
        package var part: Part
        /// UTF-8 offsets in the line.
        package var range: Range<Int>
        /// With the mark.
        package var text: String
    }

    /// The line.
    package let text: String
    package private(set) var title = ""
    package private(set) var date: WhenPhrase?
    package private(set) var rule: RulePhrase?
    package private(set) var tags: [TagName] = []
    /// In the order of the line.
    package private(set) var phrases: [Phrase] = []
    /// Words of the title that would be a date or a rule after `@`; nil if there are none.
    package private(set) var unused: String?
    /// A phrase in the title with a misspelt word, and its correction behind `@`.
    package struct Misspelling: Sendable, Hashable {
        package var typed: String
        package var correction: String
    }

    /// Nil if no phrase in the title seems misspelt.
    package private(set) var misspelling: Misspelling?
    /// Why words of the title after `@` are no date, if they were meant as one, as in `@mid december` or `@17`.
    package private(set) var refusal: ParseError?
    /// What makes the line invalid; offsets are in the line.
    package private(set) var faults: [ParseError] = []

    /// Parses the title of a note, in which only tags are special.
    package init(title: String, literal: String = "") {
        text = title
        var kept: [Word] = []
        for word in Word.all(in: title) where readTag(word) == 0 { kept.append(word) }
        self.title = Word.joined(kept)
        append(literal)
    }

    /// - Parameters:
    ///   - text: one line.
    ///   - literal: text that is appended to the title as it is.
    ///   - now: the time that relative dates refer to.
    ///   - times: the times of the parts of a day.
    package init(parsing text: String, literal: String = "", now: CivilDateTime, times: PartsOfDay = .usual) {
        self.text = text
        let words = Word.all(in: text)
        let end = words.firstIndex { $0.text == "--" } ?? words.count
        var kept: [Word] = []
        var rest = words[..<end]
        while let word = rest.first {
            let count = word.isMarked ? readPhrase(rest, now, times) : readTag(word)
            if count == 0 { kept.append(word) }
            rest = rest.dropFirst(max(count, 1))
        }
        title = Word.joined(kept + words.dropFirst(end + 1))
        if misspelling == nil { findUnused(in: kept.map(\.text)) }
        append(literal)
    }

    /// The text of a part in the line, with its mark.
    package func text(of part: Part) -> String? { phrases.first { $0.part == part }.map(\.text) }

    // MARK: Tags

    private mutating func readTag(_ word: Word) -> Int {
        guard word.isTag else { return 0 }
        add(.tag, word.text, word.range)
        // `Call Bob +Work.`
        for item in Self.bare(String(word.text.dropFirst())).split(separator: ",") {
            // `+Work@tomorrow`
            if let mark = item.firstIndex(of: "@"),
                WhenPhrase.isPhrase(String(item[mark...].dropFirst()))
                    || RulePhrase.length(in: [String(item[mark...].dropFirst())]) == 1
            {
                let reason = "'\(word.text)' is a tag and a date without a blank between them: write a blank before '@'"
                faults.append(ParseError(reason, offset: word.range.lowerBound, length: word.range.count))
                continue
            }
            do throws(ParseError) {
                tags.append(try TagName(validating: String(item)))
            } catch {
                let (start, length) = (word.range.lowerBound, word.range.count)
                faults.append(ParseError(error.message, suggestion: error.suggestion, offset: start, length: length))
            }
        }
        return 1
    }

    // MARK: Dates and rules

    /// - Returns: how many words, from the first on, the phrase has; 0 if there is none.
    private mutating func readPhrase(_ words: ArraySlice<Word>, _ now: CivilDateTime, _ times: PartsOfDay) -> Int {
        guard let mark = words.first else { return 0 }
        // `@ 9am`
        let isApart = mark.text.utf8.count == 1
        let following = words.dropFirst().prefix(24).prefix { !$0.isTag && !$0.isMarked }.map(\.text)
        let texts = (isApart ? [] : [String(mark.text.dropFirst())]) + following
        do throws(ParseError) {
            let date = try WhenPhrase.longest(in: texts, now: now, times: times)
            let rule = try RulePhrase.longest(in: texts, now: now, times: times)
            let isRule = rule?.count ?? 0 > date?.count ?? 0
            guard let length = isRule ? rule?.count : date?.count else {
                if let first = texts.first?.lowercased(), !isApart, ["every", "every!", "each"].contains(first) {
                    _ = try RulePhrase(parsing: texts.joined(separator: " "), now: now, times: times)
                }
                if !isApart, let fault = WhenPhrase.vagueRefusal(of: texts) {
                    refusal = refusal ?? fault
                } else if let (typed, phrase) = PhraseSpelling.correction(of: texts) {
                    misspelling = Misspelling(typed: "@" + typed, correction: "@" + phrase)
                } else {
                    refusal = refusal ?? WhenPhrase.refusal(of: texts, now: now)
                }
                try checkTag(in: texts, after: 0)
                return 0
            }
            if length == 1, isRule, PhraseEnd.isOrdinal(texts[0]) {
                refusal = refusal ?? WhenPhrase.vagueRefusal(of: texts)
                return 0
            }
            try checkTag(in: texts, after: length)
            let count = length + (isApart ? 1 : 0)
            let range = mark.range.lowerBound..<(words.prefix(count).last ?? mark).range.upperBound
            if (isRule ? self.rule == nil : self.date == nil) {
                self.rule = isRule ? rule?.phrase : self.rule
                self.date = isRule ? self.date : date?.phrase
            } else {
                let reason = "there are two \(isRule ? "rules" : "dates"); give only one"
                faults.append(ParseError(reason, offset: range.lowerBound, length: range.count))
            }
            let phrase = "@" + texts.prefix(length).joined(separator: " ")
            add(isRule ? .rule : .date, phrase, range)
            let doubt = PhraseEnd.doubt(in: texts, after: length, isRule: isRule)
            let behind = words.dropFirst(doubt.lowerBound + count - length).prefix(doubt.count)
            if let start = behind.first?.range.lowerBound, let end = behind.last?.range.upperBound {
                let text = behind.map(\.text).joined(separator: " ")
                let reason = unclear(text, isRule ? "rule" : "date", mark, texts, doubt.lowerBound, length)
                faults.append(ParseError(reason, offset: start, length: end - start))
            } else if !isApart || isRule,
                let reason = PhraseEnd.otherReading(of: Array(texts.prefix(length)), isRule: isRule)
            {
                faults.append(ParseError(reason, offset: range.lowerBound, length: range.count))
            }
            return count
        } catch {
            if isApart { return 0 }
            var error = error
            error.offset += mark.range.lowerBound + 1
            faults.append(error)
            return 1
        }
    }

    /// Refuses `tomorrow+Work`, which is a date and a tag if there is a blank between them.
    private func checkTag(in texts: [String], after length: Int) throws(ParseError) {
        guard texts.indices.contains(length), let plus = texts[length].lastIndex(of: "+") else { return }
        let (word, tag) = (texts[length], texts[length][plus...])
        let phrase = texts[..<length] + [String(word[..<plus])]
        guard plus > word.startIndex, tag.dropFirst().first?.isLetter == true,
            max(WhenPhrase.length(in: Array(phrase)), RulePhrase.length(in: Array(phrase))) == length + 1
        else { return }
        let offset = texts[..<length].reduce(0) { $0 + $1.utf8.count + 1 }
        let written = "'@\(phrase.joined(separator: " ")) \(tag)'"
        let reason = "'\(word)' is a date and a tag without a blank between them: write \(written)"
        throw ParseError(reason, offset: offset, length: word.utf8.count)
    }

    /// Why the end of a phrase is unclear, and how each reading is written: with the phrase at the end of the line.
    ///
    /// - Parameters:
    ///   - texts: the words of the phrase and those after it.
    ///   - length: the number of words of the phrase; a shorter one of `start` words is valid too if that is less.
    private func unclear(
        _ doubtful: String,
        _ part: String,
        _ mark: Word,
        _ texts: [String],
        _ start: Int,
        _ length: Int
    ) -> String {
        let before = Word.all(in: text).prefix(mark.number).map(\.text)
        let after = Word.all(in: text).dropFirst(mark.number + (mark.text.utf8.count == 1 ? 1 : 0) + texts.count)
        let readings = (start < length ? [start, length] : [length]).map { count in
            let title = before + texts[count...] + after.map(\.text)
            return "'\((title + ["@" + PhraseEnd.spelled(Array(texts.prefix(count)))]).joined(separator: " "))'"
        }
        guard readings.count > 1 else {
            let reason = "'\(doubtful)' is no part of the \(part) that can be read"
            return "\(reason); if it belongs to the title, write \(readings[0])"
        }
        return "'\(doubtful)' may belong to the \(part) or to the title: write \(readings[0]) or \(readings[1])"
    }

    /// Whether the line gives a date or a rule.
    package var hasPhrase: Bool { date != nil || rule != nil }

    /// Finds words that look like a date. Behind a misspelt word (`tmorrow 9am`), they alone mean something else.
    private mutating func findUnused(in words: [String]) {
        guard let found = Self.date(in: words) else { return }
        let start = found.lowerBound - 1
        if start >= 0, let (typed, phrase) = PhraseSpelling.correction(of: Array(words[start...].prefix(24))) {
            misspelling = Misspelling(typed: typed, correction: "@" + phrase)
        } else {
            unused = words[found].map(Self.bare).joined(separator: " ")
        }
    }

    /// The first date or rule in a title. A holiday (`christmas presents`) is not taken for one, nor is a single word of
    /// up to three letters (`sun`, `may`, `3d`).
    private static func date(in words: [String]) -> Range<Int>? {
        let words = words.map(bare)
        for index in words.indices {
            let rest = Array(words[index...].prefix(24))
            let (date, rule) = (WhenPhrase.length(in: rest), RulePhrase.length(in: rest))
            let length = max(date, rule)
            guard length > 1 || date == 1 && PhraseEnd.isClear(words[index]), !WhenPhrase.isHoliday(words[index]) else {
                continue
            }
            return index..<index + length
        }
        return nil
    }

    /// `@tomorrow.` and `(@tomorrow)` stay in the title.
    private static func bare(_ word: String) -> String {
        let start = word.drop { "@(\"'".contains($0) }
        return String(start.prefix(start.count - start.reversed().prefix { ".!?;:)\"'".contains($0) }.count))
    }

    private mutating func append(_ literal: String) {
        let rest = TagName.trimmed(literal)
        if !rest.isEmpty { title += (title.isEmpty ? "" : " ") + rest }
    }

    private mutating func add(_ part: Part, _ text: String, _ range: Range<Int>) {
        phrases.append(Phrase(part: part, range: range, text: text))
    }
}

extension CaptureLine {
    /// What may complete the last word of a line, or come next in it.
    package enum Continuation: Sendable, Hashable {
        /// Words of a date or a rule.
        case words([String])
        /// A tag that begins like this, after `+` or a comma.
        case tag(String)
    }

    /// - Parameter text: a line up to the place where somebody types.
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
        let phrase = String(decoding: Array(text.utf8)[(mark.range.lowerBound + 1)...], as: UTF8.self)
        var found = WhenPhrase.continuations(of: phrase)
        for word in RulePhrase.continuations(of: phrase) where !found.contains(word) { found.append(word) }
        // Examples of several words, such as `3 days`, are not candidates.
        return .words(found.filter { !$0.contains(" ") })
    }
}

/// A word of a line.
private struct Word {
    var text: String
    /// UTF-8 offsets in the line.
    var range: Range<Int>
    /// The blanks before it.
    var gap: String
    /// Its number in the line.
    var number: Int

    var isMarked: Bool { text.hasPrefix("@") }

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
