import CLibrary
import MemossFiles
import Testing

@testable import mm

/// Each key of `mm ui` does what its command does: the same bytes, the same words.
@Suite struct InterfaceKeyTests {
    /// What a command prints and writes in a copy of the same folder.
    private func compare(_ words: [String], _ stage: borrowing InterfaceStage, says messages: [String]) throws {
        let other = try InterfaceStage()
        let parsed = try Grammar.mm.parse(
            ["--directory", other.root, "--now", "2026-11-22 09:00", "--timezone", "Europe/Paris"] + words
        )
        guard case .run(let invocation) = parsed else { throw InterfaceStage.Failure(description: "no command") }
        let console = Console(recordingFor: TerminalSize(width: 80, height: 24), Painter(.none))
        var session = Session(invocation.globals, isEditing: invocation.isEdit, console: console)
        _ = MM.run(invocation, &session)
        #expect(messages == session.console.takeMessages().map(\.text))
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
        #expect(stage.messages == ["changed tags: 2 files changed"])
        for path in ["home/water-meter.md", "home/shelf.md"] {
            let tags = stage.interface.snapshot.reminder(at: path)?.tags ?? []
            #expect(tags.map(\.text).contains("Work") && tags.map(\.text).contains("Home"))
        }
        stage.press("u")
        let before = try InterfaceStage().files()
        #expect(try stage.files() == before)
    }

    @Test func `a filter narrows every view at once, and Escape shows all again`() throws {
        var stage = try InterfaceStage()
        let all = stage.interface.browser.rows.count
        stage.press("/")
        stage.type("tag:bi")
        stage.press(.tab)
        #expect(stage.interface.browser.filter == "tag:Bills ")
        let count = stage.interface.browser.rows.count
        #expect(count > 0 && count < all)
        stage.press(.enter)
        for view in ["2", "3", "4", "5", "1"] as [Key] {
            stage.press(view)
            let paths = stage.interface.browser.rows.map(\.path.path)
            let tags = paths.compactMap { stage.interface.snapshot.reminder(at: $0)?.tags.map(\.text) }
            #expect(tags.allSatisfy { $0.contains("Bills") }, "\(view)")
        }
        stage.press(.escape)
        #expect(stage.interface.browser.rows.count == all)
    }

    @Test func `a filter that is not valid yet leaves the list, and says why`() throws {
        var stage = try InterfaceStage()
        stage.press("/")
        stage.type("tag:Bills is")
        let rows = stage.interface.browser.rows
        stage.type(":overdu")
        #expect(stage.interface.browser.rows == rows && stage.interface.fault != nil)
        #expect(stage.screen.contains("overdu"))
        #expect(stage.interface.fault != nil)
        stage.type("e")
        #expect(stage.interface.fault == nil && !stage.interface.browser.rows.isEmpty)
    }

    @Test func `a filter finds words of bodies and any key, also in files that change later`() throws {
        var stage = try InterfaceStage()
        stage.press("/")
        stage.type("bicycles")
        #expect(stage.interface.browser.rows.map(\.path.path) == ["home/water-meter.md"])
        stage.press(.enter, " ")
        #expect(stage.interface.browser.rows.map(\.path.path) == ["home/water-meter.md"], "now completed")
    }

    @Test func `marks act on what they were put on, whatever is shown`() throws {
        var stage = try InterfaceStage()
        stage.go(to: "home/bins.md")
        stage.press("m", "5")
        #expect(stage.screen.contains("1 marked"))
        stage.press("s")
        #expect(stage.interface.snapshot.reminder(at: "home/bins.md")?.snoozed != nil)
    }

    @Test func `a command shows what it prints, and changes the list`() throws {
        var stage = try InterfaceStage()
        stage.press(":")
        stage.type("list tag:bills")
        stage.press(.enter)
        #expect(stage.screen.contains("Pay the rent"))
        stage.press("q", ":")
        stage.type("mm set shelf priority high")
        stage.press(.enter)
        try compare(["set", "shelf", "priority", "high"], stage, says: stage.messages)
        stage.press(":")
        stage.type("nonsense")
        stage.press(.enter)
        #expect(stage.messages.first == "'nonsense' is not a command")
    }

