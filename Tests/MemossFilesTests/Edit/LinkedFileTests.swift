import CLibrary
import Testing

@testable import MemossFiles

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
        #expect(snapshot.reminders.count == 3)
        let step = ReminderStep.complete(on: nil, catchesUp: false)
        let (plan, outcomes) = try folder.plan(StepBatch(step, of: snapshot.reminders, at: try context()), in: snapshot)
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
        #expect(folder.recover()?.contains("too long") == true)
    }
}
