import MemossFiles

extension ArgumentSyntax {
    fileprivate static let sleepers = selectors.with(
        .some,
        help: "as for 'mm done'; then a DURATION (default: 15m), or WHEN"
    ).preferring(.open)
}

extension OptionSyntax {
    fileprivate static let off = OptionSyntax("off", help: "end the snooze")
}

extension Command {
    static let snooze = Command(
        syntax: CommandSyntax(
            ["snooze"],
            summary: "snooze reminders for a while, or until a time",
            discussion: """
                Snoozes from now, for 15 minutes by default. The date does not change. The last words are a DURATION \
                such as 15m, for 2 hours, 1d or 1h30m, or WHEN: tomorrow 9am, until friday. 'until' can be left out if the \
                words are not in a title too. A day alone means the time at which all-day reminders are delivered. \
                After '--', all words are the DURATION or WHEN.
                """,
            section: "Edits",
            arguments: [.sleepers],
            options: [.off] + OptionSyntax.selection + [.dryRun],
            examples: [
                "mm snooze dentist": "Snooze for 15 minutes.",
                "mm snooze water meter 1d": "Snooze until this time tomorrow.",
                "mm snooze dentist until monday 9am": "Snooze until a time.",
                "mm snooze dentist --off": "End the snooze.",
                "mm snooze --where tag:work until tomorrow --yes":
                    "Snooze everything with a tag, without asking for confirmation.",
            ]
        )
    ) { invocation, session throws(MemossError) in
        let moment = try session.time()
        var words = SnoozeWords(invocation)
        guard !words.selector.isEmpty || invocation.hasAny(of: [.whereQuery]) else {
            throw MemossError.missingArguments([.sleepers], of: invocation.command)
        }
        _ = try words.step(invocation, at: moment)
        _ = try session.folder(toEdit: invocation)
        let selection = try session.select(&words, invocation, at: moment)
        let step = try words.step(invocation, at: moment)
        if let word = words.handle, selection.snapshot.reminders.contains(where: { $0.id.hasPrefix(word) }) {
            throw invocation.usageError(
                "'\(word)' is both a duration and the handle of a reminder",
                hints: ["for the duration: -- \(word)", "for the reminder, add a duration: \(word) 15m"]
            )
        }
        return try session.commit(step, of: selection, invocation, as: "snooze")
    }
}

extension Session {
    /// The reminders to snooze. Words after them that are a date are the end of the snooze.
    fileprivate mutating func select(
        _ words: inout SnoozeWords,
        _ invocation: Invocation,
        at time: TimeContext
    ) throws(MemossError) -> Selection {
        var found: [(start: Int, selection: Selection)] = []
        for start in words.startsOfDates {
            guard let selection = try? select(Array(words.selector[..<start]), invocation) else { continue }
            found.append((start, selection))
        }
        do throws(MemossError) {
            let whole = try select(words.selector, invocation)
            if found.isEmpty { return whole }
            throw words.ambiguity(found.map(\.start) + [words.selector.count], invocation)
        } catch  where error.kind != .usage {
            guard words.end.isEmpty else { throw error }
            if found.count > 1 { throw words.ambiguity(found.map(\.start), invocation) }
            if let (start, selection) = found.first {
                // Not if several titles have all of the words.
                do throws(MemossError) {
                    _ = try select([words.selector.joined(separator: " ")], invocation)
                } catch {
                    if error.kind == .failure { throw error }
                }
                words.endSelector(at: start)
                return selection
            }
            if let swapped = SnoozeWords.swapped(words.selector), (try? select(swapped.selector, invocation)) != nil {
                throw swapped.error(invocation)
            }
            // Words after a reminder that select nothing were meant as the end of the snooze: `10 minuts`.
            let ends = words.selector.indices.dropFirst().suffix(6).reversed()
            let start = ends.first { (try? select(Array(words.selector[..<$0]), invocation)) != nil }
            guard let start else { throw error }
            throw SnoozeWords.error(in: words.selector[start...].joined(separator: " "), invocation, at: time)
        }
    }
}

/// The words of `mm snooze`: the reminders, and the end of the snooze.
struct SnoozeWords {
    var selector: [String]
    /// A duration or a date, without `until`.
    private(set) var end: [String] = []
    var isUntil = false
    /// A duration that may be the handle of a reminder, such as `451d`.
    private(set) var handle: String?

    init(_ invocation: Invocation) {
        var (words, behind) = invocation.separated(.sleepers)
        // `'until friday'` in quotes
        if let last = words.last, words.count > 1 || invocation.hasAny(of: [.whereQuery]), Self.isEnd(last) {
            words = words.dropLast() + last.split(separator: " ").map(String.init)
        }
        selector = words
        if invocation.hasAny(of: [.whereQuery]) {
            selector = []
            setEnd(words + (behind ?? []))
            // The terms of an unquoted query.
            if Selector(end).holdsTerm { (selector, end) = (end, []) }
        } else if let until = words.lastIndex(where: Self.untilWords.contains), until > 0 {
            selector = Array(words[..<until])
            setEnd(Array(words[until...]))
        } else if let behind {
            setEnd(behind)
        } else if let start = words.indices.dropFirst().first(where: { Self.duration(words[$0...]) != nil }) {
            (selector, end) = (Array(words[..<start]), Array(words[start...]))
            if start > 1, ["for", "in", "another"].contains(selector.last) { selector.removeLast() }
            handle = end.first { end.count == 1 && $0.utf8.count >= 4 && $0.allSatisfy(\.isHexDigit) }
        }
    }

