import MemossFiles

extension Command {
    static let tagDelete = Command(
        ["tag", "delete"],
        summary: "remove a tag from every file and from the registry",
        discussion: """
            Removes the tag and those nested in it, and changes no other byte. Does not delete the files. Asks \
            for confirmation first, with the number of files. Without a terminal to ask on, --yes is needed. With \
            --text, a #tag in the text of a note loses its '#' and stays as a word; a base that asks for the tag is \
            named and left. While a file that mm cannot edit has the tag, it stays in the registry.
            """,
        section: "Tags",
        arguments: [.tag.with(help: "the tag; may be a former name")],
        options: [.text, .yes, .dryRun],
        examples: [
            "mm tag delete Errands --dry-run": "Show what would change.",
            "mm tag delete Errands": "Delete the tag after asking for confirmation.",
        ]
    ) { invocation, session throws(MemossError) in
        let deletion = TagDeletion(of: try invocation.tag(.tag))
        // Ask before taking the lock, so that no other process has to wait for the answer.
        let asked = try session.folder()
        let (preview, before, _) = try session.plan(deletion, of: deletion.name, in: asked)
        guard try session.isConfirmed(question(preview), invocation) else {
            session.console.info("nothing was deleted")
            return .negative
        }
        var result = preview
        var moment = try session.time().now
        if !invocation.flag(.dryRun) {
            let folder = try session.folderToEdit()
            let (snapshot, zones) = try folder.read(toEdit: deletion, countsMentions: false)
            moment = try session.time(zones).now
            result = try folder.plan(deletion, in: snapshot)
        }
        let tag = result.tags.first ?? deletion.name
        return try session.commit(
            result.plan,
            invocation,
            as: "delete the tag '\(tag)'",
            verb: {
                $0.skipped.isEmpty ? "deleted the tag '\(tag)'" : "the tag '\(tag)' is not deleted everywhere"
            },
            rest: try session.rest(of: result, in: before),
            at: moment
        )
    }

    private static func question(_ result: TagPlan) -> String {
        let tag = result.tags.first?.text ?? ""
        let nested = result.tags.count - 1
        let count = result.plan.edits.count { $0.path != TagRegistry.fileName }
        let others = nested == 0 ? "" : nested == 1 ? " and 1 tag nested in it" : " and \(nested) tags nested in it"
        let files = count == 0 ? "which no file has" : "from \(count.counted("file"))"
        return "Delete the tag '\(tag)'\(others)\(count == 0 ? "," : "") \(files)?"
    }
}
