import CLibrary
import MemossFiles
import Testing

@testable import Interaction
@testable import mm

extension InterfaceKeyTests {
    @Test(arguments: [
        "snooze 2h", "snooze for 2h", "snooze in 2h", "snooze -- 2h", "snooze until 11:00", "snooze 'for 2h'",
        "snooze tomorrow", "snooze next friday 9am", "snooze 'tomorrow 9am'",
    ])
    func `a snooze after a colon is about the marked reminders, whatever else has such a word`(line: String) throws {
        let text = "---\ntitle: One hour for the portfolio, 2h until 11:00\nscheduled: 2026-11-22\n---\n"
        var stage = try InterfaceStage(width: 160, files: ["other.md": text])
        let before = stage.bytes("other.md")
        stage.go(to: "home/water-meter.md")
        stage.press("m", ":")
        stage.type(line)
        #expect(stage.screen.contains("; for 'Read the water meter'"))
        stage.press(.enter)
        let isDone = stage.messages.count == 1 && stage.messages[0].hasPrefix("snoozed: Read the water meter")
        #expect(isDone, "\(stage.messages)")
        #expect(stage.bytes("other.md") == before)
        #expect(stage.interface.browser.marks.isEmpty)
    }

    @Test(arguments: [
        "edit --due friday", "edit priority=high", "edit --title 'A new name' --due friday", "done", "show", "next",
        "set priority high", "unset id", "done --dry-run", "delete",
    ]) func `a command after a colon that names no reminder is about the one at the cursor`(line: String) throws {
        var stage = try InterfaceStage(width: 160)
        stage.go(to: "home/water-meter.md")
        stage.press(":")
        stage.type(line)
        #expect(stage.screen.contains("; for 'Read the water meter'"))
        stage.press(.enter)
        #expect(stage.messages.allSatisfy { !$0.contains("SELECTOR") }, "\(stage.messages)")
    }

    @Test(arguments: ["edit wasser --due friday", "done --where tag:home", "show nobody"])
    func `a command after a colon that names reminders is about these`(line: String) throws {
        var stage = try InterfaceStage(width: 160)
        stage.go(to: "home/water-meter.md")
        stage.press(":")
        stage.type(line)
        #expect(!stage.screen.contains("; for 'Read the water meter'"))
    }

    @Test func `the lines to tick are in sight while their words are typed`() throws {
        let text = "---\ntitle: Shop\nscheduled: 2026-11-22\n---\n- [ ] eggs\n- [ ] brown rice\n- [x] milk\n"
        var stage = try InterfaceStage(width: 100, files: ["shop.md": text])
        stage.go(to: "shop.md")
        stage.press("v", "b")
        #expect(stage.screen.contains("→ [ ] eggs  [ ] brown rice"))
        stage.type("mi")
        #expect(stage.screen.contains("→ [x] milk") && !stage.screen.contains("[ ] eggs"))
        stage.type("x")
        #expect(stage.screen.contains("no line '- [ ] …' of shop.md has 'mix'"))
    }

    @Test(arguments: [["3"], ["3", "n", "T"]] as [[Key]])
    func `the calendar begins with today, whatever is overdue`(keys: [Key]) throws {
        let files = (1...9).map { ("late\($0).md", "---\ntitle: Late \($0)\nscheduled: 2026-11-1\($0)\n---\n") }
        var stage = try InterfaceStage(files: Dictionary(uniqueKeysWithValues: files))
        for key in keys { stage.press(key) }
        #expect(stage.screen.contains("Sun 22 Nov · today"), "\(stage.screen)")
    }

    @Test func `a date after a colon that selects a reminder too is refused with both readings`() throws {
        let text = "---\ntitle: Drinks on friday\nscheduled: 2026-11-22\n---\n"
        var stage = try InterfaceStage(width: 160, files: ["other.md": text])
        let before = try stage.files()
        stage.go(to: "home/water-meter.md")
        stage.press(":")
        stage.type("snooze friday")
        stage.press(.enter)
        #expect(stage.messages.first == "'friday' may be the end of the snooze, or select a reminder")
        let after = try stage.files()
        #expect(after == before)
        stage.press(.escape, ":")
        stage.type("snooze -- friday")
        stage.press(.enter)
        #expect(stage.messages.first?.hasPrefix("snoozed: Read the water meter until Fri 27 Nov") == true)
    }

