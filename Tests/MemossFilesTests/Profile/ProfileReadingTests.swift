import TestSupport
import Testing

@testable import CivilTime
@testable import MemossFiles
@testable import Text

/// A folder that TaskNotes uses too.
struct SharedFolderFiles {
    var values = Profile.Values()

    init(_ settings: String = "{}") { _ = values.read(plugin: [UInt8](settings.utf8)) }

    var registry: TagRegistry { TagRegistry(sharing: Profile(values)) }

    func decode(_ text: String, path: String = "Tasks/Pay bill.md") -> Reminder? {
        ReminderDecoder.decode([UInt8](text.utf8), path: path, registry: registry).reminder
    }
}

@Suite struct ProfileReadingTests {
    @Test(arguments: [
        "priority:high", "prio:high", "prio:>normal", "PRIORITY:>normal", "has:prio", "contexts:@desk", "where:@desk",
        "created:2026-11-01", "has:recurrence", "status:open",
    ]) func `a query names a key as mm or as the settings do`(query: String) throws {
        let settings =
            #"{"fieldMapping":{"priority":"prio","contexts":"where","recurrence":"repeats","status":"state"}}"#
        let keys = [
            "prio: high", "where: ['@desk']", "dateCreated: 2026-11-01", "repeats: FREQ=DAILY", "state: open",
            "scheduled: 2026-12-01",
        ]
        let files: [String: [UInt8]] = [
            ".mm.yaml": [UInt8]("profile: tasknotes\n".utf8),
            ".obsidian/plugins/tasknotes/data.json": [UInt8](settings.utf8), "tags.yaml": [],
            "a.md": [UInt8]("---\ntags: [task]\n\(keys.joined(separator: "\n"))\n---\n".utf8),
            "b.md": [UInt8]("---\ntags: [task]\nprio: low\n---\n".utf8),
        ]
        let wanted = try Query(parsing: query, now: TimeContext.ofLocalTimes.local, times: .usual)
        let snapshot = Snapshot(files: files, keys: .named(wanted.keys))
        let matcher = QueryMatcher(wanted, registry: snapshot.registry, context: .ofLocalTimes)
        #expect(snapshot.reminders.filter(matcher.matches).map(\.path).contains("a.md"))
        #expect(
            MissingKey.all(among: wanted.keys, known: snapshot.keys, calling: snapshot.registry.settings.names).isEmpty
        )
    }

    @Test func `the settings of the plugin are read`() {
        var values = Profile.Values()
        let problems = values.read(
            plugin: [UInt8](
                """
                {"taskTag":"todo","storeTitleInFilename":false,"defaultTaskStatus":"todo","fieldMapping":
                {"scheduled":"planned","due":"deadline","archiveTag":"#old","status":"state"},
                "customStatuses":[{"value":"todo"},{"value":"finished","isCompleted":true}]}
                """.utf8
            )
        )
        #expect(problems.isEmpty)
        #expect(values.taskTag?.text == "todo" && !values.namesFilesByTitle && values.archiveTag.text == "old")
        #expect(values.defaultStatus == "todo" && values.completedStatuses == ["finished"])
        #expect(values.names.written("scheduled") == "planned" && values.names.own("planned") == "scheduled")
        #expect(values.names.written("created") == "dateCreated" && values.names.own("status") == nil)
    }

    @Test func `a type definition is read`() {
        var values = Profile.Values()
        let problems = values.read(
            type: [UInt8](
                """
                ---
                match:
                  where:
                    tags: {contains: todo}
                implements:
                  - contract: tasknotes.task
                    fields: {title: summary, status: state, dateCreated: created_at}
                    binding:
                      title: {storage: frontmatter}
                      status: {values: [open, ok, no], default: open, completed_values: [ok], skipped_values: [no]}
                      archive: {archived_tag: away}
                ---
                """.utf8
            )
        )
        #expect(problems == [])
        #expect(values.taskTag?.text == "todo" && !values.namesFilesByTitle && values.archiveTag.text == "away")
        #expect(values.names.written("title") == "summary" && values.names.written("created") == "created_at")
        #expect(values.completedStatuses == ["ok"] && values.skippedStatuses == ["no"])
        var others = Profile.Values()
        #expect(others.read(type: [UInt8]("---\nname: note\n---\n".utf8)) == nil)
    }

    @Test(arguments: [
        "[]", "{", "{\"fieldMapping\":{\"due\":\"\"}}", "{\"fieldMapping\":{\"due\":\"a\\nb\"}}",
        "{\"fieldMapping\":{\"due\":\"x\",\"scheduled\":\"x\"}}", "{\"taskTag\":\"a,b\"}",
        "{\"customStatuses\":[{\"value\":\"\"}]}", "{\"taskIdentificationMethod\":\"property\"}",
        "{\"customStatuses\":[{\"value\":\"open\"}]}", "{\"defaultTaskStatus\":\"done\"}",
        "{\"defaultTaskStatus\":\"x\"}",
    ]) func `what cannot be used is told, and the default stays`(text: String) {
        var values = Profile.Values()
        #expect(values.read(plugin: [UInt8](text.utf8)).count == 1)
        #expect(Set(values.names.rows.compactMap(\.names.first)).count == values.names.rows.count)
        #expect(values.taskTag?.text == "task" && values.defaultStatus == "open")
    }

    @Test func `a task needs all marks that a type definition names`() {
        var values = Profile.Values()
        let type =
            "---\nmatch:\n  where:\n    tags: {contains: todo}\n    kind: chore\nimplements:\n  - contract: tasknotes.task\n---\n"
        #expect(values.read(type: [UInt8](type.utf8)) == [])
        let registry = TagRegistry(sharing: Profile(values))
        for (lines, isTask) in [("tags: [todo]\nkind: chore", true), ("tags: [todo]", false), ("kind: chore", false)] {
            let text = [UInt8]("---\nscheduled: 2026-12-01\n\(lines)\n---\n".utf8)
            #expect(ReminderDecoder.decode(text, path: "a.md", registry: registry).reminder?.isTask == isTask)
        }
    }

    @Test func `any value of a property is enough if the settings name none`() {
        let folder = SharedFolderFiles(
            #"{"taskIdentificationMethod":"property","taskPropertyName":"kind","taskPropertyValue":""}"#
        )
        #expect(folder.decode("---\nkind: chore\n---\n")?.isTask == true)
        #expect(folder.decode("---\nscheduled: 2026-12-01\n---\n")?.isTask == false)
    }

    @Test(arguments: [
        "Templates, Old/Stuff/", "/Templates,/Old/Stuff", #"Templates\\,\\Old\\Stuff\\"#, #"["Templates","Old/Stuff"]"#,
    ]) func `there are no tasks in excluded directories`(folders: String) {
        let value = folders.hasPrefix("[") ? folders : "\"\(folders)\""
        let folder = SharedFolderFiles(#"{"excludedFolders":\#(value)}"#)
        #expect(folder.decode("---\ntags: [task]\n---\n", path: "Templates/Task.md")?.isNote == true)
        #expect(folder.decode("---\ntags: [task]\n---\n", path: "Old/Stuff/a.md")?.isNote == true)
        #expect(folder.decode("---\ntags: [task]\n---\n", path: "Old/Stuff.md")?.isTask == true)
        // What has a date rings all the same.
        let dated = folder.decode("---\ntags: [task]\nscheduled: 2026-12-01\n---\n", path: "Templates/Task.md")
        #expect(dated?.isNote == false && dated?.isTask == false)
    }

    @Test(arguments: [("true", "True"), ("true", "TRUE"), ("False", "false")])
    func `a property that is true or false is compared without case`(value: String, written: String) {
        let settings =
            #"{"taskIdentificationMethod":"property","taskPropertyName":"isTask","taskPropertyValue":"\#(value)"}"#
        #expect(SharedFolderFiles(settings).decode("---\nisTask: \(written)\n---\n")?.isTask == true)
        #expect(SharedFolderFiles(settings).decode("---\nisTask: x\n---\n")?.isTask != true)
    }

    @Test(arguments: [
        (#"{"scheduled":"planned","due":"planned"}"#, "due", "scheduled"),
        (#"{"scheduled":"due"}"#, "due", "scheduled"), (#"{"priority":"tags"}"#, "tags", "priority"),
    ]) func `two fields with one name are named, and the second keeps its usual name`(
        mapping: String,
        first: String,
        second: String
    ) {
        var values = Profile.Values()
        let name = mapping.contains("planned") ? "planned" : first
        #expect(
            values.read(plugin: [UInt8](#"{"fieldMapping":\#(mapping)}"#.utf8))
                == ["the fields '\(first)' and '\(second)' have the same name '\(name)'"]
        )
        #expect(values.names.written(second) == second)
    }

    @Test func `two fields that swap their names are read so`() {
        var values = Profile.Values()
        #expect(values.read(plugin: [UInt8](#"{"fieldMapping":{"scheduled":"due","due":"scheduled"}}"#.utf8)).isEmpty)
        #expect(values.names.own("due") == "scheduled" && values.names.own("scheduled") == "due")
    }

    @Test func `a key of another tool is told from the name that the folder has for it`() {
        let files: [String: [UInt8]] = [
            ".obsidian/plugins/tasknotes/data.json": [UInt8](#"{"fieldMapping":{"scheduled":"planned"}}"#.utf8),
            "tags.yaml": [], "a.md": [UInt8]("---\ntags: [task]\ndate: 2026-12-01\n---\n".utf8),
        ]
        let messages = Snapshot(files: files, explaining: true).problems.map(\.message)
        #expect(messages.contains("the key 'date' is not read: mm uses 'planned'"), "\(messages)")
    }

    @Test func `without a completed status, the usual words complete a task`() {
        var values = Profile.Values()
        let statuses = #"{"customStatuses":[{"value":"open"},{"value":"completed"},{"value":"cancelled"}]}"#
        #expect(values.read(plugin: [UInt8](statuses.utf8)) == [])
        #expect(values.completedStatuses == ["completed", "cancelled"])
    }

    @Test func `renamed keys are read, and names that mean something else are not`() {
        let folder = SharedFolderFiles(#"{"fieldMapping":{"scheduled":"due","due":"deadline","status":"state"}}"#)
        let task = folder.decode("---\ntags: [task]\ndue: 2026-12-01\ndeadline: 2026-12-05\nstatus: done\n---\n")
        #expect(task?.scheduled?.description == "2026-12-01" && task?.deadline?.description == "2026-12-05")
        #expect(task?.isCompleted == false)
        #expect(folder.decode("---\ntags: [task]\nstate: done\n---\n")?.isCompleted == true)
    }

    @Test func `a date under its usual name is read if the file has no other`() {
        let folder = SharedFolderFiles(#"{"fieldMapping":{"scheduled":"planned"}}"#)
        #expect(folder.decode("---\nscheduled: 2026-12-01\n---\n")?.scheduled != nil)
        let both = folder.decode("---\nscheduled: 2026-12-01\nplanned: 2026-12-02\n---\n")
        #expect(both?.scheduled?.description == "2026-12-02")
    }

    @Test(arguments: ["{}", #"{"storeTitleInFilename":false}"#])
    func `the title is the key, or else the name of the file`(settings: String) {
        let folder = SharedFolderFiles(settings)
        #expect(folder.decode("---\ntitle: Another\ntags: [task]\n---\n# A heading\n")?.title == "Another")
        #expect(folder.decode("---\ntitle: ' '\ntags: [task]\n---\n# A heading\n")?.title == "Pay bill")
        #expect(folder.decode("---\ntags: [task]\n---\n# A heading\n")?.title == "Pay bill")
        // A note keeps its own rule.
        #expect(folder.decode("---\na: b\n---\n# A heading\n")?.title == "A heading")
    }

    @Test func `a status may be written as its label, in any case, and in a list of one`() {
        let folder = SharedFolderFiles(
            #"{"customStatuses":[{"value":"open","label":"Open"},{"value":"x-ready","label":"Fertig","isCompleted":true},"#
                + #"{"value":"a","label":"Same","isCompleted":true},{"value":"b","label":"Same"}]}"#
        )
        for (status, isCompleted) in [
            ("x-ready", true), ("Fertig", true), ("FERTIG", true), ("X-Ready", true), ("[x-ready]", true),
            ("open", false),
            ("Same", false), ("same", false), ("[x-ready, open]", false), ("A", true), ("unknown", false),
        ] {
            let text = "---\ntags: [task]\nscheduled: 2026-12-01\nid: x\nstatus: \(status)\n---\n"
            #expect(folder.decode(text)?.isCompleted == isCompleted, "\(status)")
        }
    }

    @Test func `type definitions count only if the plugin keeps them`() {
        let type = "---\nimplements:\n- contract: tasknotes.task\nmatch:\n  where:\n    tags: {contains: todo}\n---\n"
        func tag(_ settings: String?) -> String? {
            let files = [
                ".obsidian/plugins/tasknotes/data.json": settings, "mdbase.yaml": "a: b\n", "_types/task.md": type,
            ]
            let found = FolderSettings(parsing: []).completed(in: [""]) { path in
                (files[path] ?? nil).map { .read([UInt8]($0.utf8)) } ?? .missing
            }
            return found.profile?.taskTag?.text
        }
        #expect(tag(nil) == "todo" && tag(#"{"enableMdbaseSpec":true}"#) == "todo")
        #expect(tag("{}") == "task" && tag(#"{"enableMdbaseSpec":false}"#) == "task")
    }

    @Test func `excluded directories are those of the vault, seen from the folder`() {
        func excluded(_ folders: String) -> [String] {
            let settings = FolderSettings(parsing: []).completed(in: ["../../"], back: "Notes/Tasks/") { path in
                path.hasSuffix("data.json") ? .read([UInt8](#"{"excludedFolders":"\#(folders)"}"#.utf8)) : .missing
            }
            return settings.profile?.excludedFolders ?? []
        }
        #expect(excluded("Notes/Tasks/Tpl") == ["Tpl/"] && excluded("Tpl, Other/Tasks") == [])
        #expect(excluded("Notes") == [""] && excluded("Notes/Tasks") == [""])
    }

    @Test func `a task by a value of the property tags is one by that tag`() {
        let folder = SharedFolderFiles(
            #"{"taskIdentificationMethod":"property","taskPropertyName":"tags","taskPropertyValue":"chore"}"#
        )
        #expect(folder.values.taskTag?.text == "chore" && folder.values.property == nil)
        #expect(folder.decode("---\ntags: [home, chore]\n---\n")?.isTask == true)
    }

    @Test func `a series whose date is in its rule alone has that date`() {
        let task = SharedFolderFiles().decode(
            "---\ntags: [task]\nrecurrence: DTSTART:20261204T090000Z;FREQ=WEEKLY;BYDAY=FR\n---\n"
        )
        #expect(task?.scheduled?.description == "2026-12-04T09:00")
        let day = SharedFolderFiles().decode("---\ntags: [task]\nrecurrence: DTSTART:20261204;FREQ=DAILY\n---\n")
        #expect(day?.scheduled?.description == "2026-12-04")
        #expect(SharedFolderFiles().decode("---\nrecurrence: DTSTART:20261204;FREQ=DAILY\n---\n")?.isNote == true)
    }

    @Test func `a task is what the tag or the property says`() {
        #expect(SharedFolderFiles(#"{"taskTag":"todo"}"#).decode("---\ntags: [todo/home]\n---\n")?.isNote == false)
        let folder = SharedFolderFiles(
            #"{"taskIdentificationMethod":"property","taskPropertyName":"type","taskPropertyValue":"task"}"#
        )
        #expect(folder.decode("---\ntype: task\n---\n")?.isNote == false)
        #expect(folder.decode("---\ntype: [a, task]\n---\n")?.isNote == false)
        #expect(folder.decode("---\ntype: note\n---\n")?.isNote == true)
    }

    @Test func `statuses are those of the settings`() {
        let folder = SharedFolderFiles(
            #"{"customStatuses":[{"value":"open"},{"value":"wont-do","isCompleted":true}]}"#
        )
        #expect(folder.decode("---\nstatus: wont-do\ntags: [task]\n---\n")?.isCompleted == true)
        #expect(folder.decode("---\nstatus: done\ntags: [task]\n---\n")?.isCompleted == false)
    }

    @Test(arguments: [
        ("status: open\ncompleted: 2026-11-20", false), ("status: done\ncompleted: false", true),
        ("status: in-progress\ncompleted: true", false), ("status: done\ncompleted: 2026-11-20", true),
        ("completed: 2026-11-20", true), ("status:\ncompleted: true", true),
    ]) func `a status decides, as in TaskNotes, which does not read completed`(keys: String, isDone: Bool) {
        let text = "---\nscheduled: 2026-12-01\n\(keys)\n"
        #expect(SharedFolderFiles().decode(text + "tags: [task]\n---\n")?.isCompleted == isDone)
        // What is no task there is a reminder as ever.
        let own = ReminderDecoder.decode([UInt8]((text + "---\n").utf8), path: "a.md").reminder
        #expect(SharedFolderFiles().decode(text + "---\n")?.isCompleted == own?.isCompleted)
    }

    @Test func `an alarm without a date is named under any name, and has no time that has passed`() {
        let settings = #"{"fieldMapping":{"reminders":"alarms"}}"#
        let files: [String: [UInt8]] = [
            ".obsidian/plugins/tasknotes/data.json": [UInt8](settings.utf8),
            "a.md": [UInt8]("---\ntags: [task]\nalarms: [1 day before]\n---\n".utf8),
        ]
        let snapshot = Snapshot(files: files)
        #expect(snapshot.problems.map(\.id) == [.alarmWithoutDate])
        let plan = NotificationPlan(snapshot, in: .ofLocalTimes)
        #expect(snapshot.reminders.map { plan.standing(of: $0, in: .ofLocalTimes) } == [.undated])
    }

    @Test func `an archived task is silent and can be found`() throws {
        let task = SharedFolderFiles().decode("---\nscheduled: 2026-12-01\ntags: [task, archived]\n---\n")
        #expect(task?.isArchived == true && task?.isCompleted == true && task?.completed == .open)
        let archived = Snapshot(files: [
            ".mm.yaml": [UInt8]("profile: tasknotes\n".utf8),
            "a.md": [UInt8]("---\nscheduled: 2026-12-01\ntags: [task, archived]\n---\n".utf8),
        ])
        func finds(_ text: String) throws -> Bool {
            let query = try Query(parsing: text, now: TimeContext.ofLocalTimes.local)
            let matcher = QueryMatcher(query.listed, registry: archived.registry, context: .ofLocalTimes)
            return archived.reminders.contains(where: matcher.matches)
        }
        let found = try ["is:archived", "is:completed", "is:open", "task"].map(finds)
        #expect(found == [true, false, false, false])
        let plan = NotificationPlan(archived, in: .ofLocalTimes)
        #expect(archived.reminders.map { plan.standing(of: $0, in: .ofLocalTimes) } == [.archived])
        #expect(TimeContext.ofLocalTimes.status(archived.reminders[0]) == .archived)
        #expect(
            ReminderDecoder.decode([UInt8]("---\ntags: [task, archived]\n---\n".utf8), path: "a.md").reminder?
                .isArchived == false
        )
    }

    @Test func `keys in the other spelling of TaskNotes are read without a profile too`() {
        let text =
            "---\nscheduled: 2026-12-01\nrecurrence: daily\nrecurrenceAnchor: completion\n"
            + "completeInstances: [2026-11-30]\nskippedInstances: [2026-11-29]\n---\n"
        let read = ReminderDecoder.decode([UInt8](text.utf8), path: "a.md", explaining: true)
        #expect(read.problems.isEmpty && read.reminder?.anchor == .completion)
        #expect(read.reminder?.completeInstances.count == 1 && read.reminder?.skippedInstances.count == 1)
        let both = "---\nscheduled: 2026-12-01\ncomplete_instances: []\ncompleteInstances: [2026-11-30]\n---\n"
        let known = ReminderDecoder.decode([UInt8](both.utf8), path: "a.md", explaining: true)
        #expect(known.reminder?.completeInstances.isEmpty == true && known.problems.map(\.id) == [.unknownKey])
    }

    @Test func `an edit goes into the key that the file has`() throws {
        let names = SharedFolderFiles(#"{"fieldMapping":{"scheduled":"planned"}}"#).values.names
        func edited(_ key: String, _ value: String, _ text: String, _ names: KeyNames = .standard) throws -> String? {
            let change = try FieldChange(setting: key, to: value, zones: ZoneDatabase())
            return try change.apply(to: [UInt8](text.utf8), names: names).map { String(decoding: $0, as: UTF8.self) }
        }
        #expect(
            try edited("complete_instances", "[2026-12-01]", "---\ncompleteInstances: [] # mine\n---\n")
                == "---\ncompleteInstances: [2026-12-01] # mine\n---\n"
        )
        #expect(
            try edited("scheduled", "2026-12-02", "---\na: b\n---\n", names) == "---\na: b\nplanned: 2026-12-02\n---\n"
        )
        #expect(try edited("scheduled", "2026-12-02", "text\n", names) == "---\nplanned: 2026-12-02\n---\ntext\n")
        #expect(
            try edited("scheduled", "2026-12-02", "---\nplanned: 2026-12-01\n---\n", names)
                == "---\nplanned: 2026-12-02\n---\n"
        )
    }

    @Test func `DTSTART says the day, and the reminder the time`() {
        let text =
            "---\nscheduled: 2026-11-27T10:00\ntags: [task]\n"
            + "recurrence: DTSTART:20261106T090000Z;FREQ=WEEKLY;BYDAY=FR\n---\n"
        #expect(SharedFolderFiles().decode(text)?.rule?.start == DateValue(CivilDate(unchecked: 2026, 11, 6)))
        #expect(ReminderDecoder.decode([UInt8](text.utf8), path: "a.md").reminder?.rule?.start?.time != nil)
    }
}

@Suite struct TaskTiesTests {
    private func snapshot(_ files: [String: String], isShared: Bool = true) -> Snapshot {
        var all = files.mapValues { [UInt8]($0.utf8) }
        if isShared { all[".mm.yaml"] = [UInt8]("profile: tasknotes\n".utf8) }
        all["tags.yaml"] = []
        return Snapshot(files: all).tied()
    }

    private let series = "---\nscheduled: 2026-11-27T10:00\ntags: [task]\nrecurrence: weekly on friday\n---\n"

    private func occurrence(of parent: String, _ day: String, _ rest: String = "") -> String {
        "---\nscheduled: \(day)T10:00\ntags: [task]\nrecurrence_parent: \(parent)\noccurrence_date: \(day)\n\(rest)---\n"
    }

    @Test(
        arguments: [
            "\"[[Review]]\"", "[[Review]]", "\"[[a/Review|the review]]\"", "a/Review.md", "\"[Review](Review.md)\"",
        ],
        [true, false]
    )
    func `an occurrence with a file of its own is left to that file, in every folder`(link: String, isShared: Bool) {
        let files = snapshot(
            ["a/Review.md": series, "a/Review 27.md": occurrence(of: link, "2026-11-27")],
            isShared: isShared
        )
        #expect(files.reminder(at: "a/Review.md")?.scheduled?.description == "2026-12-04T10:00")
        #expect(files.reminder(at: "a/Review 27.md")?.scheduled?.description == "2026-11-27T10:00")
        #expect(files.asWritten.contains { $0.scheduled?.description == "2026-11-27T10:00" && $0.recurrence != nil })
    }

    @Test func `several occurrences can have files, also done and later ones`() {
        let files = snapshot([
            "Review.md": series, "1.md": occurrence(of: "Review", "2026-11-27", "status: done\n"),
            "2.md": occurrence(of: "Review", "2026-12-04"), "3.md": occurrence(of: "Review", "2026-12-18"),
        ])
        let review = files.reminder(at: "Review.md")
        #expect(review?.scheduled?.description == "2026-12-11T10:00")
        #expect(review?.skippedInstances.map(\.description).contains("2026-12-18") == true)
    }

    @Test func `what waits for an open task is blocked`() {
        let wait = "---\ntags: [task]\nblockedBy:\n  - uid: \"[[First]]\"\n    reltype: FINISHTOSTART\n---\n"
        let open = snapshot(["First.md": "---\ntags: [task]\n---\n", "Wait.md": wait])
        #expect(open.reminder(at: "Wait.md")?.isBlocked == true)
        let done = snapshot(["First.md": "---\ntags: [task]\nstatus: done\n---\n", "Wait.md": wait])
        #expect(done.reminder(at: "Wait.md")?.isBlocked == false)
    }

    @Test func `an entry without an end is being tracked`() {
        let text = "---\ntags: [task]\ntimeEntries:\n  - startTime: 2026-11-27T08:00:00Z\n---\n"
        #expect(snapshot(["a.md": text]).reminder(at: "a.md")?.task?.isTracked == true)
    }
}
