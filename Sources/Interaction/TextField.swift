import MemossFiles

/// One line of text with a cursor.
package struct TextField: Sendable, Hashable {
    /// The effect of a key on the text. A word ends at white space, as in Readline's `unix-word-rubout`.
    package enum Event: Sendable, Hashable {
        case insert(String)
        case deleteBackward, deleteForward, deleteWord, deleteToStart, deleteToEnd
        case left, right, wordLeft, wordRight, start, end
    }

    /// The text before the cursor.
    package private(set) var before: String
    package private(set) var after: String

    /// Puts the cursor at the end of the text.
    ///
    /// - Parameter after: the text after the cursor.
    package init(_ text: String = "", after: String = "") { (before, self.after) = (text, after) }

    /// Puts the cursor between the texts.
    package init(_ before: String, _ after: String) { (self.before, self.after) = (before, after) }

    package var text: String { before + after }
    package var isEmpty: Bool { before.isEmpty && after.isEmpty }

    package mutating func handle(_ event: Event) {
        switch event {
        case .insert(let text): before += text
        case .deleteBackward: _ = before.popLast()
        case .deleteForward: _ = after.popFirst()
        case .deleteWord: before = String(before.withoutLastWord)
        case .deleteToStart: before = ""
        case .deleteToEnd: after = ""
        case .left: if let last = before.popLast() { after = String(last) + after }
        case .right: before += after.popFirst().map(String.init) ?? ""
        case .wordLeft:
            let rest = before.withoutLastWord
            (before, after) = (String(rest), before.dropFirst(rest.count) + after)
        case .wordRight:
            let rest = after.drop(while: \.isWhitespace).drop { !$0.isWhitespace }
            (before, after) = (before + after.dropLast(rest.count), String(rest))
        case .start: (before, after) = ("", text)
        case .end: (before, after) = (text, "")
        }
    }
}

extension StringProtocol where SubSequence == Substring {
    /// The text before the last word and the white space behind that.
    fileprivate var withoutLastWord: Substring {
        trimmingSuffix(while: \.isWhitespace).trimmingSuffix { !$0.isWhitespace }
    }

    fileprivate func trimmingSuffix(while isUnwanted: (Character) -> Bool) -> Substring {
        let end = lastIndex { !isUnwanted($0) }
        return end.map { self[...$0] } ?? self[startIndex..<startIndex]
    }
}

extension String {
    fileprivate mutating func popFirst() -> Character? { isEmpty ? nil : removeFirst() }
}

extension TextField.Event {
    /// The same event with line breaks replaced by blanks, for pasted text.
    var onOneLine: TextField.Event { joiningLines(with: " ") }

    /// The same event with each line break as a line feed, and none around the text, for a pasted list.
    var withLines: TextField.Event { joiningLines(with: "\n") }

    private func joiningLines(with separator: String) -> TextField.Event {
        guard case .insert(let text) = self, text.contains(where: \.isNewline) else { return self }
        let lines = text.split(whereSeparator: \.isNewline).filter { !$0.allSatisfy(\.isWhitespace) }
        return .insert(lines.isEmpty ? " " : lines.joined(separator: separator))
    }
}

extension TextField {
    /// Moves to the line above or below, keeping the column if that line is long enough.
    ///
    /// - Returns: whether there is such a line.
    mutating func moveLine(by step: Int) -> Bool {
        let text = text
        var lines = text.split(separator: "\n", omittingEmptySubsequences: false).map(String.init)
        let above = before.split(separator: "\n", omittingEmptySubsequences: false)
        let (line, column) = (above.count - 1 + step, above.last?.count ?? 0)
        guard lines.indices.contains(line) else { return false }
        let rest = lines[line].dropFirst(column)
        lines[line] = String(lines[line].prefix(column))
        let start = lines[...line].joined(separator: "\n")
        self = TextField(start, String(rest) + lines[(line + 1)...].map { "\n" + $0 }.joined())
        return true
    }
}
