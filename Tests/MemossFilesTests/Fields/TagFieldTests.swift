import TestSupport
import Testing

@testable import CivilTime
@testable import Interaction
@testable import MemossFiles

/// The rules of the token field, without a terminal.
@Suite struct TagFieldTests {
    private static let files = [
        "tags.yaml": "Garden: moss\nHealth: pink\nWork:\n  color: blue\n  aliases: [office]\n",
        "a.md": "---\ntags: [Work]\n---\n", "b.md": "---\ntags: [Work, Garden]\n---\n",
        "c.md": "---\ntags: [Work/Client]\n---\n", "d.md": "---\ntags: [Café]\n---\n",
    ].mapValues { Array($0.utf8) }

    private func field(_ selected: [String] = []) -> TagField {
        let snapshot = Snapshot(files: Self.files)
        return TagField(
            selected.map { TagName($0) },
            from: TagSuggestions(snapshot, today: CivilDate(unchecked: 2026, 11, 22))
        )
    }

    private func names(_ field: TagField) -> [String] { field.selected.map(\.text) }

    private func rows(_ field: TagField) -> [String] {
        field.suggestions.enumerated().map { index, row in
            (index == field.highlight ? ">" : "") + (row.kind == .create ? "+" : "") + row.name.text
        }
    }

    @Test func `while the text is empty, the most frequent tags are suggested, without the selected ones`() {
        #expect(rows(field()) == ["Work", "Café", "Garden", "Work/Client", "Health"])
        #expect(rows(field(["work"])) == ["Café", "Garden", "Work/Client", "Health"])
    }

    @Test func `the last row creates a tag if none equals the text, ignoring case and accents`() {
        var field = field()
        _ = field.type("gar")
        #expect(rows(field) == [">Garden", "+gar"])
        _ = field.type("den")
        #expect(rows(field) == [">Garden"])
        _ = field.handle(.text(.deleteToStart))
        _ = field.type("cafe")
        #expect(rows(field).first == ">Café")
    }

    @Test func `a tag that is only similar is not what Return takes for a new name`() {
        var field = field()
        _ = field.type("healt h")
        #expect(rows(field).last == ">+healt h")
        _ = field.handle(.text(.deleteToStart))
        _ = field.type("ork")
        #expect(rows(field).last == ">+ork")
    }

    @Test func `the marks of notes and lines do not become part of a name`() {
        for typed in ["#gar", "+gar", " +gar"] {
            var field = field()
            _ = field.type(typed)
            #expect(rows(field) == [">Garden", "+gar"])
        }
        var pasted = field()
        _ = pasted.type("+one,#two\n")
        #expect(names(pasted) == ["one", "two"])
    }

    @Test func `Return adds the highlighted tag and clears the text`() {
        var field = field()
        #expect(field.type("wo") == [])
        #expect(field.handle(.confirm) == [.select(TagName("Work"))])
        #expect(names(field) == ["Work"])
        #expect(field.text.isEmpty)
    }

    @Test func `a comma adds it too`() {
        var field = field()
        #expect(field.type("wo,") == [.select(TagName("Work"))])
        #expect(field.type(",") == [])
        #expect(field.type("new,") == [.create(TagName("new"), TagColor.Preset.orange.color)])
        #expect(names(field) == ["Work", "new"])
    }

    @Test func `Return on a new tag offers the presets, the least used first`() {
        var field = field()
        _ = field.type("new")
        #expect(field.handle(.confirm) == [])
        #expect(field.mode == .color(TagName("new"), ColorField(TagColor.Preset.orange.color)))
        _ = field.type("6")
        #expect(field.handle(.confirm) == [.create(TagName("new"), TagColor.Preset.teal.color)])
        #expect(field.change.adding == [TagName("new")])
        #expect(field.change.colors == [TagName("new"): TagColor.Preset.teal.color])
    }

    @Test func `Escape leaves the presets, and then the field`() {
        var field = field()
        _ = field.type("new")
        _ = field.handle(.confirm)
        #expect(field.handle(.cancel) == [])
        #expect((field.mode, field.text.text) == (.text, "new"))
        #expect(field.handle(.cancel) == [.cancelled])
    }

