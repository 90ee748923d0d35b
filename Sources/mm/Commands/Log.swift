import MemossFiles

extension ArgumentSyntax {
    fileprivate static let one = ArgumentSyntax(
        "SELECTOR",
        .many,
        help: "only this reminder, which may have been deleted",
        completion: .reminder
    )
}

extension OptionSyntax {
    fileprivate static let since = OptionSyntax("since", value: "WHEN", help: "only commits since this moment")
    fileprivate static let limit = OptionSyntax("limit", short: "n", value: "N", help: "print at most N lines")
}

extension Command {
    static let log = Command(
        ["log"],
        summary: "show what happened to reminders, commit by commit",
        discussion: """
            Reads the history of the folder's repository, newest first. Each line has the time and the author of a \
            commit, a reminder, and what changed in it, worded as in 'mm diff'. Renamed files are followed. For a \
            merge, only the changes made in resolving it are shown; the commits of both sides have the rest. \
            'mm diff' shows uncommitted changes.
            """,
        section: "Git",
        arguments: [.one],
        options: [.since, .limit],
        examples: [
            "mm log --since monday": "Show what happened this week.",
            "mm log vitamins": "Show the history of one reminder.",
        ]
    ) { invocation, session throws(MemossError) in
        let limit = try invocation.integer(.limit, atLeast: 0)
        let folder = try session.folder()
        let time = try session.time()
        let start = try invocation.option(.since) { text throws(ParseError) in
            try time.when(text, timeIsToday: true, looksBack: true)
        }
        let history = try GitHistory(of: folder)
        guard try history.git.hasCommits() else { throw MemossError(.failure, "the repository has no commits yet") }
        let moment = start?.value.instant(in: time.zone, allDayAt: .midnight)
        let all = try session.commits(of: folder, history)
        let shownCommits = all.filter { $0.commit.moment >= moment ?? $0.commit.moment }
        let commits = shownCommits.map(\.commit)
        let contents = try ChangedContents(of: commits.lazy.flatMap(\.changes), from: history.git)
        session.warn(ofFiltered: contents.unfiltered)
        let registry = folder.registry()
        var log: [LogEntry] = []
        for (commit, ignored) in shownCommits {
            let difference = try contents.difference(commit.changes, ignoring: ignored, registry)
            log += difference.reminders.map { LogEntry(commit, .reminder($0)) }
            log += difference.tags.map { LogEntry(commit, .tag($0)) }
        }
        let words = invocation.arguments(.one)
        if !words.isEmpty { log = try session.entries(of: Selector(words), in: log) }
        let shown = log.prefix(limit ?? .max)
        if session.isJSON {
            session.console.write(LogEntry.json(shown))
            return .done
        }
        let rows = shown.map { $0.row(time, session.clock) }
        let columns = Columns(3, yields: [(2, 24)], below: 2..<3, under: 1)
        session.console.draw(rows, in: columns)
        session.console.flush()
        if shown.count < log.count { session.console.info("\(log.count - shown.count) more") }
        if log.isEmpty { session.console.info("nothing happened" + (start == nil ? "" : " since then")) }
        if let moment { session.tellLeftOut(all.map(\.commit), before: moment) }
        if history.isShallow { session.console.info(GitHistory.shallowHint) }
        return .done
    }
}

/// The change that one commit made to one reminder or tag.
private struct LogEntry {
    enum Subject {
        case reminder(ReminderDifference)
        case tag(TagDifference)
    }

    let hash: String
    let moment: Instant
    let author: String
    let subject: Subject

    init(_ commit: GitChange.Commit, _ subject: Subject) {
        (hash, moment, author) = (commit.hash, commit.moment, commit.author)
        self.subject = subject
    }

    /// Nil for a tag.
    var reminder: ReminderDifference? { if case .reminder(let difference) = subject { difference } else { nil } }

    /// `2 days ago`; today and yesterday with the time.
    func row(_ time: TimeContext, _ clock: Clock) -> [Columns.Cell] {
        let day = RelativeDay(time.zone.date(at: moment), from: time.local.date, clock)
        let text =
            switch subject {
            case .reminder(let difference): DifferenceText(difference)
            case .tag(let difference): DifferenceText(difference)
            }
        return [
            .text(-1...0 ~= day.days ? day.text : day.distance, .dimmed), .text(Printable.line(author), .handle),
            .text(text.line, text.style),
        ]
    }

