import MemossFiles

extension OptionSyntax {
    fileprivate static let once = OptionSyntax("once", help: "deliver what is due and exit, for cron; without buttons")
    fileprivate static let bell = OptionSyntax(
        "bell",
        help: "print a line for each notification, and ring the bell on a terminal"
    )
    fileprivate static let install = OptionSyntax("install", help: "write a systemd user unit for this folder")
    fileprivate static let uninstall = OptionSyntax("uninstall", help: "delete that unit")
    fileprivate static let test = OptionSyntax("test", help: "show one notification now, to see that it works")
    fileprivate static let status = OptionSyntax(
        "status",
        help: "show which notifications are shown, waiting or snoozed, and why none appear"
    )
}

extension Command {
    static let notify = Command(
        ["notify"],
        summary: "deliver notifications: on the desktop, to a hook, with a bell",
        discussion: """
            Runs until you stop it, and notices changes to the folder. On a Linux desktop, each notification \
            has the buttons Mark Complete and Snooze. 'notify_command' in the configuration runs for each \
            notification, with JSON on standard input. Deliveries are recorded outside the folder: nothing is \
            delivered twice, and what was missed while it did not run is shown at the next start. Only one \
            process runs per folder; a second one exits with status 75.
            """,
        options: [.once, .bell, .test, .install, .uninstall, .status],
        examples: [
            "mm notify": "Run until stopped.",
            "mm notify --once --bell": "Deliver what is due now, for example from cron.",
            "mm notify --test": "Show one notification now.",
            "mm notify --install": "Run it in every desktop session.",
        ]
    ) { invocation, session throws(MemossError) in
        let ways = [OptionSyntax.once, .test, .install, .uninstall, .status].filter(invocation.flag)
        if ways.count > 1 {
            throw invocation.usageError("'\(ways[0].name)' and '\(ways[1].name)' cannot be used together")
        }
        if invocation.flag(.bell), let way = ways.first, way != .once, way != .test {
            throw invocation.usageError("'--bell' and '\(way.name)' cannot be used together")
        }
        if session.isJSON, let way = ways.first, way == .install || way == .uninstall || way == .test {
            throw invocation.usageError("'--json' and '\(way.name)' cannot be used together")
        }
        switch ways.first {
        case .install?: return try ServiceUnit.notify.install(&session)
        case .uninstall?: return try ServiceUnit.notify.uninstall(&session)
        case .status?: return try NotifyStatus.show(&session)
        case .once?: return try session.notifyOnce(rings: invocation.flag(.bell))
        case .test?: return try session.notifyForTest(rings: invocation.flag(.bell))
        default:
            if session.isJSON {
                throw invocation.usageError("'--json' needs '--once' or '--status': 'mm notify' runs until stopped")
            }
            return try session.notify(rings: invocation.flag(.bell))
        }
    }
}

extension Session {
    fileprivate mutating func notify(rings: Bool) throws(MemossError) -> ExitStatus {
        // `mm notify --once` may hold the lock for a moment.
        let (loop, lock) = try notifyLoop(Notifier.Options(rings: rings), timeout: 2_000)
        var running = loop
        defer { withExtendedLifetime(lock) {} }
        try running.run()
        return .done
    }

    fileprivate mutating func notifyOnce(rings: Bool) throws(MemossError) -> ExitStatus {
        let options = Notifier.Options(rings: rings, attends: false, collects: isJSON)
        let (loop, lock) = try notifyLoop(options, timeout: 200)
        var running = loop
        defer { withExtendedLifetime(lock) {} }
        let (failure, isKnown) = try running.runOnce(isWhole: isJSON)
        if isJSON {
            console.write(
                JSONWriter.document { json in
                    json.field("now", running.now.description)
                    json.objects("events", running.hookEvents) { $0.write(to: &$1) }
                }
            )
        }
        if let failure, isJSON || !isKnown { throw failure }
        return failure == nil ? .done : .failure
    }

    /// Delivers one reminder that is due now, in a folder and with a record of its own, as `mm notify --once` would.
    fileprivate mutating func notifyForTest(rings: Bool) throws(MemossError) -> ExitStatus {
        let scratch = try Environment.scratchDirectory()
        let now = try time()
        let folder = try ReminderFolder.create(at: scratch.path, now, id: { Environment.randomUUID() }).folder
        var new = try Self.testReminder(at: now)
        (new.scheduled, new.body) = (DateValue(now.local), Array("Notifications from mm look like this.".utf8))
        let addition = ReminderAddition(
            of: [(new: new, path: "test.md")],
            today: now.local.date,
            freshID: Environment.randomUUID
        )
        let (plan, _) = try folder.plan(addition, in: Snapshot(registry: folder.registry()))
        _ = try folder.commit(plan, as: "add test.md", at: now.now)
        var session = Session(globals, console: console, root: folder.root)
        let options = Notifier.Options(rings: rings, attends: false)
        let (loop, lock) = try session.notifyLoop(options, timeout: 200, base: scratch.path + "/state")
        var running = loop
        defer { withExtendedLifetime(lock) {} }
        let (failure, _) = try running.runOnce(isWhole: isJSON)
        if let failure { throw failure }
        console.info("sent the notification 'Test of mm notify'")
        withExtendedLifetime(scratch) {}
        return .done
    }

    private static func testReminder(at time: TimeContext) throws(MemossError) -> NewReminder {
        do throws(ParseError) {
            return try NewReminder(title: "Test of mm notify", id: Environment.randomUUID(), created: time.local)
        } catch {
            throw MemossError(.failure, error)
        }
    }

    private mutating func notifyLoop(
        _ options: Notifier.Options,
        timeout: Int,
        base: String? = nil
    ) throws(MemossError) -> (NotifyLoop, [FolderLock]) {
        StandardStreams.fill()
        let folder = try folder()
        let store = try DeliveryStore(folder, base: base)
        let lock = try store.lock(folder, timeout: timeout)
        // Fail now rather than when the first reminder is due.
        if let reason = store.cannotSave() { throw MemossError(.cannotWrite, reason) }
        return (NotifyLoop(try Notifier(self, folder, store, options)), lock)
    }
}
