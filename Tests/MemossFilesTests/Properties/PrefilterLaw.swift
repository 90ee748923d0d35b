import TestSupport
import Testing

@testable import Bytes
@testable import CivilTime
@testable import Folder
@testable import MemossFiles

/// Whatever the prefilter excludes from a query, the full parse also excludes, over random, hostile and mutated files.
@Suite struct PrefilterLaw {
    private static let queries = [
        "", "tag:work", "tag:Work", "tag:job", "tag:café", "tag:work/client", "-tag:work", "is:note", "is:completed",
        "is:open",
        "is:undated", "is:recurring", "is:untagged", "is:overdue", "is:today OR is:upcoming", "is:snoozed",
        "scheduled:2026", "due:2026", "-due:2026", "due:2026 OR scheduled:2026", "-scheduled:2026",
        "tag:work is:completed", "tag:work OR is:note", "NOT (tag:home OR is:recurring)", "milk",
        "title:milk -is:undated",
        "wor", "qq", "HEAD", "café", "body:work", "elvin", "\"r l\"", "x6f", "milk work", "job", "client", "-milk",
        "note OR head",
        "path:a", "is:completed OR is:note OR is:open", "tag:kelvin", "-is:untagged", "is:note -is:note",
        "is:broken", "-is:broken", "is:broken OR tag:work", "tag:task", "is:recurring is:note",
        "every:day", "-every:week", "has:unknown", "-has:status", "has:due OR has:x", "status:done", "-status:done",
        "unknown:a", "unknown:B", "-unknown:a tag:work", "priority:>2", "priority:<=3", "-priority:1..3", "Priority:2",
        "priority:high", "priority:>low", "priority:A..M", "scheduled_on:2026", "until:>2026", "-until:2027-01",
        "completed:2026-11 OR status:closed", "created:2026-01-01", "id:x", "title:milk priority:1", "tags_:work",
        "größe:5", "a:b", "completedDate:<today", "snoozed:today", "project:\"[[Boat]]\"", "has:\"due date\"",
    ]
    private static let registry = TagRegistry(
        parsing: [UInt8]("Work:\n  aliases: [job, café]\nhome: {}\nTodo:\n  aliases: [task]\n".utf8)
    )
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
        "due: 2026-11-22", "due: 2026-11-22 09:00", "due:", "due: soon", "due: 2026-02-30", "due: [2026-11-22]",
        "due: \"2026-11-22T09:00Z\"", "due: null", "Due: 2026-11-22", "dew: x",
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
        "tags: task", "tags: [todo/x, work]", "tags: Task", "tags: tas\u{212A}", "title: []", "created: 1596374871110",
        "created: [[2026-02-20]]", "status: Closed", "status: CANCELLED", "status: []", "recurrence: none",
        "recurrence: Never", "recurrence: [never]", "due: never", "due: []",
        "scheduled: 2026-11-21\nscheduled: 2026-11-22",
        "completed: false\ncompleted: true", "until: whenever", "snoozed: later", "timezone: PST8",
        "timezone: Europe/Paris", "timezone: Nowhere", "timezone:", "missed: skip", "missed: never",
        "recurrence_anchor: completion",
        "recurrence_anchor: x", "unknown: [a, b]", "Title: x", "a: {b: c}", "# comment", "", "- item", "\tx: y",
        "\u{85}: z", "<<: {due: 2026-11-22}", "<<:\n  tags: [work]", "<<: x",
        "priority: 2", "priority: \"3\"", "priority: high", "priority: [1, high]", "priority:\n  - A\n  - 7.5",
        "Priority: 2",
        "PRIORITY: +0x2", "priority: ~", "priority: ''", "priority: []", "priority: [~]", "priority: [[2]]",
        "priority: {a: 2}", "priority: |\n  high\n", "priority: &p 2", "unknown: b", "unknown: 'A '", "unknown: *p",
        "größe: 5", "größe: [4, '5']", "unknown: 2026-11-22T23:30Z", "until: 2026-12-31T23:30-05:00",
        "project: '[[Boat]]'",
        "project: [[Boat]]", "due date: 5", "unknown: !!str 2",
    ]

    private static let matchers = matchers(queries, registry)

    private static func matchers(_ queries: [String], _ registry: TagRegistry) -> [QueryMatcher] {
        let now = CivilDateTime(CivilDate(unchecked: 2026, 11, 22), .noon)
        let parsed = queries.compactMap { try? Query(parsing: $0, now: now) }
        return (parsed.map(\.listed) + parsed).map { QueryMatcher($0, registry: registry) }
    }

    /// Lines of a folder of TaskNotes, also under names of its settings.
    private static let sharedLines = [
        "tags: [task]", "tags:\n  - task\n  - work", "tags: [task, archived]", "tags: [task, old/x]",
        "tags: [Ärger, todo]",
        "tags: [todo, work]", "tags: [task, ärger]", "status: open", "status: done", "status: Done", "status: [done]",
        "state: done",
        "state: open", "status: in-progress", "isTask: true", "isTask: false", "isTask: x", "priority: normal",
        "prio: high",
        "planned: 2026-11-22", "planned: 2026-11-22T09:00", "planned: soon", "planned:", "scheduled: 2026-11-22",
        "scheduled: 2026-11-23T09:00", "deadline: 2026-11-24", "due: 2026-11-24",
        "deadline: 2026-11-23\ndue: 2026-11-24",
        "dateCreated: 2026-11-01T10:00:00Z", "created: 2026-11-01", "recurrence: DTSTART:20261122;FREQ=DAILY;COUNT=2",
        "recurrence: DTSTART:20261122;FREQ=DAILY", "repeats: FREQ=DAILY;UNTIL=20261123", "recurrence_anchor: scheduled",
        "recurrence_anchor: completion", "recurrenceAnchor: x", "recurrenceAnchor: scheduled",
        "complete_instances: [2026-11-22]",
        "complete_instances:\n  - 2026-11-22\n  - 2026-11-23", "completeInstances: [2026-11-23]",
        "finished: [2026-11-23]",
        "skipped_instances: [2026-11-23]", "skippedInstances: x", "completedDate: 2026-11-20", "completed: true",
        "completed: false", "recurrence_parent: '[[A]]'", "occurrence_date: 2026-11-22", "blockedBy: '[[A]]'",
        "moved_from: 2026-11-22",
        "timeEntries: []", "reminders: []", "title: Milk", "title:", "id: x",
    ]

    /// The prefilter keeps what the full parse keeps, or more of files that the query does not match. If a prefix of
    /// the file suffices, it gives the same result as the whole file.
    private func check(
        _ bytes: [UInt8],
        _ readers: inout [ReminderReader],
        _ random: inout Random,
        _ prefiltered: inout Int,
        _ cut: inout Int,
        registry: TagRegistry = Self.registry,
        matchers: [QueryMatcher] = Self.matchers
    ) {
        let output = ReminderDecoder.decode(bytes, path: "a/b.md", registry: registry)
        for (index, matcher) in matchers.enumerated() {
            var full = Snapshot.Part()
            let output =
                matcher.keys == .none
                ? output
                : ReminderDecoder.decode(bytes, path: "a/b.md", keys: matcher.keys, registry: registry)
            full.add(output) { matcher.mayMatch($0) }
            var quick = Snapshot.Part()
            #expect(bytes.read(by: &readers[index], into: &quick), "\(index) \(bytes.shown)")
            #expect(quick == full, "\(index) \(bytes.shown)")
            if quick.reminders.isEmpty, quick.problems.isEmpty { prefiltered += 1 }
            let beginning = Array(bytes.prefix(random.below(bytes.count + 1)))
            var short = Snapshot.Part()
            if beginning.read(by: &readers[index], into: &short, isWhole: false) {
                #expect(short == full, "\(index) \(beginning.shown) of \(bytes.shown)")
                cut += 1
            } else {
                #expect(short == Snapshot.Part())
            }
        }
    }

    @Test(arguments: [
        "{}", #"{"taskTag":"todo","fieldMapping":{"archiveTag":"old"}}"#,
        #"{"fieldMapping":{"scheduled":"planned","due":"deadline","status":"state","recurrence":"repeats","priority":"prio","#
            + #""completeInstances":"finished","archiveTag":"Ärger"}}"#,
        #"{"taskIdentificationMethod":"property","taskPropertyName":"isTask","taskPropertyValue":"true"}"#,
        #"{"fieldMapping":{"scheduled":"due","due":"scheduled"},"excludedFolders":"a"}"#,
    ])
    func `the prefilter agrees with the full parse in a folder of TaskNotes`(settings: String) {
        var random = Random(seed: 66)
        let registry = SharedFolderFiles(settings).registry
        let queries =
            Self.queries + ["is:archived", "-is:archived", "is:blocked OR is:tracking", "is:completed is:recurring"]
        let matchers = Self.matchers(queries, registry)
        var readers = matchers.map { ReminderReader(matcher: $0, registry: registry) }
        var (prefiltered, cut) = (0, 0)
        for _ in 0..<Rounds.of(1_000) {
            var lines = random.below(3) > 0 ? [random.pick(Self.sharedLines.prefix(7))] : []
            for _ in 0...random.below(6) {
                lines.append(random.pick(random.below(8) > 0 ? Self.sharedLines : Self.lines))
            }
            let text = "---\n" + lines.joined(separator: "\n") + "\n---\n# Heading\n#work\n"
            check([UInt8](text.utf8), &readers, &random, &prefiltered, &cut, registry: registry, matchers: matchers)
        }
        #expect(prefiltered > Rounds.least(1_000))
    }

    private var readers: [ReminderReader] { Self.matchers.map { ReminderReader(matcher: $0, registry: Self.registry) } }

    @Test func `a prefilter by a word excludes only files that the full parse excludes`() {
        var random = Random(seed: 63)
        var readers = Self.matchers.map { ReminderReader(body: .whole, matcher: $0) }
        var prefiltered = 0
        for _ in 0..<Rounds.of(1_500) {
            var lines = random.below(4) > 0 ? ["id: 6f8f89d1-f5ad-42ca-8cdf-18a58b646f21"] : []
            for _ in 0...random.below(6) { lines.append(random.pick(Self.lines)) }
            let body = random.pick(["", "# Heading\nwork\n", "Caf\u{E9}, caf\u{65}\u{301}\n", "MILK", "wor\u{212A}\n"])
            let bytes = [UInt8](("---\n" + lines.joined(separator: "\n") + "\n---\n" + body).utf8)
            let output = ReminderDecoder.decode(bytes, path: "a/qq.md", keeping: .whole)
            for (index, matcher) in Self.matchers.enumerated() where matcher.keys == .none {
                var (full, quick) = (Snapshot.Part(), Snapshot.Part())
                full.add(output) { matcher.mayMatch($0) }
                #expect(bytes.read(by: &readers[index], into: &quick, as: "qq.md"))
                #expect(quick == full, "\(index) \(bytes.shown)")
                if quick.reminders.isEmpty, quick.problems.isEmpty { prefiltered += 1 }
            }
        }
        #expect(prefiltered > Rounds.least(5_000))
    }

    @Test func `the prefilter agrees with the full parse on files that may have no front matter`() {
        var random = Random(seed: 65)
        var (readers, prefiltered, cut) = (readers, 0, 0)
        let pieces = [
            "# Heading\n", "#work ", "work\n", "word", "2026-12-01 ", "title: Milk\n", "due: 2026-12-01\n", "- item\n",
            "---\n", "\n---\n", "--- \n", "+++\n", "___\n", "\n", "\r\n", " ", "\t", "\u{FEFF}", "\u{200B}",
            "\u{2014}\n", "%%\n",
            "<!-- -->\n", "[a]: b\n", "{\"due\": 1}\n", "x", "_", "-", ":", "a)", "<<<<<<< a\n", ">>>>>>> b\n",
            "=======\n",
        ]
        for _ in 0..<Rounds.of(1_500) {
            let text = (0..<random.below(7)).map { _ in random.pick(pieces) }.joined()
            check([UInt8](text.utf8), &readers, &random, &prefiltered, &cut)
        }
        #expect(prefiltered > Rounds.least(1_000))
        #expect(cut > Rounds.least(500))
    }

    @Test func `every query is parsed`() {
        #expect(Self.matchers.count == 2 * Self.queries.count)
    }

    @Test func `the prefilter agrees with the full parse on random files`() {
        var random = Random(seed: 60)
        var (readers, prefiltered, cut) = (readers, 0, 0)
        for _ in 0..<Rounds.of(1_000) {
            var lines = random.below(4) > 0 ? [random.pick(Self.lines.prefix(2))] : []
            for _ in 0...random.below(6) { lines.append(random.pick(Self.lines)) }
            let end = random.below(12) > 0 ? "\n---\n" : random.pick(["", "\n...\n", "\n--- \n"])
            let text =
                "---\n" + lines.joined(separator: random.below(12) > 0 ? "\n" : "\r\n") + end + "# Heading\nwork\n"
            check([UInt8](text.utf8), &readers, &random, &prefiltered, &cut)
        }
        #expect(prefiltered > Rounds.least(1_000))
        #expect(cut > Rounds.least(500))
    }

    @Test func `a file is read only in part if the rest cannot change the result`() {
        var random = Random(seed: 62)
        var cut = 0
        for _ in 0..<Rounds.of(8_000) {
            var lines = random.below(4) > 0 ? ["title: Milk"] : []
            for _ in 0...random.below(4) { lines.append(random.pick(Self.lines)) }
            let body = random.pick([
                "", "\n", "\r\n\nline\n", "first line", "# Heading\nmore\n", "\n \n\t\nink\n", "---\n",
                "---\ndue: 2026-12-01\n---\nink\n", "\n---\na: b\n---\n",
            ])
            let bytes = [UInt8](("---\n" + lines.joined(separator: "\n") + "\n---\n" + body).utf8)
            let keeping: KeptBody = random.pick([.none, .firstLine, .checklist, .whole])
            var full = Snapshot.Part()
            full.add(ReminderDecoder.decode(bytes, path: "a/b.md", keeping: keeping))
            var reader = ReminderReader(body: keeping, matcher: nil)
            let beginning = Array(bytes.prefix(bytes.count - random.below(body.utf8.count + 4)))
            var short = Snapshot.Part()
            guard beginning.read(by: &reader, into: &short, isWhole: false) else { continue }
            #expect(short == full, "\(beginning.shown) of \(bytes.shown)")
            cut += 1
        }
        #expect(cut > Rounds.least(150))
    }

    @Test func `a query about keys leaves out only files that do not match it when their values are compared`() {
        var random = Random(seed: 64)
        var (decided, found) = (0, 0)
        for matcher in Self.matchers where matcher.keys != .none {
            var reader = ReminderReader(matcher: matcher, registry: Self.registry)
            for _ in 0..<Rounds.of(150) {
                var lines = ["id: 6f8f89d1-f5ad-42ca-8cdf-18a58b646f21", "title: Milk"]
                for _ in 0...random.below(3) { lines.append(random.pick(Self.lines.suffix(30))) }
                let bytes = [UInt8](("---\n" + lines.joined(separator: "\n") + "\n---\n").utf8)
                var (all, quick) = (Snapshot.Part(), Snapshot.Part())
                all.add(ReminderDecoder.decode(bytes, path: "a/b.md", keys: .all, registry: Self.registry))
                #expect(bytes.read(by: &reader, into: &quick))
                // Whatever the matcher is given, it finds the same.
                let matches = all.reminders.first.map(matcher.mayMatch)
                #expect(quick.reminders.isEmpty != (matches == true && quick.unreadable.isEmpty), "\(bytes.shown)")
                if matches == true { found += 1 }
                if quick.reminders.isEmpty, quick.problems.isEmpty { decided += 1 }
            }
        }
        #expect(found > Rounds.least(500))
        #expect(decided > Rounds.least(500))
    }

    @Test func `the prefilter agrees with the full parse on all fixtures and their mutations`() throws {
        var random = Random(seed: 61)
        var (readers, prefiltered, cut) = (readers, 0, 0)
        for one in try RenameCase.all.get() where one.before.count < 2048 && random.below(Rounds.areAll ? 4 : 48) == 0 {
            let id = random.below(2) == 0 ? "id: abcdef\n" : ""
            let bytes = [UInt8]("---\n\(id)".utf8) + one.before.drop { $0 != Ascii.lineFeed }.dropFirst()
            check(bytes, &readers, &random, &prefiltered, &cut)
            check(random.mutate(bytes), &readers, &random, &prefiltered, &cut)
        }
        #expect(prefiltered > Rounds.least(1_000))
        #expect(cut > Rounds.least(500))
    }
}

extension [UInt8] {
    /// As if read from a file.
    fileprivate func read(
        by reader: inout ReminderReader,
        into part: inout Snapshot.Part,
        isWhole: Bool = true,
        as name: String = "b.md"
    ) -> Bool {
        withUnsafeBufferPointer { bytes in
            Array("a/".utf8).withUnsafeBufferPointer { directory in
                Array(name.utf8).withUnsafeBufferPointer { name in
                    let file = FileRun.File(directory: directory, name: name, isWhole: isWhole)
                    return reader.read(file, .success(bytes), into: &part)
                }
            }
        }
    }
}
