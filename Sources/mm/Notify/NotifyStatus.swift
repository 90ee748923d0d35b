import Delivery
import MemossFiles

/// What `mm notify` has shown and will show next, from its state, the folder and the session bus.
struct NotifyStatus {
    /// A reminder and when it is or was due.
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
    /// The capabilities that the server lacks: `actions`, `body`.
    let lacks: [String]
    private let clock: Clock
    let hasHook: Bool
    /// Why the delivered notifications are unknown; nil if they are known.
    let stateTrouble: String?
    /// The release of the time zone data; nil if unknown.
    let zoneData: String?
    /// Further reasons why notifications may not appear, or not on time.
    let reasons: [String]
    let waiting: [Line]
    let shown: [Line]
    let snoozed: [Line]
    let next: Line?
    /// Files whose reminders may not be delivered on time.
    let broken: [Reminder]

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
        let (runner, cannotSave) = Self.runner(store)
        (isRunning, process) = (runner != nil, runner?.process)
        let (snapshot, time) = try session.read()
        clock = session.clock
        let (known, trouble) = store.peek()
        stateTrouble = trouble
        let state = known ?? DeliveryState(firstStart: time.now)
        let handles = AbbreviatedIDs(snapshot)
        func line(_ id: String, _ path: String, _ due: Instant) -> Line? {
            guard let reminder = snapshot.reminder(at: path), reminder.isDelivered(as: id) else { return nil }
            return Line(
                handle: handles.handle(of: reminder),
                title: reminder.deliveredTitle,
                path: path,
                due: due,
                local: time.zone.civil(at: due)
            )
        }
        self.folder = folder.root
        broken = snapshot.reminders.filter(\.isBroken) + snapshot.unreadable
        waiting = state.records(.waiting, .sending).filter { !$0.isAttention }.compactMap {
            line($0.reminder, $0.path, $0.due)
        }
        shown = state.records(.shown).filter { !$0.isAttention }.compactMap { line($0.reminder, $0.path, $0.due) }
        snoozed = snapshot.reminders.filter { !$0.isCompleted }.compactMap { reminder in
            guard let until = time.snooze(reminder), until > time.now else { return nil }
            return line(reminder.id, reminder.path, until)
        }.sorted { ($0.due, $0.path) < ($1.due, $1.path) }
        let first = NotificationPlan(snapshot, in: time).notifications.first
        next = first.flatMap { line($0.reminder, $0.path, $0.instant) }
        hasHook = session.configuration().notifyCommand != nil
        (server, self.trouble, lacks) = NotificationServer.inspect()
        zoneData = session.zones.release
        var reasons = [trouble, cannotSave == trouble ? nil : cannotSave].compactMap(\.self)
        if runner == nil, known == nil, reasons.isEmpty {
            reasons.append(
                "mm notify has never run for this folder; reminders that are already overdue when it first runs are not shown"
            )
        }
        if runner == nil, let broken = session.brokenConfiguration() {
            reasons.append("the configuration cannot be read: \(broken)")
        }
        // For a process that has ended, show only refusals and hook failures, because other troubles may be outdated.
        for trouble in store.troubles().all(runner == nil ? [.refusal, .hook] : NotifyTroubles.Kind.shown)
        where trouble.text != self.trouble {
            reasons.append("since \(time.zone.civil(at: trouble.since).text(clock)): \(trouble.text)")
        }
        reasons += session.zones.outdatedZones(in: time).map(\.message)
        if runner == nil, ServiceUnit.notify.isInstalled(for: folder.root) {
            reasons.append("the service is installed; see: systemctl --user status mm-notify")
        }
        self.reasons = reasons
    }

    private struct Runner {
        var process: Int?
    }

    /// The process that holds the lock, or why a process could not save its state.
    private static func runner(_ store: DeliveryStore) -> (runner: Runner?, cannotSave: String?) {
        do throws(FolderLock.Failure) {
            let lock = try store.directory.lock()
            return withExtendedLifetime(lock) { (nil, store.cannotSave()) }
        } catch {
            if case .taken(let holder) = error { return (Runner(process: holder), nil) }
            return (nil, store.cannotSave())
        }
    }

    // MARK: Output

    private func draw(in console: inout Console) {
        let who = process.map { ", process \($0)" } ?? ""
        console.prose("mm notify is \(isRunning ? "running" : "not running") for \(Printable.line(folder))\(who)")
        if let trouble {
            console.prose("desktop: cannot show notifications: \(Printable.line(trouble))")
        } else {
            let names = lacks.map { $0 == "actions" ? "buttons" : "text below the title" }
            let without = names.isEmpty ? "" : ", which cannot show \(names.joined(separator: " or "))"
            console.prose("desktop: \(Printable.line(server ?? "an unnamed server"))\(without)")
        }
        if hasHook { console.line("notify_command runs for each notification") }
        for reason in reasons { console.prose(Printable.line(reason)) }
        let nothing = stateTrouble == nil ? "none" : "unknown"
        draw("waiting", waiting, or: nothing, in: &console)
        draw("shown", shown, or: nothing, in: &console)
        draw("snoozed", snoozed, or: "none", in: &console)
        let others = broken.isEmpty ? "" : " that can be read"
        draw(
            "next",
            [next].compactMap(\.self),
            or: "none: no open reminder\(others) has a time in the future",
            in: &console
        )
        if !broken.isEmpty { console.line("needs attention:") }
        for reminder in broken {
            let problem = reminder.attention?.problem.advisedStatement ?? ""
            console.prose(Printable.line("\(reminder.path): \(problem)"), indent: 2)
        }
        console.line("time zone data: \(Printable.line(zoneData ?? "unknown release"))")
    }

    private func draw(_ name: String, _ lines: [Line], or nothing: String, in console: inout Console) {
        guard !lines.isEmpty else { return console.prose("\(name): \(nothing)") }
        console.line("\(name):")
        for line in lines {
            let text = "\(Printable.line(line.handle))  \(line.local.text(clock))  \(Printable.line(line.title))"
            console.prose(text, indent: 2)
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
            json.field("lacks", lacks)
            json.field("tzdata", zoneData)
            json.field("reasons", reasons)
            for (name, lines) in [("waiting", waiting), ("shown", shown), ("snoozed", snoozed)] {
                json.objects(name, lines) { Self.write($0, to: &$1) }
            }
            json.objects("broken", broken) { reminder, json in
                json.field("path", reminder.path)
                json.field("problem", reminder.attention?.problem.advisedStatement)
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
