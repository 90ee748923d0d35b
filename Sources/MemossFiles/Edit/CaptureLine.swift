internal import Bytes

/// A reminder in one line: `Call the dentist @tomorrow 9am +Health`.
///
/// `@` begins a date or a rule, which extends over the longest valid phrase; a phrase that is both is a date. `@due`
/// begins the deadline. `+` begins a tag, or several separated by commas. Any other word is part of the title, including
/// a word after `@` that begins no phrase (`@bob`). Everything after `--` is part of the title.
package struct CaptureLine: Sendable, Hashable {
    package enum Part: Sendable {
        case date, deadline, rule, tag
    }

    /// A phrase, including its `@`.
    package struct Phrase: Sendable, Hashable {
        package var part: Part
        /// UTF-8 offsets in the line.
        package var range: Range<Int>
        /// The text, including the `@`.
        package var text: String
    }

    /// The line.
    package let text: String
    package private(set) var title = ""
    package private(set) var date: WhenPhrase?
    /// The date after `@due`.
    package internal(set) var deadline: WhenPhrase?
    package private(set) var rule: RulePhrase?
    package private(set) var tags: [TagName] = []
    /// The phrases, in the order of the line.
    package private(set) var phrases: [Phrase] = []
    /// Words of the title that would be a date or a rule after `@`; nil if there are none.
    package internal(set) var unused: String?
    /// A word in the title directly after a phrase, which may have been meant as part of it: `@tomorrow wed`.
    var leftover: String?
    private(set) var isProbe = false
    /// A phrase in the title with a misspelt word, and its correction, with `@`.
    package struct Misspelling: Sendable, Hashable {
        package var typed: String
        package var correction: String
    }

    /// Nil if no phrase in the title seems misspelt.
    package internal(set) var misspelling: Misspelling?
    /// Why words after `@` that were meant as a date are not one, as in `@mid december`, `@tomorow 9am` or `@so 9:00`; its
    /// offset refers to the line. A reminder without another date would never ring.
    package internal(set) var unreadDate: ParseError?
    /// Words with `@` that stay in the title: `@anna`, `@morgen`.
    package private(set) var unread: [String] = []
    /// Words of the title that are tags in other programs: `#shopping`.
    package private(set) var hashtags: [String] = []
    /// The faults of the line; their offsets refer to the line.
    package internal(set) var faults: [ParseError] = []

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
    ///   - literal: text that is appended to the title unchanged.
    ///   - now: the time that relative dates refer to.
    ///   - times: the times of the parts of a day.
    ///   - isProbe: whether the caller needs only the faults, without suggestions.
    package init(
        parsing text: String,
        literal: String = "",
        now: CivilDateTime,
        times: PartsOfDay = .usual,
        isProbe: Bool = false
    ) {
        self.text = text
        self.isProbe = isProbe
        let words = Word.all(in: text)
        let end = words.firstIndex { $0.text == "--" } ?? words.count
        var kept: [Word] = []
        var rest = words[..<end]
        while let word = rest.first {
            let count = word.isMarked ? readPhrase(rest, now, times) : readTag(word)
            if count == 0, !word.isMarked { checkGlued(rest) }
            if count == 0 {
                if word.isMarked, word.text.utf8.count > 1 { unread.append("@" + Self.bare(word.text)) }
                kept.append(word)
            }
            rest = rest.dropFirst(max(count, 1))
        }
        title = Word.joined(kept + words.dropFirst(end + 1))
        hashtags = kept.map { Self.bare($0.text.split(separator: ",").first.map(String.init) ?? "") }.filter {
            $0.hasPrefix("#") && $0.dropFirst().first?.isLetter == true
        }
        if misspelling == nil { findUnused(in: kept, now, times) }
        unused = unused ?? leftover
        append(literal)
    }

    /// The text of a part in the line, including the `@`.
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
                let reason = "'\(word.text)' is a tag and a date without a space between them: put a space before '@'"
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

    /// - Returns: the number of words in the phrase; 0 if there is none.
    private mutating func readPhrase(_ words: ArraySlice<Word>, _ now: CivilDateTime, _ times: PartsOfDay) -> Int {
        guard let mark = words.first else { return 0 }
        // `@ 9am`
        let isApart = mark.text.utf8.count == 1
        // `@tomorrow @ 9am` and `@tomorrow @9am` are one date.
        let following = words.dropFirst().prefix(24).prefix { !$0.isTag && (!$0.isMarked || $0.isTime) }.map(\.text)
        let texts = PhraseEnd.sentence(
            ((isApart ? [] : [String(mark.text.dropFirst())]) + following).map(PhraseEnd.withoutMark)
        )
        if !isApart, let count = readDeadline(words, texts, now, times) { return count }
        do throws(ParseError) {
            let date = try WhenPhrase.longest(in: texts, now: now, times: times)
            let rule = try RulePhrase.longest(in: texts, now: now, times: times)
            let isRule = rule?.count ?? 0 > date?.count ?? 0
            guard let length = isRule ? rule?.count : date?.count else {
                if let first = texts.first?.lowercased(), !isApart, ["every", "every!", "each"].contains(first) {
                    _ = try RulePhrase(parsing: texts.joined(separator: " "), now: now, times: times)
                }
                if !isApart, let fault = PhraseEnd.glued(texts) { throw fault }
                if texts.count > 1, Weekday(name: texts[1]) != nil { leftover = leftover ?? texts[1] }
                if !isApart, let fault = WhenPhrase.vagueRefusal(of: texts) {
                    leave(fault, behind: mark)
                } else if let (typed, phrase) = PhraseSpelling.correction(of: texts) {
                    misspelling = Misspelling(typed: "@" + typed, correction: "@" + phrase)
                    // One word may be a name.
                    if typed.contains(" ") {
                        leave(ParseError("'@\(typed)' is not a date", suggestion: "@" + phrase), behind: mark)
                    }
                } else if let fault = WhenPhrase.refusal(of: texts, now: now)
                    ?? (isApart ? nil : WhenPhrase.refusal(ofPreposition: texts, now: now))
                {
                    leave(fault, behind: mark)
                }
                try checkTag(in: texts, after: 0)
                return 0
            }
            if length == 1, isRule, PhraseEnd.isOrdinal(texts[0]) {
                if let fault = WhenPhrase.vagueRefusal(of: texts) { leave(fault, behind: mark) }
                return 0
            }
            try checkTag(in: texts, after: length)
            let count = length + (isApart ? 1 : 0)
            let range = mark.range.lowerBound..<(words.prefix(count).last ?? mark).range.upperBound
            if !isRule, let one = self.date, let other = date?.phrase, let both = one.joined(with: other, now) {
                self.date = both
            } else if (isRule ? self.rule == nil : self.date == nil) {
                self.rule = isRule ? rule?.phrase : self.rule
                self.date = isRule ? self.date : date?.phrase
            } else {
                let reason = "there are two \(isRule ? "rules" : "dates"); give only one"
                faults.append(ParseError(reason, offset: range.lowerBound, length: range.count))
            }
            let phrase = "@" + texts.prefix(length).joined(separator: " ")
            add(isRule ? .rule : .date, phrase, range)
            if !isRule, let count = try readRule(in: Array(texts[length...]), from: words.dropFirst(count), now, times)
            {
                return length + (isApart ? 1 : 0) + count
            }
            let doubt = PhraseEnd.doubt(in: texts, after: length, isRule: isRule)
            if doubt.isEmpty { leftover = leftover ?? PhraseEnd.leftover(in: texts, after: length, isRule: isRule) }
            let behind = words.dropFirst(doubt.lowerBound + count - length).prefix(doubt.count)
            if let start = behind.first?.range.lowerBound, let end = behind.last?.range.upperBound {
                let text = behind.map(\.text).joined(separator: " ")
                let found = Doubt(
                    words: text,
                    part: isRule ? .rule : .date,
                    mark: mark,
                    texts: texts,
                    length: length,
                    start: doubt.lowerBound
                )
                let reason = isProbe ? "" : reason(of: found, now, times)
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
            if !isProbe, let reading = titleReading(mark, texts, now, times) {
                let isList = error.message.hasSuffix("'") && error.message.firstRange(of: ": write ") != nil
                error.message += "\(isList ? ", or " : "; write ")\(reading) if the number belongs to the title"
            }
            error.offset += mark.range.lowerBound + 1
            faults.append(error)
            return 1
        }
    }

    /// Records that words which were meant as a date stay in the title.
    private mutating func leave(_ fault: ParseError, behind mark: Word) {
        var fault = fault
        fault.offset += mark.range.lowerBound + 1
        unreadDate = unreadDate ?? fault
    }

    /// Reads the rule in `@friday 3pm every 2 weeks` and `@friday weekly`. If more words follow, `weekly` may belong to
    /// the title.
    ///
    /// - Parameter texts: the words after the date.
    /// - Returns: the number of words; nil if there is no such rule, or its days contradict the date.
    private mutating func readRule(
        in texts: [String],
        from words: ArraySlice<Word>,
        _ now: CivilDateTime,
        _ times: PartsOfDay
    ) throws(ParseError) -> Int? {
        guard self.rule == nil, let date = self.date?.value.date, let head = texts.first, let first = words.first
        else { return nil }
        let isClear = ["every", "each"].contains(head.lowercased())
        let found: (phrase: RulePhrase, count: Int)?
        do throws(ParseError) {
            found = try RulePhrase.longest(in: texts, now: now, times: times)
        } catch {
            // `@dec 5 monthly until june`
            guard isClear || ["daily", "weekly", "monthly", "yearly"].contains(head) else { return nil }
            let offset = first.range.lowerBound + error.offset
            faults.append(ParseError(error.message, suggestion: error.suggestion, offset: offset, length: error.length))
            return 1
        }
        guard let found, let rule = found.phrase.rule,
            PhraseEnd.doubt(in: texts, after: found.count, isRule: true).isEmpty
        else { return nil }
        guard isClear || found.count == texts.count && head.lowercased().hasSuffix("ly") else { return nil }
        let ofDate = RecurrenceRule(rule.notation, rule.frequency).completed(from: date)
        let hasDate =
            rule.byMonthDay.isEmpty && rule.byMonth.isEmpty && rule.bySetPosition.isEmpty
            && (rule.byDay.isEmpty || ofDate.byDay.allSatisfy(rule.byDay.contains)) && found.phrase.time == nil
            && found.phrase.start == nil
        guard hasDate, let last = words.prefix(found.count).last else { return nil }
        self.rule = found.phrase
        let text = texts.prefix(found.count).joined(separator: " ")
        add(.rule, "@" + text, first.range.lowerBound..<last.range.upperBound)
        return found.count
    }

    /// Refuses `tomorrow+Work`, which would be a date and a tag with a blank between them.
    private func checkTag(in texts: [String], after length: Int) throws(ParseError) {
        guard texts.indices.contains(length), let plus = texts[length].lastIndex(of: "+") else { return }
        let (word, tag) = (texts[length], texts[length][plus...])
        let phrase = texts[..<length] + [String(word[..<plus])]
        guard plus > word.startIndex, tag.dropFirst().first?.isLetter == true,
            max(WhenPhrase.length(in: Array(phrase)), RulePhrase.length(in: Array(phrase))) == length + 1
        else { return }
        let offset = texts[..<length].reduce(0) { $0 + $1.utf8.count + 1 }
        let written = "'@\(phrase.joined(separator: " ")) \(tag)'"
        let reason = "'\(word)' is a date and a tag without a space between them: write \(written)"
        throw ParseError(reason, offset: offset, length: word.utf8.count)
    }

    /// Refuses `mum@tomorrow`, which would be a word and a date with a blank between them.
    private mutating func checkGlued(_ words: ArraySlice<Word>) {
        guard let word = words.first, let mark = word.text.firstIndex(of: "@"), mark > word.text.startIndex else {
            return
        }
        let first = String(word.text[word.text.index(after: mark)...])
        let texts = [first] + words.dropFirst().prefix(8).prefix { !$0.isMarked && !$0.isTag }.map(\.text)
        guard !first.isEmpty, max(WhenPhrase.length(in: texts), RulePhrase.length(in: texts)) > 0 else { return }
        let written = "'\(word.text[..<mark]) @\(first)'"
        let reason = "'\(word.text)' is a word and a date without a blank between them: write \(written)"
        faults.append(ParseError(reason, offset: word.range.lowerBound, length: word.range.count))
    }

    /// Whether the line gives a date, a deadline or a rule.
    package var hasPhrase: Bool { date != nil || deadline != nil || rule != nil }

    private mutating func append(_ literal: String) {
        let rest = TagName.trimmed(literal)
        if !rest.isEmpty { title += (title.isEmpty ? "" : " ") + rest }
    }

    mutating func add(_ part: Part, _ text: String, _ range: Range<Int>) {
        phrases.append(Phrase(part: part, range: range, text: text))
    }
}
