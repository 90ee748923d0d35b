import MemossFiles

extension ArgumentSyntax {
    static let sleepers = selectors.with(
        .some,
        help: "as for 'mm done'; then a DURATION (default: 15m), or WHEN"
    ).preferring(.open)
}

extension OptionSyntax {
    static let snoozeOff = OptionSyntax("off", help: "end the snooze")
}

extension Command {
    static let snooze = Command(
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
        options: [.snoozeOff] + OptionSyntax.selection + [.dryRun],
        examples: [
            "mm snooze dentist": "Snooze for 15 minutes.",
            "mm snooze water meter 1d": "Snooze until this time tomorrow.",
            "mm snooze dentist until monday 9am": "Snooze until a time.",
            "mm snooze dentist --off": "End the snooze.",
            "mm snooze --where tag:work until tomorrow --yes":
                "Snooze everything with a tag, without asking for confirmation.",
        ]
    ) { invocation, session throws(MemossError) in
        let moment = try session.time()
        var words = SnoozeWords(invocation)
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
        guard !words.isSeparated, !invocation.hasAny(of: [.whereQuery]) else {
            return try self.select(words.selector, invocation)
        }
        let folder = try read()
        func select(_ words: some Sequence<String>) throws(MemossError) -> Selection {
            try self.select(Array(words), invocation, in: folder, asks: false)
        }
        if words.selector.isEmpty { return try self.select([], invocation, in: folder) }
        let found = words.startsOfDates.compactMap { start in
            (try? select(words.selector[..<start])).map { (start: start, selection: $0) }
        }
        do throws(MemossError) {
            let whole = try select(words.selector)
            if found.isEmpty { return whole }
            throw words.ambiguity(found.map(\.start) + [words.selector.count], invocation)
        } catch  where error.kind != .usage {
            guard words.end.isEmpty else { return try self.select(words.selector, invocation, in: folder) }
            if found.count > 1 { throw words.ambiguity(found.map(\.start), invocation) }
            if let (start, selection) = found.first {
                // Not if several titles have all of the words.
                do throws(MemossError) {
                    _ = try select([words.selector.joined(separator: " ")])
                } catch {
                    if error.kind == .failure { throw error }
                }
                words.endSelector(at: start)
                return selection
            }
            if let swapped = SnoozeWords.swapped(words.selector), (try? select(swapped.selector)) != nil {
                throw swapped.error(invocation)
            }
            // Words after a reminder that select nothing were meant as the end of the snooze: `10 minuts`.
            let ends = words.selector.indices.dropFirst().suffix(6).reversed()
            let start = ends.first { (try? select(words.selector[..<$0])) != nil }
            guard let start else { return try self.select(words.selector, invocation, in: folder) }
            throw SnoozeWords.error(in: words.selector[start...].joined(separator: " "), invocation)
        }
    }
}
