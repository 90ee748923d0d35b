import TestSupport
import Testing

@testable import MemossFiles
@testable import Text

/// Every key in every form, and the problems reported for invalid ones.
@Suite struct ReminderDecoderTests {
    private func decode(_ front: String, body: String = "", path: String = "home/Some file.md")
        -> ReminderDecoder.Output
    {
        ReminderDecoder.decode([UInt8]("---\n\(front)\n---\n\(body)"), path: path, keeping: .whole)
    }

    @Test func `every key is read`() throws {
        let output = decode(
            """
            id: 6f9619ff-8b86-4d01-b42d-00cf4fc964ff
            title: "  Pay rent "
            tags: [home, "#money"]
            scheduled: 2026-11-30 09:00
            timezone: Europe/Paris
            recurrence: monthly on last day
            until: 2027-11-30
            recurrence_anchor: completion
            missed: skip
            completed: false
            complete_instances: [2026-09-30, 2026-10-31T09:00]
            skipped_instances: 2026-08-31
            snoozed: 2026-11-30T10:00:30
            created: 2026-01-01T00:00:00Z
            unknown: {anything: [at, all]}
            """
        )
        let found = try #require(output.reminder)
        #expect(output.problems.isEmpty && output.isSound)
        #expect(found.writtenID == "6f9619ff-8b86-4d01-b42d-00cf4fc964ff" && found.id == found.writtenID)
        #expect(found.title == "Pay rent")
        #expect(found.tags.map(\.text) == ["home", "money"])
        #expect(found.scheduled?.description == "2026-11-30 09:00")
        #expect(found.timezone == "Europe/Paris")
        #expect(found.recurrence == "monthly on last day" && found.rule != nil)
        #expect(found.until?.description == "2027-11-30")
        #expect(found.anchor == .completion && found.missed == .skip && found.completed == .open && !found.isNote)
        #expect(found.completeInstances.map(\.description) == ["2026-09-30", "2026-10-31T09:00"])
        #expect(found.skippedInstances.map(\.description) == ["2026-08-31"])
        #expect(found.snoozed?.description == "2026-11-30T10:00:30")
        #expect(found.created?.description == "2026-01-01T00:00:00Z")
    }

    @Test func `null, an absent value and an empty string equal an absent key`() throws {
        let keys = ["id", "title", "tags", "timezone", "recurrence", "recurrence_anchor", "missed"]
        let dates = ["until", "complete_instances", "skipped_instances", "snoozed", "created"]
        for value in ["", "~", "null", "NULL", "\"\""] {
            for key in keys + (value == "\"\"" ? [] : dates) {
                let output = decode("\(key): \(value)")
                var expected = Reminder(path: "home/Some file.md", title: "Some file")
                expected.body = []
                // An empty title gives a warning.
                let warned: [ProblemID] = key == "title" ? [.emptyTitle] : []
                #expect(output.problems.map(\.id) == warned, "\(key): \(value)")
                #expect(output.reminder == expected, "\(key): \(value)")
            }
        }
        // An empty date is invalid and reported.
        #expect(decode("scheduled: \"\"").problems.map(\.id) == [.invalidDate])
        #expect(decode("scheduled:").reminder?.isNote == false)
        #expect(decode("scheduled:").reminder?.scheduled == nil)
        #expect(decode("tags: []").reminder?.tags.isEmpty == true)
    }

    @Test func `a reminder has scheduled, due or completed, or the tag task, and a note has none of them`() {
        for front in [
            "scheduled: 2026-11-22", "scheduled: x", "scheduled: []", "scheduled:", "due: 2026-11-22", "due:",
            "completed: false", "completed:", "completed: x", "completed: 1\ncompleted: 2", "tags: task",
            "tags: [a, Task]",
            "tags: ['#task']", "tags:\n- task/home", "tags: &t [task]", "x: &t task\ntags: *t",
        ] {
            #expect(decode(front).reminder?.isNote == false, "\(front)")
        }
        for front in [
            "title: x", "Scheduled: yes", "completedDate: 2026-11-22", "x: {scheduled: 2026-11-22}", "",
            "status: open", "status: done", "status:", "tags: [tasks, subtask, home/task, task home]", "tag: task",
            "recurrence: x", "recurrence: none", "reminders: x", "snoozed: 2026-11-22T09:00", "until: 2026-11-22",
        ] {
            #expect(decode(front).reminder?.isNote == true, "\(front)")
        }
    }