    /// Where a date may begin behind the reminders: `dentist tomorrow 9am`.
    var startsOfDates: [Int] {
        guard end.isEmpty, !isUntil else { return [] }
        return selector.indices.dropFirst().filter { start in
            !Self.wordsBeforeDates.contains(selector[start - 1].lowercased()) && Self.isDate(selector[start...])
        }
    }

    /// Words that do not end the reminders: `dentist on the 15th`.
    private static let wordsBeforeDates: Set = [
        "to", "at", "on", "the", "in", "by", "for", "of", "after", "next", "this", "last", "a",
    ]

    /// Whether the words are a date, and no duration. `1:30` can be both.
    private static func isDate(_ words: ArraySlice<String>) -> Bool {
        if let word = words.first, words.count == 1, let parts = clock(word), parts.hours < 13 { return false }
        return !words.isEmpty && duration(words) == nil && WhenPhrase.length(in: Array(words)) == words.count
    }

    /// `1:30`
    private static func clock(_ word: String) -> (hours: Int, minutes: Int)? {
        let parts = word.split(separator: ":").map { Int($0) }
        guard parts.count == 2, let hours = parts[0], let minutes = parts[1], word.utf8.count < 6 else { return nil }
        return (hours, minutes)
    }

    /// Takes the words from there on as the end of the snooze.
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
        let length = last.map { $0 + 1 } ?? (isUntil || start == 0 ? WhenPhrase.length(in: rest) : 0)
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

    /// `until friday` or `for 2 hours` in one word.
    private static func isEnd(_ word: String) -> Bool {
        let words = word.split(separator: " ").map(String.init)
        guard words.count > 1 else { return false }
        if untilWords.contains(words[0]) { return WhenPhrase.length(in: Array(words.dropFirst())) == words.count - 1 }
        return words[0] == "for" && duration(words[1...]) != nil
    }

    /// The words that can precede a date.
    static let untilWords = ["until", "till", "til"]

    /// `for 2 hours`, `until friday`
    private mutating func setEnd(_ words: [String]) {
        isUntil = words.first.map(Self.untilWords.contains) ?? false
        end = isUntil || words.first == "for" ? Array(words.dropFirst()) : words
    }

    private static func duration(_ words: ArraySlice<String>) -> CivilDuration? {
        try? CivilDuration(parsing: words.joined(separator: " "))
    }

    func step(_ invocation: Invocation, at time: TimeContext) throws(MemossError) -> ReminderStep {
        let text = end.joined(separator: " ")
        if invocation.flag(.off) {
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

    /// What `10 more minutes`, `in 10`, `90s` and `to friday 5pm` mean; nil for other words.
    private static func rephrased(_ text: String) -> String? {
        let words = text.lowercased().split(separator: " ").map(String.init)
        let fillers: Set = ["more", "another", "by", "about", "around", "for", "in", "from", "now", "later"]
        let plain = Array(words.filter { !fillers.contains($0) }.prefix { $0 != "or" })
        let amount = plain.joined(separator: " ")
        if let seconds = Int(amount.prefix(while: \.isNumber)),
            ["s", "sec", "secs", "seconds"].contains(
                amount.drop(while: \.isNumber).drop { $0 == " " }.description
            )
        {
            return "\(max(1, (seconds + 59) / 60))m"
        }
        if let minutes = Int(amount) { return "\(minutes)m" }
        if plain != words, duration(plain[...]) != nil { return amount }
        let day = words.dropFirst(words.first == "to" ? 1 : 0)
        return isDate(day) ? "until \(day.joined(separator: " "))" : nil
    }

    /// The error for a word that should be a duration.
    static func error(in word: String, _ invocation: Invocation, at time: TimeContext) -> MemossError {
        if let (hours, minutes) = clock(word) {
            let duration = (hours > 0 ? "\(hours)h" : "") + "\(minutes)m"
            return invocation.usageError(
                "'\(word)' is not a duration",
                hints: ["for a duration: \(duration)", "for a time of day: until \(word)"]
            )
        }
        if let other = rephrased(word) {
            return invocation.usageError("'\(word)' is not a duration", hints: ["did you mean '\(other)'?"])
        }
        do throws(ParseError) {
            _ = try CivilDuration(parsing: word)
            return invocation.usageError("'\(word)' is not a duration")
        } catch {
            do throws(ParseError) {
                _ = try time.when(word)
            } catch let fault {
                // `after lunch` is no fixed time, and `fridy` is misspelt.
                let leads = [": write '", ": write it like"].contains { fault.message.firstRange(of: $0) != nil }
                if leads || fault.suggestion != nil, error.suggestion == nil {
                    return invocation.usageError(fault, at: "until", in: word)
                }
            }
            var refusal = invocation.usageError(error, at: "DURATION", in: word)
            if error.suggestion == nil {
                refusal.hints.insert("for a time: until 18:00, until tomorrow 9am", at: max(0, refusal.hints.count - 1))
            }
            return refusal
        }
    }
}
