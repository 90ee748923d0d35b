import MemossFiles

/// Carries out what the engine decides: state on the disk, the desktop, hook, bell, and edits of the folder.
struct Notifier {
    var session: Session
    var folder: ReminderFolder
    let store: DeliveryStore
    private(set) var engine: NotifyEngine
    var server = NotificationServer()
    private var hook: HookRunner
    private let rings: Bool
    private let attends: Bool
    private let collects: Bool
    /// What is wrong, for `--status`.
    var troubles: NotifyTroubles
    /// What was told, where that is asked for.
    private(set) var hookEvents: [HookEvent] = []
    /// Added to the machine's clock: `--now` asks as of another moment, from which time goes on.
    private let shift: Int64
    private let start: Instant
    private var saidOnce: Set<String> = []
    /// Why the folder, or a part of it, could not be read the last time.
    private(set) var unread: String?

    struct Options {
        var rings = false
        var attends = true
        var collects = false
    }

    /// - Throws: a `MemossError` if the state cannot be read or the moment is none.
    init(_ session: Session, _ folder: ReminderFolder, _ store: DeliveryStore, _ options: Options) throws(MemossError) {
        (self.session, self.folder, self.store) = (session, folder, store)
        (rings, attends, collects) = (options.rings, options.attends, options.collects)
        let now = try self.session.time().now
        start = now
        shift = now.secondsSince1970 - Environment.now().secondsSince1970
        hook = HookRunner(self.session.configuration().notifyCommand, directory: store.directory.path)
        troubles = store.troubles()
        if hook.command == nil { troubles[.hook, now] = nil }
        let (state, warning) = try store.load()
        if let warning { self.session.console.warn(warning) }
        let announces = hook.command != nil || rings || collects
        engine = NotifyEngine(state, announces: announces, attends: options.attends, at: now)
    }

    // MARK: Clocks

    /// Once is one moment.
    var now: Instant { attends ? Environment.now().adding(seconds: shift) : start }
    var uptime: Int64 { Uptime.milliseconds() }
    private var moment: NotifyEngine.Moment { NotifyEngine.Moment(now: now, uptime: uptime) }
    /// When the machine's clock shows what ours will show then.
    func onMachine(_ instant: Instant) -> Int64 { instant.adding(seconds: -shift).secondsSince1970 }

    /// When the engine wants a tick: on the wall's clock, and on the one that only goes on.
    mutating func wake() -> (at: Instant?, uptime: Int64?, rereads: Bool) {
        if let nextWake { return nextWake }
        let wake = engine.wake(after: moment)
        let found = (wake.at, wake.milliseconds.map { uptime + $0 }, wake.rereads)
        nextWake = found
        return found
    }

    /// It takes a look at every reminder, and so is kept until something happens.
    private var nextWake: (at: Instant?, uptime: Int64?, rereads: Bool)?
    var hookDeadline: Int64? { hook.deadline }
    /// Whether what no screen shows is told in another way.
    var announcesElsewhere: Bool { engine.announces }
    var isIdle: Bool { hook.isIdle && server.isSettled }

    // MARK: Events

