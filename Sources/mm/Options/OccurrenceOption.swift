import MemossFiles

/// `--on WHEN`, which names the occurrence that a step applies to, and `--catch-up`.
extension OptionSyntax {
    fileprivate static let on = OptionSyntax("on", value: "WHEN", help: "")

    static let catchUp = OptionSyntax("catch-up", help: "pass over all missed occurrences")

    /// With `until`, the occurrences of a period.
    static let from = OptionSyntax(
        "from",
        value: "DATE",
        help: "with --until: the first day, or the first moment (default: the current occurrence)"
    )

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
            try invocation.checkDay(when, text, at: moment)
            try moment.checkYear(of: when.date, text, looksBack)
            return when
        }
        let period = try invocation.period(at: moment)
        _ = try folder(toEdit: invocation)
        let words = invocation.arguments(.selectors)
        var selection: Selection
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
        if let period { try choose(period, in: &selection) }
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
        var rest = words.dropLast(count)
        let text = words.suffix(count).joined(separator: " ")
        var (what, options) = ("name the occurrence", "\(OptionSyntax.on.name) \(text.shellWord)")
        if invocation.command.declares(.from) {
            let isEnd = rest.count > 1 && ["until", "till"].contains(rest.last?.lowercased())
            if isEnd || Period(text, at: moment) != nil { what = "skip all of them" }
            if isEnd {
                (rest, options) = (rest.dropLast(), "\(OptionSyntax.until.name) \(text.shellWord)")
            } else if let period = Period(text, at: moment) {
                options = period.options
            }
        }
        let selector = rest.map(\.shellWord).joined(separator: " ")
        var error = error
        error.hints.insert("to \(what): \(invocation.command.name) \(selector) \(options)", at: 0)
        return error
    }

    /// Lets the step act on every open occurrence of a period, of each series.
    private mutating func choose(_ period: Period, in selection: inout Selection) throws(MemossError) {
        let time = selection.time
        for reminder in selection.reminders {
            let lapsed = reminder.lapsed(in: time)
            guard !lapsed.isCompleted, let steps = SeriesSteps(ReminderStepper(lapsed, FieldPlaces([]), time)) else {
                continue
            }
            let days = try steps.open(from: period.first, through: period.last)
            selection.days[PathKey(reminder.path)] = days
            if days.isEmpty {
                console.info("'\(reminder.title)' has no open occurrence \(period.text(time))")
            }
        }
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

/// The occurrences that `mm skip` passes over as one edit: `--from monday --until friday`.
private struct Period {
    /// Nil for the current occurrence.
    var first: DateValue?
    /// Inclusive.
    var last: DateValue

    init(first: DateValue?, last: DateValue) { (self.first, self.last) = (first, last) }

    /// `next week`, `december`; nil for a single day, and for anything else.
    init?(_ text: String, at moment: TimeContext) {
        let found = try? PeriodPhrase(parsing: text, now: moment.local, times: moment.times)
        guard let days = found ?? nil, days.first < days.last else { return nil }
        self.init(first: DateValue(days.first), last: DateValue(days.last))
    }

    /// `--from 2026-11-30 --until 2026-12-06`.
    var options: String {
        let start = first.map { "\(OptionSyntax.from.name) \($0.iso) " } ?? ""
        return start + "\(OptionSyntax.until.name) \(last.iso)"
    }

    /// `from Mon 30 Nov up to Sun 6 Dec`.
    func text(_ time: TimeContext) -> String {
        (first.map { "from \(time.naming($0)) " } ?? "") + "up to \(time.naming(last))"
    }
}

extension Invocation {
    /// The period that the options name; nil if there are none.
    fileprivate func period(at moment: TimeContext) throws(MemossError) -> Period? {
        guard command.declares(.from) else { return nil }
        func read(_ option: OptionSyntax) throws(MemossError) -> DateValue? {
            try self.option(option) { (text: String) throws(ParseError) in try moment.when(text).value }
        }
        let (first, last) = (try read(.from), try read(.until))
        guard let last else {
            if first != nil { throw usageError("'\(OptionSyntax.from.name)' needs '\(OptionSyntax.until.usage)'") }
            return nil
        }
        if let other = [OptionSyntax.on, .catchUp].first(where: { hasAny(of: [$0]) }) {
            throw usageError("'\(other.name)' and '\(OptionSyntax.until.name)' cannot be used together")
        }
        if let first, first.instant(in: moment.zone, allDayAt: .midnight) > moment.end(of: last) {
            let names = "'\(OptionSyntax.from.name)', \(moment.naming(first)), is after '\(OptionSyntax.until.name)'"
            throw usageError("\(names), \(moment.naming(last))")
        }
        return Period(first: first, last: last)
    }

    /// Refuses several days for a single occurrence: `skip --on "next week"`.
    fileprivate func checkDay(_ day: DateValue, _ text: String, at moment: TimeContext) throws(ParseError) {
        guard command.declares(.from), let period = Period(text, at: moment) else { return }
        let one = "\(OptionSyntax.on.name) \(day.iso)"
        throw ParseError(
            "'\(text)' is several days: for all of them, write '\(period.options)', for one '\(one)'",
            length: text.utf8.count
        )
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
