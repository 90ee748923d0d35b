import Interaction
import MemossFiles

/// Edits, and what they say.
extension UserInterface {
    mutating func pickTags(of paths: [PathKey]) {
        let reminders = paths.compactMap { snapshot.reminder(at: $0.path) }
        do throws(MemossError) {
            try snapshot.requireEditableTags()
        } catch {
            return browser.refuse([Browser.Message(.error, error.message)])
        }
        guard reminders.count == paths.count, let first = reminders.first else {
            return browser.refuse([
                Browser.Message(.error, "tags cannot be chosen for a file that cannot be read")
            ])
        }
        // The tags that all of them share.
        let registry = snapshot.registry
        let others = reminders.dropFirst().map { Set(registry.canonical($0.tags)) }
        let tags = registry.canonical(first.tags).filter { tag in others.allSatisfy { $0.contains(tag) } }
        let source = TagSuggestions(snapshot, today: time.local.date)
        _ = browser.handle(.tags(TagField(tags, from: source), of: paths))
    }

    // MARK: Edits

    /// Runs the command for an effect, and shows its output.
    ///
    /// - Parameter hasTerminal: whether it may ask questions on the terminal.
    mutating func run(_ effect: Browser.Effect, hasTerminal: Bool = false) {
        let (known, rows) = (snapshot, Set(browser.rows.map(\.mark)))
        let targets = isAboutTargets(effect) ? browser.targets : []
        let done = command(for: effect, hasTerminal: hasTerminal)
        _ = browser.handle(.edited(effect, of: targets, isDone: done.status == .done))
        if !targets.isEmpty, done.status == .done { browser.removeMarks() }
        readOwnChanges()
        if case .run = effect, done.status == .done { goTo { !known.holds($0.path.path) } }
        if done.status == .done { follow(effect, from: known, rows) }
        if case .add(let line) = effect {
            if done.status == .done { goTo { !known.holds($0.path.path) } } else { browser.resume(.addition, line) }
        }
        if case .snooze(let paths, let line?) = effect, done.status != .done { browser.resume(.snooze(paths), line) }
        if case .move(let paths, let line) = effect, done.status != .done { browser.resume(.move(paths), line) }
        if case .tick(let path, let text) = effect {
            // The next line is often ticked next.
            open(.show(path))
            if done.status != .done { browser.resume(.tick(path), text) }
        }
        if case .run(let line) = effect, done.status == .usage, fits(done.messages) { browser.resume(.command, line) }
        // Somebody who opened the form may be typing the title already.
        if case .open = effect, done.messages.contains(where: { $0.kind == .error }), fits(done.messages) {
            return browser.refuse(done.messages)
        }
        guard case .run = effect, !done.output.isEmpty else { return show(done.messages) }
        // A few lines are shown below the list, which still gets the next key.
        let short = Frame(Frame.wrappedLines(done.output, width: size.width)).text.split(separator: "\n")
        let messages = short.map { Browser.Message(.information, String($0)) } + done.messages
        if fits(messages) { show(messages) } else { open(.output(done.output, done.messages)) }
    }

    /// After an undo, goes back to the row of the edit, or else to a reminder that has rows again.
    private mutating func follow(_ effect: Browser.Effect, from known: Snapshot, _ rows: Set<Browser.Mark>) {
        let new = snapshot
        let hasChanged = { (row: Browser.Row) in
            new.reminder(at: row.path.path) != known.reminder(at: row.path.path)
        }
        switch effect {
        case .steps(_, let marks): edited.append(marks)
        case .snooze(let paths, _), .move(let paths, _), .catchUp(let paths), .change(let paths, _):
            edited.append(paths.map { Browser.Mark(path: $0) })
        case .undo, .redo:
            let marks = effect == .undo ? edited.popLast() ?? [] : []
            if effect == .redo { edited.append([]) }
            func index(_ isMeant: (Browser.Mark, Browser.Row) -> Bool) -> Int? {
                browser.rows.firstIndex { row in
                    hasChanged(row) && marks.contains { $0.path == row.path && isMeant($0, row) }
                }
            }
            let same = index { $0.occurrence == $1.occurrence } ?? index { mark, _ in mark.occurrence == nil }
            if let same {
                _ = browser.handle(.action(.click(same, isCheck: false)))
            } else if browser.rows.contains(where: { !rows.contains($0.mark) }) {
                goTo(hasChanged)
            }
        default: edited.append([])
        }
    }

    private func fits(_ messages: [Browser.Message]) -> Bool {
        lines(of: messages).count <= max(3, size.height / 3)
    }

    mutating func goTo(_ isMeant: (Browser.Row) -> Bool) {
        if let index = browser.rows.firstIndex(where: isMeant) {
            _ = browser.handle(.place(index))
        }
    }

    /// If there are many messages, shows them as a text, so that none is cut.
    private mutating func show(_ messages: [Browser.Message]) {
        guard !messages.isEmpty else { return }
        if case .list = browser.mode, !fits(messages) {
            open(.output([], messages))
        } else {
            _ = browser.handle(.messages(messages))
        }
    }
}
