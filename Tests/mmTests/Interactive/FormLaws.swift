import CLibrary
import MemossFiles
import TestSupport
import Testing

@testable import CivilTime
@testable import Interaction
@testable import Text
@testable import mm

/// What a form writes is what `mm edit` writes with the options that say the same, byte for byte.
@Suite struct FormLaws {
    private static let registry = "Garden: moss\nWork: blue\n"
    private static let files = [
        "plain.md": "---\ntitle: Bins   # out\ntags: [Work, Garden]\nscheduled: 2026-11-23T19:30\n---\nText\n",
        "series.md": """
        ---
        # A series with everything.
        title: "Gym"
        tags:
          - Work
        scheduled: '2026-11-24 18:00'
        due: 2026-12-31
        recurrence: FREQ=WEEKLY;BYDAY=TU,TH   # twice
        until: 2027-01-31
        snoozed: 2026-11-24T19:00
        missed: skip
        priority: high
        complete_instances: [2026-11-19 18:00]
        ---

        # Gym

        Bring a towel.
        """,
        "due.md": "---\ntitle: Report\ndue: 2026-11-27T17:00+01:00\n---\n",
        "zone.md":
            "---\ntitle: Call\nscheduled: 2026-11-24T09:00Z\ntimezone: Asia/Tokyo\nrecurrence: weekly\n---\nText",
        "day.md": "---\r\ntitle: Trip\r\nscheduled: 2026-12-24\r\nrecurrence: monthly on 24\r\n---\r\nA\r\nB\r\n",
        "someday.md": "---\ntitle: Learn\ncompleted: false\n---\n\n\nLater.\n",
        "note.md": "# A note\n\nWith text.\n",
        "counted.md":
            "---\ntitle: Filter\nscheduled: 2026-11-20\nrecurrence: every 3 months\nrecurrence_anchor: completion\n---\n",
        "odd.md": "---\ntitle: Odd\nscheduled: soon\nrecurrence: sometimes\ncompleted: false\n---\n",
    ]

    private struct Case: Sendable {
        let change: @Sendable (inout ReminderForm) -> Void
        let options: @Sendable (Reminder) -> [String]?
    }

    @Sendable private static func date(_ reminder: Reminder) -> String {
        reminder.dateKey == "due" ? "--due" : "--scheduled"
    }

    private static let cases: [Case] =
        [
            Case { _ in
            } options: { _ in
                ["--anchor="]
            },
            Case {
                $0.set(.title, to: "New: 'title' #1")
            } options: { _ in
                ["--title", "New: 'title' #1"]
            },
            Case {
                $0.set(.title, to: " ")
            } options: { _ in
                ["--title", " "]
            },
            Case {
                $0.choose(.never)
            } options: {
                $0.recurrence == nil ? nil : ["--no-recurrence"]
            },
            Case {
                $0.choose(.daily)
            } options: {
                ["--recurrence", "daily"] + end($0)
            },
            Case {
                $0.set(.day, to: "")
                $0.set(.time, to: "")
            } options: {
                $0.date == nil ? nil : ["--no" + date($0).dropFirst()]
            },
            Case {
                $0.set(.time, to: "")
            } options: {
                $0.date?.isAllDay == false ? [date($0), "all day"] : nil
            },
            Case {
                $0.set(.day, to: "friday")
                $0.set(.time, to: "10:15")
            } options: {
                [date($0), "friday 10:15"]
            },
            Case {
                $0.set(.end, to: "")
            } options: {
                $0.until == nil ? nil : ["--no-until"]
            },
        ]
        + ["friday", "2026-12-24", "in 2 weeks", "tomorrow 9am", "yesterday", "some day"].map { text in
            Case {
                $0.set(.day, to: text)
            } options: {
                [date($0), text]
            }
        }
        + ["4 dec", "2026-12-01T08:00", "some day", ""].map { text in
            Case {
                $0.set(.deadline, to: text)
            } options: {
                if text.isEmpty { return $0.separateDeadline == nil ? nil : ["--no-due"] }
                return $0.dateKey == "due" ? nil : ["--due", text]
            }
        }
        + ["14:30", "9am", "midnight"].map { text in
            Case {
                $0.set(.time, to: text)
            } options: {
                [date($0), text]
            }
        }
        + [
            "every 2 weeks", "every other friday at 9:00", "daily until 1 jan 2027", "3 days after completion",
            "never ever",
        ]
        .map { text in
            Case {
                $0.set(.repeats, to: text)
            } options: {
                ["--recurrence", text] + (text.contains("until") ? [] : end($0))
            }
        }
        + ["2027-03-01", "31 dec", "yesterday", "2026-11-01"].map { text in
            Case {
                $0.set(.end, to: text)
            } options: {
                $0.recurrence == nil ? nil : ["--until", text]
            }
        }
        + ["", "One", "One\n\nTwo\n"].map { text in
            Case {
                $0.set(.note, to: text)
            } options: { _ in
                text.isEmpty ? ["--no-body"] : ["--body", text]
            }
        }

