/// A step of several reminders: completing, skipping, reopening or snoozing them.
public struct StepBatch: FolderEdit {
    package var step: ReminderStep
    /// The paths of the reminders.
    package var paths: [String]
    package var time: TimeContext
    package var skipsInapplicable: Bool

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
        var outcomes: [StepOutcome] = []
        let plan = try context.plan(filesAt: paths, skipsInapplicable: skipsInapplicable) {
            path,
            bytes throws(MemossError) in
            let outcome = try outcome(at: path, bytes, in: context)
            outcomes.append(outcome)
            return outcome.changes
        }
        let skipped = Set(plan.skipped.map { PathKey($0.path) })
        return (plan, skipped.isEmpty ? outcomes : outcomes.filter { !skipped.contains(PathKey($0.path)) })
    }

    private func outcome(at path: String, _ bytes: [UInt8], in context: EditContext) throws(MemossError) -> StepOutcome
    {
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
        return try StepOutcome(step, of: reminder, in: bytes, context: time)
    }
}
