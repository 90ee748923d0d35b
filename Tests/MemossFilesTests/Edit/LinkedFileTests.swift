import CLibrary
import TestSupport
import Testing

@testable import Folder
@testable import MemossFiles
@testable import Text

/// A link and its target are one file, whichever of them is named.
@Suite struct LinkedFileTests {
    private static let text = "---\ntitle: Bins\ntags: [work]\nscheduled: 2026-11-20\n---\n"

    private func make(_ directory: borrowing TemporaryDirectory) throws -> ReminderFolder {
        try directory.write("tags.yaml", "Work: blue\n")
        try directory.write("home/bins.md", Self.text)
        try directory.link("a.md", to: "home/bins.md")
        try directory.link("z.md", to: "a.md")
        return ReminderFolder(root: directory.path)
    }

    private func context() throws -> TimeContext {
        TimeContext(now: Folder.now, zone: try TestFiles.zone("Europe/Paris"), zones: [:], allDayAt: .noon)
    }

    @Test func `a file edited by several names is edited once, and its diff names the file`() throws {
        let directory = try TemporaryDirectory()
        let folder = try make(directory)
        let snapshot = try folder.read().snapshot
        #expect(snapshot.reminders.map(\.path) == ["home/bins.md"])
        let names = ["home/bins.md", "a.md", "z.md"].map { path in
            var reminder = snapshot.reminders[0]
            reminder.path = path
            return reminder
        }
        let step = ReminderStep.complete(on: nil, catchesUp: false)
        let (plan, outcomes) = try folder.plan(StepBatch(step, of: names, at: try context()), in: snapshot)
        #expect(outcomes.count == 3)
        #expect(plan.edits.map(\.path) == ["home/bins.md"])
        _ = try folder.commit(plan, as: "done", at: Folder.now)
        #expect(directory.read("home/bins.md") != [UInt8](Self.text))
    }

    @Test func `fixing a folder with a link beside its target fixes the target`() throws {
        let directory = try TemporaryDirectory()
        let folder = try make(directory)
        let snapshot = try folder.read().snapshot
        let problems = folder.check(snapshot, in: try context())
        let (plan, _) = try folder.plan(FolderFix(of: problems), in: snapshot)
        _ = try folder.commit(plan, as: "check --fix", at: Folder.now)
        #expect(
            directory.read("home/bins.md") == [UInt8]("---\ntitle: Bins\ntags: [Work]\nscheduled: 2026-11-20\n---\n")
        )
        #expect(Directory.isLink("\(directory.path)/a.md"))
    }

    @Test func `the diff of a link shows the target`() throws {
        let directory = try TemporaryDirectory()
        let folder = try make(directory)
        let edit = FieldChange("title", .text(FieldValue.Item("Paper", .string)))
        let plan = try folder.plan(BulkChange(of: "z.md", [.field(edit)]), in: folder.read().snapshot)
        #expect(String(decoding: plan.patch, as: UTF8.self).hasPrefix("diff --git a/home/bins.md b/home/bins.md\n"))
        #expect(plan.edits.map(\.path) == ["z.md"])
    }

    @Test func `an oversized journal is not read into memory`() throws {
        let directory = try TemporaryDirectory()
        let folder = try make(directory)
        try directory.write(".memoss/journal", "memoss 1\n")
        #expect(truncate("\(directory.path)/.memoss/journal", 20 << 30) == 0)
        #expect(try folder.locked().recover()?.contains("too long") == true)
    }

    // MARK: Hard links

    private func paired(_ directory: borrowing TemporaryDirectory) throws -> ReminderFolder {
        let folder = try make(directory)
        try directory.hardLink("bins.md", to: "home/bins.md")
        try directory.hardLink("old/bins.md", to: "home/bins.md")
        try directory.hardLink("far/copy.md", to: "home/bins.md")
        try directory.write(".mmignore", "old\n")
        return folder
    }

    /// The names that are the same file as `bins.md`, and their text.
    private func names(_ directory: borrowing TemporaryDirectory) throws -> (same: [String], text: String) {
        let file = try FileContents.read("\(directory.path)/bins.md")
        let same = try ["far/copy.md", "home/bins.md", "old/bins.md"].filter { path in
            try FileContents.read("\(directory.path)/\(path)").stamp.identity == file.stamp.identity
        }
        return (same, String(decoding: file.bytes, as: UTF8.self))
    }

    @Test func `a file with hard links in the folder stays one file when it is edited, undone and redone`() throws {
        let directory = try TemporaryDirectory()
        let folder = try paired(directory)
        let changed = Self.text.replacing("Bins", with: "Paper")
        // The links stay one file among themselves, and what the folder ignores keeps the old text, as a backup should.
        for path in ["bins.md", "home/bins.md", "z.md", "far/copy.md"] {
            let edit = FieldChange("title", .text(FieldValue.Item("Paper", .string)))
            let plan = try folder.plan(BulkChange(of: path, [.field(edit)]), in: folder.read().snapshot)
            #expect(plan.edits.count == 1)
            let done = try folder.commit(plan, as: "edit", at: Folder.now)
            #expect(done.edits.map(\.path) == [path])
            #expect(try names(directory) == (["far/copy.md", "home/bins.md"], changed))
            let undo = try #require(try folder.step(.undo))
            try folder.commit(undo)
            #expect(try names(directory) == (["far/copy.md", "home/bins.md"], Self.text))
            let redo = try #require(try folder.step(.redo))
            try folder.commit(redo)
            #expect(try names(directory) == (["far/copy.md", "home/bins.md"], changed))
            let again = try #require(try folder.step(.undo))
            try folder.commit(again)
            #expect(try folder.read().snapshot.reminders.map(\.path) == ["bins.md"])
        }
        #expect(directory.read("old/bins.md") == [UInt8](Self.text))
    }

    @Test func `a file with several names that changes meanwhile is written under none of them`() throws {
        let directory = try TemporaryDirectory()
        let folder = try paired(directory)
        let edit = FieldChange("title", .text(FieldValue.Item("Paper", .string)))
        let plan = try folder.plan(BulkChange(of: "bins.md", [.field(edit)]), in: folder.read().snapshot)
        try directory.write("far/copy.md", Self.text + "more\n")
        #expect(throws: MemossError.self) { try folder.commit(plan, as: "edit", at: Folder.now) }
        #expect(try names(directory) == (["far/copy.md", "home/bins.md", "old/bins.md"], Self.text + "more\n"))
    }

    @Test func `a file with several names is not deleted under one of them`() throws {
        let directory = try TemporaryDirectory()
        let folder = try paired(directory)
        let snapshot = try folder.read().snapshot
        for (path, others) in [("bins.md", "far/copy.md, home/bins.md"), ("home/bins.md", "bins.md, far/copy.md")] {
            let plan = try folder.plan(FileDeletion(of: [path]), in: snapshot)
            let reason = "it is a hard link to the same file as \(others), which would stay"
            #expect(plan.isEmpty && plan.skipped.map(\.reason) == [reason])
        }
    }
}
