import MemossFiles

/// The result of `mm sync`, or of its dry run.
struct SyncReport {
    struct Commit {
        let message: String
        let change: FolderDifference
    }

    var branch = ""
    /// Nil if the repository has no remote.
    var remote: GitRemote?
    var isDryRun = false
    var commits: [Commit] = []
    /// The local changes that each merge made.
    var incoming: [FolderDifference] = []
    /// The changes that the remote repository did not have.
    var outgoing: FolderDifference?
    /// Why the remote repository could not be reached.
    var fault: String?
    var conflicts: [SyncConflict] = []
    /// Files that could be read on both sides, but not after the merge.
    var broken: [String] = []
    /// Problems in incoming files.
    var problems: [Problem] = []
    /// Reminders that one side deleted and the other moved.
    var kept: [ReminderDifference] = []
    /// Nested repositories, which were not committed.
    var leftOut: [String] = []

    /// Further lines are only counted.
    private static let mostLines = 20
    private static let mostProblems = 3

    func show(in session: inout Session, acceptsOffline: Bool) -> ExitStatus {
        if session.isJSON { session.console.write(json) } else { showSteps(in: &session.console) }
        session.console.flush()
        for path in leftOut {
            session.console.warn("\(path) is a repository of its own, which mm sync leaves alone")
        }
        for path in commits.flatMap(\.change.unreadable) {
            session.console.warn(
                "\(path) \(isDryRun ? "would be" : "was") committed as it is, and it cannot be read: see 'mm check'"
            )
        }
        for reminder in kept.map(\.reminder) {
            session.console.warn(
                "\(Printable.line(reminder.path)) is kept: one side moved it there, and the other deleted it",
                hint: "to delete it: mm delete \(reminder.path.shellWord)"
            )
        }
        for problem in problems.prefix(Self.mostProblems) {
            let (text, hint) = ProblemText.warning(problem)
            session.console.warn(text, hint: hint)
        }
        if problems.count > Self.mostProblems {
            session.console.warn(
                "\((problems.count - Self.mostProblems).counted("more problem")) in the incoming files: see 'mm check'"
            )
        }
        if !conflicts.isEmpty { return showConflicts(in: &session) }
        if let path = broken.first {
            session.console.report(
                MemossError(
                    .failure,
                    "\(path) cannot be read after the merge, although both sides can; nothing was pushed",
                    hints: ["edit the file, and run mm sync again"]
                )
            )
            return .failure
        }
        if let fault, let remote { return show(fault, of: remote, acceptsOffline, in: &session) }
        tellEnd(in: &session.console)
        return .done
    }

    /// Why nothing was pushed, in one line; nil if nothing is left to do.
    var stop: String? {
        if let first = conflicts.first {
            let more = conflicts.count > 1 ? ", and \((conflicts.count - 1).counted("other file")) in conflict" : ""
            return "\(first.path): \(first.reasons.first ?? "both sides changed it")\(more)"
        }
        return broken.first.map { "\($0) cannot be read after the merge" }
    }

    /// Shows what was committed, pulled and pushed.
    func showSteps(in console: inout Console) {
        for commit in commits {
            console.prose("\(isDryRun ? "would commit" : "committed"): \(Printable.line(commit.message))", .heading)
        }
        let changes = incoming.filter { !$0.isEmpty }
        if let remote, !changes.isEmpty { list(changes, "from \(remote.label):", in: &console) }
        if let remote, let outgoing, !outgoing.isEmpty { list([outgoing], "to \(remote.label):", in: &console) }
    }

    private func list(_ changes: [FolderDifference], _ heading: String, in console: inout Console) {
        console.prose(Printable.line(heading), .heading)
        let texts = changes.flatMap { $0.reminders.map { DifferenceText($0) } + $0.tags.map { DifferenceText($0) } }
        for text in texts.prefix(Self.mostLines) { console.prose(text.line, text.style, indent: 2) }
        if texts.count > Self.mostLines { console.line("  and \(texts.count - Self.mostLines) more", .dimmed) }
        let others = changes.reduce(0) { $0 + $1.others.count }
        if others > 0 { console.line("  \(others.counted("other file"))") }
    }

