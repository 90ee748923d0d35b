import Bytes
package import CivilTime
package import Text

/// A reminder in one line: `Call the dentist @tomorrow 9am +Health`.
///
/// `@` begins a date or a rule, `@due` the deadline, `+` a tag; each ends where `TitleBoundary` says. Everything else is the
/// title, also a word after `@` that begins no phrase (`@bob`), and all after `--`.
package struct CaptureLine: Sendable, Hashable {
    package enum Part: Sendable, Hashable { case date, deadline, rule, alarm, tag }

    /// A phrase with its mark.
    package struct Phrase: Sendable, Hashable {
        package var part: Part
        /// In bytes of the line.
        package var range: Range<Int>
        /// As typed, with its mark.
        package var text: String

        /// The names of the tags of `+Home,Bills`.
        package var tags: [String] {
            part == .tag ? Word.bare(text).dropFirst().split(separator: ",").map(String.init) : []
        }
    }

    /// A phrase in the title with a misspelt word, and its correction, with `@`.
    package struct Misspelling: Sendable, Hashable {
        package var typed: String
        package var correction: String
    }

    /// The line.
    package let text: String
    package private(set) var title = ""
    package private(set) var date: WhenPhrase?
    /// The date after `@due`.
    package private(set) var deadline: WhenPhrase?
    package private(set) var rule: RulePhrase?
    /// `@15 min before`
    package private(set) var alarms: [AlarmTrigger] = []
    /// Without their `+`, as typed.
    package var tags: [String] { phrases.flatMap(\.tags) }
    /// In the order of the line.
    package private(set) var phrases: [Phrase] = []
    /// Words with `@` that stay in the title: `@anna`, `@morgen`.
    package private(set) var unread: [String] = []
    /// Words of the title that are tags in other programs: `#shopping`.
    package private(set) var hashtags: [String] = []
    /// Words of the title that would be a date or a rule after `@`; nil if there are none.
    package internal(set) var unused: String?
    /// Nil if no phrase in the title seems misspelt.
    package internal(set) var misspelling: Misspelling?
    /// Why words after `@` that were meant as a date are none, as in `@mid december` or `@so 9:00`; its offset refers to the
    /// line. A reminder without another date would never ring.
    package internal(set) var unreadDate: ParseError?
    /// The faults of the line; their offsets refer to the line.
    package internal(set) var faults: [ParseError] = []

    let present: Present
    /// Whether only the faults are needed, and not the lines to write instead.
    let isProbe: Bool
    /// A short word after a phrase that may belong to it.
    private var leftover: String?

    /// Parses the title of a note, in which only tags are special.
    package init(title: String, literal: String = "") {
        (text, present, isProbe) = (title, Present(CivilDateTime(.min)), true)
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
    ///   - isProbe: whether the caller needs only the faults, without what to write instead.
    package init(
        parsing text: String,
        literal: String = "",
        now: CivilDateTime,
        times: PartsOfDay = .usual,
        isProbe: Bool = false
    ) {
        self.init(text, Present(now, times: times), isProbe: isProbe)
        append(literal)
    }

    init(_ text: String, _ present: Present, isProbe: Bool) {
        (self.text, self.present, self.isProbe) = (text, present, isProbe)
        let words = Word.all(in: text)
        let end = words.firstIndex { $0.text == "--" } ?? words.count
        var kept: [Word] = []
        var rest = words[..<end]
        while let word = rest.first {
            let count = word.isMarked ? readPhrase(rest) : readTag(word)
            if !isProbe { checkGlued(word, words) }
            if count == 0 { kept.append(word) }
            rest = rest.dropFirst(max(count, 1))
        }
        title = Word.joined(kept + words.dropFirst(end + 1))
        hashtags = kept.map { Word.bare(String($0.text.prefix { $0 != "," })) }.filter {
            $0.hasPrefix("#") && $0.dropFirst().first?.isLetter == true
        }
        if misspelling == nil { findUnused(in: kept) }
        unused = unused ?? leftover
    }

    /// The text of a part in the line, with its mark.
    package func text(of part: Part) -> String? { phrases.first { $0.part == part }.map(\.text) }

    /// Whether the line gives a date, a deadline or a rule.
    package var hasPhrase: Bool { date != nil || deadline != nil || rule != nil || !alarms.isEmpty }

    private mutating func append(_ literal: String) {
        let rest = literal.trimmingBlanks
        if !rest.isEmpty { title += (title.isEmpty ? "" : " ") + rest }
    }

    private mutating func readTag(_ word: Word) -> Int {
        guard word.isTag else { return 0 }
        add(.tag, [word])
        return 1
    }

    /// Refuses `mum@tomorrow`, `+Work@friday` and `@tomorrow+Work`: two parts of the line without a blank between them.
    private mutating func checkGlued(_ word: Word, _ words: [Word]) {
        // What is far from it is no part of the phrase.
        let near = words[max(0, word.number - 8)..<min(words.count, word.number + 9)].map(\.text)
        let place = near.prefix(min(8, word.number)).reduce(0) { $0 + $1.utf8.count + 1 }
        let signs = word.text.utf8.enumerated().dropFirst().filter { $0.element == 0x40 || $0.element == 0x2B }
        for (index, sign) in signs.prefix(4) {
            // `(@tomorrow)` is one word.
            guard word.text.utf8.prefix(index).contains(where: { $0 > 63 || 48...57 ~= $0 }) else { continue }
            let apart = Self.split(near.joined(separator: " "), at: place + index)
            let phrases = CaptureLine(apart, present, isProbe: true).phrases
            let begins = phrases.first { $0.range.lowerBound == place + index + 1 }
            let isGlued =
                sign == 0x40
                ? begins != nil
                : begins?.part == .tag && phrases.contains { $0.part != .tag && $0.range.upperBound == place + index }
            guard isGlued else { continue }
            let line = Self.split(text, at: word.range.lowerBound + index)
            return fault(Refusal(.glued, !isBrief && Self.isClear(line, present) ? [line] : []), [word])
        }
    }

    private static func split(_ text: String, at place: Int) -> String {
        String(decoding: text.utf8.prefix(place), as: UTF8.self) + " "
            + String(decoding: text.utf8.dropFirst(place), as: UTF8.self)
    }

    /// Whether faults are told without what to write instead, as the first ones say enough.
    private var isBrief: Bool { isProbe || faults.count > 7 }

    // MARK: Dates and rules

    /// What follows a mark.
    private struct Marked {
        var words: ArraySlice<Word>
        /// The words that may be a phrase.
        var phrase: [String]
        var isDeadline: Bool
        /// How many words the mark is, if the phrase begins with the next one: `@ friday`, `@due friday`.
        var skipped: Int
        var lead: String { isDeadline ? "@due " : "@" }
        /// Whether the words are all up to the next mark, or to the end of the line.
        var isWhole: Bool {
            words.dropFirst(phrase.count + skipped).first.map { $0.isMarked || $0.isTag } ?? true
        }

        init?(_ words: ArraySlice<Word>) {
            guard let mark = words.first else { return nil }
            isDeadline = mark.text.lowercased() == "@due"
            skipped = isDeadline || mark.text == "@" ? 1 : 0
            (self.words, phrase) = (words, Word.phrase(words.dropFirst(skipped), isMarked: skipped == 0))
        }

        /// Some words of the phrase as they stand in the line; the first one includes the mark.
        func words(_ range: Range<Int>) -> [Word] {
            let start = range.lowerBound == 0 ? 0 : range.lowerBound + skipped
            return Array(words.dropFirst(start).prefix(range.upperBound + skipped - start))
        }

        func text(_ count: Int) -> String { phrase.prefix(count).joined(separator: " ") }
    }

    /// - Returns: the number of words in the phrase; 0 if there is none.
    private mutating func readPhrase(_ words: ArraySlice<Word>) -> Int {
        guard let marked = Marked(words) else { return 0 }
        if let first = marked.phrase.first, RecurrenceRule.isRFC5545(first), rule == nil,
            let found = try? RulePhrase(parsing: first, now: present.now)
        {
            rule = found
            add(.rule, marked.words(0..<1))
            return 1 + marked.skipped
        }
        // `@2 days before my birthday` may be meant as a date, or as a part of the title: an alarm ends the words.
        let kinds: [Reader.Kind] =
            marked.isDeadline ? [.when] : marked.isWhole ? [.when, .rule, .alarm] : [.when, .rule]
        let boundary = TitleBoundary(in: marked.phrase, kinds: kinds)
        let added = boundary == nil || boundary?.fault != nil ? continueRule(marked) : 0
        if added > 0 { return added }
        guard let found = boundary else { return readOthers(marked) }
        let taken = found.count + marked.skipped
        if let refusal = found.fault {
            refuse(refusal, marked, 0..<found.count, found.kind)
            return taken
        }
        guard found.doubt.isEmpty else {
            checkDoubt(found, marked)
            return taken
        }
        leftover = leftover ?? found.leftover
        do throws(Refusal) {
            try read(found, marked)
        } catch {
            // `Send @friday 2nd reminder`
            let shorter =
                error.reason == .otherWeekday
                ? Reader.length(of: Array(marked.phrase.prefix(found.count - 1)), found.kind, in: .title) : 0
            let title = shorter > 0 ? [(shorter, marked.text(shorter))] : []
            refuse(error, marked, 0..<found.count, found.kind, others: title)
            return taken
        }
        guard found.kind == .when else { return taken }
        let series = marked.isDeadline ? 0 : readSeries(Array(marked.phrase[found.count...]))
        if series > 0 {
            add(.rule, marked.words(found.count..<found.count + series))
        } else if let next = marked.phrase.dropFirst(found.count).first, Self.isEvery(next) || Self.isAdverb(next) {
            let others = [(found.count, marked.text(found.count))]
            refuse(Refusal(.dateOrTitle), marked, found.count..<found.count + 1, others: others)
        }
        return taken + series
    }

    /// Reads `@until friday` or `@for 3 days` as the end of the rule before it. Tags may stand between the two.
    private mutating func continueRule(_ marked: Marked) -> Int {
        guard let index = phrases.lastIndex(where: { $0.part != .tag }), phrases[index].part == .rule,
            !marked.isDeadline, let mark = marked.words.first
        else { return 0 }
        let start = phrases[index].range.lowerBound
        let before = Word.all(in: text).filter {
            $0.number < mark.number && $0.range.lowerBound >= start && !$0.text.hasPrefix("+")
        }
        let words = before.map { String($0.text.drop { $0 == "@" }) } + marked.phrase
        let count = Reader.length(of: words, .rule, in: .title) - before.count
        let phrase = words.prefix(before.count + max(0, count)).joined(separator: " ")
        guard count > 0, var reader = try? Reader(phrase, in: .title), let longer = try? reader.rule(present) else {
            return 0
        }
        rule = longer
        let end = marked.words(0..<count).last?.range.upperBound ?? start
        phrases[index] = Phrase(part: .rule, range: start..<end, text: "@" + phrase)
        return count + marked.skipped
    }

    private mutating func read(_ found: TitleBoundary, _ marked: Marked) throws(Refusal) {
        var reader = try Reader(marked.text(found.count), in: .title)
        switch found.kind {
        case .alarm:
            alarms.append(try reader.alarm())
            return add(.alarm, marked.words(0..<found.count))
        case .rule:
            guard rule == nil else { throw Refusal(.twice) }
            rule = try reader.rule(present)
        case _ where marked.isDeadline:
            guard deadline == nil else { throw Refusal(.twice) }
            deadline = try reader.when(present)
        default:
            let found = try reader.when(present)
            // `@8pm @saturday` is one date.
            guard let joined = date.map({ $0.joined(with: found) }) ?? found else { throw Refusal(.twice) }
            date = joined
        }
        add(found.kind == .rule ? .rule : marked.isDeadline ? .deadline : .date, marked.words(0..<found.count))
    }

    /// The rule in `@friday 3pm every 2 weeks`.
    private mutating func readSeries(_ words: [String]) -> Int {
        // `@friday weekly review` is a title.
        guard rule == nil, let found = TitleBoundary(in: words, kinds: [.rule]), found.fault == nil,
            found.doubt.isEmpty,
            Self.isEvery(words[0]) || found.count == words.count && Self.isAdverb(words[0]),
            var reader = try? Reader(words.prefix(found.count).joined(separator: " "), in: .title),
            let series = try? reader.rule(present), series.time == nil || date?.named == .day, series.start == nil,
            let day = date?.value.date, let days = series.rule,
            days.byDay.isEmpty || days.byDay.contains(where: { $0.weekday == day.weekday }),
            days.byMonthDay.isEmpty || days.byMonthDay.contains(day.day)
        else { return 0 }
        rule = series
        return found.count
    }

    private static func isEvery(_ word: String) -> Bool { Grammar.shared.means(word, "EVERY") }
    private static func isAdverb(_ word: String) -> Bool { Grammar.shared.means(word, "ADVERB") }

    /// Words that begin no phrase: they stay in the title, with what they may have been meant as.
    private mutating func readOthers(_ marked: Marked) -> Int {
        guard let mark = marked.words.first else { return 0 }
        let phrase = marked.phrase
        let isEvery = phrase.first.map(Self.isEvery) ?? false
        if isBrief {
            if marked.isDeadline || isEvery { refuse(Refusal(.unknown), marked, 0..<0) }
            return 0
        }
        let reading = WordTokens(phrase, in: .title)
        let corrected = reading?.corrected(.when) ?? reading?.corrected(.rule)
        if marked.isDeadline || isEvery {
            // A misspelt deadline would leave the reminder silent, and `@every blurp` is no title.
            let kind: Reader.Kind = isEvery && !marked.isDeadline ? .rule : .when
            let count = corrected?.count ?? (isEvery ? phrase.count : min(1, phrase.count))
            var refusal = refusal(of: kind, phrase.prefix(count)) ?? Refusal(.unknown)
            if phrase.isEmpty { refusal = Refusal(.unfinished, ["friday", "25 dec 16:00"]) }
            if let corrected { refusal.alternatives = [corrected.phrase] }
            refuse(refusal, marked, 0..<count, kind)
            return max(1, count) + marked.skipped - (phrase.isEmpty ? 1 : 0)
        }
        if mark.text.utf8.count > 1 { unread.append(mark.plain) }
        if let (refusal, count) = Reader.advice(atStartOf: phrase), count >= corrected?.count ?? 0 {
            leave(refusal, marked.words(0..<count), of: marked)
        } else if let corrected, marked.skipped == 0 {
            let typed = "@" + marked.text(corrected.count)
            misspelling = misspelling ?? Misspelling(typed: typed, correction: "@" + corrected.phrase)
            // One word may be a name.
            if corrected.count > 1 {
                leave(Refusal(.unknown, ["@" + corrected.phrase]), marked.words(0..<corrected.count), of: marked)
            }
        }
        return 0
    }

    /// Records that words which were meant as a date stay in the title.
    private mutating func leave(_ refusal: Refusal, _ words: [Word], of marked: Marked) {
        var error = located(refusal, words, of: refusal.words.isEmpty ? nil : refusal.words)
        let start = marked.skipped == 0 ? error.offset + 1 : marked.words.dropFirst().first?.range.lowerBound ?? 0
        (error.offset, error.length) = (start, error.offset + error.length - start)
        unreadDate = unreadDate ?? error
    }

    // MARK: Doubts

    /// Refuses words that may belong to a phrase or to the title, with both lines.
    private mutating func checkDoubt(_ found: TitleBoundary, _ marked: Marked) {
        let whole = (found.count, marked.text(found.count))
        if found.doubt.lowerBound < found.count {
            let shorter = found.doubt.lowerBound
            // The phrase, or what can be written instead if it is refused at the present.
            let refusal = isBrief ? nil : refusal(of: found.kind, marked.phrase.prefix(found.count))
            let forms = refusal.map { $0.alternatives.map { (found.count, $0) } } ?? [whole]
            return refuse(
                Refusal(.dateOrTitle),
                marked,
                found.doubt,
                others: [(shorter, marked.text(shorter))] + forms
            )
        }
        let count = found.doubt.upperBound
        let refusals =
            isBrief
            ? [] : [found.doubtKind, found.kind].compactMap { self.refusal(of: $0, marked.phrase.prefix(count)) }
        var refusal = refusals.first { !$0.alternatives.isEmpty } ?? refusals.first ?? Refusal(.dateOrTitle)
        if let meant = found.meant { refusal.alternatives = [meant] }
        // `friday to sunday` is refused as a whole.
        let start = refusal.reason == .dateOrSeries ? 0 : found.doubt.lowerBound
        refuse(refusal, marked, start..<count, others: refusal.isOfSpan ? [] : [whole])
    }

    /// Why words cannot be one phrase, with what to write instead; nil if they can.
    private func refusal(of kind: Reader.Kind, _ words: ArraySlice<String>) -> Refusal? {
        let present = present
        return kind.refusal(of: words.joined(separator: " "), present, in: .title) { Self.isClear("@" + $0, present) }
    }

    /// Refuses words of the line.
    ///
    /// - Parameter others: phrases that can stand at the end of the line besides the alternatives, and how many words each
    ///   of them replaces.
    private mutating func refuse(
        _ refusal: Refusal,
        _ marked: Marked,
        _ range: Range<Int>,
        _ kind: Reader.Kind = .when,
        others: [(count: Int, phrase: String)] = []
    ) {
        var told = refusal
        let forms = refusal.alternatives.map { (range.upperBound, $0) } + others
        let leads = refusal.reason == .dateOrDeadline ? ["@", "@due "] : [marked.lead]
        told.alternatives = isBrief ? [] : lines(forms, marked, leads)
        fault(told, marked.words(range), kind)
    }

    private func lines(_ forms: [(count: Int, phrase: String)], _ marked: Marked, _ leads: [String]) -> [String] {
        let before = Word.all(in: text).prefix { $0.number < (marked.words.first?.number ?? 0) }.map(\.text)
        var lines: [String] = []
        for form in forms {
            let after = marked.words.dropFirst(marked.skipped + form.count).map(\.text)
            for lead in leads {
                guard let line = line(before + after, lead + form.phrase.dropping(suffix: ",")), !lines.contains(line)
                else { continue }
                lines.append(line)
            }
        }
        return lines
    }

    /// The line with a title, tags and other phrases, and with a phrase at its end; nil if it is refused too.
    func line(_ words: [String], _ phrase: String) -> String? {
        let literal = Word.all(in: text).map(\.text).drop { $0 != "--" }
        let tags = words.filter { $0.hasPrefix("+") }
        let title = words.filter { !$0.hasPrefix("+") } + literal.dropFirst()
        let isTitle = !title.isEmpty && !words.contains { $0.hasPrefix("@") }
        let forms = [words + [phrase] + literal] + (isTitle ? [tags + [phrase, "--"] + title] : [])
        return forms.lazy.map { $0.joined(separator: " ") }.first { Self.isClear($0, present) }
    }

    /// Whether a line has a phrase and no doubt.
    static func isClear(_ line: String, _ present: Present) -> Bool {
        let capture = CaptureLine(line, present, isProbe: true)
        return capture.faults.isEmpty && capture.hasPhrase
    }

    mutating func fault(_ refusal: Refusal, _ words: [Word], _ kind: Reader.Kind = .when) {
        faults.append(located(refusal, words, kind))
    }

    /// The error for refused words, with their place in the line.
    func located(
        _ refusal: Refusal,
        _ words: [Word],
        _ kind: Reader.Kind = .when,
        of subject: String? = nil
    ) -> ParseError {
        let typed = words.map(\.text).joined(separator: " ")
        var error = refusal.error(kind, of: quoted(subject ?? typed))
        error.offset = words.first?.range.lowerBound ?? 0
        error.length = (words.last?.range.upperBound ?? 0) - error.offset
        return error
    }

    private mutating func add(_ part: Part, _ words: [Word]) {
        guard let first = words.first, let last = words.last else { return }
        let range = first.range.lowerBound..<last.range.upperBound
        phrases.append(Phrase(part: part, range: range, text: words.map(\.text).joined(separator: " ")))
    }
}

/// Finds words of the title that look like a date or a rule.
extension CaptureLine {
    /// What words of a title mean if they are a part of the reminder.
    package struct Repair: Sendable, Hashable {
        package var part: Part
        /// The words, without a mark.
        package var phrase: String
        /// The same with its mark.
        package var marked: String
        /// The title without them.
        package var title: String
        /// The line that means this.
        package var line: String
    }

    /// What the words of the title that look like a date or a rule may mean, most likely first. `by 15 dec` has two
    /// meanings. Empty if the line would be refused.
    package func repairs(ofUnused phrase: String) -> [Repair] {
        var words = phrase.split(separator: " ").map(String.init)
        let first = words.count > 1 ? words[0].lowercased() : ""
        if ["by", "due"].contains(first) { words.removeFirst() }
        var rest = words.joined(separator: " ")
        // What is meant by a refused phrase, such as the start of a span, if it is one thing.
        let forms = Reader.isPhrase(rest, .rule, .title) ? [] : readings(of: rest).forms
        if forms.count == 1 { rest = forms[0] }
        let date: Part = Reader.isPhrase(rest, .when, .title) ? .date : .rule
        let parts: [Part] = first == "by" ? [.deadline, date] : first == "due" ? [.deadline] : [date]
        return parts.compactMap { repair(phrase, as: $0, rest) }
    }

    /// What a misspelt date or rule in the title may mean.
    package func repair(of misspelling: Misspelling) -> Repair? {
        let phrase = String(misspelling.correction.dropFirst())
        return repair(misspelling.typed, as: Reader.isPhrase(phrase, .when, .title) ? .date : .rule, phrase)
    }

    /// What `#home` in the title may mean.
    package func repair(ofHashtag word: String) -> Repair? { repair(word, as: .tag, String(word.dropFirst())) }

    private func repair(_ typed: String, as part: Part, _ phrase: String) -> Repair? {
        let sought = typed.split(separator: " ").map(String.init)
        let own = Word.all(in: text).prefix { $0.text != "--" }
        guard let title = Self.removing(sought, from: Word.all(in: title)), !title.isEmpty,
            let rest = Self.removing(sought, from: Array(own))
        else { return nil }
        let marked = (part == .tag ? "+" : part == .deadline ? "@due " : "@") + phrase
        let words = rest.map(\.text)
        let tagged = words + [marked] + Word.all(in: text).dropFirst(own.count).map(\.text)
        guard let line = part == .tag ? tagged.joined(separator: " ") : self.line(words, marked) else { return nil }
        let repair = Repair(part: part, phrase: phrase, marked: marked, title: Word.joined(title), line: line)
        // Words apart from the phrase may have another meaning without it.
        let capture = CaptureLine(line, present, isProbe: true)
        return capture.faults.isEmpty && capture.title == repair.title ? repair : nil
    }

    /// The words without those of a phrase; nil if they are not among them.
    private static func removing(_ sought: [String], from words: [Word]) -> [Word]? {
        func isSame(_ word: Word, _ text: String) -> Bool {
            word.text == text || Word.bare(word.text) == text || Word.bare(word.text) == text + ","
        }
        let start = words.indices.first { start in
            start + sought.count <= words.count && zip(words[start...], sought).allSatisfy(isSame)
        }
        guard let start, !sought.isEmpty else { return nil }
        return Array(words[..<start] + words[(start + sought.count)...])
    }

    mutating func findUnused(in kept: [Word]) {
        if faults.isEmpty, date != nil, rule == nil, let found = ruleBeforeMark(in: kept) {
            return refuseApart([kept[found].map(\.text).joined(separator: " ")], found, of: kept)
        }
        guard let found = unusedWords(in: kept) else { return }
        let (words, start) = (kept.map { Word.bare($0.text) }, found.lowerBound - 1)
        // After a misspelt word (`tmorrow 9am`), they would mean something else on their own.
        if start >= 0, let other = WordTokens(Array(words[start...]), in: .title)?.corrected(.when), other.count > 1 {
            let typed = words[start..<start + other.count].joined(separator: " ")
            return misspelling = Misspelling(typed: typed, correction: "@" + other.phrase)
        }
        let phrase = words[found].joined(separator: " ").dropping(suffix: ",")
        unused = phrase
        let (forms, reading) = readings(of: phrase)
        guard let when = reading else { return }
        if !hasPhrase, unreadDate == nil, start >= 0, when.named == .time, kept[start].isMarked,
            kept[start].number + 1 == kept[found.lowerBound].number
        {
            return findDay(before: phrase, kept[start..<found.upperBound])
        }
        if date?.hasTime == true, when.named == .time || when.named == .allDay {
            // `Good evening mom @tomorrow 9am`
            unused = nil
        } else if faults.isEmpty, isMissing(when, phrase) {
            refuseApart(forms, found, of: kept)
        }
    }

    /// What words mean, or what can be written instead, and what that means.
    private func readings(of phrase: String) -> (forms: [String], when: WhenPhrase?) {
        do throws(Refusal) {
            var reader = try Reader(phrase, in: .title)
            return ([phrase], try reader.when(present))
        } catch {
            let first = error.alternatives.first.flatMap { try? WhenPhrase(parsing: $0, now: present.now) }
            return (error.alternatives, first)
        }
    }

    /// `Call @so 9:00`: a day in another language, or misspelt.
    private mutating func findDay(before time: String, _ words: ArraySlice<Word>) {
        guard let mark = words.first, !mark.text.contains(where: { "'’".contains($0) }) else { return }
        let refusal = Refusal(.unknown, ["@sunday \(time)", "@\(time)"].filter { Self.isClear($0, present) })
        unreadDate = located(refusal, Array(words), of: "@" + Word.bare(mark.text))
    }

    /// Whether words in the title supply what the date or the rule lacks: `Call mom @8am, tomorrow`, `Call mom at 8am
    /// @friday`. A part of the day (`evening`) is more often an ordinary word of the title.
    private func isMissing(_ when: WhenPhrase, _ phrase: String) -> Bool {
        if let date, date.named == .time { return when.named == .day || when.named == .both }
        guard when.named == .time, Reader.isPhrase(phrase, Grammar.shared.symbol("TOLD")) else { return false }
        if let date { return date.named == .day }
        guard let rule, let days = rule.rule else { return false }
        return rule.time == nil && days.byHour.isEmpty && days.frequency >= .daily
    }

    /// The words of a rule directly before the date, as in `Pills daily @8am` and `Run every day @6am`.
    private func ruleBeforeMark(in kept: [Word]) -> Range<Int>? {
        guard let mark = phrases.first(where: { $0.part == .date })?.range.lowerBound,
            let before = Word.all(in: text).last(where: { $0.range.upperBound < mark }),
            let end = kept.firstIndex(where: { $0.number == before.number }).map({ $0 + 1 })
        else { return nil }
        // `Run Weekly @friday` may name a magazine.
        return (1...min(4, end)).reversed().map { end - $0..<end }.first { place in
            let phrase = kept[place].map(\.text).joined(separator: " ")
            guard kept[place.lowerBound].text.first?.isUppercase == false,
                case .rule(let found) = Reader.only(phrase, .rule, present, in: .title)
            else { return false }
            return found.rule != nil
        }
    }

    /// Refuses a line in which the parts of a date may be separated, and lists all readings.
    ///
    /// - Parameters:
    ///   - forms: the phrases that the date may lack.
    ///   - found: the indices of the words in the title.
    private mutating func refuseApart(_ forms: [String], _ found: Range<Int>, of kept: [Word]) {
        guard let typed = text(of: date == nil ? .rule : .date) else { return }
        let tags = phrases.filter { $0.part == .tag }.map(\.text)
        let rest = (kept[..<found.lowerBound] + kept[found.upperBound...]).map(\.text) + tags
        var refusal = Refusal(.dateOrTitle)
        if !isProbe {
            refusal.alternatives = forms.compactMap { line(rest, "\(typed) \($0)") }
            refusal.alternatives.append((tags + [typed, "--", title]).joined(separator: " "))
        }
        fault(refusal, Array(kept[found]))
    }

    /// The first date or rule among the words of a title. A holiday (`christmas presents`) does not count as one, nor does a
    /// single word of up to three letters (`sun`, `may`, `3d`).
    private func unusedWords(in kept: [Word]) -> Range<Int>? {
        let words = kept.map { Word.bare($0.text) }
        for index in words.indices {
            let count = unusedLength(Array(words[index...].prefix(24)), after: index > 0 ? kept[index - 1].text : "")
            if count > 0 { return index..<index + count }
        }
        return nil
    }

    /// How many words a title begins with that look like a date or a rule.
    private func unusedLength(_ words: [String], after before: String) -> Int {
        guard let reading = WordTokens(words, in: .title), var chart = reading.advice() else { return 0 }
        // `twice a week` and `5-6pm` are found as a whole, because a part of them means something else.
        let often = chart.read(Grammar.advising.symbol("FREQUENCY"), at: 0).compactMap { reading.ends[$0.end] }
        let spans = reading.edges(of: .when, in: &chart).filter { edge, count in
            guard case .refused(let refusal) = edge.value, refusal.reason == .span, !edge.isWeak else { return false }
            // `5-6` are numbers.
            let text = words[..<count].joined()
            return text.contains(where: \.isNumber) && text.contains { $0.isLetter || $0 == ":" }
        }
        if let longest = (often.filter { $0 > 1 } + spans.map(\.count)).max() { return longest }
        chart = Chart(Chart.Source(reading.source.text, in: [.title, .unmarked]) ?? reading.source)
        let lengths = Set(chart.read(Grammar.shared.symbol("SPAN"), at: 0).map(\.end))
        var longest = 0
        for kind in [Reader.Kind.when, .rule] {
            for (edge, count) in reading.edges(of: kind, in: &chart) where count > longest {
                // `20h` is a time at the end of a title, `3h` never.
                let isLength = lengths.contains(edge.end)
                if isLength, !edge.isClock || count < words.count { continue }
                let rest = Array(words[count...])
                let isLast = rest.isEmpty || Reader.length(of: rest, .when, in: .title) == rest.count
                let isEnd = isLast && words[count - 1].first?.isUppercase == false
                // `the sun`
                let isShort = words[count - 1].utf8.count <= 3 && !words[count - 1].contains(where: \.isNumber)
                if edge.isWeak, !isEnd || isShort { continue }
                if kind == .rule, count == 1, !isEnd { continue }
                if count == 1, !isLength, !Self.isClear(words[0], after: before) { continue }
                switch edge.value {
                case .refused(let refusal):
                    let isDate = refusal.reason.isDate && words[..<count].contains { $0.contains(where: \.isNumber) }
                    if !isDate && refusal.reason != .dateOrDeadline { continue }
                    if refusal.reason == .noSuchTime, !isLast { continue }
                case .rule(let rule) where rule.flags.contains(.nothing): continue
                default: break
                }
                longest = count
            }
        }
        return longest
    }

    /// Whether a single word that can be a date is one, and not a part of a name, a price or a score.
    private static func isClear(_ word: String, after before: String) -> Bool {
        let numbers = word.split { !$0.isNumber }
        guard !numbers.isEmpty else { return word.utf8.count > 3 || before.hasPrefix("@") }
        if word.utf8.count <= 3 { return ["am", "pm", "st", "nd", "rd", "th"].contains(word.suffix(2).lowercased()) }
        // `12.50`, `0900`
        let isNumber = word.allSatisfy { $0.isNumber || $0 == "." }
        if isNumber, word.utf8.count != 8, word.count(where: { $0 == "." }) < 2 { return false }
        // `iOS 18.1.`
        if isNumber, before.dropFirst().contains(where: \.isUppercase) { return false }
        // `John 3:16`
        if word.contains(":"), numbers.count == 2, word.utf8.count == 4, Int(numbers[1]).map({ $0 % 5 > 0 }) == true {
            return false
        }
        return true
    }
}

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
            text.dropping(suffix: ".!?;:…)")
        }

        /// Without the punctuation around it. The last dot of `25.12.` is a part of it.
        static func bare(_ text: String) -> String {
            let start = text.drop { "@(\"'*".contains($0) }
            let bare = String(start).dropping(suffix: ".!?;:)\"'")
            let numbers = bare.split(separator: ".", omittingEmptySubsequences: false)
            let isDay = numbers.count == 2 && numbers.allSatisfy { Int($0) != nil }
            return isDay && start.dropFirst(bare.count).first == "." ? bare + "." : bare
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
                if bare.hasSuffix("!"), bare.utf8.count > 1, !Grammar.shared.means(bare, "EVERY") {
                    bare = bare.dropping(suffix: "!")
                }
                let plain = bare.dropping(suffix: ".?;…")
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

extension String {
    /// Without the signs at its end.
    fileprivate func dropping(suffix signs: String) -> String {
        String(prefix(count - reversed().prefix(while: signs.contains).count))
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
