import TestSupport
import Testing

@testable import MemossFiles

/// A file in conflict is one reminder composed of its sides.
@Suite struct ReminderVersionsTests {
    /// A file in which two sides have different lines between the delimiters.
    static func conflict(_ ours: String, _ theirs: String) -> [UInt8] {
        [UInt8]("---\n<<<<<<< HEAD\n\(ours)\n=======\n\(theirs)\n>>>>>>> phone\n---\nBody\n")
    }

    private func reminder(_ ours: String, _ theirs: String) throws -> Reminder {
        let output = ReminderDecoder.decode(Self.conflict(ours, theirs), path: "a/b.md", keeping: .whole)
        #expect(output.problems.map(\.id) == [.gitConflict])
        #expect(output.problems.first?.line == 2 && output.problems.first?.column == 1)
        let reminder = try #require(output.reminder)
        #expect(reminder.isInConflict)
        return reminder
    }

    @Test func `of two dates, the earlier is shown, with the rest of that side`() throws {
        let reminder = try reminder("title: A\nscheduled: 2026-11-23", "title: B\nscheduled: 2026-11-22T09:00")
        #expect(reminder.title == "B")
        #expect(reminder.date?.description == "2026-11-22T09:00")
        #expect(reminder.versions.map(\.label) == ["HEAD", "phone"])
        #expect(reminder.versions.map(\.reminder.title) == ["A", "B"])
        #expect(reminder.body == [UInt8]("Body\n"))
    }

    @Test(arguments: [
        ("completed: 2026-11-21", "completed: false"), ("completed: false", "completed: true"),
        // An unreadable side may be open.
        ("completed: true", "title: [\ncompleted: true"),
    ])
    func `a reminder is open if it is open on one side`(ours: String, theirs: String) throws {
        let reminder = try reminder("scheduled: 2026-11-22\n" + ours, "scheduled: 2026-11-22\n" + theirs)
        #expect(!reminder.isCompleted && !reminder.isNote)
        #expect(reminder.isBroken)
    }

    @Test func `a reminder completed on both sides is completed`() throws {
        let reminder = try reminder("completed: 2026-11-20T09:00", "completed: 2026-11-20T09:05")
        #expect(reminder.isCompleted && !reminder.isBroken)
    }

    @Test(arguments: [("tags: a", "scheduled: 2026-11-22"), ("completed:", "tags: a"), ("tags: a", "tags: [")])
    func `a file is a reminder if it is or may be one on either side`(ours: String, theirs: String) throws {
        #expect(try !reminder(ours, theirs).isNote)
    }

    @Test func `a note on both sides is a note`() throws {
        let reminder = try reminder("tags: a", "tags: b")
        #expect(reminder.isNote && !reminder.isBroken)
    }

    @Test func `a reminder has the tags of both sides`() throws {
        #expect(try reminder("tags: [a, b]", "tags: [B, c]").tags.map(\.text) == ["a", "b", "c"])
    }

    @Test func `a reminder has one id, and is found by that of either side`() throws {
        let both = try reminder("id: one\nscheduled: 2026-11-23", "scheduled: 2026-11-22")
        #expect(both.id == "one" && both.versions.map(\.reminder.id) == ["one", "one"])
        let other = try reminder("id: one\nscheduled: 2026-11-22", "id: other\nscheduled: 2026-11-23")
        #expect(other.id == "one" && other.versions.map(\.reminder.id) == ["one", "one"])
        let directory = try TemporaryDirectory()
        try directory.write(TagRegistry.fileName, "")
        try directory.write(
            "x.md",
            Self.conflict("id: first1\nscheduled: 2026-11-22", "id: second2\nscheduled: 2026-11-23")
        )
        let snapshot = try ReminderFolder(root: directory.path).read().snapshot
        for id in ["first1", "firs", "second2", "seco"] {
            #expect(try Selector([id]).resolve(in: snapshot, from: "").path == "x.md")
        }
        #expect(!snapshot.problems.contains { $0.id == .duplicateID })
    }

    @Test func `a side that cannot be read leaves the other`() throws {
        let reminder = try reminder("title: [", "title: B\nscheduled: 2026-11-22")
        #expect(reminder.title == "B" && reminder.versions.map(\.label) == ["phone"])
    }

    @Test func `sides that differ only in what mm does not read are one version`() throws {
        #expect(try reminder("title: A\nx: 1", "title: A\nx: 2").versions.count == 1)
    }

    @Test func `without a readable side, the file is still in conflict`() {
        let output = ReminderDecoder.decode(Self.conflict("title: [", "tags: {"), path: "a.md")
        #expect(output.reminder == nil)
        #expect(output.problems.map(\.id) == [.gitConflict])
    }

    /// Versions that contain markers themselves could be split for ever.
    @Test func `versions are not split again`() {
        let line = "<<<<<<< a\n=======\n>>>>>>> a\n"
        let file =
            "---\n" + String(repeating: "<<<<<<< a\n", count: 300) + String(repeating: line, count: 300) + "---\n"
        #expect(ReminderDecoder.decode([UInt8](file), path: "a.md").problems.map(\.id) == [.gitConflict])
    }
}
