import MemossFiles
import Merge

extension OptionSyntax {
    fileprivate static let numbered = OptionSyntax(
        "edit",
        value: "NUMBER",
        help: "only if this is the number of the last edit"
    )
    fileprivate static let list = OptionSyntax("list", help: "list the edits, the newest first, and change nothing")
    fileprivate static let skip = OptionSyntax(
        "skip",
        help: "forget the last edit without reverting it, so that the one before it can be undone"
    )
}

extension Command {
    static let undo = Command(
        ["undo"],
        summary: "revert the last edit, then the one before",
        discussion: """
            Restores every file of the last edit to the bytes it had before. If a file has changed since in other lines, \
            these changes stay; if the lines of the edit have changed, it names the file, and changes nothing. A file that is already as it was before, for \
            example after 'git checkout', is left alone. The last 20 edits are kept. 'mm redo' reapplies \
            it, until you make another edit. If there is nothing to undo, the exit status is 1.
            """,
        options: [.list, .skip, .numbered, .expect, .dryRun],
        examples: [
            "mm undo --list": "List the edits that can be reverted.",
            "mm undo --dry-run": "Show what would change.",
            "mm undo --skip && mm undo": "Revert the edit before the last one.",
        ]
    ) { invocation, session throws(MemossError) in
        if invocation.flag(.skip) {
            for option in [OptionSyntax.list, .numbered, .expect, .dryRun] where invocation.hasAny(of: [option]) {
                throw invocation.usageError("'--skip' and '\(option.name)' cannot be used together")
            }
            return try skip(&session)
        }
        if invocation.flag(.list) { return try list(&session) }
        return try walk(.undo, invocation, &session)
    }

    static let redo = Command(
        ["redo"],
        summary: "reapply an edit that was undone",
        discussion: """
            Reapplies the edit that 'mm undo' reverted last, if its files have not changed since. After a new \
            edit, there is nothing left to redo.
            """,
        options: [.expect, .dryRun]
    ) { invocation, session throws(MemossError) in
        try walk(.redo, invocation, &session)
    }

    private static func walk(
        _ direction: UndoStep.Direction,
        _ invocation: Invocation,
        _ session: inout Session
    ) throws(MemossError) -> ExitStatus {
        let isDryRun = invocation.flag(.dryRun)
        let number = direction == .undo ? try invocation.integer(.numbered, atLeast: 1) : nil
        let verb = direction == .undo ? "undo" : "redo"
        let folder = isDryRun ? try session.folder() : try session.folderToEdit()
        guard let step = try folder.step(direction) else { throw MemossError(.notFound, "nothing to \(verb)") }
        if let number, number != step.entry.number {
            let last = "the last edit is \(step.entry.number): \(step.entry.what)"
            throw MemossError(.failure, "\(last), not \(number); nothing was changed")
        }
        if let error = try invocation.unexpected(step.plan) { throw error }
        if isDryRun { try folder.dryRun(step) } else { try folder.commit(step) }
        let past = direction == .undo ? "undone" : "redone"
        let age = direction == .undo ? try age(of: step.entry, &session) : ""
        let report = EditReport(step.plan, isDryRun: isDryRun, verb: "\(past): \(step.entry.what)\(age)")
        report.show(in: &session, isQuietIfEmpty: !step.restored.isEmpty)
        if !step.restored.isEmpty {
            if step.plan.isEmpty, !isDryRun { session.console.info(report.verb) }
            let names = step.restored.map { Printable.line($0) }.listed("and")
            let (verb, pronoun) = step.restored.count == 1 ? ("was", "it") : ("were", "them")
            let edit = step.isRestoredFurther ? "this edit or an earlier one" : "the edit"
            session.console.info("\(names) \(verb) already as before \(edit), and redo will leave \(pronoun) alone")
        }
        if !step.changedElsewhere.isEmpty {
            let names = step.changedElsewhere.map { Printable.line($0) }.listed("and")
            session.console.info("\(names): changed since in other lines, which stay as they are now")
        }
        if direction == .undo, !isDryRun, step.entry.what.hasPrefix(ConflictResolver.verb) {
            warn(ofStaged: step.plan.edits, in: folder, &session)
        }
        return .done
    }

