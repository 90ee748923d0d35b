import CLibrary
import MemossFiles
import Testing

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
}
