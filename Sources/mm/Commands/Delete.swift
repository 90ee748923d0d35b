import MemossFiles

extension Command {
    static let delete = Command(
        syntax: CommandSyntax(
            ["delete"],
            summary: "delete reminders and notes",
            discussion: """
                Deletes the files, after asking for confirmation. Each word selects a reminder, unless all the \
                words appear in one title. Tags stay in the registry. 'mm undo' restores the files.

                Without a terminal to ask on, nothing is deleted unless --yes is given. Symbolic links are never \
                deleted.
                """,
            section: "Edits",
            arguments: [.selectors],
            options: [.yes, .dryRun],
            examples: [
                CommandSyntax.Example("mm delete poster proof", "Delete the reminder with these words in its title."),
                CommandSyntax.Example(
                    "mm delete c02c 46f8 --yes",
                    "Delete two reminders without asking for confirmation."
                ),
            ]
        )
    ) { invocation, session throws(MemossError) in
        // The lock is not held while a person thinks.
        if invocation.flag(.yes) { _ = try session.folder(toEdit: invocation) }
        let (snapshot, time) = try session.read()
        let reminders = try session.resolveAll(invocation.arguments(.selectors), in: snapshot)
        // Only what was read here may be deleted: a file that changes during the question is a conflict.
        let plan = try session.folder().plan(FileDeletion(of: reminders.map(\.path)), in: snapshot)
        let edited = Set(plan.edits.map { Array($0.path.utf8) })
        let going = reminders.filter { edited.contains(Array($0.path.utf8)) }
        let named = going.map { "'\($0.title)' (\($0.path))" }
        if !plan.isEmpty, try !session.isConfirmed("Delete \(list(named))?", invocation) {
            session.console.info("nothing was deleted")
            return .nothing
        }
        let what = going.count == 1 ? "delete \(going[0].path)" : "delete \(going.count) files"
        let verb = going.count == 1 ? "deleted \(named[0])" : "deleted"
        return try session.commit(plan, invocation, as: what, verb: verb, at: time.now)
    }

    private static func list(_ names: [String]) -> String {
        guard let last = names.last, names.count > 1 else { return names.first ?? "" }
        return names.dropLast().joined(separator: ", ") + " and " + last
    }
}