    @Test func `a tag nested in a registered one takes its colour and asks for none`() {
        var field = field()
        _ = field.type("work/new")
        #expect(field.handle(.confirm) == [.create(TagName("Work/new"), nil)])
        #expect(field.color(of: TagName("Work/new")) == TagColor.Preset.blue.color)
        #expect(field.change.colors == [:])
    }

    @Test func `pasted text with commas or line breaks is one tag for each item`() {
        var field = field()
        let effects = field.handle(.text(.insert("office, b,\r\n health\n, B")))
        #expect(
            effects == [
                .select(TagName("Work")), .create(TagName("b"), TagColor.Preset.orange.color),
                .select(TagName("Health")),
            ]
        )
        #expect(names(field) == ["Work", "b", "Health"])
        _ = field.handle(.text(.insert("x,y,")))
        #expect(field.color(of: TagName("x")) != field.color(of: TagName("b")))
    }

    @Test func `a paste of thousands of names selects each of them, and a very long name is refused`() {
        var field = field()
        let text = (0..<3_000).map { "t\($0)" }.joined(separator: ",")
        #expect(field.handle(.text(.insert(text))).count == 3_000)
        _ = field.handle(.text(.insert(String(repeating: "a", count: 100_000))))
        #expect(field.suggestions.isEmpty && field.refusal != nil)
    }

    @Test func `after a paste of a tag that is there, Return finishes`() {
        var field = field(["Work"])
        _ = field.handle(.text(.insert("Work, Health")))
        #expect(field.refusal == .selected(TagName("Work")))
        #expect(field.handle(.confirm) == [.done])
    }

    @Test func `a list that is pasted unmarked is one tag for each line, and finishes with its own Return`() {
        var field = field()
        for line in ["work", "b", "", "c"] {
            _ = field.type(line)
            #expect(!field.endPastedLine().contains(.done))
        }
        #expect(names(field) == ["Work", "b", "c"])
        _ = field.type("d")
        #expect(field.handle(.confirm) == [.create(TagName("d"), field.color(of: TagName("d")))])
        #expect(field.handle(.confirm) == [.done])
    }

    @Test func `after a typed tag, Return finishes although more keys follow, which are for the shell`() {
        var field = field()
        _ = field.type("work,")
        #expect(field.endPastedLine() == [.done])
    }

    @Test func `Page Down and Page Up move by several suggestions, and stop at the ends`() throws {
        var files = ["tags.yaml": Array((0..<30).map { "t\($0): blue\n" }.joined().utf8)]
        files["a.md"] = Array("---\ntags: [Work]\n---\n".utf8)
        let source = TagSuggestions(Snapshot(files: files), today: CivilDate(unchecked: 2026, 11, 22))
        var field = TagField([], from: source)
        let last = field.suggestions.count - 1
        var places: [Int?] = []
        for _ in 0..<7 {
            _ = field.handle(.pageDown)
            places.append(field.highlight)
        }
        #expect(places == [0, 7, 14, 21, 28, last, last])
        _ = field.handle(.pageUp)
        #expect(field.highlight == last - 7)
        for _ in 0..<5 { _ = field.handle(.pageUp) }
        #expect(field.highlight == 0)
    }

    @Test func `a colour that is no preset can be kept`() {
        let own = TagColor(red: 1, green: 2, blue: 3)
        #expect(ColorField(own).choice == ColorField.Choice(name: "#010203", color: own))
        #expect(ColorField(TagColor.Preset.teal.color).choices.count == 8)
    }

    @Test func `pasted text that cannot be a tag stays in the field`() {
        var field = field()
        _ = field.handle(.text(.insert("a, ##, b")))
        #expect(names(field) == ["a", "b"])
        #expect(field.text.text.contains("##"))
    }

    @Test func `Backspace on an empty text marks the last chip, then removes it`() {
        var field = field(["Work", "Garden"])
        #expect(field.handle(.text(.deleteBackward)) == [])
        #expect(field.mode == .chip(1))
        #expect(field.handle(.text(.deleteBackward)) == [.remove(TagName("Garden"))])
        #expect((names(field), field.mode) == (["Work"], .text))
    }

    @Test func `the arrows move through the chips, and Delete removes one`() {
        var field = field(["Work", "Garden", "Health"])
        for expected in [2, 1, 0, 0] {
            _ = field.handle(.text(.left))
            #expect(field.mode == .chip(expected))
        }
        _ = field.handle(.text(.right))
        #expect(field.handle(.text(.deleteForward)) == [.remove(TagName("Garden"))])
        #expect(field.mode == .chip(1))
        _ = field.handle(.text(.right))
        #expect(field.mode == .text)
    }

    @Test func `typing while a chip is marked goes on with the text`() {
        var field = field(["Work"])
        _ = field.handle(.text(.left))
        _ = field.type("ga")
        #expect((field.mode, field.text.text, names(field)) == (.text, "ga", ["Work"]))
    }

    @Test func `the arrows go round the suggestions, and past them where the text is empty`() {
        var field = field()
        _ = field.type("gar")
        _ = field.handle(.down)
        #expect(rows(field) == ["Garden", ">+gar"])
        _ = field.handle(.down)
        #expect(rows(field) == [">Garden", "+gar"])
        _ = field.handle(.text(.deleteToStart))
        #expect(field.highlight == nil)
        _ = field.handle(.up)
        #expect(field.highlight == field.suggestions.count - 1)
        _ = field.handle(.down)
        #expect(field.highlight == nil)
    }

    @Test func `Tab completes the text to the highlighted tag`() {
        var field = field()
        _ = field.type("wo")
        _ = field.handle(.complete)
        #expect(field.text.text == "Work")
        #expect(names(field) == [])
    }

    @Test func `Return on an empty text finishes, and Escape cancels`() {
        var field = field(["Work"])
        #expect(field.handle(.confirm) == [.done])
        #expect(field.handle(.cancel) == [.cancelled])
    }

    @Test func `no tag appears twice, not even by a former name`() {
        var field = field(["Work"])
        _ = field.type("OFFICE")
        #expect((rows(field), field.refusal) == ([], .selected(TagName("OFFICE"))))
        #expect(field.handle(.confirm) == [])
        #expect((names(field), field.text.isEmpty) == (["Work"], true))
    }

    @Test func `the change has only the differences`() {
        var field = field(["Work", "Garden"])
        _ = field.handle(.text(.deleteBackward))
        _ = field.handle(.text(.deleteBackward))
        _ = field.type("garden,health,")
        #expect((field.change.removing, field.change.adding) == ([], [TagName("Health")]))
        _ = field.remove(TagName("work"))
        #expect(field.change.removing == [TagName("Work")])
    }

    @Test func `after any events, no tag is selected twice and the change leads from the old tags to the new`() {
        var random = Random(seed: 15)
        let texts = ["w", "o", "g", "/", ",", " ", "Work, new\nx", "café", "#", "\u{301}", "office"]
        let others: [FieldEvent] = [
            .up, .down, .pageUp, .pageDown, .confirm, .complete, .cancel, .text(.deleteBackward), .text(.deleteForward),
            .text(.deleteWord), .text(.deleteToStart), .text(.deleteToEnd), .text(.left), .text(.right), .text(.start),
            .text(.end),
        ]
        let registry = Snapshot(files: Self.files).registry
        for _ in 0..<Rounds.of(2_000) {
            let start = ["Work", "Garden/Sea", "unknown"].filter { _ in random.below(2) == 0 }
            var field = field(start)
            for _ in 0..<60 {
                let event = random.below(2) == 0 ? .text(.insert(random.pick(texts))) : random.pick(others)
                _ = field.handle(event)
                let selected = field.selected.map(registry.canonical)
                #expect(Set(selected).count == selected.count)
                if let highlight = field.highlight { #expect(field.suggestions.indices.contains(highlight)) }
                if case .chip(let index) = field.mode { #expect(field.selected.indices.contains(index)) }
                let old = Set(start.map { registry.canonical(TagName($0)) })
                let new = old.subtracting(field.change.removing).union(field.change.adding)
                #expect(new == Set(selected))
            }
        }
    }
}

extension TagField {
    /// Types a text key by key.
    fileprivate mutating func type(_ text: String) -> [Effect] {
        text.flatMap { handle(.text(.insert(String($0)))) }
    }
}
