import TestSupport
import Testing

@testable import Folder
@testable import MemossFiles
@testable import Text

/// A tag edit has the same plan whether it reads the files that it depends on or the whole folder.
@Suite struct ConcernedFilesTests {
    /// A folder with every case of a rename, every broken file, texts with tags, and links.
    private func make(_ directory: borrowing TemporaryDirectory) throws {
        for (number, one) in try RenameCase.all.get().enumerated() where one.before.count < 1_024 {
            try directory.write("cases/\(number % 7)/\(number).md", one.before)
        }
        let broken = Fixtures.root + "/fixtures/broken"
        for name in try Disk.system.names(in: broken) where name.hasSuffix(".md") {
            guard let bytes = try? FileContents.read("\(broken)/\(name)").bytes, bytes.count < 1_024 else { continue }
            try directory.write("broken/\(name)", bytes)
        }
        try makeTexts(directory)
        try directory.write("linked/one.md", "---\ntags: [work]\n---\n")
        try directory.link("linked/two.md", to: "../cases/0/0.md")
    }

    private func makeTexts(_ directory: borrowing TemporaryDirectory) throws {
        try directory.write("texts/a.md", "#work and #home/x\n```\n#work\n```\n")
        try directory.write("texts/b.md", "---\ntags: [home]\n---\n`#work` #workshop\n")
        try directory.write(
            "texts/c.md",
            "---\ntitle: T\n---\n" + String(repeating: "a line\n", count: 400) + "#Work/x\n"
        )
        try directory.write("texts/d.md", "---\ntags: [office]\n---\n#office\n")
        try directory.write("texts/e.md", "> ```base\n> filters: file.hasTag(\"work\")\n> ```\n#home\n")
        try directory.write("texts/f.md", "~~~base\nfilters: file.hasTag(\"a\")\n~~~\n")
        try directory.write("v.base", "filters: file.hasTag(\"work\")\n")
        try directory.write("w.base", "filters: file.hasTag(\"other\")\n")
    }

    private static let registries = [
        "", "work: teal\nhome: pink\n", "work:\n  color: teal\n  aliases: [office, büro]\nwork/x: pink\na: blue\n",
        "job:\n  color: teal\n  aliases: [work]\nDépôt: pink\n",
    ]

    private static let names = ["work", "a", "home", "office", "office/x", "büro", "Dépôt", "job", "x/y", "nobody"]

    private func rename(_ old: String, _ new: String, _ merges: Bool) -> TagRename {
        TagRename(
            from: TagName(old),
            to: TagName(new),
            merges: merges,
            keepsAlias: true,
            freshID: "6f9619ff-8b86-4d01-b42d-00cf4fc964ff",
            today: "2026-11-22"
        )
    }

    private func outcome(_ edit: some TagEdit, _ folder: ReminderFolder, _ snapshot: Snapshot) throws -> [String] {
        do throws(MemossError) {
            let found = try folder.plan(edit, in: snapshot)
            let left = try folder.left(by: found, in: snapshot)
            return found.plan.edits.map {
                "\($0.path) \($0.target ?? "") \(String(decoding: $0.after ?? [], as: UTF8.self))"
            }
                + found.plan.skipped.map { "\($0.path): \($0.reason)" } + found.tags.map(\.text)
                + ["\(left.texts) texts, \(left.bases) bases"]
        } catch {
            // The hints differ: the nearest names may be in any file.
            return [error.message]
        }
    }

    @Test func `reading only the files that a tag edit depends on does not change its plan`() throws {
        let directory = try TemporaryDirectory()
        try make(directory)
        var (planned, number) = (0, -1)
        for registry in Self.registries {
            try directory.write("tags.yaml", registry)
            for isInText in [false, true] {
                try directory.write(FolderSettings.fileName, isInText ? "tags_in_text: true\n" : "")
                let folder = ReminderFolder(root: directory.path)
                let whole = try folder.read().snapshot
                number += 1
                for old in Rounds.some(of: Self.names, number) {
                    for (new, merges) in [("fresh", false), ("home", true), ("home", false), ("work/x", true)] {
                        let edit = rename(old, new, merges)
                        let some = try folder.read(toEdit: edit, countsMentions: true).snapshot
                        #expect(some.reminders.count < whole.reminders.count)
                        let expected = try outcome(edit, folder, whole)
                        #expect(try outcome(edit, folder, some) == expected, "\(old) -> \(new), \(registry)")
                        if expected.count > 1 { planned += 1 }
                    }
                    let deletion = TagDeletion(of: TagName(old))
                    let expected = try outcome(deletion, folder, whole)
                    let some = try folder.read(toEdit: deletion, countsMentions: false).snapshot
                    #expect(try outcome(deletion, folder, some) == expected, "\(old), \(registry)")
                }
            }
        }
        #expect(!Rounds.areAll || planned > 4)
    }

    @Test func `texts are counted while the folder is read, and only if the tags of the plan were looked for`() throws {
        let directory = try TemporaryDirectory()
        try makeTexts(directory)
        try directory.write("tags.yaml", "work: teal\n")
        let folder = ReminderFolder(root: directory.path)
        let edit = rename("work", "fresh", false)
        let snapshot = try folder.read(toEdit: edit, countsMentions: true).snapshot
        let plan = try folder.plan(edit, in: snapshot)
        #expect(try folder.left(by: plan, in: snapshot) == (2, 2))
        // What the texts say now does not matter any more.
        try directory.write("texts/a.md", "nothing\n")
        #expect(try folder.left(by: plan, in: snapshot) == (2, 2))
        #expect(try folder.left(by: TagPlan(mentioning: TagName("other")), in: snapshot) == (0, 1))
    }

    @Test func `a path is known to be in the folder without resolving it, unless a link may lead out of it`() throws {
        let outside = try TemporaryDirectory()
        try outside.write("o.md", "x")
        let directory = try TemporaryDirectory()
        try directory.write("a/b.md", "x")
        try directory.link("l.md", to: "a/b.md")
        try directory.link("d", to: "a")
        try directory.link("out.md", to: "\(outside.path)/o.md")
        try directory.link("away", to: outside.path)
        let memoss = MemossDirectory(disk: .system, root: directory.path)
        for path in ["a/b.md", "a"] { #expect(memoss.reachesWithoutLinks(path), "\(path)") }
        for path in ["", ".", "..", "a/..", "l.md", "d/b.md", "out.md", "away/o.md", "a/../..", "missing.md"] {
            #expect(!memoss.reachesWithoutLinks(path), "\(path)")
        }
        for (path, isInside) in [
            ("a/b.md", true), ("l.md", true), ("d/b.md", true), ("out.md", false), ("away/o.md", false),
        ] {
            #expect(try memoss.isInside(path) == isInside, "\(path)")
        }
        #expect(throws: SystemError.self) { try memoss.isInside("missing.md") }
    }
}
