import Testing

@testable import MemossFiles

/// What a query leaves out at a glance, the full parse leaves out too: over random, hostile and mutated files.
@Suite struct GlanceLaw {
    private static let queries = [
        "", "tag:work", "tag:Work", "tag:job", "tag:café", "tag:work/client", "-tag:work", "is:note", "is:completed",
        "is:open",
        "is:undated", "is:recurring", "is:untagged", "is:overdue", "is:today OR is:upcoming", "is:snoozed",
        "scheduled:2026",
        "tag:work is:completed", "tag:work OR is:note", "NOT (tag:home OR is:recurring)", "milk",
        "title:milk -is:undated",
        "path:a", "is:completed OR is:note OR is:open", "tag:kelvin", "-is:untagged", "is:note -is:note",
    ]
    private static let registry = TagRegistry(parsing: [UInt8]("Work:\n  aliases: [job, café]\nhome: {}\n".utf8))
    private static let lines = [
        "id: 6f8f89d1-f5ad-42ca-8cdf-18a58b646f21", "id: x", "id:", "id: \"\"", "id: [a]", "id: ~",
        "title: Milk", "title: \"Note: milk\"", "title: ''", "title: ' '", "title:", "title: [a]", "title: null",
        "tags: [work]", "tags: [home, Work/client]", "tags: work, home", "tags: [job]", "tags:\n  - work\n  - '#home'",
        "tags:", "tags: #work", "tags:\n  - #work", "tags:\n  - #work\n  - home", "tags: []", "tags: [\u{212A}elvin]",
        "tags: ~", "tags: [a, ~]", "tags: CAFE\u{301}", "tags: {a: b}", "tags: [[work]]", "tags: homework",
        "tags: wor\u{212A}",
        "tags: \"w\\x6frk\"", "tags: [\"#\"]", "tags: ','", "tags: &a [work]", "other: &w work\ntags: *w",
        "tags: !!str work",
        "scheduled: 2026-11-22", "scheduled: 2026-11-22 09:00", "scheduled:", "scheduled: soon",
        "scheduled: 2026-02-30",
        "scheduled: [2026-11-22]", "scheduled: \"2026-11-22T09:00Z\"", "scheduled: null",
        "recurrence: daily", "recurrence: weekly on monday", "recurrence: dayly", "recurrence:", "recurrence: \"\"",
        "recurrence: [daily]", "recurrence: 'RRULE:FREQ=DAILY'",
        "completed: true", "completed: TRUE", "completed: no", "completed: 2026-11-20", "completed: maybe",
        "completed:",
        "completed: \"\"", "completed: false", "completed: trueish", "completed: falsehood",
        "status: done", "status: open", "status: true", "status:", "status: [done]", "status: Done",
        "completedDate: 2026-11-20", "completedDate: x", "created: 2026-01-01", "created: yesterday", "created: ''",
        "until: 2027-01-01", "until: 1", "snoozed: 2026-11-22T10:00", "snoozed: []",
        "complete_instances: [2026-11-20, 2026-11-21]", "complete_instances: 2026-11-20", "complete_instances: [x]",
        "skipped_instances:\n  - 2026-11-20\n  -", "skipped_instances: []", "skipped_instances: [~]",
        "timezone: Europe/Paris", "timezone: Nowhere", "timezone:", "missed: skip", "missed: never",
        "recurrence_anchor: completion",
        "recurrence_anchor: x", "unknown: [a, b]", "Title: x", "a: {b: c}", "# comment", "", "- item", "\tx: y",
        "\u{85}: z",
    ]

    private static let matchers: [QueryMatcher] =
        queries.compactMap { text in
            let now = CivilDateTime(CivilDate(unchecked: 2026, 11, 22), .noon)
            return (try? Query(parsing: text, now: now)).map { QueryMatcher($0.listed, registry: registry) }
        }
        + queries.compactMap { text in
            let now = CivilDateTime(CivilDate(unchecked: 2026, 11, 22), .noon)
            return (try? Query(parsing: text, now: now)).map { QueryMatcher($0, registry: registry) }
        }

    /// The entry with the shortcut is that of the full parse, or says no less of a file that is not asked for.
    private func check(_ bytes: [UInt8], _ readers: inout [FileReader], _ glanced: inout Int) {
        let file = FolderWalk.File(directory: "a/", name: "b.md")
        let output = ReminderDecoder.decode(bytes, path: file.path)

        for (index, matcher) in Self.matchers.enumerated() {
            let full = Snapshot.Entry(output) { matcher.mayMatch($0) }
            let quick = bytes.withUnsafeBufferPointer { readers[index].read(file, .success($0)) }
            #expect(quick.idHead == full.idHead, "\(index) \(bytes.shown)")
            #expect(quick.isReadable == full.isReadable, "\(index) \(bytes.shown)")
            #expect(quick.problems == full.problems, "\(index) \(bytes.shown)")
            #expect(quick.reminder == full.reminder, "\(index) \(bytes.shown)")
            if quick.reminder == nil, full.problems.isEmpty { glanced += 1 }
        }
    }

    private var readers: [FileReader] { Self.matchers.map { FileReader(matcher: $0) } }

    @Test func `every query is understood`() {
        #expect(Self.matchers.count == 2 * Self.queries.count)
    }

    @Test func `random files are answered for as the full parse does`() {
        var random = Random(seed: 60)
        var (readers, glanced) = (readers, 0)
        for _ in 0..<1_000 {
            var lines = random.below(4) > 0 ? [random.pick(Self.lines.prefix(2))] : []
            for _ in 0...random.below(6) { lines.append(random.pick(Self.lines)) }
            let end = random.below(12) > 0 ? "\n---\n" : random.pick(["", "\n...\n", "\n--- \n"])
            let text =
                "---\n" + lines.joined(separator: random.below(12) > 0 ? "\n" : "\r\n") + end + "# Heading\nwork\n"
            check([UInt8](text.utf8), &readers, &glanced)
        }
        #expect(glanced > 1_000)
    }

    @Test func `so are all fixtures and what accidents make of them`() throws {
        var random = Random(seed: 61)
        var (readers, glanced) = (readers, 0)
        for one in try RenameCase.all.get() where one.before.count < 2048 && random.below(4) == 0 {
            // Without an id there is no glance.
            let bytes = [UInt8]("---\nid: abcdef\n".utf8) + one.before.drop { $0 != Ascii.lineFeed }.dropFirst()
            check(bytes, &readers, &glanced)
            check(random.mutate(bytes), &readers, &glanced)
        }
        #expect(glanced > 1_000)
    }
}
