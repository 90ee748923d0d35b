import MemossFiles
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

    private let context = EditContext(Snapshot(files: files), files: FileValues(files), zones: ZoneDatabase())
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
        let snapshot = Snapshot(files: Self.files)
        #expect(snapshot.reminders.map(\.path) == ["bins.md", "notes/idea.md"])
        #expect(snapshot.unreadable.map(\.path) == ["broken.md"])
        #expect(snapshot.registry.tags.map(\.name.text) == ["work"])
    }

    @Test func `a query works on strings`() throws {
        let snapshot = Snapshot(files: Self.files, keeping: .whole)
        let query = try Query(parsing: "tag:work bins", now: time().local)
        let matcher = QueryMatcher(query, registry: snapshot.registry, context: time())
        #expect(snapshot.reminders.filter(matcher.matches).map(\.path) == ["bins.md"])
    }

    @Test func `an editor gets one splice for one value, at a UTF-16 position`() throws {
        let change = FileChange.field(try FieldChange(setting: "title", to: "Bins", zones: context.zones))
        let plan = try BulkChange(of: "bins.md", [change]).plan(in: context)
        let splice = try #require(plan.edits.first?.splices.first)
        #expect(plan.edits.first?.splices.count == 1)
        #expect(try text("bins.md", after: plan) == text("bins.md").replacing("Put the bins out", with: "Bins"))
        let lines = TextLines(Self.files["bins.md"] ?? [])
        #expect(lines.position(of: splice.range.lowerBound).line == 1)
    }

    @Test func `every kind of edit of one file works on strings`() throws {
        var edit = ReminderChange()
        edit.tags = TagsChange(removing: [TagName("home")], adding: [TagName("new")])
        let change = ReminderUpdate(of: "bins.md", edit, today: today) { "6f9619ff-8b86-4d01-b42d-00cf4fc964ff" }
        let tagged = try change.plan(in: context)
        #expect(tagged.edits.map(\.path) == ["bins.md", "tags.yaml"])
        #expect(try text("bins.md", after: tagged).contains("tags: [Work, new]"))

        let unset = BulkChange(of: "bins.md", [.field(try FieldChange(unsetting: "recurrence"))])
        #expect(
            try text("bins.md", after: unset.plan(in: context))
                == text("bins.md").replacing("recurrence: weekly\n", with: "")
        )

        let body = BulkChange(of: "notes/idea.md", [.body(BodyChange(Array("Another\n".utf8)))])
        #expect(try text("notes/idea.md", after: body.plan(in: context)) == "Another\r\n")

        let bins = try #require(context.snapshot.reminders.first)
        for (step, line) in [
            (ReminderStep.complete(on: nil, catchesUp: false), "complete_instances: [2026-11-23]"),
            (.skip(on: nil), "skipped_instances: [2026-11-23]"),
            (.snooze(CivilDuration(seconds: 3_600)), "snoozed: 2026-11-22"),
        ] {
            let (plan, outcomes) = try StepBatch(step, of: [bins], at: time()).plan(in: context)
            #expect(outcomes.count == 1)
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
            freshID: "id",
            today: "2026-11-22"
        )
        let result = try rename.plan(in: context)
        #expect(result.plan.edits.map(\.path) == ["bins.md", "tags.yaml"])
        #expect(try text("bins.md", after: result.plan).contains("tags: [job, home]"))
        #expect(try text("tags.yaml", after: result.plan).hasPrefix("job:\n"))
    }

    @Test func `two edits of one file merge if they touch different bytes, and otherwise conflict`() throws {
        func splices(_ key: String, _ value: String) throws -> [Splice] {
            let change = FileChange.field(try FieldChange(setting: key, to: value, zones: context.zones))
            return try BulkChange(of: "bins.md", [change]).plan(in: context).edits.flatMap(\.splices)
        }
        let merged = try SpliceSet(splices("title", "Bins") + splices("scheduled", "2026-12-01"))
        let expected = text("bins.md").replacing("Put the bins out", with: "Bins").replacing("11-23", with: "12-01")
        #expect(String(decoding: merged.applied(to: Self.files["bins.md"] ?? []), as: UTF8.self) == expected)
        let (ours, theirs) = (try splices("title", "Bins"), try splices("title", "The bins"))
        #expect(throws: SpliceConflict.self) { try SpliceSet(ours + theirs) }
    }
}
