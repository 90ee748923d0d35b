/// Why a file needs somebody to look at it: when its reminder is due cannot be told from it, or not for certain.
package final class Attention: Sendable, Hashable {
    package let problem: Problem
    /// Names what the file says now. A change of the front matter is another state.
    package let state: String
    /// Whether nothing of the file can be read: then it has no title, and nobody knows whether it is a reminder.
    package let hidesFile: Bool
    /// The sides of a merge conflict that can be read.
    let versions: [ReminderVersion]
    /// Whether a side of a conflict cannot be read, and may say another time.
    let isPartial: Bool

    /// - Parameter source: what is wrong, with its surroundings: the front matter.
    init(
        _ problem: Problem,
        in source: some Sequence<UInt8>,
        hidesFile: Bool = false,
        versions: [ReminderVersion] = [],
        isPartial: Bool = false
    ) {
        self.problem = problem
        self.hidesFile = hidesFile
        (self.versions, self.isPartial) = (versions, isPartial)
        state = String(SHA256.hex(Array(source)).prefix(16))
    }

    package static func == (a: Attention, b: Attention) -> Bool {
        a === b || (a.problem, a.state, a.hidesFile) == (b.problem, b.state, b.hidesFile) && a.versions == b.versions
    }

    package func hash(into hasher: inout Hasher) {
        hasher.combine(problem)
        hasher.combine(state)
    }
}

extension Reminder {
    /// A file of which nothing can be read, under its path.
    init(unreadable problem: Problem, in source: some Sequence<UInt8>) {
        var fields = Fields(path: problem.path, title: problem.path)
        fields.isNote = false
        fields.attention = Attention(problem, in: source, hidesFile: true)
        self.init(fields)
    }

    /// Listed under *Needs attention*. Nothing of a note is delivered, even if it is in conflict.
    package var isBroken: Bool { self.attention != nil && !self.isNote && !isCompleted }
}