    private static func skip(_ session: inout Session) throws(MemossError) -> ExitStatus {
        guard let entry = try session.folderToEdit().forgetLastEdit() else {
            throw MemossError(.notFound, "nothing to undo")
        }
        if session.isJSON { session.console.write(json([entry])) }
        session.console.info("skipped: \(entry.what): its files stay as they are")
        return .done
    }

    /// When the edit was made, unless that was a moment ago: another edit may have been meant.
    private static func age(of entry: UndoEntry, _ session: inout Session) throws(MemossError) -> String {
        let time = try session.time()
        guard time.now.secondsSince1970 - entry.moment.secondsSince1970 >= 3_600 else { return "" }
        let date = DateValue(time.zone.civil(at: entry.moment))
        return " (edited \(RelativeDay(date, from: time.local.date, session.clock).text))"
    }

    /// `mm resolve --add` has staged files, which undoing an edit does not revert.
    private static func warn(ofStaged edits: [FileEdit], in folder: ReminderFolder, _ session: inout Session) {
        // The edit has been undone, even if git cannot be asked.
        guard let staged = try? GitConflicts(root: folder.root)?.staged(edits.map(\.path)), !staged.isEmpty else {
            return warn(ofMarkersIn: edits, in: folder, &session)
        }
        let names = staged.map { Printable.line($0) }.joined(separator: ", ")
        session.console.warn("git's index still has the resolution of \(names), which 'git commit' would commit")
    }

    /// Git no longer lists a file as unmerged once its resolution is committed.
    private static func warn(ofMarkersIn edits: [FileEdit], in folder: ReminderFolder, _ session: inout Session) {
        let marked = edits.filter { FileMerge.holdsMarkers($0.after ?? []) }.map(\.path)
        guard !marked.isEmpty, let git = try? GitConflicts(root: folder.root), let unmerged = try? git.unmerged() else {
            return
        }
        let waiting = Set(unmerged.map { PathKey($0.path) })
        guard let path = marked.first(where: { !waiting.contains(PathKey($0)) }) else { return }
        session.console.warn(
            "\(Printable.line(path)) has conflict markers again, and git does not list it as unmerged",
            hint: "to resolve it as before: mm redo"
        )
    }

    private static func list(_ session: inout Session) throws(MemossError) -> ExitStatus {
        var passedOver: [String] = []
        let history = try session.folder().history { passedOver.append($0) }
        for reason in passedOver { session.console.warn(reason) }
        if session.isJSON {
            session.console.write(json(history))
            return .done
        }
        let (zone, clock) = (try session.zone(), session.clock)
        let cells = history.map { entry in
            [
                Columns.Cell.text("\(entry.number)", .handle),
                .text(zone.civil(at: entry.moment).text(clock), .dimmed),
                .text(Printable.line(entry.what + (entry.isUndone ? " (undone)" : ""))),
                .text(entry.paths.count.counted("file"), .dimmed),
            ]
        }
        let columns = Columns(4, trailing: [0, 3], yields: [(2, 24), (3, 0), (2, 8)], below: 2..<4, under: 1)
        session.console.draw(cells, in: columns)
        if history.isEmpty, passedOver.isEmpty { session.console.info("nothing to undo") }
        return .done
    }

    private static func json(_ history: [UndoEntry]) -> [UInt8] {
        JSONWriter.document { json in
            json.objects("edits", history) { entry, json in
                json.field("number", entry.number)
                json.field("instant", entry.moment.description)
                json.field("what", entry.what)
                json.field("undone", entry.isUndone)
                json.field("paths", entry.paths)
            }
        }
    }
}