    @Test func `after an undo the cursor is on what it brought back`() throws {
        for keys in [["d", "y"], ["X"], [" "], ["s"], ["r", "+", "9", "d", .enter]] as [[Key]] {
            var stage = try InterfaceStage()
            stage.go(to: "health/vitamins.md")
            let title = stage.current
            for key in keys { stage.press(key) }
            stage.press(.home, "u")
            #expect(stage.current == title, "\(keys)")
        }
    }

    @Test func `what does not repeat has nothing to catch up with, also if it is marked`() throws {
        let day = { (rest: String) in "---\ntitle: T\nscheduled: 2026-11-19\n\(rest)---\n" }
        var stage = try InterfaceStage(files: ["once.md": day(""), "pill.md": day("recurrence: daily\n")])
        stage.press("/")
        stage.type("is:overdue path:pill.md OR path:once.md")
        stage.press(.enter, "M", "C")
        #expect(stage.messages.first?.hasPrefix("skipped: T") == true, "\(stage.messages)")
    }

    @Test func `after an undo of a step of a series the cursor is on the occurrence that it brought back`() throws {
        for key in [" ", "X"] as [Key] {
            var stage = try InterfaceStage()
            stage.go(to: "health/vitamins.md")
            let index = stage.interface.browser.cursor
            stage.press(key, "u")
            #expect(stage.interface.browser.cursor == index)
            #expect(stage.interface.browser.current?.occurrence == nil)
        }
    }

    @Test func `after an undo the cursor is on the occurrence that was completed, not on another one of the series`()
        throws
    {
        let pill = "---\ntitle: Pill\nscheduled: 2026-11-19T08:00\nrecurrence: daily\n---\n"
        for key in [" ", "X"] as [Key] {
            var stage = try InterfaceStage(files: ["pill.md": pill])
            stage.press("2")
            let index = try #require(stage.interface.browser.rows.lastIndex { $0.path == "pill.md" })
            _ = stage.interface.handle(.action(.click(index, isCheck: false)))
            let mark = stage.interface.browser.current?.mark
            stage.press(key, "u")
            #expect(stage.interface.browser.current?.mark == mark && mark?.occurrence != nil)
        }
    }

    @Test func `an undo says when the edit was made, unless that was a moment ago`() throws {
        let stage = try InterfaceStage()
        try stage.run(["done", "home/water-meter.md"])
        let later = try stage.run(["undo"], now: "2026-11-23 11:00")
        #expect(later == ["undone: complete home/water-meter.md (edited yesterday 09:00)"])
        try stage.run(["redo"])
        let now = try stage.run(["undo"])
        #expect(now == ["undone: complete home/water-meter.md"])
    }

    @Test func `deleting an occurrence of a series asks about the whole series`() throws {
        var stage = try InterfaceStage()
        stage.go(to: "health/vitamins.md")
        stage.press("d")
        #expect(stage.screen.contains("Delete the whole series 'Take vitamin D' (health/vitamins.md)? [y/N]"))
    }

    /// The files after a command for each marked occurrence, the current ones first.
    private static func afterEach(_ marks: Set<Browser.Mark>, _ command: String) throws -> [String: [UInt8]] {
        let stage = try InterfaceStage()
        let day = { (mark: Browser.Mark) in mark.occurrence?.iso ?? "" }
        for mark in marks.sorted(by: { day($0) < day($1) }) {
            let on = mark.occurrence.map { ["--on", $0.iso] } ?? []
            try stage.run([command, mark.path.path] + on)
        }
        return try stage.files()
    }

