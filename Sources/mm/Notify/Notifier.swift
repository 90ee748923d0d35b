import Delivery
import MemossFiles

/// Performs the effects that the engine returns: saves the state, talks to the desktop, runs the hook, rings the bell
/// and edits the folder.
struct Notifier {
    var session: Session
    var folder: ReminderFolder
    let store: DeliveryStore
    private(set) var engine: NotifyEngine
    var server = NotificationServer()
    private var hook: HookRunner
    private var phones = [PhoneChild("push", .push), PhoneChild("publish", .publish)]
    private let rings: Bool
    private let isBellAsked: Bool
    private let attends: Bool
    private let collects: Bool
    /// For `--status`.
    var troubles: NotifyTroubles
    /// The hook events so far, for `--json`.
    private(set) var hookEvents: [HookEvent] = []
    /// Added to the machine's clock. With `--now`, time starts at that moment and runs on from there.
    private let clockOffset: Int64
    private let start: Instant
    private var warned: Set<String> = []
    /// The warnings of a single run so far.
    private var warnings: [String] = []
    /// Why the folder, or part of it, could not be read last time.
    private(set) var readFailure: String?

    struct Options {
        /// Whether the bell is asked for: it is not rung if its events are collected.
        var rings = false
        var attends = true
        var collects = false
    }

    /// - Throws: a `MemossError` if the state cannot be read or the time given is invalid.
    init(_ session: Session, _ folder: ReminderFolder, _ store: DeliveryStore, _ options: Options) throws(MemossError) {
        (self.session, self.folder, self.store) = (session, folder, store)
        (isBellAsked, attends, collects) = (options.rings, options.attends, options.collects)
        rings = isBellAsked && !collects
        let now = try self.session.time().now
        start = now
        clockOffset = now.secondsSince1970 - Environment.now().secondsSince1970
        hook = HookRunner(self.session.configuration().notifyCommand, directory: store.directory.path)
        troubles = store.troubles()
        if hook.command == nil { troubles[.hook, now] = nil }
        let (state, warning) = try store.load()
        if let warning { self.session.console.warn(warning) }
        let announces = hook.command != nil || rings || collects
        engine = NotifyEngine(state, announces: announces, attends: options.attends, at: now)
    }

    // MARK: Clocks

    /// With `--once`, time stands still.
    var now: Instant { attends ? Environment.now().adding(seconds: clockOffset) : start }
    var uptime: Int64 { Uptime.milliseconds() }
    private var moment: NotifyEngine.Moment { NotifyEngine.Moment(now: now, uptime: uptime) }
    /// The time on the machine's clock when our clock shows `instant`.
    func machineTime(_ instant: Instant) -> Int64 { instant.adding(seconds: -clockOffset).secondsSince1970 }

    /// When the engine needs the next tick, on the wall clock and on the monotonic clock.
    mutating func wake() -> (at: Instant?, uptime: Int64?, rereads: Bool) {
        if let nextWake { return nextWake }
        let wake = engine.wake(after: moment)
        let found = (wake.at, wake.milliseconds.map { uptime + $0 }, wake.rereads)
        nextWake = found
        return found
    }

    /// Cached until the next event, because its pauses start at that event.
    private var nextWake: (at: Instant?, uptime: Int64?, rereads: Bool)?
    var hookDeadline: Int64? { hook.deadline }
    /// Whether a hook or bell reports events even without a notification server.
    var announces: Bool { engine.announces }
    /// Whether a hook or the bell tells what is due, even without a notification server.
    var tells: Bool { hook.command != nil || isBellAsked }
    /// Whether something has to be shown, or closed.
    var hasForServer: Bool { !engine.state.records(.waiting).isEmpty || !engine.leftovers.isEmpty }
    /// When the server needs attention, on the monotonic clock. Without a bus, nobody needs it until something is to be shown.
    var serverDeadline: Int64? {
        let isNeeded = server.descriptor >= 0 || hasForServer || !engine.state.records(.shown, .sending).isEmpty
        return isNeeded ? server.deadline : nil
    }
    var isIdle: Bool { hook.isIdle && server.isSettled }

    // MARK: Events

    /// - Throws: a `MemossError` of the kind `cannotWrite` if the state cannot be saved. No effect that depends on it
    ///   was performed then.
    mutating func feed(_ events: [NotifyEvent]) throws(MemossError) {
        guard !events.isEmpty else { return }
        nextWake = nil
        var events = events[...]
        while let event = events.popFirst() {
            switch event {
            case .posted: troubles[.refusal, now] = nil
            case .refused(_, let reason, _):
                troubles[.refusal, now] = "the notification server refused a notification: \(reason)"
            default: break
            }
            for effect in engine.handle(event, at: moment) {
                switch effect {
                case .save: try store.save(engine.state)
                case .post(let post): server.post(post, at: uptime)
                case .withdraw(let notificationID): server.withdraw(notificationID, at: uptime)
                case .log(let text): session.console.info(text)
                case .announce(let hookEvent): if let announced = announce(hookEvent) { events.append(announced) }
                case .edit(let action, let delivery):
                    let failure = edit(action, delivery)
                    events.append(.edited(key: delivery.key, action, failure: failure))
                }
            }
        }
        session.console.flush()
        server.flush()
    }

