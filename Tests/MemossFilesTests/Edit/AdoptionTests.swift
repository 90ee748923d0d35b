import Testing

@testable import MemossFiles

/// What `mm init` makes of a directory that has Markdown files already.
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

    @Test func `each tag is registered in the spelling that most files use, and none is seeded`() throws {
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

    /// The files are read in another order than that of their paths.
    @Test func `of spellings in as many files the first in path order counts`() throws {
        #expect(try made(["a/z.md": note("Ab"), "b.md": note("ab")]).registry.tags.map(\.name.text) == ["Ab"])
        #expect(try made(["a.md": note("ab"), "b/a.md": note("Ab")]).registry.tags.map(\.name.text) == ["ab"])
        let faulty = "---\nscheduled: [x]\ntags: AB\n---\n"
        #expect(try made(["a.md": faulty, "b.md": note("ab")]).registry.tags.map(\.name.text) == ["AB"])
    }

    @Test func `files without tags give a registry without tags`() throws {
        let (made, registry, _) = try made(["a.md": "x"])
        #expect(made.isAdopted && made.tags.isEmpty && registry.tags.isEmpty && registry.problems.isEmpty)
    }

    @Test func `where no Markdown file counts, there are the four tags of a new folder`() throws {
        for files in [[:], ["a.txt": "x"], [".mmignore": "a.md\n", "a.md": note("b")], [".obsidian/a.md": note("b")]] {
            let (made, registry, left) = try made(files)
            #expect(registry.tags.count == 4 && !made.isAdopted && left, "\(files)")
        }
    }

    @Test func `what cannot be read is counted, and makes no folder a new one`() throws {
        let (made, registry, _) = try made(["a.md": "---\ntags: [a\n---\n"])
        #expect(made.isAdopted && made.unreadable == 1 && registry.tags.isEmpty)
    }

    @Test func `a folder in a folder is seen by the one around it, unless that ignores it`() throws {
        let directory = try TemporaryDirectory()
        try directory.write("tags.yaml", "")
        for (path, isSeen) in [
            ("a", true), ("a/b", true), (".hidden/a", false), ("node_modules/x", false), ("ignored/deep", false),
            ("ignored", false),
        ] {
            try directory.write(".mmignore", "ignored/\n")
            let folder = try ReminderFolder.create(at: "\(directory.path)/\(path)", Self.moment) { "id" }.folder
            let outer = folder.enclosing()
            // `a/b` is in `a`, which is the nearest.
            #expect((outer != nil) == isSeen, "\(path)")
            #expect(outer == nil || outer?.path == (path == "a" ? "a" : "b"))
        }
    }
}
