import TestSupport
import Testing

@testable import MemossFiles
@testable import Text

/// What others change in a file after an edit stays when the edit is undone.
@Suite struct LaterChangesTests {
    private static let old = "---\ntitle: A\nscheduled: 2026-12-04\n---\nOne\nTwo\n"
    private static let edited = "---\ntitle: A\nscheduled: 2026-12-04\ncompleted: 2026-12-03\n---\nOne\nTwo\n"

    private func undone(_ now: String, _ old: String = old, _ edited: String = edited) -> String? {
        LaterChanges(since: Array(old.utf8), SHA256.hex(Array(edited.utf8)), now: Array(now.utf8)).map {
            String(decoding: $0.bytes, as: UTF8.self)
        }
    }

    @Test(arguments: [
        (edited + "Three\n", old + "Three\n"),
        (edited.replacing("One", with: "1"), old.replacing("One", with: "1")),
        (edited.replacing("title: A", with: "title: B"), old.replacing("title: A", with: "title: B")),
        // A line directly below the inserted one.
        (edited.replacing("12-03\n", with: "12-03\ntags: [a]\n"), old.replacing("12-04\n", with: "12-04\ntags: [a]\n")),
        (edited.replacing("Two\n", with: ""), old.replacing("Two\n", with: "")),
    ]) func `other lines stay as they are now`(now: String, wanted: String) {
        #expect(undone(now) == wanted)
    }

    @Test(arguments: [
        // Somebody has changed the line of the edit, or taken it away.
        edited.replacing("2026-12-03", with: "2026-12-02") + "Three\n", old + "Three\n", "", "---\n", old.uppercased(),
    ]) func `an edit whose lines have changed is not undone`(now: String) {
        #expect(undone(now) == nil)
    }

    @Test func `redo applies the edit to a file that has changed meanwhile`() {
        #expect(undone(Self.old + "Three\n", Self.edited, Self.old) == Self.edited + "Three\n")
    }

    @Test func `of random edits, an answer is what a merge of lines gives`() throws {
        var random = Random(seed: 38)
        var found = 0
        for _ in 0..<Rounds.of(4_000) {
            let old = (0..<12).map { "line \($0)\n" }
            var (edited, now) = (old, old)
            let place = random.below(12)
            edited[place] = random.below(3) == 0 ? "" : "edited \(place)\n"
            now[place] = edited[place]
            var wanted = old
            for _ in 0..<(1 + random.below(3)) {
                let other = (place + 1 + random.below(11)) % 12
                let new = ["", "other \(other)\n", "line \(other)\nmore\n"][random.below(3)]
                (now[other], wanted[other]) = (new, new)
            }
            let result = undone(now.joined(), old.joined(), edited.joined())
            guard let result, result != old.joined() else { continue }
            found += 1
            // A line that was taken away beside others that are new comes back above or below them.
            let isEither = edited[place].isEmpty && result.replacing(old[place], with: "") == now.joined()
            #expect(result == wanted.joined() || isEither, "\(edited[place]) in \(now.joined())")
        }
        #expect(found > Rounds.least(2_000))
    }

    @Test func `undo on disk keeps a line that was added below the front matter, and redo too`() throws {
        let directory = try TemporaryDirectory()
        try directory.write("a.md", Array(Self.old.utf8))
        let folder = ReminderFolder(root: directory.path)
        let before = try FileContents.read("\(directory.path)/a.md")
        var plan = EditPlan()
        plan.edits = [FileEdit(path: "a.md", before: before, after: Array(Self.edited.utf8))]
        _ = try folder.commit(plan, as: "complete a.md", at: Folder.now)
        try directory.write("a.md", Array((Self.edited + "Three\n").utf8))
        let undo = try #require(try folder.step(.undo))
        #expect(undo.changedElsewhere == ["a.md"])
        try folder.commit(undo)
        #expect(directory.read("a.md") == Array((Self.old + "Three\n").utf8))
        try directory.write("a.md", Array((Self.old + "Three\nFour\n").utf8))
        let redo = try #require(try folder.step(.redo))
        try folder.commit(redo)
        #expect(directory.read("a.md") == Array((Self.edited + "Three\nFour\n").utf8))
        try folder.commit(try #require(try folder.step(.undo)))
        #expect(directory.read("a.md") == Array((Self.old + "Three\nFour\n").utf8))
        #expect(try folder.step(.undo) == nil)
    }

    @Test func `an edit is not undone if what came later contradicts the result`() throws {
        let old = "---\ntitle: A\nscheduled: 2026-12-02T20:00\nrecurrence: daily\n---\n"
        let skipped = old.replacing("12-02T20:00\n", with: "12-03T20:00\n")
            .replacing("\n---\n", with: "\nskipped_instances: [\"2026-12-02T20:00\"]\n---\n")
        // Another clone has completed that occurrence, or another one.
        for (day, isUndone) in [("2026-12-02", false), ("2026-12-01", true)] {
            let now = skipped.replacing("skipped_", with: "complete_instances: [\"\(day)T20:00\"]\nskipped_")
            let directory = try TemporaryDirectory()
            try directory.write("a.md", Array(old.utf8))
            let folder = ReminderFolder(root: directory.path)
            var plan = EditPlan()
            let before = try FileContents.read("\(directory.path)/a.md")
            plan.edits = [FileEdit(path: "a.md", before: before, after: Array(skipped.utf8))]
            _ = try folder.commit(plan, as: "skip a.md", at: Folder.now)
            try directory.write("a.md", Array(now.utf8))
            if isUndone {
                #expect(try folder.step(.undo)?.changedElsewhere == ["a.md"])
            } else {
                let error = #expect(throws: MemossError.self) { try folder.step(.undo) }
                #expect(error?.message.contains("changed since the edit") == true)
            }
        }
    }
}
