import TestSupport
import Testing

@testable import MemossFiles
@testable import Text

/// Adding and deleting tags in a whole folder on disk.
@Suite struct TagPlanTests {
    private let registry = "Home: pink\nWork: blue\nWork/Old:\n  color: teal\n  aliases: [desk]\n"

    private func make(_ directory: borrowing TemporaryDirectory, _ files: [String: String] = [:]) throws
        -> ReminderFolder
    {
        try directory.write("tags.yaml", registry)
        for (path, text) in files { try directory.write(path, text) }
        return ReminderFolder(root: directory.path)
    }

    private func adoption() -> TagAdoption { TagAdoption(today: "2026-11-22", freshID: { "6f96" }) }

    @Test func `deleting a tag also deletes nested tags and aliases, and nothing else`() throws {
        let directory = try TemporaryDirectory()
        let folder = try make(
            directory,
            [
                "a.md": "---\ntags: [work, home]\n---\nBody\n", "b/c.md": "---\r\ntags: WORK/x\r\n---\r\n",
                "b/d.md": "---\ntags:\n  - \"#desk\" # why\n---\n", "e.md": "---\ntags: [home, workshop]\n---\n",
                "f.md": "no tags\n",
            ]
        )
        let untouched = try ["e.md", "f.md"].map { try directory.stamp($0) }
        let result = try folder.plan(TagDeletion(of: TagName("WORK")), in: folder.read().snapshot)
        #expect(result.tags.map(\.text) == ["Work", "Work/Old"])
        let done = try folder.commit(result.plan, as: "delete", at: Folder.now)
        #expect(done.edits.map(\.path) == ["a.md", "b/c.md", "b/d.md", "tags.yaml"])
        #expect(directory.read("a.md") == [UInt8]("---\ntags: [home]\n---\nBody\n"))
        #expect(directory.read("b/c.md") == [UInt8]("---\r\ntags: []\r\n---\r\n"))
        #expect(directory.read("b/d.md") == [UInt8]("---\ntags: []\n---\n"))
        #expect(directory.read("tags.yaml") == [UInt8]("Home: pink\n"))
        #expect(try ["e.md", "f.md"].map { try directory.stamp($0) } == untouched)
        // One transaction, and therefore one undo step.
        let step = try #require(try folder.step(.undo))
        try folder.commit(step)
        #expect(directory.read("tags.yaml") == [UInt8](registry))
        #expect(directory.read("b/d.md") == [UInt8]("---\ntags:\n  - \"#desk\" # why\n---\n"))
    }

    @Test func `a nested tag is deleted alone, also by an alias`() throws {
        let directory = try TemporaryDirectory()
        let folder = try make(directory, ["a.md": "---\ntags: [work, desk/x, Work/Old]\n---\n"])
        for name in ["work/old", "DESK"] {
            let result = try folder.plan(TagDeletion(of: TagName(name)), in: folder.read().snapshot)
            #expect(result.tags.map(\.text) == ["Work/Old"])
            #expect(result.plan.edits.map(\.path) == ["a.md", "tags.yaml"])
            #expect(result.plan.edits.first?.after == [UInt8]("---\ntags: [work]\n---\n"))
        }
    }