    /// Maintains the connection to the server, and has the server started if there is something to show.
    mutating func advanceServer() throws(MemossError) {
        try feed(server.advance(at: uptime))
        if server.isHung {
            warnOnce("the notification server does not answer: due reminders will be shown when it does")
        }
        if engine.server != nil || server.isSettled {
            troubles[.desktop, now] = server.isHung ? "the notification server does not answer" : server.trouble
        }
        guard engine.server == nil, server.isSettled else { return }
        let isWaiting = !engine.state.records(.waiting).isEmpty
        // Without another way, this is said before the first reminder is due.
        let matters = isWaiting || server.descriptor < 0 && !announces
        if attends, matters, let trouble = server.trouble { warnOnce("notifications cannot be shown yet: \(trouble)") }
        guard isWaiting else { return }
        server.startServer(at: uptime)
    }

    /// The last complete reading of the folder; nil if the last one was incomplete.
    private var reading: (snapshot: Snapshot, zones: [String: Zone])?

    /// Whether files of the last reading could not be read.
    var hasUnreadableFiles: Bool { reading?.snapshot.problems.contains { $0.id == .unreadableFile } == true }

    /// Reads the changed files and passes them to the engine.
    ///
    /// - Parameter paths: relative to the root.
    /// - Returns: false if the whole folder must be read.
    mutating func refresh(_ paths: Set<PathKey>) throws(MemossError) -> Bool {
        guard let old = reading, readFailure == nil,
            let new = folder.refresh(old.snapshot, old.zones, changed: paths, keeping: .firstLine)
        else { return false }
        try pass(paths) { _ throws(MemossError) in new }
        return true
    }

    /// Reads the whole folder and passes it to the engine.
    mutating func read() throws(MemossError) {
        try pass { folder throws(MemossError) in try folder.read(keeping: .firstLine) }
    }

    /// - Parameter paths: the changed files; nil for the whole folder.
    private mutating func pass(
        _ paths: Set<PathKey>? = nil,
        _ read: (ReminderFolder) throws(MemossError) -> (snapshot: Snapshot, zones: [String: Zone])
    ) throws(MemossError) {
        let event: NotifyEvent
        do throws(MemossError) {
            if let done = folder.recover() { warnOnce(done) }
            session.resetZone()
            let (snapshot, zones) = try read(folder)
            let time = try session.time(zones)
            if attends { followPlan(snapshot, time) }
            if let paths {
                event = .files(paths, found: NotifyFolder(snapshot, only: paths, in: time))
            } else {
                event = .folder(NotifyFolder(snapshot, in: time))
            }
            readFailure = snapshot.incomplete.first.map { "\($0.path): \($0.message)" }
            reading = readFailure == nil ? (snapshot, zones) : nil
            troubles[.folder, now] = readFailure
            if let readFailure, attends { warnOnce(readFailure) }
            for outdated in session.zones.outdatedZones(in: time) { warnOnce(outdated.message) }
            for case (let index, let text?) in ProblemText.summary(of: snapshot).enumerated() {
                warnOnce(text, of: "files \(index)")
            }
        } catch {
            // The last known state stays valid until the folder can be read again.
            readFailure = error.message
            troubles[.folder, now] = error.message
            if attends { warnOnce(error.message) }
            return
        }
        try feed([event])
    }

    /// - Parameter matter: identifies warnings that are shown only once whatever their text; nil for the text itself.
    mutating func warnOnce(_ text: String, of matter: String? = nil) {
        guard warned.insert(matter ?? text).inserted else { return }
        if attends { session.console.warn(text) } else { warnings.append(text) }
    }

    /// Prints what a single run has to warn of, unless the one before has said the same: a run every minute would fill the mail.
    ///
    /// - Parameter always: whether to print it in any case.
    mutating func tellWarnings(always: Bool) {
        let text = warnings.isEmpty ? nil : Printable.line(warnings.joined(separator: " / "))
        if always || text != troubles[.said, now] { for text in warnings { session.console.warn(text) } }
        troubles[.said, now] = text
        warnings = []
    }

