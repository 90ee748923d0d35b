/// The lines that were entered at a prompt, as a shell keeps them.
package struct InputHistory: Sendable, Hashable {
    private var lines: [String] = []
    /// An index into `lines`; their count for the line that is being typed.
    private var place = 0
    /// What was typed before an earlier line was recalled.
    private var draft = ""

    private static let most = 200

    package init() {}

    /// Keeps a line. The next recall begins with it.
    package mutating func add(_ line: String) {
        if lines.last != line { lines.append(line) }
        if lines.count > Self.most { lines.removeFirst() }
        reset()
    }

    /// The next recall begins with the last line.
    package mutating func reset() { (place, draft) = (lines.count, "") }

    /// The line before; nil if there is none.
    ///
    /// - Parameter text: what the prompt shows now.
    package mutating func previous(_ text: String) -> String? {
        guard place > 0 else { return nil }
        if place == lines.count { draft = text }
        place -= 1
        return lines[place]
    }

    /// The line after, the last of which is what was being typed; nil if there is none.
    package mutating func next() -> String? {
        guard place < lines.count else { return nil }
        place += 1
        return place == lines.count ? draft : lines[place]
    }
}
