import TestSupport
import Testing

@testable import Folder
@testable import MemossFiles
@testable import Text

/// The laws of an edit that concern several files, on disk.
@Suite struct FolderRenameLaws {
    private static let registry = "Work:\n  color: blue\nHome: pink\n"
    private static let files = [
        "a.md": "---\ntags: [work, home]\n---\nBody\n", "b/c.md": "---\r\ntags: WORK/x, y\r\n---\r\n",
        "b/d.md": "---\ntags:\n  - \"#work\" # why\n---\n", "e.md": "---\ntags: [home]\n---\n", "f.md": "no tags\n",
    ]

    private func make(_ directory: borrowing TemporaryDirectory) throws {
        try directory.write("tags.yaml", Self.registry)
        for (path, text) in Self.files { try directory.write(path, text) }
    }

    private func plan(
        _ directory: borrowing TemporaryDirectory,
        _ old: String,
        _ new: String,
        keepsAlias: Bool = true
    ) throws -> EditPlan {
        let folder = ReminderFolder(root: directory.path)
        return try folder.plan(rename(old, new, keepsAlias), in: folder.read().snapshot).plan
    }

    private func rename(_ old: String, _ new: String, _ keepsAlias: Bool) -> TagRename {
        TagRename(
            from: TagName(old),
            to: TagName(new),
            merges: false,
            keepsAlias: keepsAlias,
            freshID: "6f9619ff-8b86-4d01-b42d-00cf4fc964ff",
            today: "2026-11-22"
        )
    }

    private func contents(_ directory: borrowing TemporaryDirectory) -> [String: [UInt8]] {
        var found: [String: [UInt8]] = [:]
        for path in Self.files.keys { found[path] = directory.read(path) }
        found["tags.yaml"] = directory.read("tags.yaml")
        return found
    }

    @Test func `a rename writes the files with the tag, the registry, and nothing else`() throws {
        let directory = try TemporaryDirectory()
        try make(directory)
        let untouched = try ["e.md", "f.md"].map { try directory.stamp($0) }
        let folder = ReminderFolder(root: directory.path)
        let done = try folder.commit(try plan(directory, "work", "Job"), as: "rename", at: Folder.now)
        #expect(done.edits.map(\.path) == ["a.md", "b/c.md", "b/d.md", "tags.yaml"])
        #expect(done.skipped.isEmpty)
        #expect(directory.read("a.md") == [UInt8]("---\ntags: [Job, home]\n---\nBody\n"))
        #expect(directory.read("b/c.md") == [UInt8]("---\r\ntags: Job/x, y\r\n---\r\n"))
        #expect(directory.read("b/d.md") == [UInt8]("---\ntags:\n  - \"#Job\" # why\n---\n"))
        #expect(directory.read("tags.yaml") == [UInt8]("Job:\n  color: blue\n  aliases: [Work]\nHome: pink\n"))
        // Law 1: same inode, same modification time.
        #expect(try ["e.md", "f.md"].map { try directory.stamp($0) } == untouched)
        #expect(try directory.names("b") == ["c.md", "d.md"])
    }

    @Test func `a rename of strings equals the rename of a directory with the same files`() throws {
        for new in ["Job", "WORK", "work/deep", "ünï"] {
            let directory = try TemporaryDirectory()
            try make(directory)
            var files = Self.files.mapValues { Array($0.utf8) }
            files["tags.yaml"] = Array(Self.registry.utf8)
            let context = EditContext(Snapshot(files: files), files: FileValues(files), zones: ZoneDatabase())
            let onStrings = try rename("work", new, true).plan(in: context).plan
            let onDisk = try plan(directory, "work", new)
            #expect(onStrings.edits.map(\.path) == onDisk.edits.map(\.path))
            #expect(onStrings.edits.map(\.after) == onDisk.edits.map(\.after))
            #expect(onStrings.patch == onDisk.patch)
        }
    }

    @Test func `law 6: repeating a rename plans nothing`() throws {
        for new in ["Job", "WORK", "work/deep", "ünï"] {
            let directory = try TemporaryDirectory()
            try make(directory)
            let folder = ReminderFolder(root: directory.path)
            _ = try folder.commit(try plan(directory, "work", new), as: "rename", at: Folder.now)
            let second = try plan(directory, "work", new)
            #expect(second.isEmpty && second.skipped.isEmpty, "\(new): \(second.edits.map(\.path))")
        }
    }