    static func json(_ entries: some Sequence<LogEntry>) -> [UInt8] {
        JSONWriter.document { json in
            json.objects("changes", entries) { entry, json in
                json.field("commit", entry.hash)
                json.field("time", entry.moment.description)
                json.field("author", entry.author)
                switch entry.subject {
                case .reminder(let difference):
                    json.field("of", "reminder")
                    difference.fields(in: &json)
                case .tag(let difference):
                    json.field("of", "tag")
                    difference.fields(in: &json)
                }
            }
        }
    }
}

extension Session {
    /// The commits that changed the folder, newest first, each with its ignore lists.
    fileprivate mutating func commits(
        of folder: ReminderFolder,
        _ history: GitHistory
    ) throws(MemossError) -> [(commit: GitChange.Commit, ignored: IgnoreLists)] {
        var commits = try history.commits()
        let now = try history.tree(of: "HEAD")
        try history.addMergeChoices(to: &commits, now: now)
        let ignored = try history.ignoreLists(of: &commits, now: now, present: folder.ignored)
        return Array(zip(commits, ignored))
    }

    /// Tells the user about commits made after the moment, but with an earlier date.
    fileprivate mutating func tellLeftOut(_ commits: [GitChange.Commit], before moment: Instant) {
        let oldest = commits.lastIndex { $0.moment >= moment } ?? 0
        let count = commits.indices.count { index in
            commits[index].moment < moment && (index < oldest || commits[index].committed >= moment)
        }
        guard count > 0 else { return }
        console.info(
            "\(count.counted("later commit")) \(count == 1 ? "is" : "are") left out, because the author's date is "
                + "earlier (a rebase, or a wrong clock); 'mm log' shows \(count == 1 ? "it" : "them")"
        )
    }

    /// The entries about one reminder, under all of its former paths.
    fileprivate mutating func entries(of selector: Selector, in log: [LogEntry]) throws(MemossError) -> [LogEntry] {
        let reminder = try selected(selector, in: log)
        var paths: Set<PathKey> = [PathKey(reminder.path)]
        var (found, count) = ([LogEntry](), 0)
        // Repeat until no path is added: if a file was renamed on one branch and edited on another, the edit may come
        // first.
        while count < paths.count {
            count = paths.count
            found = log.filter { entry in
                guard let difference = entry.reminder else { return false }
                let (mine, other) = (reminder.writtenID, difference.reminder.writtenID)
                let isSame = mine != nil && mine == other
                // The path may have belonged to another reminder.
                guard isSame || paths.contains(PathKey(difference.reminder.path)) && (mine == nil || other == nil)
                else { return false }
                paths.insert(PathKey(difference.reminder.path))
                for case .moved(let path) in difference.parts { paths.insert(PathKey(path)) }
                return true
            }
        }
        return found
    }

    /// A reminder in the folder, or else one that has been deleted, is now ignored, or had another path.
    private mutating func selected(_ selector: Selector, in log: [LogEntry]) throws(MemossError) -> Reminder {
        do throws(MemossError) {
            return try resolve(selector, in: try read().snapshot)
        } catch {
            guard error.kind == .notFound else { throw error }
            // By their paths then, as they are now.
            var gone: [PathKey: (then: Reminder, now: Reminder)] = [:]
            for case let difference? in log.map(\.reminder) {
                let now = difference.reminder
                var former =
                    difference.kind == .deleted || difference.parts.contains(.ignored(.after)) ? [now.path] : []
                for case .moved(let path) in difference.parts { former.append(path) }
                for path in former where gone[PathKey(path)] == nil {
                    var then = now
                    then.path = path
                    gone[PathKey(path)] = (then, now)
                }
            }
            guard let found = try? resolve(selector, in: Snapshot(gone.values.map(\.then))) else { throw error }
            return gone[PathKey(found.path)]?.now ?? found
        }
    }
}