    @Test func `a tag that is only in files, or only in the registry, can be deleted`() throws {
        let directory = try TemporaryDirectory()
        let folder = try make(directory, ["a.md": "---\ntags: [party]\n---\n"])
        let snapshot = try folder.read().snapshot
        #expect(try folder.plan(TagDeletion(of: TagName("Party")), in: snapshot).plan.edits.map(\.path) == ["a.md"])
        #expect(try folder.plan(TagDeletion(of: TagName("home")), in: snapshot).plan.edits.map(\.path) == ["tags.yaml"])
        #expect(throws: MemossError(.notFound, "no tag 'parti'", hints: ["did you mean 'party'?"])) {
            try folder.plan(TagDeletion(of: TagName("parti")), in: snapshot)
        }
    }

    @Test func `a file that cannot be edited is named, and the others are edited`() throws {
        let directory = try TemporaryDirectory()
        let folder = try make(
            directory,
            [
                "alias.md": "---\nx: &a work\ntags: [*a]\n---\n", "bad.md": "---\ntags: [work\n---\n",
                "good.md": "---\ntags: [work]\n---\n", "other.md": "---\ntags: [garden\n---\n",
                "twice.md": "---\ntags: [work]\ntags: [home]\n---\n",
            ]
        )
        let plan = try folder.plan(TagDeletion(of: TagName("work")), in: folder.read().snapshot).plan
        // The registry keeps what some files still have.
        #expect(plan.edits.map(\.path) == ["good.md"])
        #expect(plan.skipped.map(\.path) == ["alias.md", "bad.md", "tags.yaml", "twice.md"])
    }

    @Test func `only unused tags are pruned`() throws {
        let directory = try TemporaryDirectory()
        let folder = try make(directory, ["a.md": "---\ntags: [desk/x]\n---\n"])
        let result = try folder.plan(TagPruning(), in: folder.read().snapshot)
        #expect(result.tags.map(\.text) == ["Home"])
        #expect(result.plan.edits.first?.after == [UInt8](String(registry.dropFirst("Home: pink\n".count))))
        // An unreadable date does not hide the tags of the file.
        try directory.write("b.md", "---\ntags: [home]\nscheduled: 2026-02-30\n---\n")
        #expect(try folder.plan(TagPruning(), in: folder.read().snapshot).plan == EditPlan())
    }

    @Test(arguments: [("file.hasTag(\"home\")", []), ("file.hasTag(\"x\")", ["Home"]), ("'Home' == tags", [])])
    func `a tag that a base asks for is not pruned`(filter: String, pruned: [String]) throws {
        let directory = try TemporaryDirectory()
        let folder = try make(directory, ["a.md": "---\ntags: [desk/x]\n---\n"])
        try directory.write(".mm.yaml", "tags_in_text: true\n")
        try directory.write("v.base", "filters: \(filter)\n")
        let result = try folder.plan(TagPruning(), in: folder.read().snapshot)
        #expect(result.tags.map(\.text) == pruned)
    }

    @Test func `a base that cannot be read keeps all tags, and is named`() throws {
        let directory = try TemporaryDirectory()
        let folder = try make(directory, ["a.md": "---\ntags: [desk/x]\n---\n"])
        try directory.write(".mm.yaml", "tags_in_text: true\n")
        try directory.write("v.base", "filters: x\n")
        let snapshot = try folder.read().snapshot
        directory.delete("v.base")
        try directory.link("v.base", to: "v.base")
        let result = try folder.plan(TagPruning(), in: snapshot)
        #expect(result.tags.isEmpty && result.plan.skipped.map(\.path) == ["v.base"])
        #expect(result.plan.skipped.first?.reason == "cannot be read; it may use 'Home', so that tag is kept")
    }

    @Test func `a tag that an unreadable file may use is not pruned`() throws {
        for (text, kept) in [
            ("---\ntags: [HOME\n---\n", ["Home"]), ("---\ntags: [garden\n---\n", []),
            ("---\ntags: [a desk\n---\n", ["Work/Old"]),
            ("---\ntags: [\"\\x48ome\"\n---\n", ["Home"]),
            ("---\nx: [\n---\nhome\n", []), ("---\ntags: home\n", ["Home"]),
        ] {
            let directory = try TemporaryDirectory()
            let folder = try make(directory, ["bad.md": text])
            let result = try folder.plan(TagPruning(), in: folder.read().snapshot)
            #expect(Set(result.tags.map(\.text)) == Set(["Home", "Work", "Work/Old"]).subtracting(kept), "\(text)")
            #expect(result.plan.skipped.map(\.path) == (kept.isEmpty ? [] : ["bad.md"]), "\(text)")
            for name in kept { #expect(result.plan.skipped.first?.reason.contains("'\(name)'") == true) }
        }
    }

    @Test func `each tag is adopted once, in its most frequent spelling`() throws {
        let directory = try TemporaryDirectory()
        let folder = try make(
            directory,
            [
                "a.md": "---\ntags: [Party, party, WORK/New]\n---\n", "b.md": "---\ntags: PARTY, Work/New\n---\n",
                "c.md": "---\ntags: [\"#PARTY\", desk, Zoo/Bears]\n---\n",
                "d.md": "---\ntags: [\" x \", \"a,b\", \"\\e\"]\n---\n",
            ]
        )
        let result = try folder.plan(adoption(), in: folder.read().snapshot)
        #expect(result.tags.map(\.text) == ["PARTY", "Work/New", "Zoo/Bears"])
        #expect(result.plan.edits.map(\.path) == ["tags.yaml"])
        #expect(result.plan.skipped.count == 3)
        let after = TagRegistry(parsing: try #require(result.plan.edits.first?.after))
        #expect(after.tags.map(\.name.text) == ["Home", "PARTY", "Work", "Work/New", "Work/Old", "Zoo/Bears"])
        #expect(after.problems.isEmpty)
        // Pink, blue and teal are already in use.
        let colors = ["PARTY", "Work/New", "Zoo/Bears"].map { after.tag(named: TagName($0))?.color }
        #expect(colors == [TagColor.Preset.moss, .orange, .purple].map(\.color))
        _ = try folder.commit(result.plan, as: "adopt", at: Folder.now)
        #expect(try folder.plan(adoption(), in: folder.read().snapshot).plan.edits.isEmpty)
    }

    @Test func `thousands of tags are adopted at once`() throws {
        let directory = try TemporaryDirectory()
        let tags = (0..<3_000).map { "tag\($0 * 7_919 % 3_000)" }.joined(separator: ", ")
        let folder = try make(directory, ["a.md": "---\ntags: [\(tags)]\n---\n"])
        let result = try folder.plan(adoption(), in: folder.read().snapshot)
        let after = TagRegistry(parsing: try #require(result.plan.edits.first?.after))
        #expect(after.tags.count == 3_003)
        #expect(after.tags.map(\.name.key) == after.tags.map(\.name.key).sorted())
    }

    @Test func `a registry that cannot be edited, or an unreadable .mmignore, stops the whole edit`()
        throws
    {
        let directory = try TemporaryDirectory()
        let folder = try make(directory, ["a.md": "---\ntags: [new, work]\n---\n"])
        func expectRefusals(_ location: SourceLocation = #_sourceLocation) throws {
            let snapshot = try folder.read().snapshot
            let (id, today) = ("6f96", "2026-11-22")
            let pink = TagColor.Preset.pink.color
            let plans: [() throws -> Void] = [
                {
                    _ = try folder.plan(
                        TagAddition(of: TagName("x"), color: nil, freshID: id, today: today),
                        in: snapshot
                    )
                },
                {
                    _ = try folder.plan(
                        TagColoring(of: TagName("work"), color: pink, freshID: id, today: today),
                        in: snapshot
                    )
                },
                { _ = try folder.plan(TagDeletion(of: TagName("work")), in: snapshot) },
                { _ = try folder.plan(TagPruning(), in: snapshot) },
                { _ = try folder.plan(adoption(), in: snapshot) },
            ]
            for plan in plans { #expect(throws: MemossError.self, sourceLocation: location) { try plan() } }
        }
        for text in ["Work: [\n", "Work: blue\nWORK: pink\n", "- Work\n"] {
            try directory.write("tags.yaml", text)
            try expectRefusals()
            #expect(directory.read("tags.yaml") == [UInt8](text))
        }
        try directory.write("tags.yaml", registry)
        try directory.fifo(".mmignore")
        try expectRefusals()
    }
}
