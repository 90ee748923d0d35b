import MemossFiles

extension Command {
    static let edit = Command(
        syntax: CommandSyntax(
            ["edit"],
            summary: "change a reminder: in your editor, or some fields at once",
            discussion: """
                Without options it opens a copy of the file in $VISUAL, $EDITOR or vi, and checks what comes of it. If that \
                has a problem, you choose to edit again, to keep it, or to take it back. The file itself is written when the \
                editor is done, as one edit that 'mm undo' takes back; if the editor fails it is not touched. If another \
                program wrote the file meanwhile, nothing is overwritten, and the copy is named. What an edit that was killed left \
                behind is named the next time, and you choose to go on with it, to throw it away, or to leave it.

                With options it sets fields, and touches no other byte. WHEN is a date as in a file, or words such as tomorrow \
                9am, on the clock of the reminder's zone; a day alone keeps the time, and a time alone the day. Another date \
                ends a snooze. A tag that is not in the registry is put there.
                """,
            section: "Edits",
            arguments: [SelectorArgument.one],
            options: fieldOptions + [.dryRun],
            examples: [
                CommandSyntax.Example("mm edit dentist", "open it in your editor"),
                CommandSyntax.Example("mm edit dentist --scheduled friday 9am --tag Health", "set two fields"),
            ]
        )
    ) { invocation, session throws(MemossError) in
        let isAtOnce = fieldOptions.contains { invocation.flag($0.long) || invocation.option($0.long) != nil }
        guard isAtOnce else {
            let (snapshot, time) = try session.read()
            let path = try session.resolvePath(invocation, in: snapshot)
            return try session.editInEditor(path, invocation, registry: snapshot.registry, time)
        }
        let folder = try session.folder(toEdit: invocation)
        let (snapshot, time) = try session.read()
        let path = try session.resolvePath(invocation, in: snapshot)
        let reminder = try folder.reminder(at: path)
        let edit = try session.reminderEdit(invocation, of: reminder, time)
        let change = ReminderChange(of: path, edit, today: time.local.date, freshID: Environment.randomUUID)
        let plan = try folder.plan(change, in: snapshot)
        let status = try session.carryOut(
            plan,
            invocation,
            as: "edit \(path)",
            today: time.local.date,
            at: time.now
        )
        session.warn(of: folder.newProblems(of: plan, registry: snapshot.registry, in: time))
        if let reminder {
            for (name, nearest) in edit.tags.absent(from: reminder, registry: snapshot.registry) {
                session.console.warn(
                    "\(path) has no tag '\(name)'",
                    hint: nearest.map { "did you mean '\($0)'?" }
                )
            }
        }
        return status
    }

    private static let fieldOptions = [
        OptionSyntax("title", value: "TEXT", help: "another title"),
        OptionSyntax(
            "scheduled",
            value: "WHEN",
            help: "another date: a day alone keeps the time, a time alone the day; 'all day' removes the time"
        ),
        OptionSyntax("no-scheduled", help: "remove the date; without a deadline it is for someday"),
        OptionSyntax("due", value: "WHEN", help: "another deadline, written like the date"),
        OptionSyntax("no-due", help: "remove the deadline"),
        OptionSyntax("zone", value: "IANA", help: "the time zone of the date", completion: .timezone),
        OptionSyntax("no-zone", help: "take the time zone out"),
        OptionSyntax("recurrence", value: "RULE", help: "how it recurs, such as 'weekly on monday'"),
        OptionSyntax("no-recurrence", help: "take the rule out, and the end of the series: a reminder for once"),
        OptionSyntax("until", value: "DATE", help: "the last day of the series"),
        OptionSyntax("no-until", help: "take the end of the series out"),
        OptionSyntax("tag", value: "NAME", isRepeatable: true, help: "put a tag on it", completion: .tag),
        OptionSyntax("untag", value: "NAME", isRepeatable: true, help: "take a tag off it", completion: .tag),
        OptionSyntax("body", value: "TEXT", help: "another text below the front matter; - reads standard input"),
        OptionSyntax("no-body", help: "take the text out"),
    ]
}

extension Session {
    /// - Parameter reminder: as it stands, as far as it can be read: what a date does not name is kept.
    fileprivate func reminderEdit(
        _ invocation: Invocation,
        of reminder: Reminder?,
        _ time: TimeContext
    ) throws(MemossError) -> ReminderEdit {
        for name in ["scheduled", "due", "zone", "recurrence", "until", "body"] {
            guard invocation.option(name) == nil || !invocation.flag("no-\(name)") else {
                throw invocation.usageError("'--\(name)' and '--no-\(name)' ask for opposite things")
            }
        }
        func setting<Value>(
            _ name: String,
            as parse: (String) throws(ParseError) -> Value
        ) throws(MemossError) -> ReminderEdit.Setting<Value> {
            if let value = try invocation.option(name, as: parse) { return .set(value) }
            return invocation.flag("no-\(name)") ? .removed : .kept
        }
        var edit = ReminderEdit()
        edit.title = try invocation.option("title") { (text: String) throws(ParseError) in
            try FieldRules.title(text)
        }
        edit.timezone = try setting("zone") { (name: String) throws(ParseError) in
            _ = try zones.zone(named: name)
            return name
        }
        let zone = zone(of: reminder, edit, time)
        let clock = zone.civil(at: time.now)
        let changing = { (date: DateValue?) in
            { (text: String) throws(ParseError) in try When(parsing: text, now: clock).changing(date, in: zone) }
        }
        edit.scheduled = try setting("scheduled", as: changing(reminder?.scheduled))
        edit.deadline = try setting("due", as: changing(reminder?.deadline))
        edit.recurrence = try setting("recurrence") { (text: String) throws(ParseError) in
            _ = try RecurrenceRule(parsing: text)
            return text
        }
        edit.until = try setting("until", as: changing(nil))
        if let reminder {
            do throws(NewReminder.Fault) {
                try edit.check(on: reminder, in: zone)
            } catch {
                throw invocation.usageError(error.error, at: "--\(error.part.rawValue)")
            }
        }
        edit.tags.adding = try invocation.tags("tag")
        edit.tags.removing = try invocation.tags("untag")
        if let both = edit.tags.adding.first(where: edit.tags.removing.contains) {
            throw invocation.usageError("'--tag \(both)' and '--untag \(both)' ask for opposite things")
        }
        edit.body = invocation.flag("no-body") ? [] : try invocation.body()
        return edit
    }

    /// On whose clock dates are typed: that of the reminder as it is to be.
    private func zone(of reminder: Reminder?, _ edit: ReminderEdit, _ time: TimeContext) -> Zone {
        let name =
            switch edit.timezone {
            case .set(let name): name
            case .removed: String?.none
            case .kept: reminder?.timezone
            }
        return name.flatMap { try? zones.zone(named: $0) } ?? time.zone
    }
}
