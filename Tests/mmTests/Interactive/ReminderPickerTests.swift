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

    @Test func `as lines, Return alone chooses nothing`() {
        var picker = picker()
        #expect(picker.answer("") == nil)
        #expect(picker.answer("  ") == nil)
        #expect(picker.answer("ana") == nil)
        #expect(picker.prompt.count == 3)
        #expect(picker.answer("") == nil)
        #expect(picker.prompt.count == 4, "the whole list again")
        #expect(picker.answer(nil) == .cancelled)
    }

    @Test func `as lines, numbers choose, and a star all of the list`() {
        var picker = picker()
        #expect(picker.answer("3, 1 3") == .done([0, 2]))
        #expect(picker.answer("*") == .done([0, 1, 2]))
        #expect(picker.answer("ana") == nil)
        #expect(picker.answer("2") == .done([2]))
        #expect(picker.answer(" * ") == .done([1, 2]))
        #expect(picker.answer("nothing has this") == nil)
        #expect(picker.answer("*") == nil)
    }

    @Test func `as lines, a number that is not listed chooses nothing and is named`() {
        var picker = picker()
        for line in ["4", "1 4", "0", "-1", "1 2 3 99"] {
            #expect(picker.answer(line) == nil)
            #expect(picker.prompt.contains { $0.hasPrefix("There is no line ") }, "\(line)")
        }
        #expect(picker.answer("1") == .done([0]))
    }
}
