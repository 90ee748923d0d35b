import MemossFiles

extension Command {
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
}
