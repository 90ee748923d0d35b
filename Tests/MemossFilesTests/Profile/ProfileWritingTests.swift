import TestSupport
import Testing

@testable import CivilTime
@testable import MemossFiles
@testable import Merge
@testable import Text

@Suite struct ProfileWritingTests {
    private let settings =
        #"{"customStatuses":[{"value":"todo"},{"value":"finished","isCompleted":true}],"defaultTaskStatus":"todo"}"#
    private var registry: TagRegistry { SharedFolderFiles(settings).registry }

    private func time(_ text: String) throws -> TimeContext {
        var context = TimeContext.ofLocalTimes
        context.now = try DateValue(parsing: text).instant(in: .utc, allDayAt: .midnight)
        return context
    }

    private func stepped(_ step: ReminderStep, _ text: String, at now: String = "2026-11-27T12:00") throws -> String {
        let reminder = try #require(
            ReminderDecoder.decode([UInt8](text.utf8), path: "Task.md", registry: registry).reminder
        )
        let outcome = try StepOutcome(step, of: reminder, in: [UInt8](text.utf8), context: try time(now))
        let bytes = try outcome.changes.apply(to: [UInt8](text.utf8), registry: registry)
        return String(decoding: bytes ?? [], as: UTF8.self)
    }

    private func added(
        _ prepare: (inout NewReminder) -> Void,
        title: String = "Bins",
        at path: String = "Bins.md"
    ) throws -> String {
        let clock = try #require(
            DateValue(parsing: "2026-11-27T08:00").clock(in: .utc, allDayAt: .midnight) as CivilDateTime?
        )
        var new = try NewReminder(title: title, id: "46f8dcd0-f5e4-545d-9941-fdb38a9ef6f5", created: clock)
        prepare(&new)
        return String(decoding: try new.shared(with: registry.settings.profile, at: path).contents(), as: UTF8.self)
    }

    @Test func `a new reminder is a task`() throws {
        let text = try added {
            $0.scheduled = try? DateValue(parsing: "2026-11-27T09:00")
            $0.recurrence = "weekly on friday"
            $0.until = try? DateValue(parsing: "2027-03-31")
        }
        #expect(
            text == """
                ---
                tags: [task]
                scheduled: 2026-11-27T09:00
                recurrence: DTSTART:20261127T090000Z;FREQ=WEEKLY;BYDAY=FR;UNTIL=20270331T235959
                status: todo
                dateCreated: 2026-11-27T08:00
                dateModified: 2026-11-27T08:00
                id: 46f8dcd0-f5e4-545d-9941-fdb38a9ef6f5
                ---

                """
        )
    }

    @Test(arguments: [
        ("monthly on 31", "DTSTART:20261130;FREQ=MONTHLY;BYMONTHDAY=28,29,30,31;BYSETPOS=-1"),
        ("daily", "DTSTART:20261130;FREQ=DAILY"), ("weekdays", "DTSTART:20261130;FREQ=WEEKLY;BYDAY=MO,TU,WE,TH,FR"),
        ("FREQ=WEEKLY;BYDAY=MO", "DTSTART:20261130;FREQ=WEEKLY;BYDAY=MO"),
        ("DTSTART:20261101;FREQ=DAILY;COUNT=90", "DTSTART:20261101;FREQ=DAILY;COUNT=90"),
    ]) func `a rule is written as RFC 5545`(words: String, text: String) throws {
        let rule = try RecurrenceRule(parsing: words)
        #expect(try rule.sharedText(from: try DateValue(parsing: "2026-11-30"), until: nil) == text)
    }

    @Test func `a title that is no name of a file is a key`() throws {
        let title = "Ratio 3/4: why?"
        let text = try added({ _ in }, title: title, at: "Ratio 34 why.md")
        #expect(
            ReminderDecoder.decode([UInt8](text.utf8), path: "Ratio 34 why.md", registry: registry).reminder?.title
                == title
        )
        #expect(text.contains("title:"))
        let plain = try added { _ in }
        #expect(!plain.contains("title:"))
    }

    @Test(arguments: ["task", "archived"])
    func `a tag by which TaskNotes knows something is neither renamed nor deleted`(name: String) throws {
        let files: [String: [UInt8]] = [
            ".mm.yaml": [UInt8]("profile: tasknotes\n".utf8), "tags.yaml": [],
            "a.md": [UInt8]("---\ntags: [task, archived, home]\n---\n".utf8),
        ]
        let snapshot = Snapshot(files: files)
        let context = EditContext(snapshot, files: files, zones: ZoneDatabase())
        func rename(_ old: String, _ new: String) throws {
            _ = try TagRename(
                from: TagName(old),
                to: TagName(new),
                merges: false,
                keepsAlias: true,
                freshID: "x",
                today: "2026-12-01"
            ).plan(in: context)
        }
        #expect(throws: MemossError.self) { try rename(name, "other") }
        #expect(throws: MemossError.self) { _ = try TagDeletion(of: TagName(name)).plan(in: context) }
        #expect(throws: Never.self) { try rename("home", "house") }
        #expect(throws: Never.self) { try rename(name, name.uppercased()) }
    }

    @Test(arguments: [
        ("completed: 2026-11-20T10:00", "TaskNotes does not read 'completed'"),
        ("status: open\ncompleted: 2026-11-20", "TaskNotes does not read 'completed'"),
        ("due: 2026-12-01\nreminders: [15 min before]", "TaskNotes does not read an alarm in words"),
        (
            "scheduled: 2026-12-01T09:00\nrecurrence: FREQ=DAILY;BYHOUR=9,17",
            "TaskNotes knows one time of a task each day"
        ),
        ("scheduled: 2026-12-01T09:00\nrecurrence: FREQ=HOURLY", "TaskNotes repeats tasks by days"),
    ]) func `what only mm reads in a task is named`(keys: String, message: String) {
        let text = "---\ntags: [task]\n\(keys)\n---\n"
        let all: [String: [UInt8]] = [
            ".mm.yaml": [UInt8]("profile: tasknotes\n".utf8), "tags.yaml": [UInt8]("task: blue\n".utf8),
            "a.md": [UInt8](text.utf8),
        ]
        let problems = FolderCheck.problems(of: Snapshot(files: all, explaining: true), in: .ofLocalTimes) {
            all[$0] ?? []
        }
        #expect(problems.map(\.message).filter { $0.hasPrefix(message) }.count == 1, "\(problems.map(\.message))")
    }

    @Test(arguments: [
        "every 3 hours", "hourly", "daily at 9:00 and 17:00",
        "FREQ=MONTHLY;BYMONTHDAY=30,31;SKIP=BACKWARD;RSCALE=GREGORIAN",
    ])
    func `a rule that TaskNotes cannot read is refused`(words: String) throws {
        let rule = try RecurrenceRule(parsing: words)
        #expect(throws: ParseError.self) { try rule.sharedText(from: nil, until: nil) }
    }

    @Test func `completing and reopening write the statuses of the settings`() throws {
        let open = "---\ntags: [task]\nscheduled: 2026-11-27\n---\n"
        let done = try stepped(.complete(on: nil, catchesUp: false), open)
        #expect(done == "---\ntags: [task]\nscheduled: 2026-11-27\nstatus: finished\ncompletedDate: 2026-11-27\n---\n")
        #expect(try stepped(.reopen(on: nil), done) == "---\ntags: [task]\nscheduled: 2026-11-27\nstatus: todo\n---\n")
    }

    @Test func `the first completion writes when the series began`() throws {
        let text = "---\ntags: [task]\nscheduled: 2026-11-27T10:00\nrecurrence: FREQ=WEEKLY;BYDAY=FR;COUNT=5\n---\n"
        let once = try stepped(.complete(on: nil, catchesUp: false), text)
        #expect(once.contains("recurrence: DTSTART:20261127T100000Z;FREQ=WEEKLY;BYDAY=FR;COUNT=5\n"))
        #expect(once.contains("scheduled: 2026-12-04T10:00\n") && once.contains("complete_instances: [2026-11-27]\n"))
        let twice = try stepped(.complete(on: nil, catchesUp: false), once, at: "2026-12-04T12:00")
        #expect(twice.contains("recurrence: DTSTART:20261127T100000Z;FREQ=WEEKLY;BYDAY=FR;COUNT=5\n"))
    }

    @Test func `the time of day stays that of the reminder`() throws {
        let text =
            "---\ntags: [task]\nscheduled: 2026-11-27T10:00\n"
            + "recurrence: DTSTART:20261106T090000Z;FREQ=WEEKLY;BYDAY=FR\ncompleteInstances: [2026-11-20]\n---\n"
        let done = try stepped(.complete(on: nil, catchesUp: false), text)
        #expect(done.contains("scheduled: 2026-12-04T10:00\n"))
        #expect(done.contains("completeInstances: [2026-11-20, 2026-11-27]\n") && !done.contains("complete_instances"))
    }

    /// The task as it is on 30 November, and what completing it writes.
    private func lapsed(_ keys: String) throws -> (reminder: Reminder, done: String) {
        let text = [UInt8]("---\ntags: [task]\n\(keys)---\n".utf8)
        let read = ReminderDecoder.decode(text, path: "Task.md", registry: registry).reminder
        let context = try time("2026-11-30T10:00")
        let reminder = try #require(read).lapsed(in: context)
        let step = ReminderStep.complete(
            on: reminder.isCompleted ? nil : reminder.movedFrom ?? reminder.date,
            catchesUp: false
        )
        let outcome = try StepOutcome(step, of: reminder, in: text, context: context)
        let bytes = try outcome.changes.apply(to: text, registry: registry)
        return (reminder, String(decoding: bytes ?? [], as: UTF8.self))
    }

    @Test(arguments: [
        // As TaskNotes leaves it when it moves on from what mm had moved, and somebody then drags it.
        (
            "scheduled: 2027-01-04\nmoved_from: 2026-12-01\ncomplete_instances: [2026-12-01]\n"
                + "recurrence: DTSTART:20260101;FREQ=MONTHLY;BYMONTHDAY=1\n", "2027-01-04", "2027-01-01"
        ),
        // Only the rule has dates.
        (
            "recurrence: DTSTART:20261116;FREQ=WEEKLY;BYDAY=MO\ncomplete_instances: [2026-11-16, 2026-11-23]\n",
            "2026-11-30", "2026-11-30"
        ),
        (
            // As TaskNotes leaves it when somebody drags what mm had moved to a day of the rule, at another time.
            "scheduled: 2026-11-30T17:00\nmoved_from: 2026-11-16T09:00\nrecurrence: DTSTART:20261116T090000Z;FREQ=WEEKLY;BYDAY=MO\n",
            "2026-11-30T17:00", "2026-11-30"
        ),
        (
            "scheduled: 2026-11-23\nmoved_from: 2026-12-07\ncomplete_instances: [2026-11-30]\n"
                + "recurrence: DTSTART:20261116;FREQ=WEEKLY;BYDAY=MO\n", "2026-11-23", "2026-11-23"
        ),
        ("recurrence: DTSTART:20261116;FREQ=WEEKLY;BYDAY=MO\n", "2026-11-30", "2026-11-30"),
        ("recurrence: FREQ=WEEKLY;BYDAY=MO\ndateCreated: 2026-11-18T09:00\n", "2026-11-30", "2026-11-30"),
        (
            // What was done ahead hides nothing that is open before it.
            "recurrence: DTSTART:20261116;FREQ=WEEKLY;BYDAY=MO\ncomplete_instances: [2026-12-07]\n", "2026-11-30",
            "2026-11-30"
        ),
        (
            "recurrence: DTSTART:20261116;FREQ=WEEKLY;BYDAY=MO\ncomplete_instances: [2026-11-16, 2026-11-23, 2026-11-30]\n",
            "2026-12-07",
            "2026-12-07"
        ),
    ]) func `an occurrence is the one that TaskNotes takes it for`(keys: String, date: String, recorded: String) throws
    {
        let (reminder, done) = try lapsed(keys)
        #expect(reminder.date?.description == date)
        let lists = done.split(separator: "\n").filter { $0.hasPrefix("complete") }
        #expect(lists.contains { $0.contains(recorded) }, "\(done)")
    }

    @Test(arguments: ["DTSTART:20261123;FREQ=DAILY;COUNT=3", "DTSTART:20261123;FREQ=DAILY;UNTIL=20261125"])
    func `a series whose last occurrence TaskNotes has completed is over`(rule: String) throws {
        let keys = "scheduled: 2026-11-25\nrecurrence: \(rule)\ncomplete_instances: [2026-11-23, 2026-11-24, "
        #expect(try lapsed(keys + "2026-11-25]\n").reminder.isCompleted)
        #expect(try !lapsed(keys + "2026-11-21]\n").reminder.isCompleted)
    }

    @Test func `counted from completion, the beginning moves to the day of it`() throws {
        let text =
            "---\ntags: [task]\nscheduled: 2026-11-20T11:00\nrecurrence_anchor: completion\n"
            + "recurrence: DTSTART:20261120T110000Z;FREQ=DAILY;INTERVAL=3\n---\n"
        let done = try stepped(.complete(on: nil, catchesUp: false), text)
        #expect(done.contains("recurrence: DTSTART:20261127;FREQ=DAILY;INTERVAL=3\n"))
        #expect(done.contains("scheduled: 2026-11-30T11:00\n") && done.contains("complete_instances: [2026-11-27]\n"))
    }

    @Test func `counted from completion, an interval counts from the period of the day`() throws {
        let text =
            "---\ntags: [task]\nscheduled: 2026-11-20\nrecurrence_anchor: completion\n"
            + "recurrence: DTSTART:20261106;FREQ=WEEKLY;INTERVAL=2;BYDAY=SA\n---\n"
        let done = try stepped(.complete(on: nil, catchesUp: false), text)
        #expect(done.contains("scheduled: 2026-11-28\n"))
    }

    @Test func `a date off the rule that TaskNotes has completed is over`() throws {
        let text =
            "---\ntags: [task]\nscheduled: 2026-11-18\ncomplete_instances: [2026-11-18]\n"
            + "recurrence: DTSTART:20261207;FREQ=WEEKLY;BYDAY=MO\n---\n"
        let done = try stepped(.complete(on: nil, catchesUp: false), text)
        #expect(done.contains("scheduled: 2026-12-07\n") && done.contains("complete_instances: [2026-11-18]\n"))
    }

    @Test func `counted from completion, what was moved away from the next day of the rule comes there`() throws {
        let text =
            "---\ntags: [task]\nscheduled: 2026-12-02\nmoved_from: 2026-12-11\nrecurrence_anchor: completion\n"
            + "recurrence: DTSTART:20261120;FREQ=WEEKLY;BYDAY=FR\n---\n"
        let done = try stepped(.complete(on: nil, catchesUp: false), text, at: "2026-12-10T02:39")
        #expect(done.contains("scheduled: 2026-12-11\n") && !done.contains("moved_from"))
        #expect(done.contains("complete_instances: [2026-12-10]\n"))
    }

    @Test(arguments: [
        ("", "2026-12-04", "2026-11-27T12:00"), ("missed: keep\n", "2026-11-20", "2026-11-27T12:00"),
        ("", "2026-11-27", "2026-11-26T12:00"),
    ]) func `a series goes on from today, unless the file says otherwise`(key: String, next: String, now: String) throws
    {
        let text =
            "---\ntags: [task]\nscheduled: 2026-11-13T09:00\nrecurrence: DTSTART:20261113T090000Z;FREQ=WEEKLY;BYDAY=FR\n"
            + "skipped_instances: [2026-11-27]\n\(key)---\n"
        let open = next == "2026-11-27" ? text.replacing("skipped_instances: [2026-11-27]\n", with: "") : text
        let done = try stepped(.complete(on: nil, catchesUp: false), open, at: now)
        #expect(done.contains("scheduled: \(next)T09:00\n") && done.contains("complete_instances: [2026-11-13]\n"))
    }

    @Test func `what is due later today is not passed over`() throws {
        let text = "---\ntags: [task]\nscheduled: 2026-11-26T09:00\nrecurrence: FREQ=DAILY\n---\n"
        let done = try stepped(.complete(on: nil, catchesUp: false), text)
        #expect(done.contains("scheduled: 2026-11-27T09:00\n"))
    }

    @Test(arguments: [("2026-11-30", "2026-11-27"), ("2026-12-03", "2026-11-27"), ("2026-11-18", "2026-11-13")])
    func `a date off the rule is the last open occurrence before it`(date: String, recorded: String) throws {
        let text =
            "---\ntags: [task]\nscheduled: \(date)\nrecurrence: DTSTART:20261106;FREQ=WEEKLY;BYDAY=FR\n"
            + "complete_instances: [2026-11-06, 2026-11-20]\n---\n"
        let done = try stepped(.complete(on: nil, catchesUp: false), text, at: "2026-11-28T12:00")
        #expect(done.contains(recorded) && done.contains("scheduled: 2026-12-04\n"))
    }

    @Test func `a day in both lists is completed by saying so`() throws {
        let text =
            "---\ntags: [task]\nscheduled: 2026-11-27\nrecurrence: DTSTART:20261120;FREQ=DAILY\n"
            + "complete_instances: [2026-11-25, 2026-11-26]\nskipped_instances: [2026-11-25]\n---\n"
        let done = try stepped(.complete(on: try DateValue(parsing: "2026-11-25"), catchesUp: false), text)
        #expect(
            done.contains("complete_instances: [2026-11-25, 2026-11-26]\n")
                && !done.contains("skipped_instances: [2026")
        )
    }

    @Test func `alarms are written as TaskNotes reads them`() throws {
        let text = try added {
            $0.deadline = try? DateValue(parsing: "2026-11-30T09:00")
            $0.alarms = [
                AlarmTrigger(.offset(CivilDuration(seconds: -5_400))), AlarmTrigger(.offset(CivilDuration(days: -7))),
                AlarmTrigger(.clock(days: -1, .noon)),
            ]
        }
        #expect(text.contains("type: relative, relatedTo: due, offset: -PT1H30M}"))
        #expect(text.contains("type: relative, relatedTo: due, offset: -P7D}"))
        // It has no time of day.
        #expect(text.contains("1 day before at 12:00"))
    }

    @Test func `an alarm is added beside those of TaskNotes, once`() throws {
        let item = "  - id: rem_1\n    type: relative\n    relatedTo: scheduled\n    offset: -PT1H\n"
        let text = [UInt8]("---\ntags: [task]\nscheduled: 2026-11-27T09:00\nreminders:\n\(item)---\n".utf8)
        let change = FieldChange(adding: [FieldValue.Item("15 min before")], to: "reminders")
        let once = try #require(try [FileChange.field(change)].apply(to: text, registry: registry))
        let alarms = ReminderDecoder.decode(once, path: "a.md", registry: registry).reminder?.alarms
        #expect(alarms?.map(\.trigger.description) == ["1 hour before", "15 minutes before"])
        #expect(String(decoding: once, as: UTF8.self).contains("type: relative, relatedTo: scheduled, offset: -PT15M}"))
        #expect(try [FileChange.field(change)].apply(to: once, registry: registry) == nil)
    }

    @Test func `an edit of the rule or of its end stays readable`() throws {
        let text = [UInt8](
            "---\ntags: [task]\nscheduled: 2026-11-27\nrecurrence: DTSTART:20261120;FREQ=DAILY\n---\n".utf8
        )
        var change = ReminderChange()
        change.profile = registry.settings.profile
        change.until = .set(try DateValue(parsing: "2026-12-24"))
        let ended = try change.changes(of: text, zones: ZoneDatabase()).apply(to: text, registry: registry)
        #expect(
            String(decoding: ended ?? [], as: UTF8.self)
                == "---\ntags: [task]\nscheduled: 2026-11-27\nrecurrence: DTSTART:20261120;FREQ=DAILY;UNTIL=20261224\n---\n"
        )
        change.until = .kept
        change.recurrence = .set("every 2 hours")
        #expect(throws: ParseError.self) { try change.changes(of: text, zones: ZoneDatabase()) }
        change.recurrence = .kept
        change.until = .kept
        change.title = "Another"
        let titled = try change.changes(of: text, zones: ZoneDatabase()).apply(to: text, registry: registry)
        #expect(String(decoding: titled ?? [], as: UTF8.self).contains("title: Another\n"))
    }

    @Test func `every edit of a task says when it was`() throws {
        let before = FileContents(bytes: [UInt8]("---\ntags: [task]\nscheduled: 2026-11-27\n---\n".utf8))
        let after = [UInt8]("---\ntags: [task]\nscheduled: 2026-11-28\n---\n".utf8)
        let plan = EditPlan(edits: [FileEdit(path: "a.md", before: before, after: after)])
        let moment = try time("2026-11-27T12:00").now
        let stamped = plan.stamped(at: moment, sharing: registry.settings.profile).edits[0].after ?? []
        #expect(String(decoding: stamped, as: UTF8.self).contains("dateModified: 2026-11-27T12:00:00Z\n---"))
        #expect(plan.stamped(at: moment, sharing: nil).edits[0].after == after)
        // A new file says when it was made in the same way.
        let new = [UInt8]("---\ntags: [task]\ndateCreated: 2026-11-27T13:00\n---\n".utf8)
        let made = EditPlan(edits: [FileEdit(path: "b.md", before: nil, after: new)])
        let bytes = made.stamped(at: moment, sharing: registry.settings.profile).edits[0].after ?? []
        #expect(
            String(decoding: bytes, as: UTF8.self).contains(
                "dateCreated: 2026-11-27T12:00:00Z\ndateModified: 2026-11-27T12"
            )
        )
        // A note is none of its business.
        let note = EditPlan(edits: [FileEdit(path: "a.md", before: before, after: [UInt8]("---\na: b\n---\n".utf8))])
        #expect(
            note.stamped(at: moment, sharing: registry.settings.profile).edits[0].after
                == [UInt8]("---\na: b\n---\n".utf8)
        )
    }

    @Test func `of two times of change a merge takes the later one`() {
        func file(_ status: String, _ modified: String, _ due: String) -> [UInt8] {
            [UInt8](
                "---\nscheduled: 2026-11-27\ntags: [task]\npriority: \(status)\ndue: \(due)\ndateModified: \(modified)\n---\n"
                    .utf8
            )
        }
        let merge = FileMerge(
            base: file("low", "2026-11-01T00:00:00Z", "2026-12-01"),
            ours: file("high", "2026-11-02T10:00:00Z", "2026-12-01"),
            theirs: file("low", "2026-11-02T10:30:00.000+01:00", "2026-12-02"),
            path: "a.md"
        )
        #expect(merge.isClean && merge.bytes == file("high", "2026-11-02T10:00:00Z", "2026-12-02"))
    }

    @Test func `renamed keys merge by what they mean`() {
        let profile = SharedFolderFiles(#"{"fieldMapping":{"completeInstances":"erledigt"}}"#).registry.settings.profile
        func file(_ days: String) -> [UInt8] {
            [UInt8]("---\nscheduled: 2026-11-27\ntags: [task]\nerledigt: [\(days)]\n---\n".utf8)
        }
        let merge = FileMerge(
            base: file("2026-11-01"),
            ours: file("2026-11-01, 2026-11-02"),
            theirs: file("2026-11-01, 2026-11-03"),
            kind: .reminder,
            sharing: profile
        )
        #expect(merge.isClean && merge.bytes == file("2026-11-01, 2026-11-02, 2026-11-03"))
    }
}

