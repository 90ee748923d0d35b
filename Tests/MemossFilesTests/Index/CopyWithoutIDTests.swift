import Testing

@testable import MemossFiles

/// Conflict copies without ids, whose names other files may have too (issue 33: `plants 2.md` rang twice).
@Suite struct CopyWithoutIDTests {
    private static let front = "title: Water plants\nscheduled: 2026-11-28T10:00\ntags: [Home]\n---\nTwo litres.\n"

    private func told(_ folder: Folder) -> [String] {
        NotificationPlan(folder.reminders, in: folder.context).notifications.map(\.path)
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
