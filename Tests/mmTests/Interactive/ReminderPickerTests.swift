import MemossFiles
import Testing

@testable import CivilTime
@testable import mm

@Suite struct ReminderPickerTests {
    private func picker() -> ReminderPicker {
        let files = ["Pay rent", "Call Ana", "Pay Ana back"].enumerated().map { number, title in
            ("\(number).md", Array("---\ntitle: \(title)\nscheduled: 2026-11-22\n---\n".utf8))
        }
        let snapshot = Snapshot(files: Dictionary(uniqueKeysWithValues: files))
        let time = TimeContext(now: Instant(secondsSince1970: 0), zone: .utc, allDayAt: .midnight)
        let found = snapshot.reminders.sorted { $0.path < $1.path }
        return ReminderPicker(found, ReminderText(snapshot, time, .hours24))
    }

    /// What is chosen with these lines, and how many lines each prompt had.
    private func dialogue(_ lines: String...) -> (answer: Dialogue<[Int]>, prompts: [[String]]) {
        var (picker, rest, prompts) = (picker(), lines[...], [[String]]())
        let answer = picker.converse { prompt in
            prompts.append(prompt)
            return rest.popFirst()
        }
        return (answer, prompts)
    }

    @Test func `as lines, Return alone chooses nothing`() {
        let (answer, prompts) = dialogue("", "  ", "ana", "")
        #expect(answer == .cancelled)
        #expect(prompts.map(\.count) == [4, 4, 4, 3, 4], "at last the whole list again")
    }

    @Test func `as lines, numbers choose, and a star all of the list`() {
        #expect(dialogue("3, 1 3").answer == .done([0, 2]))
        #expect(dialogue("*").answer == .done([0, 1, 2]))
        #expect(dialogue("ana", "2").answer == .done([2]))
        #expect(dialogue("ana", " * ").answer == .done([1, 2]))
        #expect(dialogue("nothing has this", "*").answer == .cancelled)
    }

    @Test func `as lines, a number that is not listed chooses nothing and is named`() {
        for line in ["4", "1 4", "0", "-1", "1 2 3 99"] {
            let (answer, prompts) = dialogue(line, "1")
            #expect(answer == .done([0]))
            #expect(prompts[1].contains { $0.hasPrefix("There is no line ") }, "\(line)")
        }
    }
}
