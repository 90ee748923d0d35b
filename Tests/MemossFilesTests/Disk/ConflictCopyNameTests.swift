import Testing

@testable import Folder
@testable import MemossFiles

/// The names that sync tools give to the second version of a file.
@Suite struct ConflictCopyNameTests {
    /// Each is a copy of `milk.md`.
    static let certain = [
        "milk.sync-conflict-20261121-080000-ABCDEFG.md", "milk.sync-conflict-20261121-080000.md",
        "milk (SFConflict ann@example.com 2026-11-26-08-00-00).md", "milk_LAPTOP_Nov-26-080000-2026_Conflict.md",
        "milk_Andy-PC_Jan-03-0901-2013_Conflict.md", "milk_Andy-PC_Jan-03-0901-2013_CaseConflict_1.md",
        "milk (Ann's conflicted copy 2026-11-21).md", "milk (Ann's conflicted copy 2026-11-21 (1)).md",
        "milk (Anns in Konflikt stehende Kopie 2026-11-21).md", "milk (Copie en conflit de Ann 2026-11-21).md",
        "milk (Copia en conflicto de Ann 2026-11-21).md", "milk (Copia in conflitto di Ann 2026-11-21).md",
        "milk (cópia em conflito de Ann 2026-11-21).md", "milk (конфликтующая копия с Ann 2026-11-21).md",
        "milk (Ann の競合コピー 2026-11-21).md", "milk (Ann 的冲突副本 2026-11-21).md",
        "milk (conflicted copy 2026-11-21 080000).md", "milk_conflict-20261121-080000.md",
        "milk (Conflicted copy Phone 202611210800).md", "milk.variant-5e2f.md", "milk.variant-a1b.md",
        "milk (Case Conflict).md", "milk (Case Conflict 1).md", "milk (Unicode Encoding Conflict).md",
        "milk (Whitespace Conflict).md", "milk (conflicted copy mm-7-4242).md",
    ]

    @Test(arguments: certain)
    func `the name says what it is a copy of`(name: String) throws {
        let copy = try #require(ConflictCopyName(name))
        #expect(copy.isCertain)
        #expect(copy.originals == ["milk.md"])
    }

    @Test(arguments: [
        "milk.md", "notes (conflict of interest).md", "design_conflict-notes.md", "plan (2026-11-21).md",
        "How to handle a conflicted copy.md", "Notes (my conflicted copy of the contract).md",
        "a.sync-conflict-report.md", "a.sync-conflict-20261121.md", "a (Konflikt 2026-11-21 lesen).md",
        "a (case conflict in court).md", ".sync-conflict-20261121-080000-ABCDEFG.md", "(conflicted copy 2026-11-21).md",
        "a_conflict-20261121-1.md", "conflict.md", "resolve conflicts (2).md", "a.variant-blue.md", "b.variant.md",
        "a_Conflict.md", "a_Jan-03-0901-2013.md", "a_PC_Jan-03-0901-2013_1.md", "a_PC_Jan-03-0901_Conflict.md",
    ])
    func `other names do not`(name: String) {
        #expect(ConflictCopyName(name)?.isCertain != true)
    }

    @Test func `names that other files have too are only possible copies`() {
        #expect(ConflictCopyName("milk 2.md")?.originals == ["milk.md"])
        #expect(ConflictCopyName("buy-milk-ANNS-PC.md")?.originals == ["buy.md", "buy-milk.md", "buy-milk-ANNS.md"])
        #expect(ConflictCopyName("milk 2.md")?.isCertain == false)
        #expect(ConflictCopyName("milk (1).md")?.originals == ["milk.md"])
        #expect(ConflictCopyName("milk (1).md")?.isCertain == false)
        #expect(ConflictCopyName("milk (2026).md") == nil && ConflictCopyName("milk ().md") == nil)
        #expect(ConflictCopyName("milk-2.md") == nil)
        #expect(ConflictCopyName("milk-copy.md") == nil)
        #expect(ConflictCopyName("milk 1.md") == nil)
        #expect(ConflictCopyName("milk 2026.md") == nil)
    }

    // MARK: In a folder

    private func names(
        _ files: [String],
        ids: [String: String] = [:]
    ) throws -> (read: [String], copies: [String]) {
        let directory = try TemporaryDirectory()
        try directory.write("tags.yaml", "")
        for name in files {
            let id = ids[name].map { "id: \($0)\n" } ?? ""
            try directory.write(name, "---\n\(id)scheduled: 2026-11-22\n---\n")
        }
        let snapshot = try ReminderFolder(root: directory.path).read().snapshot
        return (snapshot.reminders.map(\.path), snapshot.problems.filter { $0.id == .conflictCopy }.map(\.path))
    }

