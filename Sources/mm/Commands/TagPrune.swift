import MemossFiles

extension Command {
    static let tagPrune = Command(
        ["tag", "prune"],
        summary: "remove unused tags from the registry",
        discussion: """
            A tag is kept if a file has it or one nested in it, under its current or a former name, or if a file that \
            cannot be read may have it.
            """,
        section: "Tags",
        options: [.dryRun],
        examples: ["mm tag prune --dry-run": "Show which tags would be removed."]
    ) { invocation, session throws(MemossError) in
        try session.editTags(invocation) { _ in
            TagPruning()
        } described: { tags in
            ("prune \(TagText.several(tags))", "pruned \(TagText.several(tags))")
        }
    }
}
