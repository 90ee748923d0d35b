import MemossFiles

extension OptionSyntax {
    fileprivate static let once = OptionSyntax("once", help: "tell what is due and end, for cron; without buttons")
    fileprivate static let bell = OptionSyntax("bell", help: "print a line for each, on a terminal with a bell")
    fileprivate static let install = OptionSyntax("install", help: "write a systemd unit of this user for the folder")
    fileprivate static let uninstall = OptionSyntax("uninstall", help: "delete that unit")
    fileprivate static let status = OptionSyntax("status", help: "say what is shown and waits, and why nothing appears")
}

extension Command {
    static let notify = Command(
        syntax: CommandSyntax(
            ["notify"],
            summary: "deliver the plan: on the desktop, to a hook, with a bell",
            discussion: """
                Runs until it is stopped, and follows the folder. On a Linux desktop each notification has the buttons \
                Mark Complete and Snooze; 'notify_command' in the configuration is run for each with JSON on its standard \
                input. What was delivered is kept outside the folder, so that nothing comes twice and what was missed \
                within a day comes at the next start. One process a folder: another one ends with status 75.
                """,
            options: [.once, .bell, .install, .uninstall, .status],
            examples: [
                CommandSyntax.Example("mm notify", "run until stopped"),
                CommandSyntax.Example("mm notify --once --bell", "what is due now, as from cron"),
                CommandSyntax.Example("mm notify --install", "run it with the desktop session"),
            ]
        )
    ) { invocation, session throws(MemossError) in
        let ways = [OptionSyntax.once, .install, .uninstall, .status].filter(invocation.flag)
        if ways.count > 1 {
            throw invocation.usageError("'\(ways[0].name)' and '\(ways[1].name)' do not go together")
        }
        if invocation.flag(.bell), let way = ways.first, way != .once {
            throw invocation.usageError("'--bell' and '\(way.name)' do not go together")
        }
        switch ways.first {
        case .install?: return try ServiceUnit.install(&session)
        case .uninstall?: return try ServiceUnit.uninstall(&session)
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
        // `mm notify --once` may have its turn just now.
        let (loop, lock) = try notifyLoop(Notifier.Options(rings: rings), patience: 2_000)
        var running = loop
        defer { withExtendedLifetime(lock) {} }
        try running.run()
        return .done
    }

    fileprivate mutating func notifyOnce(rings: Bool) throws(MemossError) -> ExitStatus {
        let options = Notifier.Options(rings: rings && !isJSON, attends: false, collects: isJSON)
        let (loop, lock) = try notifyLoop(options, patience: 200)
        var running = loop
        defer { withExtendedLifetime(lock) {} }
        try running.runOnce()
        if isJSON {
            console.write(
                JSONWriter.document { json in
                    json.field("now", running.now.description)
                    json.array("events") { json in
                        for telling in running.tellings { json.object { telling.write(to: &$0) } }
                    }
                }
            )
        }
        return .done
    }

    private mutating func notifyLoop(
        _ options: Notifier.Options,
        patience: Int
    ) throws(MemossError) -> (NotifyLoop, StateDirectory.Lock) {
        StandardStreams.fill()
        let folder = try folder()
        let store = try DeliveryStore(folder)
        let lock = try store.lock(folder, patience: patience)
        // Now, and not when the first reminder is due.
        if let reason = store.cannotSave() { throw MemossError(.cannotWrite, reason) }
        return (NotifyLoop(try Notifier(self, folder, store, options)), lock)
    }
}
