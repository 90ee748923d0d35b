import MemossFiles

extension Command {
    static let tagPrune = Command(
        syntax: CommandSyntax(
            ["tag", "prune"],
            summary: "remove unused tags from the registry",
            discussion: """
                A tag stays if a file has it, or one nested in it, by its name or a former one, or if a file that \
                cannot be read may have it.
                """,
            section: "Tags",
            options: [.dryRun],
            examples: [CommandSyntax.Example("mm tag prune --dry-run", "Show which tags would be removed.")]
        )
    ) { invocation, session throws(MemossError) in
        let folder = try session.folder(toEdit: invocation)
        let (snapshot, time) = try session.read()
        let result = try folder.plan(TagPruning(), in: snapshot)
        let tags = TagText.several(result.tags)
        return try session.commit(
            result.plan,
            invocation,
            as: "prune \(tags)",
            verb: "pruned \(tags)",
            at: time.now
        )
    }
}