    /// A rule that is chosen keeps the end that the form shows.
    @Sendable private static func end(_ reminder: Reminder) -> [String] {
        reminder.until.map { ["--until", $0.description] } ?? []
    }

    @Test func `every change in a form is the edit of the option`() throws {
        let stage = try TranscriptStage.with("empty")
        var script = "printf '%s' \(EveryCommand.quoted(Self.registry)) > tags.yaml\n"
        var contents = [TagRegistry.fileName: Array(Self.registry.utf8)]
        for (path, text) in Self.files {
            script += "printf '%s' \(EveryCommand.quoted(text)) > \(path)\n"
            contents[path] = Array(text.utf8)
        }
        let zone = try ZoneDatabase().zone(named: "Europe/Paris")
        let tokyo = try ZoneDatabase().zone(named: "Asia/Tokyo")
        let day = try #require(CivilDate(year: 2026, month: 11, day: 21))
        let now = CivilDateTime(day, try #require(CivilTime(hour: 8, minute: 0)))
        let time = TimeContext(
            now: zone.instant(of: now),
            zone: zone,
            zones: ["Asia/Tokyo": tokyo],
            allDayAt: try #require(CivilTime(hour: 9, minute: 0))
        )
        let snapshot = Snapshot(files: contents)
        let context = EditContext(snapshot, files: FileValues(contents), zones: ZoneDatabase())
        var expected: [(name: String, digest: String)] = []
        for (path, bytes) in contents.sorted(by: { $0.key < $1.key }) where path != TagRegistry.fileName {
            let keys = ReminderForm.shownKeys
            let decoded = ReminderDecoder.decode(bytes, path: path, keeping: .whole, keys: keys)
            let reminder = try #require(decoded.reminder)
            for one in Self.cases {
                guard let options = one.options(reminder) else { continue }
                var form = ReminderForm(
                    of: reminder,
                    decoded.problems,
                    from: TagSuggestions(snapshot, today: time.local.date),
                    at: time
                )
                one.change(&form)
                // A text with line ends that would change is not edited here.
                if !form.isNoteEditable, options.contains(where: { $0.hasSuffix("body") }) { continue }
                let words = options == ["--anchor="] ? ["--untag", "x"] : options
                let line = words.map(EveryCommand.quoted).joined(separator: " ")
                script += "mm edit \(path) \(line) --dry-run --json 2>/dev/null >out; "
                script += "echo $? $(grep '\"path\": \"\(path)\"' out | sed 's/.*\"after\": \"//; s/\".*//')\n"
                expected.append(("\(path) \(words)", Self.outcome(of: form, path, in: context)))
            }
        }
        let lines = try stage.run(script)
        try #require(lines.count == expected.count)
        for (line, (name, digest)) in zip(lines, expected) { #expect(line == digest, "\(name)") }
        #expect(expected.count { $0.digest.count > 3 } > 120)
        #expect(expected.contains { $0.digest == "64" } && expected.contains { $0.digest == "0" })
    }

    /// The status of the command and the digest of the file.
    private static func outcome(of form: ReminderForm, _ path: String, in context: EditContext) -> String {
        var form = form
        guard form.handle(.save) == [.save], let change = form.change() else { return "64" }
        let update = ReminderUpdate(of: path, change, today: form.time.local.date) { "id" }
        guard let plan = try? update.plan(in: context), plan.skipped.isEmpty else { return "2" }
        return (["0"] + plan.edits.compactMap { $0.after.map { SHA256.hex($0) } }).joined(separator: " ")
    }
}
