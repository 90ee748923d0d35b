import Testing

@testable import Interaction
@testable import MemossFiles
@testable import Text

extension BrowserTests {
    // MARK: Lines

    @Test func `a filter is followed while it is typed, kept by Return and cleared by Escape`() {
        var browser = browser(three)
        _ = act([.filter], &browser)
        #expect(type("ab", &browser) == [.read, .read] && browser.filter == "ab")
        #expect(browser.handle(.field(.down)) == [] && browser.cursor == 1)
        #expect(browser.handle(.field(.confirm)) == [] && isList(browser) && browser.filter == "ab")
        _ = act([.filter], &browser)
        #expect(browser.isFresh && type("c", &browser) == [.read] && browser.filter == "c", "it is replaced")
        #expect(!browser.isFresh && type("d", &browser) == [.read] && browser.filter == "cd")
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

    @Test func `Up and Down recall commands, and what was being typed comes back`() {
        var browser = browser(three)
        func text() -> String? { if case .input(.command, let field) = browser.mode { field.text } else { nil } }
        for line in ["list", "list", "tag list"] {
            _ = act([.command], &browser)
            _ = type(line, &browser)
            #expect(browser.handle(.field(.confirm)) == [.run(line)])
        }
        _ = act([.command], &browser)
        _ = type("ch", &browser)
        for (event, expected): (FieldEvent, String) in [
            (.down, "ch"), (.up, "tag list"), (.up, "list"), (.up, "list"), (.down, "tag list"), (.down, "ch"),
            (.down, "ch"),
        ] {
            #expect(browser.handle(.field(event)) == [])
            #expect(text() == expected)
        }
        #expect(browser.cursor == 0)
        _ = browser.handle(.field(.cancel))
        _ = act([.command], &browser)
        _ = browser.handle(.field(.up))
        #expect(text() == "ch", "what was cancelled")
    }

    @Test func `a line that could not be used can be corrected`() {
        var browser = browser(three)
        browser.resume(.addition, "Buy @")
        _ = type("x", &browser)
        #expect(browser.handle(.field(.confirm)) == [.add("Buy @x")])
    }

    @Test func `pasted line breaks are blanks, but in a new reminder each line is one`() {
        for (action, effect) in [
            (.add, .add("Buy\nmilk")), (.command, .run("Buy milk")),
            (.snoozeUntil, .snooze([PathKey("a")], until: "Buy milk")),
        ] as [(Browser.Action, Browser.Effect)] {
            var browser = browser(three)
            _ = act([action], &browser)
            _ = browser.handle(.field(.text(.insert("Buy\n \r\nmilk\r\n"))))
            let effects = browser.handle(.field(.confirm))
            #expect(effects == [effect])
        }
    }

    @Test func `what an edit said can be undone from there, even if it is a text of its own`() {
        for (action, effect) in [(.undo, .undo), (.redo, .redo)] as [(Browser.Action, Browser.Effect)] {
            var browser = browser(three)
            _ = browser.handle(.text(count: 100))
            #expect(act([action], &browser) == [effect])
            guard case .list = browser.mode else {
                Issue.record("the text is still there")
                continue
            }
        }
    }

    @Test func `the end of a line that is pasted as keys enters nothing`() {
        for (action, text) in [(.add, "a\nb"), (.command, "a b"), (.filter, "a b")] as [(Browser.Action, String)] {
            var browser = browser(three)
            _ = act([action], &browser)
            _ = type("a", &browser)
            #expect(browser.handle(.pastedLineEnd).allSatisfy { $0 == .read })
            _ = type("b", &browser)
            guard case .input(_, let field) = browser.mode else {
                Issue.record("the line has ended")
                continue
            }
            #expect(field.text == text)
        }
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
        #expect(type("y", &browser) == [.delete(["a", "b"])])
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
