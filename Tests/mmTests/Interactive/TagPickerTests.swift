import MemossFiles
import Testing

@testable import CivilTime
@testable import Interaction
@testable import mm

@Suite struct TagPickerTests {
    private func picker(_ tags: [String] = ["Home"], files: Int = 3) -> TagPicker {
        var contents = ["tags.yaml": Array("Home: moss\nWork: blue\nWork/漢字: pink\n".utf8)]
        for number in 0..<files { contents["\(number).md"] = Array("---\ntags: [Work]\n---\n".utf8) }
        let source = TagSuggestions(Snapshot(files: contents), today: CivilDate(daysSinceEpoch: 20_000))
        return TagPicker(title: "Tags of 'Bins'", field: TagField(tags.map { TagName($0) }, from: source))
    }

    private func text(_ picker: TagPicker, width: Int = 40, height: Int = 24) -> String {
        let frame = picker.frame(in: TerminalSize(width: width, height: height), Painter(.none))
        #expect(frame.lines.count <= height)
        #expect(frame.lines.allSatisfy { $0.count <= width })
        return frame.text
    }

    private func type(_ text: String, into picker: inout TagPicker) {
        for letter in text { _ = picker.handle(.character(letter)) }
    }

    @Test func `the chips, the text and the suggestions are drawn below the title`() {
        var picker = picker()
        let empty = """
            Tags of 'Bins'
            [Home] Add tag
              [Work]       3 files
              [Work/漢字]  0 files
            Return saves, Esc cancels

            """
        #expect(text(picker) == empty)
        type("w", into: &picker)
        let typed = """
            Tags of 'Bins'
            [Home] w
            > [Work]       3 files
              [Work/漢字]  0 files
              Create tag "w"
            Return adds, Tab completes, Esc cancels

            """
        #expect(text(picker) == typed)
    }

    @Test func `chips wrap, and the text follows them`() {
        let picker = picker(["Home", "Work", "a long name", "another"], files: 0)
        let expected = """
            Tags of 'Bins'
            [Home] [Work]
            [a long name]
            [another]
            Add tag
              [Work/漢字]…

            """
        #expect(text(picker, width: 16).hasPrefix(expected.split(separator: "…")[0]))
    }

    @Test func `a marked chip, a refusal and the presets are told in words`() {
        var picker = picker()
        _ = picker.handle(.backspace)
        #expect(text(picker).contains("[Home ×]"))
        type("home", into: &picker)
        #expect(text(picker).contains("'home' is already selected"))
        for _ in 0..<4 { _ = picker.handle(.backspace) }
        type("new", into: &picker)
        _ = picker.handle(.enter)
        let presets = """
            Colour of [new]
             1 [moss] 2 [blue] 3 [pink]>4 [orange]
             5 [purple] 6 [teal] 7 [yellow] 8 [gray]
            """
        #expect(text(picker).contains(presets))
    }

    @Test func `many tags leave room for suggestions, and the marked one is shown`() {
        var picker = picker((0..<40).map { "tag\($0)" })
        for _ in 0..<20 { _ = picker.handle(.left) }
        let shown = text(picker, width: 40, height: 12)
        #expect(shown.contains("[tag20 ×]") && shown.contains("[Work]") && shown.contains("Backspace removes"))
    }

    @Test func `a terminal of any size shows the line that is typed into`() {
        for width in [1, 2, 5, 12, 40, 200] {
            for height in [1, 2, 3, 5, 60] {
                var picker = picker(["Home", "漢字漢字漢字", "x"], files: 0)
                type(String(repeating: "w👍", count: 30), into: &picker)
                let frame = picker.frame(in: TerminalSize(width: width, height: height), Painter(.none))
                let cursor = frame.cursor ?? Frame.Place(line: -1, column: -1)
                #expect(frame.lines.indices.contains(cursor.line) && (0..<width).contains(cursor.column))
                #expect(frame.lines.count <= height)
            }
        }
    }

    @Test func `control sequences in names are drawn escaped`() {
        let picker = picker(["a\u{1B}[2Jb"])
        #expect(!text(picker).contains("\u{1B}"))
    }

    @Test func `Return on an empty text gives the change, and Escape none`() {
        var picker = picker()
        type("wo", into: &picker)
        guard case nil = picker.handle(.enter), case .done(let field)? = picker.handle(.enter),
            case .cancelled? = picker.handle(.escape)
        else { return #expect(Bool(false)) }
        #expect(field.change == TagsChange(adding: [TagName("Work")]))
    }

    @Test func `lines that arrive as if they were typed are tags`() {
        var picker = picker()
        for (line, isLast) in [("work", false), ("new", false), ("other", true)] {
            type(line, into: &picker)
            guard case nil = picker.handle(.enter, isFollowed: !isLast) else { return #expect(Bool(false)) }
        }
        #expect(picker.field.selected.map(\.text) == ["Home", "Work", "new", "other"])
        guard case .done? = picker.handle(.enter, isFollowed: false) else { return #expect(Bool(false)) }
    }

    // MARK: Lines

    /// The tags at the end; nil if the dialogue was cancelled.
    private func dialogue(_ lines: String...) -> (tags: [String]?, prompts: [[String]]) {
        var (picker, rest, prompts) = (picker(), lines[...], [[String]]())
        let answer = picker.converse { prompt in
            prompts.append(prompt)
            return rest.popFirst()
        }
        if case .done(let field) = answer { return (field.selected.map(\.text), prompts) }
        return (nil, prompts)
    }

    @Test func `as lines, tags are added and removed by name, and a new one after a question`() {
        let question = "Tags to add, -TAG to remove, Return to save, Ctrl-D to cancel:"
        let others = "Other tags: Work (3 files), Work/漢字 (0 files)"
        #expect(dialogue().prompts == [["Tags of 'Bins'", "Tags: Home", others, question]])
        let (tags, prompts) = dialogue("WORK, -home", "errand,x", "y", "no", "")
        #expect(tags == ["Work", "errand"])
        #expect(prompts[1][...2] == ["Added tag Work.", "Removed tag Home.", "Tags of 'Bins'"])
        #expect(prompts[2] == ["Create tag errand? [y/N]"] && prompts[3].last == "Create tag x? [y/N]")
        #expect(prompts[4][0] == "Created tag errand, orange.")
        #expect(dialogue("wor", "n").prompts[1][0] == "Similar tags: 'Work', 'Work/漢字'.")
        #expect(dialogue("home").prompts[1][0] == "'Home' is already selected")
        #expect(dialogue("##").prompts[1][0].contains("cannot begin with '#'"))
        #expect(dialogue("work").tags == nil, "the end of the input cancels")
    }
}
