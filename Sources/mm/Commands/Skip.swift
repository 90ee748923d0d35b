import MemossFiles

extension Command {
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
}
