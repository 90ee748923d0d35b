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
            arguments: [.selector],
            options: fieldOptions + [.dryRun],
            examples: [
                CommandSyntax.Example("mm edit dentist", "open it in your editor"),
                CommandSyntax.Example("mm edit dentist --scheduled friday 9am --tag Health", "set two fields"),
            ]
        )
    ) { invocation, session throws(MemossError) in
        let isAtOnce = invocation.hasAny(of: fieldOptions)
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

    private static let fieldOptions: [OptionSyntax] = [
        .title,
        .scheduled.with(
            help: "another date: a day alone keeps the time, a time alone the day; 'all day' removes the time"
        ),
        .noScheduled, .due.with(help: "another deadline, written like the date"), .noDue,
        .zone.with(help: "the time zone of the date"), .noZone,
        .recurrence.with(help: "how it recurs, such as 'weekly on monday'"), .noRecurrence,
        .until.with(help: "the last day of the series"), .noUntil, .tag.with(help: "put a tag on it"), .untag,
        .body.with(help: "another text below the front matter; - reads standard input"), .noBody,
    ]
}

extension OptionSyntax {
    fileprivate static let title = OptionSyntax("title", value: "TEXT", help: "another title")
    fileprivate static let noScheduled = OptionSyntax(
        "no-scheduled",
        help: "remove the date; without a deadline it is for someday"
    )
    fileprivate static let noDue = OptionSyntax("no-due", help: "remove the deadline")
    fileprivate static let noZone = OptionSyntax("no-zone", help: "take the time zone out")
    fileprivate static let noRecurrence = OptionSyntax(
        "no-recurrence",
        help: "take the rule out, and the end of the series: a reminder for once"
    )
    fileprivate static let noUntil = OptionSyntax("no-until", help: "take the end of the series out")
    fileprivate static let untag = OptionSyntax(
        "untag",
        value: "NAME",
        isRepeatable: true,
        help: "take a tag off it",
        completion: .tag
    )
    fileprivate static let noBody = OptionSyntax("no-body", help: "take the text out")
}

extension NewReminder.Part {
    /// The option that the part is set with.
    var option: OptionSyntax {
        switch self {
        case .recurrence: .recurrence
        case .until: .until
        case .scheduled: .scheduled
        case .deadline: .due
        }
    }
}

extension Session {
    /// - Parameter reminder: as it stands, as far as it can be read: what a date does not name is kept.
    fileprivate func reminderEdit(
        _ invocation: Invocation,
        of reminder: Reminder?,
        _ time: TimeContext
    ) throws(MemossError) -> ReminderEdit {
        let opposites: [(OptionSyntax, OptionSyntax)] = [
            (.scheduled, .noScheduled), (.due, .noDue), (.zone, .noZone), (.recurrence, .noRecurrence),
            (.until, .noUntil), (.body, .noBody),
        ]
        for (option, removal) in opposites {
            guard invocation.option(option) == nil || !invocation.flag(removal) else {
                throw invocation.usageError("'\(option.name)' and '\(removal.name)' ask for opposite things")
            }
        }
        func setting<Value>(
            _ option: OptionSyntax,
            or removal: OptionSyntax,
            as parse: (String) throws(ParseError) -> Value
        ) throws(MemossError) -> ReminderEdit.Setting<Value> {
            if let value = try invocation.option(option, as: parse) { return .set(value) }
            return invocation.flag(removal) ? .removed : .kept
        }
        var edit = ReminderEdit()
        edit.title = try invocation.option(.title) { (text: String) throws(ParseError) in
            try FieldRules.title(text)
        }
        edit.timezone = try setting(.zone, or: .noZone) { (name: String) throws(ParseError) in
            _ = try zones.zone(named: name)
            return name
        }
        let zone = zone(of: reminder, edit, time)
        let clock = zone.civil(at: time.now)
        let changing = { (date: DateValue?) in
            { (text: String) throws(ParseError) in try When(parsing: text, now: clock).changing(date, in: zone) }
        }
        edit.scheduled = try setting(.scheduled, or: .noScheduled, as: changing(reminder?.scheduled))
        edit.deadline = try setting(.due, or: .noDue, as: changing(reminder?.deadline))
        edit.recurrence = try setting(.recurrence, or: .noRecurrence) { (text: String) throws(ParseError) in
            _ = try RecurrenceRule(parsing: text)
            return text
        }
        edit.until = try setting(.until, or: .noUntil, as: changing(nil))
        if let reminder {
            do throws(NewReminder.Fault) {
                try edit.check(on: reminder, in: zone)
            } catch {
                throw invocation.usageError(error.error, at: error.part.option.name)
            }
        }
        edit.tags.adding = try invocation.tags(.tag)
        edit.tags.removing = try invocation.tags(.untag)
        if let both = edit.tags.adding.first(where: edit.tags.removing.contains) {
            throw invocation.usageError("'--tag \(both)' and '--untag \(both)' ask for opposite things")
        }
        edit.body = invocation.flag(.noBody) ? [] : try invocation.body()
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
