import MemossFiles

/// The words of `mm snooze`: the reminders, and the end of the snooze. The same rules apply to a command line, to its
/// completion, and to what is typed in `mm ui`.
struct SnoozeWords {
    private(set) var selector: [String]
    /// Whether `--` ends the reminders: no word of theirs is a duration or a date.
    private(set) var isSeparated = false
    /// A duration or a date, without `until`.
    private(set) var end: [String] = []
    private var isUntil = false
    /// A duration that may be the handle of a reminder, such as `451d`.
    private(set) var handle: String?

    init(_ invocation: Invocation) {
        var (words, behind) = invocation.separated(.sleepers)
        if let behind {
            (selector, isSeparated) = (words, true)
            setEnd(behind)
            return
        }
        // `'until friday'` in quotes
        let parts = words.last?.split(separator: " ").map(String.init) ?? []
        if parts.count > 1, words.count > 1 || invocation.hasAny(of: [.whereQuery]),
            Self.end(parts)?.isBareDate == false
        {
            words = words.dropLast() + parts
        }
        selector = words
        if invocation.hasAny(of: [.whereQuery]) {
            selector = []
            setEnd(words)
            // The terms of an unquoted query.
            if Selector(end).holdsTerm { (selector, end) = (end, []) }
        } else if let until = words.lastIndex(where: Self.untilWords.contains), until > 0 {
            selector = Array(words[..<until])
            setEnd(Array(words[until...]))
        } else if let start = words.indices.dropFirst().first(where: { Self.duration(words[$0...]) != nil }) {
            (selector, end) = (Array(words[..<start]), Array(words[start...]))
            if start > 1, ["for", "in", "another"].contains(selector.last) { selector.removeLast() }
            handle = end.first { end.count == 1 && $0.utf8.count >= 4 && $0.allSatisfy(\.isHexDigit) }
        }
    }

    /// Where a date may begin behind the reminders: `dentist tomorrow 9am`.
    var startsOfDates: [Int] {
        guard end.isEmpty, !isUntil else { return [] }
        // `dentist on the 15th` has the date from `on` on.
        return selector.indices.dropFirst().filter { start in
            Self.isDate(selector[start...]) && !(start > 1 && Self.isMeantAsDate(selector[(start - 1)...]))
        }
    }

    /// Whether the words are a date, or one but for the way in which it is written: `to friday`.
    private static func isMeantAsDate(_ words: ArraySlice<String>) -> Bool {
        // `talk monday 9am` may be the talk of Monday.
        if let first = words.first, PhraseKind.when.isPhrase(first) { return false }
        guard let refusal = PhraseKind.when.refusal(of: words.joined(separator: " ")) else { return true }
        return refusal.alternatives == [words.dropFirst().joined(separator: " ")]
    }

    /// Whether the words are a date, and no duration. `1:30` can be both.
    private static func isDate(_ words: ArraySlice<String>) -> Bool {
        if let word = words.first, words.count == 1, let parts = clock(word), parts.hours < 13 { return false }
        return !words.isEmpty && duration(words) == nil
            && PhraseKind.when.length(in: Array(words), isApart: true) == words.count
    }

    /// `1:30`
    private static func clock(_ word: String) -> (hours: Int, minutes: Int)? {
        let parts = word.split(separator: ":").map { Int($0) }
        guard parts.count == 2, let hours = parts[0], let minutes = parts[1], word.utf8.count < 6 else { return nil }
        return (hours, minutes)
    }

    /// Makes the words from `start` on the end of the snooze.
    mutating func endSelector(at start: Int) {
        (selector, end) = (Array(selector[..<start]), Array(selector[start...]))
    }

    /// The error for words that may be a date, or belong to the reminder.
    func ambiguity(_ starts: [Int], _ invocation: Invocation) -> MemossError {
        let words = { (range: Range<Int>) in selector[range].map(\.shellWord).joined(separator: " ") }
        let count = selector.count
        return invocation.usageError(
            "'\(words(starts[0]..<count))' may be the end of the snooze, or belong to the reminder",
            hints: starts.map { start in
                let end = start < count ? "until \(words(start..<count))" : "15m"
                return "\(invocation.command.name) \(words(0..<start)) \(end)"
            }
        )
    }

    private init(selector: [String], end: [String]) { (self.selector, self.end) = (selector, end) }

    /// `2h dentist`, `until friday dentist`: the end before the reminder. Nil if the words do not begin with an end.
    static func swapped(_ words: [String]) -> SnoozeWords? {
        let isUntil = words.first.map(untilWords.contains) ?? false
        let start = isUntil || words.first == "for" ? 1 : 0
        let rest = Array(words.dropFirst(start))
        let last = isUntil ? nil : rest.indices.last { duration(rest[...$0]) != nil }
        let length = last.map { $0 + 1 } ?? (isUntil || start == 0 ? PhraseKind.when.length(in: rest) : 0)
        guard length > 0, length < rest.count else { return nil }
        return SnoozeWords(selector: Array(rest[length...]), end: Array(words[..<(start + length)]))
    }

    /// The error for an end before the reminder.
    func error(_ invocation: Invocation) -> MemossError {
        let reminder = selector.map(\.shellWord).joined(separator: " ")
        return invocation.usageError(
            "the reminder comes first, then '\(end.joined(separator: " "))'",
            hints: ["did you mean: \(invocation.command.name) \(reminder) \(end.joined(separator: " "))"]
        )
    }

    /// The words that can precede a date.
    private static let untilWords = ["until", "till", "til"]