@Suite struct SharedMarkerTests {
    @Test func `sides with conflict markers merge by what the folder calls the keys`() throws {
        func file(_ lines: String) -> [UInt8] {
            [UInt8]("---\nscheduled: 2026-11-27\ntags: [task]\n\(lines)---\n".utf8)
        }
        let marked =
            "<<<<<<< a\nerledigt: [2026-11-02]\n=======\nerledigt: [2026-11-03]\n>>>>>>> b\n"
        let settings = SharedFolderFiles(#"{"fieldMapping":{"completeInstances":"erledigt"}}"#)
        let merge = try #require(
            FileMerge(
                unmarking: (file(""), file(marked), file("erledigt: [2026-11-04]\n")),
                markers: MergeMarkers(),
                nil,
                sharing: settings.registry.settings.profile
            )
        )
        #expect(merge.isClean && merge.bytes == file("erledigt: [2026-11-02, 2026-11-03, 2026-11-04]\n"))
    }
}

@Suite struct SharedAliasTests {
    @Test func `a list in the other spelling merges as the list that it is`() {
        func file(_ key: String, _ days: String) -> [UInt8] {
            [UInt8]("---\nscheduled: 2026-11-27\nrecurrence: daily\n\(key): [\(days)]\n---\n".utf8)
        }
        let merge = FileMerge(
            base: file("completeInstances", "2026-11-01"),
            ours: file("completeInstances", "2026-11-01, 2026-11-02"),
            theirs: file("completeInstances", "2026-11-01, 2026-11-03"),
            path: "a.md"
        )
        #expect(merge.isClean && merge.bytes == file("completeInstances", "2026-11-01, 2026-11-02, 2026-11-03"))
    }
}

