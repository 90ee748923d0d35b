import CLibrary
import MemossFiles
import Testing

@testable import Interaction
@testable import mm

/// What people type before they look.
extension InterfaceKeyTests {
    @Test(arguments: ["r", "S"] as [Key])
    func `a date typed after a refused key changes nothing`(key: Key) throws {
        var stage = try InterfaceStage()
        stage.press("2")
        let later = stage.interface.browser.rows.firstIndex { $0.path == "health/vitamins.md" && $0.occurrence != nil }
        _ = stage.interface.handle(.action(.click(try #require(later), isCheck: false)))
        let before = try stage.files()
        stage.press(key)
        stage.type("mon 7 dec xed6pm")
        #expect(stage.screen.contains("What you type is ignored."))
        stage.press(.enter)
        let after = try stage.files()
        #expect(after == before && stage.interface.browser.marks.isEmpty)
        if case .list = stage.interface.browser.mode {} else { Issue.record("the list is not shown") }
    }

    @Test func `what is typed after a form or a tag field that cannot open changes nothing`() throws {
        for key in [.enter, "t"] as [Key] {
            var stage = try InterfaceStage(files: ["broken.md": "---\ntitle: [\n---\n"])
            stage.go(to: "broken.md")
            let before = try stage.files()
            // Without a terminal, the form cannot open.
            for request in stage.press(key) {
                guard case .lend(let effect) = request else { continue }
                stage.interface.run(effect)
            }
            stage.type("xd")
            #expect(!stage.messages.isEmpty)
            stage.press(.escape)
            let after = try stage.files()
            #expect(after == before)
        }
    }

    @Test func `a command that is not understood stays, so that what is typed next corrects it`() throws {
        var stage = try InterfaceStage()
        stage.go(to: "home/water-meter.md")
        stage.press(":")
        stage.type("tag color Home nocolour")
        stage.press(.enter)
        let before = try stage.files()
        #expect(stage.messages.contains { $0.contains("nocolour") }, "\(stage.messages)")
        for _ in "nocolour" { stage.press(.backspace) }
        stage.type("pink")
        stage.press(.enter)
        #expect(stage.messages.map { $0.contains("Home") } == [true], "\(stage.messages)")
        let changed = try stage.files().filter { before[$0.key] != $0.value }.keys
        #expect(Array(changed) == ["tags.yaml"])
    }

    @Test func `vi's commands to save and to quit are understood`() throws {
        for line in ["wq", "x", "q!"] {
            var stage = try InterfaceStage()
            stage.press(":")
            stage.type(line)
            #expect(stage.press(.enter) == [.quit])
        }
        var stage = try InterfaceStage()
        stage.press(":", "w", .enter)
        #expect(stage.messages == ["every edit is saved already"])
    }

    @Test func `while a date is typed, it says what becomes of a series`() throws {
        var stage = try InterfaceStage(width: 160)
        stage.go(to: "health/vitamins.md")
        stage.press("r")
        stage.type("wed 9pm")
        let preview = stage.screen.split(separator: "\n").first { $0.contains("→ Wed 25 Nov 21:00") }
        #expect(preview?.contains("then ") == true, "\(stage.screen)")
        stage.press(.enter)
        // The same words as afterwards.
        let said = try #require(stage.messages.first { $0.contains("then ") })
        let series = try #require(said.split(separator: ",").last { $0.contains(":") })
        #expect(preview?.contains(series) == true, "\(said)")
    }

    @Test func `a file that cannot be read is named, whatever is done with it`() throws {
        for key in [" ", "X", "s"] as [Key] {
            var stage = try InterfaceStage(files: ["broken.md": "---\ntitle: [\n---\n"])
            stage.go(to: "broken.md")
            stage.press(key)
            #expect(stage.messages.first == "broken.md cannot be read", "\(stage.messages)")
        }
    }

    @Test func `a word typed with Alt does not cancel a prompt`() throws {
        var stage = try InterfaceStage()
        stage.press("a")
        stage.type("Call the dentist")
        stage.press(.alt("b"), .wordLeft, .alt("f"))
        stage.type("!")
        guard case .input(.addition, let field) = stage.interface.browser.mode else {
            Issue.record("the prompt is closed")
            return
        }
        #expect(field.text == "Call the! dentist")
    }

    @Test func `a filter that is opened again is replaced by what is typed, or edited from its end`() throws {
        var stage = try InterfaceStage()
        stage.press("/")
        stage.type("tag:home")
        stage.press(.enter, "/")
        stage.type("tax")
        #expect(stage.interface.browser.filter == "tax")
        stage.press(.enter, "/", .left, .end)
        stage.type("es")
        #expect(stage.interface.browser.filter == "taxes")
        stage.press(.enter, "/")
        stage.type(" OR shelf")
        #expect(stage.interface.browser.filter == "taxes OR shelf")
    }

    @Test func `in the notes, a adds a note, and its meaning is shown`() throws {
        var stage = try InterfaceStage()
        stage.press("5", "a")
        stage.type("Idea: a zine @friday +Work")
        #expect(stage.screen.contains("Idea: a zine @friday · note · Work"))
        stage.press(.enter)
        let path = try #require(stage.interface.browser.current?.path.path)
        #expect(stage.interface.snapshot.reminder(at: path)?.isNote == true)
        #expect(stage.current == "Idea: a zine @friday")
    }

    @Test func `x completes where everything about a reminder is shown, and Space scrolls`() throws {
        var stage = try InterfaceStage()
        stage.go(to: "home/water-meter.md")
        stage.press("v", " ")
        #expect(stage.interface.snapshot.reminder(at: "home/water-meter.md")?.isCompleted == false)
        stage.press("x")
        try compare(["done", "home/water-meter.md"], stage, says: stage.messages)
        if case .list = stage.interface.browser.mode {} else { Issue.record("the list is not shown") }
    }

    @Test func `a list that a filter has emptied says why, also after Return`() throws {
        var stage = try InterfaceStage()
        stage.press("/")
        stage.type("tag:helth")
        stage.press(.enter)
        #expect(stage.screen.contains("Nothing matches the filter: no reminder has the tag 'helth'"))
    }

    @Test func `after a command that moves a series on, the cursor stays in its place`() throws {
        let pill = "---\ntitle: Pill\nscheduled: 2026-11-19T08:00\nrecurrence: daily at 08:00 and 20:00\n---\n"
        var stage = try InterfaceStage(files: ["pill.md": pill])
        stage.go(to: "pill.md")
        let index = stage.interface.browser.cursor
        stage.press(":")
        stage.type("skip --catch-up")
        stage.press(.enter)
        #expect(stage.interface.browser.cursor == index, "\(stage.screen)")
    }
}