    /// Words that are the end of a snooze, and nothing else.
    struct End {
        /// As the command reads them without a doubt: a duration, or a date after `until`.
        var words: [String]
        /// Whether it is a date without `until`, which may also be words of a title.
        var isBareDate: Bool
    }

    /// The words as the end of a snooze; nil if they are something else.
    static func end(_ words: [String]) -> End? {
        let amount = words.dropFirst(["for", "in"].contains(words.first) ? 1 : 0)
        if duration(amount) != nil { return End(words: [amount.joined(separator: " ")], isBareDate: false) }
        if words.first.map(untilWords.contains) == true {
            let isDate = PhraseKind.when.length(in: Array(words.dropFirst())) == words.count - 1
            return isDate && words.count > 1 ? End(words: words, isBareDate: false) : nil
        }
        return isDate(words[...]) ? End(words: ["until"] + words, isBareDate: true) : nil
    }

    /// The words of an end where nothing else is expected. They may be invalid.
    static func endAlone(_ text: String) -> [String] {
        let words = text.split(whereSeparator: \.isWhitespace).map(String.init)
        return end(words)?.words ?? (words.first.map(untilWords.contains) == true ? words : ["until"] + words)
    }

    /// The end that is being typed.
    struct Unfinished {
        /// The words after `until`, `for` or the reminders, up to the cursor.
        var words: [String]
        /// Whether the words before leave no doubt that it is an end.
        var isMarked: Bool
    }

    /// The end that is being typed after the reminders; nil if the words cannot become one.
    ///
    /// - Parameter words: the last one is being typed, and may be several words in quotes.
    static func unfinishedEnd(in words: [String]) -> Unfinished? {
        guard words.count > 1, let last = words.last else { return nil }
        let parts = last.split(separator: " ", omittingEmptySubsequences: false).map(String.init)
        let words = words.dropLast() + (parts.isEmpty ? [""] : parts)
        if let until = words.dropLast().lastIndex(where: untilWords.contains), until > 0 {
            return Unfinished(words: Array(words[(until + 1)...]), isMarked: true)
        }
        for start in words.indices.dropFirst() {
            let isFor = words[start] == "for"
            let phrase = Array(words[(start + (isFor ? 1 : 0))...])
            if !phrase.isEmpty, !Notation.when.continuations(of: phrase.joined(separator: " ")).isEmpty {
                return Unfinished(words: phrase, isMarked: isFor)
            }
        }
        return nil
    }

    /// `for 2 hours`, `until friday`
    private mutating func setEnd(_ words: [String]) {
        isUntil = words.first.map(Self.untilWords.contains) ?? false
        end = isUntil || words.first == "for" ? Array(words.dropFirst()) : words
    }

    private static func duration(_ words: ArraySlice<String>) -> CivilDuration? {
        CivilDuration.read(words.joined(separator: " "))
    }

    func step(_ invocation: Invocation, at time: TimeContext) throws(MemossError) -> ReminderStep {
        let text = end.joined(separator: " ")
        if invocation.flag(.snoozeOff) {
            if isUntil || !end.isEmpty {
                throw invocation.usageError("'--off' and '\(isUntil ? "until" : text)' contradict each other")
            }
            return .endSnooze
        }
        if isUntil || Self.isDate(end[...]) {
            if end.isEmpty { throw invocation.usageError("'until' needs a date: until tomorrow 9am, until monday") }
            let when = try invocation.read(text, of: "until") { (text: String) throws(ParseError) in
                try time.when(text)
            }
            if let fault = when.endOfDayFault { throw invocation.usageError(fault, at: "until", in: text) }
            let end = when.value.instant(in: time.zone, allDayAt: time.allDayAt)
            if when.value.isAllDay, when.value.date == time.local.date, end <= time.now {
                throw invocation.usageError(
                    "a day means \(time.allDayAt), which has passed today",
                    hints: ["give a time: until tonight, until 18:00"]
                )
            }
            return .snoozeUntil(end)
        }
        return try invocation.read(end.isEmpty ? "15m" : text, of: "DURATION") { (text: String) throws(ParseError) in
            .snooze(try CivilDuration(parsing: text))
        }
    }

    /// The error for a word that should be a duration.
    static func error(in word: String, _ invocation: Invocation) -> MemossError {
        if let (hours, minutes) = clock(word) {
            let duration = (hours > 0 ? "\(hours)h" : "") + "\(minutes)m"
            return invocation.usageError(
                "'\(word)' is not a duration",
                hints: ["for a duration: \(duration)", "for a time of day: until \(word)"]
            )
        }
        if PhraseKind.when.isPhrase(word) {
            return invocation.usageError("'\(word)' is not a duration", hints: ["did you mean 'until \(word)'?"])
        }
        do throws(ParseError) {
            _ = try CivilDuration(parsing: word)
            return invocation.usageError("'\(word)' is not a duration")
        } catch {
            // `after lunch` is no fixed time, and `fridy` is misspelt.
            if PhraseKind.duration.refusal(of: word)?.alternatives.isEmpty ?? true,
                let refusal = PhraseKind.when.refusal(of: word),
                !refusal.alternatives.isEmpty
            {
                return invocation.usageError(refusal.error, at: "until", in: word)
            }
            var refusal = invocation.usageError(error, at: "DURATION", in: word)
            if error.suggestion == nil {
                refusal.hints.insert("for a time: until 18:00, until tomorrow 9am", at: max(0, refusal.hints.count - 1))
            }
            return refusal
        }
    }
}