@Suite struct SharedStepTests {
    private func plan(
        _ step: ReminderStep,
        of path: String,
        in files: [String: String],
        settings: String = "{}"
    ) throws -> [String: String] {
        var all = files.mapValues { [UInt8]($0.utf8) }
        all[".obsidian/plugins/tasknotes/data.json"] = [UInt8](settings.utf8)
        all["tags.yaml"] = []
        let snapshot = Snapshot(files: all).tied()
        var time = TimeContext.ofLocalTimes
        time.now = try DateValue(parsing: "2026-11-27T12:00").instant(in: .utc, allDayAt: .midnight)
        let context = EditContext(snapshot, files: all, zones: ZoneDatabase())
        let reminder = try #require(snapshot.reminder(at: path))
        let plan = try StepBatch(step, of: [reminder], at: time).plan(in: context).plan
        return Dictionary(
            uniqueKeysWithValues: plan.edits.map { ($0.path, String(decoding: $0.after ?? [], as: UTF8.self)) }
        )
    }

    @Test func `a series that cannot follow is named`() throws {
        var all = files.mapValues { [UInt8]($0.utf8) }
        all[".mm.yaml"] = [UInt8]("profile: tasknotes\n".utf8)
        all["tags.yaml"] = []
        all["Review.md"] = [UInt8]("---\nscheduled: 2026-11-27\ntags: [task]\nrecurrence: whenever\n---\n".utf8)
        let snapshot = Snapshot(files: all).tied()
        let reminder = try #require(snapshot.reminder(at: "27.md"))
        var time = TimeContext.ofLocalTimes
        time.now = try DateValue(parsing: "2026-11-27T16:00").instant(in: .utc, allDayAt: .midnight)
        let context = EditContext(snapshot, files: all, zones: ZoneDatabase())
        let (plan, outcomes) = try StepBatch(.complete(on: nil, catchesUp: false), of: [reminder], at: time).plan(
            in: context
        )
        #expect(plan.edits.map(\.path) == ["27.md"] && outcomes.count == 1)
        #expect(plan.skipped.map(\.path) == ["Review.md"])
    }

