import CLibrary
import Exchange
import MemossFiles

extension ArgumentSyntax {
    fileprivate static let imported = ArgumentSyntax(
        "FILE",
        help: "the file to import; - reads standard input",
        completion: .file
    )
}

extension Command {
    static let importGroup = Command(["import"], summary: "import reminders from other programs", section: "Exchange")

    static let importCalendar = Command(
        ["import", "ics"],
        synonyms: ["ical", "icalendar", "vcalendar", "calendar"],
        summary: "add the events and to-dos of an iCalendar file",
        discussion: """
            Adds a reminder for each event and each to-do, in one transaction, and prints their paths. \(again) \
            If an occurrence of a series has been changed on its own since, it is added, and the series skips it.

            An event that is over is imported as completed; a repeating event continues at its next occurrence. \
            Times in a time zone get the key 'timezone'. Properties that mm does not know are kept in keys that begin \
            with 'ics_'.
            """,
        section: "Exchange",
        arguments: [.imported],
        options: [.dryRun],
        examples: [
            "mm import ics calendar.ics --dry-run": "Show what would be added.",
            "mm import ics calendar.ics": "Import a calendar; again, only what is new.",
        ]
    ) { invocation, session throws(MemossError) in try session.importFile(.calendar, invocation) }

    static let importTaskwarrior = Command(
        ["import", "taskwarrior"],
        synonyms: ["task", "task-warrior", "tw"],
        summary: "add the tasks that 'task export' printed",
        discussion: """
            Adds a reminder for each task, in one transaction, and prints their paths. \(again)

            A recurring task becomes one series, which takes in the instances that were made of it. A project becomes a \
            tag, an annotation a line of the text. Attributes that mm does not know are kept in keys that begin \
            with 'taskwarrior_'.
            """,
        section: "Exchange",
        arguments: [.imported],
        options: [.dryRun],
        examples: [
            "task export | mm import taskwarrior - --dry-run": "Show what would be added.",
            "task status.not:deleted export | mm import taskwarrior -":
                "Import all tasks that have not been deleted.",
        ]
    ) { invocation, session throws(MemossError) in try session.importFile(.taskwarrior, invocation) }

    static let importTodoText = Command(
        ["import", "todotxt"],
        synonyms: ["todo.txt", "todo-txt", "todo", "txt"],
        summary: "add the tasks of a todo.txt file",
        discussion: """
            Adds a reminder for each line, in one transaction, and prints their paths. \(again) A line is known \
            by its text, without its priority. One that you have changed since is known by its title and creation date, or \
            imported as another reminder.

            Projects and contexts become tags; due:, t: and rec: become 'due', 'scheduled' and 'recurrence'. The \
            whole line is kept in 'todotxt_line'.
            """,
        section: "Exchange",
        arguments: [.imported],
        options: [.dryRun],
        examples: [
            "mm import todotxt todo.txt --dry-run": "Show what would be added.",
            "cat todo.txt done.txt | mm import todotxt -": "Import two files as one.",
        ]
    ) { invocation, session throws(MemossError) in try session.importFile(.todoText, invocation) }

    private static let again = """
        What was imported before, and completed or changed in the other program since, is completed or changed here too. Where you \
        have changed the same thing, yours stays, both values are named once, and the exit status is 2. What cannot be imported is named with its \
        line and left out, and the exit status is 2. Nothing is imported of a damaged file. A file that cannot be read and may have \
        been imported before is named, and the exit status is 2.
        """
}

extension Session {
    /// The maximum size of a file, which is kept in memory. No real export is larger.
    private static let mostImported = 1 << 28

