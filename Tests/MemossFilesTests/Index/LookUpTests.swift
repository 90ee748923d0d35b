import Testing

@testable import MemossFiles

/// Looking up reminders by handle, tag and path.
@Suite struct LookUpTests {
    @Test func `a handle is the shortest unique prefix of an id, with at least four characters`() throws {
        let folder = try Folder([
            "a.md": "id: abcdef-1", "b.md": "id: abcdef-2", "c.md": "id: abcx", "d.md": "id: zz", "e.md": "id: longer",
            "f.md": "id: longer-still", "g.md": "id: ñandú-1", "h.md": "id: ñandú-2",
        ])
        let handles = AbbreviatedIDs(folder.snapshot)
        let found = folder.reminders.map { handles.handle(of: $0) }
        #expect(found == ["abcdef-1", "abcdef-2", "abcx", "zz", "longer", "longer-", "ñandú-1", "ñandú-2"])
    }

    @Test func `a handle ends with a whole character, even if the bytes differ within one`() throws {
        // The fourth byte, or the first byte that differs, is inside a character.
        let ids = [
            "abc\u{E9}", "ab\u{1F408}z", "xyz\u{E9}1", "xyz\u{732B}2", "long\u{E9}", "long\u{1F408}",
            "\u{E9}\u{E9}\u{E9}",
        ]
        let folder = try Folder(Dictionary(uniqueKeysWithValues: ids.enumerated().map { ("\($0).md", "id: \($1)") }))
        let handles = AbbreviatedIDs(folder.snapshot)
        let found = folder.reminders.map { handles.handle(of: $0) }
        #expect(
            found == [
                "abc\u{E9}", "ab\u{1F408}", "xyz\u{E9}", "xyz\u{732B}", "long\u{E9}", "long\u{1F408}", "\u{E9}\u{E9}",
            ]
        )
        for (reminder, handle) in zip(folder.reminders, found) { #expect(reminder.id.utf8.starts(with: handle.utf8)) }
    }

