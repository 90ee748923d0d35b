import MemossFiles

/// The systemd user timer that runs `mm sync`.
enum SyncTimer {
    /// In seconds.
    static let usualInterval: Int64 = 900

    private static func unit(every interval: Int64) -> ServiceUnit {
        ServiceUnit(command: "sync", arguments: "sync --offline-ok", isTimed: true) { start in
            [
                (
                    "timer",
                    """
                    [Unit]
                    Description=Synchronisation of reminders (mm sync)

                    [Timer]
                    OnActiveSec=1min
                    \(key)\(interval)

                    [Install]
                    WantedBy=timers.target

                    """
                ),
                (
                    "service",
                    """
                    [Unit]
                    Description=Synchronisation of reminders (mm sync)

                    [Service]
                    Type=oneshot
                    \(start)
                    TimeoutStartSec=10min

                    """
                ),
            ]
        }
    }

    private static let key = "OnUnitInactiveSec="

    static func install(every interval: Int64, in session: inout Session) throws(MemossError) -> ExitStatus {
        try unit(every: interval).install(&session)
    }

    static func uninstall(_ session: inout Session) throws(MemossError) -> ExitStatus {
        try unit(every: usualInterval).uninstall(&session)
    }

    /// - Returns: negative if there is no timer for the folder.
    static func show(in session: inout Session) throws(MemossError) -> ExitStatus {
        let folder = try session.folder().root
        let unit = unit(every: usualInterval)
        let isInstalled = unit.isInstalled(for: folder)
        let lines = isInstalled ? unit.written("timer").split(separator: "\n") : []
        let interval = lines.lazy.compactMap { $0.hasPrefix(key) ? Int64($0.dropFirst(key.count)) : nil }.first
        if session.isJSON {
            session.console.write(
                JSONWriter.document { json in
                    json.field("installed", isInstalled)
                    json.field("seconds", interval.map { Int($0) })
                }
            )
        } else if isInstalled {
            let every = interval.map { " every \(CivilDuration(seconds: $0))" } ?? ""
            session.console.line("a timer runs mm sync for this folder\(every)")
            session.console.flush()
            session.console.info("see: systemctl --user status mm-sync.timer mm-sync.service")
        } else {
            session.console.info("no timer runs mm sync for this folder; install one with: mm sync --install")
        }
        return isInstalled ? .done : .negative
    }
}
