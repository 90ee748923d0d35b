import TestSupport
import Testing

@testable import Folder
@testable import LanguageServer
@testable import MemossFiles
@testable import Text

/// A file that is checked together with its peers has the same problems as in a check of the whole folder.
@Suite struct CheckPeersLaw {
    private static let heads = [
        "id: abc", "id: abc\ntags: [Odd, odd]", "id: \"\\u00e9\"", "id: e\u{301}\ntags: ODD",
        "tags: [Work, job, work/x]",
        "tags: [Wrok]", "tags: [odd, Odder, WROK]", "tags: [ODDER]\nid: abc", "tags: [Odd]\ntimezone: Mars/C",
        "tags: [Odd]\nuntil: 2020-01-01", "tags: [a", "tags: [odd]\nid: abc\nrecurrence: every 31 feb",
    ]
    private static let conflict =
        "---\n<<<<<<< a\ntags: [oDD]\nid: abc\n=======\ntags: [odder]\n>>>>>>> b\nscheduled: 2026-11-24\n---\n"
    private static let texts: [[UInt8]?] =
        heads.map { Array("---\nscheduled: 2026-11-23\n\($0)\n---\n".utf8) } + [
            Array(conflict.utf8), Array("# A note\n".utf8), nil,
        ]
    private static let paths = ["a.md", "a 2.md", "b-c.md", "b/c.md", "b/d.md", "z.md", "Z.md", "B/d.md"]

    private let context = TimeContext(now: Folder.now, zone: .utc, allDayAt: .midnight)

    /// The problems of files, as the check of a whole folder finds them.
    private func problems(of snapshot: Snapshot, _ files: [String: [UInt8]], only paths: Set<PathKey>) -> [String] {
        FolderCheck.problems(of: snapshot, in: context, only: paths) { files[$0] ?? [] }
            .filter { paths.contains(PathKey($0.path)) }.map { "\($0)" }
    }

    private func random(_ random: inout Random) -> [String: [UInt8]] {
        var files = ["tags.yaml": Array("Work:\n  color: moss\n  aliases: [job]\n".utf8)]
        for path in Self.paths { files[path] = random.pick(Self.texts) }
        return files
    }

    @Test func `after any changes, a file with its peers has the same problems as in the whole folder`() {
        var random = Random(seed: 17)
        var found: Set<String> = []
        for _ in 0..<(Rounds.areAll ? 300 : 80) {
            var files = self.random(&random)
            var folder = ServedFolder(root: "/f", Snapshot(files: files), [:], ignored: IgnoreList())
            _ = folder.snapshot(toCheck: [])
            for _ in 0..<6 {
                let path = random.pick(Self.paths)
                files[path] = random.pick(Self.texts)
                if random.below(2) == 0 {
                    folder.replace(path, by: files[path], isOpen: true, from: ZoneDatabase())
                } else {
                    folder.follow(Snapshot(files: files), [:], changed: [PathKey(path)], otherProblems: [])
                }
                let open = Set((0...random.below(2)).map { _ in PathKey(random.pick(Self.paths)) })
                let near = problems(of: folder.snapshot(toCheck: open), files, only: open)
                #expect(near == problems(of: folder.snapshot, files, only: open))
                found.formUnion(folder.snapshot(toCheck: open).problems.map(\.id.rawValue))
                found.formUnion(near)
            }
        }
        for expected in [
            "is not in the registry", "is spelled", "is now called", "has the same id", "conflict copy", "only in case",
        ] {
            #expect(found.contains { $0.contains(expected) }, "the cases have no problem with '\(expected)'")
        }
    }

    @Test func `with too many unregistered tags for suggestions, the whole folder is checked`() throws {
        var files: [String: [UInt8]] = ["tags.yaml": Array("Tag: moss\n".utf8)]
        for number in 0...FolderCheck.mostSuggestions {
            files["f\(number).md"] = Array("---\ntags: tag\(number)x\n---\n".utf8)
        }
        var folder = ServedFolder(root: "/f", Snapshot(files: files), [:], ignored: IgnoreList())
        let last = try #require(folder.snapshot.reminders.last).path
        let near = problems(of: folder.snapshot(toCheck: [PathKey(last)]), files, only: [PathKey(last)])
        #expect(near == problems(of: Snapshot(files: files), files, only: [PathKey(last)]))
        #expect(near.count == 1)
    }

    @Test func `suggestions leave out the tags of the file that is being edited`() {
        let files = ["a.md": "---\ntags: [Work, Wo]\n---\n", "b.md": "---\ntags: [Work]\n---\n"].mapValues {
            Array($0.utf8)
        }
        let all = TagSuggestions(Snapshot(files: files), today: context.local.date, besides: "a.md")
        #expect(all.suggestions(for: "").map(\.name.text) == ["Work"])
        #expect(all.suggestions(for: "").map(\.count) == [1])
    }
}
