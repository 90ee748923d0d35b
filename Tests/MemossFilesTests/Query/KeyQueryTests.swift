import Testing

@testable import MemossFiles

/// Queries about keys that have no meaning to `mm`, and those that it has no term for.
@Suite struct KeyQueryTests {
    private static func folder() throws -> Folder {
        try Folder([
            "block.md": "title: x\nproject: |\n  [[Boat]]\nestimate: 45",
            "boat.md": "title: x\nproject: \"[[Boat]]\"\nestimate: 30\npriority: high\nphone: '+33 1 23'",
            "code.md": "title: x\nestimate: 0x10\ncontexts: [Home, \"32\", 2026-11-30]\nsize: Größe",
            "done.md": "title: x\ncompleted: 2026-11-20T08:00Z\nstatus: done\nestimate: 1_000\nphone:",
            "month.md": "title: x\nrevised: 2026-11",
            "late.md": "title: x\nreview: 2026-11-22T23:30Z\nrank: C\nphone: ''",
            "list.md": "title: x\nestimate: [5, 50]\nrank: a\nphone: []\nurl: http://a/../b",
            "weekly.md": "title: x\nscheduled: 2026-11-22\nrecurrence: weekdays\nPriority: 2\nreview: 2026-11-22",
            "yearly.md": "title: x\ndue: 2026-11-22\nrecurrence: FREQ=YEARLY;INTERVAL=4\npriority: 2.50\nnote: wait...",
        ])
    }

    private static let answers: [(query: String, paths: [String])] = [
        // Equal, in any case, as text or as a number; the key in any case too
        ("priority:high", ["boat"]), ("PRIORITY:High", ["boat"]), ("priority:hig", []), ("priority:2", ["weekly"]),
        ("priority:2.5", ["yearly"]), ("priority:02.50e0", ["yearly"]), ("estimate:16", ["code"]),
        ("estimate:1000", ["done"]), ("project:\"[[Boat]]\"", ["block", "boat"]),
        ("project:[[boat]]", ["block", "boat"]),
        ("size:GRÖSSE", ["code"]), ("size:größe", ["code"]), ("size:gro\u{308}ße", ["code"]),
        ("url:http://a/../b", ["list"]),
        ("note:wait...", ["yearly"]), ("note:\"wait...\"", ["yearly"]), ("phone:\"+33 1 23\"", ["boat"]),
        // An item of a list
        ("contexts:home", ["code"]), ("contexts:32", ["code"]), ("estimate:5", ["list"]),
        ("contexts:2026-11", ["code"]),
        // Comparisons by kind
        ("estimate:>30", ["block", "done", "list"]), ("estimate:>=30", ["block", "boat", "done", "list"]),
        ("estimate:<16", ["list"]), ("estimate:<=16", ["code", "list"]),
        ("estimate:30..50", ["block", "boat", "list"]),
        ("estimate:..16", ["code", "list"]), ("estimate:1000..", ["done"]), ("priority:>1", ["weekly", "yearly"]),
        ("priority:<a", []), ("priority:>high", []), ("priority:>=high", ["boat"]), ("rank:<c", ["list"]),
        ("rank:A..C", ["late", "list"]), ("rank:>A", ["late"]), ("contexts:>2026-11-29", ["code"]),
        ("contexts:>=30", ["code"]), ("review:>10", []), ("review:>2025", ["late", "weekly"]),
        // Dates are those of the user's time zone
        ("review:today", ["weekly"]), ("review:2026-11-23", ["late"]), ("review:2026", ["late", "weekly"]),
        ("review:>today", ["late"]), ("review:>=2026-11-23T00:30", ["late"]), ("review:\"nov 22\"", ["weekly"]),
        ("completed:2026-11-20", ["done"]), ("completed:>2026-11-20T09:00", []), ("completed:2026-11", ["done"]),
        // A month is all of its days
        ("revised:2026-11", ["month"]), ("revised:2026", ["month"]), ("revised:<2026-12", ["month"]),
        ("revised:<=2026-11", ["month"]), ("revised:<2027", ["month"]), ("revised:>2026-10-31", ["month"]),
        ("revised:2026-11-01..2026-11-30", ["month"]), ("revised:2026-11-01..2026-11-29", []),
        ("revised:>=2026-11-02", []), ("revised:2026-11-30", []), ("revised:>a", []),
        // Presence
        ("has:phone", ["boat"]), ("has:PRIORITY", ["boat", "weekly", "yearly"]), ("has:nothing", []),
        ("-has:priority -has:estimate", ["late", "month"]), ("has:completed", ["done"]),
        // Rules
        ("every:week", ["weekly"]), ("every:year", ["yearly"]), ("EVERY:Day", []),
        ("-every:week is:recurring", ["yearly"]),
        // With other terms
        ("priority:high OR status:done", ["boat", "done"]), ("-priority:high has:project", ["block"]),
    ]

    @Test func `every comparison finds what it describes`() throws {
        let folder = try Self.folder()
        for (query, paths) in Self.answers {
            #expect(try folder.matches(query) == paths, "\(query)")
        }
    }

