import TestSupport
import Testing

@testable import CivilTime
@testable import MemossFiles
@testable import Text

@Suite struct StepPlanTests {
    private func context() throws -> TimeContext {
        TimeContext(now: Folder.now, zone: try TestFiles.zone("Europe/Paris"), allDayAt: .noon)
    }

    private func make(_ directory: borrowing TemporaryDirectory) throws {
        try directory.write("tags.yaml", "")
        try directory.write("a.md", "---\nscheduled: 2026-11-22\nrecurrence: daily\n---\n")
        try directory.write("b.md", "---\nscheduled: 2026-11-22\ntimezone: Asia/Tokyo\n---\n")
        try directory.write("note.md", "# Note\n")
        try directory.write("flow.md", "---\n{scheduled: 2026-11-22}\n---\n")
    }

    private func plan(
        _ directory: borrowing TemporaryDirectory,
        _ paths: [String],
        _ step: ReminderStep = .complete(on: nil, catchesUp: false)
    ) throws -> (plan: EditPlan, outcomes: [StepOutcome]) {
        let folder = ReminderFolder(root: directory.path)
        let snapshot = try folder.read().snapshot
        let reminders = try paths.map { try #require(snapshot.reminder(at: $0)) }
        return try folder.plan(StepBatch(step, of: reminders, at: context()), in: snapshot)
    }

    @Test func `several steps are one plan, and a note among them stops all of them`() throws {
        let directory = try TemporaryDirectory()
        try make(directory)
        let (plan, outcomes) = try plan(directory, ["b.md", "a.md"])
        #expect(plan.edits.map(\.path) == ["a.md", "b.md"] && outcomes.map(\.path) == ["a.md", "b.md"])
        #expect(throws: MemossError.self) { try self.plan(directory, ["a.md", "note.md"]) }
        _ = try ReminderFolder(root: directory.path).commit(plan, as: "complete", at: Folder.now)
        let done = "---\nscheduled: 2026-11-23\nrecurrence: daily\ncomplete_instances: [2026-11-22]\n---\n"
        #expect(directory.read("a.md") == [UInt8](done.utf8))
        // In Tokyo's local time, although the context does not know that time zone.
        let tokyo = "---\nscheduled: 2026-11-22\ntimezone: Asia/Tokyo\ncompleted: 2026-11-22T21:00\n---\n"
        #expect(directory.read("b.md") == [UInt8](tokyo.utf8))
    }

    @Test func `a file that cannot be edited is skipped and named, and the others are edited`() throws {
        let directory = try TemporaryDirectory()
        try make(directory)
        let (plan, outcomes) = try plan(directory, ["a.md", "flow.md"])
        #expect(plan.edits.map(\.path) == ["a.md"] && plan.skipped.map(\.path) == ["flow.md"])
        #expect(outcomes.map(\.path) == ["a.md"])
    }

    @Test func `completing a named occurrence twice plans nothing and touches neither inode nor time`() throws {
        let directory = try TemporaryDirectory()
        try make(directory)
        let step = ReminderStep.complete(on: try DateValue(parsing: "2026-11-30"), catchesUp: false)
        _ = try ReminderFolder(root: directory.path).commit(
            try plan(directory, ["a.md"], step).plan,
            as: "x",
            at: Folder.now
        )
        let stamp = try directory.stamp("a.md")
        let second = try plan(directory, ["a.md"], step).plan
        #expect(second.isEmpty && second.skipped.isEmpty)
        _ = try ReminderFolder(root: directory.path).commit(second, as: "x", at: Folder.now)
        #expect(try directory.stamp("a.md") == stamp)
    }
}
