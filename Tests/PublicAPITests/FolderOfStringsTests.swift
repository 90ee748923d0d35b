import MemossFiles
import Merge
import Testing

/// Uses only the public API as a front end without a disk would: an editor, a merge driver or a query.
@Suite struct FolderOfStringsTests {
    static let files = [
        "tags.yaml": "work:\n  color: \"#3B82F6\"\n",
        "bins.md":
            "---\ntitle: Put the bins out  # blue\ntags: [Work, home]\nscheduled: 2026-11-23\n"
            + "recurrence: weekly\n---\nBody\n",
        "notes/idea.md": "# An idea\r\n",
        "broken.md": "---\ntitle: [a\n---\n",
        ".hidden.md": "---\nscheduled: 2026-11-23\n---\n",
        "picture.png": "---\nscheduled: 2026-11-23\n---\n",
    ].mapValues { Array($0.utf8) }

    private let zones = ZoneDatabase()
    private let snapshot = Snapshot(files: files)
    private var context: EditContext { EditContext(snapshot, files: Self.files, zones: zones) }
    private let today: CivilDate

    init() throws { today = try #require(CivilDate(year: 2026, month: 11, day: 22)) }

    private func time() -> TimeContext {
        TimeContext(now: Zone.utc.instant(of: CivilDateTime(today)), zone: .utc, allDayAt: .noon)
    }

    /// The file after a plan, built only from its splices.
    private func text(_ path: String, after plan: EditPlan) throws -> String {
        let splices = try SpliceSet(plan.edits.filter { $0.path == path }.flatMap(\.splices))
        return String(decoding: splices.applied(to: Self.files[path] ?? []), as: UTF8.self)
    }

    private func text(_ path: String) -> String { String(decoding: Self.files[path] ?? [], as: UTF8.self) }

    @Test func `a snapshot of strings equals that of a folder`() {
        #expect(snapshot.reminders.map(\.path) == ["bins.md", "notes/idea.md"])
        #expect(snapshot.reminders.map(\.isNote) == [false, true])
        #expect(snapshot.unreadable.map(\.path) == ["broken.md"])
        #expect(snapshot.registry.tags.map(\.name.text) == ["work"])
    }

    @Test func `a query works on strings`() throws {
        let snapshot = Snapshot(files: Self.files, keeping: .whole, keys: .all)
        func found(_ text: String) throws(ParseError) -> [String] {
            let matcher = try QueryMatcher(parsing: text, registry: snapshot.registry, context: time())
            return snapshot.reminders.filter(matcher.matches).map(\.path)
        }
        #expect(try found("tag:work body:body") == ["bins.md"])
        #expect(try found("is:note") == ["notes/idea.md"])
        let error = try #require(throws: ParseError.self) { try found("tag:work is:opne") }
        #expect((error.suggestion, error.offset) == ("is:open", 9))
    }

    @Test func `an editor gets one splice for one value, at a UTF-16 position`() throws {
        let plan = try BulkChange(of: ["bins.md"], setting: "title", to: "Bins", zones: zones).plan(in: context)
        let splice = try #require(plan.edits.first?.splices.first)
        #expect(plan.edits.first?.splices.count == 1)
        #expect(try text("bins.md", after: plan) == text("bins.md").replacing("Put the bins out", with: "Bins"))
        let lines = TextLines(Self.files["bins.md"] ?? [])
        let position = lines.position(of: splice.range.lowerBound)
        #expect((position.line, position.character) == (1, 7))
        #expect(lines.offset(of: position) == splice.range.lowerBound)
        let set = try SpliceSet([splice])
        let bytes = Self.files["bins.md"] ?? []
        #expect(set.inverse(on: bytes).applied(to: set.applied(to: bytes)) == bytes)
    }

    @Test func `every kind of edit of one file works on strings`() throws {
        var edit = ReminderChange()
        edit.tags = TagsChange(removing: [TagName("home")], adding: [TagName("new")])
        let change = ReminderUpdate(of: "bins.md", edit, today: today) { "6f9619ff-8b86-4d01-b42d-00cf4fc964ff" }
        let tagged = try change.plan(in: context)
        #expect(tagged.edits.map(\.path) == ["bins.md", "tags.yaml"])
        #expect(try text("bins.md", after: tagged).contains("tags: [Work, new]"))

        let unset = try BulkChange(of: ["bins.md"], unsetting: "recurrence")
        #expect(
            try text("bins.md", after: unset.plan(in: context))
                == text("bins.md").replacing("recurrence: weekly\n", with: "")
        )

        var written = ReminderChange()
        written.body = Array("Another\n".utf8)
        let body = ReminderUpdate(of: "notes/idea.md", written, today: today) { "id" }
        #expect(try text("notes/idea.md", after: body.plan(in: context)) == "Another\r\n")

        let bins = try #require(snapshot.reminder(at: "bins.md"))
        for (step, line) in [
            (ReminderStep.complete(on: nil, catchesUp: false), "complete_instances: [2026-11-23]"),
            (.skip(on: nil), "skipped_instances: [2026-11-23]"),
            (.snooze(CivilDuration(seconds: 3_600)), "snoozed: 2026-11-22"),
        ] {
            let (plan, outcomes) = try StepBatch(step, of: [bins], at: time()).plan(in: context)
            #expect(outcomes.map(\.path) == ["bins.md"])
            #expect(try text("bins.md", after: plan).contains(line))
        }

        let new = try NewReminder(title: "New", id: "an-id", created: CivilDateTime(today))
        let added = try ReminderAddition(of: new, at: "new.md", today: today, freshID: { "id" }).plan(in: context).plan
        #expect(try text("new.md", after: added).hasPrefix("---\ntitle: New\n"))
        #expect(try FileDeletion(of: ["bins.md"]).plan(in: context).edits.map { $0.after == nil } == [true])
    }

