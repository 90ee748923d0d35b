import MemossFiles

/// Typing and choosing below the list.
extension Browser {
    mutating func fill(_ event: FieldEvent) -> [Effect] {
        switch mode {
        case .input(let input, let field):
            messages = []
            return fill(event, input, field)
        case .tags(var field, let paths):
            messages = []
            let effects = field.handle(event)
            mode = .tags(field, of: paths)
            guard effects.contains(.done) || effects.contains(.cancelled) else { return [] }
            mode = .list
            return effects.contains(.done) ? [.change(paths, field.change)] : []
        case .deletion(let paths):
            mode = .list
            messages = []
            let isYes = event == .text(.insert("y")) || event == .text(.insert("Y"))
            return isYes ? [.delete(paths)] : [.keep]
        case .confirmation(let action):
            mode = .list
            messages = []
            let isYes = event == .text(.insert("y")) || event == .text(.insert("Y"))
            return isYes ? list(action, isConfirmed: true) : [.keep]
        case .refusal:
            if case .text = event { return [] }
            mode = .list
            messages = []
            return []
        case .list, .text: return []
        }
    }

    private mutating func fill(_ event: FieldEvent, _ input: Input, _ field: TextField) -> [Effect] {
        var field = field
        defer { isFresh = false }
        switch event {
        case .complete: return complete(input, field)
        case .cancel: return cancel(input, field.text)
        case .confirm: return confirm(input, field.text)
        case .text(let edit):
            if isFresh, case .insert(let text) = edit, text.first?.isWhitespace == false { field = TextField() }
            // When adding, each line becomes a reminder.
            field.handle(input == .addition ? edit.withLines : edit.onOneLine)
            // Backspace on an empty line cancels the input, as in less and vi.
            if edit == .deleteBackward, case .input(_, let old) = mode, old.isEmpty { return cancel(input, "") }
        case .up where input.kind != .filter:
            return recall(histories[input.kind, default: InputHistory()].previous(field.text), input)
        case .down where input.kind != .filter:
            return recall(histories[input.kind, default: InputHistory()].next(), input)
        case .up, .down, .pageUp, .pageDown:
            // The cursor in the list can still be moved while a filter is typed.
            guard input.kind == .filter else { return [] }
            let steps: [FieldEvent: Int] = [.up: -1, .down: 1, .pageUp: 2 - height, .pageDown: height - 2]
            move(to: cursor + (steps[event] ?? 0))
            chosen = current
            return []
        }
        completion = nil
        mode = .input(input, field)
        return follow(input, field.text)
    }

    /// Return with more input right behind it: the end of a line in a list that was pasted on a terminal that does not
    /// mark pastes. The rest is then text, not keys.
    mutating func endPastedLine() -> [Effect] {
        guard case .input(let input, var field) = mode else { return fill(.confirm) }
        messages = []
        field.handle(.insert(input == .addition ? "\n" : " "))
        (mode, completion) = (.input(input, field), nil)
        return follow(input, field.text)
    }

    /// Asks for a text.
    ///
    /// - Parameter proposal: the text after the cursor.
    mutating func ask(for input: Input, after proposal: String = "") -> [Effect] {
        histories[input.kind]?.reset()
        mode = .input(input, TextField(after: proposal))
        return []
    }

    /// Replaces the typed text with an earlier one.
    private mutating func recall(_ line: String?, _ input: Input) -> [Effect] {
        guard let line else { return [] }
        (mode, completion) = (.input(input, TextField(line)), nil)
        return []
    }

    /// Keeps a text for `recall`.
    private mutating func remember(_ text: String, _ input: Input) {
        guard input.kind != .filter, !text.allSatisfy(\.isWhitespace) else { return }
        histories[input.kind, default: InputHistory()].add(text)
    }

    /// Updates the list as a filter is typed.
    private mutating func follow(_ input: Input, _ text: String) -> [Effect] {
        guard case .filter = input, text != filter else { return [] }
        (filter, isFiltering) = (text, true)
        return [.read]
    }

    private mutating func cancel(_ input: Input, _ text: String) -> [Effect] {
        (mode, completion) = (.list, nil)
        remember(text, input)
        guard case .filter = input, !filter.isEmpty else { return [] }
        (filter, isFiltering) = ("", true)
        return [.read]
    }

    private mutating func confirm(_ input: Input, _ text: String) -> [Effect] {
        (mode, completion) = (.list, nil)
        remember(text, input)
        let isEmpty = text.allSatisfy(\.isWhitespace)
        switch input {
        case .filter: return []
        case .addition: return isEmpty ? [] : [.add(text)]
        case .snooze(let paths): return isEmpty ? [] : [.snooze(paths, until: text)]
        case .move(let paths): return isEmpty ? [] : [.move(paths, to: text)]
        case .tick(let path): return [.tick(path, text)]
        case .command: return isEmpty ? [] : [.run(text)]
        }
    }

    /// Reopens the input line with the typed text, which could not be used.
    package mutating func resume(_ input: Input, _ text: String) { mode = .input(input, TextField(text)) }

    /// Shows why a key that asks for text was refused. Somebody who types fast may have typed the text already.
    package mutating func refuse(_ messages: [Message]) { (mode, self.messages) = (.refusal, messages) }

    // MARK: Completion

    private mutating func complete(_ input: Input, _ field: TextField) -> [Effect] {
        guard var found = completion else { return [.suggest(input, before: field.before)] }
        guard !found.candidates.isEmpty else { return [] }
        let index = found.index.map { ($0 + 1) % found.candidates.count } ?? 0
        found.index = index
        let new = TextField(found.kept + found.candidates[index], after: field.after)
        mode = .input(input, new)
        completion = found
        return follow(input, new.text)
    }

    mutating func offer(_ candidates: [String], replacing count: Int) -> [Effect] {
        guard case .input(let input, let field) = mode else { return [] }
        completion = Completion(kept: String(field.before.dropLast(count)), candidates: candidates)
        if candidates.count == 1 {
            defer { completion = nil }
            return complete(input, field)
        }
        // Their common prefix, as in a shell.
        guard let first = candidates.first else { return [] }
        let common = candidates.dropFirst().reduce(first) { $0.commonPrefix(with: $1) }
        guard common.count > count else { return [] }
        let new = TextField(field.before.dropLast(count) + common, after: field.after)
        mode = .input(input, new)
        return follow(input, new.text)
    }
}

extension String {
    fileprivate func commonPrefix(with other: String) -> String {
        String(zip(self, other).prefix { $0 == $1 }.map(\.0))
    }
}
