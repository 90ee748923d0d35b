import MemossFiles

extension Command {
    static let skip = Command(
        ["skip"],
        summary: "skip one occurrence of a series",
        discussion: """
            The series moves to its next occurrence. The skipped one is recorded in 'skipped_instances'. With \
            --catch-up, the series moves to its next occurrence that has not passed; if none was missed, nothing changes.
            """,
        section: "Edits",
        arguments: [.selectors.preferring(.series)],
        options: [.on("the occurrence to skip (default: the current one)"), .catchUp] + OptionSyntax.selection
            + [.dryRun],
        examples: [
            "mm skip bins": "Skip the current occurrence.",
            "mm skip bins --on 2026-12-28": "Skip the occurrence of 28 December.",
            "mm skip bins --catch-up": "Pass over all missed occurrences.",
        ]
    ) { invocation, session throws(MemossError) in
        try session.step(invocation, "skip") { .skip(on: $0, catchesUp: invocation.flag(.catchUp)) }
    }
}
