import CivilTime
import Text

/// A reminder in one line: `Call the dentist @tomorrow 9am +Health`.
///
/// `@` begins a date or a rule, `@due` the deadline, `+` a tag; each ends where `TitleBoundary` says. Everything else is the
/// title, also a word after `@` that begins no phrase (`@bob`), and all after `--`.
package struct Capture: Sendable, Hashable {
    package enum Part: Sendable, Hashable { case date, deadline, rule, tag }

    /// A phrase with its mark.
    package struct Phrase: Sendable, Hashable {
        package var part: Part
        /// In bytes of the line.
        package var range: Range<Int>
        package var text: String
    }

    /// Words that cannot be what they seem, and lines that can be written instead.
    package struct Fault: Sendable, Hashable {
        package var refusal: Refusal
        /// In bytes of the line.
        package var range: Range<Int>
        /// The whole line in each of its readings.
        package var lines: [String]
    }

    package let text: String
    package private(set) var title = ""
    package private(set) var date: WhenReading?
    package private(set) var deadline: WhenReading?
    package private(set) var rule: RuleReading?
    /// Without their `+`, as typed.
    package private(set) var tags: [String] = []
    package private(set) var phrases: [Phrase] = []
    /// Words with `@` that stay in the title.
    package private(set) var unread: [String] = []
    /// Why words after `@` that were meant as a date are none; without another date the reminder would be silent.
    package private(set) var unreadDate: Refusal?
    package private(set) var faults: [Fault] = []

    private let present: Present
    /// Whether only the faults are needed, and not the lines to write instead.
    private let isProbe: Bool

    package init(_ text: String, _ present: Present) { self.init(text, present, isProbe: false) }

    private init(_ text: String, _ present: Present, isProbe: Bool) {
        (self.text, self.present, self.isProbe) = (text, present, isProbe)
        let words = Word.all(in: text)
        let end = words.firstIndex { $0.text == "--" } ?? words.count
        var kept: [Word] = []
        var rest = words[..<end]
        while let word = rest.first {
            let count = word.isMarked ? readPhrase(rest) : readTag(word)
            checkGlued(word)
            if count == 0 { kept.append(word) }
            rest = rest.dropFirst(max(count, 1))
        }
        title = Word.joined(kept + words.dropFirst(end + 1))
    }

    private mutating func readTag(_ word: Word) -> Int {
        guard word.isTag else { return 0 }
        add(.tag, [word])
        tags += word.plain.dropFirst().split(separator: ",").map(String.init)
        return 1
    }

    /// `mum@tomorrow`, `+Work@friday`, `@tomorrow+Work`: two parts without a blank between them.
    private mutating func checkGlued(_ word: Word) {
        let parts = word.text.drop { $0 == "@" || $0 == "+" }.split { $0 == "@" || $0 == "+" }.map(String.init)
        guard parts.count == 2, let sign = word.text.dropFirst().first(where: { $0 == "@" || $0 == "+" }) else {
            return
        }
        let phrase = sign == "@" ? parts[1] : word.isMarked ? String(parts[0].drop { $0 == "@" }) : ""
        let isTag = sign == "+" && parts[1].first?.isLetter == true
        guard sign == "@" || isTag, let found = try? TitleBoundary(in: [phrase]), found.count == 1 else { return }
        let lead = word.isMarked ? "@" : word.isTag ? "+" : ""
        fault(Refusal(.glued, ["\(lead)\(parts[0]) \(sign)\(parts[1])"], isWhole: true), [word], [])
    }

    /// - Returns: the number of words in the phrase; 0 if there is none.
    private mutating func readPhrase(_ words: ArraySlice<Word>) -> Int {
        guard let mark = words.first else { return 0 }
        // `@ friday`, `@due friday`: the phrase begins with the next word.
        let isDeadline = mark.text.lowercased() == "@due"
        let skipped = isDeadline || mark.text == "@" ? 1 : 0
        let phrase = Word.phrase(words.dropFirst(skipped), isMarked: skipped == 0)
        do throws(Refusal) {
            guard let found = try TitleBoundary(in: phrase, kinds: isDeadline ? [.when] : [.when, .rule]) else {
                if isDeadline { throw Refusal(.unfinished) }
                // `@every blurp`, which is no title.
                if let first = phrase.first, Self.isEvery(first), let fault = refusal(of: .rule, phrase[...]) {
                    throw fault
                }
                if mark.text.utf8.count > 1 { unread.append(mark.plain) }
                unreadDate = unreadDate ?? Reader.advice(atStartOf: phrase)
                return 0
            }
            let taken = Array(words.prefix(found.count + skipped))
            guard found.doubt.isEmpty else {
                let doubtful = Array(words.dropFirst(found.doubt.lowerBound + skipped).prefix(found.doubt.count))
                let longer = isProbe ? nil : refusal(of: found.kind, phrase.prefix(found.doubt.upperBound))
                let forms = isProbe ? [] : lines(found, longer?.alternatives ?? [], phrase, words, skipped)
                fault(longer ?? Refusal(.dateOrTitle), doubtful, forms)
                return found.count + skipped
            }
            try read(found.kind, phrase.prefix(found.count).joined(separator: " "), isDeadline, taken)
            let rest = Array(phrase[found.count...])
            let series = found.kind == .when && !isDeadline ? readSeries(rest) : 0
            if series == 0, found.kind == .when, let next = rest.first, Self.isEvery(next) || Self.isAdverb(next) {
                let forms = isProbe ? [] : lines(found, [], phrase, words, skipped)
                fault(Refusal(.dateOrTitle), Array(words.dropFirst(taken.count).prefix(1)), forms)
            }
            if series > 0 { add(.rule, Array(words.dropFirst(taken.count).prefix(series))) }
            return taken.count + series
        } catch {
            fault(error, Array(words.prefix(1 + skipped)), error.isWhole ? error.alternatives.map { "@" + $0 } : [])
            return 1 + skipped
        }
    }

    private mutating func read(
        _ kind: TitleBoundary.Kind,
        _ phrase: String,
        _ isDeadline: Bool,
        _ words: [Word]
    ) throws(Refusal) {
        var reader = try Reader(phrase, in: .title)
        if kind == .rule {
            guard rule == nil else { throw Refusal(.twice) }
            rule = try reader.rule(present)
        } else if isDeadline {
            guard deadline == nil else { throw Refusal(.twice) }
            deadline = try reader.when(present)
        } else {
            let found = try reader.when(present)
            // `@8pm @saturday` is one date.
            guard let joined = date.map({ $0.joined(with: found) }) ?? found else { throw Refusal(.twice) }
            date = joined
        }
        add(kind == .rule ? .rule : isDeadline ? .deadline : .date, words)
    }

    /// The rule in `@friday 3pm every 2 weeks`.
    private mutating func readSeries(_ words: [String]) -> Int {
        // `@friday weekly review` is a title.
        guard rule == nil, let found = try? TitleBoundary(in: words, kinds: [.rule]), found.doubt.isEmpty,
            Self.isEvery(words[0]) || found.count == words.count && Self.isAdverb(words[0]),
            var reader = try? Reader(words.prefix(found.count).joined(separator: " "), in: .title),
            let series = try? reader.rule(present), series.time == nil, series.start == nil,
            let day = date?.value.date, let days = series.rule,
            days.byDay.isEmpty || days.byDay.contains(where: { $0.weekday == day.weekday }),
            days.byMonthDay.isEmpty || days.byMonthDay.contains(day.day)
        else { return 0 }
        rule = series
        return found.count
    }

    private static func isEvery(_ word: String) -> Bool {
        ["every", "every!", "each"].contains(word.lowercased())
    }

    /// `weekly`
    private static func isAdverb(_ word: String) -> Bool {
        Grammar.shared.means(Grammar.shared.terminal(word), Grammar.shared.symbol("ADVERB"))
    }

    // MARK: Doubts

    /// Why words cannot be one phrase, with what to write instead; nil if they can.
    private func refusal(of kind: TitleBoundary.Kind, _ words: ArraySlice<String>) -> Refusal? {
        do throws(Refusal) {
            var reader = try Reader(words.joined(separator: " "), in: .title)
            if kind == .when { _ = try reader.when(present) } else { _ = try reader.rule(present) }
            return nil
        } catch {
            return error
        }
    }

    /// The line with the phrase at its end, in each of its readings, and with each phrase that can stand instead.
    private func lines(
        _ found: TitleBoundary,
        _ others: [String],
        _ phrase: [String],
        _ words: ArraySlice<Word>,
        _ skipped: Int
    ) -> [String] {
        let before = Word.all(in: text).prefix { $0.number < (words.first?.number ?? 0) }.map(\.text)
        let lead = words.first?.text.lowercased() == "@due" ? "@due " : "@"
        let after = words.dropFirst(skipped + phrase.count).map(\.text)
        let line = { (count: Int, phrase: String, rest: [String]) in
            (before + rest.dropFirst(count) + after + [lead + phrase]).joined(separator: " ")
        }
        let counts = found.doubt.lowerBound < found.count ? [found.doubt.lowerBound, found.count] : [found.count]
        let readings = counts.map { line($0, phrase.prefix($0).joined(separator: " "), phrase) }
        return (readings + others.map { line(found.doubt.upperBound, $0, phrase) }).filter { Self.isClear($0, present) }
    }

    /// Whether a line has a phrase at its end and no doubt.
    private static func isClear(_ line: String, _ present: Present) -> Bool {
        let capture = Capture(line, present, isProbe: true)
        return capture.faults.isEmpty && !capture.phrases.isEmpty
    }

    private mutating func fault(_ refusal: Refusal, _ words: [Word], _ lines: [String]) {
        let range = (words.first?.range.lowerBound ?? 0)..<(words.last?.range.upperBound ?? 0)
        faults.append(Fault(refusal: refusal, range: range, lines: lines))
    }

    private mutating func add(_ part: Part, _ words: [Word]) {
        guard let first = words.first, let last = words.last else { return }
        let range = first.range.lowerBound..<last.range.upperBound
        phrases.append(Phrase(part: part, range: range, text: words.map(\.text).joined(separator: " ")))
    }

    /// A word of a line.
    fileprivate struct Word {
        var text: String
        /// In bytes of the line.
        var range: Range<Int>
        /// The blanks before it.
        var gap: String
        var number: Int

        var isMarked: Bool { text.hasPrefix("@") }

        /// `+Home`, but not `+1`.
        var isTag: Bool { text.hasPrefix("+") && text.dropFirst().first?.isLetter == true }

        /// Without the punctuation of a sentence.
        var plain: String {
            String(text.prefix(text.count - text.reversed().prefix { ".!?;:…)".contains($0) }.count))
        }

        /// The words that may belong to a phrase: up to a tag, another mark, or the end of a sentence. `@9am` in it is a time.
        static func phrase(_ words: ArraySlice<Word>, isMarked: Bool) -> [String] {
            var found: [String] = []
            for word in words.prefix(24) {
                let isFirst = found.isEmpty && isMarked
                let isTime = word.text == "@" || word.text.dropFirst().first?.isNumber == true
                if word.isTag || word.isMarked && !isFirst && !isTime { break }
                let bare = word.isMarked && word.text != "@" ? String(word.text.dropFirst()) : word.text
                let plain = word.isMarked ? String(word.plain.dropFirst()) : word.plain
                // `at noon.` ends a sentence, and `1. dec`, `9 a.m.` and `every!` do not.
                let ends =
                    plain != bare && plain.contains(where: \.isLetter) && !plain.contains(".") && !bare.hasSuffix("!")
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
