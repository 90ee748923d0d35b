import TestSupport
import Testing

@testable import MemossFiles

/// `mm init` in a directory that already has Markdown files.
@Suite struct AdoptionTests {
    private static let moment = TimeContext(now: Folder.now, zone: .utc, zones: [:], allDayAt: .noon)

    private func made(_ files: [String: String]) throws -> (
        made: ReminderFolder.Made, registry: TagRegistry, left: Bool
    ) {
        let directory = try TemporaryDirectory()
        for (path, text) in files { try directory.write(path, text) }
        let made = try #require(try ReminderFolder.create(at: directory.path, Self.moment) { "id" }.made)
        let left = files.allSatisfy { directory.read($0.key) == [UInt8]($0.value) }
        let registry = directory.read("tags.yaml")
        return (made, TagRegistry(parsing: try #require(registry)), left)
    }

    private func note(_ tags: String) -> String { "---\ntags: \(tags)\n---\n" }

    @Test func `each tag is registered in its most frequent spelling, and no default tags are added`() throws {
        let (made, registry, left) = try made([
            "a.md": note("[Health]"), "b.md": note("health, Home/Roof"), "c/d.md": note("[HEALTH, health]"),
            "e.md": note("health"), "f.md": "text alone",
            "g.md": "---\nscheduled: 2026-11-22\ntags: health\n---\n",
        ])
        #expect(registry.tags.map(\.name.text) == ["health", "Home/Roof"])
        #expect(registry.tags.map(\.color) == [TagColor.Preset.moss.color, TagColor.Preset.blue.color])
        #expect(registry.problems.isEmpty && registry.tags.allSatisfy { $0.created == "2026-11-22" && $0.id == "id" })
        #expect((made.notes, made.reminders, made.isAdopted) == (5, 1, true))
        #expect(left)
    }

    /// The files are not read in path order.
    @Test func `of equally frequent spellings, the first in path order is registered`() throws {
        #expect(try made(["a/z.md": note("Ab"), "b.md": note("ab")]).registry.tags.map(\.name.text) == ["Ab"])
        #expect(try made(["a.md": note("ab"), "b/a.md": note("Ab")]).registry.tags.map(\.name.text) == ["ab"])
        let faulty = "---\nscheduled: [x]\ntags: AB\n---\n"
        #expect(try made(["a.md": faulty, "b.md": note("ab")]).registry.tags.map(\.name.text) == ["AB"])
    }

    @Test func `files without tags give an empty registry`() throws {
        let (made, registry, _) = try made(["a.md": "x"])
        #expect(made.isAdopted && made.tags.isEmpty && registry.tags.isEmpty && registry.problems.isEmpty)
    }

    @Test func `without Markdown files, the four default tags are created`() throws {
        for files in [[:], ["a.txt": "x"], [".mmignore": "a.md\n", "a.md": note("b")], [".obsidian/a.md": note("b")]] {
            let (made, registry, left) = try made(files)
            #expect(registry.tags.count == 4 && !made.isAdopted && left, "\(files)")
        }
    }

    @Test func `unreadable files are counted, so the folder is not treated as new`() throws {
        let (made, registry, _) = try made(["a.md": "---\ntags: [a\n---\n"])
        #expect(made.isAdopted && made.unreadable == 1 && registry.tags.isEmpty)
    }

    @Test func `a nested folder is visible to the outer one unless that ignores it`() throws {
        let directory = try TemporaryDirectory()
        try directory.write("tags.yaml", "")
        for (path, isSeen) in [
            ("a", true), ("a/b", true), (".hidden/a", false), ("node_modules/x", false), ("ignored/deep", false),
            ("ignored", false),
        ] {
            try directory.write(".mmignore", "ignored/\n")
            let folder = try ReminderFolder.create(at: "\(directory.path)/\(path)", Self.moment) { "id" }.folder
            let outer = folder.enclosing()
            // The nearest folder above `a/b` is `a`.
            #expect((outer != nil) == isSeen, "\(path)")
            #expect(outer == nil || outer?.path == (path == "a" ? "a" : "b"))
        }
    }
}
