import MemossFiles

extension Command {
    static let edit = Command(
        ["edit"],
        summary: "change a reminder: in your editor, in a form, or by setting fields",
        discussion: """
            Without options, opens a copy of the file in $VISUAL, $EDITOR or vi. If your edit introduces a \
            problem, mm asks whether to edit again, keep the result, or revert. It writes the file when the \
            editor exits, as one edit that 'mm undo' reverts. If the editor fails, the file is not touched. If \
            another program has changed the file in the meantime, mm overwrites nothing and says where your \
            copy is. If an edit was interrupted, mm offers next time to resume it, discard it, or leave it.

            With -i, shows a form on the terminal. Only what you change there is written, as the options would. \
            Tab moves, Ctrl-S saves, Esc cancels, and Ctrl-E continues in your editor.

            With options, sets fields and changes no other byte. WHEN is a date as in a file, or words such as \
            tomorrow 9am, in the reminder's time zone; a day alone keeps the time, and a time alone keeps the \
            day. +1w is a week from now; --by +1w moves each reminder by a week from its own date. KEY=VALUE after SELECTOR does the same, for any key. Changing the date ends a snooze. Tags that \
            are not in the registry are added to it.

            If the rule of a series names no day or no time ('every 3 days'), a new date moves the whole series; to move \
            one occurrence, use 'mm snooze'. If it names them ('weekly on friday'), a date off the rule moves one \
            occurrence; to move the others, change the rule with --recurrence. The answer says what was moved.
            """,
        section: "Edits",
        arguments: [.selectors],
        options: fieldOptions + [.interactive] + OptionSyntax.selection + [.dryRun],
        examples: [
            "mm edit dentist": "Open the reminder in your editor.",
            "mm edit -i dentist": "Change it in a form.",
            "mm edit dentist --scheduled friday 9am --tag Health": "Set two fields.",
            "mm edit dentist --by +1w": "Move it by a week.",
            "mm edit dentist priority=high": "Set any key.",
            "mm edit --where 'is:overdue tag:home' --scheduled saturday":
                "Move everything overdue at home to Saturday, after asking for confirmation.",
        ]
    ) { invocation, session throws(MemossError) in
        var invocation = invocation
        let assigned = invocation.takeAssignments(from: .selectors, for: fieldOptions)
        try refuseEmpty(invocation)
        if invocation.flag(.interactive), let typed = assigned.first {
            throw invocation.usageError(
                "'\(typed.key)=\(typed.value)' and '\(OptionSyntax.interactive.name)' cannot be used together"
            )
        }
        if invocation.flag(.interactive) { return try session.editInForm(invocation, besides: fieldOptions) }
        guard invocation.hasAny(of: fieldOptions) || !assigned.isEmpty else {
            return try session.editInEditor(invocation)
        }
        var chosen = TagsChange()
        if invocation.isBare(.tag) {
            let selection = try session.selectToSetFields(invocation)
            guard let tags = try session.askedTags(of: selection) else {
                session.console.info("nothing was changed")
                return .negative
            }
            chosen = tags
        }
        // Not kept in a variable, which would keep the lock while the user answers.
        _ = try session.folder(toEdit: invocation)
        let selection = try session.selectToSetFields(invocation)
        var (changes, skipped) = try session.changes(invocation, of: selection, choosing: chosen)
        let added = changes.first?.change.tags.adding ?? []
        let place =
            selection.query.map { "--where \($0.shellWord)" } ?? selection.paths.map(\.shellWord).joined(separator: " ")
        for typed in assigned {
            let folder = try session.folder()
            try session.refuseForeign(typed, at: place, selection.snapshot.registry, invocation)
            let field: FieldChange
            do throws(ParseError) {
                field = try folder.setting(typed.key, to: typed.value)
            } catch {
                throw invocation.usageError(error, at: typed.key)
            }
            for index in changes.indices { changes[index].change.fields.append(field) }
        }
        let meant = session.checkingSpelling(of: added, in: selection.snapshot.registry, at: place)
        if meant != added { for index in changes.indices { changes[index].change.tags.adding = meant } }
        let folder = try session.folder()
        let update = ReminderUpdate(
            of: changes,
            today: selection.time.local.date,
            skipsInapplicable: selection.isQuery,
            freshID: Environment.randomUUID
        )
        var plan = try folder.plan(update, in: selection.snapshot)
        plan.skip(skipped)
        let status = try session.commit(
            plan,
            of: selection,
            invocation,
            as: "edit",
            interpretation: Interpretation(selection.time, session.clock)
        )
        if status == .done { session.hintAtOwnDates(invocation, selection, at: place) }
        let registry = selection.snapshot.registry
        session.warnAboutDeadlines(of: plan, Interpretation(selection.time, session.clock, registry: registry))
        session.warn(about: folder.newProblems(of: plan, registry: registry, in: selection.time))
        if !selection.isQuery { try session.warnAboutAbsentTags(invocation, in: selection) }
        if !plan.isEmpty {
            for typed in assigned {
                let key = registry.settings.names.own(typed.key) ?? typed.key
                try session.warnAboutUnknown(key, typed.value, in: selection.paths)
            }
        }
        return status
    }

