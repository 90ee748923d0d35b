import CLibrary
import Synchronization
import TestSupport
import Testing

@testable import CivilTime
@testable import Folder
@testable import MemossFiles
@testable import Text

/// Creating and deleting files in a folder.
@Suite struct AdditionTests {
    private static let registry = "Home:\n  color: teal\n# of the office\nWork: \"#22C55E\" # moss\n"

    private func folder(_ directory: borrowing TemporaryDirectory, _ calls: any DiskCalls = SystemCalls())
        -> ReminderFolder
    {
        ReminderFolder(root: directory.path, disk: Disk(calls: calls))
    }

    private func made(_ registry: String = Self.registry) throws -> TemporaryDirectory {
        let directory = try TemporaryDirectory()
        try directory.write(TagRegistry.fileName, registry)
        return directory
    }

    private func plan(
        _ folder: ReminderFolder,
        _ title: String = "Milk",
        tags: [String] = [],
        at path: String = "milk.md"
    ) throws -> (plan: EditPlan, tags: [MemossFiles.Tag]) {
        var new = try NewReminder(title: title, id: "an-id", created: CivilDateTime(CivilDate(unchecked: 2026, 11, 21)))
        new.tags = tags.map { TagName($0) }
        let count = Mutex(0)
        let addition = ReminderAddition(of: new, at: path, today: CivilDate(unchecked: 2026, 11, 21)) {
            count.withLock { count in
                count += 1
                return "id-\(count)"
            }
        }
        return try folder.plan(addition, in: Snapshot(registry: folder.registry()))
    }

    // MARK: Names

    @Test func `a new name is unique, ignoring case`() throws {
        let directory = try made()
        let folder = folder(directory)
        #expect(try folder.paths(forNew: ["Buy milk"], isNote: false) == ["buy-milk.md"])
        try directory.write("Buy-Milk.MD", "")
        #expect(try folder.paths(forNew: ["Buy milk"], isNote: false) == ["buy-milk-2.md"])
        try directory.write("buy-milk-2.md/a.md", "")
        try directory.link("BUY-MILK-3.md", to: "nowhere")
        #expect(try folder.paths(forNew: ["Buy milk"], isNote: false) == ["buy-milk-4.md"])
        #expect(try folder.paths(forNew: ["宿題"], isNote: true) == ["note.md"])
        #expect(try folder.paths(forNew: ["../../etc/passwd"], isNote: true) == ["etc-passwd.md"])
    }

