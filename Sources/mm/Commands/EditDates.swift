import MemossFiles

extension OptionSyntax {
    static let by = OptionSyntax(
        "by",
        value: "DURATION",
        help: "move the date, or the deadline if there is no date, by +1w, -2d, '3 months', counted from itself"
    )
}

extension Session {
    /// The date that `--by` gives to a reminder; nil without the option.
    func shifted(
        _ invocation: Invocation,
        _ reminder: Reminder?,
        in zone: Zone,
        _ time: TimeContext
    ) throws(MemossError) -> WhenPhrase? {
        let shift = try invocation.option(.by) { (text: String) throws(ParseError) in
            guard let shift = CivilDuration.readShift(text) else {
                throw ParseError("'\(text)' is not a duration: write one like '+1w' or '-2d'", length: text.utf8.count)
            }
            return shift
        }
        guard let shift else { return nil }
        let others: [OptionSyntax] = [.scheduled, .noScheduled, .due, .noDue, .recurrence, .noRecurrence]
        if let other = others.first(where: { invocation.hasAny(of: [$0]) }) {
            throw invocation.usageError("'\(OptionSyntax.by.name)' and '\(other.name)' cannot be used together")
        }
        let title = reminder?.title ?? ""
        guard let date = reminder?.date else { throw MemossError(.failure, "'\(title)' has no date to move") }
        guard let moved = date.adding(shift, in: zone) else {
            throw MemossError(
                .failure,
                "'\(title)' has no time of day to move by hours or minutes",
                hints: ["its date is \(time.naming(date))"]
            )
        }
        do throws(ParseError) {
            return try time.when(moved.iso, in: zone)
        } catch {
            throw MemossError(.usage, error, at: OptionSyntax.by.name)
        }
    }

    /// `+1d` counts from now, as in every date. Whoever meant the date that the reminder had is told how to say that.
    mutating func hintAtOwnDates(_ invocation: Invocation, _ selection: Selection, at place: String) {
        let time = selection.time
        for option in [OptionSyntax.scheduled, .due] {
            guard let text = invocation.option(option), let sign = text.first, "+-".contains(sign),
                let shift = CivilDuration.readShift(text)
            else { continue }
            // What is overdue is moved on from today.
            let dates = selection.reminders.compactMap { reminder -> DateValue? in
                let date = option == .due ? reminder.deadline : reminder.scheduled
                let zone = time.zone(of: reminder)
                guard let date, date.date > zone.civil(at: time.now).date else { return nil }
                return date.adding(shift, in: zone)
            }
            guard let own = dates.first else { continue }
            let origin = shift.isWholeDays ? "today" : "now"
            let statement = "  '\(text)' counts from \(origin); from "
            if selection.reminders.count == 1 {
                console.info(statement + "its own date: mm edit \(place) \(option.name) \(own.iso)")
            } else if option == .scheduled {
                let first = invocation.flag(.dryRun) ? "" : "mm undo, then "
                console.info(statement + "their own dates: \(first)mm edit \(place) \(OptionSyntax.by.name) \(text)")
            }
        }
    }

    /// `mm edit dentist friday 9am`, `mm edit bins every monday`: the last words may be a date, a deadline or a rule.
    func namingDate(
        _ words: [String],
        _ invocation: Invocation,
        _ error: MemossError,
        at moment: TimeContext
    ) -> MemossError {
        guard error.kind == .notFound, words.count > 1 else { return error }
        func length(_ isPhrase: (String) -> Bool) -> Int? {
            (1..<words.count).last { isPhrase(words.suffix($0).joined(separator: " ")) }
        }
        var option = OptionSyntax.recurrence
        var count = length(PhraseKind.rule.isPhrase)
        if let when = length({ (try? moment.when($0)) != nil }), when >= count ?? 0 {
            (count, option) = (when, .scheduled)
        }
        guard let count else { return error }
        var rest = words.dropLast(count)
        var when = words.suffix(count)
        if option == .scheduled, when.count > 1, when.first?.lowercased() == "due" {
            (option, when) = (.due, when.dropFirst())
        } else if option == .scheduled, rest.count > 1, rest.last?.lowercased() == "by" {
            (option, rest) = (.due, rest.dropLast())
        }
        let names: [OptionSyntax: String] = [.scheduled: "date", .due: "deadline"]
        let value = when.joined(separator: " ").shellWord
        let line = rest.map(\.shellWord).joined(separator: " ")
        var error = error
        let hint = "to set the \(names[option] ?? "rule"): \(invocation.command.name) \(line) \(option.name) \(value)"
        error.hints.insert(hint, at: 0)
        return error
    }
}
