import Testing

@testable import CivilTime
@testable import Interaction
@testable import MemossFiles
@testable import Text

@Suite struct BrowserTests {
    typealias Row = Browser.Row

    func row(_ path: String, _ section: Int = 0, done: Bool = false, on: String? = nil) -> Row {
        let occurrence = on.flatMap { try? DateValue(parsing: $0) }
        return Row(section: section, path: PathKey(path), occurrence: occurrence, isCompleted: done)
    }

    func browser(_ rows: [Row]) -> Browser {
        var browser = Browser()
        _ = browser.handle(.height(5))
        _ = browser.handle(.rows(rows))
        return browser
    }

    var three: [Row] { [row("a"), row("b"), row("c", done: true)] }

    func act(_ actions: [Browser.Action], _ browser: inout Browser) -> [Browser.Effect] {
        actions.flatMap { browser.handle(.action($0)) }
    }

    func complete(_ paths: [PathKey], on day: DateValue? = nil) -> Browser.Effect {
        .steps(.complete, paths.map { Browser.Mark(path: $0, occurrence: day) })
    }

    func reopen(_ paths: [PathKey], on day: DateValue? = nil) -> Browser.Effect {
        .steps(.reopen, paths.map { Browser.Mark(path: $0, occurrence: day, isCompleted: true) })
    }

    func skip(_ path: PathKey, on day: DateValue? = nil) -> Browser.Effect {
        .steps(.skip, [Browser.Mark(path: path, occurrence: day)])
    }

    func type(_ text: String, _ browser: inout Browser) -> [Browser.Effect] {
        text.flatMap { browser.handle(.field(.text(.insert(String($0))))) }
    }

    func isList(_ browser: Browser) -> Bool { if case .list = browser.mode { true } else { false } }

    // MARK: Moving

    @Test func `the cursor moves by rows and pages, and stops at both ends`() {
        var browser = browser((0..<20).map { row("\($0)") })
        let steps: [(Browser.Action, Int)] = [
            (.up, 0), (.down, 1), (.down, 2), (.up, 1), (.pageDown, 4), (.last, 19), (.down, 19), (.pageUp, 16),
            (.first, 0), (.pageUp, 0),
        ]
        for (action, cursor) in steps {
            #expect(browser.handle(.action(action)) == [])
            #expect(browser.cursor == cursor, "\(action)")
        }
    }

    @Test func `without rows, no action needs one`() {
        var browser = browser([])
        for action: Browser.Action in [
            .up, .down, .pageUp, .pageDown, .first, .last, .check, .open, .edit, .show, .tags, .snooze, .snoozeUntil,
            .delete, .skip, .catchUp, .move, .mark, .markAll, .click(0, isCheck: true),
        ] {
            #expect(act([action], &browser) == [], "\(action)")
            #expect(isList(browser) && browser.cursor == 0 && browser.current == nil)
        }
    }

    // MARK: Keys

    @Test func `each action on a row names its reminder`() {
        var browser = browser(three)
        #expect(act([.check], &browser) == [complete(["a"])])
        #expect(act([.open], &browser) == [.open("a")])
        #expect(act([.edit], &browser) == [.edit("a")])
        #expect(act([.show], &browser) == [.show("a")])
        #expect(act([.tags], &browser) == [.pickTags(["a"])])
        #expect(act([.snooze], &browser) == [.snooze(["a"], until: nil)])
        #expect(act([.catchUp], &browser) == [.catchUp(["a"])])
        #expect(act([.last, .check], &browser) == [reopen(["c"])])
        #expect(act([.undo, .redo, .help], &browser) == [.undo, .redo, .help])
        #expect(act([.redraw, .suspend, .quit], &browser) == [.redraw, .suspend, .quit])
    }

    @Test func `the check of a row for another occurrence is about that occurrence`() throws {
        var browser = browser([row("a", on: "2026-11-23T09:00")])
        #expect(act([.check], &browser) == [complete(["a"], on: try DateValue(parsing: "2026-11-23T09:00"))])
    }

    @Test func `a click moves, and on the check it completes only that row`() {
        var browser = browser(three)
        #expect(act([.mark], &browser) == [])
        #expect(act([.click(2, isCheck: false)], &browser) == [])
        #expect(browser.cursor == 2)
        #expect(act([.click(1, isCheck: true)], &browser) == [complete(["b"])])
    }

