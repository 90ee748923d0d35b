/// Why a file needs attention: its content does not say, or not reliably, when its reminder is due.
package final class Attention: Sendable, Hashable {
    package let problem: Problem
    /// A fingerprint of what the file says now; it changes when the front matter changes.
    package let state: String
    /// The text of a rule that cannot be read: the reminder is delivered once, although it was meant to recur.
    package let rule: String?
    /// Whether nothing in the file can be read. It then has no title, and whether it is a reminder is unknown.
    package let hidesFile: Bool
    /// The readable sides of a merge conflict.
    let versions: [ReminderVersion]
    /// Whether one side of a conflict cannot be read; it may specify another time.
    package let isPartial: Bool

    /// - Parameter source: the faulty text and its context, usually the front matter.
    init(
        _ problem: Problem,
        in source: some Sequence<UInt8>,
        rule: String? = nil,
        hidesFile: Bool = false,
        versions: [ReminderVersion] = [],
        isPartial: Bool = false
    ) {
        self.problem = problem
        (self.rule, self.hidesFile) = (rule, hidesFile)
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
    /// A file whose content cannot be read, titled by its path.
    init(unreadable problem: Problem, in source: some Sequence<UInt8>) {
        var fields = Fields(path: problem.path, title: problem.path)
        fields.isNote = false
        fields.attention = Attention(problem, in: source, hidesFile: true)
        self.init(fields)
    }

    /// Whether it is listed under *Needs attention*. Notes are never delivered, even when they are in conflict.
    package var isBroken: Bool { self.attention != nil && !self.isNote && !isCompleted }
}