    private func tellEnd(in console: inout Console) {
        let label = remote.map { Printable.line($0.label) }
        if isDryRun {
            let known = label.map { "; \($0) was not contacted, so this is its state at the last fetch" } ?? ""
            console.info("nothing was written\(known)")
        } else if let label {
            let isChange = !commits.isEmpty || !incoming.isEmpty || outgoing != nil
            console.info(isChange ? "in sync with \(label)" : "already in sync with \(label)")
        } else {
            console.info(
                "this repository has no remote, so \(commits.isEmpty ? "there is nothing to sync" : "it was only committed")"
            )
        }
    }

    private func show(
        _ fault: String,
        of remote: GitRemote,
        _ acceptsOffline: Bool,
        in session: inout Session
    ) -> ExitStatus {
        let text = "\(remote.name) cannot be reached: \(fault)"
        let state = "the next mm sync will push your commits"
        if acceptsOffline {
            session.console.warn(text, hint: state)
            return .done
        }
        session.console.report(MemossError(.failure, text, hints: [state]))
        return .failure
    }

    private func showConflicts(in session: inout Session) -> ExitStatus {
        for conflict in conflicts {
            for reason in conflict.reasons {
                session.console.report(MemossError(.failure, "\(conflict.path): \(reason)"))
            }
        }
        let count = conflicts.count.counted("file")
        session.console.info("\(count) in conflict; everything else is merged, and nothing was pushed")
        session.console.info("resolve them with: mm resolve --add; then: mm sync")
        session.console.info("or abort the merge: git merge --abort")
        return .failure
    }

    // MARK: JSON

    private var json: [UInt8] {
        JSONWriter.document { json in
            json.field("branch", branch)
            json.field("remote", remote?.name)
            json.field("remoteBranch", remote?.branch)
            json.field("dryRun", isDryRun)
            json.field("offline", fault)
            json.objects("commits", commits) { $1.field("message", $0.message) }
            Self.write(incoming, "in", to: &json)
            Self.write(outgoing.map { [$0] } ?? [], "out", to: &json)
            json.objects("conflicts", conflicts) { conflict, json in
                json.field("path", conflict.path)
                json.array("keys") { json in for key in conflict.keys { json.element(key) } }
                json.field("reasons", conflict.reasons)
            }
            json.field("broken", broken)
            json.field("leftOut", leftOut)
        }
    }

    private static func write(_ changes: [FolderDifference], _ key: String, to json: inout JSONWriter) {
        json.object(key) { json in
            json.objects("reminders", changes.flatMap(\.reminders)) { $0.fields(in: &$1) }
            json.objects("tags", changes.flatMap(\.tags)) { $0.fields(in: &$1) }
            json.field("others", changes.flatMap(\.others))
        }
    }
}

extension FolderDifference {
    /// The paths of files that have become unreadable or now have conflict markers.
    var unreadable: [String] {
        reminders.filter { difference in
            difference.parts.contains { part in
                switch part {
                case .unreadable(.after), .conflict(true): true
                default: false
                }
            }
        }.map(\.reminder.path)
    }
}

extension FolderDifference {
    /// The paths of files that did not have conflict markers before.
    var newConflicts: [String] { reminders.filter { $0.parts.contains(.conflict(true)) }.map(\.reminder.path) }
}

extension Session {
    /// The problems that a check finds in files that have just arrived.
    mutating func problems(in incoming: FolderDifference) throws(MemossError) -> [Problem] {
        let paths = Set(incoming.reminders.map { PathKey($0.reminder.path) })
        guard !paths.isEmpty || !incoming.tags.isEmpty else { return [] }
        let folder = try folder()
        let (snapshot, zones) = try folder.read(explaining: true)
        return folder.check(snapshot, in: try time(zones)).filter { problem in
            let isNew = paths.contains(PathKey(problem.path)) || problem.path == TagRegistry.fileName
            return isNew && problem.severity != .note || problem.id == .formerTag
        }
    }
}
