import MemossFiles

extension ArgumentSyntax {
    fileprivate static let title = ArgumentSyntax("TITLE", .some, help: "the title; needs no quotes")
}

extension OptionSyntax {
    fileprivate static let note = OptionSyntax("note", help: "create a note, which has no date and cannot be completed")
    fileprivate static let path = OptionSyntax(
        "path",
        value: "FILE",
        help: "the path of the new file, instead of one derived from the title",
        completion: .file
    )
    fileprivate static let edit = OptionSyntax("edit", help: "then open it in your editor, like 'mm edit'")
}

extension Command {
    static let add = Command(
        syntax: CommandSyntax(
            ["add"],
            summary: "create a reminder or a note",
            discussion: """
                Writes a new file at the root of the folder, named after the title, and prints its path. Without a \
                date, the reminder goes under Someday. Tags that are not in the registry are added to it.

                WHEN is a date in digits or words, which need no quotes: tomorrow 9am, friday, 25 dec, in 3 days, \
                +2w. RULE is 'daily', 'weekly on monday', 'monthly on 31' and so on, or an RFC 5545 rule; try one \
                with 'mm occurrences'.
                """,
            section: "Edits",
            arguments: [.title],
            options: [
                .scheduled, .due, .zone, .tag, .recurrence, .until, .body, .note, .path, .edit, .dryRun,
            ],
            examples: [
                CommandSyntax.Example("mm add Buy milk", "Create a reminder without a date."),
                CommandSyntax.Example(
                    "mm add Pay the rent --scheduled end of month --recurrence monthly",
                    "Create a series."
                ),
                CommandSyntax.Example(
                    "git log -1 | mm add Review this --tag work --body -",
                    "Create a reminder with standard input as its text."
                ),
            ]
        )
    ) { invocation, session throws(MemossError) in
        let isEdited = invocation.flag(.edit)
        if isEdited {
            if session.isJSON { throw invocation.usageError("'--edit' and '--json' cannot be used together") }
            _ = try TextEditor.ofUser()
        }
        let (path, time) = try add(invocation, &session)
        guard isEdited, !invocation.flag(.dryRun) else { return .done }
        session.endTurn()
        return try session.editInEditor(path, invocation, registry: session.folder().registry(), time)
    }

    /// - Returns: the path of the new file from the root.
    private static func add(
        _ invocation: Invocation,
        _ session: inout Session
    ) throws(MemossError) -> (path: String, time: TimeContext) {
        let zones = session.zones
        let place = try invocation.option(.zone) { (name: String) throws(ParseError) in
            try zones.zone(named: name)
        }
        let time = try session.time(place.map { [invocation.option(.zone) ?? "": $0] } ?? [:])
        let new = try invocation.newReminder(at: time, in: place ?? time.zone)
        let isDryRun = invocation.flag(.dryRun)
        var folder = try session.folder()
        // What can be refused is refused before anything is made.
        var path = try new.path(invocation, in: folder, from: session.directory)
        if !isDryRun {
            folder = try session.folderToEdit(isSure: true)
            // While others had their turn, the name may have been taken.
            path = try new.path(invocation, in: folder, from: session.directory)
        }
        let registry = folder.registry()
        let addition = ReminderAddition(of: new, at: path, today: time.local.date, freshID: Environment.randomUUID)
        let (plan, tags) = try folder.plan(addition, in: Snapshot(registry: registry))
        let done = isDryRun ? try folder.rehearse(plan) : try folder.commit(plan, as: "add \(path)", at: time.now)
        if isDryRun || session.isJSON {
            EditReport(done, isDryRun: isDryRun, verb: "added \(path)").show(in: &session)
        } else {
            session.console.line(session.path(path, in: folder))
            session.console.flush()
            session.sayAdded(new, tags, seenFrom: (place ?? time.zone).civil(at: time.now).date)
        }
        session.warn(of: folder.newProblems(of: done, registry: registry, in: time))
        return (path, time)
    }
}

