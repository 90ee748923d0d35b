import TestSupport
import Testing

@testable import CivilTime
@testable import Folder
@testable import MemossFiles
@testable import Merge
@testable import Text

/// An edit of several files equals the same edits one after another, byte for byte.
@Suite struct BulkLaws {
    private static let lines = [
        "title: Milk  # comment", "title: \"Bread: rye\"", "title: [a]", "tags: [home, Work]",
        "tags:\n- home\n-  errand",
        "tags: home, work", "scheduled: 2026-11-21T09:00", "scheduled: 2026-11-20", "scheduled: 2026-02-30",
        "due: 2026-11-25 17:00", "recurrence: daily", "recurrence: weekly on mon, fri", "recurrence: sometimes",
        "until: 2026-11-22", "completed: 2026-11-20", "completed: false", "snoozed: 2026-11-21T12:00",
        "complete_instances: [2026-11-19]", "timezone: Asia/Tokyo", "timezone: Mars/Base", "status: done",
        "priority: high", "priority: {a: 1}", "x: &a 1\ny: *a",
    ]

    private func folder(_ random: inout Random) -> [String: [UInt8]] {
        var files: [String: [UInt8]] = ["tags.yaml": Array("home:\n  color: moss\nwork: {aliases: [office]}\n".utf8)]
        for index in 0..<(2 + random.below(8)) {
            var keys: Set<Substring> = []
            var lines: [String] = []
            for _ in 0..<(1 + random.below(7)) {
                let line = random.pick(Self.lines)
                // Sometimes a key is given twice.
                if keys.insert(line.prefix { $0 != ":" }).inserted || random.below(12) == 0 { lines.append(line) }
            }
            let text =
                switch random.below(12) {
                case 0: "Just text\n"
                case 1: "---\n{\(lines[0])}\n---\n"
                case 2: "---\ntitle: [\n---\n"
                default: "---\n\(lines.joined(separator: "\n"))\n---\nText\n"
                }
            let isCRLF = random.below(4) == 0
            let path = random.pick(["", "a/", "b-c/"]) + "\(index).md"
            files[path] = Array((isCRLF ? text.replacing("\n", with: "\r\n") : text).utf8)
        }
        return files
    }

    private static let time = TimeContext(now: Folder.now, zone: .utc, allDayAt: CivilTime(unchecked: 9 * 3_600))

    private typealias Edit = @Sendable ([String], EditContext) throws -> EditPlan

    /// The same edit for any paths.
    private func edit(_ random: inout Random) throws -> (name: String, edit: Edit) {
        func step(_ step: ReminderStep) -> (String, Edit) {
            let edit: Edit = { paths, context in
                let reminders = paths.map { Reminder(path: $0, title: "") }
                let batch = StepBatch(step, of: reminders, at: Self.time, skipsInapplicable: true)
                return try batch.plan(in: context).plan
            }
            return ("\(step)", edit)
        }
        func update(_ change: FileChange) -> (String, Edit) {
            ("\(change)", { try BulkChange(of: $0, [change], skipsInapplicable: true).plan(in: $1) })
        }
        func fields(_ change: ReminderChange) -> (String, Edit) {
            let edit: Edit = { paths, context in
                let changes = paths.map { (path: $0, change: change) }
                let id: @Sendable () -> String = { "6f9619ff-8b86-4d01-b42d-00cf4fc964ff" }
                let today = CivilDate(unchecked: 2026, 11, 22)
                return try ReminderUpdate(of: changes, today: today, skipsInapplicable: true, freshID: id)
                    .plan(in: context)
            }
            return ("\(change)", edit)
        }
        var change = ReminderChange()
        switch random.below(12) {
        case 0: return step(.complete(on: nil, catchesUp: random.below(2) == 0))
        case 1: return step(.complete(on: try DateValue(parsing: "2026-11-23"), catchesUp: false))
        case 2: return step(.skip(on: nil))
        case 3: return step(.reopen(on: nil))
        case 4: return step(.snooze(try CivilDuration(parsing: "2h")))
        case 5: return step(.endSnooze)
        case 6: return update(.field(try FieldChange(setting: "priority", to: "low", zones: ZoneDatabase())))
        case 7: return update(.field(try FieldChange(unsetting: random.pick(["tags", "priority", "scheduled"]))))
        case 8: return update(.field(try FieldChange(setting: "tags", to: "[Office, New]", zones: ZoneDatabase())))
        case 9:
            change.tags.adding = random.pick([["Urgent", "urgent/Now"], ["office"], ["WORK", "Home/Attic"]]).map {
                TagName($0)
            }
            change.tags.removing = [TagName("errand")]
            return fields(change)
        case 10:
            change.scheduled = .set(try DateValue(parsing: "2026-12-01T10:00"))
            change.recurrence = random.pick([.kept, .removed, .set("weekly")])
            change.timezone = random.pick([.kept, .removed])
            return fields(change)
        default: return ("delete", { try FileDeletion(of: $0, skipsInapplicable: true).plan(in: $1) })
        }
    }

    private func apply(_ plan: EditPlan, to files: inout [String: [UInt8]]) {
        for edit in plan.edits { files[edit.path] = edit.after }
    }

    private func context(_ files: [String: [UInt8]]) -> EditContext {
        EditContext(Snapshot(files: files), files: FileValues(files), zones: ZoneDatabase())
    }

    @Test func `a bulk edit equals the same edits one by one, byte for byte`() throws {
        var random = Random(seed: 14)
        var (changed, skipped) = (0, 0)
        for _ in 0..<Rounds.of(3_000) {
            let files = folder(&random)
            let (name, edit) = try edit(&random)
            let paths = files.keys.filter { $0 != "tags.yaml" && random.below(4) > 0 }.shuffled(using: &random)
            let plan = try edit(paths, context(files))
            var (atOnce, oneByOne) = (files, files)
            apply(plan, to: &atOnce)
            var refused: [SkippedFile] = []
            for path in paths.sorted(by: PathOrder.precedes) {
                let plan = try edit([path], context(oneByOne))
                apply(plan, to: &oneByOne)
                refused += plan.skipped
            }
            let texts = { (files: [String: [UInt8]]) in files.mapValues { String(decoding: $0, as: UTF8.self) } }
            #expect(atOnce == oneByOne, "\(name) of \(paths) in \(texts(files)): \(texts(atOnce)) \(texts(oneByOne))")
            #expect(plan.skipped.map(\.path) == refused.map(\.path), "\(name)")
            changed += plan.edits.count
            skipped += refused.count
        }
        #expect(
            changed > Rounds.least(4_500) && skipped > Rounds.least(1_000),
            "\(changed) changed, \(skipped) skipped"
        )
    }

    @Test func `without skipping, one reminder that the step does not apply to stops the edit`() throws {
        let files = [
            "a.md": Array("---\nscheduled: 2026-11-22\nrecurrence: daily\n---\n".utf8),
            "b.md": Array("---\nscheduled: 2026-11-22\n---\n".utf8),
        ]
        let context = context(files)
        let reminders = context.snapshot.reminders
        #expect(throws: MemossError.self) {
            try StepBatch(.skip(on: nil), of: reminders, at: Self.time).plan(in: context)
        }
        let (plan, outcomes) = try StepBatch(.skip(on: nil), of: reminders, at: Self.time, skipsInapplicable: true)
            .plan(in: context)
        #expect(plan.edits.map(\.path) == ["a.md"] && outcomes.map(\.path) == ["a.md"])
        #expect(plan.skipped.map(\.reason) == ["'b' does not repeat: there is no occurrence to skip"])
    }
}
