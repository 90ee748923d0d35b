import MemossFiles

extension ArgumentSyntax {
    fileprivate static let duration = ArgumentSyntax("DURATION", .optional, help: "how long (default: 15m)")
}

extension OptionSyntax {
    fileprivate static let on = OptionSyntax("on", value: "WHEN", help: "")
    fileprivate static let catchUp = OptionSyntax("catch-up", help: "pass over all missed occurrences")

    fileprivate static func on(_ help: String) -> OptionSyntax {
        on.with(help: help + "; a time alone means today")
    }
}

extension Command {
    static let done = Command(
        syntax: CommandSyntax(
            ["done"],
            summary: "complete reminders, or one occurrence of a series",
            discussion: """
                A series moves to its next occurrence, and the completed one is recorded in 'complete_instances'. \
                After its last occurrence, the series itself is completed. If --on names an occurrence other than \
                the current one, it is recorded and the series does not move; repeating the command changes \
                nothing.
                """,
            section: "Edits",
            arguments: [.selectors],
            options: [
                .on("the occurrence to complete (default: the current one)"), .catchUp,
                .dryRun,
            ],
            examples: [
                CommandSyntax.Example("mm done vitamins", "Complete the current occurrence."),
                CommandSyntax.Example("mm done vitamins --on yesterday", "Complete yesterday's occurrence."),
                CommandSyntax.Example(
                    "mm done vitamins --catch-up",
                    "Complete the current occurrence and pass over missed ones."
                ),
            ]
        )
    ) { invocation, session throws(MemossError) in
        try session.step(invocation, "complete") { on in
            .complete(on: on, catchesUp: invocation.flag(.catchUp))
        }
    }

    static let skip = Command(
        syntax: CommandSyntax(
            ["skip"],
            summary: "skip one occurrence of a series",
            discussion: "The series moves to its next occurrence. The skipped one is recorded in 'skipped_instances'.",
            section: "Edits",
            arguments: [.selectors],
            options: [.on("the occurrence to skip (default: the current one)"), .dryRun],
            examples: [
                CommandSyntax.Example("mm skip bins", "Skip the current occurrence."),
                CommandSyntax.Example("mm skip bins --on 2026-12-28", "Skip the occurrence of 28 December."),
            ]
        )
    ) { invocation, session throws(MemossError) in
        try session.step(invocation, "skip") { .skip(on: $0) }
    }

    static let reopen = Command(
        syntax: CommandSyntax(
            ["reopen"],
            summary: "mark a completed reminder as open again",
            discussion: """
                For a series, reopens the last completed occurrence up to the current one, so that it is due again. \
                With --on, reopens a given occurrence, completed or skipped.
                """,
            section: "Edits",
            arguments: [.selectors],
            options: [.on("the occurrence to reopen (default: the last completed one)"), .dryRun],
            examples: [CommandSyntax.Example("mm reopen vitamins", "Reopen the last completed occurrence.")]
        )
    ) { invocation, session throws(MemossError) in
        try session.step(invocation, "reopen") { .reopen(on: $0) }
    }

    static let snooze = Command(
        syntax: CommandSyntax(
            ["snooze"],
            summary: "snooze a reminder for a while",
            discussion: """
                Snoozes from now, for 15 minutes by default. The due date does not change. DURATION is the last \
                argument, such as 15m, 2h, 1d or 1h30m.
                """,
            section: "Edits",
            arguments: [.selectorWord, .duration],
            options: [.dryRun],
            examples: [
                CommandSyntax.Example("mm snooze dentist", "Snooze for 15 minutes."),
                CommandSyntax.Example("mm snooze 'water meter' 1d", "Snooze until this time tomorrow."),
            ]
        )
    ) { invocation, session throws(MemossError) in
        let duration: CivilDuration
        do throws(ParseError) {
            duration = try CivilDuration(parsing: invocation.arguments(.duration).first ?? "15m")
        } catch {
            throw invocation.usageError(error, at: ArgumentSyntax.duration.name)
        }
        let folder = try session.folder(toEdit: invocation)
        let (snapshot, time) = try session.read()
        let reminder = try session.resolve(invocation, in: snapshot)
        let (plan, outcomes) = try folder.plan(StepBatch(.snooze(duration), of: [reminder], at: time), in: snapshot)
        let what = "snooze \(reminder.path)"
        return try session.commit(plan, invocation, as: what, verb: what, steps: outcomes, at: time.now)
    }
}

extension Session {
    /// Makes a step of all reminders that are named, or of none.
    fileprivate mutating func step(
        _ invocation: Invocation,
        _ what: String,
        _ step: (DateValue?) -> ReminderStep
    ) throws(MemossError) -> ExitStatus {
        let now = try time().local
        let day = try invocation.option(.on) { (text: String) throws(ParseError) in
            // What was done at seven was not done at seven tomorrow.
            try DateValue(when: text, now: now, timeIsToday: true)
        }
        let folder = try folder(toEdit: invocation)
        let (snapshot, time) = try read()
        let reminders = try resolveAll(invocation, in: snapshot)
        let (plan, outcomes) = try folder.plan(StepBatch(step(day), of: reminders, at: time), in: snapshot)
        let names = reminders.count == 1 ? reminders[0].path : "\(reminders.count) reminders"
        let whole = "\(what) \(names)"
        return try commit(plan, invocation, as: whole, verb: whole, steps: outcomes, at: time.now)
    }
}