extension Invocation {
    /// What the words of `add` say.
    ///
    /// - Parameter zone: that of the new reminder, on whose clock dates are counted.
    fileprivate func newReminder(at time: TimeContext, in zone: Zone) throws(MemossError) -> NewReminder {
        let clock = zone.civil(at: time.now)
        let when = { (text: String) throws(ParseError) in try DateValue(when: text, now: clock) }
        let title = arguments(.title).joined(separator: " ")
        var new: NewReminder
        do throws(ParseError) {
            new = try NewReminder(title: title, id: Environment.randomUUID(), created: time.local)
        } catch {
            throw usageError(error, at: ArgumentSyntax.title.name)
        }
        new.isNote = flag(.note)
        new.scheduled = try option(.scheduled, as: when)
        new.deadline = try option(.due, as: when)
        new.timezone = option(.zone)
        new.recurrence = option(.recurrence)
        new.until = try option(.until, as: when)
        new.tags = try tags(.tag)
        try checkTogether(new)
        do throws(NewReminder.Fault) {
            try new.check(in: zone, allDayAt: time.allDayAt)
        } catch {
            throw usageError(error.error, at: error.part.option.name)
        }
        new.body = try body() ?? []
        return new
    }

    private func checkTogether(_ new: NewReminder) throws(MemossError) {
        if new.isNote {
            let given = [OptionSyntax.scheduled, .due, .zone, .recurrence, .until].first { option($0) != nil }
            if let given {
                throw usageError("'\(given.name)' and '--note' cannot be used together: a note has no date")
            }
            if new.tags.contains(where: { $0.isAtOrBelow(TagName("task")) }) {
                throw usageError(
                    "'--note' and the tag 'task' cannot be used together: the tag makes the file a reminder"
                )
            }
        }
        for given in [OptionSyntax.zone, .recurrence] where option(given) != nil && new.date == nil {
            throw usageError(
                "'\(given.name)' needs '--scheduled' or '--due': give a date too"
            )
        }
        if new.until != nil, new.recurrence == nil {
            throw usageError("'--until' needs '--recurrence': it sets the end of a series")
        }
    }
}

extension NewReminder {
    fileprivate func path(
        _ invocation: Invocation,
        in folder: ReminderFolder,
        from directory: String
    ) throws(MemossError) -> String {
        guard let text = invocation.option(.path) else { return try folder.path(forNew: title, isNote: isNote) }
        return try folder.path(forNewAt: text, from: directory)
    }
}

extension Session {
    /// A path as those can use it who stand in the working directory; absolute where that is not in the folder.
    fileprivate func path(_ path: String, in folder: ReminderFolder) -> String {
        let root = folder.root == "/" ? "" : folder.root
        let absolute = "\(root)/\(path)"
        guard let here = try? Directory.realPath("."), here == folder.root || here.hasPrefix(root + "/") else {
            return absolute
        }
        var (from, to) = (here.split(separator: "/")[...], absolute.split(separator: "/")[...])
        while to.count > 1, let one = from.first, let other = to.first, one.utf8.elementsEqual(other.utf8) {
            (from, to) = (from.dropFirst(), to.dropFirst())
        }
        return (from.map { _ in ".." } + to.map(String.init)).joined(separator: "/")
    }

    /// How the words were understood.
    fileprivate mutating func sayAdded(_ new: NewReminder, _ tags: [Tag], seenFrom today: CivilDate) {
        var said = ["added '\(new.title)'"]
        func text(_ date: DateValue) -> String {
            let day = RelativeDay(date, from: today)
            let zone = new.timezone.map { " in \($0)" } ?? ""
            return date.offset == nil ? "\(day.fullText)\(zone) (\(day.distance))" : date.iso
        }
        if let scheduled = new.scheduled { said[0] += " for " + text(scheduled) }
        if let deadline = new.deadline { said[0] += ", due " + text(deadline) }
        if !tags.isEmpty { said.append("new in the registry: " + tags.map(\.name.text).joined(separator: ", ")) }
        console.say(said.joined(separator: "; "))
    }
}
