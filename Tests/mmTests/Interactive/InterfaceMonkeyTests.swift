import CLibrary
import MemossFiles
import TestSupport
import Testing

@testable import CivilTime
@testable import mm

/// Random keys in a copy of a folder: nothing crashes, every frame fits, `mm check` accepts what was written, and undoing
/// everything restores the start. `MM_MONKEY_KEYS=100000` presses that many.
@Suite struct InterfaceMonkeyTests {
    private static let keysInAll = getenv("MM_MONKEY_KEYS").flatMap { Int(String(cString: $0)) } ?? Rounds.of(1_500)

    private static let single: [Key] =
        BrowserKeys.all.flatMap(\.keys).filter { $0 != "q" && $0 != .control("c") && $0 != "u" && $0 != "R" } + [
            .tab, .backspace, .enter, .escape, "y", "n", .down, .down, .up, "m", " ", .paste("a\nb, c"),
            .click(column: 3, row: 4), .click(column: 10, row: 7), .control("w"), "é", "漢",
        ]
    private static let typed = [
        ("a", "Buy milk @tomorrow +Work"), ("a", "Gym @every monday 7am +New"), ("a", "x @frixday"), ("/", "tag:work"),
        ("/", "is:overdue or ("), ("S", "tomorrow 9am"), ("S", "1h"), (":", "list"), (":", "tag rename Work Job"),
        (":", "done nothing at all"), (":", "tag add Extra"), (":", "set bins priority high"), ("t", "new,"),
        ("t", "work"), (":", "check"), (":", "skip vitamin"), (":", "tag delete Home --yes"), (":", "undo --list"),
    ]

    /// The store keeps 20 edits, and every key may make one.
    private static let mostEdits = 16

    /// A key, or a text with the keys around it. What is typed acts as keys where nothing asks for a text.
    private static func keys(_ random: inout Random) -> [Key] {
        guard Int.random(in: 0..<6, using: &random) == 0, let (key, text) = typed.randomElement(using: &random) else {
            return single.randomElement(using: &random).map { [$0] } ?? []
        }
        let end: [Key] = Bool.random(using: &random) ? [.tab] : []
        return [.escape, .escape, .character(Character(key))] + text.map { .character($0) } + end
            + [.enter, .enter, .escape]
    }

    @Test(arguments: 0..<4)
    func `random keys write only what can be undone`(seed: Int) throws {
        var random = Random(seed: UInt64(seed) + 1)
        var pressed = 0
        while pressed < Self.keysInAll / 4 {
            var stage = try InterfaceStage(
                width: Int.random(in: 20...120, using: &random),
                height: Int.random(in: 4...40, using: &random)
            )
            let before = try stage.files()
            var edits = 0
            while edits < Self.mostEdits, pressed < Self.keysInAll / 4 {
                for key in Self.keys(&random) where edits < Self.mostEdits {
                    stage.press(key)
                    pressed += 1
                    let size = stage.interface.size
                    let frame = stage.interface.frame()
                    #expect(frame.lines.count == size.height && frame.lines.allSatisfy { $0.count <= size.width })
                    edits = try ReminderFolder(root: stage.root).history { _ in }.count
                }
            }
            try expectUndone(&stage, before)
        }
    }

    private func expectUndone(_ stage: inout InterfaceStage, _ before: [String: [UInt8]]) throws {
        let problems = try ReminderFolder(root: stage.root).read().snapshot.problems.filter { $0.severity == .error }
        #expect(problems == [])
        stage.press(.escape, .escape, .escape, "q")
        for _ in 0..<30 where stage.messages.first != "nothing to undo" { stage.press(.escape, .escape, "u") }
        #expect(stage.messages.first == "nothing to undo")
        let after = try stage.files()
        for path in Set(before.keys).union(after.keys) where before[path] != after[path] {
            Issue.record("\(path) is not restored")
        }
        // A filter may have kept more of them.
        func known(_ snapshot: Snapshot) -> [String] {
            snapshot.reminders.map { "\($0.path) \($0.title) \($0.tags) \($0.completed) \($0.snoozed as DateValue?)" }
        }
        let snapshot = try ReminderFolder(root: stage.root).read().snapshot
        #expect(known(stage.interface.snapshot) == known(snapshot), "what is shown is what is there")
    }
}
