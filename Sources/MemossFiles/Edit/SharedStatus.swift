extension [FileChange] {
    /// The changes to a task of the program that the folder is shared with, with what it writes beside a status: the day on
    /// which one completes a task. Changes to any other file stay as they are.
    ///
    /// - Parameters:
    ///   - bytes: the whole file.
    ///   - path: relative to the root.
    ///   - today: the day of completion.
    /// - Throws: a `MemossError` if the settings have no such status, or a step has to be made instead.
    func withStatus(of bytes: [UInt8], at path: String, _ registry: TagRegistry, today: CivilDate)
        throws(MemossError) -> [FileChange]
    {
        guard let profile = registry.settings.profile else { return self }
        var result: [FileChange] = []
        for change in self {
            guard case .field(let field) = change, case .text(let item)? = field.value,
                let key = KnownKey(rawValue: profile.names.own(field.key) ?? field.key),
                key == .status || key == .completed,
                let task = ReminderDecoder.decode(bytes, path: path, registry: registry).reminder, task.isTask
            else {
                result.append(change)
                continue
            }
            let places = FieldPlaces(bytes, names: profile.names)
            if key == .status {
                result += try Self.status(item.text, of: task, places, profile, today)
            } else if places.hasValue("status") {
                let message =
                    "TaskNotes does not read 'completed' in '\(task.title)': its status says whether it is completed"
                let isOpen = ["", "false"].contains(item.text)
                throw MemossError(
                    .failure,
                    message,
                    remedy: isOpen ? .reopen(path: path, occurrence: nil) : .complete(path: path)
                )
            } else {
                result.append(change)
            }
        }
        return result
    }

    private static func status(
        _ text: String,
        of task: Reminder,
        _ places: FieldPlaces,
        _ profile: Profile,
        _ today: CivilDate
    ) throws(MemossError) -> [FileChange] {
        guard let status = profile.status(text.utf8) else {
            let nearest = Spelling.nearest(to: text, among: profile.statuses + profile.labels).first
            let all = "they have: " + profile.statuses.joined(separator: ", ")
            let hints = nearest.map { ["did you mean '\($0)'?", all] } ?? [all]
            throw MemossError(.usage, "the settings of TaskNotes have no status '\(text)'", hints: hints)
        }
        var changes: [FileChange] = [.setting("status", status)]
        guard profile.isClosed(status: status.utf8) else {
            if task.recurrence == nil, places.has("completedDate") {
                changes.append(.field(FieldChange("completedDate", nil)))
            }
            return changes
        }
        if task.completed != .open { return changes }
        // Only a step moves a series on, or the series that has the occurrence.
        if task.recurrence != nil || task.task?.occurrence != nil {
            let what = task.recurrence == nil ? "is an occurrence of a series" : "repeats"
            throw MemossError(
                .failure,
                "'\(task.title)' \(what): the status '\(status)' would end it without moving the series on",
                remedy: .complete(path: task.path)
            )
        }
        if places.has("snoozed") { changes.append(.field(FieldChange("snoozed", nil))) }
        return changes + [.setting("completedDate", today.description)]
    }
}

extension [FileChange] {
    /// The changes with a rule that somebody typed as the program that the folder is shared with reads it, if the file is a task of
    /// that program. The end of a series is then part of its rule.
    ///
    /// - Parameter bytes: the whole file.
    /// - Throws: a `ParseError` if that program cannot read the rule.
    func withRule(of bytes: [UInt8], _ profile: Profile?) throws(ParseError) -> [FileChange] {
        guard let profile else { return self }
        var result: [FileChange] = []
        for change in self {
            guard case .field(let field) = change, case .text(let item)? = field.value,
                profile.names.own(field.key) == "recurrence", !RecurrenceRule.isNone([UInt8](item.text.utf8)[...]),
                let task = ReminderDecoder.decode(bytes, path: "", registry: TagRegistry(sharing: profile)).reminder,
                task.isTask
            else {
                result.append(change)
                continue
            }
            let rule = try RecurrenceRule(parsing: item.text)
            let hasEnd = FieldPlaces(bytes, names: profile.names).has("until")
            let text = try rule.sharedText(from: task.date, until: hasEnd ? task.until : nil)
            // What that program reads as it is stays as it was typed.
            result.append(rule.notation == .friendly || hasEnd ? .setting("recurrence", text) : change)
            if hasEnd { result.append(.field(FieldChange("until", nil))) }
        }
        return result
    }
}
