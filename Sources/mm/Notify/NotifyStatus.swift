import MemossFiles

/// What `mm notify` has done and is about to do, from its state, the folder and the session bus.
struct NotifyStatus {
    /// A reminder, and when it is or was due.
    struct Line {
        var handle: String
        var title: String
        var path: String
        var due: Instant
        var local: CivilDateTime
    }

    let folder: String
    let isRunning: Bool
    let process: Int?
    let server: String?
    let trouble: String?
    let hasHook: Bool
    let waiting: [Line]
    let shown: [Line]
    let snoozed: [Line]
    let next: Line?

    static func show(_ session: inout Session) throws(MemossError) -> ExitStatus {
        let status = try NotifyStatus(&session)
        if session.isJSON {
            session.console.write(status.json)
        } else {
            status.draw(in: &session.console)
        }
        return .done
    }

    private init(_ session: inout Session) throws(MemossError) {
        let folder = try session.folder()
        let store = try DeliveryStore(folder)
        (isRunning, process) = Self.runner(store)
        let (snapshot, time) = try session.read()
        let state = store.peek() ?? DeliveryState(since: time.now)
        let handles = Handles(snapshot)
        func line(_ id: String, _ path: String, _ due: Instant) -> Line? {
            guard let reminder = snapshot.reminder(at: path), reminder.id == id else { return nil }
            return Line(
                handle: handles.handle(of: id),
                title: reminder.title,
                path: path,
                due: due,
                local: time.zone.civil(at: due)
            )
        }
        self.folder = folder.root
        waiting = state.records(.waiting, .sending).compactMap { line($0.reminder, $0.path, $0.due) }
        shown = state.records(.shown).compactMap { line($0.reminder, $0.path, $0.due) }
        snoozed = snapshot.reminders.filter { !$0.isCompleted }.compactMap { reminder in
            guard let until = time.snooze(reminder), until > time.now else { return nil }
            return line(reminder.id, reminder.path, until)
        }.sorted { ($0.due, $0.path) < ($1.due, $1.path) }
        let first = NotificationPlan(snapshot.reminders, in: time).notifications.first
        next = first.flatMap { line($0.reminder, $0.path, $0.instant) }
        hasHook = session.configuration().notifyCommand != nil
        (server, trouble) = NotificationServer.look()
    }

    private static func runner(_ store: DeliveryStore) -> (isRunning: Bool, process: Int?) {
        do throws(StateDirectory.Busy) {
            _ = try store.directory.lock()
        } catch {
            if case .taken(let holder) = error { return (true, holder) }
        }
        return (false, nil)
    }

    // MARK: Output

    private func draw(in console: inout Console) {
        let who = process.map { ", process \($0)" } ?? ""
        console.line("mm notify \(isRunning ? "runs" : "does not run") for \(Printable.line(folder))\(who)")
        if let trouble {
            console.line("on the desktop nothing appears: \(Printable.line(trouble))")
        } else {
            console.line("on the desktop: \(Printable.line(server ?? "a server without a name"))")
        }
        if hasHook { console.line("notify_command is run for each") }
        draw("waiting", waiting, in: &console)
        draw("shown", shown, in: &console)
        draw("snoozed", snoozed, in: &console)
        draw("next", [next].compactMap(\.self), in: &console)
    }

    private func draw(_ name: String, _ lines: [Line], in console: inout Console) {
        guard !lines.isEmpty else { return console.line("\(name): nothing") }
        console.line("\(name):")
        for line in lines {
            let when = "\(line.local.date) \(line.local.time)"
            console.line("  \(Printable.line(line.handle))  \(when)  \(Printable.line(line.title))")
        }
    }

    private var json: [UInt8] {
        JSONWriter.document { json in
            json.field("folder", folder)
            json.field("running", isRunning)
            json.field("process", process)
            json.field("server", server)
            json.field("problem", trouble)
            json.field("hook", hasHook)
            for (name, lines) in [("waiting", waiting), ("shown", shown), ("snoozed", snoozed)] {
                json.array(name) { json in
                    for line in lines { json.object { Self.write(line, to: &$0) } }
                }
            }
            if let next { json.object("next") { Self.write(next, to: &$0) } } else { json.null("next") }
        }
    }

    private static func write(_ line: Line, to json: inout JSONWriter) {
        json.field("handle", line.handle)
        json.field("path", line.path)
        json.field("title", line.title)
        json.field("local", line.local.description)
        json.field("instant", line.due.description)
    }
}
