import Testing

@testable import MemossFiles

@Suite struct BrowserTests {
    private typealias Row = Browser.Row

    private func row(_ path: String, _ section: Int = 0, done: Bool = false, on: String? = nil) -> Row {
        let occurrence = on.flatMap { try? DateValue(parsing: $0) }
        return Row(section: section, path: PathKey(path), occurrence: occurrence, isCompleted: done)
    }

    private func browser(_ rows: [Row]) -> Browser {
        var browser = Browser()
        _ = browser.handle(.height(5))
        _ = browser.handle(.rows(rows))
        return browser
    }

    private var three: [Row] { [row("a"), row("b"), row("c", done: true)] }

    private func act(_ actions: [Browser.Action], _ browser: inout Browser) -> [Browser.Effect] {
        actions.flatMap { browser.handle(.action($0)) }
    }

    private func type(_ text: String, _ browser: inout Browser) -> [Browser.Effect] {
        text.flatMap { browser.handle(.field(.text(.insert(String($0))))) }
    }

    private func isList(_ browser: Browser) -> Bool { if case .list = browser.mode { true } else { false } }

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
            .delete, .mark, .markAll, .click(0, isCheck: true),
        ] {
            #expect(act([action], &browser) == [], "\(action)")
            #expect(isList(browser) && browser.cursor == 0 && browser.current == nil)
        }
    }

    // MARK: Keys

    @Test func `each action on a row names its reminder`() {
        var browser = browser(three)
        #expect(act([.check], &browser) == [.complete(["a"], on: nil)])
        #expect(act([.open], &browser) == [.open("a")])
        #expect(act([.edit], &browser) == [.edit("a")])
        #expect(act([.show], &browser) == [.show("a")])
        #expect(act([.tags], &browser) == [.pickTags(["a"])])
        #expect(act([.snooze], &browser) == [.snooze(["a"], until: nil)])
        #expect(act([.last, .check], &browser) == [.reopen(["c"])])
        #expect(act([.undo, .redo, .help], &browser) == [.undo, .redo, .help])
        #expect(act([.redraw, .suspend, .quit], &browser) == [.redraw, .suspend, .quit])
    }

    @Test func `the check of a row for another occurrence is about that occurrence`() throws {
        var browser = browser([row("a", on: "2026-11-23T09:00")])
        #expect(act([.check], &browser) == [.complete(["a"], on: try DateValue(parsing: "2026-11-23T09:00"))])
    }

    @Test func `a click moves, and on the check it completes only that row`() {
        var browser = browser(three)
        #expect(act([.mark], &browser) == [])
        #expect(act([.click(2, isCheck: false)], &browser) == [])
        #expect(browser.cursor == 2)
        #expect(act([.click(1, isCheck: true)], &browser) == [.complete(["b"], on: nil)])
    }

    // MARK: Marks

    @Test func `an action on marks is one edit, in the order of the rows`() {
        var browser = browser(three)
        _ = act([.down, .mark, .first, .mark], &browser)
        #expect(browser.marks == ["a", "b"] && browser.cursor == 1)
        #expect(act([.check], &browser) == [.complete(["a", "b"], on: nil)])
        #expect(act([.snooze], &browser) == [.snooze(["a", "b"], until: nil)])
        #expect(act([.tags], &browser) == [.pickTags(["a", "b"])])
        #expect(act([.edit], &browser) == [.edit("b")], "the editor opens one file")
    }

    @Test func `of marks, the open ones are completed; if there are none, all are reopened`() {
        var browser = browser([row("a", done: true), row("b"), row("c", done: true)])
        _ = act([.markAll], &browser)
        #expect(act([.check], &browser) == [.complete(["b"], on: nil)])
        _ = act([.down, .mark], &browser)
        #expect(browser.marks == ["a", "c"])
        #expect(act([.check], &browser) == [.reopen(["a", "c"])])
    }

    @Test func `all rows are marked, or unmarked if they are; marks of other views stay`() {
        var browser = browser(three)
        _ = act([.markAll], &browser)
        _ = browser.handle(.rows([row("d"), row("a")]))
        #expect(browser.targets == ["a", "b", "c"])
        _ = act([.markAll], &browser)
        #expect(browser.targets == ["d", "a", "b", "c"])
        _ = act([.markAll], &browser)
        #expect(browser.targets == ["b", "c"])
        browser.keepMarks { $0 == "b" }
        #expect(browser.targets == ["b"])
    }

    @Test func `marks are gone after an edit of them, and stay after a failure or another edit`() {
        var browser = browser(three)
        _ = act([.mark], &browser)
        _ = browser.handle(.edited(.snooze(["a"], until: nil), isDone: false))
        _ = browser.handle(.edited(.undo, isDone: true))
        #expect(browser.marks == ["a"])
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
        _ = browser.handle(.edited(.complete(["b"], on: nil), isDone: true))
        _ = browser.handle(.rows([row("a"), row("c"), row("b", 3, done: true)]))
        #expect(browser.current == row("c"))
        _ = browser.handle(.rows([row("a"), row("c", 7), row("b", 3, done: true)]))
        #expect(browser.current == row("c", 7), "the next change is not ours")
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

    // MARK: Views

    @Test func `a view is read once, and weeks turn only in views that have them`() {
        var browser = browser(three)
        #expect(act([.view(.dashboard)], &browser) == [])
        #expect(act([.next], &browser) == [] && browser.page == 0)
        #expect(act([.view(.agenda)], &browser) == [.read])
        #expect(act([.next, .next, .previous], &browser) == [.read, .read, .read] && browser.page == 1)
        #expect(act([.view(.agenda)], &browser) == [.read] && browser.page == 0, "back to this week")
        #expect(act([.view(.calendar), .previous], &browser) == [.read, .read] && browser.page == -1)
        #expect(act([.view(.notes)], &browser) == [.read] && browser.page == 0)
    }

    // MARK: Lines

    @Test func `a filter is followed while it is typed, kept by Return and cleared by Escape`() {
        var browser = browser(three)
        _ = act([.filter], &browser)
        #expect(type("ab", &browser) == [.read, .read] && browser.filter == "ab")
        #expect(browser.handle(.field(.down)) == [] && browser.cursor == 1)
        #expect(browser.handle(.field(.confirm)) == [] && isList(browser) && browser.filter == "ab")
        _ = act([.filter], &browser)
        #expect(type("c", &browser) == [.read] && browser.filter == "abc")
        #expect(browser.handle(.field(.cancel)) == [.read] && isList(browser) && browser.filter == "")
    }

    @Test func `a line to add, a time and a command are handed over as typed`() {
        var browser = browser(three)
        for (action, effect) in [
            (Browser.Action.add, Browser.Effect.add("x y")), (.snoozeUntil, .snooze(["a"], until: "x y")),
            (.command, .run("x y")),
        ] {
            _ = act([action], &browser)
            #expect(type("x y", &browser) == [])
            #expect(browser.handle(.field(.confirm)) == [effect] && isList(browser))
            _ = act([action], &browser)
            _ = type("x", &browser)
            #expect(browser.handle(.field(.cancel)) == [] && isList(browser))
            _ = act([action], &browser)
            #expect(browser.handle(.field(.confirm)) == [] && isList(browser), "nothing was typed")
            _ = act([action], &browser)
            #expect(browser.handle(.field(.text(.deleteBackward))) == [] && isList(browser))
        }
    }

    @Test func `a line that could not be used can be corrected`() {
        var browser = browser(three)
        browser.resume(.addition, "Buy @")
        _ = type("x", &browser)
        #expect(browser.handle(.field(.confirm)) == [.add("Buy @x")])
    }

    @Test func `pasted line breaks are blanks`() {
        var browser = browser(three)
        _ = act([.add], &browser)
        _ = browser.handle(.field(.text(.insert("Buy\nmilk\r\n"))))
        #expect(browser.handle(.field(.confirm)) == [.add("Buy milk")])
    }

    @Test func `Tab takes one candidate after the other, and the only one at once`() {
        var browser = browser(three)
        _ = act([.filter], &browser)
        _ = type("x ta", &browser)
        #expect(browser.handle(.field(.complete)) == [.suggest(.filter(before: ""), before: "x ta")])
        #expect(browser.handle(.candidates(replacing: 2, ["tag:", "task"])) == [])
        #expect(browser.handle(.field(.complete)) == [.read] && browser.filter == "x tag:")
        #expect(browser.handle(.field(.complete)) == [.read] && browser.filter == "x task")
        #expect(browser.handle(.field(.complete)) == [.read] && browser.filter == "x tag:")
        _ = type("w", &browser)
        #expect(browser.completion == nil)
        #expect(browser.handle(.field(.complete)) == [.suggest(.filter(before: ""), before: "x tag:w")])
        #expect(browser.handle(.candidates(replacing: 5, ["tag:work "])) == [.read] && browser.filter == "x tag:work ")
        #expect(browser.completion == nil)
        _ = browser.handle(.candidates(replacing: 0, []))
        #expect(browser.handle(.field(.complete)) == [])
    }

    @Test func `deleting needs a y, and any other key keeps everything`() {
        var browser = browser(three)
        for answer in ["y", "Y"] {
            _ = act([.delete], &browser)
            #expect(type(answer, &browser) == [.delete(["a"])] && isList(browser))
        }
        for event: FieldEvent in [.confirm, .cancel, .text(.insert("n")), .text(.insert("yes")), .down] {
            _ = act([.delete], &browser)
            #expect(browser.handle(.field(event)) == [.keep] && isList(browser))
        }
        _ = act([.markAll, .delete], &browser)
        #expect(type("y", &browser) == [.delete(["a", "b", "c"])])
    }

    @Test func `the tags that were chosen are one change, and Escape is none`() {
        var browser = browser(three)
        let source = TagSuggestions(Snapshot(files: ["tags.yaml": Array("Work: {}\n".utf8)]), today: .min)
        for isDone in [true, false] {
            _ = browser.handle(.tags(TagField([], from: source), of: ["a", "b"]))
            #expect(type("work,", &browser) == [])
            let effects = browser.handle(.field(isDone ? .confirm : .cancel))
            #expect(effects == (isDone ? [.change(["a", "b"], TagsChange(adding: [TagName("Work")]))] : []))
            #expect(isList(browser))
        }
    }

    // MARK: Texts and messages

    @Test func `a text is scrolled by lines and pages, and left by the keys that opened it`() {
        var browser = browser(three)
        for leave: Browser.Action in [.cancel, .quit, .show, .help] {
            _ = browser.handle(.text(count: 12))
            var offsets: [Int] = []
            for action: Browser.Action in [.up, .down, .pageDown, .check, .pageDown, .pageUp, .last, .first, .delete] {
                #expect(act([action], &browser) == [])
                if case .text(let offset, _) = browser.mode { offsets.append(offset) }
            }
            #expect(offsets == [0, 1, 5, 7, 7, 3, 7, 0, 0])
            #expect(act([leave], &browser) == [] && isList(browser))
        }
    }

    @Test func `a text that is drawn again for another size keeps its place`() {
        var browser = browser(three)
        _ = browser.handle(.text(count: 30))
        _ = act([.last], &browser)
        _ = browser.handle(.text(count: 20))
        if case .text(let offset, let count) = browser.mode { #expect((offset, count) == (15, 20)) }
        _ = browser.handle(.height(18))
        if case .text(let offset, _) = browser.mode { #expect(offset == 2) }
    }

    @Test func `messages add up until a key is pressed`() {
        var browser = browser(three)
        _ = browser.handle(.messages([Browser.Message(.information, "one")]))
        _ = browser.handle(.messages([Browser.Message(.error, "two")]))
        #expect(browser.messages.map(\.text) == ["one", "two"])
        _ = browser.handle(.rows(three))
        #expect(browser.messages.count == 2)
        _ = act([.down], &browser)
        #expect(browser.messages == [])
    }
}
