import MemossFiles

extension Command {
    static let tagSettle = Command(
        ["tag", "settle"],
        summary: "write the current names of renamed tags in all files",
        discussion: """
            A renamed tag keeps its old name as an alias, so files that another machine or person tags with the \
            old name count as having the new one. This command writes the current name into these files, and \
            changes no other byte. 'mm check' lists them.
            """,
        section: "Tags",
        options: [.dryRun],
        examples: ["mm tag settle --dry-run": "Show which files would change."]
    ) { invocation, session throws(MemossError) in
        try session.editTags(invocation) { _ in
            TagSettlement()
        } described: { tags in
            let names = "wrote the current name\(tags.count == 1 ? "" : "s") of \(TagText.several(tags))"
            return ("settle \(TagText.several(tags))", names)
        }
    }
}