    @Test func `a rule or an alarm without a date is no note, and needs attention if it is silent`() {
        for (front, id) in [
            ("recurrence: daily", ProblemID.ruleWithoutDate), ("recurrence: daily\ncompleted: false", .ruleWithoutDate),
            ("recurrence: daily\nscheduled:", .ruleWithoutDate), ("reminders: 1 day before", .alarmWithoutDate),
        ] {
            let output = decode(front)
            #expect(output.problems.map(\.id) == [id], "\(front)")
            #expect(output.reminder?.isNote == false && output.reminder?.attention != nil, "\(front)")
        }
        for front in [
            "reminders: 2026-12-03T09:00", "recurrence: daily\ncompleted: 2026-11-20",
            "recurrence: daily\nscheduled: 2026-11-22",
        ] {
            let output = decode(front)
            #expect(output.problems.isEmpty && output.reminder?.isNote == false, "\(front)")
        }
    }

    @Test func `a file with an alias of the tag task is also a reminder`() {
        for (registry, tags) in [
            ("todo: {aliases: [task]}", ["todo", "task", "todo/x", "TASK/x"]),
            ("task: {aliases: [todo]}", ["todo", "task"]),
            ("Aufgabe: {aliases: [a, task, aufgäbe]}", ["aufgabe", "aufgäbe/x", "task", "a"]),
        ] {
            let registry = TagRegistry(parsing: [UInt8](registry.utf8))
            for tag in tags + ["other", "tod"] {
                let bytes = [UInt8]("---\ntags: [\(tag)]\n---\n".utf8)
                let found = ReminderDecoder.decode(bytes, path: "a.md", registry: registry).reminder
                #expect(found?.isNote == !tags.contains(tag), "\(tag)")
            }
        }
    }

    @Test func `only the title and tags of a note are read`() throws {
        let foreign = [
            "status: published", "status: []", "status: {a: b}", "until: whenever", "timezone: PST8", "timezone: [a]",
            "recurrence: wekly", "recurrence: [daily]", "snoozed: no", "missed: Monday", "recurrence_anchor: 1",
            "completedDate: soon", "complete_instances: [x]", "skipped_instances: {a: b}", "id: [a]",
            "created: {a: [b]}",
        ]
        for front in foreign + [foreign.joined(separator: "\n")] {
            let output = decode("title: x\n" + front)
            #expect(output.problems.filter { $0.id != .duplicateKey }.isEmpty, "\(front)")
            #expect(try #require(output.reminder).isNote && output.reminder?.attention == nil, "\(front)")
        }
        let output = decode("recurrence: daily\nuntil: 2026-11-22\ntimezone: Europe/Paris\nstatus: done\nmissed: skip")
        #expect(output.reminder == decode("x: y").reminder, "and none of it counts")
        #expect(decode("title: {a: b}\nstatus: []").problems.map(\.id) == [.invalidTitle])
    }

    private static let creations: [(value: String, created: String?)] = [
        ("2026-02-20", "2026-02-20"), ("2026-02-20T10:00", "2026-02-20T10:00"),
        ("2026-02-20 10:00:30+01:00", "2026-02-20 10:00:30+01:00"),
        ("2021", "2021-01-01"), ("'2021'", "2021-01-01"), ("1596374871", "2020-08-02T13:27:51Z"),
        ("1596374871110", "2020-08-02T13:27:51Z"), ("'1596374871110'", "2020-08-02T13:27:51Z"),
        ("999999999", "2001-09-09T01:46:39Z"), ("2026-02-20T10:00:00.000Z", "2026-02-20T10:00:00Z"),
        ("2026-02-20T10:00:00.123456+02:00", "2026-02-20T10:00:00+02:00"),
        ("2026-02-20 10:00:00,5", "2026-02-20 10:00:00"),
        ("2026/02/20", "2026-02-20"), ("2026/02/20 10:00", "2026-02-20 10:00"), ("\"[[2026-02-20]]\"", "2026-02-20"),
        ("[[2026-02-20]]", "2026-02-20"), ("[2026-02-20]", "2026-02-20"), ("\"[[2026/02/20]]\"", "2026-02-20"),
        ("", nil), ("''", nil), ("~", nil), ("[]", nil), ("[a, b]", nil), ("{a: b}", nil), ("[[]]", nil),
        ("[[[2026-02-20]]]", nil),
        ("yesterday", nil), ("20 February 2026", nil), ("02/20/2026", nil), ("2026-02-30", nil), ("0000", nil),
        ("-1", nil),
        ("123456", nil), ("99999999999999999999", nil), ("1.5e12", nil),
        ("2026-02-20T10:00:00.", nil),
        ("\"[[2026-02-20|today]]\"", nil), ("2026-W08", nil),
    ]