    private static let measured = [
        "a.md": "title: x\nestimate: 45min\npriority: low", "b.md": "title: x\nestimate: 1h\npriority: High",
        "c.md": "title: x\nestimate: '1h30m'\npriority: M", "d.md": "title: x\nestimate: 2 days\npriority: normal",
        "e.md": "title: x\nestimate: 90\npriority: 4", "f.md": "title: x\nestimate: soon\npriority: zz",
        "g.md": "title: x\nestimate: [half an hour, 3h]\npriority: none", "h.md": "title: x\nestimate: 2026-11-30",
        "i.md": "title: x\nestimate:\npriority:",
    ]

    @Test(arguments: [
        // By the alphabet, '45min' comes after '1h' (#14).
        ("estimate:>1h", "c d g"), ("estimate:>=60min", "b c d g"), ("estimate:<1h", "a g"), ("estimate:60min", "b"),
        ("estimate:\"one hour\"", "b"), ("estimate:30min..1h", "a b g"), ("estimate:>\"36 hours\"", "d"),
        ("estimate:>30", "e"), ("estimate:90", "e"), ("estimate:>rest", "f"), ("estimate:soon", "f"),
        ("-estimate:>1h", "a b e f h i"),
        // By the alphabet, 'high' comes before 'normal'.
        ("priority:>normal", "b"), ("priority:>=medium", "b c d"), ("priority:<normal", "a g"),
        ("priority:low..normal", "a c d"), ("priority:normal", "d"), ("priority:h", ""), ("priority:>3", "e"),
    ]) func `durations are compared by length, and priorities by rank`(query: String, paths: String) throws {
        #expect(try Folder(Self.measured).matches(query).joined(separator: " ") == paths)
    }

    @Test(arguments: [
        ("estimate:>1h", "e f h"), ("estimate:>30", "a b c d f g h"), ("estimate:<a", "e h"),
        ("estimate:2026-01..2026-12", "a b c d e f g"), ("priority:>low", "e f"), ("priority:low", ""),
        ("-estimate:>1h", ""),
        ("has:estimate", ""),
    ]) func `a value of another kind than that of a comparison is known`(query: String, paths: String) throws {
        let folder = try Folder(Self.measured)
        let parsed = try Query(parsing: query, now: folder.context.local)
        let found = [parsed, parsed.withOtherKinds].map { query in
            let matcher = QueryMatcher(query, registry: TagRegistry(), context: folder.context)
            return folder.reminders.filter(matcher.matches).map { String($0.path.dropLast(3)) }
        }
        #expect(found[1].filter { !found[0].contains($0) }.joined(separator: " ") == paths)
        #expect(found[0].allSatisfy(found[1].contains))
        #expect(parsed.comparedKeys.isEmpty == paths.isEmpty)
    }

    @Test func `a value that no file has is named with the nearest one, or one that contains it`() throws {
        let folder = try Folder([
            "a.md": "title: x\npriority: high\namount: 1180 EUR", "b.md": "title: x\npriority: [low, medium]",
        ])
        func missing(_ query: String) throws -> [String] {
            let parsed = try Query(parsing: query, now: folder.context.local)
            return MissingValue.all(among: parsed.soughtValues, in: folder.reminders).map {
                "\($0.key) \($0.value) \($0.nearest ?? "-")\($0.isPart ? " part" : "")"
            }
        }
        #expect(try missing("priority:hgih") == ["priority hgih high"])
        #expect(try missing("amount:eur OR priority:xyzzy") == ["amount eur 1180 EUR part", "priority xyzzy -"])
        #expect(try missing("PRIORITY:Medium priority:>hgih -priority:hgih size:large").isEmpty)
    }

    @Test func `a key may contain blanks and letters of any script`() throws {
        let folder = try Folder([
            "a.md": "title: x\ndue date: 2026-11-30\nгород: Осло\nx-1.b: 2", "b.md": "title: x\n\"due date\": 2027",
        ])
        for (query, paths) in [
            ("\"due date\":2026", ["a"]), ("has:\"due date\"", ["a", "b"]), ("ГОРОД:осло", ["a"]), ("x-1.b:2", ["a"]),
            ("\"due date\" has:x-1.b", []),
        ] {
            #expect(try folder.matches(query) == paths, "\(query)")
        }
    }

    @Test func `an anchor is followed, and a file in conflict has what either side says`() throws {
        let folder = try Folder([
            "alias.md": "title: x\na: &a [one, two]\nb: *a\nc: &c 7\nd: [*c, 8]",
            "both.md": "title: x\n<<<<<<< HEAD\nrank: 1\n=======\nrank: 2\n>>>>>>> other",
            "twice.md": "title: x\nrank: 3\nrank: 4",
        ])
        for (query, paths) in [
            ("b:two", ["alias"]), ("d:7", ["alias"]), ("d:>7", ["alias"]), ("rank:1", ["both"]), ("rank:2", ["both"]),
            ("rank:3", ["twice"]), ("rank:4", ["twice"]), ("rank:5", []),
        ] {
            #expect(try folder.matches(query) == paths, "\(query)")
        }
    }

