import MemossFiles

extension ArgumentSyntax {
    fileprivate static let duration = ArgumentSyntax("DURATION", .optional, help: "how long (default: 15m)")
}

extension OptionSyntax {
    fileprivate static let on = OptionSyntax("on", value: "WHEN", help: "")
    fileprivate static let catchUp = OptionSyntax("catch-up", help: "step over all occurrences that have passed")

    fileprivate static func on(_ help: String) -> OptionSyntax {
        on.with(help: help + "; a time alone is that of today")
    }
}

extension Command {
    static let done = Command(
        syntax: CommandSyntax(
            ["done"],
            summary: "complete reminders, or one occurrence of a series",
            discussion: """
                A series steps to its next occurrence, and keeps the completed one in 'complete_instances'; past its end \
                it is completed itself. With --on, another occurrence than the current one is recorded, and the series \
                stays where it is; done twice that is as once.
                """,
            section: "Edits",
            arguments: [.selectors],
            options: [
                .on("the occurrence that was completed (default: the current one)"), .catchUp,
                .dryRun,
            ],
            examples: [
                CommandSyntax.Example("mm done vitamins", "complete the occurrence that is due"),
                CommandSyntax.Example("mm done vitamins --on yesterday", "one that was forgotten"),
                CommandSyntax.Example("mm done vitamins --catch-up", "and leave those missed behind"),
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
            summary: "leave one occurrence of a series out",
            discussion: "The series steps to its next occurrence, and keeps this one in 'skipped_instances'.",
            section: "Edits",
            arguments: [.selectors],
            options: [.on("the occurrence to leave out (default: the current one)"), .dryRun],
            examples: [
                CommandSyntax.Example("mm skip bins", "not this week"),
                CommandSyntax.Example("mm skip bins --on 2026-12-28", "nor in that one"),
            ]
        )
    ) { invocation, session throws(MemossError) in
        try session.step(invocation, "leave out") { .skip(on: $0) }
    }

    static let reopen = Command(
        syntax: CommandSyntax(
            ["reopen"],
            summary: "take a completion back",
            discussion: """
                Of a series the last occurrence that was completed is taken back, and is due again, but never a later one than \
                the current one. With --on it is a given one, completed or left out.
                """,
            section: "Edits",
            arguments: [.selectors],
            options: [.on("the occurrence to take back (default: the last completed)"), .dryRun],
            examples: [CommandSyntax.Example("mm reopen vitamins", "it was not done after all")]
        )
    ) { invocation, session throws(MemossError) in
        try session.step(invocation, "reopen") { .reopen(on: $0) }
    }

    static let snooze = Command(
        syntax: CommandSyntax(
            ["snooze"],
            summary: "put a reminder off for a while",
            discussion: """
                From now on, for 15 minutes unless said; what it is due for stays as it is. A duration is written 15m, 2h, \
                1d or 1h30m, and stands last.
                """,
            section: "Edits",
            arguments: [.selectorWord, .duration],
            options: [.dryRun],
            examples: [
                CommandSyntax.Example("mm snooze dentist", "a quarter of an hour"),
                CommandSyntax.Example("mm snooze 'water meter' 1d", "the same time tomorrow"),
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
        let (plan, outcomes) = try folder.plan(StepEdit(.snooze(duration), of: [reminder], at: time), in: snapshot)
        let what = "snooze \(reminder.path)"
        return try session.carryOut(plan, invocation, as: what, verb: what, steps: outcomes, at: time.now)
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
        let (plan, outcomes) = try folder.plan(StepEdit(step(day), of: reminders, at: time), in: snapshot)
        let names = reminders.count == 1 ? reminders[0].path : "\(reminders.count) reminders"
        let whole = "\(what) \(names)"
        return try carryOut(plan, invocation, as: whole, verb: whole, steps: outcomes, at: time.now)
    }
}
