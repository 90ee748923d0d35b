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
        guard let found = try boxes(words, isTicked, in: snapshot) else { return nil }
        let (reminder, list, items) = (found.reminder, found.list, found.items)
        if found.isOneEach {
            guard try selectNone(words, invocation) else { return nil }
        } else if items.count > 1 {
            throw Self.unclear(items, of: reminder)
        }
        let changes = items.map { FileChange.checklist(isTicked ? .tick($0.text) : .untick($0.text)) }
        let plan = try folder.plan(BulkChange(of: [reminder.path], changes), in: snapshot)
        let count = list.tickedCount + (isTicked ? items.count : -items.count)
        let (verb, names) = (isTicked ? "ticked" : "unticked", items.map(\.text).joined(separator: ", "))
        let what = "\(verb): \(names) (\(count) of \(list.items.count) in '\(reminder.title)')"
        return try commit(
            plan,
            invocation,
            as: "\(verb) '\(names)' in \(reminder.path)",
            verb: { _ in what },
            at: time.now
        )
    }

    private static func unclear(_ items: [Checklist.Item], of reminder: Reminder) -> MemossError {
        MemossError(
            .failure,
            "the words match \(items.count) lines of '\(reminder.title)'; be more specific:",
            hints: items.prefix(10).map(\.text)
        )
    }

    /// Why words after a reminder with boxes tick none of them, or untick none for `mm reopen`.
    ///
    /// - Returns: nil if no word selects such a reminder, or one of the others selects a reminder too.
    mutating func untickable(
        _ words: [String],
        _ step: ReminderStep,
        _ invocation: Invocation
    ) throws(MemossError) -> MemossError? {
        guard let isTicked = step.ticks, try selectNone(words, invocation) else { return nil }
        guard let (reminder, list, rest) = try lists(words, in: try read().snapshot).first else { return nil }
        let (title, name) = (Printable.line(reminder.title), reminder.path.shellWord)
        let whole = rest.joined(separator: " ")
        func isNamed(_ text: String) -> Bool { !list.lines(with: text) { _ in true }.isEmpty }
        // Several lines, one of which cannot be changed.
        let text =
            isNamed(whole) || !rest.contains(where: isNamed)
            ? whole : rest.first { list.lines(with: $0) { $0.isTicked != isTicked }.count != 1 } ?? whole
        let found = list.lines(with: text) { $0.isTicked != isTicked }
        if found.count > 1 { return Self.unclear(found, of: reminder) }
        if let item = list.lines(with: text, { $0.isTicked == isTicked }).first {
            let (now, other, verb) = isTicked ? ("ticked already", "reopen", "untick") : ("not ticked", "done", "tick")
            let hint = "to \(verb) it: mm \(other) \(name) \(item.text.shellWord)"
            return MemossError(.notFound, "'\(item.text)' of '\(title)' is \(now)", hints: [hint])
        }
        let others = list.items.filter { $0.isTicked != isTicked }
        let kind = isTicked ? "open" : "ticked"
        return MemossError(
            .notFound,
            "no \(kind) line of '\(title)' has '\(text)'" + (others.isEmpty ? ": it has none" : ""),
            hints: others.prefix(10).map(\.text) + (others.count > 10 ? ["and \(others.count - 10) more"] : [])
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
            let found = try boxes(words, isTicked, in: selection.snapshot), !found.isOneEach,
            let item = found.items.first
        else { return false }
        let preference = invocation.command.arguments.first?.preference ?? .any
        if !selection.reminders.allSatisfy(preference.includes) { return true }
        let paths = selection.paths.map(\.shellWord).joined(separator: " ")
        throw invocation.usageError(
            "the words are \(selection.reminders.count) reminders, and also the line '\(item.text)' of '\(found.reminder.title)'",
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

    /// What words name in the text of a reminder.
    private struct Boxes {
        var reminder: Reminder
        var list: Checklist
        var items: [Checklist.Item]
        /// Whether each word names a line of its own.
        var isOneEach = false
    }

    /// The boxes that the last words name in the text of the reminder that the first ones select.
    private mutating func boxes(
        _ words: [String],
        _ isTicked: Bool,
        in snapshot: Snapshot
    ) throws(MemossError) -> Boxes? {
        let lists = try lists(words, in: snapshot)
        func lines(_ list: Checklist, _ text: String) -> [Checklist.Item] {
            list.lines(with: text) { $0.isTicked != isTicked }
        }
        for (reminder, list, rest) in lists {
            let items = lines(list, rest.joined(separator: " "))
            if !items.isEmpty { return Boxes(reminder: reminder, list: list, items: items) }
        }
        for (reminder, list, rest) in lists where rest.count > 1 {
            let found = rest.map { lines(list, $0) }
            let items = found.compactMap(\.first)
            guard found.allSatisfy({ $0.count == 1 }), Set(items).count == rest.count else { continue }
            return Boxes(reminder: reminder, list: list, items: items, isOneEach: true)
        }
        return nil
    }

    /// The reminders with boxes that the first words select, and the words that are left.
    private mutating func lists(
        _ words: [String],
        in snapshot: Snapshot
    ) throws(MemossError) -> [(reminder: Reminder, list: Checklist, rest: [String])] {
        let folder = try folder()
        let prefix = prefix(in: folder)
        var lists: [(Reminder, Checklist, [String])] = []
        for count in (1..<max(1, words.count)).reversed() {
            let selector = Selector(Array(words[..<count]))
            // A path may be absolute.
            let place = count == 1 ? relativePath(words[0], in: folder) : nil
            let candidates =
                place.flatMap { selector.reminder(at: $0, in: snapshot) }.map { [$0] }
                ?? selector.candidates(in: snapshot, from: prefix)
            guard candidates.count == 1, let reminder = candidates.first else { continue }
            let list = Checklist(try folder.excerpt(of: reminder.path, isWhole: true).body)
            if !list.items.isEmpty { lists.append((reminder, list, Array(words[count...]))) }
        }
        return lists
    }
}

extension Checklist {
    /// The lines with a text: those that are this text, or else those that have its words.
    fileprivate func lines(with text: String, _ isWanted: (Item) -> Bool) -> [Item] {
        let wanted = items.filter(isWanted)
        let exact = wanted.filter { CaseFolding.folded($0.text) == CaseFolding.folded(text) }
        return exact.isEmpty ? wanted.filter { TextSearch.finds($0.text, text) } : exact
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