    /// - Throws: a `MemossError` of the kind `cannotWrite` if the state cannot be saved: then nothing that depends on it
    ///   was done.
    mutating func feed(_ events: [NotifyEvent]) throws(MemossError) {
        guard !events.isEmpty else { return }
        nextWake = nil
        var events = events[...]
        while let event = events.popFirst() {
            switch event {
            case .posted: troubles[.refusal, now] = nil
            case .refused(_, let reason):
                troubles[.refusal, now] = "the notification server refused a notification: \(reason)"
            default: break
            }
            for effect in engine.handle(event, at: moment) {
                switch effect {
                case .save: try store.save(engine.state)
                case .post(let post): server.post(post, at: uptime)
                case .withdraw(let number): server.withdraw(number, at: uptime)
                case .say(let text): session.console.say(text)
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

    /// Keeps in touch with the server, and has it started if there is something to show.
    mutating func attendServer() throws(MemossError) {
        try feed(server.attend(at: uptime))
        if server.isHung {
            sayOnce("the notification server does not answer: due reminders will be shown when it does")
        }
        if engine.server != nil || server.isSettled {
            troubles[.desktop, now] = server.isHung ? "the notification server does not answer" : server.trouble
        }
        guard engine.server == nil, server.isSettled, !engine.state.records(.waiting).isEmpty else { return }
        if attends, let trouble = server.trouble { sayOnce("notifications cannot be shown yet: \(trouble)") }
        server.startServer(at: uptime)
    }

    /// Reads the folder, and tells what has come of it.
    mutating func read() throws(MemossError) {
        let found: NotifyFolder
        do throws(MemossError) {
            if let done = folder.recover() { sayOnce(done) }
            session.forgetZone()
            let (snapshot, zones) = try folder.read(keeping: .firstLine)
            let time = try session.time(zones)
            found = NotifyFolder(snapshot, in: time)
            unread = snapshot.incomplete.first.map { "\($0.path): \($0.message)" }
            troubles[.folder, now] = unread
            if let unread, attends { sayOnce(unread) }
            for (index, text) in ProblemText.summary(of: snapshot).enumerated() { sayOnce(text, of: "files \(index)") }
        } catch {
            // What was known of it stays true until it can be read again.
            unread = error.message
            troubles[.folder, now] = error.message
            if attends { sayOnce(error.message) }
            return
        }
        try feed([.folder(found)])
    }

    /// - Parameter matter: what is said once whatever the text; nil for the text itself.
    mutating func sayOnce(_ text: String, of matter: String? = nil) {
        guard saidOnce.insert(matter ?? text).inserted else { return }
        session.console.warn(text)
    }

    /// Has hook processes started and taken in.
    mutating func workHook() throws(MemossError) {
        let uptime = uptime
        let (keys, said) = hook.work(at: uptime)
        for text in said { session.console.warn(text) }
        if !keys.isEmpty || !said.isEmpty { troubles[.hook, now] = said.last }
        if !keys.isEmpty { try feed([.announced(keys: keys)]) }
    }

    mutating func endHook() { hook.end() }

    /// Those that are new, for `--status`. If they cannot be kept, neither can the state, and that ends the process.
    mutating func saveTroubles() {
        guard troubles.isNew else { return }
        troubles.isNew = false
        store.save(troubles)
    }

    /// Follows the configuration.
    ///
    /// - Parameter isSure: if it has gone, it was given time to come back.
    /// - Returns: whether the folder is to be read again.
    mutating func followConfiguration(isSure: Bool) throws(MemossError) -> Bool {
        switch session.rereadConfiguration(isSure: isSure) {
        case .none:
            troubles[.configuration, now] = nil
            return false
        case .gone: return true
        case .unreadable(let reason):
            let text = "the configuration cannot be read, so the previous one still applies: \(reason)"
            troubles[.configuration, now] = text
            sayOnce(text)
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

    // MARK: HookEvent

    /// - Returns: an event if nothing more is to come of it.
    private mutating func announce(_ hookEvent: HookEvent) -> NotifyEvent? {
        hookEvents.append(hookEvent)
        if rings { ring(hookEvent) }
        let input = JSONWriter.document { hookEvent.write(to: &$0) }
        if hook.add(input, keys: hookEvent.keys) { return nil }
        return hookEvent.keys.isEmpty ? nil : .announced(keys: hookEvent.keys)
    }

    /// A line, and on a terminal the bell.
    private mutating func ring(_ hookEvent: HookEvent) {
        let text: String
        switch hookEvent.event {
        case .due, .missed:
            guard let delivery = hookEvent.delivery, let zone = try? session.zone() else { return }
            let clock = zone.civil(at: delivery.due)
            let isToday = clock.date == zone.civil(at: now).date
            let time = isToday ? clock.time.description : "\(clock.date) \(clock.time)"
            text = "\(time)  \(delivery.notification.title)"
        case .broken:
            guard let notification = hookEvent.delivery?.notification else { return }
            text = "\(notification.title): \(notification.body ?? "")"
        case .summary: text = hookEvent.title ?? ""
        case .snoozed, .withdrawn: return
        }
        if Environment.isTerminal(1) { session.console.write([0x07]) }
        session.console.line(Printable.line(text))
    }

    // MARK: Edits

    /// Completes or puts off, as `mm done` and `mm snooze` do.
    ///
    /// - Returns: why it could not be done; nil if it was.
    private mutating func edit(_ action: NotifyAction, _ delivery: Delivery) -> String? {
        let notification = delivery.notification
        do throws(MemossError) {
            let folder = try session.folderToEdit()
            defer { session.endTurn() }
            let (snapshot, zones) = try folder.read()
            try snapshot.requireComplete()
            var time = try session.time(zones)
            time.now = now
            guard let reminder = snapshot.reminder(at: notification.path),
                reminder.isDelivered(as: notification.reminder)
            else {
                return "the file no longer exists"
            }
            let step: ReminderStep
            switch action {
            case .complete: step = .complete(on: delivery.occurrence, catchesUp: false)
            case .snooze: step = .snooze(try duration("\(NotifyAction.snoozeMinutes)m"))
            }
            let (plan, _) = try folder.plan(StepBatch(step, of: [reminder], at: time), in: snapshot)
            let what = "\(action == .complete ? "complete" : "snooze") \(reminder.path)"
            return try folder.commit(plan, as: what, at: time.now).skipped.first?.reason
        } catch {
            return error.message
        }
    }

    private func duration(_ text: String) throws(MemossError) -> CivilDuration {
        do throws(ParseError) {
            return try CivilDuration(parsing: text)
        } catch {
            throw MemossError(.failure, error)
        }
    }
}
