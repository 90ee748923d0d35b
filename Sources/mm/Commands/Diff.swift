import MemossFiles

extension ArgumentSyntax {
    fileprivate static let revisions = ArgumentSyntax(
        "REV",
        .many,
        help: "a commit in git's notation, or a date: the last commit before it (default: HEAD)"
    )
}

extension Command {
    static let diff = Command(
        ["diff"],
        summary: "show what changed since a commit, reminder by reminder",
        discussion: """
            Compares two states of the folder: HEAD and the files, REV and the files, or two REVs. Each line names a \
            reminder and what changed in it: added, completed, moved, other tags, edited, deleted. A renamed file is \
            recognised by its id. Tags and other files come last. Files that git ignores are omitted.

            REV is a commit in git's notation, such as HEAD~3, a tag or a branch; or a date, which means the last \
            commit before it. A day means its start. HEAD~3..HEAD is the same as HEAD~3 HEAD.
            """,
        section: "Git",
        arguments: [.revisions],
        examples: [
            "mm diff": "Show what has changed since the last commit.",
            "mm diff yesterday": "Show what has changed since yesterday began.",
            "mm diff v1 v2": "Compare two tags of the repository.",
        ]
    ) { invocation, session throws(MemossError) in
        var names = invocation.arguments(.revisions)
        if names.count == 1, let range = names[0].firstRange(of: "..") {
            let ends = [names[0][..<range.lowerBound], names[0][range.upperBound...]]
            names = ends.map { $0.isEmpty ? "HEAD" : String($0) }
        }
        if let name = names.last, name.hasPrefix(".") {
            let end = name.drop { $0 == "." }
            throw invocation.usageError(
                "'...' is not supported",
                hints: [
                    "for what differs: mm diff \(names[0].shellWord) \(end.isEmpty ? "HEAD" : String(end).shellWord)"
                ]
            )
        }
        guard names.count < 3 else { throw invocation.usageError("'mm diff' compares two states, not \(names.count)") }
        let folder = try session.folder()
        let history = try GitHistory(of: folder)
        let old = try session.commit(names.first ?? "HEAD", in: history)
        let new = try names.dropFirst().first.map { name throws(MemossError) in try session.commit(name, in: history) }
        var changes = try history.changes(from: old, to: new)
        let ignored = try history.ignoreLists(from: old, to: new, changes, present: folder.ignored)
        changes += ignored.affected
        let contents = try ChangedContents(of: changes, from: history.git)
        session.warn(ofFiltered: contents.unfiltered)
        let difference = try contents.difference(changes, ignoring: ignored.lists, folder.registry())
        if session.isJSON {
            session.console.write(
                JSONWriter.document { json in
                    json.field("from", old.hash)
                    json.field("to", new?.hash)
                    json.objects("reminders", difference.reminders) { $0.fields(in: &$1) }
                    json.objects("tags", difference.tags) { $0.fields(in: &$1) }
                    json.field("others", difference.others)
                }
            )
            return .done
        }
        let texts = difference.reminders.map { DifferenceText($0) } + difference.tags.map { DifferenceText($0) }
        for text in texts { session.console.prose(text.line, text.style) }
        session.console.flush()
        let others = difference.others.prefix(3).map { Printable.line($0) }.joined(separator: ", ")
        let more = difference.others.count - 3
        if !difference.others.isEmpty {
            session.console.info("other files: \(others)\(more > 0 ? " and \(more) more" : "")")
        }
        if difference.isEmpty {
            session.console.info("no changes since \(try session.describe(old))")
        } else if let name = names.first, !name.hasPrefix("HEAD") {
            session.console.info("since \(try session.describe(old))")
        }
        return .done
    }
}
