import Testing

@testable import CivilTime
@testable import Interaction
@testable import MemossFiles
@testable import Text

/// What is typed at a prompt, or where there is none.
extension BrowserTests {
    @Test func `what is typed after a refused key is not taken for keys of the list`() {
        for action: Browser.Action in [.move, .snoozeUntil] {
            var browser = browser([row("a"), row("a", 1, on: "2026-11-24T09:00")])
            #expect(act([.down, action], &browser) == [])
            #expect(type("mon 7 dec xuq", &browser) == [])
            #expect(browser.messages.map(\.kind) == [.error] && browser.marks.isEmpty, "the reason is still shown")
            #expect(browser.handle(.field(.confirm)) == [] && isList(browser) && browser.messages.isEmpty)
            #expect(act([.first, .check], &browser) == [complete(["a"])])
        }
    }

    @Test func `no prompt opens, and nothing is refused, where there is no row`() {
        for action: Browser.Action in [.move, .snoozeUntil, .snooze, .skip] {
            var browser = browser([])
            #expect(act([action], &browser) == [] && isList(browser) && browser.messages.isEmpty)
        }
    }

    @Test func `what was typed at a prompt is recalled there, even if it was cancelled`() {
        var browser = browser([row("a")])
        for (action, kind) in [(Browser.Action.add, Browser.Input.Kind.addition), (.move, .move), (.command, .command)]
        {
            _ = act([action], &browser)
            _ = type("first", &browser)
            _ = browser.handle(.field(.confirm))
            _ = act([action], &browser)
            _ = type("second", &browser)
            _ = browser.handle(.field(.cancel))
            _ = act([action], &browser)
            for text in ["second", "first"] {
                _ = browser.handle(.field(.up))
                guard case .input(let input, let field) = browser.mode else {
                    Issue.record("\(action) does not ask")
                    continue
                }
                #expect(field.text == text && input.kind == kind)
            }
            _ = browser.handle(.field(.cancel))
        }
    }

    @Test func `a key that acts at once on many marks asks first`() {
        let rows = (10...20).map { row("\($0)") }
        for action: Browser.Action in [.check, .skip, .snooze, .catchUp] {
            var browser = browser(rows)
            _ = act([.markAll, .first, .mark], &browser)
            #expect(act([action], &browser).count == 1, "ten")
            _ = act([.first, .mark, action], &browser)
            #expect(browser.marks.count == 11 && browser.completes)
            guard case .confirmation(action) = browser.mode else {
                Issue.record("\(action) does not ask")
                continue
            }
            #expect(type("y", &browser).count == 1)
        }
    }

    // MARK: The cursor after an edit

    @Test func `after an edit of ours, the cursor does not jump to another occurrence of the series`() {
        // The current one is overdue, and another one is due today.
        let old = [row("a"), row("b"), row("c"), row("a", 1, on: "2026-11-24")]
        var browser = browser(old)
        _ = browser.handle(.edited(complete(["a"]), isDone: true))
        _ = browser.handle(.rows([row("b"), row("c"), row("a")]))
        #expect(browser.current == row("b"))
        // The next row of the series is in its place.
        browser = self.browser([row("b"), row("a"), row("a", 0, on: "2026-11-24"), row("c")])
        _ = act([.down], &browser)
        _ = browser.handle(.edited(complete(["a"]), isDone: true))
        _ = browser.handle(.rows([row("b"), row("a"), row("c")]))
        #expect(browser.current == row("a"))
        // Marks elsewhere were completed.
        browser = self.browser([row("a"), row("b"), row("c")])
        _ = act([.last], &browser)
        _ = browser.handle(.edited(complete(["a", "b"]), isDone: true))
        _ = browser.handle(.rows([row("c"), row("a", 3, done: true), row("b", 3, done: true)]))
        #expect(browser.current == row("c"))
    }

    @Test func `after an edit of marks, the cursor stays on the occurrence of the series that it was on`() {
        let days = (1...5).map { row("a", $0, on: "2026-11-2\($0)") }
        var browser = browser([row("a")] + days + [row("z")])
        _ = act([.mark, .mark, .mark, .down], &browser)
        #expect(browser.current == days[3])
        for effect in act([.check], &browser) { _ = browser.handle(.edited(effect, isDone: true)) }
        // The third occurrence is now the current one.
        _ = browser.handle(.rows([row("a", 3), days[3], days[4], row("z")]))
        #expect(browser.current == days[3])
        // The cursor is on an occurrence that becomes the current one.
        browser = self.browser([row("a")] + days + [row("z")])
        _ = act([.mark, .mark], &browser)
        for effect in act([.check], &browser) { _ = browser.handle(.edited(effect, isDone: true)) }
        _ = browser.handle(.rows([row("a", 2), days[2], days[3], row("z")]))
        #expect(browser.current == row("a", 2))
        // The cursor is on a marked row: it goes to the next reminder.
        browser = self.browser([row("a")] + days + [row("z")])
        _ = act([.mark, .mark, .up], &browser)
        for effect in act([.check], &browser) { _ = browser.handle(.edited(effect, isDone: true)) }
        _ = browser.handle(.rows([row("a", 2), days[2], days[3], row("z")]))
        #expect(browser.current == row("z"))
    }

    @Test func `a second press does not complete the next occurrence, which is still to come; a third one does`() {
        func ahead(_ path: String) -> Row { Row(section: 0, path: PathKey(path), isAhead: true) }
        for (action, effect) in [(Browser.Action.check, complete(["a"])), (.skip, skip("a"))] {
            var browser = browser([row("a"), row("b")])
            #expect(act([action], &browser) == [effect])
            _ = browser.handle(.edited(effect, isDone: true))
            _ = browser.handle(.rows([ahead("a"), row("b")]))
            // The same rows again, as when another program writes.
            _ = browser.handle(.rows([ahead("a"), row("b")]))
            #expect(act([action], &browser) == [] && browser.messages.map(\.kind) == [.information])
            #expect(act([action], &browser) == [effect])
            // Somebody who has moved there means it, and so does somebody who catches up.
            _ = browser.handle(.edited(effect, isDone: true))
            _ = browser.handle(.rows([ahead("a"), row("b")]))
            #expect(act([.down, .up, action], &browser) == [effect])
            _ = browser.handle(.edited(effect, isDone: true))
            _ = browser.handle(.rows([row("a"), row("b")]))
            #expect(act([action], &browser) == [effect])
        }
    }

    @Test func `a press after one that reopens does not complete another occurrence, but may complete that one again`()
    {
        func day(_ day: Int, isCompleted: Bool = false) -> Row {
            let date = DateValue(CivilDate(daysSinceEpoch: 20_000 + day))
            return Row(section: 0, path: PathKey("a"), occurrence: date, isCompleted: isCompleted, isAhead: true)
        }
        var browser = browser([day(23, isCompleted: true), day(24)])
        let reopen = Browser.Effect.steps(.reopen, [day(23, isCompleted: true).mark])
        #expect(act([.check], &browser) == [reopen])
        _ = browser.handle(.edited(reopen, isDone: true))
        _ = browser.handle(.rows([day(24)]))
        #expect(act([.check], &browser) == [] && browser.messages.map(\.kind) == [.information])
        browser = self.browser([day(23, isCompleted: true), day(24)])
        _ = act([.check], &browser)
        _ = browser.handle(.edited(reopen, isDone: true))
        _ = browser.handle(.rows([day(22), day(23), day(24)]))
        #expect(browser.current == day(23))
        #expect(act([.check], &browser) == [.steps(.complete, [day(23).mark])])
    }
}
