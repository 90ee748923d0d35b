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

            Words after a reminder that are in a line '- [ ] …' of its text tick that line, and 'mm reopen' unticks it. \
            Several words that are each in one open line, and in no title, tick all of these. With \
            'reset_checklist: true' in the file, all lines are unticked when the series moves on.
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
            "mm done shopping eggs": "Tick the line with eggs in the text of the reminder.",
            "mm done --where 'tag:shopping is:today'":
                "Complete everything to be bought today, after asking for confirmation.",
        ]
    ) { invocation, session throws(MemossError) in
        try session.step(invocation, ReminderStep.completing, looksBack: true) { on in
            .complete(on: on, catchesUp: invocation.flag(.catchUp))
        }
    }

    static let reopen = Command(
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
        examples: ["mm reopen vitamins": "Reopen the last completed occurrence."]
    ) { invocation, session throws(MemossError) in
        try session.step(invocation, "reopen", looksBack: true) { .reopen(on: $0) }
    }

    static let skip = Command(
        ["skip"],
        summary: "skip occurrences of a series: one, or those of a period",
        discussion: """
            The series moves to its next occurrence. The skipped one is recorded in 'skipped_instances'. With \
            --catch-up, the series moves to its next occurrence that has not passed; if none was missed, nothing changes. \
            With --until, it skips every occurrence up to that day, as one edit: a holiday.
            """,
        section: "Edits",
        arguments: [.selectors.preferring(.series)],
        options: [
            .on("the occurrence to skip (default: the current one)"),
            .until.with(help: "skip every occurrence up to this day, inclusive, or up to this moment"), .from, .catchUp,
        ] + OptionSyntax.selection + [.dryRun],
        examples: [
            "mm skip bins": "Skip the current occurrence.",
            "mm skip bins --on 2026-12-28": "Skip the occurrence of 28 December.",
            "mm skip bins --until '6 jan'": "Skip everything up to 6 January.",
            "mm skip vitamins --from monday --until sunday": "Skip all doses of these days.",
            "mm skip bins --catch-up": "Pass over all missed occurrences.",
            "mm edit bins --scheduled '4 jan'": "Pass over all occurrences before 4 January, which count as missed.",
        ]
    ) { invocation, session throws(MemossError) in
        try session.step(invocation, "skip") { .skip(on: $0, catchesUp: invocation.flag(.catchUp)) }
    }
}
