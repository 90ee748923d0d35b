import TestSupport
import Testing

@testable import MemossFiles

/// The boxes in the text of a reminder.
@Suite struct ChecklistTests {
    @Test func `a box is a list item with brackets around a blank or an x`() {
        let text = """
            - [ ] eggs
            * [x] milk
              + [X] bread
            3. [ ] butter
            4) [ ]\tjam
            - [] none
            - [ ]none
            -[ ] none
            [ ] none
            - [-] none
            - [ ]
            ```
            - [ ] code
            ```
            ~~~~
            - [ ] code
            ~~~
            - [ ] code
            ~~~~
            - [x] salt
            """
        let items = Checklist(Array(text.utf8)).items
        #expect(items.map(\.text) == ["eggs", "milk", "bread", "butter", "jam", "salt"])
        #expect(items.map(\.isTicked) == [false, true, true, false, false, true])
        #expect(Checklist([]).items.isEmpty)
    }

    @Test(arguments: ["\n", "\r\n"]) func `ticking changes one byte`(end: String) throws {
        let text = ["---", "title: Shop", "---", "- [ ] eggs", "- [x] eggs", "- [ ] eggs", "tail"]
            .joined(separator: end)
        let bytes = Array(text.utf8)
        let ticked = try #require(try ChecklistChange.tick("eggs").apply(to: bytes))
        let places = zip(bytes, ticked).enumerated().filter { $0.element.0 != $0.element.1 }.map(\.offset)
        #expect(ticked.count == bytes.count && places.count == 1)
        #expect(Checklist(ticked).items.map(\.isTicked) == [true, true, false])
        #expect(try ChecklistChange.untick("eggs").apply(to: ticked) == bytes)
        #expect(try ChecklistChange.tick("milk").apply(to: bytes) == nil)
        let open = try #require(try ChecklistChange.untickAll.apply(to: ticked))
        #expect(Checklist(open).tickedCount == 0 && open.count == bytes.count)
    }

    @Test(arguments: [true, false]) func `a series unticks its boxes when it moves on, if the file says so`(
        resets: Bool
    ) throws {
        let key = resets ? "reset_checklist: true\n" : ""
        let text =
            "---\ntitle: Shop\nscheduled: 2026-11-20\nrecurrence: weekly\n\(key)---\n- [x] eggs\n- [ ] milk\n"
        let reminder = try #require(ReminderDecoder.decode(Array(text.utf8), path: "shop.md").reminder)
        let outcome = try StepOutcome(
            .complete(on: nil, catchesUp: false),
            of: reminder,
            in: Array(text.utf8),
            context: try Folder([:]).context
        )
        let after = try #require(try outcome.changes.apply(to: Array(text.utf8), registry: TagRegistry()))
        let written = String(decoding: after, as: UTF8.self)
        #expect(written.contains("scheduled: 2026-11-27"))
        #expect(written.contains(resets ? "- [ ] eggs" : "- [x] eggs"))
    }

    @Test(arguments: [
        ("- [x] eggs\n", true), ("a [b] c\n1. [ ] eggs", true), ("[ ", false), ("a [link](b) c", false), ("", false),
        ("[", false),
    ])
    func `a text is kept for its boxes only if it may have one`(body: String, isKept: Bool) {
        let bytes = Array("---\ntitle: [x]\n---\n\(body)".utf8)
        let reminder = ReminderDecoder.decode(bytes, path: "a.md", keeping: .checklist).reminder
        #expect(reminder?.body == (isKept ? Array(body.utf8) : []))
    }

    @Test func `the boxes of a long text are all counted`() throws {
        let directory = try TemporaryDirectory()
        let text =
            "---\ntitle: Shop\nscheduled: 2026-11-20\n---\n" + String(repeating: "word ", count: 100_000)
            + "\n- [x] eggs\n"
        try directory.write("a.md", text)
        let reminders = try ReminderFolder(root: directory.path).read(keeping: .checklist).snapshot.reminders
        #expect(reminders.map { Checklist($0.body).items.map(\.text) } == [["eggs"]])
    }
}
