import Testing

@testable import MemossFiles
@testable import Merge

/// Two versions of a task of TaskNotes merge by what its keys mean there.
@Suite struct ProfileMergeTests {
    private func file(_ lines: [String]) -> [UInt8] {
        [UInt8]("---\n\(lines.map { $0 + "\n" }.joined())---\n".utf8)
    }

    /// Merges both ways.
    private func expect(
        _ merged: [String],
        base: [String],
        ours: [String],
        theirs: [String],
        _ settings: String = "{}",
        at location: SourceLocation = #_sourceLocation
    ) {
        let profile = SharedFolderFiles(settings).registry.settings.profile
        for (a, b) in [(ours, theirs), (theirs, ours)] {
            let merge = FileMerge(
                base: file(base),
                ours: file(a),
                theirs: file(b),
                kind: .reminder,
                sharing: profile
            )
            let text = String(decoding: merge.bytes, as: UTF8.self)
            #expect(merge.isClean, "\(text)", sourceLocation: location)
            #expect(Set(text.split(separator: "\n")) == Set(["---"] + merged.map { $0[...] }), sourceLocation: location)
        }
    }

    @Test(arguments: ["FREQ=DAILY;INTERVAL=3", "DTSTART:20261121;FREQ=DAILY;INTERVAL=3"])
    func `of two completions of a series that counts from completion the later one is the beginning`(rule: String) {
        func task(_ rule: String, _ date: String, _ done: String) -> [String] {
            [
                "tags: [task]", "status: open", "scheduled: \(date)", "recurrence: \(rule)",
                "recurrence_anchor: completion", "complete_instances: [\(done)]",
            ]
        }
        func begun(_ day: String) -> String { "DTSTART:202611\(day);FREQ=DAILY;INTERVAL=3" }
        expect(
            task(begun("26"), "2026-11-29", "2026-11-21, 2026-11-25, 2026-11-26"),
            base: task(rule, "2026-11-24", "2026-11-21"),
            ours: task(begun("25"), "2026-11-28", "2026-11-21, 2026-11-25"),
            theirs: task(begun("26"), "2026-11-29", "2026-11-21, 2026-11-26")
        )
    }

    @Test func `a key that says nothing beside a status ends no snooze`() {
        let base = ["tags: [task]", "status: open", "scheduled: 2026-11-27T09:00"]
        let (ours, theirs) = (["snoozed: 2026-11-27T13:00"], ["completed: 2026-11-27"])
        expect(base + ours + theirs, base: base, ours: base + ours, theirs: base + theirs)
    }

    @Test(arguments: [[], ["completed: 2026-11-01"]])
    func `a task that became a series on one side stays open, whatever its status overrules`(stale: [String]) {
        func task(_ status: String, _ more: String...) -> [String] {
            ["tags: [task]", "status: \(status)", "scheduled: 2026-11-27"] + stale + more
        }
        expect(
            task("open", "recurrence: FREQ=WEEKLY"),
            base: task("open"),
            ours: task("done", "completedDate: 2026-11-27"),
            theirs: task("open", "recurrence: FREQ=WEEKLY")
        )
    }

    @Test(arguments: [
        (#"{"taskTag":"task"}"#, "tags: [task]"), (#"{"taskTag":"todo"}"#, "tags: [todo/home]"),
        (
            #"{"taskIdentificationMethod":"property","taskPropertyName":"kind","taskPropertyValue":"task"}"#,
            "kind: task"
        ),
        (
            #"{"taskIdentificationMethod":"property","taskPropertyName":"kind","fieldMapping":{"due":"kind"}}"#,
            "kind: soon"
        ),
    ]) func `the earlier completion of a task counts, however the settings know it`(settings: String, mark: String) {
        func done(_ day: String) -> [String] { [mark, "status: done", "completedDate: \(day)"] }
        expect(
            done("2026-11-25"),
            base: [mark, "status: open"],
            ours: done("2026-11-25"),
            theirs: done("2026-11-26"),
            settings
        )
    }
}
