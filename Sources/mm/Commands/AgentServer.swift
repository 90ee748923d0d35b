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
        if session.isJSON { throw invocation.usageError("'mm mcp' has no '--json': it always speaks JSON") }
        if Environment.isTerminal(0) {
            session.console.info("'mm mcp' talks to an agent on standard input; end it with Ctrl-D")
        }
        StandardStreams.fill()
        let isReadOnly = invocation.flag(.readOnly)
        let caller = try ToolCaller(&session, isReadOnly: isReadOnly)
        var server = ToolServer(version: MM.version, isReadOnly: isReadOnly)
        // Nothing that a tool calls can take messages from the stream.
        var input = MessageLines(fcntl(0, F_DUPFD_CLOEXEC, 3))
        _ = EmptyInput()
        while let line = input.next() {
            for effect in server.receive(line) {
                let message: JSON
                switch effect {
                case .send(let response): message = response
                case .call(let tool, let arguments, let request):
                    message = server.response(to: request, caller.call(tool, arguments))
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
    private let descriptor: Int32
    private var buffer: [UInt8] = []

    init(_ descriptor: Int32) { self.descriptor = descriptor }

    /// The next line that is not blank; nil at the end.
    mutating func next() -> [UInt8]? {
        while true {
            if let end = buffer.firstIndex(of: 0x0A) {
                let line = Array(buffer[..<end])
                buffer.removeSubrange(...end)
                if line.contains(where: { $0 > 0x20 }) { return line }
            } else if buffer.count > ToolServer.longestLine {
                // What is too long is answered as no message, up to the end of its line.
                let line = buffer
                while buffer.firstIndex(of: 0x0A) == nil {
                    buffer = []
                    if !fill() { break }
                }
                if let end = buffer.firstIndex(of: 0x0A) { buffer.removeSubrange(...end) }
                return line
            } else if !fill() {
                // A last line without its end is complete.
                defer { buffer = [] }
                return buffer.contains(where: { $0 > 0x20 }) ? buffer : nil
            }
        }
    }

    private mutating func fill() -> Bool {
        var chunk = [UInt8](repeating: 0, count: 1 << 16)
        while true {
            let count = chunk.withUnsafeMutableBytes { read(descriptor, $0.baseAddress, $0.count) }
            if count < 0, errno == EINTR { continue }
            if count > 0 { buffer += chunk[..<count] }
            return count > 0
        }
    }
}
