import CLibrary
import MemossFiles
import TestSupport
import Testing

@testable import CivilTime
@testable import Folder
@testable import Interaction
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

    /// Boxes are counted from the first frame on, and a long title is cut before the number.
    @Test(arguments: [40, 60, 80, 120], ["1", "2"] as [Key])
    func `rows end with the number of ticked boxes, or are marked as in conflict`(width: Int, view: Key) throws {
        let front =
            "---\ntitle: Groceries for the long weekend at the lake with all the others\nscheduled: 2026-11-22\n---\n"
        let list = front + "- [ ] milk\n- [x] eggs\n"
        let marked = front + "- [ ] milk\n<<<<<<< ours\n- [ ] rye\n=======\n- [ ] spelt\n>>>>>>> theirs\n"
        for (text, end) in [(list, "(1/2)"), (marked, "(in conflict)")] {
            var stage = try InterfaceStage(width: width, height: 200, files: ["groceries.md": text])
            stage.press(view)
            // A narrow screen wraps.
            let words = stage.interface.frame().text.split(whereSeparator: \.isWhitespace).joined(separator: " ")
            #expect(words.contains(end))
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
                case 8: "scheduled: \(day)T23:\(10 + number % 50)\ntimezone: America/New_York"
                case 9: "scheduled: \(day)\ntimezone: Asia/Tokyo"
                case 10: "scheduled: \(day)T09:00\ndue: \(day)\nrecurrence: every 3 blue moons"
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
        // All rows may need wider columns.
        let titles = [first, stage.screen].map { $0.matches(of: #/Number \d+/#).map { String($0.output) } }
        #expect(titles[0].count > 1 && zip(titles[0], titles[1]).allSatisfy { $0 == $1 })
        #expect(!stage.interface.view.list.isCut && stage.interface.browser.rows.count > 2 * count)
        // A key before the second frame finds all rows.
        var quick = try InterfaceStage(width: width, height: height, files: Self.many)
        quick.press("G")
        #expect(quick.interface.browser.cursor == stage.interface.browser.rows.count - 1)
    }

    /// Titles and tags of every length, so that rows take one line or several.
    private static var uneven: [String: String] {
        var files = ["tags.yaml": "Household: blue\nWork: moss\nGarden: pink\nErrands: teal\n"]
        for number in 0..<240 {
            let title = "Item \(number) " + String(repeating: "of a kind ", count: number * 7 % 9)
            let tags = ["Household", "Work", "Garden", "Errands"].prefix(number * 5 % 4 + 1).joined(separator: ", ")
            let rule = number % 3 == 0 ? "recurrence: every 2 weeks on monday and friday\n" : ""
            let keys = "tags: [\(tags)]\nscheduled: 2026-\(10 + number % 2)-\(10 + number % 18)T07:15\n\(rule)"
            files["uneven-\(number).md"] = "---\ntitle: \(title)\n\(keys)---\n"
        }
        return files
    }

    @Test(arguments: [(80, 24), (120, 40)])
    func `a move of the cursor takes few bytes, also where rows take several lines`(width: Int, height: Int) throws {
        var stage = try InterfaceStage(width: width, height: height, files: Self.uneven, painter: Painter(.truecolor))
        stage.interface.complete()
        var screen = Screen(hasMouse: true)
        _ = screen.show(stage.interface.frame())
        for keys in ["jjj", "k"] {
            var sizes: [Int] = []
            for key in String(repeating: keys, count: 80) {
                stage.press(.character(key))
                sizes.append(screen.show(stage.interface.frame()).count)
            }
            sizes.sort()
            #expect(sizes[sizes.count * 99 / 100] <= 400, "\(sizes.suffix(12))")
        }
    }

    /// Files as people have them: ever wider dates, counts of missed occurrences and tags on the way down.
    private static var busy: [String: String] {
        var random = Random(always: 11)
        func any(_ words: String) -> String {
            let words = words.split(separator: "|", omittingEmptySubsequences: false)
            return String(words[Int(random.next() % UInt64(words.count))])
        }
        var files: [String: String] = [:]
        for number in 0..<200 {
            let day = CivilDate(year: 2025, month: 1, day: 1)?.adding(days: number * 4 + Int(random.next() % 9))
            let title = any("Take vitamins|Pay the rent|Check tyre pressure|Review the budget|Stretch for ten minutes")
            let tags = Set((0..<(random.next() % 4)).map { _ in any("Health|Home|Work|Garden|Finance|Insurance|Kids") })
            let rule = any(
                "||recurrence: daily\n|recurrence: weekly\n|recurrence: monthly\n|recurrence: every 2 weeks\n"
            )
            let due = any("||due: 2026-11-\(20 + number % 9)\n")
            let text = """
                ---
                title: \(title)\(any("|| again| with Sam| (urgent)| for Nadia – part 2"))
                tags: [\(tags.sorted().joined(separator: ", "))]
                scheduled: \(day?.description ?? "")T\(any("08:00|10:15|17:30"))
                \(rule)\(due)---

                """
            files["busy-\(number).md"] = text
        }
        for number in 0..<45 { files["note-\(number).md"] = "---\ntitle: Note \(number)\ntags: [Kids]\n---\n" }
        return files
    }

    @Test(arguments: Browser.View.allCases)
    func `in every view a move of the cursor takes at most 400 bytes`(view: Browser.View) throws {
        var stage = try InterfaceStage(width: 120, height: 40, files: Self.busy, painter: Painter(.ansi256))
        stage.press(.character(Character("\(view.rawValue)")))
        stage.interface.complete()
        var screen = Screen(hasMouse: true)
        _ = screen.show(stage.interface.frame())
        let count = stage.interface.browser.rows.count
        #expect(count > 40)
        for key in String(repeating: "j", count: count) + String(repeating: "k", count: 60) {
            _ = stage.interface.handle(.character(key))
            let bytes = screen.show(stage.interface.frame())
            #expect(bytes.count <= 400, "\(String(decoding: bytes, as: UTF8.self).debugDescription)")
        }
    }

    @Test(arguments: [(40, 12), (57, 9), (80, 24)])
    func `the row of the cursor is whole, and no room is left below`(width: Int, height: Int) throws {
        var stage = try InterfaceStage(width: width, height: height, files: Self.uneven)
        stage.press("G", "k")
        let last = stage.interface.frame()
        #expect(!last.lines[height - 2].isEmpty)
        for key in "kkkkkkkkjjjjkkkkkkkkkkkkkkjjkkkk" {
            stage.press(.character(key))
            let frame = stage.interface.frame()
            let cursor = try #require(frame.cursor)
            #expect(frame.lines[cursor.line].first?.text == ">", "the cursor is on the first line of its row")
            #expect((1..<(height - 1)).contains(cursor.line))
        }
    }

    @Test func `a calendar names its month, also without a grid`() throws {
        var stage = try InterfaceStage(width: 40, height: 10)
        stage.press("3", .pageDown)
        #expect(stage.screen.hasPrefix("Calendar · December 2026"))
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
