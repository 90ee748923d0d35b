import CLibrary
import MemossFiles
import Testing

@testable import Folder
@testable import Interaction
@testable import mm

/// `mm ui` in a large folder, of which it shows the first files before it has read the others.
@Suite struct InterfaceReadingTests {
    /// - Parameter count: how many files there are with those of the sample, nearly all of them due.
    private static func files(_ count: Int) throws -> [String: String] {
        var files: [String: String] = [:]
        let own = try ReminderFolder(root: "\(TranscriptStage.root)/fixtures/sample").read().snapshot
        for number in 0..<(count - own.reminders.count - own.unreadable.count) {
            // The most urgent come last.
            let day = number < 1_500 ? "2026-11-\(number % 5 + 10)" : "2026-11-2\(number % 2)"
            let name = String(100_000 + number).dropFirst()
            files["due-\(name).md"] = "---\ntitle: Number \(number)\nscheduled: \(day)\ntags: [Many]\n---\n"
        }
        return files
    }

    private func stage(_ count: Int = FolderWalk.filesWorthBeginning, isWhole: Bool = false) throws -> InterfaceStage {
        try InterfaceStage(files: try Self.files(count), showsBeginning: !isWhole)
    }

    @Test func `a large folder is drawn before all of it is read, and then as if it had been`() throws {
        var stage = try stage()
        #expect(stage.interface.isReading)
        let first = stage.screen
        #expect(first.hasPrefix("Sun 22 Nov\n") && first.contains("Number 4 "))
        #expect(first.hasSuffix("Still reading: these are the first files, and keys wait. q quits\n"))
        #expect(!first.contains("(") && !first.contains("Number 1501"))
        #expect(stage.interface.followReading(waits: true) == [])
        var whole = try self.stage(isWhole: true)
        #expect(!stage.interface.isReading && stage.screen == whole.screen && whole.screen.contains("Number 1501"))
        stage.press("j")
        whole.press("j")
        #expect(stage.screen == whole.screen)
        stage.interface.complete()
        whole.interface.complete()
        #expect(stage.screen == whole.screen && stage.interface.browser.rows == whole.interface.browser.rows)
        // What changes afterwards is seen.
        #expect(system("rm '\(stage.root)/due-01501.md'") == 0)
        stage.follow()
        #expect(!stage.screen.contains("Number 1501"))
    }

    @Test func `a folder that is not large is drawn once`() throws {
        var stage = try stage(FolderWalk.filesWorthBeginning - 1)
        let first = stage.screen
        #expect(!stage.interface.isReading && first.contains(" overdue · "))
        #expect(stage.interface.followReading(waits: true) == [] && stage.screen == first)
    }

    @Test func `keys wait until all is read, and act in order`() throws {
        var stage = try stage()
        stage.press("a")
        stage.type("Buy zanzibar @tomorrow")
        stage.press(.enter, "/")
        stage.type("zanzibar")
        #expect(stage.interface.isReading && stage.interface.browser.rows.count > 100)
        #expect(stage.bytes("buy-zanzibar.md") == nil)
        #expect(stage.interface.followReading(waits: true) == [])
        #expect(stage.bytes("buy-zanzibar.md") != nil)
        stage.interface.listFirst()
        #expect(stage.screen.contains("· /zanzibar"))
        #expect(stage.interface.browser.rows.map(\.path.path) == ["buy-zanzibar.md"])
    }

    @Test(arguments: [["x"], ["j", "x"], ["d", "y"], [.enter]] as [[Key]])
    func `a key about a row of the first files does nothing if other rows have taken its place`(keys: [Key]) throws {
        var stage = try stage()
        let before = try stage.files()
        for key in keys { stage.press(key) }
        #expect(stage.interface.followReading(waits: true) == [])
        #expect(stage.messages.contains { $0.contains("meanwhile") }, "\(stage.messages)")
        #expect(try stage.files() == before)
        // Once the whole folder is on the screen, the same keys act.
        _ = stage.interface.frame()
        if keys == ["x"] {
            stage.press("x")
            #expect(try stage.files() != before)
        }
    }

    @Test func `one can leave while the folder is being read, but not before the keys that wait`() throws {
        var stage = try stage()
        #expect(stage.press("q") == [.quit])
        #expect(stage.press("a", "x", "q") == [])
        #expect(stage.press(.control("c")) == [.quit])
        #expect(stage.interface.followReading(waits: true) == [])
        #expect(stage.screen.contains("Add: xq"))
    }
}