    @Test func `law 4: renaming back restores every byte`() throws {
        let directory = try TemporaryDirectory()
        try directory.write("tags.yaml", Self.registry)
        for (path, text) in Self.files where path != "b/c.md" { try directory.write(path, text) }
        let before = contents(directory)
        let folder = ReminderFolder(root: directory.path)
        _ = try folder.commit(try plan(directory, "work", "job", keepsAlias: false), as: "rename", at: Folder.now)
        #expect(contents(directory) != before)
        _ = try folder.commit(try plan(directory, "job", "work", keepsAlias: false), as: "rename", at: Folder.now)
        var expected = before
        expected["tags.yaml"] = [UInt8]("work:\n  color: blue\nHome: pink\n")
        #expect(contents(directory) == expected)
    }

    @Test(arguments: ["a.md", "b/d.md", "tags.yaml"], ["bytes", "inode", "mode", "text", "gone"])
    func `law 5: a file that has changed since it was read is planned again, or nothing is written`(
        moved: String,
        how: String
    ) throws {
        let directory = try TemporaryDirectory()
        try make(directory)
        let plan = try plan(directory, "work", "Job")
        let bytes = directory.read(moved) ?? []
        switch how {
        case "bytes": try directory.write(moved, bytes + [UInt8]("# more\n"))
        case "inode":
            try directory.write("other", bytes)
            try directory.rename("other", to: moved)
        case "mode": try directory.mode(moved, 0o600)
        case "text": try directory.write(moved, "---\ntags: [\n")
        default: directory.delete(moved)
        }
        let before = contents(directory)
        guard !["bytes", "inode"].contains(how) else {
            let added = how == "bytes" ? [UInt8]("# more\n") : []
            let expected = plan.edits.reduce(into: before) { $0[$1.path] = $1.after }
            _ = try ReminderFolder(root: directory.path).commit(plan, as: "rename", at: Folder.now)
            for (path, text) in expected { #expect(directory.read(path) == text + (path == moved ? added : [])) }
            return
        }
        let error = #expect(throws: MemossError.self) {
            try ReminderFolder(root: directory.path).commit(plan, as: "rename", at: Folder.now)
        }
        #expect(error?.message.contains(moved) == true, "\(String(describing: error))")
        #expect(contents(directory) == before)
        #expect(try directory.names().allSatisfy { !$0.hasPrefix(".") || $0 == ".memoss" })
        #expect(try directory.names("b").allSatisfy { !$0.hasPrefix(".") })
    }

    @Test func `an unreadable file is named, and the others are edited`() throws {
        let directory = try TemporaryDirectory()
        try make(directory)
        let broken = "---\ntags: [work\n---\n"
        try directory.write("broken.md", broken)
        try directory.write("twice.md", "---\ntags: [work]\ntags: [x]\n---\n")
        try directory.write("other-broken.md", "---\ntags: [home\n---\n")
        let done = try ReminderFolder(root: directory.path).commit(
            try plan(directory, "work", "Job"),
            as: "rename",
            at: Folder.now
        )
        #expect(done.skipped.map(\.path) == ["broken.md", "twice.md"])
        #expect(done.skipped.map(\.line) == [2, 3], "\(done.skipped)")
        #expect(done.edits.count == 4)
        #expect(directory.read("broken.md") == [UInt8](broken))
    }

    @Test func `a link and its target are edited once, and a link out of the folder never`() throws {
        let outside = try TemporaryDirectory()
        try outside.write("far.md", "---\ntags: [work]\n---\n")
        let directory = try TemporaryDirectory()
        try make(directory)
        try directory.link("0.md", to: "a.md")
        try directory.link("far.md", to: "\(outside.path)/far.md")
        let done = try ReminderFolder(root: directory.path).commit(
            try plan(directory, "work", "Job"),
            as: "rename",
            at: Folder.now
        )
        #expect(done.edits.map(\.path) == ["a.md", "b/c.md", "b/d.md", "tags.yaml"])
        #expect(done.skipped.map(\.path) == ["far.md"])
        #expect(Directory.isLink("\(directory.path)/0.md"))
        #expect(outside.read("far.md") == [UInt8]("---\ntags: [work]\n---\n"))
    }
}
