import CLibrary
import MemossFiles
import Testing

@testable import Folder
@testable import Interaction
@testable import mm

extension InterfaceKeyTests {
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

    @Test func `in a large folder a filter is listed when nobody types, and no number is that of another filter`()
        throws
    {
        var files: [String: String] = [:]
        for number in 0..<2_100 {
            let keys = "title: Item \(number)\ntags: [\(number % 2 == 0 ? "Even" : "Odd")]\nscheduled: 2026-11-01T09:00"
            files["item-\(number).md"] = "---\n\(keys)\n---\n"
        }
        var stage = try InterfaceStage(files: files)
        stage.interface.complete()
        stage.go(to: "item-1799.md")
        stage.press("/")
        #expect(stage.screen.contains("reminders shown"))
        stage.type("tag:odd")
        #expect(stage.interface.isListLate && stage.current == "Item 1799")
        #expect(stage.screen.contains("/tag:odd") && !stage.screen.contains("shown"))
        #expect(!stage.screen.split(separator: "\n")[0].contains("/"), "the rows are still those of no filter")
        // What the loop does when no key follows.
        stage.interface.listFirst()
        #expect(!stage.interface.isListLate && stage.interface.view.list.isCut)
        #expect(stage.screen.contains("1050 overdue · /tag:odd") && !stage.screen.contains("shown"))
        stage.interface.complete()
        #expect(stage.screen.contains("1050 reminders shown") && stage.current == "Item 1799")
        // A key that acts on the list finds all of it.
        stage.press(.backspace, .backspace, .backspace)
        stage.type("even")
        #expect(stage.interface.isListLate)
        stage.press(.enter, "G")
        #expect(!stage.interface.isListLate && stage.interface.browser.rows.count == 1_050)
        // Escape shows everything at once.
        stage.press("/", "x", .escape)
        #expect(!stage.interface.isListLate && stage.interface.browser.rows.count > 2_100)
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

    @Test func `Return on a filter that is not valid stays in its line, which can be corrected`() throws {
        var stage = try InterfaceStage()
        stage.press("/")
        stage.type("due:nonsense")
        stage.press(.enter)
        #expect(stage.screen.contains("'nonsense' is not a date"))
        for _ in "nonsense" { stage.press(.backspace) }
        stage.type("week")
        stage.press(.enter)
        #expect(stage.interface.browser.filter == "due:week")
        if case .list = stage.interface.browser.mode {} else { Issue.record("the line is still open") }
    }

    @Test func `a filter that finds nothing names a misspelt key or tag`() throws {
        var stage = try InterfaceStage()
        for (filter, hint) in [
            ("tga:work", "no file has the key 'tga': did you mean 'tag'?"),
            ("tag:wrok", "no reminder has the tag 'wrok': did you mean 'Work'?"),
            ("overdue", "'overdue' is searched for as text: did you mean is:overdue?"),
            ("#work", "'#work' is searched for as text: did you mean tag:work?"),
            ("due:2026-11-22..2026-12-31", "no deadline matches, but the dates of"),
            ("is:today tag:shopping", "0 reminders"),
        ] {
            stage.press("/", .control("u"))
            stage.type(filter)
            #expect(stage.screen.contains(hint), "\(filter)")
            stage.press(.escape)
        }
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
        #expect(stage.screen.contains("1 marked, 1 not shown"))
        stage.press("s", "y")
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
            ("list", false), ("add Milk --body -", false),
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
