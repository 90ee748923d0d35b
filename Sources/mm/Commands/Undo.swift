import MemossFiles

extension OptionSyntax {
    fileprivate static let list = OptionSyntax("list", help: "list the edits, the newest first, and change nothing")
}

extension Command {
    static let undo = Command(
        syntax: CommandSyntax(
            ["undo"],
            summary: "take back the last edit, then the one before",
            discussion: """
                Gives every file of the last edit the bytes it had before, if all of them are as mm left them; else it names \
                those that are not, and changes nothing. The last 20 edits are kept. 'mm redo' goes the other way, until \
                the next edit. With nothing to take back the exit status is 1.
                """,
            options: [.list, .dryRun],
            examples: [
                CommandSyntax.Example("mm undo --list", "what can be taken back"),
                CommandSyntax.Example("mm undo --dry-run", "see what would change"),
            ]
        )
    ) { invocation, session throws(MemossError) in
        if invocation.flag(.list) { return try list(&session) }
        return try walk(.undo, isDryRun: invocation.flag(.dryRun), &session)
    }

    static let redo = Command(
        syntax: CommandSyntax(
            ["redo"],
            summary: "make an edit again that was taken back",
            discussion: """
                Makes the edit again that 'mm undo' took back last, if its files are still as mm left them. A new edit ends \
                that: what was taken back before it is gone.
                """,
            options: [.dryRun]
        )
    ) { invocation, session throws(MemossError) in
        try walk(.redo, isDryRun: invocation.flag(.dryRun), &session)
    }

    private static func walk(
        _ direction: HistoryStep.Direction,
        isDryRun: Bool,
        _ session: inout Session
    ) throws(MemossError) -> ExitStatus {
        let verb = direction == .undo ? "undo" : "redo"
        let folder = isDryRun ? try session.folder() : try session.folderToEdit()
        guard let step = try folder.step(direction) else { throw MemossError(.notFound, "nothing to \(verb)") }
        if isDryRun { try folder.rehearse(step) } else { try folder.carryOut(step) }
        let past = direction == .undo ? "undone" : "made again"
        EditReport(step.plan, isDryRun: isDryRun, verb: "\(past): \(step.entry.what)").show(in: &session)
        return .done
    }

    private static func list(_ session: inout Session) throws(MemossError) -> ExitStatus {
        var passedOver: [String] = []
        let history = try session.folder().history { passedOver.append($0) }
        for reason in passedOver { session.console.warn(reason) }
        if session.isJSON {
            session.console.write(json(history))
            return .done
        }
        let zone = try session.zone()
        let cells = history.map { entry in
            let moment = zone.civil(at: entry.moment)
            let count = entry.paths.count == 1 ? "1 file" : "\(entry.paths.count) files"
            return [
                Columns.Cell.text("\(entry.number)", .handle),
                .text("\(moment.date) \(moment.time)", .dimmed),
                .text(Printable.line(entry.what + (entry.isUndone ? " (undone)" : ""))),
                .text(count, .dimmed),
            ]
        }
        let columns = Columns(
            alignments: [.trailing, .leading, .leading, .trailing],
            yields: [Columns.Yield(column: 2, cells: 8)]
        )
        let layout = columns.layout(of: cells, width: session.console.width)
        session.console.draw { painter, bytes in
            for row in cells { layout.append(row, painter: &painter, to: &bytes) }
        }
        if history.isEmpty, passedOver.isEmpty { session.console.say("nothing to undo") }
        return .done
    }

    private static func json(_ history: [HistoryEntry]) -> [UInt8] {
        JSONWriter.document { json in
            json.array("edits") { json in
                for entry in history {
                    json.object { json in
                        json.field("number", entry.number)
                        json.field("instant", entry.moment.description)
                        json.field("what", entry.what)
                        json.field("undone", entry.isUndone)
                        json.field("paths", entry.paths)
                    }
                }
            }
        }
    }
}