    /// The store keeps 20 edits: one for each day of an agenda would push out what was done before.
    @Test(arguments: ["X", " "] as [Key])
    func `marks of several occurrences are one edit, which one undo reverts`(key: Key) throws {
        var stage = try InterfaceStage(width: 120, height: 40)
        let before = try stage.files()
        stage.press("2", "g")
        for row in stage.interface.browser.rows {
            stage.press(stage.interface.snapshot.reminder(at: row.path.path)?.recurrence != nil ? "m" : "j")
        }
        let marks = stage.interface.browser.marks
        #expect(Set(marks.map(\.occurrence)).count > 2 && Set(marks.map(\.path)).count + 5 < marks.count)
        stage.press(key)
        if case .confirmation = stage.interface.browser.mode { stage.press("y") }
        #expect(stage.interface.browser.marks.isEmpty)
        let after = try stage.files()
        #expect(after != before)
        let edits = try ReminderFolder(root: stage.root).history { _ in }
        #expect(edits.count == 1)
        if case .text = stage.interface.browser.mode { stage.press("q") }
        let commands = try Self.afterEach(marks, key == "X" ? "skip" : "done")
        #expect(after == commands, "as the command for each occurrence does")
        stage.press("u")
        let undone = try stage.files()
        #expect(undone == before)
    }

    @Test(arguments: ["add -", "note -", "edit --body -", "add X --body -", "import todotxt -", "lsp", "mcp"])
    func `a command that reads standard input is refused, because it would take the keys`(line: String) throws {
        var stage = try InterfaceStage()
        stage.go(to: "home/water-meter.md")
        let before = stage.bytes("home/water-meter.md")
        stage.press(":")
        stage.type(line)
        #expect(stage.press(.enter) == [])
        #expect(stage.messages.first?.contains("reads standard input") == true, "\(stage.messages)")
        #expect(stage.bytes("home/water-meter.md") == before)
    }

    @Test func `Escape and a key that arrive together are two keys`() throws {
        var stage = try InterfaceStage()
        stage.press("/")
        stage.type("a")
        stage.press(.alt("j"))
        #expect(stage.interface.browser.filter.isEmpty)
        #expect(stage.interface.browser.cursor == 1)
    }