    /// Refuses `mm edit dentist priority=`.
    private static func refuseEmpty(_ invocation: Invocation) throws(MemossError) {
        let words = invocation.arguments(.selectors)
        guard words.count > 1, let last = words.last, last.hasSuffix("="), let typed = KeyAndValue(last + "x") else {
            return
        }
        let others = words.dropLast().map(\.shellWord).joined(separator: " ")
        throw invocation.usageError(
            "'\(last)' has no value",
            hints: ["to remove the key: mm unset \(others) \(typed.key)"]
        )
    }

    private static let fieldOptions: [OptionSyntax] =
        [
            .title,
            .scheduled.with(
                help: "set the date: a day alone keeps the time, a time alone keeps the day, 'all day' removes the time"
            ),
            .noScheduled, .due.with(help: "set the deadline, in the same way"), .noDue, .by,
            .zone.with(help: "set the time zone of the dates"), .noZone,
            .recurrence.with(help: "set the recurrence, such as 'weekly on monday'"), .noRecurrence,
            .until.with(help: "set the last day of the series"), .noUntil,
            .remind.with(help: "add an alarm: '15 min before', '1 day before due', or a date"), .noRemind,
        ] + OptionSyntax.words + OptionSyntax.flagPairs.flatMap { [$0.on, $0.off] } + [
            .tag.asked.with(help: "add a tag, or several separated by commas; without NAME, choose on the terminal"),
            .untag,
            .body.with(help: "replace the text below the front matter; - reads standard input"), .noBody,
        ]
}

extension OptionSyntax {
    fileprivate static let title = OptionSyntax("title", value: "TEXT", help: "set the title")
    static let noScheduled = OptionSyntax(
        "no-scheduled",
        help: "remove the date; without a deadline, it goes under Someday"
    )
    static let noDue = OptionSyntax("no-due", help: "remove the deadline")
    fileprivate static let noZone = OptionSyntax("no-zone", help: "remove the time zone")
    static let noRecurrence = OptionSyntax(
        "no-recurrence",
        help: "remove the recurrence and the end of the series"
    )
    fileprivate static let noUntil = OptionSyntax("no-until", help: "remove the end of the series")
    fileprivate static let noRemind = OptionSyntax("no-remind", help: "remove all alarms besides the date")
    static let untag = OptionSyntax(
        "untag",
        value: "NAME",
        isRepeatable: true,
        help: "remove a tag, or several separated by commas",
        completion: .tag
    )
    fileprivate static let noBody = OptionSyntax("no-body", help: "remove the text below the front matter")
}

extension OptionSyntax {
    /// The option of `mm edit` that sets a key; nil if there is none.
    static func option(of key: KnownKey) -> OptionSyntax? {
        switch key {
        case .scheduled: scheduled
        case .due: due
        case .recurrence: recurrence
        case .until: until
        case .reminders: remind
        case .timezone: zone
        case .tags: tag
        default: nil
        }
    }
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
    /// A deadline before the date is possible for a task that needs preparation, but usually it is a mistake.
    mutating func warnAboutDeadlines(of plan: EditPlan, _ interpretation: Interpretation) {
        for edit in plan.edits where edit.path != TagRegistry.fileName {
            if let doubt = interpretation.doubt(of: edit) { console.warn(doubt) }
        }
    }