    @Test func `a rename covers every string and the registry`() throws {
        let rename = TagRename(
            from: TagName("work"),
            to: TagName("job"),
            merges: false,
            keepsAlias: false,
            freshID: "6f9619ff-8b86-4d01-b42d-00cf4fc964ff",
            today: "2026-11-22"
        )
        let result = try rename.plan(in: context)
        #expect(result.plan.edits.map(\.path) == ["bins.md", "tags.yaml"])
        #expect(try text("bins.md", after: result.plan).contains("tags: [job, home]"))
        #expect(try text("tags.yaml", after: result.plan).hasPrefix("job:\n"))
    }

    @Test func `tags are added, recoloured and deleted in the registry`() throws {
        let (id, day) = ("6f9619ff-8b86-4d01-b42d-00cf4fc964ff", "2026-11-22")
        let blue = try TagColor(parsing: "#00f")
        #expect((blue.red, blue.green, blue.blue) == (0, 0, 255))
        let added = try TagAddition(of: TagName(validating: "new"), color: blue, freshID: id, today: day)
        #expect(try text("tags.yaml", after: added.plan(in: context).plan).contains("new:\n  color: \"#0000FF\"\n"))
        let coloured = try TagColoring(of: TagName("WORK"), color: blue, freshID: id, today: day).plan(in: context)
        #expect(coloured.tags.map(\.text) == ["work"])
        #expect(try text("tags.yaml", after: coloured.plan).hasPrefix("work:\n  color: \"#0000FF\"\n"))
        let deleted = try TagDeletion(of: TagName("work")).plan(in: context).plan
        #expect(try text("bins.md", after: deleted).contains("tags: [home]"))
        #expect(try text("tags.yaml", after: deleted).isEmpty)
    }

    @Test func `three versions of a file merge by key, and a real conflict is marked`() {
        let base = text("bins.md")
        func merged(_ ours: String, _ theirs: String) -> FileMerge {
            let title = "Put the bins out"
            let versions = [base, base.replacing(title, with: ours), base.replacing(title, with: theirs)]
                .map { Array($0.utf8) }
            return FileMerge(base: versions[0], ours: versions[1], theirs: versions[2], path: "bins.md")
        }
        let clean = merged("Bins", "Put the bins out")
        #expect(String(decoding: clean.bytes, as: UTF8.self) == base.replacing("Put the bins out", with: "Bins"))
        #expect(clean.isClean && clean.conflicts.isEmpty)
        let conflict = merged("Bins", "The bins")
        #expect(conflict.conflicts == ["title"] && !conflict.isClean)
        #expect(String(decoding: conflict.bytes, as: UTF8.self).contains("<<<<<<< "))
    }

    @Test func `a changed buffer replaces only its own reminder`() throws {
        let bytes = Array(text("bins.md").replacing("Put the bins out", with: "Bins").utf8)
        let refreshed = try #require(snapshot.refreshed(["bins.md": bytes, "notes/idea.md": nil]))
        #expect(refreshed.reminders.map(\.title) == ["Bins"])
        #expect(refreshed.unreadable.map(\.path) == ["broken.md"])
        #expect(snapshot.refreshed(["tags.yaml": []]) == nil)
    }

    @Test func `two edits of one file merge if they touch different bytes, and otherwise conflict`() throws {
        func splices(_ key: String, _ value: String) throws -> [Splice] {
            try BulkChange(of: ["bins.md"], setting: key, to: value, zones: zones).plan(in: context).edits
                .flatMap(\.splices)
        }
        let merged = try SpliceSet(splices("title", "Bins") + splices("scheduled", "2026-12-01"))
        let expected = text("bins.md").replacing("Put the bins out", with: "Bins").replacing("11-23", with: "12-01")
        #expect(String(decoding: merged.applied(to: Self.files["bins.md"] ?? []), as: UTF8.self) == expected)
        let (ours, theirs) = (try splices("title", "Bins"), try splices("title", "The bins"))
        #expect(throws: SpliceConflict.self) { try SpliceSet(ours + theirs) }
    }
}