    @Test func `copies are reported and not read`() throws {
        let found = try names(["milk.md"] + Self.certain)
        #expect(found.read == ["milk.md"])
        #expect(Set(found.copies) == Set(Self.certain))
    }

    @Test func `of the variants of git-annex, one is read if there is no file of the original name`() throws {
        let variants = ["tea.variant-1a2b.md", "tea.variant-3c4d.md"]
        #expect(try names(variants).read == ["tea.variant-1a2b.md"])
        #expect(try names(variants).copies == ["tea.variant-3c4d.md"])
        #expect(try names(variants + ["tea.md"]).read == ["tea.md"])
    }

    @Test(arguments: certain)
    func `a copy is read if its original is gone, or is another reminder`(name: String) throws {
        let isVariant = name.contains("variant")
        #expect(try names([name]).read == [name])
        #expect(try names([name]).copies == (isVariant ? [] : [name]))
        let other = try names([name, "milk.md"], ids: [name: "1", "milk.md": "2"])
        #expect(other.read == [name, "milk.md"].sorted { PathOrder.precedes($0, $1) })
        #expect(other.copies == [name])
        #expect(try names([name, "milk.md"], ids: [name: "1", "milk.md": "1"]).read == ["milk.md"])
    }

    @Test func `of two copies without an original, one is read, and so is any other reminder`() throws {
        let copies = (1...3).map { "milk.sync-conflict-20261121-08000\($0)-ABCDEFG.md" }
        let found = try names(copies, ids: [copies[0]: "1", copies[1]: "1", copies[2]: "2"])
        #expect(found.read == [copies[0], copies[2]])
        #expect(found.copies == copies)
        let again = "milk.sync-conflict-20261121-080000-ABCDEFG.sync-conflict-20261121-080000-ABCDEFG.md"
        #expect(try names([again, "milk.md"]).read == ["milk.md"])
    }

    @Test func `words of a conflict in a name make a copy only of a file with the same id`() throws {
        let (name, original) = ("milk (conflicted copy).md", "milk.md")
        for id in ["1", "2"] {
            let text = { (id: String) in "id: \(id)\nscheduled: 2026-11-23" }
            let folder = try Folder([name: text(id), original: text("1")])
            #expect(folder.reminders.map(\.path) == [name, original])
            #expect(folder.problems.contains { $0.id == .conflictCopy } == (id == "1"))
        }
    }

    @Test func `numbered copies of the registry by iCloud are reported`() throws {
        #expect(try names(["tags 2.yaml", "tags 1.yaml", "tags old.yaml"]).copies == ["tags 2.yaml"])
    }

    @Test func `a copy of the registry is reported`() throws {
        let name = "tags.sync-conflict-20261121-080000-ABCDEFG.yaml"
        #expect(try names([name, "other.sync-conflict-20261121-080000-ABCDEFG.yaml"]).copies == [name])
    }

    @Test func `a copy with the same id and dates as its original is not delivered, and any other file is`() throws {
        let milk = "id: 1\ntitle: Milk\nscheduled: 2026-11-23"
        let folder = try Folder([
            "milk.md": milk, "milk 2.md": milk + "\nx: 1", "milk-PC.md": "id: 1\ntitle: Milk\nscheduled: 2026-11-25",
            "tea.md": "id: 2\ntitle: Tea\nscheduled: 2026-11-23",
            "tea 2.md": "id: 3\ntitle: Tea\nscheduled: 2026-11-23",
            "rum.md": "id: 4\ntitle: Rum\nscheduled: 2026-11-23", "gin.md": "id: 4\ntitle: Gin\nscheduled: 2026-11-23",
        ])
        let delivered = folder.reminders.distinct()
        #expect(delivered.reminders.map(\.path) == ["gin.md", "milk-PC.md", "milk.md", "rum.md", "tea 2.md", "tea.md"])
        // The original keeps its id.
        #expect(delivered.reminders.filter { $0.id == "1" }.map(\.path) == ["milk.md"])
        #expect(delivered.copies["milk 2.md"] == "milk.md")
        let problems = folder.problems.filter { [.conflictCopy, .duplicateID].contains($0.id) }
        #expect(problems.map(\.path) == ["milk 2.md", "milk-PC.md", "rum.md"])
        #expect(problems.map(\.id) == [.conflictCopy, .conflictCopy, .duplicateID])
    }

    @Test func `an open copy of a completed reminder is delivered`() throws {
        let folder = try Folder([
            "milk.md": "id: 1\nscheduled: 2026-11-23\ncompleted: true", "milk 2.md": "id: 1\nscheduled: 2026-11-24",
        ])
        #expect(folder.reminders.distinct().reminders.map(\.path) == ["milk 2.md", "milk.md"])
    }
}