    private let files = [
        "Review.md": "---\nscheduled: 2026-11-27T10:00\ntags: [task]\nrecurrence: FREQ=WEEKLY;BYDAY=FR\n---\n",
        "27.md":
            "---\nscheduled: 2026-11-27T15:00\ntags: [task]\nrecurrence_parent: Review\noccurrence_date: 2026-11-27\n---\n",
    ]

    @Test func `completing an occurrence with a file of its own completes that of its series`() throws {
        let after = try plan(.complete(on: nil, catchesUp: false), of: "27.md", in: files)
        #expect(after["27.md"]?.contains("status: done") == true)
        #expect(after["Review.md"]?.contains("complete_instances: [2026-11-27]") == true)
        #expect(after["Review.md"]?.contains("scheduled: 2026-12-04T10:00") == true)
    }

    @Test func `completing that occurrence of the series completes the file`() throws {
        let day = try DateValue(parsing: "2026-11-27")
        let after = try plan(.complete(on: day, catchesUp: false), of: "Review.md", in: files)
        #expect(after["27.md"]?.contains("status: done") == true && after.count == 2)
    }

    @Test func `completing the series completes what it shows`() throws {
        let after = try plan(.complete(on: nil, catchesUp: false), of: "Review.md", in: files)
        #expect(after.keys.sorted() == ["Review.md"])
        #expect(after["Review.md"]?.contains("complete_instances: [2026-12-04]") == true)
    }

