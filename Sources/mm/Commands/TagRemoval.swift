import MemossFiles

extension Command {
    static let tagDelete = Command(
        syntax: CommandSyntax(
            ["tag", "delete"],
            summary: "take a tag out of every file and of the registry",
            discussion: """
                Takes out the tag and those nested in it, and touches no other byte; the files themselves stay. Asks first, \
                with the number of files. Where nobody can be asked, --yes is needed.
                """,
            section: "Tags",
            arguments: [.tag.with(help: "the tag, also by a former name")],
            options: [.yes, .dryRun],
            examples: [
                CommandSyntax.Example("mm tag delete Errands --dry-run", "see what would change"),
                CommandSyntax.Example("mm tag delete Errands", "change it, after a question"),
            ]
        )
    ) { invocation, session throws(MemossError) in
        let deletion = TagDeletion(of: try invocation.tag(.tag))
        // The question is asked before the turn to write is taken: nobody shall wait for an answer.
        let asked = try session.folder()
        let (before, _) = try session.read()
        let preview = try asked.plan(deletion, in: before)
        guard try session.isConfirmed(question(preview), invocation) else {
            session.console.say("nothing was deleted")
            return .nothing
        }
        var result = preview
        var moment = try session.time().now
        if !invocation.flag(.dryRun) {
            let folder = try session.folderToEdit()
            let (snapshot, zones) = try folder.read()
            moment = try session.time(zones).now
            result = try folder.plan(deletion, in: snapshot)
        }
        let tag = result.tags.first ?? deletion.name
        return try session.carryOut(
            result.plan,
            invocation,
            as: "delete the tag '\(tag)'",
            verb: "'\(tag)' is deleted",
            at: moment
        )
    }

    private static func question(_ result: TagPlan) -> String {
        let tag = result.tags.first?.text ?? ""
        let nested = result.tags.count - 1
        let count = result.plan.edits.count { $0.path != TagRegistry.fileName }
        let others = nested == 0 ? "" : nested == 1 ? " and 1 nested in it" : " and \(nested) nested in it"
        let files = count == 0 ? "which no file carries" : "from \(count == 1 ? "1 file" : "\(count) files")"
        return "Delete the tag '\(tag)'\(others)\(count == 0 ? "," : "") \(files)?"
    }

    static let tagPrune = Command(
        syntax: CommandSyntax(
            ["tag", "prune"],
            summary: "take tags that no file carries out of the registry",
            discussion: """
                A tag stays if a file carries it, or one nested in it, by its name or a former one; and if a file that cannot \
                be read may carry it.
                """,
            section: "Tags",
            options: [.dryRun],
            examples: [CommandSyntax.Example("mm tag prune --dry-run", "see which ones would go")]
        )
    ) { invocation, session throws(MemossError) in
        let folder = try session.folder(toEdit: invocation)
        let (snapshot, time) = try session.read()
        let result = try folder.plan(TagPruning(), in: snapshot)
        let tags = TagText.several(result.tags)
        return try session.carryOut(
            result.plan,
            invocation,
            as: "prune \(tags)",
            verb: "pruned \(tags)",
            at: time.now
        )
    }
}