    @Test func `a name that would be ignored is refused`() throws {
        let directory = try made()
        try directory.write(".mmignore", "readme*\n")
        let refusal = try failure { _ = try folder(directory).paths(forNew: ["Readme"], isNote: true) }
        #expect(refusal?.message == "readme.md would be ignored: .mmignore excludes it")
        directory.delete(".mmignore")
        try directory.write(".mmignore/x", "")
        #expect(
            try failure { _ = try folder(directory).paths(forNew: ["x"], isNote: true) }?.message.contains(".mmignore")
                == true
        )
    }

    // MARK: Paths

    @Test func `a path is relative to the working directory and contains no links`() throws {
        let directory = try made()
        try directory.write("home/x.md", "")
        try directory.link("house", to: "home")
        let (folder, root) = (folder(directory), directory.path)
        #expect(try folder.path(forNewAt: "a.md", from: root) == "a.md")
        #expect(try folder.path(forNewAt: "./a//b/c.MD", from: root + "/home") == "home/a/b/c.MD")
        #expect(try folder.path(forNewAt: "../a.md", from: root + "/home") == "a.md")
        #expect(try folder.path(forNewAt: "house/a.md", from: root) == "home/a.md")
        #expect(try folder.path(forNewAt: "\(root)/home/a.md", from: "/") == "home/a.md")
    }

    @Test func `a path out of the folder is refused, and nothing is created`() throws {
        let outer = try TemporaryDirectory()
        try outer.write("f/tags.yaml", "")
        try outer.write("f/home/x.md", "")
        try outer.write("other/x.md", "")
        try outer.link("f/out", to: "../other")
        try outer.link("f/up", to: "..")
        try outer.link("f/nowhere", to: "../nothing")
        try outer.link("f/link.md", to: "../other/new.md")
        let root = outer.path + "/f"
        let folder = ReminderFolder(root: root)
        let paths = [
            "../x.md", "../../x.md", "home/../../x.md", "out/a.md", "out/new/a.md", "up/a.md", "up/other/a.md",
            "nowhere/a.md", "link.md", "\(outer.path)/x.md", "/x.md", "new/../../x.md", "new/../x.md",
            "../f-too/x.md",
        ]
        for path in paths {
            #expect(throws: MemossError.self, "\(path)") { try folder.path(forNewAt: path, from: root) }
        }
        // The transaction engine does not follow the link either.
        for path in ["../x.md", "out/a.md", "link.md", ".memoss/a.md"] {
            let (plan, _) = try plan(folder, at: path)
            #expect(throws: MemossError.self, "\(path)") { try folder.commit(plan, as: "add", at: Folder.now) }
        }
        #expect(try outer.names("other") == ["x.md"])
        #expect(try outer.names() == ["f", "other"])
    }

    @Test(
        arguments: [
            ".hidden.md", ".git/a.md", "home/.x/a.md", ".memoss/a.md", "node_modules/a.md", "a/node_modules/b/c.md",
            "drafts/a.md", "a/b.tmp.md", "a.sync-conflict-20261121-080000.md", "a (conflicted copy 2026-11-21).md",
            "x.md", "x.md/a.md",
            "a", "a.txt", ".md", "a/", "a.md/", "", "/", "home/.md",
        ]
    )
    func `a path that would be ignored is refused`(path: String) throws {
        let directory = try made()
        try directory.write("x.md", "")
        try directory.write(".mmignore", "drafts/\n*.tmp.md\n")
        #expect(throws: MemossError.self) { try folder(directory).path(forNewAt: path, from: directory.path) }
        #expect(try directory.names() == [".mmignore", "tags.yaml", "x.md"])
    }

    @Test func `a created file is read`() throws {
        let directory = try made()
        let folder = folder(directory)
        _ = try folder.commit(try plan(folder, at: "a/b/milk.md").plan, as: "add", at: Folder.now)
        let read = try folder.read().snapshot
        #expect(read.reminders.map(\.path) == ["a/b/milk.md"] && read.problems.isEmpty)
        #expect(throws: MemossError.self) { try folder.path(forNewAt: "a/b/milk.md", from: directory.path) }
    }

    // MARK: Tags

    @Test func `unknown tags get entries in order, with the least used presets`() throws {
        let directory = try made()
        let (plan, tags) = try plan(folder(directory), tags: ["office", "HOME", "home/garden", "Office", "Zoo"])
        #expect(tags.map(\.name.text) == ["office", "Zoo"])
        #expect(plan.edits.map(\.path) == ["milk.md", "tags.yaml"])
        #expect(
            String(decoding: plan.edits[1].after ?? [], as: UTF8.self) == """
                Home:
                  color: teal
                office:
                  color: "#3B82F6"
                  id: id-1
                  created: 2026-11-21
                # of the office
                Work: "#22C55E" # moss
                Zoo:
                  color: "#EC4899"
                  id: id-2
                  created: 2026-11-21

                """
        )
        #expect(
            String(decoding: plan.edits[0].after ?? [], as: UTF8.self).contains(
                "tags: [office, Home, Home/garden, Zoo]\n"
            )
        )
    }

    @Test func `a tag below a new one takes its spelling`() throws {
        let directory = try made()
        let (plan, tags) = try plan(folder(directory), tags: ["Trip", "trip/Rome"])
        #expect(tags.map(\.name.text) == ["Trip"])
        #expect(String(decoding: plan.edits[0].after ?? [], as: UTF8.self).contains("tags: [Trip, Trip/Rome]\n"))
    }

    @Test func `a former name is replaced by the current one, and known tags do not change the registry`() throws {
        let directory = try made("Work:\n  aliases: [office]\n")
        let (plan, tags) = try plan(folder(directory), tags: ["OFFICE", "office/x", "work"])
        #expect(tags.isEmpty && plan.edits.count == 1)
        #expect(String(decoding: plan.edits[0].after ?? [], as: UTF8.self).contains("tags: [Work, Work/x]\n"))
    }

    @Test(arguments: ["Work: [\n", "Work: blue\nwork: pink\n", "- a\n", "Work: blue\u{85}\n"])
    func `if the registry cannot be edited, only reminders without new tags are created`(registry: String) throws {
        let directory = try made(registry)
        #expect(throws: MemossError.self) { try plan(folder(directory), tags: ["New"]) }
        #expect(try plan(folder(directory)).plan.edits.count == 1)
        #expect(directory.read("tags.yaml") == [UInt8](registry))
    }

    @Test func `a registry outside the folder is not written`() throws {
        let outer = try TemporaryDirectory()
        try outer.write("tags.yaml", "Work: blue\n")
        try outer.write("f/x.md", "")
        try outer.link("f/tags.yaml", to: "../tags.yaml")
        let folder = ReminderFolder(root: outer.path + "/f")
        #expect(throws: MemossError.self) { try plan(folder, tags: ["New"]) }
        #expect(try plan(folder, tags: ["work"]).plan.edits.count == 1)
    }

    @Test func `whichever call fails, either both the file and its tag exist or neither does`() throws {
        var (index, ends) = (0, Set<Bool>())
        while true {
            let directory = try made()
            let calls = FaultyCalls(.failure(EACCES), at: index)
            let folder = folder(directory, calls)
            let refusal = try failure {
                _ = try folder.commit(try plan(folder, tags: ["New"], at: "a/milk.md").plan, as: "add", at: Folder.now)
            }
            let isMade = directory.read("a/milk.md") != nil
            _ = ReminderFolder(root: directory.path).recover()
            #expect(isMade == (directory.read("a/milk.md") != nil) && isMade == (refusal == nil), "call \(index)")
            #expect((directory.read("tags.yaml") == [UInt8](Self.registry)) != isMade, "call \(index)")
            ends.insert(isMade)
            if calls.count <= index { break }
            index += 1
        }
        #expect(index > 20 && ends == [true, false])
    }

    // MARK: Deleting

    @Test func `a deletion removes files, keeps link targets, and is undone byte for byte`() throws {
        let outer = try TemporaryDirectory()
        try outer.write("outside.md", "outside")
        try outer.write("f/tags.yaml", "Work: blue\n")
        try outer.write("f/a/x.md", [0x61, 0xFF, 0x0D, 0x0A])
        try outer.write("f/b.md", "---\ntags: [Work]\n---\n")
        try outer.link("f/out.md", to: "../outside.md")
        try outer.link("f/in.md", to: "b.md")
        let folder = ReminderFolder(root: outer.path + "/f")
        let plan = try folder.plan(FileDeletion(of: ["out.md", "b.md", "in.md", "a/x.md"]), in: folder.read().snapshot)
        #expect(plan.edits.map(\.path) == ["a/x.md", "b.md"] && plan.skipped.map(\.path) == ["in.md", "out.md"])
        let done = try folder.commit(plan, as: "delete", at: Folder.now)
        #expect(done.edits.count == 2)
        #expect(outer.read("f/b.md") == nil && outer.read("f/a/x.md") == nil)
        #expect(outer.read("outside.md") == [UInt8]("outside") && outer.read("f/tags.yaml") == [UInt8]("Work: blue\n"))
        let step = try #require(try folder.step(.undo))
        try folder.commit(step)
        #expect(outer.read("f/a/x.md") == [0x61, 0xFF, 0x0D, 0x0A])
        #expect(outer.read("f/b.md") == [UInt8]("---\ntags: [Work]\n---\n"))
    }

    @Test func `a file that changed after the confirmation is not deleted`() throws {
        let directory = try made()
        try directory.write("a.md", "old")
        try directory.write("b.md", "old")
        let plan = try folder(directory).plan(
            FileDeletion(of: ["a.md", "b.md"]),
            in: folder(directory).read().snapshot
        )
        try directory.write("b.md", "new")
        let refusal = try failure { _ = try folder(directory).commit(plan, as: "delete", at: Folder.now) }
        #expect(refusal?.message.contains("b.md") == true)
        #expect(directory.read("a.md") == [UInt8]("old") && directory.read("b.md") == [UInt8]("new"))
    }
}
