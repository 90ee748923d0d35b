import MemossFiles

extension Command {
    static let edit = Command(
        syntax: CommandSyntax(
            ["edit"],
            summary: "change a reminder: in your editor, or by setting fields",
            discussion: """
                Without options, opens a copy of the file in $VISUAL, $EDITOR or vi. If your edit introduces a \
                problem, mm asks whether to edit again, keep the result, or revert. It writes the file when the \
                editor exits, as one edit that 'mm undo' reverts. If the editor fails, the file is not touched. If \
                another program has changed the file in the meantime, mm overwrites nothing and says where your \
                copy is. If an edit was interrupted, mm offers next time to resume it, discard it, or leave it.

                With options, sets fields and changes no other byte. WHEN is a date as in a file, or words such as \
                tomorrow 9am, in the reminder's time zone; a day alone keeps the time, and a time alone keeps the \
                day. Changing the date ends a snooze. Tags that are not in the registry are added to it.
                """,
            section: "Edits",
            arguments: [.selector],
            options: fieldOptions + [.dryRun],
            examples: [
                CommandSyntax.Example("mm edit dentist", "Open the reminder in your editor."),
                CommandSyntax.Example("mm edit dentist --scheduled friday 9am --tag Health", "Set two fields."),
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
        let change = ReminderUpdate(of: path, edit, today: time.local.date, freshID: Environment.randomUUID)
        let plan = try folder.plan(change, in: snapshot)
        let status = try session.commit(
            plan,
            invocation,
            as: "edit \(path)",
            interpretation: Interpretation(time, session.clock),
            at: time.now
        )
        session.warn(about: folder.newProblems(of: plan, registry: snapshot.registry, in: time))
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
            help: "set the date: a day alone keeps the time, a time alone keeps the day, 'all day' removes the time"
        ),
        .noScheduled, .due.with(help: "set the deadline, in the same way"), .noDue,
        .zone.with(help: "set the time zone of the dates"), .noZone,
        .recurrence.with(help: "set the recurrence, such as 'weekly on monday'"), .noRecurrence,
        .until.with(help: "set the last day of the series"), .noUntil, .anchor, .missed,
        .tag.with(help: "add a tag, or several separated by commas"), .untag,
        .body.with(help: "replace the text below the front matter; - reads standard input"), .noBody,
    ]
}

extension OptionSyntax {
    fileprivate static let title = OptionSyntax("title", value: "TEXT", help: "set the title")
    fileprivate static let noScheduled = OptionSyntax(
        "no-scheduled",
        help: "remove the date; without a deadline, it goes under Someday"
    )
    fileprivate static let noDue = OptionSyntax("no-due", help: "remove the deadline")
    fileprivate static let noZone = OptionSyntax("no-zone", help: "remove the time zone")
    fileprivate static let noRecurrence = OptionSyntax(
        "no-recurrence",
        help: "remove the recurrence and the end of the series"
    )
    fileprivate static let noUntil = OptionSyntax("no-until", help: "remove the end of the series")
    fileprivate static let untag = OptionSyntax(
        "untag",
        value: "NAME",
        isRepeatable: true,
        help: "remove a tag, or several separated by commas",
        completion: .tag
    )
    fileprivate static let noBody = OptionSyntax("no-body", help: "remove the text below the front matter")
}

extension NewReminder.Part {
    /// The option that sets this part.
    var option: OptionSyntax {
        switch self {
        case .recurrence: .recurrence
        case .until: .until
        case .scheduled: .scheduled
        case .deadline: .due
        }
    }
}

private typealias Setting<Value: Sendable & Hashable> = ReminderChange.Setting<Value>

extension Session {
    /// - Parameter reminder: the current reminder as far as it can be read. Parts of a date that are not given are
    ///   kept.
    fileprivate func reminderEdit(
        _ invocation: Invocation,
        of reminder: Reminder?,
        _ time: TimeContext
    ) throws(MemossError) -> ReminderChange {
        let opposites: [(OptionSyntax, OptionSyntax)] = [
            (.scheduled, .noScheduled), (.due, .noDue), (.zone, .noZone), (.recurrence, .noRecurrence),
            (.until, .noUntil), (.body, .noBody),
        ]
        for (option, removal) in opposites {
            guard invocation.option(option) == nil || !invocation.flag(removal) else {
                throw invocation.usageError("'\(option.name)' and '\(removal.name)' cannot be used together")
            }
        }
        var edit = ReminderChange()
        edit.title = try invocation.option(.title) { (text: String) throws(ParseError) in
            try FieldRules.title(text)
        }
        let name = try invocation.option(.zone) { (name: String) throws(ParseError) in
            _ = try zones.zone(named: name)
            return name
        }
        edit.timezone = name.map { .set($0) } ?? (invocation.flag(.noZone) ? .removed : .kept)
        let zone = zone(of: reminder, edit, time)
        let when = { (text: String) throws(ParseError) in try time.when(text, in: zone) }
        let (scheduled, due) = (try invocation.option(.scheduled, as: when), try invocation.option(.due, as: when))
        func changed(_ phrase: WhenPhrase?, _ date: DateValue?, _ removal: OptionSyntax) -> Setting<DateValue> {
            phrase.map { .set($0.changing(date, in: zone)) } ?? (invocation.flag(removal) ? .removed : .kept)
        }
        edit.scheduled = changed(scheduled, reminder?.scheduled, .noScheduled)
        edit.deadline = changed(due, reminder?.deadline, .noDue)
        edit.until = changed(try invocation.option(.until, as: when), nil, .noUntil)
        edit.anchor = try choice(.anchor, invocation, of: reminder)
        edit.missed = try choice(.missed, invocation, of: reminder)
        if invocation.flag(.noRecurrence) { edit.recurrence = .removed }
        if let text = invocation.option(.recurrence) {
            try invocation.read(text, of: OptionSyntax.recurrence.name) { (text: String) throws(ParseError) in
                let clock = zone.civil(at: time.now)
                let rule = try RulePhrase(parsing: text, now: clock, times: time.times)
                try edit.setSeries(
                    rule,
                    on: scheduled,
                    due: due,
                    of: reminder,
                    now: clock,
                    in: zone,
                    allDayAt: time.allDayAt
                )
            }
        }
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
            throw invocation.usageError("'--tag \(both)' and '--untag \(both)' cannot be used together")
        }
        edit.body = invocation.flag(.noBody) ? [] : try invocation.body()
        return edit
    }

    /// The value of an option that needs a series.
    private func choice<Value: RawRepresentable<String> & Sendable & Hashable>(
        _ option: OptionSyntax,
        _ invocation: Invocation,
        of reminder: Reminder?
    ) throws(MemossError) -> Setting<Value> {
        guard let value = invocation.option(option).flatMap(Value.init) else { return .kept }
        guard reminder?.recurrence != nil || invocation.option(.recurrence) != nil else {
            throw invocation.usageError("'\(option.name)' needs a rule: add --recurrence RULE")
        }
        return .set(value)
    }

    /// The time zone of typed dates: that of the reminder after the edit.
    private func zone(of reminder: Reminder?, _ edit: ReminderChange, _ time: TimeContext) -> Zone {
        let name =
            switch edit.timezone {
            case .set(let name): name
            case .removed: String?.none
            case .kept: reminder?.timezone
            }
        return name.flatMap { try? zones.zone(named: $0) } ?? time.zone
    }
}
