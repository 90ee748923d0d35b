/// A step for several reminders: completing, skipping, reopening or snoozing them.
public struct StepBatch: FolderEdit {
    package var step: ReminderStep
    /// The paths of the reminders.
    package var paths: [String]
    package var time: TimeContext
    package var skipsInapplicable: Bool
    /// The occurrences to which a step without an occurrence applies, unless it applies to the current one.
    package var occurrences: [PathKey: MatchedOccurrence] = [:]
    /// The occurrences to which the step applies one after another, of reminders for which some are chosen; nil for the
    /// current one.
    package var days: [PathKey: [DateValue?]] = [:]
    /// When the last edit of files was made, if it was the same step.
    package var steps: [PathKey: Instant] = [:]

    /// - Parameters:
    ///   - step: what to do with each reminder.
    ///   - reminders: each at most once.
    ///   - time: the current time and the time zones.
    ///   - skipsInapplicable: whether a reminder for which the step is not possible is skipped, and does not stop the
    ///     others.
    public init(
        _ step: ReminderStep,
        of reminders: [Reminder],
        at time: TimeContext,
        skipsInapplicable: Bool = false
    ) {
        (self.step, paths, self.time) = (step, reminders.map(\.path), time)
        self.skipsInapplicable = skipsInapplicable
    }

    /// - Returns: one plan for all of them, and the outcome of each; a file that cannot be edited is among the skipped.
    /// - Throws: a `MemossError` if the step is not possible for one of them, or a file cannot be read.
    public func plan(in context: EditContext) throws(MemossError) -> (plan: EditPlan, outcomes: [StepOutcome]) {
        let ties = TaskTies(context.snapshot.asWritten)
        let partners = partners(ties, in: context.snapshot)
        let all = paths + partners.map(\.key.path)
        var (plan, reports) = try context.plan(filesAt: all, skipsInapplicable: skipsInapplicable) {
            path,
            bytes throws(MemossError) in
            if let day = partners[PathKey(path)] {
                // What cannot follow stays as it is, and is named.
                do throws(MemossError) {
                    return (try outcome(at: path, bytes, on: day, in: context).changes, Report())
                } catch {
                    return ([], Report(left: SkippedFile(path, error)))
                }
            }
            var (changes, current): ([FileChange], [UInt8]) = ([], bytes)
            var outcomes: [StepOutcome] = []
            for day in days[PathKey(path)] ?? [shownDay(at: path, ties, in: context.snapshot)] {
                let outcome = try outcome(at: path, current, on: day, in: context)
                outcomes.append(outcome)
                changes += outcome.changes
                // A change that is refused is refused again by the plan, which says so.
                current = ((try? outcome.changes.apply(to: current, registry: context.registry)) ?? nil) ?? current
            }
            return (changes, Report(outcomes: outcomes))
        }
        plan.skipped += reports.compactMap(\.left)
        let outcomes = reports.flatMap(\.outcomes)
        let skipped = Set(plan.skipped.map { PathKey($0.path) })
        return (plan, skipped.isEmpty ? outcomes : outcomes.filter { !skipped.contains(PathKey($0.path)) })
    }

    /// What became of a file.
    private struct Report {
        var outcomes: [StepOutcome] = []
        /// A partner that could not follow.
        var left: SkippedFile?
    }

    /// The files that the step concerns too, each with the occurrence: the series of an occurrence with a file of its own, and that
    /// file if the step is one of the series.
    private func partners(_ ties: TaskTies, in snapshot: Snapshot) -> [PathKey: DateValue?] {
        var found: [PathKey: DateValue?] = [:]
        guard !ties.series.isEmpty else { return found }
        let asked: DateValue?
        switch step {
        case .complete(let day, _), .skip(let day, _), .reopen(let day): asked = day
        default: return found
        }
        let own = Set(paths.map { PathKey($0) })
        for path in paths {
            if let (series, day) = ties.series[PathKey(path)], !own.contains(PathKey(series)) {
                found[PathKey(series)] = .some(DateValue(day))
            }
            for day in days[PathKey(path)] ?? [asked] {
                guard let day, let file = ties.occurrences[PathKey(path)]?[day.date], !own.contains(PathKey(file))
                else {
                    continue
                }
                found[PathKey(file)] = .some(nil)
            }
        }
        return found
    }

