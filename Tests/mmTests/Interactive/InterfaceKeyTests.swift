import CLibrary
import MemossFiles
import TestSupport
import Testing

@testable import CivilTime
@testable import Interaction
@testable import mm

/// Each key of `mm ui` does what its command does: the same bytes, the same words.
@Suite struct InterfaceKeyTests {
    /// What a command prints and writes in a copy of the same folder.
    func compare(_ words: [String], _ stage: borrowing InterfaceStage, says messages: [String]) throws {
        let other = try InterfaceStage()
        let said = try other.run(words)
        #expect(messages == said)
        let (mine, theirs) = (try stage.files(), try other.files())
        #expect(Set(mine.keys) == Set(theirs.keys))
        for (path, bytes) in theirs where mine[path] != bytes {
            // The id of a new file or tag is random.
            let isNew = try InterfaceStage().bytes(path) == nil || path == "tags.yaml"
            #expect(isNew, "\(path) differs")
        }
    }

    @Test func `Space completes, and of a series one occurrence`() throws {
        var stage = try InterfaceStage()
        stage.go(to: "home/water-meter.md")
        stage.press(" ")
        try compare(["done", "home/water-meter.md"], stage, says: stage.messages)
        #expect(stage.interface.snapshot.reminder(at: "home/water-meter.md")?.completed != .open)
    }

    @Test func `the manual names every key`() throws {
        let page = String(decoding: try TestFiles.bytes("\(TranscriptStage.root)/docs/cli.md"), as: UTF8.self)
        let section = try #require(page.split(separator: "\n## ").first { $0.hasPrefix("mm ui") })
        let rows = section.split(separator: "\n").filter { $0.hasPrefix("|") }
        let keys = rows.compactMap { $0.split(separator: "|").first }.joined(separator: " ")
        let known = Set(keys.split { "`, ".contains($0) }.map(String.init))
        for binding in BrowserKeys.all where !["2", "3", "4"].contains(binding.names) {
            #expect(binding.names.split(separator: " ").contains { known.contains(String($0)) }, "\(binding.names)")
        }
        #expect(known.contains("b"))
    }

    /// Another program changes the folder while keys wait, so that nothing is drawn in between (#32).
    @Test(arguments: [false, true])
    func `a key acts on what was on the screen when it was pressed, or on nothing`(isRead: Bool) throws {
        let changes: [(String, (String) -> Int32)] = [
            ("deleted", { unlink($0 + "/home/water-meter.md") }),
            ("replaced by another reminder", { rename($0 + "/home/shelf.md", $0 + "/home/water-meter.md") }),
            ("completed", { system("sed -i '2a completed: 2026-11-22' '\($0)/home/water-meter.md'") }),
            ("moved", { system("sed -i 's/^scheduled:.*/scheduled: 2027-01-01/' '\($0)/home/water-meter.md'") }),
        ]
        let keys: [[Key]] = [
            [" "], ["x"], ["s"], ["d", "y"], ["S", "4", "h", .enter], ["r", "m", "o", "n", .enter],
            [":", "d", "o", "n", "e", .enter], [.enter], ["e"], ["m", " "],
        ]
        for (name, change) in changes {
            for keys in keys {
                var stage = try InterfaceStage()
                stage.go(to: "home/water-meter.md")
                _ = stage.interface.frame()
                #expect(change(stage.root) == 0)
                let before = try stage.files()
                if isRead { stage.follow() }
                var requests: [UserInterface.Request] = []
                for key in keys { requests += stage.interface.handle(key) }
                #expect(requests == [], "\(name), \(keys)")
                #expect(try stage.files() == before, "\(name), \(keys)")
                if isRead || name != "deleted" {
                    #expect(stage.messages.contains { $0.contains("meanwhile") }, "\(name), \(keys): \(stage.messages)")
                }
                // What is on the screen now can be acted on.
                stage.press(.escape, .escape)
                stage.go(to: "home/chimney.md")
                stage.press("x")
                #expect(!stage.messages.contains { $0.contains("meanwhile") }, "\(name), \(keys)")
            }
        }
    }