    /// Starts hook processes and collects those that have finished.
    mutating func advanceHook() throws(MemossError) {
        let uptime = uptime
        let (keys, failed, dropped, messages) = hook.advance(at: uptime) { [engine] in engine.isOver($0) }
        // A hook that keeps failing in the same way is named once.
        for text in messages where text != troubles[.hook, now] { session.console.warn(text) }
        if !keys.isEmpty || !messages.isEmpty { troubles[.hook, now] = messages.last }
        var events: [NotifyEvent] = dropped.isEmpty ? [] : [.announced(keys: dropped, isTold: false)]
        if !keys.isEmpty { events.append(.announced(keys: keys)) }
        if !failed.isEmpty { events.append(.notAnnounced(keys: failed)) }
        try feed(events)
    }

    mutating func terminateHook() {
        hook.terminate()
        for index in phones.indices { phones[index].terminate() }
    }

    /// When a phone is next told something, and when a process that does so is ended.
    var phoneDue: Instant? { phones.compactMap(\.due).min() }
    var phoneDeadline: Int64? { phones.compactMap(\.deadline).min() }

    private mutating func followPlan(_ snapshot: Snapshot, _ time: TimeContext) {
        let (push, publish) = (session.configuration().push, session.configuration().publish)
        let rings =
            push.isComplete ? PushRun.rings(snapshot, time, push, session.clock, from: now).rings : nil
        phones[0].follow(rings.map { PhoneChild.Wish($0, times: $0.map(\.at)) }, at: now)
        phones[1].follow(publish.url.map { _ in PublishRun.wish(snapshot, in: folder, time, publish) }, at: now)
    }

    /// Starts what tells the phones when it is due, and sees how it ended.
    mutating func advancePhones() {
        let (root, globals, offset, now) = (folder.root, session.globals, clockOffset, now)
        for index in phones.indices {
            let hasSucceeded = phones[index].advance(at: now, uptime: uptime) {
                var words = ["--directory", root]
                if let zone = globals.option(.timezone) { words += ["--timezone", zone] }
                return words + (offset == 0 ? [] : ["--now", "\(now)"])
            }
            guard let hasSucceeded else { continue }
            let command = phones[index].command
            troubles[phones[index].kind, now] =
                hasSucceeded ? nil : "the phone may not ring: 'mm \(command)' failed; run it to see why"
        }
    }

    /// Saves new troubles for `--status`. A failure is ignored: the state could not be saved either, and that ends the
    /// process.
    mutating func saveTroubles() {
        guard troubles.isNew else { return }
        troubles.isNew = false
        store.save(troubles)
    }

    /// Applies changes to the configuration.
    ///
    /// - Parameter acceptsMissing: whether to accept that the file is missing, because it has had time to reappear.
    /// - Returns: whether the folder must be read again.
    mutating func followConfiguration(acceptsMissing: Bool) throws(MemossError) -> Bool {
        switch session.rereadConfiguration(acceptsMissing: acceptsMissing) {
        case .none:
            troubles[.configuration, now] = nil
            return false
        case .missing: return true
        case .unreadable(let reason):
            let text = "the configuration cannot be read, so the previous one still applies: \(reason)"
            troubles[.configuration, now] = text
            warnOnce(text)
            return false
        case .changed:
            troubles[.configuration, now] = nil
            let command = session.configuration().notifyCommand
            if command != hook.command { troubles[.hook, now] = nil }
            hook.command = command
            try feed([.announces(hook.command != nil || rings || collects)])
            return true
        }
    }

    // MARK: Hook and bell

    /// - Returns: an event if the report is already finished.
    private mutating func announce(_ hookEvent: HookEvent) -> NotifyEvent? {
        hookEvents.append(hookEvent)
        if rings, !hookEvent.isAgain { ring(hookEvent) }
        let input = JSONWriter.document { hookEvent.write(to: &$0) }
        if hook.add(input, keys: hookEvent.keys, of: hookEvent.subject) { return nil }
        return hookEvent.keys.isEmpty ? nil : .announced(keys: hookEvent.keys)
    }

    /// Prints a line and, on a terminal, rings the bell.
    private mutating func ring(_ hookEvent: HookEvent) {
        let text: String
        switch hookEvent.event {
        case .due, .missed:
            guard let delivery = hookEvent.delivery, let zone = try? session.zone() else { return }
            let due = zone.civil(at: delivery.due)
            let isToday = due.date == zone.civil(at: now).date
            let time = isToday ? due.time.text(session.clock) : due.text(session.clock)
            text = "\(time)  \(hookEvent.title ?? delivery.notification.title)"
        case .broken:
            guard let notification = hookEvent.delivery?.notification else { return }
            text = "\(notification.title): \(notification.body ?? "")"
        case .summary: text = hookEvent.title ?? ""
        case .snoozed, .withdrawn: return
        }
        if Environment.isTerminal(1) { session.console.write([0x07]) }
        session.console.line(Printable.line(text))
    }
}