    @Test func `many messages are a text of their own, and none can control the terminal`() throws {
        var stage = try InterfaceStage(height: 8)
        stage.press("/")
        stage.type("tag:bills")
        stage.press(.enter, "M", "s")
        #expect(stage.screen.hasPrefix("Output\n"))
        let first = stage.screen
        stage.press("G")
        #expect(stage.screen != first && stage.screen.contains("snoozed: "))
        stage.press("q", ":")
        stage.type("list nothing\u{9B}2J\u{202E}")
        stage.press(.enter)
        stage.press("q", ":")
        stage.type("add x\u{9B}2J\u{202E} --note")
        stage.press(.enter)
        let shown = stage.interface.frame().lines.flatMap { $0 }.map(\.text).joined().unicodeScalars
        #expect(shown.contains("x") && !shown.contains("\u{9B}") && !shown.contains("\u{202E}"))
    }

    @Test func `commands that ask get the terminal, and others do not`() throws {
        var stage = try InterfaceStage()
        for (line, asks) in [
            ("edit shelf", true), ("edit shelf --title X", false), ("pick", true), ("tag pick shelf", true),
            ("delete shelf", true), ("delete shelf --yes", false), ("tag delete Work", true),
            ("tag color Work", true), ("tag color Work teal", false), ("done --where tag:work", true),
            ("done shelf", false), ("add", true), ("add Milk", false), ("add Milk --edit", true), ("notify", true),
            ("list", false), ("add Milk --body -", true),
        ] {
            #expect(stage.interface.needsTerminal(.run(line)) == asks, "\(line)")
        }
        stage.go(to: "home/shelf.md")
        #expect(stage.press("e") == [.lend(.edit("home/shelf.md"))])
        stage.press(":")
        stage.type("ui")
        #expect(stage.press(.enter) == [])
        #expect(stage.messages.first == "this is 'mm ui' already")
    }

    @Test func `commands, states and tags are completed`() throws {
        var stage = try InterfaceStage()
        for (start, typed, completed) in [
            (":" as Key, "agen", "agenda "), (":", "tag ren", "tag rename "), (":", "done wate", "done water"),
            ("/", "is:compl", "is:completed "), ("/", "-tag:gar", "-tag:Gar"), ("a", "Buy @tomor", "Buy @tomorrow "),
            ("a", "Buy +Hea", "Buy +Health "), ("S", "tomor", "tomorrow "),
        ] {
            stage.press(start)
            stage.type(typed)
            stage.press(.tab)
            if case .input(_, let field) = stage.interface.browser.mode {
                let shown = field.text + (stage.interface.browser.completion?.candidates.joined(separator: "|") ?? "")
                #expect(shown.contains(completed.replacing(#/ $/#, with: "")), "\(typed): \(shown)")
            }
            stage.press(.escape)
        }
    }

    @Test func `changes by other programs are shown, and the cursor stays on its reminder`() throws {
        var stage = try InterfaceStage()
        stage.go(to: "home/shelf.md")
        #expect(stage.current == "Put up the shelf in the hall")
        let text = "---\ntitle: Aaa\nscheduled: 2026-11-01\n---\n"
        try Directory.createFile("\(stage.root)/new.md", Array(text.utf8))
        stage.interface.readOwnChanges()
        #expect(stage.interface.snapshot.reminder(at: "new.md") != nil)
        #expect(stage.current == "Put up the shelf in the hall")
        unlink("\(stage.root)/home/shelf.md")
        stage.interface.readOwnChanges()
        #expect(stage.interface.snapshot.reminder(at: "home/shelf.md") == nil)
        #expect(stage.current != nil)
    }

    @Test func `a file that cannot be read is said and listed`() throws {
        var stage = try InterfaceStage()
        try Directory.createFile("\(stage.root)/bad.md", Array("---\ntitle: \"x\n---\n".utf8))
        stage.interface.readOwnChanges()
        #expect(stage.screen.contains("Needs attention (1)"))
        #expect(stage.messages == ["1 file could not be read: see 'mm check'"])
    }

    @Test func `an edit that fails says so, and keeps the list`() throws {
        var stage = try InterfaceStage()
        stage.press("5", " ")
        #expect(stage.messages.first?.contains("is a note") == true)
        #expect(stage.interface.browser.messages.first?.kind == .error)
    }

    @Test func `a new minute moves what is due`() throws {
        var stage = try InterfaceStage()
        #expect(stage.screen.hasPrefix("Sun 22 Nov · 9 overdue · 2 today"))
        let time = stage.interface.time
        let late = try time.when("2026-11-22 23:30").value
        stage.interface.time.now = late.instant(in: time.zone, allDayAt: .midnight)
        stage.interface.list()
        #expect(stage.screen.hasPrefix("Sun 22 Nov · 10 overdue · 1 today"))
    }
}