    @Test func `a mark does not pass to another reminder at the same path`() throws {
        var stage = try InterfaceStage()
        stage.go(to: "home/water-meter.md")
        stage.press("m")
        #expect(stage.interface.browser.marks.count == 1)
        #expect(rename(stage.root + "/home/shelf.md", stage.root + "/home/water-meter.md") == 0)
        stage.follow()
        #expect(stage.interface.browser.marks.isEmpty)
    }

    @Test func `keys typed ahead of our own edits act on their results`() throws {
        var stage = try InterfaceStage()
        stage.go(to: "home/water-meter.md")
        for key: Key in ["s", "s", "m", "s"] { _ = stage.interface.handle(key) }
        #expect(!stage.messages.contains { $0.contains("meanwhile") })
        let reminder = stage.interface.snapshot.reminder(at: "home/water-meter.md")
        #expect(try reminder?.snoozed == DateValue(parsing: "2026-11-22T09:15"))
    }

    @Test func `Space on a later occurrence completes that one, and the series does not move`() throws {
        var stage = try InterfaceStage()
        stage.press("2")
        let later = stage.interface.browser.rows.firstIndex { $0.path == "health/vitamins.md" && $0.occurrence != nil }
        let index = try #require(later)
        let day = try #require(stage.interface.browser.rows[index].occurrence)
        _ = stage.interface.handle(.action(.click(index, isCheck: false)))
        stage.press("x")
        try compare(["done", "health/vitamins.md", "--on", day.iso], stage, says: stage.messages)
    }

    @Test func `a mark on a later occurrence completes that one`() throws {
        var stage = try InterfaceStage()
        stage.press("2")
        let later = stage.interface.browser.rows.firstIndex { $0.path == "health/vitamins.md" && $0.occurrence != nil }
        let index = try #require(later)
        let day = try #require(stage.interface.browser.rows[index].occurrence)
        _ = stage.interface.handle(.action(.click(index, isCheck: false)))
        stage.press("m", " ")
        try compare(["done", "health/vitamins.md", "--on", day.iso], stage, says: stage.messages)
    }

    @Test func `marks are one edit and one undo`() throws {
        var stage = try InterfaceStage()
        for path in ["home/water-meter.md", "home/shelf.md"] {
            stage.go(to: path)
            stage.press("m")
        }
        stage.press(" ")
        #expect(stage.messages.count == 2)
        #expect(stage.interface.browser.marks.isEmpty)
        stage.press("u")
        #expect(stage.messages == ["undone: complete 2 reminders: 2 files changed"])
        let before = try InterfaceStage().files()
        #expect(try stage.files() == before)
        stage.press("R")
        #expect(stage.messages.count == 1 && stage.messages[0].hasPrefix("redone: "))
        stage.press("u", "u")
        #expect(stage.messages == ["nothing to undo"])
    }

    @Test func `what was completed is reopened, also an occurrence of a series that is open`() throws {
        let rows = try InterfaceStage().interface.browser.rows
        let completed = rows.indices.filter { rows[$0].isCompleted }
        let series = completed.filter { index in rows.contains { $0.path == rows[index].path && !$0.isCompleted } }
        #expect(!series.isEmpty && series.count < completed.count)
        for index in completed {
            var stage = try InterfaceStage()
            _ = stage.interface.handle(.action(.click(index, isCheck: false)))
            stage.press("x")
            try compare(["reopen", rows[index].path.path], stage, says: stage.messages)
        }
    }

    @Test func `a series that is marked is completed, also if an earlier occurrence is listed as completed`() throws {
        var stage = try InterfaceStage()
        let rows = stage.interface.browser.rows
        let kept = rows.last { row in row.isCompleted && rows.contains { $0.path == row.path && !$0.isCompleted } }
        let path = try #require(kept?.path.path)
        stage.go(to: path)
        stage.press("m", " ")
        #expect(stage.messages.allSatisfy { $0.hasPrefix("done: ") } && !stage.messages.isEmpty)
    }

