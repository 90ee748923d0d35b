import MemossFiles
import Testing

@testable import mm

extension InterfaceKeyTests {
    @Test(arguments: [
        "snooze 2h", "snooze for 2h", "snooze in 2h", "snooze -- 2h", "snooze until 11:00", "snooze 'for 2h'",
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

    @Test func `after an undo the cursor is on what it brought back`() throws {
        for keys in [["d", "y"], ["X"], [" "]] as [[Key]] {
            var stage = try InterfaceStage()
            stage.go(to: "health/vitamins.md")
            let title = stage.current
            for key in keys { stage.press(key) }
            stage.press(.home, "u")
            #expect(stage.current == title, "\(keys)")
        }
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
}
