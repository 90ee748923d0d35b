import Interaction
import MemossFiles

extension ArgumentSyntax {
    fileprivate static let view = ArgumentSyntax(
        "VIEW|QUERY",
        .many,
        help: "the view, and the terms of a query",
        completion: .query,
        capturesNegation: true
    )
}

extension Command {
    static let userInterface = Command(
        ["ui"],
        summary: "browse and edit everything in full screen",
        discussion: """
            Shows the dashboard as a list that updates when files change. The arrows or j and k move, Space \
            completes or reopens, 'a' adds a line like 'mm add', '/' filters by a query, 'u' undoes, 1 to 5 choose a \
            view, and '?' lists all keys. Keys run the ordinary commands of mm, with the same edits and messages, and \
            'mm undo' reverts each edit.

            The first word may name the view: dashboard, agenda, calendar, habits or notes. The terms of a QUERY, as in \
            'mm list', are its first filter.

            Without a terminal, with TERM=dumb, or if MM_PLAIN is set, it prints the dashboard.
            """,
        arguments: [.view],
        examples: [
            "mm ui": "Browse the folder.",
            "mm ui agenda tag:work": "Browse the agenda of what has the tag work.",
        ]
    ) { invocation, session throws(MemossError) in
        let isTerminal = Environment.isTerminal(0) && Environment.isTerminal(1)
        var words = invocation.arguments(.view)[...]
        let view = words.first.flatMap { word in Browser.View.allCases.first { "\($0)" == word.lowercased() } }
        if view != nil { words.removeFirst() }
        let filter = words.joined(separator: " ")
        if !filter.isEmpty { _ = try session.query(filter, after: invocation.command.name) }
        guard isTerminal, !Environment.isPlain, !session.isJSON else {
            if !filter.isEmpty {
                throw invocation.usageError(
                    "'mm ui' needs a terminal for standard input and output",
                    hints: ["to list the same: mm list \(words.map(\.shellWord).joined(separator: " "))"]
                )
            }
            if !session.isJSON {
                let note =
                    isTerminal
                    ? "'mm ui' needs the full screen, which TERM=dumb or MM_PLAIN turns off; this is the "
                        + "dashboard. To choose reminders: mm pick"
                    : "'mm ui' needs a terminal for standard input and output; this is the dashboard"
                session.console.info(note)
                // The dashboard fills the screen, and must not push the note off it.
                let lines = 1 + note.utf8.count / max(1, session.console.width ?? 80)
                session.console.height = session.console.height.map { max(2, $0 - lines) }
            }
            return try Command.dashboard.run(invocation, &session)
        }
        var interface = try UserInterface(
            invocation.globals,
            size: TerminalSize(of: 1),
            session.console.painter,
            browser: Browser(view ?? .dashboard, filter: filter)
        )
        guard let terminal = Terminal(output: 1, restoration: Screen.restoration) else { return .failure }
        let status = interface.run(on: terminal)
        Session.Retained<UserInterface>.forever(interface)
        return status
    }
}