    @Test func `X skips, and r moves to another date`() throws {
        var stage = try InterfaceStage()
        stage.go(to: "health/vitamins.md")
        stage.press("X")
        try compare(["skip", "health/vitamins.md"], stage, says: stage.messages)
        var other = try InterfaceStage()
        other.go(to: "home/water-meter.md")
        other.press("r")
        other.type("25 dec")
        #expect(other.screen.contains("Move to: 25 dec"))
        other.press(.enter)
        try compare(["edit", "home/water-meter.md", "--scheduled", "25 dec"], other, says: other.messages)
        other.press("r")
        other.type("blue moon")
        other.press(.enter)
        #expect(other.screen.contains("Move to: blue moon"), "what cannot be used can be corrected")
    }

    @Test func `C passes over what was missed of each marked series, as one edit`() throws {
        let missed = ["home/gym.md", "home/walk.md"]
        let text = { (title: String) in "---\ntitle: \(title)\nscheduled: 2026-11-18T07:00\nrecurrence: daily\n---\n" }
        var stage = try InterfaceStage(files: Dictionary(uniqueKeysWithValues: missed.map { ($0, text($0)) }))
        for path in missed {
            stage.go(to: path)
            stage.press("m")
        }
        stage.press("C")
        for path in missed {
            let reminder = try #require(stage.interface.snapshot.reminder(at: path))
            #expect(reminder.date?.description == "2026-11-23T07:00" && reminder.completeInstances.isEmpty)
        }
        stage.press("u")
        #expect(stage.bytes(missed[0]) == Array(text(missed[0]).utf8))
        // Not a series.
        var other = try InterfaceStage()
        other.go(to: "home/water-meter.md")
        other.press("C")
        try compare(["skip", "--catch-up", "home/water-meter.md"], other, says: other.messages)
    }

    @Test(arguments: ["2", "3"] as [Key])
    func `T goes to today, whichever week or month is shown`(view: Key) throws {
        var stage = try InterfaceStage()
        stage.press(view, "l", "l", "G", "T")
        let browser = stage.interface.browser
        #expect(browser.page == 0)
        let first = browser.rows.firstIndex { BrowserList.isDay($0.section, from: stage.interface.time.local.date) }
        #expect(browser.cursor == first)
        // The month has days before today.
        #expect((browser.cursor > 0) == (view == "3"))
    }

    @Test func `a command without a selector is about the row of the cursor, and its occurrence`() throws {
        var stage = try InterfaceStage()
        stage.go(to: "home/water-meter.md")
        stage.press(":")
        stage.type("edit --scheduled friday")
        stage.press(.enter)
        try compare(["edit", "home/water-meter.md", "--scheduled", "friday"], stage, says: stage.messages)
        var later = try InterfaceStage()
        later.press("2")
        let rows = later.interface.browser.rows
        let index = try #require(rows.firstIndex { $0.path == "health/vitamins.md" && $0.occurrence != nil })
        let day = try #require(rows[index].occurrence)
        _ = later.interface.handle(.action(.click(index, isCheck: false)))
        later.press(":")
        later.type("skip")
        #expect(later.screen.contains("; for '"))
        later.press(.enter)
        try compare(["skip", "health/vitamins.md", "--on", day.iso], later, says: later.messages)
        var named = try InterfaceStage()
        named.go(to: "home/water-meter.md")
        named.press(":")
        named.type("done home/shelf.md")
        named.press(.enter)
        try compare(["done", "home/shelf.md"], named, says: named.messages)
    }

    @Test func `the list asks before it completes what the filter hides`() throws {
        var stage = try InterfaceStage()
        stage.go(to: "home/water-meter.md")
        stage.press("m", "/")
        stage.type("title:shelf")
        stage.press(.enter, " ")
        #expect(stage.screen.contains("1 marked, 1 not shown"))
        #expect(stage.screen.contains("(home/water-meter.md) is marked, but not shown here"))
        let before = try InterfaceStage().files()
        #expect(try stage.files() == before)
        stage.press("n")
        #expect(stage.messages == ["nothing was changed"])
        stage.press(" ", "y")
        #expect(stage.messages.count == 1 && stage.interface.browser.marks.isEmpty)
        #expect(stage.interface.snapshot.reminder(at: "home/water-meter.md")?.completed != .open)
    }

