import MemossFiles

extension OptionSyntax {
    static let at = OptionSyntax(
        "at",
        value: "REV",
        help: "show the folder as of a git commit or a date"
    )
}

extension Invocation {
    /// - Throws: a usage error if a revision is given, but the command does not show the folder.
    func checkRevision() throws(MemossError) {
        guard let revision = globals.option(.at), !command.takesRevision || isEdit else { return }
        let name = command.declares(.fix) ? "\(command.name) --fix" : command.name
        let meant = ForeignWords.hint(insteadOf: OptionSyntax.at.long, of: command, known: command.options)
        let hint =
            "\(OptionSyntax.at.name) is for commands that show the folder, such as: mm \(OptionSyntax.at.name) "
            + "\(revision.shellWord) list"
        throw usageError("'\(name)' does not take '\(OptionSyntax.at.name)'", hints: [meant ?? hint])
    }
}

extension Session {
    /// The folder as it was in the commit that `--at` names. Tells the user which commit that is.
    mutating func recorded(_ folder: ReminderFolder, at name: String) throws(MemossError) -> ReminderFolder {
        let history = try GitHistory(of: folder)
        let commit = try commit(name, in: history)
        let found = try history.files(at: commit)
        guard !found.files.isEmpty else {
            let path = history.prefix.isEmpty ? "" : " at \(Printable.line(history.prefix))"
            throw MemossError(.failure, "the folder had no files yet\(path) in \(try describe(commit))")
        }
        console.info("as of \(try describe(commit))")
        let recorded = folder.asRecorded(found.files)
        if !found.files.hasRegistry {
            console.warn("there was no \(TagRegistry.fileName) yet, so tags have no colours and no former names")
        }
        warn(ofFiltered: found.filtered)
        for path in found.submodules {
            console.warn("\(path) is a submodule: its files at that time are in another repository, and are left out")
        }
        return recorded
    }

    /// `1a2b3c4, Fri 20 Nov 2026 17:00: Order bulbs`.
    mutating func describe(_ commit: GitCommit) throws(MemossError) -> String {
        let time = try time()
        let date = time.zone.date(at: commit.moment).text(in: time.local.date, clock)
        return Printable.line("\(commit.shortHash), \(date)" + (commit.subject.isEmpty ? "" : ": \(commit.subject)"))
    }

    /// The commit with this name, or the last one before this date.
    mutating func commit(_ name: String, in history: GitHistory) throws(MemossError) -> GitCommit {
        if let commit = try history.commit(named: name) { return commit }
        guard try history.git.hasCommits() else { throw MemossError(.failure, "the repository has no commits yet") }
        let deepen = history.isShallow ? [GitHistory.shallowHint] : []
        let time = try time()
        let when: WhenPhrase
        do throws(ParseError) {
            when = try time.when(name, timeIsToday: true, looksBack: true)
        } catch {
            let isDate = PhraseKind.when.length(in: name.split(separator: " ").map(String.init), countsFaults: true) > 0
            throw MemossError(
                .failure,
                isDate
                    ? error.message
                    : "'\(name)' is neither a commit that git knows nor a date",
                hints: (isDate ? error.hints(for: name) : []) + deepen
            )
        }
        let moment = when.value.instant(in: time.zone, allDayAt: .midnight)
        if let found = try history.commit(at: moment) {
            if let later = found.later {
                console.warn(
                    "the dates of the commits are not in order: \(try describe(found.commit)) contains "
                        + "\(try describe(later)), which is later than that"
                )
            }
            return found.commit
        }
        let date = when.value.text(in: time.local.date, clock)
        let start = when.value.isAllDay ? "the beginning of " : ""
        throw MemossError(.failure, "there was no commit yet at \(start)\(date)", hints: deepen)
    }
}
