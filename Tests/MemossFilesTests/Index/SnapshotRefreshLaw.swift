import TestSupport
import Testing

@testable import MemossFiles
@testable import Text

/// A refreshed snapshot equals a new one.
@Suite struct SnapshotRefreshLaw {
    private static let texts: [[UInt8]?] =
        [
            "---\ntitle: A\nscheduled: 2026-11-23\n---\n", "---\ntitle: B\nid: abc\n---\nBody\n", "# A note\n",
            "---\ntitle: [a\n---\n", "---\nscheduled: whenever\n---\n",
            "---\nscheduled: 2026-11-23\ntimezone: Mars/C\n---\n",
            "---\nscheduled: 2026-11-23\ntimezone: Europe/Paris\n---\n",
            "---\n<<<<<<< a\nscheduled: 2026-11-23\n=======\nscheduled: 2026-11-24\n>>>>>>> b\n---\n", "",
        ].map { Array($0.utf8) } + [nil]
    private static let paths = [
        "a.md", "b/c.md", "b/d.md", "b-c.md", "z.md", "a 2.md", ".hidden.md", "node_modules/x.md", "n.txt",
    ]

    private func isSame(_ a: Snapshot, _ b: Snapshot) -> Bool {
        func sorted(_ problems: [Problem]) -> [String] { problems.map { "\($0)" }.sorted() }
        return a.reminders == b.reminders && a.unreadable == b.unreadable && a.idPrefixes == b.idPrefixes
            && sorted(a.problems) == sorted(b.problems)
    }

    @Test func `after any changes, a refreshed snapshot of strings equals a new one`() throws {
        var random = Random(seed: 5)
        for _ in 0..<500 {
            var files: [String: [UInt8]] = ["tags.yaml": []]
            for path in Self.paths { files[path] = random.pick(Self.texts) }
            let old = Snapshot(files: files)
            var changed: [String: [UInt8]?] = [:]
            for path in Self.paths.prefix(5) where random.below(2) == 0 {
                changed[path] = .some(random.pick(Self.texts))
                files[path] = changed[path] ?? nil
            }
            #expect(isSame(try #require(old.refreshed(changed)), Snapshot(files: files)))
        }
    }

    @Test func `after any changes, a refreshed snapshot of a directory equals a new one`() throws {
        var random = Random(seed: 6)
        for _ in 0..<60 {
            let directory = try TemporaryDirectory()
            try directory.write("tags.yaml", "")
            try directory.write("b/x.md", "")
            for path in Self.paths { if let bytes = random.pick(Self.texts) { try directory.write(path, bytes) } }
            let folder = ReminderFolder(root: directory.path)
            let (old, zones) = try folder.read()
            var changed: Set<PathKey> = []
            for path in Self.paths where random.below(2) == 0 {
                changed.insert(PathKey(path))
                if let bytes = random.pick(Self.texts) {
                    try directory.write(path, bytes)
                } else {
                    directory.delete(path)
                }
            }
            let refreshed = try #require(folder.refresh(old, zones, changed: changed))
            let fresh = try folder.read()
            #expect(isSame(refreshed.snapshot, fresh.snapshot))
            #expect(refreshed.snapshot.copies == fresh.snapshot.copies)
            #expect(Set(refreshed.zones.keys).isSuperset(of: fresh.zones.keys))
        }
    }

    @Test func `a change of the registry, the ignored files or the query requires reading the folder`() throws {
        let files = ["tags.yaml": [UInt8](), "a.md": Array("---\nscheduled: 2026-11-23\n---\n".utf8)]
        let snapshot = Snapshot(files: files)
        #expect(snapshot.refreshed(["tags.yaml": .some([])]) == nil)
        #expect(snapshot.refreshed([".mmignore": .some([])]) == nil)
        #expect(snapshot.refreshed(["a.md": [UInt8]?.none])?.reminders.isEmpty == true)
    }
}