    @Test func `an occurrence that was completed in advance is reopened where it is listed`() throws {
        let text = "---\ntitle: Vit\nscheduled: 2026-11-02T08:00\nrecurrence: weekly on monday\ncompleted: false\n"
        let lists = "complete_instances: [2026-11-16T08:00, 2026-11-23T08:00]\n---\n"
        var stage = try InterfaceStage(files: ["vit.md": text + lists])
        let index = try #require(stage.interface.browser.rows.firstIndex { $0.path == "vit.md" && $0.isCompleted })
        _ = stage.interface.handle(.action(.click(index, isCheck: false)))
        stage.press(" ")
        let after = String(decoding: stage.bytes("vit.md") ?? [], as: UTF8.self)
        #expect(after.contains("2026-11-16") && !after.contains("2026-11-23"), "\(stage.messages)")
    }

    @Test func `a filter counts reminders, not rows`() throws {
        var stage = try InterfaceStage()
        stage.press("/")
        let rows = stage.interface.browser.rows
        let count = Set(rows.map(\.path)).count
        #expect(rows.count > count && stage.screen.contains("\(count) reminders shown"))
    }

    @Test func `snoozing is for fifteen minutes, or as typed`() throws {
        var stage = try InterfaceStage()
        stage.go(to: "home/water-meter.md")
        stage.press("s")
        try compare(["snooze", "home/water-meter.md"], stage, says: stage.messages)
        for (typed, words) in [
            ("tomorrow 9am", ["until", "tomorrow", "9am"]), ("2h", ["2h"]), ("for 2 hours", ["2 hours"]),
            ("until friday", ["until", "friday"]),
        ] {
            var stage = try InterfaceStage()
            stage.go(to: "home/water-meter.md")
            stage.press("S")
            stage.type(typed)
            #expect(stage.screen.contains("→ "))
            stage.press(.enter)
            try compare(["snooze", "home/water-meter.md"] + words, stage, says: stage.messages)
        }
    }

    @Test(arguments: [
        ("S", "2h", "→ until Sun 22 Nov 11:00 (today)"), ("S", "friday", "→ until Fri 27 Nov 09:00 (in 5 days)"),
        ("S", "yesterday", "has passed"), ("S", "0m", "too short"), ("r", "8am", "→ Sat 21 Nov 2026 08:00 (yesterday)"),
        ("r", "friday", "→ Fri 27 Nov 15:00 (in 5 days)"), ("r", "fri 7pm", "→ Fri 27 Nov 19:00 (in 5 days)"),
        ("r", "all day", "→ Sat 21 Nov 2026 (yesterday)"),
    ])
    func `what is typed for a date is shown with its time, or why it will be refused`(
        key: Character,
        typed: String,
        text: String
    ) throws {
        let file = "---\ntitle: Fence\nscheduled: 2026-11-21T15:00\n---\n"
        var stage = try InterfaceStage(files: ["fence.md": file])
        stage.go(to: "fence.md")
        stage.press(.character(key))
        stage.type(typed)
        #expect(stage.screen.contains(text))
    }

    @Test func `a new time of several reminders leaves each on its day`() throws {
        var stage = try InterfaceStage()
        stage.press("m", "m", "r")
        stage.type("8am")
        #expect(stage.screen.contains("→ at 08:00, each on its day"))
    }

    @Test func `a distance moves each of several reminders from its own date`() throws {
        var stage = try InterfaceStage()
        stage.press("m", "m", "r")
        stage.type("+1w")
        #expect(stage.screen.contains("→ each by +1w, from its own date"))
    }

