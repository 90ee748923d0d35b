import MemossFiles

/// The lines entered at a prompt, as in a shell.
package struct InputHistory: Sendable, Hashable {
    private var lines: [String] = []
    /// An index into `lines`; `lines.count` for the line that is being typed.
    private var place = 0
    /// The text that was being typed when an earlier line was recalled.
    private var draft = ""

    private static let most = 200

    package init() {}

    /// Adds a line. The next recall begins with it.
    package mutating func add(_ line: String) {
        if lines.last != line { lines.append(line) }
        if lines.count > Self.most { lines.removeFirst() }
        reset()
    }

    /// Makes the next recall begin with the last line.
    package mutating func reset() { (place, draft) = (lines.count, "") }

    /// The previous line; nil if there is none.
    ///
    /// - Parameter text: the current text of the prompt.
    package mutating func previous(_ text: String) -> String? {
        guard place > 0 else { return nil }
        if place == lines.count { draft = text }
        place -= 1
        return lines[place]
    }

    /// The next line, and finally the text that was being typed; nil after that.
    package mutating func next() -> String? {
        guard place < lines.count else { return nil }
        place += 1
        return place == lines.count ? draft : lines[place]
    }
}
