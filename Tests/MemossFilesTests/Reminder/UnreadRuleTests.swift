import Testing

@testable import MemossFiles

/// A series whose rule cannot be read is delivered once and then silent, so it needs attention (#14).
@Suite struct UnreadRuleTests {
    private func read(_ front: String) -> Reminder? {
        ReminderDecoder.decode(Array("---\n\(front)\n---\n".utf8), path: "a.md").reminder
    }

    @Test func `a rule that cannot be read is kept as written, and its reminder counts as a series`() throws {
        for (front, rule) in [
            ("recurrence: every blue moon", "every blue moon"), ("recurrence: 'x'", "x"),
            ("recurrence: [daily, weekly]", "[daily, weekly]"), ("recurrence: daily\nrecurrence: weekly", "daily"),
            ("recurrence:\nrecurrence: weekly", "weekly"),
        ] {
            let file = "scheduled: 2026-11-22\n" + front
            let reminder = try #require(read(file))
            #expect(reminder.attention?.rule == rule && reminder.recurrence == nil && reminder.isBroken, "\(front)")
            let matcher = QueryMatcher(.term(.state(.recurring)), registry: TagRegistry())
            #expect(matcher.matches(reminder), "\(front)")
            #expect(read(file + "\ncompleted: true")?.isBroken == false)
        }
        #expect(read("scheduled: soon\nrecurrence: daily")?.attention?.rule == nil)
    }
}
