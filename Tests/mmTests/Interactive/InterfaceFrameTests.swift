import CLibrary
import MemossFiles
import Testing

@testable import mm

/// What `mm ui` shows, at sizes from a phone to a large screen. `RECORD=1 swift test` writes the actual frames and fails:
/// check the diff before you trust it.
@Suite struct InterfaceFrameTests {
    private static let folder = "\(TranscriptStage.root)/Tests/mmTests/Interactive/Frames"

    private static let scenes: [(name: String, keys: [Key])] = [
        ("the dashboard", []),
        ("the cursor further down", [.down, .down, .down, .down, .down, .down, .down]),
        ("marked, and asked about", ["m", "m", "d"]),
        ("a filter", ["/"] + keys("tag:bills")),
        ("the end of the list", [.escape, "G"]),
        ("the agenda", ["2"]),
        ("the calendar", ["3", .down]),
        ("habits", ["4", .down]),
        ("notes", ["5"]),
        ("a line to add", ["a"] + keys("Call the dentist @tomorrow 9am +Health")),
        ("tags", ["1", "g", "t", "w"]),
        ("everything about one", ["1", "v"]),
        ("the keys", ["?"]),
    ]

    private static func keys(_ text: String) -> [Key] { text.map { .character($0) } }

    @Test(arguments: ["40x12", "60x20", "80x24", "120x40", "200x60"])
    func `the views are drawn as recorded`(size: String) throws {
        let numbers = size.split(separator: "x").compactMap { Int($0) }
        var text = ""
        for (name, keys) in Self.scenes {
            var stage = try InterfaceStage(width: numbers[0], height: numbers[1])
            for key in keys { stage.press(key) }
            let frame = stage.interface.frame()
            #expect(frame.lines.count == numbers[1])
            #expect(frame.lines.allSatisfy { $0.count <= numbers[0] })
            text += "=== \(name)\n\(frame.text)"
        }
        let path = "\(Self.folder)/\(size).txt"
        let recorded = (try? FileContents.read(path, limit: 1 << 20).bytes).map { String(decoding: $0, as: UTF8.self) }
        guard recorded != text else { return }
        let lines = (recorded ?? "").split(separator: "\n", omittingEmptySubsequences: false)
        let new = text.split(separator: "\n", omittingEmptySubsequences: false)
        let first = zip(lines, new).prefix { $0 == $1 }.count
        Issue.record("\(size).txt:\(first + 1): \(new.dropFirst(first).prefix(3).joined(separator: "\n"))")
        if getenv("RECORD") != nil {
            unlink(path)
            try Directory.createFile(path, Array(text.utf8))
        }
    }

    /// Files of all kinds, most of them due before tomorrow.
    private static var many: [String: String] {
        var files: [String: String] = [:]
        for number in 0..<600 {
            let date = CivilDate(year: 2026, month: 11, day: 23)?.adding(days: -(number % 40))
            let day = date?.description ?? ""
            let keys =
                switch number % 12 {
                case 0: "scheduled: \(day)T08:15\nrecurrence: daily"
                case 1: "scheduled: \(day)\nrecurrence: every 3 days\ndue: \(day)"
                case 2: "scheduled: \(day)T10:00\nsnoozed: 2026-11-22T1\(number % 10):30"
                case 3: "completed: \(day)T10:00"
                case 4: "due: \(day)"
                case 5: "scheduled: \(day)T0\(number % 10):00\nrecurrence: every 4 hours"
                case 6: "tags: [Work]"
                case 7: "scheduled: \(day) noon or so"
                default: "scheduled: \(day)T1\(number % 10):45\ntags: [Home, Garden]"
                }
            files["many-\(number).md"] = "---\ntitle: Number \(number)\n\(keys)\n---\n"
        }
        return files
    }

    @Test(arguments: [(40, 12), (80, 24), (200, 60), (80, 300)])
    func `the first frame, for which not all rows are made, is that of all rows`(width: Int, height: Int) throws {
        var stage = try InterfaceStage(width: width, height: height, files: Self.many)
        #expect(stage.interface.view.list.isCut)
        let (first, count) = (stage.screen, stage.interface.browser.rows.count)
        stage.interface.complete()
        #expect(stage.screen == first)
        #expect(!stage.interface.view.list.isCut && stage.interface.browser.rows.count > 2 * count)
        // A key before the second frame finds all rows.
        var quick = try InterfaceStage(width: width, height: height, files: Self.many)
        quick.press("G")
        #expect(quick.interface.browser.cursor == stage.interface.browser.rows.count - 1)
    }

    @Test func `any size shows the cursor and what is typed, and nothing outside`() throws {
        for width in [1, 2, 7, 20, 41] {
            for height in [1, 2, 3, 4, 7] {
                var stage = try InterfaceStage(width: width, height: height)
                for (_, keys) in Self.scenes {
                    for key in keys { stage.press(key) }
                    let frame = stage.interface.frame()
                    #expect(frame.lines.count == height && frame.lines.allSatisfy { $0.count <= width })
                    if let cursor = frame.cursor {
                        #expect((0..<height).contains(cursor.line) && (0..<width).contains(cursor.column))
                    }
                    stage.press(.escape, .escape)
                }
            }
        }
    }
}