    /// Refuses a key that other programs have for one of `mm`, such as `date`, unless files have it.
    fileprivate mutating func refuseForeign(
        _ typed: KeyAndValue,
        at place: String,
        _ registry: TagRegistry,
        _ invocation: Invocation
    ) throws(MemossError) {
        // A folder of TaskNotes may call `due` so.
        let key = registry.settings.names.own(typed.key) ?? typed.key
        guard let own = FieldRules.meaning(of: key), let option = OptionSyntax.option(of: own),
            try !folder().keyNames().contains(typed.key)
        else { return }
        throw invocation.usageError(
            "mm does not read the key '\(typed.key)', and no file has it",
            hints: [
                "did you mean: mm edit \(place) \(option.name) \(typed.value.shellWord)",
                "to set that key all the same: mm set \(place) \(typed.spelled)",
            ]
        )
    }

    fileprivate mutating func editInEditor(_ invocation: Invocation) throws(MemossError) -> ExitStatus {
        let words = invocation.arguments(.selectors)
        let selection: Selection
        do throws(MemossError) {
            selection = try select(words, invocation, acceptsUnreadable: true)
        } catch {
            throw namingDate(words, invocation, error, at: try time())
        }
        guard let path = selection.paths.first, selection.paths.count == 1 else {
            throw invocation.usageError(
                "the editor opens one reminder, not \(selection.paths.count)",
                hints: ["to change several at once, set fields: --scheduled, --tag, …"]
            )
        }
        return try editInEditor(path, invocation, registry: selection.snapshot.registry, selection.time)
    }

    /// The selected reminders. More than one get the same title only if a query selects them.
    fileprivate mutating func selectToSetFields(_ invocation: Invocation) throws(MemossError) -> Selection {
        let words = invocation.arguments(.selectors)
        let texts = [OptionSyntax.title, .body].compactMap { option in
            // `-` stands for standard input.
            invocation.option(option).flatMap {
                $0 == "-" ? nil : "quote a text of several words: \(option.name) \"\($0) …\""
            }
        }
        // `edit bread --title Rye bread`
        if !texts.isEmpty, Set(words).count < words.count {
            throw invocation.usageError("a SELECTOR is there twice", hints: texts)
        }
        let selection: Selection
        do throws(MemossError) {
            selection = try select(words, invocation, acceptsUnreadable: true)
        } catch {
            // What does not select anything may belong to the text.
            var error = error
            if words.count > 1 { error.hints += texts }
            throw error
        }
        if invocation.option(.title) != nil, !selection.isQuery, selection.paths.count > 1 {
            throw invocation.usageError(
                "'--title' would give \(selection.paths.count) reminders one title",
                hints: texts
            )
        }
        return selection
    }

    /// The change to each reminder, and the reminders that it does not apply to.
    fileprivate mutating func changes(
        _ invocation: Invocation,
        of selection: Selection,
        choosing tags: TagsChange
    ) throws(MemossError) -> (changes: [(path: String, change: ReminderChange)], skipped: [SkippedFile]) {
        let folder = try folder()
        let body = invocation.flag(.noBody) ? [] : try invocation.body()
        var changes: [(path: String, change: ReminderChange)] = []
        var skipped: [SkippedFile] = []
        var failure: MemossError?
        for path in selection.paths {
            do throws(MemossError) {
                let reminder = try folder.reminder(at: path)?.lapsed(in: selection.time)
                var change = try reminderEdit(invocation, of: reminder, selection.time)
                change.body = body
                change.tags.adding += tags.adding
                change.tags.removing += tags.removing
                change.tags.colors = tags.colors
                changes.append((path, change))
            } catch {
                guard selection.isQuery else { throw error }
                failure = failure ?? error
                skipped.append(SkippedFile(path, error))
            }
        }
        // If the options do not apply to any of them, that is an error.
        if changes.isEmpty, let failure, failure.kind == .usage { throw failure }
        return (changes, skipped)
    }

