import CLibrary
import MemossFiles

extension OptionSyntax {
    fileprivate static let readOnly = OptionSyntax("read-only", help: "offer only the tools that change nothing")
}

extension Command {
    static let toolServer = Command(
        ["mcp"],
        summary: "serve an agent: the commands of every day as tools",
        discussion: """
            Speaks the Model Context Protocol on standard input and output, one message per line; the program of the agent \
            starts it. It supports the revision 2026-07-28, and clients that begin with a handshake, up to 2025-11-25. The \
            folder is the one of the working directory, or that -C names.

            The tools are \(Tool.all.map(\.name).listed("and")). They take the options of the commands of these names. Each edit can \
            be previewed with dry_run and guarded with expect, is one step of 'mm undo', and answers with the call that \
            reverts it. No tool runs a program, reads outside the folder, or changes the configuration.

            'mm help agent' is the page for agents that run commands instead.
            """,
        section: CommandSyntax.forPrograms,
        hasJSON: false,
        options: [.readOnly],
        examples: [
            "mm -C ~/Reminders mcp": "Serve the tools for this folder. The program of your agent does this.",
            "mm mcp --read-only": "The same without tools that change files.",
        ]
    ) { invocation, session throws(MemossError) in
        try session.beginServing("an agent", invocation)
        let isReadOnly = invocation.flag(.readOnly)
        let caller = try ToolCaller(&session, isReadOnly: isReadOnly)
        var server = ToolServer(version: MM.version, isReadOnly: isReadOnly)
        // Nothing that a tool calls can take messages from the stream.
        var input = MessageLines(fcntl(0, F_DUPFD_CLOEXEC, 3))
        _ = EmptyInput()
        while let line = input.next() {
            for effect in server.receive(line) {
                let message =
                    switch effect {
                    case .send(let response): response
                    case .call(let tool, let arguments, let request):
                        server.response(to: request, caller.call(tool, arguments))
                    }
                session.console.write(message.bytes + [0x0A])
                session.console.flush()
            }
            if session.console.failure != nil { return .failure }
        }
        return .done
    }
}

/// The lines of a stream.
private struct MessageLines {
    private let stream: Int32
    private var part: ArraySlice<UInt8> = []

    init(_ stream: Int32) { self.stream = stream }

    /// The next line that is not blank; nil at the end. What is too long is no message, up to the end of its line.
    mutating func next() -> [UInt8]? {
        var line: [UInt8] = []
        while true {
            let end = part.firstIndex(of: 0x0A)
            line += part[..<(end ?? part.endIndex)]
            part = part[(end.map { $0 + 1 } ?? part.endIndex)...]
            if line.allSatisfy({ $0 <= 0x20 }) { line = [] }
            if line.count > ToolServer.longestLine { line = Array("too long".utf8) }
            if end != nil, !line.isEmpty { return line }
            guard end == nil else { continue }
            // A last line without its end is complete.
            guard let next = StandardInput.part(of: stream), !next.isEmpty else { return line.isEmpty ? nil : line }
            part = next[...]
        }
    }
}