    @Test func `what TaskNotes reads otherwise is found and fixed`() throws {
        let text = "---\nscheduled: 2026-11-27T10:00\nrecurrence: every friday\nuntil: 2027-01-01\n---\n"
        let all: [String: [UInt8]] = [
            ".mm.yaml": [UInt8]("profile: tasknotes\n".utf8), "tags.yaml": [UInt8]("task: blue\n".utf8),
            "a.md": [UInt8](text.utf8),
        ]
        let snapshot = Snapshot(files: all)
        let problems = FolderCheck.problems(of: snapshot, in: .ofLocalTimes) { all[$0] ?? [] }
        #expect(problems.map(\.id) == [.unsharedTask])
        let (plan, fixed) = try FolderFix(of: problems).plan(
            in: EditContext(snapshot, files: all, zones: ZoneDatabase())
        )
        #expect(fixed.count == 1)
        #expect(
            String(decoding: plan.edits.first?.after ?? [], as: UTF8.self)
                == "---\nscheduled: 2026-11-27T10:00\nrecurrence: DTSTART:20261127T100000Z;FREQ=WEEKLY;BYDAY=FR;UNTIL=20270101T235959\n"
                + "tags: [task]\nstatus: open\n---\n"
        )
    }

    @Test(arguments: [
        (
            "completed: 2026-11-20T10:00",
            "completed: 2026-11-20T10:00\nstatus: done\ncompletedDate: 2026-11-20"
        ), ("completed: true", "completed: true\nstatus: done"),
        ("status:\ncompleted: 2026-11-20", "status: done\ncompleted: 2026-11-20\ncompletedDate: 2026-11-20"),
        ("status: open\ncompleted: 2026-11-20", nil), ("completed: false", nil),
    ]) func `what is completed without a status is completed for TaskNotes too`(keys: String, fixed: String?) throws {
        func text(_ keys: String) -> String { "---\ntags: [task]\nscheduled: 2026-11-20\n\(keys)\n---\n" }
        let all: [String: [UInt8]] = [
            ".mm.yaml": [UInt8]("profile: tasknotes\n".utf8), "tags.yaml": [UInt8]("task: blue\n".utf8),
            "a.md": [UInt8](text(keys).utf8),
        ]
        let snapshot = Snapshot(files: all, explaining: true)
        let problems = FolderCheck.problems(of: snapshot, in: .ofLocalTimes) { all[$0] ?? [] }
        let plan = try FolderFix(of: problems).plan(in: EditContext(snapshot, files: all, zones: ZoneDatabase()))
        let after = plan.plan.edits.first?.after.map { String(decoding: $0, as: UTF8.self) }
        #expect(after == fixed.map(text) && plan.fixed.count == (fixed == nil ? 0 : 1))
        guard let after else { return }
        let read = ReminderDecoder.decode(
            [UInt8](after.utf8),
            path: "a.md",
            explaining: true,
            registry: snapshot.registry
        )
        #expect(read.reminder?.isCompleted == true && read.problems.isEmpty)
    }

    private let skipping =
        #"{"customStatuses":[{"value":"open"},{"value":"done","isCompleted":true},{"value":"passed","isSkipped":true}]}"#

    @Test func `skipping an occurrence with a file of its own skips that of its series`() throws {
        let after = try plan(.skip(on: nil), of: "27.md", in: files, settings: skipping)
        #expect(
            after["27.md"]?.contains("status: passed\n") == true && after["27.md"]?.contains("completedDate") == false
        )
        #expect(after["Review.md"]?.contains("skipped_instances: [2026-11-27]") == true)
        #expect(after["Review.md"]?.contains("scheduled: 2026-12-04T10:00") == true)
        let again = try plan(.reopen(on: nil), of: "27.md", in: after, settings: skipping)
        #expect(again["27.md"]?.contains("status: open\n") == true)
        #expect(again["Review.md"]?.contains("2026-11-27]") == false)
    }

    @Test func `skipping that occurrence of the series skips the file`() throws {
        let day = try DateValue(parsing: "2026-11-27")
        let after = try plan(.skip(on: day), of: "Review.md", in: files, settings: skipping)
        #expect(after["27.md"]?.contains("status: passed\n") == true && after.count == 2)
    }

    @Test func `an occurrence with a file of its own is not skipped without a status for that`() {
        #expect {
            _ = try plan(.skip(on: nil), of: "27.md", in: files)
        } throws: { "\($0)".contains("no status in the settings of TaskNotes skips") }
    }

    @Test func `a query finds what decoding every file finds`() throws {
        let files: [String] = [
            "status: done", "status: open", "tags: [task, archived]", "status: done\ntags: [archived]", "tags: [task]",
            "status: open\ncompleted: true", "status: done\ncompleted: false\ntags: [task]", "completed: 2026-11-20",
            "tags: [task]\nstatus: open\ncompleted: 2026-11-20", "blockedBy: [x]", "recurrence_parent: x",
            "timeEntries: []", "title: other", "due: 2026-11-28",
        ]
        let registry = SharedFolderFiles().registry
        for (index, line) in files.enumerated() {
            for date in ["scheduled: 2026-11-27\n", ""] {
                let bytes = [UInt8]("---\nid: id-\(index)\n\(date)\(line)\n---\n".utf8)
                let whole = ReminderDecoder.decode(bytes, path: "a.md", registry: registry).reminder
                var filter = Prefilter(ValueInterner(registry))
                bytes.withUnsafeBufferPointer { buffer in
                    guard case .found(let delimiters) = Delimiters.search(buffer),
                        filter.scan(buffer, range: delimiters.content),
                        let facts = filter.facts(in: buffer)
                    else { return }
                    #expect(facts.isNote == whole?.isNote && facts.isCompleted == whole?.isCompleted)
                    #expect(facts.scheduled == whole?.scheduled && whole?.task == nil)
                }
            }
        }
    }
}