    /// The occurrence that is shown as the current one, if another file stands for the one in the file.
    private func shownDay(at path: String, _ ties: TaskTies, in snapshot: Snapshot) -> DateValue? {
        guard ties.occurrences[PathKey(path)] != nil, let shown = snapshot.reminder(at: path),
            let date = shown.date, date != snapshot.asWritten(shown).date
        else { return nil }
        switch step {
        case .complete(nil, _), .skip(nil, _): return DateValue(date.date)
        default: return nil
        }
    }

    /// - Parameter day: the occurrence that was chosen.
    private func outcome(
        at path: String,
        _ bytes: [UInt8],
        on day: DateValue?,
        in context: EditContext
    ) throws(MemossError) -> StepOutcome {
        let decoded = ReminderDecoder.decode(bytes, path: path, registry: context.registry)
        guard let reminder = decoded.reminder else {
            let problem = decoded.problems.first
            throw MemossError(
                .failure,
                "\(path): \(problem?.message ?? "the file cannot be read")",
                remedy: problem?.remedy
            )
        }
        if !reminder.isNote, let problem = decoded.problems.first(where: { step.needs($0, of: reminder) }) {
            throw MemossError(.failure, step.refusal(of: reminder, for: problem), hints: problem.hints)
        }
        var time = time
        if let name = reminder.timezone, time.zones[name] == nil {
            do throws(ParseError) {
                time.zones[name] = try context.zones.zone(named: name)
            } catch {
                throw MemossError(.failure, "\(path): \(error.message)")
            }
        }
        let own = if let day { step.on(day) } else { try self.step(of: reminder, time) }
        // An occurrence that somebody has chosen may be ahead.
        if days[PathKey(path)] == nil, day == nil,
            let repeated = Repetition(of: own, for: reminder, last: steps[PathKey(path)], at: time)
        {
            throw MemossError(
                .failure,
                "'\(reminder.title)': \(repeated.statement(time))",
                remedy: .stepAhead(path: path, occurrence: repeated.next.iso, isSkip: repeated.isSkip)
            )
        }
        return try StepOutcome(own, of: reminder, in: bytes, context: time)
    }

    /// The step with the occurrence that was selected.
    private func step(of reminder: Reminder, _ time: TimeContext) throws(MemossError) -> ReminderStep {
        let occurrence = occurrences[PathKey(reminder.path)] ?? .current
        switch (step, occurrence) {
        case (_, .current), (.reopen, _), (.endSnooze, _), (.complete(_?, _), _), (.skip(_?, _), _): return step
        case (.complete(nil, let catchesUp), .later(let day)):
            return .complete(on: day, catchesUp: catchesUp || reminder.missed == .skip)
        case (.skip(nil, let catchesUp), .later(let day)):
            return .skip(on: day, catchesUp: catchesUp || reminder.missed == .skip)
        case (.snooze, _), (.snoozeUntil, _):
            let current = reminder.date.map { ", \(time.naming($0))," } ?? ""
            let reason =
                "the query selected an occurrence of '\(reminder.title)' that is later than its current one\(current)"
            throw MemossError(.failure, "\(reason) which is the only one that can be snoozed")
        case (_, .unclear(let days)):
            if days.isEmpty {
                let reason = "the query selected no single occurrence of '\(reminder.title)'"
                throw MemossError(.failure, "\(reason): select the reminder by its title")
            }
            throw MemossError(
                .failure,
                "\(days.count) occurrences of '\(reminder.title)' were selected; choose one",
                remedy: .chooseOccurrence(days.prefix(10).map(\.description), rest: nil)
            )
        }
    }
}
