import MemossFiles

extension OptionSyntax {
    fileprivate static let once = OptionSyntax("once", help: "deliver what is due and exit, for cron; without buttons")
    fileprivate static let bell = OptionSyntax(
        "bell",
        help: "print a line for each notification, and ring the bell on a terminal"
    )
    fileprivate static let install = OptionSyntax("install", help: "write a systemd user unit for this folder")
    fileprivate static let uninstall = OptionSyntax("uninstall", help: "delete that unit")
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
        options: [.once, .bell, .install, .uninstall, .status],
        examples: [
            "mm notify": "Run until stopped.",
            "mm notify --once --bell": "Deliver what is due now, for example from cron.",
            "mm notify --install": "Run it in every desktop session.",
        ]
    ) { invocation, session throws(MemossError) in
        let ways = [OptionSyntax.once, .install, .uninstall, .status].filter(invocation.flag)
        if ways.count > 1 {
            throw invocation.usageError("'\(ways[0].name)' and '\(ways[1].name)' cannot be used together")
        }
        if invocation.flag(.bell), let way = ways.first, way != .once {
            throw invocation.usageError("'--bell' and '\(way.name)' cannot be used together")
        }
        if session.isJSON, let way = ways.first, way == .install || way == .uninstall {
            throw invocation.usageError("'--json' and '\(way.name)' cannot be used together")
        }
        switch ways.first {
        case .install?: return try ServiceUnit.notify.install(&session)
        case .uninstall?: return try ServiceUnit.notify.uninstall(&session)
        case .status?: return try NotifyStatus.show(&session)
        case .once?: return try session.notifyOnce(rings: invocation.flag(.bell))
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
        let (failure, isKnown) = try running.runOnce()
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

    private mutating func notifyLoop(
        _ options: Notifier.Options,
        timeout: Int
    ) throws(MemossError) -> (NotifyLoop, [FolderLock]) {
        StandardStreams.fill()
        let folder = try folder()
        let store = try DeliveryStore(folder)
        let lock = try store.lock(folder, timeout: timeout)
        // Fail now rather than when the first reminder is due.
        if let reason = store.cannotSave() { throw MemossError(.cannotWrite, reason) }
        return (NotifyLoop(try Notifier(self, folder, store, options)), lock)
    }
}
