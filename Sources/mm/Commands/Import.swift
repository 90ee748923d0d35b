import CLibrary
import MemossFiles

extension ArgumentSyntax {
    fileprivate static let imported = ArgumentSyntax(
        "FILE",
        help: "the file to import; - reads standard input",
        completion: .file
    )
}

extension Command {
    static let importGroup = Command(
        syntax: CommandSyntax(["import"], summary: "import reminders from other programs", section: "Exchange")
    ) { _, _ throws(MemossError) in .usage }

    static let importCalendar = Command(
        syntax: CommandSyntax(
            ["import", "ics"],
            summary: "add the events and to-dos of an iCalendar file",
            discussion: """
                Adds a reminder for each event and each to-do, in one transaction, and prints their paths. What was \
                imported before is left alone, even if you have edited it since. Either everything in the file is \
                imported or, if something in it cannot be, nothing is.

                An event that is over is imported as completed; a repeating event continues at its next occurrence. \
                Properties that mm does not know are kept in keys that begin with 'ics_'.
                """,
            section: "Exchange",
            arguments: [.imported],
            options: [.dryRun],
            examples: [
                CommandSyntax.Example("mm import ics calendar.ics --dry-run", "Show what would be added."),
                CommandSyntax.Example("mm import ics calendar.ics", "Import a calendar; again, only what is new."),
            ]
        )
    ) { invocation, session throws(MemossError) in try session.importFile(.calendar, invocation) }
}

extension Session {
    /// No file that is exported is larger, and all of it is kept in memory.
    private static let mostImported = 1 << 28

    fileprivate mutating func importFile(
        _ format: ImportFormat,
        _ invocation: Invocation
    ) throws(MemossError) -> ExitStatus {
        let name = invocation.argument(.imported)
        let bytes = try importedBytes(name)
        let isDryRun = invocation.flag(.dryRun)
        if !isDryRun { _ = try folderToEdit(willWrite: true) }
        let (snapshot, time) = try read(keys: .named(format.identityKeys))
        let zones = self.zones
        let (found, faults) = format.read(
            bytes,
            in: time,
            zone: { try? zones.zone(named: $0) },
            freshID: Environment.randomUUID
        )
        guard faults.isEmpty else {
            let count = faults.count.counted("problem")
            let shown = faults.prefix(20).map { "line \($0.line): \($0.message)" }
            let rest = faults.count > shown.count ? ["and \(faults.count - shown.count) more"] : []
            throw MemossError(.failure, "\(name): \(count); nothing was imported", hints: shown + rest)
        }
        let known = Set(snapshot.reminders.compactMap(format.identity))
        // What was exported from here, with the dates of a series that are listed one by one.
        let own = Set(snapshot.reminders.map(\.id))
        let fresh = found.filter { !known.contains($0.identity) && !own.contains($0.id) }
        let old = found.count - fresh.count
        let status = try add(imported: fresh.map(\.new), from: name, at: time, in: snapshot, invocation)
        if old > 0 { console.info("already imported: \(old.counted("reminder"))") }
        if found.isEmpty { console.info("there is nothing to import in \(name)") }
        return status
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
        imported news: [NewReminder],
        from name: String,
        at time: TimeContext,
        in snapshot: Snapshot,
        _ invocation: Invocation
    ) throws(MemossError) -> ExitStatus {
        let isDryRun = invocation.flag(.dryRun)
        let folder = try folder()
        let paths = try folder.paths(forNew: news.map(\.title), isNote: false)
        let addition = ReminderAddition(
            of: zip(news, paths).map { (new: $0, path: $1) },
            today: time.local.date,
            freshID: Environment.randomUUID
        )
        let (plan, _) = try folder.plan(addition, in: Snapshot(registry: snapshot.registry))
        let what = "import \(news.count.counted("reminder")) from \(name)"
        let done = isDryRun ? try folder.dryRun(plan) : try folder.commit(plan, as: what, at: time.now)
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
        warn(about: folder.newProblems(of: done, registry: snapshot.registry, in: time))
        return done.skipped.isEmpty ? .done : .failure
    }
}
