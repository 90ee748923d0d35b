import Testing

@testable import CivilTime
@testable import MemossFiles
@testable import Text

@Suite struct FixTests {
    private let registry = TagRegistry(parsing: Array("Work: \"#3B82F6\"\nGarden:\n".utf8))

    @Test(arguments: [
        ("Skip", "skip"), ("europe/paris", "Europe/Paris"), ("America/New York", "America/New_York"),
        ("3b82f6", "#3B82F6"), ("2026-1-5", "2026-01-05"), ("2026/01/05", "2026-01-05"), ("20260105", "2026-01-05"),
        ("2026-11-02 9:00", "2026-11-02T09:00"), ("2026-11-02t09:00z", "2026-11-02T09:00Z"),
    ])
    func `another spelling of the same value is a certain fix`(text: String, suggestion: String) {
        #expect(Fix.isCertain(suggestion, for: text))
    }

    @Test(arguments: [
        ("skipp", "skip"), ("Europe/Pariss", "Europe/Paris"), ("mos", "moss"), ("2026-02-30", "2026-02-28"),
        ("2026-11-02T09:00:00.5", "2026-11-02T09:00:00"), ("20261105", "2026-01-05"), ("2026-11-02x", "2026-11-02"),
        ("", "2026-11-02"), ("bleu", "blue"),
    ])
    func `a suggestion with another meaning is only a guess`(text: String, suggestion: String) {
        #expect(!Fix.isCertain(suggestion, for: text))
    }

    /// The text after fixing all problems of a folder with one file.
    private func fixed(_ text: String) throws -> String? {
        let bytes = Array(text.utf8)
        let zone = try ZoneDatabase().zone(named: "Europe/Paris")
        let context = TimeContext(now: Instant(secondsSince1970: 0), zone: zone, allDayAt: .midnight)
        let snapshot = Snapshot(ReminderDecoder.decode(bytes, path: "a.md"), registry: registry)
        let problems = FolderCheck.problems(of: snapshot, in: context) { _ in bytes }
        let result = try Fix(problems: problems).apply(to: bytes, registry: registry)
        return result.map { String(decoding: $0.bytes, as: UTF8.self) }
    }

    @Test(arguments: [
        ("---\r\nscheduled: 2026-1-5 # c\r\n---\r\n", "---\r\nscheduled: 2026-01-05 # c\r\n---\r\n"),
        ("---\ncompleted:\nmissed: 'Skip'\nnote: Skip\n---\n", "---\ncompleted:\nmissed: 'skip'\nnote: Skip\n---\n"),
        ("---\ntags: [work/a, 'GARDEN', home]\n---\n", "---\ntags: [Work/a, 'Garden', home]\n---\n"),
        ("---\ntags: '#work, x'\n---\nwork", "---\ntags: '#Work, x'\n---\nwork"),
        (
            "---\ncompleted: 2026-1-5\nscheduled: 2026-1-5\n---\n",
            "---\ncompleted: 2026-01-05\nscheduled: 2026-01-05\n---\n"
        ),
    ])
    func `only faulty values change`(before: String, after: String) throws {
        #expect(try fixed(before) == after)
        #expect(try fixed(after) == nil)
    }

    @Test(arguments: [
        "---\nscheduled: 2026-02-30\n---\n", "---\nmissed: skipp\n---\n", "---\ntags: [x]\n---\n", "no front matter",
        "---\ntitle: [\n---\n", "---\nscheduled: &a 2026-1-5\nuntil: *a\n", "",
    ])
    func `a problem without a unique answer is left alone`(text: String) throws {
        #expect(try fixed(text) == nil)
    }

    @Test func `tags are not respelled if the registry has problems`() throws {
        let doubtful = TagRegistry(parsing: Array("Work:\nWORK:\n".utf8))
        let bytes = Array("---\ntags: [work]\n---\n".utf8)
        let problem = Problem(path: "a.md", line: 2, column: 8, id: .tagSpelling, message: "", suggestion: "Work")
        #expect(try Fix(problems: [problem]).apply(to: bytes, registry: doubtful) == nil)
    }
}