    @Test func `a tag that is new is marked while a line is typed, as when it is added`() throws {
        var stage = try InterfaceStage()
        stage.press("a")
        stage.type("Foo +Zzz +home")
        #expect(stage.screen.contains("→ Foo · someday · Zzz (new), Home"))
        stage.press(.enter)
        #expect(stage.messages.contains("Foo · someday · Zzz (new), Home"))
    }

    @Test func `a time that cannot be read is said while it is typed, and can be corrected`() throws {
        var stage = try InterfaceStage()
        stage.press("S")
        stage.type("frixday")
        #expect(stage.screen.contains("frixday"))
        stage.press(.enter)
        #expect(!stage.messages.isEmpty)
        if case .input(.snooze, let field) = stage.interface.browser.mode { #expect(field.text == "frixday") }
    }

    @Test func `a y deletes, and anything else keeps`() throws {
        var stage = try InterfaceStage()
        stage.go(to: "home/water-meter.md")
        stage.press("d")
        #expect(stage.screen.contains("Delete 'Read the water meter' (home/water-meter.md)? [y/N]"))
        stage.press("n")
        #expect(stage.messages == ["nothing was changed"])
        stage.press("d", "y")
        try compare(["delete", "--yes", "home/water-meter.md"], stage, says: stage.messages)
        #expect(stage.bytes("home/water-meter.md") == nil)
    }

    @Test func `a line is added with its meaning shown, and the cursor goes to it`() throws {
        var stage = try InterfaceStage()
        stage.press("a")
        stage.type("Call the plumber @tomorrow 9am +Home")
        #expect(stage.screen.contains("→ Call the plumber · Mon 23 Nov 09:00 (tomorrow) · Home"))
        stage.press(.enter)
        #expect(stage.current == "Call the plumber")
        try compare(["add", "Call the plumber @tomorrow 9am +Home"], stage, says: stage.messages)
    }

    @Test func `words that will not become the date are named while a line is typed`() throws {
        var stage = try InterfaceStage()
        stage.press("a")
        stage.type("Buy milk tomorrow")
        let text = stage.screen.split(separator: "\n").joined(separator: " ")
        #expect(
            text.contains(
                "'tomorrow' is part of the title, and the reminder has no date: to make it the date, write: @tomorrow"
            )
        )
        stage.press(.control("u"))
        stage.type("Call mum @tomorow 9am")
        #expect(stage.screen.contains("'@tomorow 9am' is not a date"))
        stage.press(.control("u"))
        stage.type("Call mum @tomorrow 9am")
        #expect(!stage.screen.contains("part of the title"))
    }

    @Test func `a title may begin with a dash`() throws {
        var stage = try InterfaceStage()
        stage.press("a")
        stage.type("-5 degrees @tomorrow")
        stage.press(.enter)
        #expect(stage.current == "-5 degrees")
    }

    @Test func `an invalid line stays to be corrected`() throws {
        var stage = try InterfaceStage()
        stage.press("a")
        stage.type("Milk @monday @tuesday")
        stage.press(.enter)
        #expect(!stage.messages.isEmpty)
        if case .input(.addition, let field) = stage.interface.browser.mode {
            #expect(field.text == "Milk @monday @tuesday")
        } else {
            Issue.record("the line is gone")
        }
        let before = try InterfaceStage().files()
        #expect(try stage.files() == before)
    }

    @Test func `tags are chosen for all marks as one edit`() throws {
        var stage = try InterfaceStage()
        for path in ["home/water-meter.md", "home/shelf.md"] {
            stage.go(to: path)
            stage.press("m")
        }
        stage.press("t")
        #expect(stage.screen.contains("Tags of 2 reminders"))
        stage.type("work,")
        stage.press(.enter)
        #expect(stage.messages == ["changed the tags of 2 reminders: 2 files changed"])
        for path in ["home/water-meter.md", "home/shelf.md"] {
            let tags = stage.interface.snapshot.reminder(at: path)?.tags ?? []
            #expect(tags.map(\.text).contains("Work") && tags.map(\.text).contains("Home"))
        }
        stage.press("u")
        let before = try InterfaceStage().files()
        #expect(try stage.files() == before)
    }
}
