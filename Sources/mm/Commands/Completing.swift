import MemossFiles

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
            arguments: [.selectors.preferring(.open)],
            options: [
                .on("the occurrence to complete (default: the current one)"), .catchUp,
            ] + OptionSyntax.selection + [.dryRun],
            examples: [
                CommandSyntax.Example("mm done vitamins", "Complete the current occurrence."),
                CommandSyntax.Example("mm done vitamins --on yesterday", "Complete yesterday's occurrence."),
                CommandSyntax.Example(
                    "mm done vitamins --catch-up",
                    "Complete the current occurrence and pass over missed ones."
                ),
                CommandSyntax.Example(
                    "mm done --where 'tag:shopping is:today'",
                    "Complete everything to be bought today, after asking for confirmation."
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
            arguments: [.selectors.preferring(.series)],
            options: [.on("the occurrence to skip (default: the current one)")] + OptionSyntax.selection + [.dryRun],
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
            arguments: [.selectors.preferring(.reopenable)],
            options: [.on("the occurrence to reopen (default: the last completed one)")] + OptionSyntax.selection
                + [.dryRun],
            examples: [CommandSyntax.Example("mm reopen vitamins", "Reopen the last completed occurrence.")]
        )
    ) { invocation, session throws(MemossError) in
        try session.step(invocation, "reopen") { .reopen(on: $0) }
    }
}

extension Session {
    /// Applies a step to all the given reminders or to none.
    fileprivate mutating func step(
        _ invocation: Invocation,
        _ what: String,
        _ step: (DateValue?) -> ReminderStep
    ) throws(MemossError) -> ExitStatus {
        let moment = try time()
        let day = try invocation.option(.on) { (text: String) throws(ParseError) in
            // A time alone is today's, because it has been done already.
            try moment.when(text, timeIsToday: true).value
        }
        _ = try folder(toEdit: invocation)
        let selection = try select(invocation.arguments(.selectors), invocation)
        return try commit(step(day), of: selection, invocation, as: what)
    }

    mutating func commit(
        _ step: ReminderStep,
        of selection: Selection,
        _ invocation: Invocation,
        as what: String
    ) throws(MemossError) -> ExitStatus {
        let batch = StepBatch(
            step,
            of: selection.reminders,
            at: selection.time,
            skipsInapplicable: selection.isQuery
        )
        let (plan, outcomes) = try folder().plan(batch, in: selection.snapshot)
        return try commit(plan, of: selection, invocation, as: what, steps: outcomes)
    }
}
