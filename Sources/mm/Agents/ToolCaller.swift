internal import Interaction
import MemossFiles

/// Runs the commands of tools in one folder.
struct ToolCaller {
    let root: String
    /// The time and the time zone that the server was started with.
    let given: OptionValues
    let isReadOnly: Bool

    /// - Parameter session: that of the server.
    init(_ session: inout Session, isReadOnly: Bool) throws(MemossError) {
        session.recovers = !isReadOnly
        root = try session.folder().root
        var given = OptionValues()
        for option in [OptionSyntax.now, .timezone] {
            if let value = session.globals.option(option) { given.add(value, for: option) }
        }
        given.add(root, for: .directory)
        (self.given, self.isReadOnly) = (given, isReadOnly)
    }

    func call(_ tool: Tool, _ arguments: JSON) -> ToolAnswer {
        do throws(MemossError) {
            var globals = given
            globals.add("", for: .json)
            let invocation = try tool.invocation(arguments, globals)
            let last = tool.isReading ? nil : try lastEdit(isUndone: nil)?.number ?? 0
            let run = run(tool, invocation)
            var answer = ToolAnswer()
            answer.data = try? JSON(parsing: run.output)
            answer.messages = run.messages
            // An answer that nothing matches is one.
            answer.isError = run.status != .done && (run.status != .negative || answer.data == nil)
            guard let last else { return answer }
            if invocation.flag(.dryRun) {
                // The same without JSON prints the diff.
                let preview = try tool.invocation(arguments, given)
                if !answer.isError { answer.diff = Printable.text(self.run(tool, preview).output) }
            } else if answer.data?["changed"].elements.isEmpty == false {
                answer.undo = try undo(of: tool, since: last)
            }
            return answer
        } catch {
            return ToolAnswer(error)
        }
    }

    private func run(
        _ tool: Tool,
        _ invocation: Invocation
    ) -> (status: ExitStatus, output: [UInt8], messages: [Browser.Message]) {
        let console = Console(recordingFor: TerminalSize(width: 80, height: 24), Painter(.none))
        var session = Session(invocation.globals, isEditing: invocation.isEdit, console: console, root: root)
        session.recovers = !isReadOnly
        let status = MM.run(invocation, &session)
        return (status, session.console.recording?.output ?? [], session.console.takeMessages())
    }

    /// The newest edit in the undo store; with a value, the newest that is undone or not.
    private func lastEdit(isUndone: Bool?) throws(MemossError) -> UndoEntry? {
        try Session.folder(at: root).history().first { isUndone == nil || $0.isUndone == isUndone }
    }

    /// The call that reverts an edit.
    ///
    /// - Parameter last: the number of the newest edit before it.
    private func undo(of tool: Tool, since last: Int) throws(MemossError) -> JSON? {
        if tool.name == "undo" { return ["tool": "redo", "arguments": [:]] }
        guard let entry = try lastEdit(isUndone: false), entry.number > last || tool.name == "redo" else { return nil }
        return ["tool": "undo", "arguments": ["edit": .integer(entry.number)], "what": .string(entry.what)]
    }
}
