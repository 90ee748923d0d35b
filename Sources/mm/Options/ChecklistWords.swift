import MemossFiles

/// `mm done shopping eggs`: the words after a reminder name a box in its text.
extension Session {
    /// Ticks the box, or unticks it for `mm reopen`.
    ///
    /// - Returns: nil if the words name no box.
    mutating func tick(
        _ words: [String],
        _ step: ReminderStep,
        _ invocation: Invocation
    ) throws(MemossError) -> ExitStatus? {
        guard let isTicked = step.ticks else { return nil }
        let (snapshot, time) = try read()
        let folder = try folder()
        let found = try boxes(words, isTicked, in: snapshot)
        guard let (reminder, list, item) = found.first else { return nil }
        guard found.count == 1 else {
            throw MemossError(
                .failure,
                "the words match \(found.count) lines of '\(reminder.title)'; be more specific:",
                hints: found.prefix(10).map { $0.item.text }
            )
        }
        let change: ChecklistChange = isTicked ? .tick(item.text) : .untick(item.text)
        let plan = try folder.plan(BulkChange(of: [reminder.path], [.checklist(change)]), in: snapshot)
        let count = list.tickedCount + (isTicked ? 1 : -1)
        let verb = isTicked ? "ticked" : "unticked"
        let what = "\(verb): \(item.text) (\(count) of \(list.items.count) in '\(reminder.title)')"
        return try commit(
            plan,
            invocation,
            as: "\(verb) '\(item.text)' in \(reminder.path)",
            verb: { _ in what },
            at: time.now
        )
    }

    /// Whether words that select several reminders name a line of a checklist instead, because the step does not apply to all of
    /// these reminders.
    ///
    /// - Throws: a `MemossError` if the words can mean both.
    mutating func nameBox(
        _ words: [String],
        _ step: ReminderStep,
        _ selection: Selection,
        _ invocation: Invocation
    ) throws(MemossError) -> Bool {
        guard selection.reminders.count > 1, !selection.isQuery, let isTicked = step.ticks,
            let (reminder, _, item) = try boxes(words, isTicked, in: selection.snapshot).first
        else { return false }
        let preference = invocation.command.arguments.first?.preference ?? .any
        if !selection.reminders.allSatisfy(preference.includes) { return true }
        let paths = selection.paths.map(\.shellWord).joined(separator: " ")
        throw invocation.usageError(
            "the words are \(selection.reminders.count) reminders, and also the line '\(item.text)' of '\(reminder.title)'",
            hints: [
                "for the reminders: \(invocation.command.name) \(paths)",
                "for the line: \(invocation.command.name) \(words.joined(separator: " ").shellWord)",
            ]
        )
    }

    /// Whether none of the words after the first selects a reminder that the command applies to.
    mutating func selectNone(_ words: [String], _ invocation: Invocation) throws(MemossError) -> Bool {
        let snapshot = try read().snapshot
        let prefix = prefix(in: try folder())
        let preference = invocation.command.arguments.first?.preference ?? .any
        return !words.dropFirst().contains { word in
            Selector([word], preferring: preference).candidates(in: snapshot, from: prefix).contains(
                where: preference.includes
            )
        }
    }

    /// The boxes that the last words name in the text of the reminder that the first ones select.
    private mutating func boxes(
        _ words: [String],
        _ isTicked: Bool,
        in snapshot: Snapshot
    ) throws(MemossError) -> [(reminder: Reminder, list: Checklist, item: Checklist.Item)] {
        let folder = try folder()
        let prefix = prefix(in: folder)
        for count in (1..<max(1, words.count)).reversed() {
            let selector = Selector(Array(words[..<count]))
            // A path may be absolute.
            let place = count == 1 ? relativePath(words[0], in: folder) : nil
            let candidates =
                place.flatMap { selector.reminder(at: $0, in: snapshot) }.map { [$0] }
                ?? selector.candidates(in: snapshot, from: prefix)
            guard candidates.count == 1, let reminder = candidates.first else { continue }
            let list = Checklist(try folder.excerpt(of: reminder.path, isWhole: true).body)
            let text = words[count...].joined(separator: " ")
            let open = list.items.filter { $0.isTicked != isTicked }
            let exact = open.filter { CaseFolding.folded($0.text) == CaseFolding.folded(text) }
            let found = exact.isEmpty ? open.filter { TextSearch.finds($0.text, text) } : exact
            if !found.isEmpty { return found.map { (reminder, list, $0) } }
        }
        return []
    }
}

extension ReminderStep {
    /// Whether the step ticks a box, or unticks it; nil for other steps.
    fileprivate var ticks: Bool? {
        switch self {
        case .complete: true
        case .reopen: false
        default: nil
        }
    }
}