    @Test func `created is read in the formats of other tools, and is not reported if invalid`() {
        for (value, created) in Self.creations {
            for front in ["created: \(value)", "scheduled: 2026-11-22\ncreated: \(value)"] {
                let output = decode(front)
                #expect(output.reminder?.created?.description == created, "\(front)")
                #expect(output.problems.isEmpty, "\(front)")
            }
        }
    }

    @Test func `a title that is not a string is ignored and reported`() {
        for (value, id) in [
            ("", ProblemID.emptyTitle), ("~", .emptyTitle), ("[]", .emptyTitle), ("''", .emptyTitle),
            ("' '", .emptyTitle),
            ("[a]", .invalidTitle), ("{a: b}", .invalidTitle), ("{}", .invalidTitle), ("[[a]]", .invalidTitle),
        ] {
            for front in ["title: \(value)", "completed: false\ntitle: \(value)"] {
                let output = decode(front, body: "# Heading\n")
                #expect(output.problems.map(\.id) == [id], "\(front)")
                #expect(output.reminder?.title == "Heading", "\(front)")
            }
        }
        #expect(decode("title: 2021").reminder?.title == "2021")
    }

    @Test func `every status for completed is recognised, in any case, in a reminder`() {
        for word in ["done", "completed", "complete", "closed", "cancelled", "canceled", "true"] {
            for status in [word, word.uppercased(), word.prefix(1).uppercased() + word.dropFirst(), "'\(word)'"] {
                for reminder in [
                    "scheduled: 2026-11-22", "tags: task", "due: 2026-11-22", "completed:", "completed: maybe",
                ] {
                    #expect(
                        decode("status: \(status)\n\(reminder)").reminder?.isCompleted == true,
                        "\(status) \(reminder)"
                    )
                }
                #expect(decode("status: \(status)").reminder?.isCompleted == false)
                #expect(decode("status: \(status)\ncompleted: false").reminder?.isCompleted == false)
                #expect(decode("status: [\(status)]\nscheduled: 2026-11-22").reminder?.isCompleted == false)
            }
        }
        for status in [
            "open", "in-progress", "don", "done!", "doneé", "complet", "canceling", "waiting", "todo", "none", "1",
            "yes", "{\u{4f}\u{4e}\u{45}",
        ] {
            #expect(decode("scheduled: 2026-11-22\nstatus: \"\(status)\"").reminder?.isCompleted == false, "\(status)")
        }
    }

    @Test func `words for no rule mean none, and an invalid rule keeps the date`() {
        for value in ["none", "None", "NONE", "never", "Never", "once", "Once", "", "~", "''"] {
            let output = decode("scheduled: 2026-11-22\nrecurrence: \(value)")
            #expect(output.problems.isEmpty && output.reminder?.recurrence == nil, "\(value)")
        }
        for value in ["wekly", "no", "false", "n", "nonee", "o n c e", "[none]"] {
            let output = decode("scheduled: 2026-11-22\nrecurrence: \(value)")
            #expect(output.problems.map(\.id) == [.invalidRecurrence], "\(value)")
            #expect(output.problems.first?.key == "recurrence")
            #expect(output.reminder?.recurrence == nil && output.reminder?.scheduled != nil, "\(value)")
            #expect(output.reminder?.attention?.rule == value, "\(value)")
        }
    }

    @Test func `an unreadable key that affects delivery needs attention`() throws {
        for front in [
            "scheduled: soon", "scheduled: []", "scheduled: \"\"", "scheduled: 2026-02-30", "scheduled: {a: b}",
            "scheduled: 2026-11-22\ntimezone: [Europe/Paris]", "scheduled: 2026-11-22\nsnoozed: later",
            "scheduled: 2026-11-22\nscheduled: 2026-11-21", "scheduled: 2026-11-22\ntimezone: a\ntimezone: b",
            "scheduled: 2026-11-22\nrecurrence: x", "scheduled: 2026-11-22\nrecurrence: daily\nrecurrence: weekly",
        ] {
            let attention = try #require(decode(front).reminder?.attention, "\(front)")
            #expect(!attention.hidesFile && decode(front).problems.contains(attention.problem))
            #expect(attention.state == decode(front, body: "text").reminder?.attention?.state)
            #expect(attention.state != decode(front + "\nx: y").reminder?.attention?.state)
        }
        for front in [
            "scheduled:", "completed: x", "scheduled: 2026-11-22\nuntil: x\nmissed: x", "snoozed: x",
            "recurrence: x", "scheduled: 2026-11-22\nrecurrence: none",
        ] {
            #expect(decode(front).reminder?.attention == nil, "\(front)")
        }
        // A hundred other problems do not hide this one.
        let many = "complete_instances: [\(Array(repeating: "x", count: 150).joined(separator: ", "))]\nscheduled: soon"
        #expect(decode(many).reminder?.attention?.problem.key == "scheduled")
    }

    @Test func `a duplicate key is not used, except for the earlier of two dates, and the last is reported`() {
        let base = "scheduled: 2026-11-22T09:00\n"
        for (front, expected) in [
            ("completed: true\ncompleted: false", ""), ("status: done\nstatus: done", ""),
            ("until: 2026-11-23\nuntil: 2026-11-24", ""),
            ("recurrence: daily\nrecurrence: weekly", ""), ("snoozed: 2026-11-24T09:00\nsnoozed: 2026-11-23T09:00", ""),
            ("complete_instances: [2026-11-22]\ncomplete_instances: [2026-11-23]", ""),
            ("title: A\ntitle: B", "title: B"),
        ] {
            let (found, plain) = (decode(base + front), decode(base + expected))
            var reminder = found.reminder
            reminder?.attention = nil
            #expect(reminder == plain.reminder, "\(front)")
            #expect(found.problems.map(\.id) == [.duplicateKey] && found.problems.first?.key != nil)
        }
        for dates in [
            ["2026-11-23", "2026-11-22T12:00"], ["2026-11-22T12:00", "2026-11-23"], ["soon", "2026-11-22T12:00"],
        ] {
            let front = dates.map { "scheduled: \($0)" }.joined(separator: "\n")
            #expect(decode(front).reminder?.scheduled?.description == "2026-11-22T12:00", "\(front)")
        }
    }

    private static let completions: [(front: String, completed: String)] = [
        ("completed: true", "yes"), ("completed: yes", "yes"), ("completed: On", "yes"), ("completed: TRUE", "yes"),
        ("completed: false", "open"), ("completed: no", "open"), ("completed: off", "open"), ("completed: ~", "open"),
        ("completed: 2026-11-20", "2026-11-20"), ("completed: 2026-11-20T08:00", "2026-11-20T08:00"),
        ("tags: task\nstatus: done", "yes"), ("tags: task\nstatus: true", "yes"), ("tags: task\nstatus: open", "open"),
        ("tags: task\nstatus: in-progress", "open"),
        ("tags: task\nstatus: done\ncompletedDate: 2026-11-20", "2026-11-20"),
        ("completedDate: 2026-11-20\nstatus: done\ntags: task", "2026-11-20"),
        ("tags: task\nstatus: done\ncompletedDate: x", "yes"),
        ("tags: task\nstatus: open\ncompletedDate: 2026-11-20", "open"), ("completedDate: 2026-11-20", "open"),
        ("completed: false\nstatus: done", "open"), ("status: open\ncompleted: true", "yes"),
    ]

    @Test func `completed is read in all its forms, including those of TaskNotes`() {
        for (front, expected) in Self.completions {
            let found: String? = decode(front).reminder.map { reminder in
                switch reminder.completed {
                case .open: "open"
                case .completed: "yes"
                case .on(let date): date.description
                }
            }
            #expect(found == expected, "\(front)")
        }
    }

    private static let titles: [(body: String, title: String)] = [
        ("# Heading\n", "Heading"), ("#  Two  blanks # \n", "Two  blanks"), ("   # Three blanks\n", "Three blanks"),
        ("    # code\n", "Some file"), ("#no heading\n", "Some file"), ("## Second level\n# First\n", "First"),
        ("# \n# Next\n", "Next"), ("#\tTab\n", "Tab"), ("# C#\n", "C#"), ("# Closed ###\r\n", "Closed"),
        ("Setext\n===\n", "Setext"), ("Not one\n---\n# This\n", "This"), ("\n\nText\n\n=\n", "Some file"),
        ("```\n# code\n```\n# Real\n", "Real"), ("~~~~\n~~~\n# code\n~~~~\n# Real\n", "Real"),
        ("```\n# open\n", "Some file"),
        ("text # Heading\n", "Some file"), ("", "Some file"), ("just text\n", "Some file"), ("# é 日本\n", "é 日本"),
    ]

    @Test func `a title comes from the first heading, or else from the file name`() {
        for (body, title) in Self.titles {
            #expect(decode("tags: x", body: body).reminder?.title == title, "\(body.debugDescription)")
            #expect(decode("title: \" \"", body: body).reminder?.title == title, "\(body.debugDescription)")
            #expect(decode("title: Own", body: body).reminder?.title == "Own")
        }
        for (path, stem) in [("a.md", "a"), ("a/b.MD", "b"), ("x.y.md", "x.y"), ("d.md/é.md", "é")] {
            #expect(ReminderDecoder.decode([], path: path).reminder?.title == stem)
        }
    }

    private static let tags: [(front: String, tags: [String])] = [
        ("tags: [a, b]", ["a", "b"]), ("tags: a, b", ["a", "b"]), ("tags: a b", ["a b"]),
        ("tags: \"a,b ,, c\"", ["a", "b", "c"]),
        ("tags:\n  - a\n  - b c", ["a", "b c"]), ("tags:\n- a", ["a"]),
        ("tags: ['#a', \"#b\", 'c#']", ["a", "b", "c#"]),
        ("tags: \"#a, #b\"", ["a", "b"]), ("tags: [a, ~, '', null, b]", ["a", "b"]),
        ("tags: [1, yes, 2026-11-22]", ["1", "yes", "2026-11-22"]),
        ("tags: a", ["a"]), ("tags: [a/b, c#, \"- x\", \"a: b\"]", ["a/b", "c#", "- x", "a: b"]),
        ("x: &t [a, b]\ntags: *t", ["a", "b"]), ("x: &t a\ntags: [*t, b]", ["a", "b"]), ("tags: &t a\nx: *t", ["a"]),
        ("tags: |\n  a, b\n", ["a", "b"]), ("tags: >-\n  a,\n  b", ["a", "b"]), ("tags: [a, a]", ["a", "a"]),
        ("tags:", []),
        ("Tags: [a]", []), ("tag: a", []), ("x:\n  tags: [a]", []),
        (
            "tags: [\"[x]\", \"[[y]]\", 'f[0]', '90\"', '\"x', '(x', 'x)']",
            ["[x]", "[[y]]", "f[0]", "90\"", "\"x", "(x", "x)"]
        ),
    ]

    @Test func `tags are read in every form`() {
        for (front, tags) in Self.tags {
            let output = decode(front)
            #expect(output.problems.isEmpty, "\(front)")
            #expect(output.reminder?.tags.map(\.text) == tags, "\(front)")
        }
    }

    @Test func `an item with a comma, or a piece of a list in quotes, is not a tag, is named, and is left out by name`()
        throws
    {
        for (front, tags, columns) in [
            ("tags: [\"a, b\", c]", ["c"], [8]), ("tags: [c, \"a\\u002Cb\"]", ["c"], [11]),
            ("x: &t 'a, b'\ntags: [*t, c]", ["c"], [8]), ("tags:\n  - a, b\n  - c", ["c"], [5]),
            ("tags: '[\"svelte\"'", [], [8]), ("tags: '[\"a\", b, \"c\"]'", ["b"], [8, 17]),
            ("tags: '[\"a\", \"b\", \"c\"]'", [], [8, 14, 19]), ("tags: ['[]', \"'x'\", c]", ["c"], [8, 14]),
            ("tags: ['[\"a\"]', c]", ["c"], [8]), ("tags: \"[a, b]\"", [], [8, 12]), ("tags: '[a'", [], [8]),
            ("tags: [\"['a'\", \"'b']\", '{c', 'd}', 'e]f]', '[]]']", [], [8, 16, 24, 30, 36, 44]),
            ("tags: [\"a\\nb\", \"a\\tb\", \"a\\u0085b\", \"a\\u2028b\", \"\\x7f\", c]", ["c"], [8, 16, 24, 36, 48]),
            ("tags: ['##x', c]", ["c"], [8]), ("tags: '##x, c'", ["c"], [8]),
            ("tags: ['  ', ' x', 'x ', '# y', c]", ["c"], [8, 14, 20, 26]),
            ("tags: [\(String(repeating: "x", count: 1_001)), c]", ["c"], [8]),
        ] as [(String, [String], [Int])] {
            let output = decode(front)
            #expect(output.problems.map(\.id) == columns.map { _ in .invalidTags }, "\(front)")
            #expect(output.problems.compactMap(\.column) == columns, "\(front)")
            #expect(output.reminder?.tags.map(\.text) == tags, "\(front)")
            let folder = try Folder(["a.md": front])
            let adoption = TagAdoption(today: "2026-11-22") { "id" }.entries(in: folder.snapshot)
            #expect(adoption.tags.map(\.name.text) == tags && adoption.skipped.count == columns.count, "\(front)")
            #expect(adoption.skipped.map(\.column) == columns && adoption.skipped.allSatisfy { $0.path == "a.md" })
        }
    }

    @Test func `what is named says what to write, and that can be written`() throws {
        for (written, right) in [
            ("\"a\\nb\"", "a b"), ("'##x'", "x"), ("' x '", "x"), ("\"a\\u2028\"", "a"), ("'  '", nil),
            ("\"\\n\"", nil), ("'##'", nil),
        ] as [(String, String?)] {
            let message = try #require(decode("tags: [\(written)]").problems.first?.message)
            #expect(message.hasSuffix(right.map { "; write '\($0)'" } ?? "; delete it"), "\(message)")
        }
    }

    /// Reading, adopting, renaming and adding follow one rule.
    @Test func `a tag is read exactly if it can be registered`() throws {
        var random = Random(seed: 33)
        let pieces = [
            "a", "[", "]", "{", "}", "(", ")", "#", " ", "\\n", "\\t", "\\u2028", "\\u00E9", "'", "/", "-", ":", "*",
        ]
        for _ in 0..<2_000 {
            let written = (0..<1 + random.below(5)).map { _ in random.pick(pieces) }.joined()
            let front = "tags: [\"\(written)\"]"
            let output = decode(front)
            let document = try #require(try FrontMatter.read(Array("---\n\(front)\n---\n".utf8))).document
            // A mark alone is an empty item.
            guard let name = TagItems(of: document).items.first?.name else { continue }
            let valid = try? TagName(validating: name.text)
            let isValid = valid?.isSpelled(as: name) == true
            #expect(output.reminder?.tags == (isValid ? [name] : []), "\(front)")
            #expect(output.problems.map(\.id) == (isValid ? [] : [.invalidTags]), "\(front)")
        }
        for name in ["[x]", "x (y)", "(y", ":)", "{a}", "a[0]", "[a] b", "c#", "- x", "a: b", "*x", "é"] {
            #expect(try TagName(validating: name).text == name)
        }
    }

    private static let faults:
        [(front: String, line: Int, column: Int, id: ProblemID, message: String, suggestion: String?)] = [
            ("id: [a]", 2, 5, .invalidID, "found a list for 'id', expected one value", nil),
            ("title: {a: b}", 2, 8, .invalidTitle, "found a mapping for 'title', expected one value", nil),
            ("tags: {a: b}", 2, 7, .invalidTags, "'tags' is a mapping, expected a list of names", nil),
            ("tags: [é, [a]]", 2, 11, .invalidTags, "found a list as an item of 'tags', expected a name", nil),
            ("tags:\n  - a: b", 3, 5, .invalidTags, "found a mapping as an item of 'tags', expected a name", nil),
            (
                "scheduled: 2026-02-30", 2, 12, .invalidDate,
                "scheduled: there is no 30 February: February 2026 has 28 days", "2026-02-28"
            ),
            ("a: b\nuntil: [2026-11-22]", 3, 8, .invalidDate, "found a list for 'until', expected a date", nil),
            (
                "complete_instances:\n  - 2026-11-22\n  - 2026-13-01", 4, 5, .invalidDate,
                "complete_instances: there is no month 13: months are 01 to 12", nil
            ),
            ("missed: Skip", 2, 9, .invalidValue, "found 'Skip' for 'missed', expected keep or skip", "skip"),
            (
                "recurrence_anchor: done", 2, 20, .invalidValue,
                "found 'done' for 'recurrence_anchor', expected scheduled or completion", nil
            ),
            ("timezone: [a]", 2, 11, .invalidValue, "found a list for 'timezone', expected one value", nil),
            (
                "recurrence: [daily]", 2, 13, .invalidRecurrence, "found a list for 'recurrence', expected one value",
                nil
            ),
            ("title: a\ntags: x\ntitle: b", 4, 1, .duplicateKey, "the key 'title' appears twice, first on line 2", nil),
            (
                "tags: #work", 2, 7, .commentedTag,
                "'#' begins a comment here, so there is no tag: remove the '#', or quote the tag", nil
            ),
            (
                "tags:\n  - a\n  - #b", 4, 5, .commentedTag,
                "'#' begins a comment here, so there is no tag: remove the '#', or quote the tag", nil
            ),
        ]

    @Test func `an unreadable value is reported exactly`() {
        for (front, line, column, id, message, suggestion) in Self.faults {
            let expected = Problem(
                path: "home/Some file.md",
                line: line,
                column: column,
                id: id,
                message: message,
                suggestion: suggestion
            )
            // Most keys are not read in a note.
            let output = decode(front + "\ncompleted: false")
            // Messages may use either kind of quotes: only the words are compared.
            let plain = { (problem: Problem) in
                var problem = problem
                problem.key = nil
                problem.message = String(problem.message.map { "‘’\"“”".contains($0) ? "'" : $0 })
                return problem
            }
            #expect(output.problems.map(plain) == [expected], "\(front)")
            #expect(output.isSound == (id.severity == .warning))
        }
        #expect(decode("tags: # a comment\n").problems.isEmpty)
    }

    @Test func `an invalid rule keeps its own message`() {
        let output = decode("scheduled: 2026-11-22\nrecurrence: weekly on mondy")
        #expect(output.problems.map(\.id) == [.invalidRecurrence])
        #expect(output.problems.first?.suggestion == "weekly on monday")
        #expect((output.problems.first?.line, output.problems.first?.column) == (3, 13))
        #expect(!output.isSound)
    }

    @Test func `without an id, one is derived from the path`() {
        // python3 -c "import uuid; print(uuid.uuid5(uuid.NAMESPACE_URL, 'memoss:a/b.md'))"
        #expect(ReminderDecoder.decode([], path: "a/b.md").reminder?.id == "88538604-6e7b-5f37-be21-bbc608b85a04")
    }

    @Test func `a setext heading of several lines is one title`() {
        #expect(decode("", body: "One\ntwo\n===\n").reminder?.title == "One two")
    }

    @Test func `a heading after a tab is code, and one in a quotation does not count`() {
        #expect(decode("", body: "\t# code\n").reminder?.title == "Some file")
        #expect(decode("", body: "> quoted\n===\n").reminder?.title == "Some file")
    }
}