    fileprivate mutating func importFile(
        _ format: ImportFormat,
        _ invocation: Invocation
    ) throws(MemossError) -> ExitStatus {
        let name = invocation.argument(.imported)
        let bytes = try importedBytes(name)
        let isDryRun = invocation.flag(.dryRun)
        if !isDryRun { _ = try folderToEdit(willWrite: true) }
        let (snapshot, time) = try read(keys: .named(format.ownKeys))
        let zones = self.zones
        let known = Set(snapshot.reminders.compactMap(format.identity))
        let context = ImportContext(
            time,
            zone: { try? zones.zone(named: $0) },
            freshID: Environment.randomUUID,
            known: known
        )
        let (found, all) = format.read(bytes, in: context)
        let faults = all.filter { $0.extent != .nothing }
        guard faults.allSatisfy({ $0.extent == .item }) else {
            let shown = faults.prefix(20).map(\.text)
            let rest = faults.count > shown.count ? ["and \(faults.count - shown.count) more"] : []
            let count = faults.count.counted("problem")
            throw MemossError(.failure, "\(name): \(count); nothing was imported", hints: shown + rest)
        }
        let match = ImportMatch(
            found,
            of: format,
            among: snapshot.reminders,
            sharing: snapshot.registry.settings.profile,
            in: time,
            zone: context.zone
        )
        let fresh = match.fresh
        let (status, outcome) = try add(match, of: format, from: name, at: time, in: snapshot, invocation)
        if match.old > 0 { console.info("already imported: \(match.old.counted("reminder"))") }
        let isDifferent = try report(outcome, from: name, at: time)
        for note in all.filter({ $0.extent == .nothing }) + fresh.compactMap(\.note) {
            console.warn("\(name): \(note.text)", isEssential: true)
        }
        let doubtful = fresh.isEmpty ? [] : try unread(in: snapshot, mayBeOf: format)
        if !doubtful.isEmpty {
            let what = "these files cannot be read, so what was imported into them before may be there twice now"
            console.report(
                MemossError(.failure, "\(name): \(what)", hints: doubtful.map { "\($0.path): \($0.reason)" })
            )
        }
        let leftOut = (faults + match.faults).sorted { $0.line < $1.line }
        guard leftOut.isEmpty else {
            return report(leftOut: leftOut.map { ($0.line, $0.message) }, "item", of: name, to: "import")
        }
        if isDifferent || !doubtful.isEmpty { return .failure }
        if found.isEmpty { console.info("there is nothing to import in \(name)") }
        return status
    }

    /// Reports the lines that were left out of an import or a list.
    mutating func report(
        leftOut faults: [(line: Int, text: String)],
        _ noun: String,
        of name: String,
        to take: String
    ) -> ExitStatus {
        let (were, them) = faults.count == 1 ? ("was", "it") : ("were", "them")
        let what = "\(faults.count.counted(noun)) \(were) left out, because mm cannot \(take) \(them)"
        let texts = faults.map { "line \($0.line): \($0.text)" }
        console.report(MemossError(.failure, "\(name): \(what)", hints: texts))
        return .failure
    }

    /// The files that cannot be read, and may have been imported from the other program.
    private mutating func unread(
        in snapshot: Snapshot,
        mayBeOf format: ImportFormat
    ) throws(MemossError) -> [SkippedFile] {
        let folder = try folder()
        return SkippedFile.unread(in: snapshot).filter { file in
            guard let bytes = try? Directory.contents(of: folder.absolute(file.path))?.bytes else { return true }
            return format.identityKeys.contains { bytes.contains($0.utf8) }
        }
    }

    private func importedBytes(_ name: String) throws(MemossError) -> [UInt8] {
        if name == "-" { return try StandardInput.bytes() }
        do throws(SystemError) {
            let bytes = try FileContents.read(Environment.expandingHome(name), limit: Self.mostImported).bytes
            return bytes.starts(with: [0xEF, 0xBB, 0xBF]) ? Array(bytes.dropFirst(3)) : bytes
        } catch {
            throw MemossError(.failure, "\(name): \(error.reason)")
        }
    }