    @Test func `many aliases of one list do not repeat it`() throws {
        let list = (0..<2_000).map(String.init).joined(separator: ", ")
        let aliases = String(repeating: "k: *a\n", count: 2_000)
        let file = "---\na: &a [\(list)]\n\(aliases)---\n"
        let kept = ReminderDecoder.decode(Array(file.utf8), path: "a.md", keys: .named(["k", "a"])).reminder?
            .frontMatter
        #expect(kept?.map(\.value.texts.count).reduce(0, +) == 4_000)
        let all = ReminderDecoder.decode(Array(file.utf8), path: "a.md", keys: .all).reminder?.frontMatter
        #expect(all?.last?.value == .alias("a", .null))
        #expect(all?.map(\.value.texts.count).reduce(0, +) == 4_000)
    }

    @Test(arguments: [
        ("tga", "tga:work", "tag:work"), ("sheduled", "x (sheduled:today)", "scheduled:today"),
        ("bdy", "bdy:x", "body:x"),
    ]) func `a key that no file has is an error if it is nearly a term`(key: String, query: String, meant: String)
        throws
    {
        let missing = MissingKey.all(among: [key], known: ["estimate", "titles"])
        let error = try #require(missing.first?.misspeltTerm(in: query))
        #expect(error.suggestion == meant)
        #expect(error.offset == (query.hasPrefix("x") ? 3 : 0))
    }

    @Test func `a key that no file has is named with the nearest one`() {
        let known = ["estimate", "Priority", "project"]
        #expect(MissingKey.all(among: ["priority", "ESTIMATE"], known: known).isEmpty)
        let missing = MissingKey.all(among: ["priorty", "duedate", "zz"], known: known)
        #expect(missing.map(\.nearest) == ["Priority", "due", nil])
        #expect(missing.allSatisfy { $0.misspeltTerm(in: "priorty:1 duedate:2 zz:3") == nil })
        // After `has:` there is no term.
        #expect(MissingKey.all(among: ["tga"], known: known).first?.misspeltTerm(in: "has:tga") == nil)
    }

    @Test(
        arguments: [
            ("30", 30), ("-1", -1), ("+.5", 0.5), ("1.", 1), ("1.e3", 1_000), ("1e3", 1_000), ("1E-2", 0.01),
            ("010", 10),
            ("1_000", 1_000), ("0b11", 3), ("0o17", 15), ("0x1F", 31), ("-0x1_0", -16), (".inf", .infinity),
            ("-.INF", -.infinity), ("007.50", 7.5), ("1_0.0_5", 10.05), ("0x", nil), ("1:30", nil), (".nan", nil),
            ("", nil),
            ("-", nil), (".", nil), ("1.2.3", nil), ("1e", nil), ("e3", nil), ("_1", nil), ("0x-1", nil), ("١", nil),
            ("1e+", nil), ("inf", nil), ("nan", nil), ("0x1p3", nil), ("1 2", nil),
        ] as [(String, Double?)]
    ) func `numbers are read as YAML 1.2 writes them, and those of YAML 1.1 that mean nothing else`(
        text: String,
        value: Double?
    ) {
        #expect(Array(text.utf8).withUnsafeBufferPointer(ScalarReading.number) == value)
    }

    @Test func `'created' is in the time zone of the user, not in that of the reminder`() throws {
        let folder = try Folder([
            "tokyo.md": "title: x\nscheduled: 2026-11-22T09:00\ntimezone: Asia/Tokyo\ncreated: 2026-11-22T09:00"
        ])
        #expect(try folder.matches("created:>=2026-11-22T08:30") == ["tokyo"])
        #expect(try folder.matches("created:<2026-11-22T08:30") == [])
        #expect(try folder.matches("CREATED:2026-11-22T09:00 scheduled:2026-11-22T01:00") == ["tokyo"])
    }

    @Test func `the names of the keys are those of all files`() throws {
        let directory = try TemporaryDirectory()
        let files = [
            TagRegistry.fileName: "", "a.md": "---\ntitle: x\nphone:\nPhone: 2\n---\n", "none.md": "no front matter",
            "quoted.md": "---\n'a key': 1\n\"e\\u0301\": 2\n---\n", "flow.md": "---\n{one: 1, two: [2]}\n---\n",
            "broken.md": "---\ntitle: [\n---\n", "complex.md": "---\nnote: &a x\nother: *a\n---\n",
            "conflict.md":
                "---\ntitle: x\n<<<<<<< a\nours: 1\n=======\ntheirs: 2\n>>>>>>> b\nscheduled: 2026-11-22\n---\n",
        ]
        for (path, text) in files { try directory.write(path, text) }
        let folder = ReminderFolder(root: directory.path)
        let names = try folder.keyNames()
        #expect(try names == folder.read(keys: .names).snapshot.keys)
        #expect(
            names.contains("phone") && names.contains("Phone") && names.contains("theirs") && names.contains("a key")
        )
    }
}
