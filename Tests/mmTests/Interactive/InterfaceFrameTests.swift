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
