import MemossFiles

extension Command {
    static let done = Command(
        ["done"],
        summary: "complete reminders, or one occurrence of a series",
        discussion: """
            A series moves to its next occurrence, and the completed one is recorded in 'complete_instances'. \
            After its last occurrence, the series itself is completed. If --on names an occurrence other than \
            the current one, it is recorded and the series does not move; repeating the command changes \
            nothing. A weekday or a date without a year is the latest one up to today.
            """,
        section: "Edits",
        arguments: [.selectors.preferring(.open)],
        options: [
            .on("the occurrence to complete (default: the current one)"), .catchUp,
        ] + OptionSyntax.selection + [.dryRun],
        examples: [
            "mm done vitamins": "Complete the current occurrence.",
            "mm done vitamins --on yesterday": "Complete yesterday's occurrence.",
            "mm done vitamins --catch-up": "Complete the current occurrence and pass over missed ones.",
            "mm done vitamins --on today --catch-up":
                "Complete today's occurrence and pass over those that were missed before it.",
            "mm done --where 'tag:shopping is:today'":
                "Complete everything to be bought today, after asking for confirmation.",
        ]
    ) { invocation, session throws(MemossError) in
        try session.step(invocation, ReminderStep.completing, looksBack: true) { on in
            .complete(on: on, catchesUp: invocation.flag(.catchUp))
        }
    }
}
