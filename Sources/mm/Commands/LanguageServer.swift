import MemossFiles

extension Command {
    static let languageServer = Command(
        ["lsp"],
        summary: "serve an editor: completion, problems and renaming while you type",
        discussion: """
            Speaks the Language Server Protocol 3.17 on standard input and output; an editor starts it. The folder is \
            the one that the editor has open, or that -C names. Text that is not saved takes precedence over the \
            files. The server itself writes no file: the editor applies its edits, and can undo them.

            Exits with 0 after 'shutdown' and 'exit', and with 1 if the stream ends without them. How to set up an \
            editor is in docs/editors.md.
            """,
        section: CommandSyntax.forPrograms,
        hasJSON: false,
        examples: ["mm lsp": "Start the server. Your editor does this."]
    ) { invocation, session throws(MemossError) in
        try session.beginServing("an editor", invocation)
        var loop = try LanguageServerLoop(session)
        return loop.run()
    }
}

extension Session {
    /// Prepares the standard streams for messages of a program.
    ///
    /// - Throws: a usage error for `--json`.
    mutating func beginServing(_ program: String, _ invocation: Invocation) throws(MemossError) {
        let name = invocation.command.name
        if isJSON { throw invocation.usageError("'\(name)' has no '--json': it always speaks JSON") }
        if Environment.isTerminal(0) {
            console.info("'\(name)' talks to \(program) on standard input; end it with Ctrl-D")
        }
        StandardStreams.fill()
    }
}
