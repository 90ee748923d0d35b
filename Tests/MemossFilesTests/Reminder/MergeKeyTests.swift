import Testing

@testable import MemossFiles

/// Keys that a merge key (`<<`) brings in are not read, and never silently so.
struct MergeKeyTests {
    private func decode(_ front: String) -> ReminderDecoder.Output {
        ReminderDecoder.decode(Array("---\n\(front)\n---\n".utf8), path: "a.md")
    }

    @Test(arguments: [
        ("b: &b {scheduled: 2026-11-28}\n<<: *b", 3), ("b: &b {sheduled: 2026-11-28}\n<<: *b", 3),
        ("<<: {due: 2026-11-28}", 2), ("<<:\n  scheduled: 2026-11-28", 2),
        ("b: &b {completed: true}\n<<: [{x: 1}, *b]", 3),
        ("a: &a {due: 2026-11-28}\nb: &b\n  <<: *a\ntitle: T\n<<: *b", 6),
        ("b: &b {<<: *b, due: 2026-11-28}\n<<: *b", 3),
    ]) func `a date that is merged in needs attention`(front: String, line: Int) {
        let output = decode(front)
        if output.problems.map(\.id) == [.undefinedAlias] { return #expect(front.contains("<<: *b, ")) }
        #expect(output.problems.map(\.id) == [.unknownKey])
        #expect(output.problems.first?.line == line)
        #expect(output.problems.first?.column == 1)
        #expect(output.reminder?.isNote == false)
        #expect(output.reminder?.isBroken == true)
    }

    @Test func `a rule that is merged into a reminder needs attention, and a tag is named`() {
        let rule = decode("b: &b {recurrence: daily, tags: [a]}\nscheduled: 2026-11-28\n<<: *b")
        #expect(
            rule.problems.map(\.message) == [
                "merge keys ('<<') are not read: write 'tags', 'recurrence' as keys of this file"
            ]
        )
        #expect(rule.reminder?.isBroken == true)
        let tag = decode("b: &b {tags: [a]}\n<<: *b")
        #expect(tag.problems.map(\.message) == ["merge keys ('<<') are not read: write 'tags' as a key of this file"])
        #expect(tag.reminder?.isNote == true)
    }

    @Test(arguments: [
        "b: &b {colour: red}\n<<: *b", "b: &b {due: 2026-11-28}\n<<: *b\ndue: 2026-11-29", "'<<': {due: 2026-11-28}",
        "<<: due",
        "x: {<<: {due: 2026-11-28}}", "b: &b {status: done, created: x, until: never}\n<<: *b",
    ]) func `a merge key that changes nothing is no problem`(front: String) {
        #expect(decode(front).problems.isEmpty)
    }

    @Test func `merge keys that multiply are read once`() {
        var front = "a0: &a0 {due: 2026-11-28}\n"
        for level in 1..<60 { front += "a\(level): &a\(level) {<<: [*a\(level - 1), *a\(level - 1)]}\n" }
        #expect(decode(front + "<<: *a59").problems.map(\.id) == [.unknownKey])
    }
}
