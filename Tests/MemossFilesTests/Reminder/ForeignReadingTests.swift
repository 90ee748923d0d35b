import TestSupport
import Testing

@testable import MemossFiles

/// Keys and values that other tools read and `mm` does not.
@Suite struct ForeignReadingTests {
    private func problems(_ text: String) -> [String] {
        ReminderDecoder.decode([UInt8](text), path: "a.md", explaining: true).problems.map {
            "\($0.line ?? 0):\($0.column ?? 0) \($0.id.rawValue)"
        }
    }

    private func front(_ text: String) -> [String] { problems("---\n\(text)\n---\n") }

    @Test func `keys of other tools, and capitals`() {
        #expect(front("deadline: soon\ntag: x") == ["2:1 foreign-key", "3:1 foreign-key"])
        #expect(front("Tags: x\nStatus: 1\nDue: 1") == ["2:1 foreign-key", "3:1 foreign-key", "4:1 foreign-key"])
        #expect(front("due: 2026-11-22") == [])
        #expect(front("title: a\ncompletedDate: 2026-11-22\npriority: low\naliases: [due]\nx: {due: 1}") == [])
    }

    @Test func `a misspelt key of a reminder is a warning with the right key`() {
        for (key, right) in [
            ("recurrance", "recurrence"), ("untill", "until"), ("timezon", "timezone"), ("titel", "title"),
            ("recurence_anchor", "recurrence_anchor"), ("complete_instance", "complete_instances"),
            ("snozed", "snoozed"), ("completed_instances", "complete_instances"), ("titles", "title"),
            ("Recurrence", "recurrence"), ("UNTIL", "until"), ("Title", "title"), ("CompletedDate", "completedDate"),
            ("Complete_Instances", "complete_instances"), ("Tags", "tags"),
        ] {
            let text = "---\nscheduled: 2026-11-22\n\(key): x\n---\n"
            let found = ReminderDecoder.decode(Array(text.utf8), path: "a.md", explaining: true).problems
            #expect(found.map(\.id) == [.unknownKey] && found.first?.suggestion == right, "\(key): \(found)")
            let isCase = key.lowercased() == right.lowercased()
            #expect(front("\(key): x") == (isCase ? ["2:1 foreign-key"] : []), "a note may have any key")
        }
        #expect(
            front("due: 2026-11-22\ntag: x\nstate: y\ncomplete: 50\nlocation: z\npriority: 1") == ["3:1 foreign-key"]
        )
    }

    /// What has a value that says when, or nearly, and where it is lost.
    @Test func `a date under a misspelt key needs attention, in a reminder and a note, if the right key is absent`() {
        for (key, right) in [
            ("sheduled", "scheduled"), ("Scheduled", "scheduled"), ("SCHEDULED", "scheduled"),
            ("schedule", "scheduled"),
            ("Due", "due"), ("DUE", "due"), ("du", "due"),
        ] {
            for value in [
                "2026-12-04", "2026-12-04T09:00", "2026-02-30", "2026-1-5", "5.12.2026", "tomorrow", "next friday 9am",
            ] {
                let isWord = key == "schedule" && value.first?.isNumber == false
                for other in ["title: T", "tags: [task]", "completed: false", "id: x", "\(right):"] {
                    let text = "---\n\(other)\n\(key): \(value)\n---\n"
                    let output = ReminderDecoder.decode(Array(text.utf8), path: "a.md")
                    #expect(output.reminder?.isBroken == !isWord, "\(text)")
                    #expect(output.problems.map(\.suggestion) == (isWord ? [] : [right]), "\(text)")
                    let told = problems(text)
                    #expect(
                        isWord || told == ["3:1 unknown-key"],
                        "\(text) \(told)"
                    )
                }
                let text = "---\n\(right): 2026-12-01\n\(key): \(value)\n---\n"
                #expect(ReminderDecoder.decode(Array(text.utf8), path: "a.md").problems.isEmpty, "the date is there")
            }
            for value in [
                "soon", "1", "yes", "", "[soon, 2026-12-04]", "{a: 2026-12-04}", "see the plan of 2026-12-04",
            ] {
                let text = "---\ntitle: T\n\(key): \(value)\n---\n"
                #expect(ReminderDecoder.decode(Array(text.utf8), path: "a.md").reminder?.isNote == true, "\(text)")
            }
        }
    }

    @Test func `a word that files have for other reasons is a misspelt key only with a value that fits`() {
        for (line, isMeant) in [
            ("complete: true", true), ("complete: 2026-11-20", true), ("complete: 50", false), ("complete: [a]", false),
            ("titles: [a]", false), ("titles: T", true), ("schedule: weekly", false), ("Complete: yes", true),
        ] {
            #expect(front("due: 2026-12-01\n\(line)") == (isMeant ? ["3:1 unknown-key"] : []), "\(line)")
            #expect(front(line) == [], "\(line)")
        }
        #expect(front("due: 2026-12-01\ncompleted: false\ncomplete: true\ntitle: T\ntitles: U") == [])
    }

    @Test func `a note with a date under a misspelt key of a reminder needs attention, with a query and without`() {
        for key in [
            "sheduled", "schedule", "scheduld", "schedueld", "shceduled", "deu", "dur", "dus", "dye", "sue", "Cue",
            "-scheduled", "(due)", "due-", "/due/",
        ] {
            let text = "---\nid: x\ntitle: T\n\(key): 2026-12-04\n---\n"
            let output = ReminderDecoder.decode(Array(text.utf8), path: "a.md")
            #expect(output.reminder?.isBroken == true, "\(key)")
            #expect(
                output.problems.first?.suggestion == (key.contains("sch") || key.hasPrefix("sh") ? "scheduled" : "due")
            )
            #expect(front("\(key): 2026-12-04") == ["2:1 unknown-key"])
            #expect(front("\(key): soon") == [])
        }
        // A list that contains itself by an alias has no first value.
        for text in ["sheduled: &a [*a]", "Due: &a [[*a]]", "scheduld: &a\n- - - *a"] {
            let output = ReminderDecoder.decode(Array("---\n\(text)\n---\n".utf8), path: "a.md")
            #expect(output.reminder?.isNote == true && output.problems.isEmpty, "\(text)")
        }
        for value in [
            "[2026-12-01]", "\n  - 2026-12-01", "'[[2026-12-01]]'", "[[2026-12-01]]", "20261201", "1796079600",
            "2026/12/01",
        ] {
            let output = ReminderDecoder.decode(Array("---\nsheduled: \(value)\n---\n".utf8), path: "a.md")
            #expect(output.reminder?.isBroken == true, "\(value)")
        }
        for key in ["date", "dues", "summary", "subtitle", "source", "created_at", "scheme"] {
            #expect(
                ReminderDecoder.decode(Array("---\n\(key): 2026-12-04\n---\n".utf8), path: "a.md").problems.isEmpty,
                "\(key)"
            )
        }
    }

    @Test func `a date under another tool's key is a warning where the file says nothing else`() {
        for (key, own) in [
            ("due_date", "due"), ("dueDate", "due"), ("due-date", "due"), ("due date", "due"), ("DueDate", "due"),
            ("deadline", "due"), ("scheduled_date", "scheduled"), ("remind_at", "scheduled"), ("reminder", "scheduled"),
        ] {
            let text = "---\n\(key): 2026-12-04\n---\n"
            let found = ReminderDecoder.decode(Array(text.utf8), path: "a.md", explaining: true).problems
            #expect(found.map(\.id) == [.unknownKey] && found.first?.suggestion == own, "\(key): \(found)")
            // A second date is a deadline or an alarm; the same one is no loss.
            #expect(front("scheduled: 2026-12-01\n\(key): 2026-12-04").first?.hasSuffix("key") == true)
            #expect(front("scheduled: 2026-12-04\ndue: 2026-12-04\n\(key): 2026-12-04") == ["4:1 foreign-key"])
            #expect(front("\(key): soon") == ["2:1 foreign-key"])
        }
        for key in ["rrule", "repeat", "recur", "recurring"] {
            #expect(front("scheduled: 2026-12-01\n\(key): weekly") == ["3:1 unknown-key"], "\(key)")
            #expect(front("scheduled: 2026-12-01\nrecurrence: daily\n\(key): weekly") == ["4:1 foreign-key"])
            #expect(front("scheduled: 2026-12-01\n\(key): true") == ["3:1 foreign-key"])
            #expect(front("\(key): weekly") == ["2:1 foreign-key"])
        }
    }

    @Test(arguments: [
        ("scheduled: 11-27\ndue_date: 2026-12-05", "due"), ("scheduled: 2026-11-27\ndeadline: 2026-12-05", "due"),
        ("due: 2026-12-05\nscheduled_date: 2026-12-01", "scheduled"),
        ("scheduled: 2026-11-27\nremind_at: 2026-11-26T18:00", "reminders"),
        ("scheduled: 2026-11-27\nreminder: 15 min before", "reminders"),
        ("scheduled: 2026-11-27\nalarms: [15 min before, 1 day before]", "reminders"),
        ("due: 2026-11-27\nremind_at: 2026-11-26", "scheduled"),
    ]) func `a deadline or an alarm under another tool's key is a warning beside a date`(fields: String, own: String) {
        let text = "---\n\(fields)\n---\n"
        let found = ReminderDecoder.decode(Array(text.utf8), path: "a.md", explaining: true).problems
        #expect(found.last?.id == .unknownKey && found.last?.suggestion == own, "\(found)")
    }

    @Test func `an alarm that is off, or that the file has already, is no warning`() {
        for fields in ["alarm: true", "notify: none", "alert: high", "reminders: 1 day before\nreminder: 1 day before"]
        {
            #expect(!front("scheduled: 2026-12-01\n\(fields)").contains { $0.hasSuffix("unknown-key") }, "\(fields)")
        }
    }

    @Test func `what notes have for other reasons is never a warning`() {
        for key in ["date", "start", "startDate", "start_date", "start time", "wait", "defer", "completion"] {
            #expect(front("\(key): 2026-12-04") == ["2:1 foreign-key"], "\(key)")
        }
        for key in ["start", "wait", "threshold", "completion", "defer", "starts", "end", "remainder", "dates"] {
            #expect(front("\(key): 1815") == [], "\(key)")
        }
    }

    @Test func `no-break spaces and typographic quotes in a key are seen`() {
        for key in [
            "\u{A0}\u{A0}scheduled", "scheduled\u{A0}", "\u{3000}due", "sche\u{200B}duled", "‘due’", "“scheduled”",
        ] {
            let text = "---\ntitle: T\n\(key): 2026-12-04\n---\n"
            let output = ReminderDecoder.decode(Array(text.utf8), path: "a.md")
            #expect(output.reminder?.isBroken == true, "\(key.debugDescription)")
            #expect(
                output.problems.first?.suggestion
                    == (key.contains("due") && !key.contains("sche") ? "due" : "scheduled")
            )
        }
    }

    @Test func `a list with other dashes is shown as the list that was meant`() {
        for list in ["tags:\n  \u{2013} a\n  \u{2013} b", "tags:\n  -a\n  -b", "tags: \u{2014} a \u{2014} b"] {
            let found = ReminderDecoder.decode(Array("---\n\(list)\n---\n".utf8), path: "a.md", explaining: true)
                .problems
            #expect(found.first { $0.id == .blankSeparatedTags }?.suggestion == "[a, b]", "\(found)")
        }
    }

    @Test func `a status that TaskNotes does not have by default`() {
        #expect(front("status: waiting\ncompleted: false") == ["2:9 foreign-key"])
        for status in ["open", "Done", "in-progress", "None", "true", "false", "", "~", "[waiting]", "CANCELLED"] {
            #expect(front("status: \(status)\ncompleted: false") == [], "\(status)")
        }
        #expect(front("status: waiting") == [], "a note has a status of its own")
    }

    @Test func `a single string of words without a comma`() {
        #expect(front("tags: a b") == ["2:7 blank-separated-tags"])
        #expect(front("tags: 'a b'") == ["2:7 blank-separated-tags"])
        for tags in ["a", "a b, c", "[a b]", "", "\n- a b", "' a '"] {
            #expect(front("tags: \(tags)") == [], "\(tags)")
        }
    }

    @Test func `tags in the text`() {
        #expect(problems("Buy #milk and #eggs\n") == ["1:5 text-tag"])
        #expect(problems("---\ntitle: a\n---\n\n#milk") == ["5:1 text-tag"])
        #expect(problems("  :a:b-c:  \r\n") == ["1:3 text-tag"])
        #expect(problems("x #ünï/2") == ["1:3 text-tag"])
        for text in [
            "# Heading\n## Two\n", "Issue #12 and #1/2\n", "a#b https://x.y/#z\n", "`#code` and ` #more `\n", "##x\n",
            "```sh\n#!/bin/sh\nx #y\n```\n", "~~~\n#a\n```\n#b\n~~~\n", ":rain:\n", "12:30:45\n", ":a b:c:\n", "#\n",
            "::a::\n",
        ] { #expect(problems(text) == [], "\(text)") }
    }

    @Test func `reading alone gives no warning`() {
        let text = [UInt8]("---\ndeadline: 1\ntags: a b\n---\n#x\n")
        #expect(ReminderDecoder.decode(text, path: "a.md").problems.isEmpty)
    }

    @Test func `hostile files take linear time`() {
        let keys = (0..<20_000).map { "due\($0): 1\n" }.joined()
        let texts = [
            "---\n\(keys)---\n", String(repeating: "#", count: 1 << 20), String(repeating: ":a", count: 1 << 19),
            String(repeating: "`#a", count: 1 << 19), String(repeating: "```\n", count: 1 << 18),
            "---\ntags: \(String(repeating: "a ", count: 1 << 18))\n---\n",
        ]
        for text in texts { #expect(processorTime { _ = problems(text) } < .seconds(20)) }
    }
}
