extension ReminderFolder {
    /// Works out a step of reminders: completing, leaving out, taking back, putting off. Nothing is written.
    ///
    /// - Returns: a plan for all of them, and what comes of each; a file that cannot be edited is among the skipped.
    /// - Throws: a `MemossError` if the step has no meaning for one of them, or a file cannot be read.
    public func plan(
        _ step: ReminderStep,
        of reminders: [Reminder],
        registry: TagRegistry,
        in context: TimeContext
    ) throws(MemossError) -> (plan: EditPlan, outcomes: [StepOutcome]) {
        var plan = EditPlan()
        var outcomes: [StepOutcome] = []
        for path in reminders.map(\.path).sorted(by: PathOrder.precedes) {
            let contents = try contents(of: path)
            let decoded = ReminderDecoder.decode(contents.bytes, path: path, registry: registry)
            guard let reminder = decoded.reminder else {
                throw MemossError(.failure, "\(path): \(decoded.problems.first?.message ?? "the file cannot be read")")
            }
            if !reminder.isNote, let problem = decoded.problems.first(where: { step.needs($0, of: reminder) }) {
                throw MemossError(.failure, step.refusal(of: reminder, for: problem), hints: problem.hints)
            }
            var context = context
            if let name = reminder.timezone, context.zones[name] == nil {
                do throws(ParseError) {
                    context.zones[name] = try zones.zone(named: name)
                } catch {
                    throw MemossError(.failure, "\(path): \(error.message)")
                }
            }
            let outcome = try StepOutcome(step, of: reminder, in: contents.bytes, context: context)
            let own = try self.plan(outcome.changes, of: contents, at: path, registry: registry)
            plan.edits += own.edits
            plan.skipped += own.skipped
            if own.skipped.isEmpty { outcomes.append(outcome) }
        }
        try plan.followLinks(in: place)
        return (plan, outcomes)
    }
}
