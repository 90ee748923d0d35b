import TestSupport
import Testing

@testable import CivilTime
@testable import Folder
@testable import MemossFiles
@testable import Text

/// A folder in memory is read as the same folder on the disk.
@Suite struct RecordedFilesTests {
    private func record(_ directory: borrowing TemporaryDirectory, _ paths: [String]) -> RecordedFiles {
        var (files, parts) = ([RecordedFiles.File](), [[UInt8](), []])
        for path in paths.shuffled() {
            let isWanted = Array(path.utf8).withUnsafeBufferPointer(RecordedFiles.isWanted)
            guard isWanted, let contents = directory.read(path) else { continue }
            let (part, start) = (files.count % 2, parts[files.count % 2].count)
            files.append(RecordedFiles.File(path, RecordedFiles.Place(part: part, start..<(start + contents.count))))
            parts[part] += contents
        }
        return RecordedFiles(files, in: parts)
    }

    @Test func `it has the same reminders, problems and search results`() throws {
        let directory = try TemporaryDirectory()
        let reminder =
            "---\nid: 10000000-0000-4000-8000-000000000001\ntitle: Milk\ntags: [Work]\nscheduled: 2026-11-22\n---\nOats\n"
        let texts = [
            "a.md": reminder, "a/b.md": reminder.replacing("0001", with: "0002"), "a.b/c.md": "# Oats\n",
            "a/ignored.md": reminder, "dropped/x.md": reminder, "node_modules/y.md": reminder, ".git/z.md": reminder,
            "a/.hidden.md": reminder, "broken.md": "---\ntitle: [\n---\n",
            "zone.md": "---\ndue: 2026-11-22\ntimezone: X/Y\n---\n",
            "a.sync-conflict-20261121-080000-QWERTZU.md": reminder, "lone (conflicted copy 2026-11-21).md": reminder,
            "a/b.sync-conflict-20261121-080000-QWERTZU.md": reminder.replacing("0001", with: "0003"),
            "notes.txt": "Oats",
            "UPPER.MD": "---\ndue: 1\n---\n",
            ".md": reminder, "tags.yaml": "Work:\n  color: red\n", ".mmignore": "ignored.md\ndropped/\n",
            "a/tags.yaml": "x", "dropped/a.sync-conflict-20261121-080000-QWERTZU.md": reminder,
        ]
        for (path, text) in texts { try directory.write(path, text) }
        let folder = ReminderFolder(root: directory.path)
        let recorded = folder.asRecorded(record(directory, Array(texts.keys)))
        let (mine, others) = (
            try recorded.read(keeping: .whole, keys: .all), try folder.read(keeping: .whole, keys: .all)
        )
        #expect(mine.snapshot.reminders == others.snapshot.reminders)
        #expect(mine.snapshot.reminders.count == 7)
        #expect(mine.snapshot.unreadable == others.snapshot.unreadable)
        #expect(mine.snapshot.problems == others.snapshot.problems)
        #expect(recorded.registry().tags == folder.registry().tags)
        let found = (
            try recorded.find(["oats"], registry: folder.registry()),
            try folder.find(["oats"], registry: folder.registry())
        )
        #expect(found.0.files == found.1.files)
        #expect(found.0.files.count == 5)
        let time = TimeContext(now: Instant(secondsSince1970: 0), zone: .utc, allDayAt: .midnight)
        #expect(recorded.check(mine.snapshot, in: time) == folder.check(others.snapshot, in: time))
        let excerpts = (try recorded.excerpt(of: "a.md", isWhole: true), try folder.excerpt(of: "a.md", isWhole: true))
        #expect(excerpts.0.body == excerpts.1.body)
        #expect(throws: MemossError.self) { try recorded.contents(of: "missing.md") }
    }

    @Test func `a query is answered by several threads as by one`() throws {
        let directory = try TemporaryDirectory(isFast: true)
        let paths = (0..<1_200).map { "d\($0 % 7)/f\($0).md" }
        for path in paths {
            try directory.write(path, "---\ntitle: \(path)\ntags: [Work]\nscheduled: 2026-11-22\n---\n")
        }
        try directory.write("tags.yaml", "Work: {}\n")
        let folder = ReminderFolder(root: directory.path)
        let recorded = folder.asRecorded(record(directory, paths + ["tags.yaml"]))
        #expect(try recorded.read().snapshot.reminders == folder.read().snapshot.reminders)
        #expect(try recorded.read().snapshot.reminders.count == paths.count)
    }
}
