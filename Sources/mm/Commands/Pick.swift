import Interaction
import MemossFiles

extension Command {
    static let tagPick = Command(
        ["tag", "pick"],
        summary: "choose the tags of a reminder interactively",
        discussion: """
            Shows the tags of the reminder, and below them suggestions for what you type. Return or a comma adds \
            the highlighted one; if no tag has this name, it creates the tag and lets you choose its colour. Pasted \
            text may hold several names, separated by commas. Tab completes. Backspace marks the last tag, then \
            removes it; the arrows move among the tags. Return on an empty line saves everything as one edit, \
            and Esc leaves the file as it was.

            With TERM=dumb, or if MM_PLAIN is set, it prints numbered lines instead, for screen readers.
            """,
        section: "Tags",
        arguments: [.selector],
        options: [.dryRun],
        examples: ["mm tag pick dentist": "Choose the tags of the reminder."]
    ) { invocation, session throws(MemossError) in
        try invocation.requireTerminal()
        let (snapshot, time) = try session.read()
        let reminder = try session.resolve(invocation, in: (snapshot, time))
        try snapshot.requireEditableTags()
        let source = TagSuggestions(snapshot, today: time.local.date)
        let tags = snapshot.registry.canonical(reminder.tags)
        let picker = TagPicker(title: "Tags of '\(reminder.title)'", field: TagField(tags, from: source))
        guard case .done(let field) = session.ask(picker) else {
            session.console.info("nothing was changed")
            return .negative
        }
        return try session.change(field.change, of: [reminder], invocation, at: time)
    }

    static let pick = Command(
        ["pick"],
        summary: "choose reminders interactively",
        discussion: """
            Shows what 'mm list QUERY' lists. Typing narrows it to reminders with all the words in their title, \
            tags or path. Tab marks a reminder, Return picks the marked ones or else the highlighted one, and Esc \
            cancels. Prints the handles, one per line, for other commands.

            With TERM=dumb, or if MM_PLAIN is set, the lines are numbered and you type the numbers, or * for all.
            """,
        arguments: [.query],
        examples: [
            "mm pick tag:bills": "Choose bills, and print their handles."
        ]
    ) { invocation, session throws(MemossError) in
        try invocation.requireTerminal()
        let words = invocation.arguments(.query).joined(separator: " ")
        let query = try session.query(words, after: invocation.command.name)
        let matches = try session.read(matching: query, in: words, wanted: query.listed)
        let found = ReminderOrder.scheduled.sorted(matches.files, in: matches.time)
        guard !found.isEmpty else {
            session.console.info("nothing matches")
            return .negative
        }
        let text = try session.text(of: found, in: matches.snapshot, matches.time)
        guard case .done(let chosen) = session.ask(ReminderPicker(found, text)) else {
            session.console.info("nothing was chosen")
            return .negative
        }
        if session.isJSON {
            ReminderJSON(text).list(chosen.map { found[$0] }, on: &session.console)
            return .done
        }
        for index in chosen {
            // An unreadable file has no handle, but its path selects it.
            let isHidden = found[index].attention?.hidesFile == true
            session.console.line(Printable.line(isHidden ? found[index].path : text.handles.handle(of: found[index])))
        }
        return .done
    }
}

extension Session {
    /// Changes the tags of reminders as one edit.
    mutating func change(
        _ tags: TagsChange,
        of reminders: [Reminder],
        _ invocation: Invocation,
        at time: TimeContext
    ) throws(MemossError) -> ExitStatus {
        let folder = invocation.flag(.dryRun) ? try folder() : try folderToEdit()
        var change = ReminderChange()
        change.tags = tags
        let update = ReminderUpdate(
            of: reminders.map { (path: $0.path, change: change) },
            today: time.local.date,
            freshID: Environment.randomUUID
        )
        let one = reminders.count == 1 ? reminders.first : nil
        let of = one.map { "'\($0.title)'" } ?? reminders.count.counted("reminder")
        return try commit(
            try folder.plan(update, in: try read().snapshot),
            invocation,
            as: "choose the tags of \(of)",
            verb: { _ in "changed the tags of \(of)" },
            at: time.now
        )
    }
}

extension Invocation {
    /// - Parameter option: the option that asks; nil if the command itself does.
    /// - Throws: a usage error if there is no terminal to ask on.
    func requireTerminal(for option: OptionSyntax? = nil) throws(MemossError) {
        guard !Confirmation.isPossible else { return }
        throw usageError(
            "'\(option?.name ?? command.name)' needs a terminal: standard input and standard error must not be redirected"
        )
    }
}
