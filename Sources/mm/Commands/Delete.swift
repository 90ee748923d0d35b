import MemossFiles

extension Command {
    static let delete = Command(
        ["delete"],
        summary: "delete reminders and notes",
        discussion: """
            Deletes the files, after asking for confirmation. Each word selects a reminder, unless all the \
            words appear in one title; --where selects by a query. Tags stay in the registry. 'mm undo' restores the files.

            Without a terminal to ask on, nothing is deleted unless --yes is given. Symbolic links are never \
            deleted.
            """,
        section: "Edits",
        arguments: [.selectors],
        options: [.whereQuery, .expect, .yes, .dryRun],
        examples: [
            "mm delete poster proof": "Delete the reminder with these words in its title.",
            "mm delete c02c 46f8 --yes": "Delete two reminders without asking for confirmation.",
            "mm delete --where 'is:completed scheduled:<2026-01-01'":
                "Delete what was completed and scheduled before this year.",
        ]
    ) { invocation, session throws(MemossError) in
        _ = try session.folder(toEdit: invocation)
        let selection = try session.select(invocation.arguments(.selectors), invocation)
        // Delete only what was read here. A file that changes while the question is open is a conflict.
        let deletion = FileDeletion(of: selection.paths, skipsInapplicable: selection.isQuery)
        let plan = try session.folder().plan(deletion, in: selection.snapshot)
        return try session.commit(
            plan,
            of: selection,
            invocation,
            as: "delete",
            asks: true,
            verb: { done in verb(done, selection.reminders) }
        )
    }

    private static func verb(_ plan: EditPlan, _ reminders: [Reminder]) -> String {
        let going = Set(plan.edits.map { PathKey($0.path) })
        let titles = reminders.filter { going.contains(PathKey($0.path)) }.map { "'\($0.title)'" }
        guard !titles.isEmpty else { return "deleted" }
        let others = titles.count > mostNamed ? ["\(titles.count - mostNamed) more"] : []
        let place = titles.count == 1 ? " (\(plan.edits[0].path))" : ""
        return "deleted \((titles.prefix(mostNamed) + others).listed("and"))\(place)"
    }

    /// The maximum number of titles in a message.
    private static let mostNamed = 20
}
