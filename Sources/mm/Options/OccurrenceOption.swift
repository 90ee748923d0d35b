import MemossFiles

/// `--on WHEN`, which names the occurrence that a step applies to, and `--catch-up`.
extension OptionSyntax {
    fileprivate static let on = OptionSyntax("on", value: "WHEN", help: "")

    static let catchUp = OptionSyntax("catch-up", help: "pass over all missed occurrences")

    static func on(_ help: String) -> OptionSyntax {
        on.with(help: help + "; a time alone means today")
    }
}

extension Session {
    /// Applies a step to all the given reminders or to none.
    ///
    /// - Parameter looksBack: whether `--on friday` means last Friday, because the step reports something already done.
    mutating func step(
        _ invocation: Invocation,
        _ what: String,
        looksBack: Bool = false,
        _ step: (DateValue?) -> ReminderStep
    ) throws(MemossError) -> ExitStatus {
        let moment = try time()
        let day = try invocation.option(.on) { (text: String) throws(ParseError) in
            // A time without a day means today, because the step reports something already done.
            let when = try moment.when(text, timeIsToday: true, looksBack: looksBack).value
            try moment.checkYear(of: when.date, text, looksBack)
            return when
        }
        _ = try folder(toEdit: invocation)
        let words = invocation.arguments(.selectors)
        let selection: Selection
        do throws(MemossError) {
            selection = try select(words, invocation)
        } catch {
            // In quotes, the words are no reminders.
            let parts = words.flatMap { $0.split(separator: " ").map(String.init) }
            guard day == nil, parts.count > 1, error.kind == .notFound ? true : try selectNone(parts, invocation) else {
                throw error
            }
            if let status = try tick(parts, step(nil), invocation) { return status }
            throw try untickable(parts, step(nil), invocation) ?? namingOccurrence(parts, invocation, error, at: moment)
        }
        if day == nil, try nameBox(words, step(nil), selection, invocation),
            let status = try tick(words, step(nil), invocation)
        {
            return status
        }
        return try commit(step(day), of: selection, invocation, as: what)
    }

    /// `mm done vitamins 14:00`: the last words may name the occurrence.
    private func namingOccurrence(
        _ words: [String],
        _ invocation: Invocation,
        _ error: MemossError,
        at moment: TimeContext
    ) -> MemossError {
        guard error.kind == .notFound, invocation.command.declares(.on),
            let count = (1..<words.count).last(where: { count in
                (try? moment.when(words.suffix(count).joined(separator: " "), timeIsToday: true)) != nil
            })
        else { return error }
        let selector = words.dropLast(count).map(\.shellWord).joined(separator: " ")
        let when = words.suffix(count).joined(separator: " ").shellWord
        let hint = "to name the occurrence: \(invocation.command.name) \(selector) \(OptionSyntax.on.name) \(when)"
        var error = error
        error.hints.insert(hint, at: 0)
        return error
    }

    mutating func commit(
        _ step: ReminderStep,
        of selection: Selection,
        _ invocation: Invocation,
        as what: String
    ) throws(MemossError) -> ExitStatus {
        var batch = StepBatch(
            step,
            of: selection.reminders,
            at: selection.time,
            skipsInapplicable: selection.isQuery
        )
        (batch.occurrences, batch.days) = (selection.occurrences, selection.days)
        if selection.reminders.contains(where: {
            Repetition(of: step, for: $0, last: selection.time.now, at: selection.time) != nil
        }) {
            batch.steps = try folder().lastSteps(what)
        }
        if !selection.isQuery, !invocation.flag(.dryRun), canAsk {
            guard try confirmRepetitions(&batch, of: selection) else {
                console.info("nothing was changed")
                return .negative
            }
        }
        let (plan, outcomes) = try folder().plan(batch, in: selection.snapshot)
        let status = try commit(plan, of: selection, invocation, as: what, steps: outcomes)
        if status == .done, console.recording == nil, !selection.isQuery, outcomes.count == 1,
            outcomes[0].leavesMissed, invocation.command.declares(.catchUp)
        {
            let words = invocation.arguments(.selectors).map(\.shellWord).joined(separator: " ")
            // What was done is recorded already.
            console.info("  to pass over what was missed: mm skip \(words) --catch-up")
        }
        return status
    }
}

extension Session {
    /// Asks before an occurrence that is still to come is completed or skipped after the one before it. A dose is not taken
    /// twice.
    ///
    /// - Returns: whether the user agrees to all of them.
    private mutating func confirmRepetitions(_ batch: inout StepBatch, of selection: Selection) throws(MemossError)
        -> Bool
    {
        for reminder in selection.reminders where batch.days[PathKey(reminder.path)] == nil {
            let last = batch.steps[PathKey(reminder.path)]
            guard let repeated = Repetition(of: batch.step, for: reminder, last: last, at: selection.time) else {
                continue
            }
            // Nobody should have to wait for the answer.
            unlock()
            console.flush()
            let question = repeated.isSkip ? "Skip it too?" : "Complete it already?"
            console.ask("'\(reminder.title)': \(repeated.statement(selection.time)). \(question) [y/N]")
            guard Confirmation.isYes(console.answer() ?? []) else { return false }
            batch.days[PathKey(reminder.path)] = [nil]
        }
        return true
    }
}

extension TimeContext {
    /// Refuses a day almost a year away if the same day of another year is near: `done --on "7 dec"` on 6 December, and
    /// `skip --on "7 dec"` on 8 December.
    fileprivate func checkYear(of day: CivilDate, _ text: String, _ looksBack: Bool) throws(ParseError) {
        let today = local.date
        let isFar = day < today.adding(months: -11) || day > today.adding(months: 11)
        guard isFar, let other = try? when(text, looksBack: !looksBack).value.date,
            today.adding(months: -1) < other, other < today.adding(months: 1)
        else { return }
        let readings = [day, other].sorted { $0 < $1 }.map { "'\($0.inWords)'" }.joined(separator: " or ")
        throw ParseError("'\(text)' is ambiguous: write \(readings)", length: text.utf8.count)
    }
}