    // MARK: Marks

    @Test func `an action on marks is one edit, in the order of the rows`() {
        var browser = browser(three)
        _ = act([.down, .mark, .first, .mark], &browser)
        #expect(browser.targets == ["a", "b"] && browser.cursor == 1)
        #expect(act([.check], &browser) == [complete(["a", "b"])])
        #expect(act([.snooze], &browser) == [.snooze(["a", "b"], until: nil)])
        #expect(act([.tags], &browser) == [.pickTags(["a", "b"])])
        #expect(act([.edit], &browser) == [.edit("b")], "the editor opens one file")
    }

    @Test func `of marks, the open ones are completed; if there are none, all are reopened`() {
        var browser = browser([row("a", done: true), row("b"), row("c", done: true)])
        _ = act([.markAll], &browser)
        #expect(act([.check], &browser) == [complete(["b"])])
        _ = act([.markAll, .first, .mark, .last, .mark], &browser)
        #expect(browser.targets == ["a", "c"])
        #expect(act([.check], &browser) == [reopen(["a", "c"])])
    }

    @Test func `a mark keeps its occurrence: Space does what it does on each marked row`() throws {
        let days = [row("a"), row("b", 1, on: "2026-11-24T09:00"), row("b", 2, on: "2026-11-25T09:00"), row("c")]
        let second = try DateValue(parsing: "2026-11-25T09:00")
        var browser = browser(days)
        _ = act([.down, .down, .mark], &browser)
        #expect(days.map(browser.isMarked) == [false, false, true, false])
        #expect(act([.check], &browser) == [complete(["b"], on: second)])
        _ = act([.first, .down, .mark, .last, .mark], &browser)
        let effects = act([.check], &browser)
        #expect(
            effects == [
                .steps(
                    .complete,
                    [row("c"), row("b", 1, on: "2026-11-24T09:00"), row("b", 2, on: "2026-11-25T09:00")].map(\.mark)
                )
            ],
            "one edit; the current ones first, which others do not move"
        )
        #expect(act([.snooze], &browser) == [] && browser.messages.map(\.kind) == [.error])
        _ = browser.handle(.edited(effects[0], isDone: false))
        #expect(days.map(browser.isMarked) == [false, true, true, true], "after a failure, the marks stay")
        _ = browser.handle(.edited(effects[0], isDone: true))
        #expect(browser.marks.isEmpty)
        _ = act([.mark, .markAll], &browser)
        #expect(days.map(browser.isMarked).filter(\.self).count == 3, "each reminder once")
    }

    @Test func `a mark on what another program completes reopens it`() {
        var browser = browser([row("a"), row("b")])
        _ = act([.mark], &browser)
        _ = browser.handle(.rows([row("a", done: true), row("b")]))
        #expect(act([.check], &browser) == [reopen(["a"])])
    }

    @Test func `a mark that the list does not show acts only after a question`() {
        for action: Browser.Action in [.check, .skip, .catchUp, .tags, .snooze, .snoozeUntil, .move, .delete] {
            #expect(action.isForMarks)
            var browser = browser([row("a"), row("b")])
            _ = act([.mark], &browser)
            #expect(browser.hiddenMarks.isEmpty)
            _ = browser.handle(.rows([row("b")]))
            #expect(browser.hiddenMarks.map(\.path) == ["a"])
            #expect(act([action], &browser) == [])
            guard case .confirmation(action) = browser.mode else {
                Issue.record("\(action) does not ask")
                continue
            }
            #expect(browser.handle(.field(.confirm)) == [.keep] && isList(browser) && browser.marks.count == 1)
            _ = act([action], &browser)
            var shown = self.browser([row("a")])
            #expect(type("y", &browser) == act([action], &shown), "\(action)")
            #expect(isList(browser) == isList(shown))
        }
    }

    @Test func `an action on one row does not ask about marks elsewhere`() {
        var browser = browser([row("a"), row("b")])
        _ = act([.mark], &browser)
        _ = browser.handle(.rows([row("b")]))
        #expect(act([.open, .click(0, isCheck: true)], &browser) == [.open("b"), complete(["b"])])
    }

    @Test func `skipping and reopening are about the occurrence of the row`() throws {
        let day = try DateValue(parsing: "2026-11-24T09:00")
        let rows = [row("a"), row("a", 1, on: "2026-11-24T09:00"), row("b", 2, done: true, on: "2026-11-24T09:00")]
        var browser = browser(rows)
        #expect(act([.skip, .down, .skip], &browser) == [skip("a"), skip("a", on: day)])
        #expect(act([.last, .check], &browser) == [reopen(["b"], on: day)])
        #expect(act([.skip], &browser) == [] && browser.messages.map(\.kind) == [.error], "it is completed")
        _ = act([.mark], &browser)
        #expect(act([.check], &browser) == [reopen(["b"], on: day)])
    }

    @Test func `moving asks for a date, and is about the current occurrence`() {
        var browser = browser([row("a"), row("a", 1, on: "2026-11-24T09:00")])
        _ = act([.move], &browser)
        _ = type("friday", &browser)
        #expect(browser.handle(.field(.confirm)) == [.move(["a"], to: "friday")])
    }

    @Test func `all open rows are marked, or unmarked if they are; marks of other views stay`() {
        var browser = browser(three)
        _ = act([.markAll], &browser)
        _ = browser.handle(.rows([row("d"), row("a")]))
        #expect(browser.targets == ["a", "b"])
        _ = act([.markAll], &browser)
        #expect(browser.targets == ["d", "a", "b"])
        _ = act([.markAll], &browser)
        #expect(browser.targets == ["b"])
        browser.keepMarks { $0 == "b" }
        #expect(browser.targets == ["b"])
    }

    @Test func `marks are gone after an edit of them, and stay after a failure or another edit`() {
        var browser = browser(three)
        _ = act([.mark], &browser)
        _ = browser.handle(.edited(.snooze(["a"], until: nil), isDone: false))
        _ = browser.handle(.edited(.undo, isDone: true))
        #expect(browser.targets == ["a"] && browser.marks.count == 1)
        _ = browser.handle(.edited(.snooze(["a"], until: nil), isDone: true))
        #expect(browser.marks == [])
    }

    @Test func `Escape clears the marks, then the filter`() {
        var browser = browser(three)
        _ = act([.filter], &browser)
        _ = type("b", &browser)
        _ = browser.handle(.field(.confirm))
        _ = act([.mark], &browser)
        #expect(act([.cancel], &browser) == [] && browser.marks == [])
        #expect(act([.cancel], &browser) == [.read] && browser.filter == "")
        #expect(act([.cancel], &browser) == [])
    }

    // MARK: Rows

    @Test func `after a change by another program, the cursor follows its reminder`() {
        var browser = browser([row("a"), row("b"), row("c")])
        _ = act([.down], &browser)
        _ = browser.handle(.rows([row("x"), row("a"), row("b"), row("c")]))
        #expect(browser.current == row("b"))
        _ = browser.handle(.rows([row("x"), row("a"), row("c"), row("b", 3, done: true)]))
        #expect(browser.current == row("b", 3, done: true))
        _ = browser.handle(.rows([row("x"), row("a"), row("c")]))
        #expect(browser.current == row("c"), "the last one that is left")
        _ = browser.handle(.rows([]))
        #expect(browser.current == nil && browser.cursor == 0)
    }

    @Test func `after an edit of ours, the cursor stays in place when its reminder moves away`() {
        var browser = browser([row("a"), row("b"), row("c")])
        _ = act([.down], &browser)
        _ = browser.handle(.edited(complete(["b"]), isDone: true))
        _ = browser.handle(.rows([row("a"), row("c"), row("b", 3, done: true)]))
        #expect(browser.current == row("c"))
        _ = browser.handle(.rows([row("a"), row("c", 7), row("b", 3, done: true)]))
        #expect(browser.current == row("c", 7), "the next change is not ours")
    }

    @Test func `after the form or the editor, the cursor follows the reminder`() {
        for effect in [Browser.Effect.open("a"), .edit("a")] {
            var browser = browser(three)
            _ = browser.handle(.edited(effect, isDone: true))
            _ = browser.handle(.rows([row("b"), row("c"), row("a", 3)]))
            #expect(browser.current?.path == "a")
        }
    }

    @Test func `of two rows of one reminder, the cursor stays on its own`() {
        let days = [row("a", 1), row("a", 2, on: "2026-11-23"), row("a", 3, on: "2026-11-24")]
        var browser = browser(days)
        _ = act([.down], &browser)
        _ = browser.handle(.rows([row("z", 1)] + days))
        #expect(browser.current == days[1])
        _ = browser.handle(.rows([row("z", 1), days[0], days[2]]))
        #expect(browser.current?.path == "a")
    }

    @Test func `another filter puts the cursor on the first row, unless its row is still there`() {
        let days = (1...9).map { row("a", $0, on: "2026-11-0\($0)") }
        let rows = [row("z"), row("y")] + days
        var browser = browser(rows)
        _ = act([.last, .up, .filter], &browser)
        #expect(type("z", &browser) == [.read])
        _ = browser.handle(.rows([row("z")] + days.dropLast(5)))
        #expect(browser.cursor == 0, "not near its old place, nor on another row of its reminder")
        _ = type("a", &browser)
        _ = browser.handle(.rows(days))
        #expect(browser.current == days[7], "it was there before the filter")
        _ = browser.handle(.field(.up))
        _ = type("b", &browser)
        _ = browser.handle(.rows(days))
        #expect(browser.current == days[6], "it was moved there")
        _ = browser.handle(.rows([row("y")] + days))
        #expect(browser.current == days[6], "a change by another program is no filter")
        _ = browser.handle(.field(.cancel))
        _ = browser.handle(.rows(rows))
        #expect(browser.current == days[6])
    }

    // MARK: Views

    @Test func `a view is read once, and weeks turn only in views that have them`() {
        var browser = browser(three)
        #expect(act([.view(.dashboard)], &browser) == [])
        #expect(act([.next, .today], &browser) == [] && browser.page == 0)
        #expect(act([.view(.agenda)], &browser) == [.read])
        #expect(act([.next, .next, .previous], &browser) == [.read, .read, .read] && browser.page == 1)
        #expect(act([.view(.agenda)], &browser) == [.read] && browser.page == 0, "back to this week")
        #expect(act([.view(.calendar), .previous], &browser) == [.readToday, .read] && browser.page == -1)
        #expect(act([.today], &browser) == [.readToday] && browser.page == 0)
        #expect(act([.view(.notes)], &browser) == [.read] && browser.page == 0)
    }

    @Test func `what is added on a later day has its date behind the cursor`() {
        var later = Row(freeDay: 101)
        later.dayOfAddition = CivilDate(year: 2026, month: 12, day: 24)
        var browser = Browser(.calendar)
        _ = browser.handle(.rows([row("a", 100), later]))
        func typed() -> TextField? { if case .input(.addition, let field) = browser.mode { field } else { nil } }
        _ = act([.add], &browser)
        #expect(typed() == TextField())
        _ = browser.handle(.field(.cancel))
        _ = act([.down, .add], &browser)
        #expect(typed() == TextField(after: " @2026-12-24"))
        _ = browser.handle(.field(.text(.insert("Tree"))))
        #expect(browser.handle(.field(.confirm)) == [.add("Tree @2026-12-24")])
    }

    @Test func `a month is walked day by day, also on days without reminders and into other months`() {
        let days = [row("a", 100), row("b", 100), Row(freeDay: 101), row("c", 102)]
        var browser = Browser(.calendar)
        _ = browser.handle(.rows(days))
        #expect(act([.down, .next], &browser) == [] && browser.cursor == 2)
        // Nothing is there to act on.
        #expect(browser.current == nil && browser.targets.isEmpty)
        for action in [Browser.Action.check, .open, .edit, .show, .tags, .snooze, .skip, .delete, .mark, .tick] {
            #expect(act([action], &browser) == [], "\(action)")
        }
        guard case .list = browser.mode else { return #expect(Bool(false), "no key asks about a free day") }
        #expect(act([.next], &browser) == [] && browser.current?.path == "c")
        _ = act([.markAll], &browser)
        #expect(browser.marks.count == 3)
        #expect(act([.next], &browser) == [.read] && browser.page == 1)
        _ = browser.handle(.rows([Row(freeDay: 103), row("d", 104)]))
        #expect(browser.cursor == 0)
        #expect(act([.previous], &browser) == [.read] && browser.page == 0)
        _ = browser.handle(.rows(days))
        #expect(browser.current?.path == "c")
        #expect(act([.pageDown], &browser) == [.read] && browser.page == 1)
    }
}