    private mutating func add(
        _ match: ImportMatch,
        of format: ImportFormat,
        from name: String,
        at time: TimeContext,
        in snapshot: Snapshot,
        _ invocation: Invocation
    ) throws(MemossError) -> (status: ExitStatus, outcome: ImportAddition.Revised) {
        let fresh = match.fresh
        let isDryRun = invocation.flag(.dryRun)
        let folder = try folder()
        let news = fresh.map(\.new)
        let paths = try folder.paths(forNew: news.map(\.title), isNote: false)
        let addition = ImportAddition(
            of: zip(fresh, paths).map { (imported: $0, path: $1) },
            knowing: match,
            from: format,
            at: time,
            freshID: Environment.randomUUID
        )
        let (plan, outcome) = try folder.plan(addition, in: snapshot)
        let what = "import \(news.isEmpty ? "changes" : news.count.counted("reminder")) from \(name)"
        let done = isDryRun ? try folder.dryRun(plan, at: time.now) : try folder.commit(plan, as: what, at: time.now)
        let completed = news.count { $0.completed != .open }
        let over = completed == 0 ? "" : ", of which \(completed) \(completed == 1 ? "is" : "are") completed"
        let verb = "imported \(news.count.counted("reminder"))\(over)"
        if isDryRun || isJSON {
            EditReport(done, isDryRun: isDryRun, verb: verb).show(in: &self, isQuietIfEmpty: true)
        } else {
            for path in paths { console.line(self.path(path, in: folder)) }
            console.flush()
            if !news.isEmpty { console.info(verb) }
        }
        if outcome.skipped > 0 {
            let what = outcome.skipped.counted("occurrence")
            let were = outcome.skipped == 1 ? "it was" : "they were"
            console.info("skipped \(what) of series that were imported before: \(were) changed")
        }
        for (index, old) in match.twins {
            let (new, old) = (self.path(paths[index], in: folder), self.path(old, in: folder))
            let what = "\(new) has the title of \(old), which \(name) does not have any more"
            console.warn(what, hint: "if it was changed there, delete one of them", isEssential: true)
        }
        warn(about: folder.newProblems(of: done, registry: snapshot.registry, in: time))
        return (done.skipped.isEmpty ? .done : .failure, outcome)
    }

    /// Says what was completed or changed in the other program since the last import, and what differs because it was changed here
    /// too.
    ///
    /// - Returns: whether something that was changed there was left out.
    private mutating func report(
        _ outcome: ImportAddition.Revised,
        from name: String,
        at time: TimeContext
    ) throws(MemossError) -> Bool {
        let folder = try folder()
        for (path, occurrences) in outcome.completed {
            let dates = occurrences.map(\.description).joined(separator: ", ")
            console.info("completed there since: \(self.path(path, in: folder))\(dates.isEmpty ? "" : ": \(dates)")")
        }
        for (path, keys) in outcome.changed {
            console.info("changed there since: \(self.path(path, in: folder)): \(keys.joined(separator: ", "))")
        }
        let lines = Dictionary(grouping: outcome.differences, by: \.isCertain).mapValues { differences in
            differences.map { difference in
                let path = self.path(difference.path, in: folder)
                switch difference.subject {
                case .text: return "\(path): the text differs"
                case .unwritten(let reason): return "\(path): \(reason)"
                case .takenBack: return "\(path): it is not there any more: delete it here too, and import again"
                case .key(let key):
                    return "\(path): \(key): \(difference.here ?? "none") here, \(difference.there ?? "none") there"
                }
            }
        }
        for line in lines[false] ?? [] {
            console.warn("\(name) has another value, and does not say which is newer: \(line)", isEssential: true)
        }
        guard let changed = lines[true] else { return false }
        let what = "what was changed there since differs from what you have here; it was not replaced"
        console.report(MemossError(.failure, "\(name): \(what)", hints: changed))
        return true
    }
}

extension ImportedReminder.Fault {
    fileprivate var text: String { "line \(line): \(message)" }
}