    /// Removing an absent tag is fine, but the name may be misspelt.
    fileprivate mutating func warnAboutAbsentTags(_ invocation: Invocation, in selection: Selection) throws(MemossError)
    {
        let change = TagsChange(removing: try invocation.tags(.untag))
        let registry = selection.snapshot.registry
        for reminder in selection.reminders where reminder.attention?.hidesFile != true {
            let texts = change.removing.isEmpty ? [] : try folder().textTags(of: reminder.path)
            let remaining = change.remaining(in: texts, registry: registry)
            for name in remaining { console.warn("'#\(name)' stays in the text of \(reminder.path): delete it there") }
            for (name, nearest) in change.absent(from: reminder, registry: registry) where !remaining.contains(name) {
                console.warn(
                    "\(reminder.path) has no tag '\(name)'",
                    hint: nearest.map { "did you mean '\($0)'?" }
                )
            }
        }
    }

    /// - Parameter reminder: the current reminder, as far as it can be read. Parts of a date that are not given are
    ///   kept.
    fileprivate func reminderEdit(
        _ invocation: Invocation,
        of reminder: Reminder?,
        _ time: TimeContext
    ) throws(MemossError) -> ReminderChange {
        let opposites: [(OptionSyntax, OptionSyntax)] = [
            (.scheduled, .noScheduled), (.due, .noDue), (.zone, .noZone), (.recurrence, .noRecurrence),
            (.until, .noUntil), (.remind, .noRemind), (.body, .noBody),
        ]
        for (option, removal) in opposites + OptionSyntax.flagPairs.map({ ($0.on, $0.off) }) {
            guard !invocation.hasAny(of: [option]) || !invocation.flag(removal) else {
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
        func setting(_ option: OptionSyntax, _ removal: OptionSyntax) throws(MemossError) -> Setting<WhenPhrase> {
            let phrase = try invocation.option(option, as: when)
            return phrase.map { .set($0) } ?? (invocation.flag(removal) ? .removed : .kept)
        }
        var typed = TypedDates()
        typed.scheduled = try setting(.scheduled, .noScheduled)
        typed.due = try setting(.due, .noDue)
        typed.until = try setting(.until, .noUntil)
        for key in KnownKey.words {
            guard let word = invocation.word(of: key) else { continue }
            guard !key.spec.isOfSeries || reminder?.recurrence != nil || invocation.option(.recurrence) != nil else {
                throw invocation.usageError("'\(OptionSyntax(key).name)' needs a rule: add --recurrence RULE")
            }
            edit.words[key] =
                OptionSyntax.flags[key] != nil && word == key.spec.kind.words.first ? .removed : .set(word)
        }
        if let shifted = try shifted(invocation, reminder, in: zone, time) {
            if reminder?.dateKey == "due" { typed.due = .set(shifted) } else { typed.scheduled = .set(shifted) }
        }
        let rule = try invocation.option(.recurrence) { (text: String) throws(ParseError) in
            try RulePhrase(parsing: text, now: zone.civil(at: time.now), times: time.times)
        }
        typed.recurrence = rule.map { .set($0) } ?? (invocation.flag(.noRecurrence) ? .removed : .kept)
        do throws(NewReminder.Fault) {
            try edit.set(typed, of: reminder, in: zone, time)
        } catch {
            let text = error.part == .recurrence ? invocation.option(.recurrence) : nil
            throw invocation.usageError(error.error, at: error.part.option.name, in: text)
        }
        let alarms = try invocation.alarms(at: zone.civil(at: time.now), time.times)
        if !alarms.isEmpty {
            let new = alarms.filter { alarm in reminder?.alarms.contains { $0.trigger.isSame(as: alarm) } != true }
            let items = new.map { FieldValue.Item($0.description) }
            edit.fields.append(FieldChange(adding: items, to: KnownKey.reminders.rawValue))
        } else if invocation.flag(.noRemind) {
            edit.fields.append(FieldChange(KnownKey.reminders.rawValue, nil))
        }
        edit.tags.adding = try invocation.tags(.tag)
        edit.tags.removing = try invocation.tags(.untag)
        if let name = edit.tags.adding.first(where: { $0.text.hasPrefix("-") }) {
            let bare = String(name.text.drop { $0 == "-" })
            throw invocation.usageError(
                "'--tag \(name)' would add a tag: to remove one, write: --untag \(bare.shellWord)"
            )
        }
        if let both = edit.tags.adding.first(where: edit.tags.removing.contains) {
            throw invocation.usageError("'--tag \(both)' and '--untag \(both)' cannot be used together")
        }
        return edit
    }

    /// The time zone of typed dates, which is that of the reminder after the edit.
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