    @Test func `a snooze on another occurrence than the current one is refused`() throws {
        for key in ["s", "S"] as [Key] {
            var stage = try InterfaceStage()
            let index = try #require(
                stage.interface.browser.rows.firstIndex { $0.path.path == "health/vitamins.md" && $0.occurrence != nil }
            )
            for _ in 0..<index { stage.press("j") }
            let before = stage.bytes("health/vitamins.md")
            stage.press(key)
            #expect(
                stage.messages == [
                    "only the current occurrence of a series can be snoozed: first complete or skip those before this one"
                ]
            )
            #expect(stage.bytes("health/vitamins.md") == before)
        }
    }

    @Test func `M marks what is open`() throws {
        var stage = try InterfaceStage()
        stage.press("M")
        let browser = stage.interface.browser
        #expect(browser.rows.contains { $0.isCompleted })
        let open = Set(browser.rows.filter { !$0.isCompleted }.map(\.mark))
        #expect(!browser.marks.isEmpty && browser.marks.isSubset(of: open))
        stage.press("M")
        #expect(stage.interface.browser.marks.isEmpty)
    }

    @Test func `what is wrong in the folder is said once, not after every edit`() throws {
        var stage = try InterfaceStage(files: ["broken.md": "---\ntitle: [\n---\n"])
        stage.go(to: "home/water-meter.md")
        stage.press("s")
        #expect(stage.messages.count == 1 && stage.messages[0].hasPrefix("snoozed: "), "\(stage.messages)")
    }

    @Test(arguments: ["q", "quit"]) func `a colon and q leaves`(line: String) throws {
        var stage = try InterfaceStage()
        stage.press(":")
        stage.type(line)
        #expect(stage.press(.enter) == [.quit])
    }

    @Test(arguments: [40, 80]) func `long lines of a text are wrapped, and nothing is cut`(width: Int) throws {
        let words = (1...60).map { "word\($0)" } + [String(repeating: "長い", count: 60)]
        let text = "---\ntitle: Long\nscheduled: 2026-11-22\n---\n\(words.joined(separator: " "))\n"
        var stage = try InterfaceStage(width: width, height: 60, files: ["long.md": text])
        stage.go(to: "long.md")
        stage.press("v")
        let shown = stage.screen
        for word in words.dropLast() { #expect(shown.contains(word)) }
        #expect(shown.count { $0 == "長" } == 60)
    }

    /// Every command whose first argument is a selector, without one.
    @Test(arguments: [
        ("set priority high", ["set"], ["priority", "high"]), ("unset tags", ["unset"], ["tags"]),
        ("set 'my key' '[a, b]'", ["set"], ["my key", "[a, b]"]),
        ("set --dry-run note x", ["set", "--dry-run"], ["note", "x"]),
        ("show", ["show"], []), ("next", ["next"], []), ("delete --yes", ["delete", "--yes"], []),
        ("done", ["done"], []), ("edit --title Meter", ["edit"], ["--title", "Meter"]),
    ])
    func `a command that needs a selector is about the row or the marks`(
        line: String,
        command: [String],
        rest: [String]
    ) throws {
        let paths = ["home/water-meter.md", "home/shelf.md"]
        for count in 1...2 {
            var stage = try InterfaceStage(width: 160)
            for path in paths.prefix(count) {
                stage.go(to: path)
                if count > 1 { stage.press("m") }
            }
            stage.press(":")
            stage.type(line)
            let isOne = ["show", "next"].contains(line)
            if count == 1 || !isOne {
                #expect(stage.screen.contains(count == 1 ? "; for 'Read the water" : "; for 2 marked"), "\(line)")
            }
            stage.press(.enter)
            if count > 1, isOne {
                #expect(stage.messages.first == "'mm \(line)' takes one reminder, but 2 are marked")
            } else if isOne {
                #expect(stage.screen.contains("Read the water meter"))
            } else if line != "set --dry-run note x" {
                try compare(command + paths.prefix(count) + rest, stage, says: stage.messages)
            } else {
                #expect(try stage.files() == InterfaceStage().files())
            }
        }
    }

    @Test func `tag pick after a colon is the key t`() throws {
        for line in ["tag pick", "mm  tag pick"] {
            var stage = try InterfaceStage()
            stage.go(to: "home/water-meter.md")
            stage.press("m")
            stage.go(to: "home/shelf.md")
            stage.press("m", ":")
            stage.type(line)
            #expect(stage.press(.enter) == [])
            #expect(stage.screen.contains("Tags of 2 reminders"))
        }
    }

    @Test func `global options of a command count`() throws {
        let other = try InterfaceStage(files: ["zebra.md": "---\ntitle: Zebra\nscheduled: 2026-11-22\n---\n"])
        var stage = try InterfaceStage()
        stage.press(":")
        stage.type("list zebra -C \(other.root)")
        stage.press(.enter)
        #expect(stage.messages.contains { $0.contains("Zebra") }, "\(stage.messages)")
        stage.press(":")
        stage.type("list title:shelf --json")
        stage.press(.enter)
        #expect(stage.screen.contains("\"title\""))
    }

    @Test func `an error names mm once`() throws {
        var stage = try InterfaceStage()
        stage.go(to: "home/water-meter.md")
        _ = system("rm '\(stage.root)/home/water-meter.md'")
        stage.interface.followChanges()
        stage.press("v")
        #expect(!stage.screen.contains("mm: mm:"))
    }

    @Test func `lines that are pasted into a new reminder are one each, and one edit`() throws {
        for isMarked in [true, false] {
            var stage = try InterfaceStage()
            let before = try stage.files()
            if isMarked {
                // From the list, too.
                stage.press(.paste("- [ ] Buy milk @tomorrow\r\n\r\n# Later\n- Gym @every monday +Health\n"))
            } else {
                stage.press("a")
                for line in ["- Buy milk @tomorrow", "", "- Gym @every monday +Health"] {
                    stage.type(line)
                    _ = stage.interface.handle(.enter, isFollowed: true)
                }
            }
            #expect(stage.screen.contains("→ 2 reminders: Buy milk · Mon 23 Nov (tomorrow); Gym · Mon 23 Nov"))
            #expect(try stage.files() == before)
            stage.press(.enter)
            let new = Set(try stage.files().keys).subtracting(before.keys)
            #expect(new == ["buy-milk.md", "gym.md"], "\(stage.messages)")
            stage.press("u")
            #expect(stage.messages == ["undone: add 2 reminders: 2 files changed"])
            #expect(try stage.files() == before)
        }
    }

    @Test func `a pasted line that cannot be added is named, and all of them stay`() throws {
        var stage = try InterfaceStage()
        let before = try stage.files()
        stage.press("a", .paste("Buy milk\nGym @monday @tuesday\n"))
        #expect(stage.screen.contains("line 2: "))
        stage.press(.enter)
        #expect(stage.messages.first == "1 line of what was pasted is invalid; nothing was added")
        #expect(stage.screen.contains("Add: Buy milk\\nGym @monday @tuesday"))
        #expect(try stage.files() == before)
    }

    @Test func `lines that are pasted after a colon or a slash run no keys`() throws {
        for start in [":", "/", "S", "r"] as [Key] {
            var stage = try InterfaceStage()
            let before = try stage.files()
            stage.go(to: "home/water-meter.md")
            stage.press(start)
            stage.type("tag:work")
            _ = stage.interface.handle(.enter, isFollowed: true)
            stage.type("xdy")
            guard case .input(_, let field) = stage.interface.browser.mode else {
                Issue.record("the line has ended after \(start)")
                continue
            }
            #expect(field.text == "tag:work xdy")
            #expect(try stage.files() == before)
        }
    }

    @Test func `what a command adds is where the cursor goes`() throws {
        var stage = try InterfaceStage()
        stage.press("5", ":")
        stage.type("note Zebra crossings +Garden")
        stage.press(.enter)
        #expect(stage.current == "Zebra crossings")
    }

    @Test func `keys act on the reminder of which everything is shown, but not if others are marked`() throws {
        for (key, shown) in [
            ("d", "Delete 'Read the water meter'"), ("t", "Tags of 'Read the water"), ("S", "Snooze until:"),
        ]
            as [(Key, String)]
        {
            var stage = try InterfaceStage()
            stage.go(to: "home/water-meter.md")
            stage.press("v")
            #expect(stage.screen.contains("x b e t s S X r d act on it, u undoes; q goes back"))
            stage.press(key)
            #expect(stage.screen.contains(shown))
            var other = try InterfaceStage()
            other.press("m")
            other.go(to: "home/water-meter.md")
            other.press("v", key)
            #expect(!other.screen.contains(shown))
            other.press("q", "?", key)
            #expect(!other.screen.contains(shown))
        }
    }

    @Test func `b ticks a line of the text, by its words or the first open one, and shows the text again`() throws {
        var stage = try InterfaceStage()
        let path = "home/water-meter.md"
        let text = "\n- [ ] kitchen tap\n- [ ] cellar\n"
        _ = try stage.run(["edit", path, "--body", text])
        stage.follow()
        stage.go(to: path)
        stage.press("v", "b")
        #expect(stage.screen.contains("Tick:"))
        stage.type("cellar")
        stage.press(.enter)
        #expect(stage.screen.contains("1 of 2 ticked") && stage.screen.contains("[x] cellar"))
        stage.press("b", .enter)
        #expect(stage.screen.contains("2 of 2 ticked"))
        stage.press("b", .enter)
        #expect(stage.screen.contains("has no open line"))
        stage.press(.escape, "v", "b")
        stage.type("cellar")
        stage.press(.enter)
        #expect(stage.screen.contains("1 of 2 ticked") && stage.screen.contains("[ ] cellar"))
        // Words that no line has complete no other reminder.
        let before = try stage.files()
        stage.press("b")
        stage.type("shelf")
        stage.press(.enter)
        #expect(try stage.files() == before)
    }

    @Test func `the calendar shows the day of the cursor, also a free one`() throws {
        var stage = try InterfaceStage(width: 120, height: 40)
        stage.press("3")
        #expect(stage.screen.contains("[22]"))
        stage.press(.left, .left)
        #expect(stage.screen.contains(">20"))
        stage.press(.left, .left)
        #expect(stage.screen.contains(">18") && stage.screen.contains("Wed 18 Nov 2026 · free"))
        stage.press(" ", "d")
        #expect(!stage.screen.contains("Delete"))
    }
}
