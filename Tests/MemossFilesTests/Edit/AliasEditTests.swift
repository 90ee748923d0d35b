import Testing

@testable import MemossFiles

/// An alias follows the value that it stands for, whatever that is and whichever key has the alias.
struct AliasEditTests {
    private func edited(_ front: String, _ key: String, _ value: FieldValue?) throws -> String? {
        let bytes = Array("---\n\(front)---\nBody\n".utf8)
        guard let result = try FieldChange(key, value).apply(to: bytes) else { return nil }
        let text = String(decoding: result, as: UTF8.self)
        #expect(text.hasPrefix("---\n") && text.hasSuffix("---\nBody\n"))
        return String(text.dropFirst(4).dropLast(9))
    }

    private static func text(_ text: String) -> FieldValue { .text(FieldValue.Item(text, .notNull)) }
    private static func list(_ items: String...) -> FieldValue { .list(items.map { FieldValue.Item($0, .string) }) }

    /// A key, its value with an anchor, the new value, and how it is written.
    private static let anchored: [(key: String, old: String, new: FieldValue, written: String)] = [
        ("scheduled", "&s 2026-11-20T09:00", text("2026-11-27T09:00"), "&s 2026-11-27T09:00"),
        ("due", "&s !!str 2026-11-20", text("2026-11-27"), "&s !!str 2026-11-27"),
        ("title", "&s 'A'", text("B"), "&s 'B'"),
        ("recurrence", "&s weekly", text("daily"), "&s daily"),
        ("tags", "&s [a]", list("a", "b"), "&s [a, b]"),
        ("tags", "[&s a]", list("c"), "[&s c]"),
        ("rooms", "&s\n  - a", list("a", "b"), "&s\n  - a\n  - b"),
        ("priority", "&s 1", text("2"), "&s 2"),
    ]
    private static let aliases = [
        "remind: *s", "other: [x, *s]", "deep: {a: [{b: *s}]}", "tags: [*s]", "reminders:\n  - *s",
    ]

    @Test(arguments: AliasEditTests.anchored.indices, AliasEditTests.aliases)
    func `an anchored value is edited and the alias follows`(row: Int, alias: String) throws {
        let (key, old, new, written) = Self.anchored[row]
        guard !alias.hasPrefix(key) else { return }
        #expect(try edited("\(key): \(old)\n\(alias)\n", key, new) == "\(key): \(written)\n\(alias)\n")
    }

    @Test func `a mapping with an anchor is followed by its aliases when another key is edited`() throws {
        let front = "base: &b {x: 1}\ncopy: *b\nscheduled: 2026-11-20\n"
        #expect(try edited(front, "scheduled", Self.text("2026-11-27")) == front.replacing("20\n", with: "27\n"))
    }

    @Test(arguments: [
        "complete_instances: [*s]", "skipped_instances:\n  - *s", "moved_from: *s", "created: *s", "completed: *s",
    ])
    func `what has happened does not change because a date moves`(record: String) {
        let front = "scheduled: &s 2026-11-20\n\(record)\n"
        #expect(throws: EditRefusal.self) { try edited(front, "scheduled", Self.text("2026-11-27")) }
        // The same key can be edited, and so can a date without an alias in a record.
        #expect(throws: Never.self) { try edited(front, "due", Self.text("2026-11-27")) }
    }

    @Test(arguments: ["scheduled", "due", "until", "snoozed", "completed", "moved_from"])
    func `a date that is an alias is replaced`(key: String) throws {
        let rest = " # a comment\nother: *s\n"
        let result = try edited("base: &s 2026-11-20\n\(key): *s\(rest)", key, Self.text("2026-11-27"))
        #expect(result == "base: &s 2026-11-20\n\(key): 2026-11-27\(rest)")
        #expect(try edited("base: &s 2026-11-20\n\(key): *s\(rest)", key, Self.text("2026-11-20")) == nil)
    }

    @Test(arguments: ["title", "note", "tags"]) func `another alias is not replaced`(key: String) {
        #expect(throws: EditRefusal.self) { try edited("base: &s A\n\(key): *s\n", key, Self.text("x")) }
    }

    @Test(arguments: [
        ("tags: [&t work, home]\nremind: *t\n", "tags: [&t job, home]\nremind: *t\n"),
        ("tags: &t [work]\nx: {y: *t}\n", "tags: &t [job]\nx: {y: *t}\n"),
        ("tags: &t work, home\nx: *t\n", "tags: &t job, home\nx: *t\n"),
        ("tags: [&t work, *t]\nx: *t\n", "tags: [&t job, *t]\nx: *t\n"),
    ]) func `a tag with an anchor is renamed`(front: String, expected: String) throws {
        let document = try #require(try FrontMatter.read(Array("---\n\(front)---\n".utf8))).document
        let result = try TagRewrite.renaming(TagName("work"), to: TagName("job")).apply(to: document)
        #expect(result.map { String(decoding: $0.bytes, as: UTF8.self) } == "---\n\(expected)---\n")
        #expect(result?.unreachable.isEmpty == true)
    }
}
