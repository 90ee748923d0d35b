import Testing

@testable import Delivery
@testable import MemossFiles

/// Conflict copies without ids, whose names other files may have too (issue 33: `plants 2.md` rang twice).
@Suite struct CopyWithoutIDTests {
    private static let front = "title: Water plants\nscheduled: 2026-11-28T10:00\ntags: [Home]\n---\nTwo litres.\n"

    private func told(_ folder: Folder) -> [String] {
        NotificationPlan(folder.snapshot, in: folder.context).notifications.map(\.path)
    }

    private func copies(_ folder: Folder) -> [String] {
        folder.problems.filter { $0.id == .conflictCopy }.map(\.path)
    }

    @Test(arguments: ["plants 2.md", "plants-LAPTOP7.md", "plants (conflicted copy).md", "plants 12.md"])
    func `a copy with the same text is told once, and check knows it`(name: String) throws {
        let folder = try Folder(["plants.md": Self.front, name: Self.front])
        #expect(told(folder) == ["plants.md"] && copies(folder) == [name])
        let untitled = Self.front.replacing("title: Water plants\n", with: "")
        #expect(told(try Folder(["plants.md": untitled, name: untitled])) == ["plants.md"])
        // Another tag is nearly the same text, and the same message.
        let other = try Folder(["plants.md": Self.front, name: Self.front.replacing("[Home]", with: "[Home, Work]")])
        #expect(told(other) == ["plants.md"] && copies(other) == [name])
        // Another time is told, although check takes it for a copy.
        let moved = try Folder(["plants.md": Self.front, name: Self.front.replacing("T10", with: "T11")])
        #expect(told(moved) == ["plants.md", name] && copies(moved) == [name])
        // In the sub-directory, there is no original.
        #expect(told(try Folder(["plants.md": Self.front, "sub/\(name)": Self.front])).count == 2)
    }

    /// The reminder of a completed or advanced original, as a front end reads it.
    private func coming(_ files: [String: String]) throws -> (told: [String], listed: [String], copies: [String]) {
        let directory = try TemporaryDirectory()
        try directory.write(TagRegistry.fileName, "")
        for (path, text) in files { try directory.write(path, "---\n\(text)") }
        let folder = ReminderFolder(root: directory.path)
        let context = try Folder([:]).context
        // `plan` and the agenda read only what is open and has a date.
        let open = Query.all([.term(.state(.open)), .not(.term(.state(.undated)))])
        let some = try folder.read(keeping: .firstLine, for: QueryMatcher(open, registry: TagRegistry())).snapshot
        let all = try folder.read().snapshot
        let engine = NotifyFolder(try folder.read(keeping: .firstLine).snapshot, in: context)
        let told = NotificationPlan(some, in: context).notifications.map(\.path)
        #expect(told == NotificationPlan(all, in: context).notifications.map(\.path))
        #expect(Set(told) == Set(engine.delivered.filter { !$0.isCompleted }.map(\.path)))
        let listed = all.withoutCopies(all.reminders).filter { !$0.isCompleted }.map(\.path)
        #expect(listed == some.withoutCopies(some.reminders).filter { !$0.isCompleted }.map(\.path))
        return (told, listed, folder.check(all, in: context).filter { $0.id == .conflictCopy }.map(\.path))
    }

    @Test(arguments: ["", "id: 7\n"], ["plants 2.md", "plants-LAPTOP7.md"])
    func `a copy of a completed reminder is silent in every list only if it says nothing new`(
        id: String,
        name: String
    ) throws {
        // What the copy has, the original had before it was completed (#33).
        let open = id + Self.front
        let done = open.replacing("\n---\n", with: "\ncompleted: 2026-11-21T08:00\n---\n")
        #expect(try coming(["plants.md": done, name: open]) == ([], [], [name]))
        let quoted = open.replacing("title: Water plants", with: "title: \"Water plants\"")
        #expect(try coming(["plants.md": done, name: quoted]) == ([], [], [name]))
        for (old, new) in [
            ("Two litres.", "Two litres.\nAnd the ferns,\nand the palm,\nand the cactus."), ("Two litres.\n", ""),
            ("[Home]", "[Home, Work]"), ("T10", "T11"), ("tags:", "place: garden\ntags:"),
        ] {
            let other = open.replacing(old, with: new)
            let found = try coming(["plants.md": done, name: other])
            #expect(found == ([name], [name], [name]), "\(other)")
        }
    }

    @Test func `a copy stays silent when its original is snoozed or moved in its series`() throws {
        let open = Self.front
        let snoozed = open.replacing("\n---\n", with: "\nsnoozed: 2026-11-28T12:00\n---\n")
        #expect(try coming(["plants.md": snoozed, "plants 2.md": open]).told == ["plants.md"])
        // The snooze of a copy is new.
        #expect(try coming(["plants.md": open, "plants 2.md": snoozed]).told.contains("plants 2.md"))
        let series = open.replacing("\n---\n", with: "\nrecurrence: weekly\n---\n")
        let place = try #require(series.split(separator: "\n").first { $0.hasPrefix("scheduled: ") }?.dropFirst(11))
        let moved = series.replacing("\n---\n", with: "\nmoved_from: \(place)\n---\n")
            .replacing("scheduled: \(place)", with: "scheduled: 2026-11-30T10:00")
        #expect(Set(try coming(["plants.md": moved, "plants 2.md": series]).told) == ["plants.md"])
    }

    @Test func `a copy of a series is silent once its occurrence is completed, unless it says something new`() throws {
        let open = Self.front.replacing("tags:", with: "recurrence: weekly\ntags:")
        let done = open.replacing("11-28", with: "12-05").replacing(
            "\n---\n",
            with: "\ncomplete_instances: [2026-11-28]\n---\n"
        )
        func told(_ copy: String) throws -> Set<String> {
            let found = try coming(["plants.md": done, "plants 2.md": copy])
            #expect(Set(found.listed) == Set(found.told), "\(found)")
            return Set(found.told)
        }
        #expect(try told(open) == ["plants.md"])
        #expect(try told(open.replacing("Two litres.", with: "Three litres.")) == ["plants.md", "plants 2.md"])
        #expect(try told(open.replacing("11-28", with: "11-29")) == ["plants.md", "plants 2.md"])
    }

    @Test(arguments: [
        ("plants 2.md", "title: Other\nscheduled: 2026-11-28T10:00\ntags: [Home]\n---\nTwo litres.\n"),
        ("plants 2.md", "scheduled: 2026-11-28T10:00\n---\nSomething else,\nand more of it,\nin three lines.\n"),
        ("plants2.md", front), ("plants 1.md", front), ("plants-laptop7.md", front), ("plants-7.md", front),
        ("other 2.md", front), ("plants 2.md", "id: x\n" + front),
    ])
    func `a file that is only named like a copy, or only has the text of another, is told`(
        name: String,
        text: String
    ) throws {
        let original = text.hasPrefix("scheduled") ? "scheduled: 2026-11-28T10:00\n---\nTwo litres.\n" : Self.front
        let folder = try Folder(["plants.md": original, name: text])
        #expect(Set(told(folder)) == ["plants.md", name] && copies(folder) == [], "\(told(folder)) \(copies(folder))")
    }
}
