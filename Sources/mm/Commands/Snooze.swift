import MemossFiles

extension ArgumentSyntax {
    fileprivate static let sleepers = selectors.with(
        .some,
        help: "as for 'mm done'; then a DURATION (default: 15m), or 'until' and WHEN"
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
                such as 15m, for 2 hours, 1d or 1h30m, or 'until' and WHEN: until tomorrow 9am. A day alone means the \
                time at which all-day reminders are delivered. After '--', all words are the DURATION.
                """,
            section: "Edits",
            arguments: [.sleepers],
            options: [.off] + OptionSyntax.selection + [.dryRun],
            examples: [
                CommandSyntax.Example("mm snooze dentist", "Snooze for 15 minutes."),
                CommandSyntax.Example("mm snooze water meter 1d", "Snooze until this time tomorrow."),
                CommandSyntax.Example("mm snooze dentist until monday 9am", "Snooze until a time."),
                CommandSyntax.Example("mm snooze dentist --off", "End the snooze."),
                CommandSyntax.Example(
                    "mm snooze --where is:today until tomorrow --yes",
                    "Snooze everything due today, without asking for confirmation."
                ),
            ]
        )
    ) { invocation, session throws(MemossError) in
        let moment = try session.time()
        let words = SnoozeWords(invocation)
        guard !words.selector.isEmpty || invocation.hasAny(of: [.whereQuery]) else {
            throw MemossError.missingArguments([.sleepers], of: invocation.command)
        }
        let step = try words.step(invocation, at: moment)
        _ = try session.folder(toEdit: invocation)
        let selection: Selection
        do throws(MemossError) {
            selection = try session.select(words.selector, invocation)
        } catch {
            guard words.end.isEmpty else { throw error }
            if let swapped = SnoozeWords.swapped(words.selector),
                (try? session.select(swapped.selector, invocation)) != nil
            {
                throw swapped.error(invocation)
            }
            // Words after a reminder that select nothing were meant as the end of the snooze: `10 minuts`.
            let ends = words.selector.indices.dropFirst().suffix(6).reversed()
            let start = ends.first { (try? session.select(Array(words.selector[..<$0]), invocation)) != nil }
            guard let start else { throw error }
            throw SnoozeWords.error(in: words.selector[start...].joined(separator: " "), invocation, at: moment)
        }
        if let word = words.handle, selection.snapshot.reminders.contains(where: { $0.id.hasPrefix(word) }) {
            throw invocation.usageError(
                "'\(word)' is both a duration and the handle of a reminder",
                hints: ["for the duration: -- \(word)", "for the reminder, add a duration: \(word) 15m"]
            )
        }
        return try session.commit(step, of: selection, invocation, as: "snooze")
    }
}

/// The words of `mm snooze`: the reminders, and the end of the snooze.
struct SnoozeWords {
    var selector: [String]
    /// A duration, or a date after `until`.
    var end: [String] = []
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

    private init(selector: [String], end: [String]) { (self.selector, self.end) = (selector, end) }

    /// `2h dentist`, `until friday dentist`: the end before the reminder. Nil if the words do not begin with an end.
    static func swapped(_ words: [String]) -> SnoozeWords? {
        let isUntil = words.first.map(untilWords.contains) ?? false
        let start = isUntil || words.first == "for" ? 1 : 0
        let rest = Array(words.dropFirst(start))
        let length =
            isUntil
            ? WhenPhrase.length(in: rest) : rest.indices.last { duration(rest[...$0]) != nil }.map { $0 + 1 } ?? 0
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
        if isUntil {
            if end.isEmpty { throw invocation.usageError("'until' needs a date: until tomorrow 9am, until monday") }
            let when = try invocation.read(text, of: "until") { (text: String) throws(ParseError) in
                try time.when(text)
            }
            if when.isEndOfDay, when.value.isAllDay {
                throw invocation.usageError(
                    "the end of a day is at another time for everybody",
                    hints: ["give a time: until tonight, until 18:00"]
                )
            }
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
    private static func rephrased(_ text: String, at time: TimeContext) -> String? {
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
        let day = words.first == "to" ? words.dropFirst().joined(separator: " ") : text
        guard let when = try? time.when(day), !when.isEndOfDay else { return nil }
        return "until \(day)"
    }

    /// The error for a word that should be a duration.
    static func error(in word: String, _ invocation: Invocation, at time: TimeContext) -> MemossError {
        let parts = word.split(separator: ":").map { Int($0) }
        if parts.count == 2, let hours = parts[0], let minutes = parts[1], word.utf8.count < 6 {
            let duration = (hours > 0 ? "\(hours)h" : "") + "\(minutes)m"
            return invocation.usageError(
                "'\(word)' is not a duration",
                hints: ["for a duration: \(duration)", "for a time of day: until \(word)"]
            )
        }
        if let other = rephrased(word, at: time) {
            return invocation.usageError("'\(word)' is not a duration", hints: ["did you mean '\(other)'?"])
        }
        do throws(ParseError) {
            _ = try CivilDuration(parsing: word)
            return invocation.usageError("'\(word)' is not a duration")
        } catch {
            do throws(ParseError) {
                _ = try time.when(word)
            } catch let fault {
                // `after lunch` is no fixed time.
                let leads = [": write '", ": write it like"].contains { fault.message.firstRange(of: $0) != nil }
                if leads, error.suggestion == nil {
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
