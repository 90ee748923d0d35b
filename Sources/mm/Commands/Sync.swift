import MemossFiles

extension OptionSyntax {
    fileprivate static let remote = OptionSyntax(
        "remote",
        value: "NAME",
        help: "the remote repository (default: that of the upstream branch, or the only one)"
    )
    fileprivate static let message = OptionSyntax(
        "message",
        short: "m",
        value: "TEXT",
        help: "the commit message (default: a summary of the changes)"
    )
    fileprivate static let offlineOK = OptionSyntax(
        "offline-ok",
        help: "exit with 0 if the remote repository cannot be reached"
    )
    fileprivate static let install = OptionSyntax("install", help: "write a systemd user timer for this folder")
    fileprivate static let every = OptionSyntax(
        "every",
        value: "DURATION",
        help: "with --install: the time between two runs (default: 15m)"
    )
    fileprivate static let uninstall = OptionSyntax("uninstall", help: "delete that timer")
    fileprivate static let status = OptionSyntax("status", help: "show whether there is such a timer")
}

extension Command {
    static let sync = Command(
        ["sync"],
        summary: "commit, pull, merge and push",
        discussion: """
            Commits the changes in the folder, fetches the upstream branch, merges, checks the incoming files, and \
            pushes. Files are merged key by key, as after 'mm git install', even if that was never run here. If others \
            push in the meantime, it fetches and merges again, up to five times. Without a remote repository, it only \
            commits. It prints the incoming and outgoing changes.

            At a conflict, it stops like 'git merge', lists the conflicts, and pushes nothing. Resolve them with \
            'mm resolve --add', and run 'mm sync' again, which commits the merge.

            It commits only files in the folder, touches no other branches, and never forces a push. It refuses to run \
            while a merge or a rebase is in progress, or if changes outside the folder are staged. If the remote \
            repository cannot be reached, the commit stays, and the exit status is 2, or 0 with --offline-ok. \
            --dry-run shows what it would do, without contacting the remote repository.

            --install writes a systemd user timer that runs it, and --uninstall deletes that timer. Without a terminal, \
            it never waits for a password.
            """,
        section: "Git",
        options: [
            .remote, .message, .offlineOK, .dryRun.with(help: "print what would be committed, merged and pushed"),
            .install, .every, .uninstall, .status,
        ],
        examples: [
            "mm sync": "Commit, and exchange commits with the other machines.",
            "mm sync --install --every 10m": "Do that every ten minutes.",
        ]
    ) { invocation, session throws(MemossError) in
        if let way = try invocation.way() {
            switch way {
            case .install: return try SyncTimer.install(every: try invocation.interval(), in: &session)
            case .uninstall: return try SyncTimer.uninstall(&session)
            default: return try SyncTimer.show(in: &session)
            }
        }
        let options = GitSync.Options(
            remote: invocation.option(.remote),
            message: try invocation.message(),
            isDryRun: invocation.flag(.dryRun)
        )
        let folder = try session.folder()
        let now = try session.time().now
        var sync = try GitSync(options, of: folder)
        var run = options.isDryRun ? nil : SyncRun(of: folder)
        defer { run?.end() }
        do throws(MemossError) {
            try run?.begin(sync.git, &session.console)
            try sync.run(in: &session)
            if !options.isDryRun { try sync.end() }
        } catch {
            run?.recover(sync.git, &session.console)
            // Report the steps that were completed before the error.
            if !session.isJSON { sync.report.showSteps(in: &session.console) }
            // If a merge is in progress, the recorded reason for the stop is more useful than this error.
            let isKnown = (try? GitOperation.isMerging(sync.git)) == true && SyncStop(of: folder) != nil
            if !options.isDryRun, error.kind != .busy, !isKnown { SyncStop.record(error.message, of: folder, at: now) }
            throw error
        }
        // Being offline does not count as a stop.
        if !options.isDryRun, sync.report.fault == nil { SyncStop.record(sync.report.stop, of: folder, at: now) }
        return sync.report.show(in: &session, acceptsOffline: invocation.flag(.offlineOK))
    }
}

extension Invocation {
    /// The option that manages the timer; nil for a sync.
    fileprivate func way() throws(MemossError) -> OptionSyntax? {
        let ways = [OptionSyntax.install, .uninstall, .status].filter(flag)
        let others = [OptionSyntax.remote, .message].filter { option($0) != nil } + [.offlineOK, .dryRun].filter(flag)
        if let first = ways.first, let other = ways.dropFirst().first ?? others.first {
            throw usageError("'\(first.name)' and '\(other.name)' cannot be used together")
        }
        if option(.every) != nil, ways.first != .install {
            throw usageError("'\(OptionSyntax.every.name)' needs '\(OptionSyntax.install.name)'")
        }
        return ways.first
    }

    fileprivate func message() throws(MemossError) -> String? {
        guard let text = option(.message) else { return nil }
        guard text.contains(where: { !$0.isWhitespace }) else {
            throw usageError("\(OptionSyntax.message.name): a commit needs a message that is not empty")
        }
        return text
    }

    /// The interval of the timer, in seconds.
    fileprivate func interval() throws(MemossError) -> Int64 {
        guard let text = option(.every) else { return SyncTimer.usualInterval }
        let duration: CivilDuration? = try option(.every) { text throws(ParseError) in try CivilDuration(parsing: text)
        }
        let seconds = duration.map { $0.seconds + Int64($0.days) * 86_400 } ?? 0
        guard duration?.months == 0, 60...31_536_000 ~= seconds else {
            throw usageError(
                "\(OptionSyntax.every.name): expected a duration from 1m to 365 days, without months, not '\(text)'"
            )
        }
        return seconds
    }
}
