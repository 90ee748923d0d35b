import MemossFiles

/// Runs the commands of tools in one folder.
struct ToolCaller {
    private let root: String
    /// The options of the server, such as the time that it was started with.
    private var given: OptionValues
    private let isReadOnly: Bool

    /// - Parameter session: that of the server.
    init(_ session: inout Session, isReadOnly: Bool) throws(MemossError) {
        session.recovers = !isReadOnly
        root = try session.folder().root
        given = session.globals
        given.add(root, for: .directory)
        self.isReadOnly = isReadOnly
    }

    func call(_ tool: Tool, _ arguments: JSON) -> ToolAnswer {
        do throws(MemossError) {
            let last = tool.isReading ? nil : try history().first?.number ?? 0
            var globals = given
            globals.add("", for: .json)
            let invocation = try tool.invocation(arguments, globals)
            let run = MM.record(invocation, root: root, recovers: !isReadOnly)
            var answer = ToolAnswer(data: try? JSON(parsing: run.output), messages: run.messages)
            // An answer that nothing matches is one.
            answer.isError = run.status != .done && (run.status != .negative || answer.data == nil)
            guard let last else { return answer }
            if invocation.flag(.dryRun) {
                // The same without JSON prints the diff.
                let preview = try tool.invocation(arguments, given)
                let diff = MM.record(preview, root: root, recovers: !isReadOnly).output
                if !answer.isError { answer.diff = Printable.text(diff) }
            } else if answer.data?["changed"].elements.isEmpty == false {
                answer.undo = try undo(of: tool, since: last)
            }
            return answer
        } catch {
            return ToolAnswer(error)
        }
    }

    /// The edits, the newest first.
    private func history() throws(MemossError) -> [UndoEntry] { try Session.folder(at: root).history() }

    /// The call that reverts an edit.
    ///
    /// - Parameter last: the number of the newest edit before it.
    private func undo(of tool: Tool, since last: Int) throws(MemossError) -> JSON? {
        if tool.name == "undo" { return ["tool": "redo", "arguments": [:]] }
        let entry = try history().first { !$0.isUndone }
        guard let entry, entry.number > last || tool.name == "redo" else { return nil }
        return ["tool": "undo", "arguments": ["edit": .integer(entry.number)], "what": .string(entry.what)]
    }
}
