import MemossFiles
import Testing

#if canImport(Glibc)
    import Glibc
#else
    import Darwin
#endif

/// Uses only the public API on a directory: reads, queries, plans, edits, undoes.
@Suite struct FolderOnDiskTests {
    private let moment: TimeContext
    private let root: String

    init() throws {
        let day = try #require(CivilDate(year: 2026, month: 11, day: 22))
        let eight = try #require(CivilTime(hour: 8, minute: 0))
        moment = TimeContext(now: Instant(utc: CivilDateTime(day, eight)), zone: .utc, allDayAt: .noon)
        var template = Array("/tmp/memoss-api-XXXXXX".utf8CString)
        root = String(cString: try #require(mkdtemp(&template)))
        for (path, bytes) in FolderOfStringsTests.files where !path.contains("/") {
            let file = try #require(fopen("\(root)/\(path)", "w"))
            defer { fclose(file) }
            #expect(fwrite(bytes, 1, bytes.count, file) == bytes.count)
        }
    }

    @Test func `a folder is found, read, queried and checked`() throws {
        let folder = try #require(try ReminderFolder.nearest(to: root))
        let (snapshot, zones) = try folder.read()
        var time = moment
        time.zones = zones
        #expect(snapshot.reminders.map(\.title) == ["Put the bins out"])
        #expect(snapshot.problems.map(\.name) == ["invalid-yaml"])
        let found = folder.check(snapshot, in: time)
        let unknown = try #require(found.first { $0.name == "unknown-tag" })
        #expect((unknown.path, unknown.line, unknown.column, unknown.severity) == ("bins.md", 3, 14, .warning))
        let bins = try #require(snapshot.reminder(at: "bins.md"))
        #expect(time.due(bins).map { $0 > time.now } == true)
        #expect(bins.tags.map(\.text) == ["Work", "home"])
    }

    @Test func `the plan of a folder is its future notifications`() throws {
        let snapshot = try ReminderFolder(root: root).read().snapshot
        let plan = NotificationPlan(
            snapshot,
            in: moment,
            budget: NotificationPlan.Budget(limit: 3, reserve: 1)
        )
        #expect(plan.notifications.map(\.local.date.description) == ["2026-11-23", "2026-11-30", "2026-12-07"])
        #expect(plan.notifications.allSatisfy { $0.title == "Put the bins out" && $0.path == "bins.md" })
        #expect(plan.coveredUntil != nil)
    }

    @Test func `after a change, only the changed file is read again`() throws {
        let folder = ReminderFolder(root: root)
        let (snapshot, zones) = try folder.read(keeping: .firstLine)
        let bytes = try #require(FolderOfStringsTests.files["bins.md"])
        let edit = FileEdit(path: "bins.md", before: try folder.contents(of: "bins.md"), after: Array(bytes.dropLast()))
        _ = try folder.commit(EditPlan(edits: [edit]), as: "shorten", at: moment.now)
        let now = try #require(folder.refresh(snapshot, zones, changed: ["bins.md"], keeping: .firstLine))
        #expect(now.snapshot.reminder(at: "bins.md")?.body == Array("Body".utf8))
        #expect(folder.refresh(snapshot, zones, changed: ["tags.yaml"]) == nil)
    }

    @Test func `an edit is committed, listed and undone`() throws {
        let folder = try ReminderFolder(root: root).locked()
        let snapshot = try folder.read().snapshot
        try snapshot.requireComplete()
        let step = StepBatch(.complete(on: nil, catchesUp: false), of: snapshot.reminders, at: moment)
        let (plan, outcomes) = try folder.plan(step, in: snapshot)
        #expect(outcomes.map(\.event) == [.completed])
        #expect(!plan.patch.isEmpty)
        let done = try folder.commit(plan, as: "done bins.md", at: moment.now)
        #expect(done.edits.count == 1 && done.skipped.isEmpty)
        #expect(try folder.contents(of: "bins.md").bytes == done.edits[0].after)
        #expect(try folder.history().map(\.what) == ["done bins.md"])
        let undo = try #require(try folder.step(.undo))
        try folder.commit(undo)
        #expect(try folder.contents(of: "bins.md").bytes == FolderOfStringsTests.files["bins.md"])
    }

    @Test func `dates and rules are parsed, written and expanded`() throws {
        let date = try DateValue(when: "friday 9am", now: moment.local)
        #expect(date.description == "2026-11-27T09:00")
        let rule = try RecurrenceRule(parsing: "every 2 weeks on fri")
        let series = Series(rule: rule, anchor: date, zone: .utc, allDayAt: .noon)
        #expect(series.occurrences().prefix(2).map(\.nominal.date.description) == ["2026-11-27", "2026-12-11"])
        #expect(rule.displayName(anchor: date) == "Every 2 weeks on Friday")
        #expect(throws: ParseError.self) { try RecurrenceRule(parsing: "wekly") }
        let paris = try ZoneDatabase().zone(named: "Europe/Paris")
        #expect(paris.civil(at: moment.now).description == "2026-11-22T09:00")
    }
}