    @Test func `every handle selects its reminder alone, also where files share an id`() throws {
        let folder = try Folder([
            // Conflict copies, and a copy of a copy.
            "plants.md": "id: 5f0c1a2b-1\ntitle: Plants", "plants 2.md": "id: 5f0c1a2b-1\ntitle: Plants",
            "plants 2 3.md": "id: 5f0c1a2b-1\ntitle: Plants", "plants-LAPTOP7.md": "id: 5f0c1a2b-1\ntitle: Plants",
            // Ids that begin alike.
            "neighbour.md": "id: 5f0c1a2b-2", "far.md": "id: 5f0d",
            // A copy that is another reminder, and equal ids without a copy.
            "milk.md": "id: aaaaaa\ntitle: Milk", "milk 2.md": "id: aaaaaa\ntitle: Bread",
            "-x.md": "id: bbbbbb\ntitle: X", "-x 2.md": "id: bbbbbb\ntitle: X", "none.md": "title: None",
        ])
        let handles = AbbreviatedIDs(folder.snapshot)
        for reminder in folder.reminders {
            let handle = handles.handle(of: reminder)
            #expect(
                Selector([handle]).candidates(in: folder.snapshot, from: "").map(\.path) == [reminder.path],
                "\(handle)"
            )
            let index = SelectorIndex(folder.snapshot, forMany: true)
            #expect(Selector([handle]).candidates(in: folder.snapshot, index, from: "").map(\.path) == [reminder.path])
        }
        func handle(_ path: String) -> String? { folder.snapshot.reminder(at: path).map(handles.handle) }
        #expect(handle("plants.md") == "5f0c1a2b-1" && handle("far.md") == "5f0d" && handle("-x.md") == "bbbb")
        #expect(handle("plants 2.md") == "plants 2.md" && handle("-x 2.md") == "./-x 2.md")
        #expect(handle("milk.md") == "milk.md" && handle("milk 2.md") == "milk 2.md")
        #expect(handles.copies.count == 4)
    }

    @Test func `a tag counts towards its ancestors, under its registered name, once per file`() throws {
        let folder = try Folder(
            [
                "a.md": "tags: [work/client, office, x]", "b.md": "tags: WORK", "c.md": "tags: [office/y/z, X]",
                "d.md": "tags: workshop",
            ],
            registry: "Work:\n  aliases: [office]\n"
        )
        let index = TagIndex(folder.reminders, registry: folder.snapshot.registry)
        #expect(index.carriers(of: TagName("work")) == [0, 1, 2])
        #expect(index.count(of: TagName("work/client")) == 1 && index.count(of: TagName("work/y")) == 1)
        #expect(index.count(of: TagName("x")) == 2 && index.count(of: TagName("wor")) == 0)
        #expect(
            index.carried.map(\.text)
                == ["Work", "work/client", "Work/y/z", "workshop", "x"].map { $0 == "work/client" ? "Work/client" : $0 }
        )
    }

    @Test(arguments: ["", "tags_in_text: true\n"])
    func `tags are counted as in the whole folder, and no reminder is kept but one with a time zone`(settings: String)
        throws
    {
        let directory = try TemporaryDirectory()
        try directory.write(TagRegistry.fileName, "Work:\n  aliases: [office]\n")
        try directory.write(FolderSettings.fileName, settings)
        let lists = [
            "[work, office, x]", "[Work/client]", "[work/client/a, WORK]", "[]", "[X, y/z]", "[x, x/y, x]", "office",
        ]
        for number in 0..<400 {
            let tags = "tags: \(lists[number % lists.count])"
            let zone = number % 100 == 7 ? "\ntimezone: Mars/Base" : ""
            try directory.write("\(number % 3)/\(number).md", "---\n\(tags)\(zone)\n---\n#y and #Work/deep\n")
        }
        try directory.write("bad.md", "---\ntags: [\n")
        let folder = ReminderFolder(root: directory.path)
        let (snapshot, _) = try folder.read()
        let (counts, texts, small, _) = try folder.countTags()
        let ofTexts = snapshot.reminders.map { reminder in
            var reminder = reminder
            (reminder.tags, reminder.textTags) = (reminder.textTags, [])
            return reminder
        }
        for (counts, index) in [
            (counts, TagIndex(snapshot.reminders, registry: snapshot.registry)),
            (texts, TagIndex(ofTexts, registry: snapshot.registry)),
        ] {
            #expect(counts.carried.map(\.text) == index.carried.map(\.text))
            for name in index.carried.flatMap(\.lineage) + [TagName("none")] {
                #expect(counts.count(of: name) == index.count(of: name), "\(name)")
            }
        }
        #expect(counts.count(of: TagName("work")) > 100 && (texts.count(of: TagName("work")) > 0) == !settings.isEmpty)
        #expect(small.reminders.map(\.path) == snapshot.reminders.filter { $0.timezone != nil }.map(\.path))
        #expect(small.problems == snapshot.problems && small.unreadable.map(\.path) == snapshot.unreadable.map(\.path))
    }

    @Test func `beside other selectors, a word is a whole word of a title or its beginning, and no number`() throws {
        let folder = try Folder([
            "a.md": "title: Read 20 pages", "b.md": "title: Drink for 2 minutes", "c.md": "title: Wi-Fi router",
            "20-x.md": "title: '30'",
        ])
        func found(_ word: String) -> String? {
            var selector = Selector([word])
            selector.isOneOfSeveral = true
            return try? selector.resolve(in: folder.snapshot, from: "").path
        }
        #expect(found("20") == nil && found("2") == nil && found("in") == nil && found("ages") == nil)
        #expect(found("pages") == "a.md" && found("PAG") == "a.md" && found("pa") == nil && found("wifi") == "c.md")
        #expect(found("router") == "c.md" && found("fi") == "c.md" && found("30") == "20-x.md")
    }

    @Test func `punctuation in a title does not count if nothing else is selected`() throws {
        let folder = try Folder([
            "a.md": "title: Wi-Fi router\nscheduled: 2026-11-22", "b.md": "title: Dr. O'Neill\ncompleted: true",
            "c.md": "title: O'Neill's (paid)\nscheduled: 2026-11-22", "d.md": "title: co-op\nscheduled: 2026-11-22",
            "e.md": "title: Coop 2\nscheduled: 2026-11-22", "f.md": "title: saw if it rains", "scifi.md": "title: [x",
            "h.md": "title: É-cole", "i.md": "title: Sci-Fi",
        ])
        func found(_ words: String..., preferring preference: Selector.Preference = .any) -> String? {
            try? Selector(words, preferring: preference).resolve(in: folder.snapshot, from: "").path
        }
        #expect(found("wifi") == "a.md" && found("WIFI", "router") == "a.md" && found("wi.fi router") == "a.md")
        #expect(found("oneills") == "c.md" && found("oneill") == "b.md" && found("onei", preferring: .open) == "c.md")
        #expect(found("e\u{301}cole") == "h.md")
        // What is found as it is written stays so, also if it cannot be read.
        #expect(found("coop") == "e.md" && found("co-op") == "d.md" && found("c.o.o.p") == nil)
        #expect(found("scifi") == nil && found("--") == nil && found("sawif") == nil && found("wifi", "modem") == nil)
    }

    @Test func `a file is found by its exact path`() throws {
        let folder = try Folder([
            "a/b.md": "title: 1", "a-b.md": "title: 2", "a.md": "title: 3", "caf\u{E9}.md": "title: 4",
        ])
        for (path, title) in [("a/b.md", "1"), ("a-b.md", "2"), ("a.md", "3"), ("caf\u{E9}.md", "4")] {
            #expect(folder.snapshot.reminder(at: path)?.title == title)
        }
        for path in ["", "b.md", "A.md", "a/b", "cafe\u{301}.md"] { #expect(folder.snapshot.reminder(at: path) == nil) }
    }

    @Test func `a faulty file is listed without its key, an unreadable one separately, and both are counted`()
        throws
    {
        let folder = try Folder([
            "bad.md": "scheduled: 2026-02-30", "broken.md": "tags: [a", "good.md": "title: x\ntags: a",
            "zone.md": "scheduled: 2026-11-22\ntimezone: Europe/Pariss",
        ])
        #expect(folder.reminders.map(\.path) == ["bad.md", "good.md", "zone.md"])
        #expect(folder.snapshot.faultyCount == 2)
        #expect(folder.snapshot.unreadable.map(\.path) == ["broken.md"])
        #expect(folder.snapshot.unreadable.first?.attention?.hidesFile == true)
        for path in ["bad.md", "zone.md"] {
            #expect(folder.context.status(folder[path]) == .broken)
            #expect(folder[path].attention?.problem.path == path)
        }
        #expect(folder["bad.md"].scheduled == nil && folder["zone.md"].scheduled != nil)
        #expect(try folder.matches("is:broken") == ["bad", "zone"])
        #expect(try folder.matches("is:today") == ["zone"])
        #expect(try folder.matches("is:undated") == [])
        let ids = folder.problems.filter { $0.severity == .error }.map { "\($0.path) \($0.id.rawValue)" }
        #expect(ids == ["bad.md invalid-date", "broken.md invalid-yaml", "zone.md unknown-time-zone"])
        let zone = folder.problems.first { $0.id == .unknownTimeZone }
        #expect(zone?.suggestion == "Europe/Paris")
        #expect(zone?.line == 3 && zone?.column == 11)
    }
}
