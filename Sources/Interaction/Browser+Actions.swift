import MemossFiles

extension Browser {
    mutating func act(_ action: Action) -> [Effect] {
        (messages, hasWalked) = ([], false)
        if action != .check, action != .skip { successor = nil }
        switch mode {
        case .text: return scroll(action)
        case .list: return list(action)
        // Keys are text in these modes, and clicks are ignored.
        case .input, .tags, .deletion, .confirmation, .refusal:
            return action == .suspend || action == .redraw ? list(action) : []
        }
    }

    private mutating func scroll(_ action: Action) -> [Effect] {
        guard case .text(let offset, let count) = mode else { return [] }
        switch action {
        case .up: scroll(to: offset - 1)
        case .down: scroll(to: offset + 1)
        case .pageUp: scroll(to: offset - height + 1)
        // The space bar, as in less.
        case .pageDown, .check: scroll(to: offset + height - 1)
        case .first: scroll(to: 0)
        case .last: scroll(to: count)
        case .cancel, .quit, .show, .help, .open: mode = .list
        case .redraw, .suspend: return list(action)
        // The text may be the output of a bulk edit, which undo should work from.
        case .undo, .redo:
            mode = .list
            return list(action)
        default: break
        }
        return []
    }

    /// The most marks on which a key acts without a question.
    private static let mostUnasked = 10

    /// - Parameter isConfirmed: whether the user has agreed to act on hidden marks, or on many.
    mutating func list(_ action: Action, isConfirmed: Bool = false) -> [Effect] {
        let isMuch = action.actsAtOnce && marks.count > Self.mostUnasked
        if !isConfirmed, action.isForMarks, isMuch || !hiddenMarks.isEmpty {
            mode = .confirmation(action)
            return []
        }
        switch action {
        case .up: move(to: cursor - 1)
        case .down: move(to: cursor + 1)
        case .pageUp where view == .calendar: return turn(by: -1)
        case .pageDown where view == .calendar: return turn(by: 1)
        case .pageUp: move(to: cursor - max(1, height - 2))
        case .pageDown: move(to: cursor + max(1, height - 2))
        case .first: move(to: 0)
        case .last: move(to: rows.count - 1)
        case .previous: return walk(by: -1)
        case .next: return walk(by: 1)
        case .today: return turn(by: -page, .readToday)
        case .view(let new): return look(at: new)
        case .mark:
            guard let row = current else { return [] }
            toggleMark(of: row)
            move(to: cursor + 1)
        case .markAll: toggleAllMarks()
        case .click(let index, let isCheck):
            guard rows.indices.contains(index) else { return [] }
            cursor = index
            // A clicked row takes precedence over marks.
            if isCheck, let row = current { return [.steps(row.isCompleted ? .reopen : .complete, [row.mark])] }
        case .check: return passesSuccessor() ? [] : checkMarks()
        case .tick: return current.map { ask(for: .tick($0.path)) } ?? []
        case .open: return current.map { [.open($0.path)] } ?? []
        case .edit: return current.map { [.edit($0.path)] } ?? []
        case .show: return current.map { [.show($0.path)] } ?? []
        case .tags: return ifAny { [.pickTags($0)] }
        case .snooze:
            if let message = otherOccurrence("snoozed") {
                messages = [message]
            } else if !targets.isEmpty {
                return [.snooze(targets, until: nil)]
            }
        case .snoozeUntil: return ask(for: .snooze(targets), unless: otherOccurrence("snoozed"))
        case .skip:
            if passesSuccessor() { return [] }
            let effects = skipMarks()
            if effects.isEmpty, current != nil { messages = [Message(.error, "only what is open can be skipped")] }
            return effects
        case .catchUp: return ifAny { [.catchUp($0)] }
        case .move: return ask(for: .move(targets), unless: otherOccurrence("moved to another date"))
        case .delete: if !targets.isEmpty { mode = .deletion(targets) }
        case .add:
            let day = rows.indices.contains(cursor) ? rows[cursor].dayOfAddition : nil
            return ask(for: .addition, after: day.map { " @\($0)" } ?? "")
        case .filter:
            (chosen, isFresh) = (current, !filter.isEmpty)
            mode = .input(.filter(before: filter), TextField(filter))
        case .command: return ask(for: .command)
        case .undo: return [.undo]
        case .redo: return [.redo]
        case .help: return [.help]
        case .redraw: return [.redraw]
        case .suspend: return [.suspend]
        case .quit: return [.quit]
        case .cancel: return cancel()
        }
        return []
    }

    private func ifAny(_ effects: ([PathKey]) -> [Effect]) -> [Effect] {
        let targets = targets
        return targets.isEmpty ? [] : effects(targets)
    }

    /// The error if a target is another occurrence than the current one, to which the date in a file and its snooze
    /// belong.
    private func otherOccurrence(_ what: String) -> Message? {
        if targetOccurrence == .some(nil) { return nil }
        return Message(
            .error,
            "only the current occurrence of a series can be \(what): first complete or skip those before this one"
        )
    }

    private mutating func ask(for input: Input, unless refusal: Message?) -> [Effect] {
        guard !targets.isEmpty else { return [] }
        guard let refusal else { return ask(for: input) }
        refuse([refusal])
        return []
    }

    mutating func move(to index: Int) { cursor = max(0, min(index, rows.count - 1)) }

    /// A second press of the same key is often one too many, and must not complete what is still to come.
    ///
    /// - Returns: whether the row at the cursor is the successor of what was just edited, and the press is ignored.
    private mutating func passesSuccessor() -> Bool {
        defer { successor = nil }
        guard marks.isEmpty, let row = current, row.isAhead, !row.isCompleted, row.mark == successor else {
            return false
        }
        messages = [
            Message(
                .information,
                "this is the next occurrence, which is still to come: press the key again if you mean it"
            )
        ]
        return true
    }

    /// To the day before or after in a month, in which each day has a section, or to another week.
    private mutating func walk(by count: Int) -> [Effect] {
        guard view == .calendar, rows.indices.contains(cursor) else { return turn(by: count) }
        hasWalked = true
        let day = rows[cursor].section + count
        if let index = rows.firstIndex(where: { $0.section == day }) {
            move(to: index)
            return []
        }
        goal = day
        return turn(by: count)
    }

    private mutating func turn(by count: Int, _ effect: Effect = .read) -> [Effect] {
        guard view == .agenda || view == .calendar else { return [] }
        // Keeps dates within their valid range of years.
        page = max(-1_200, min(page + count, 1_200))
        return [effect]
    }

    private mutating func look(at new: View) -> [Effect] {
        guard view != new || page != 0 else { return [] }
        (view, page) = (new, 0)
        return [new == .calendar ? .readToday : .read]
    }

    private mutating func cancel() -> [Effect] {
        if !marks.isEmpty {
            marks = []
        } else if !filter.isEmpty {
            filter = ""
            return [.read]
        }
        return []
    }
}

extension Browser.Action {
    /// Whether it acts on the marked rows without asking for anything.
    fileprivate var actsAtOnce: Bool { self == .check || self == .snooze || self == .skip || self == .catchUp }

    /// Whether it acts on all marked rows.
    package var isForMarks: Bool {
        switch self {
        case .check, .tags, .snooze, .snoozeUntil, .skip, .catchUp, .move, .delete: true
        default: false
        }
    }
}
