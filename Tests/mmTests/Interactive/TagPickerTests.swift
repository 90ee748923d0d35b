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
        #expect(frame.lines.count <= min(height, 10))
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
                #expect(frame.lines.count <= min(height, 10))
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
        #expect(picker.handle(.enter) == nil)
        #expect(picker.handle(.enter) == .done(TagsChange(adding: [TagName("Work")])))
        #expect(picker.handle(.escape) == .cancelled)
    }

    @Test func `lines that arrive as if they were typed are tags`() {
        var picker = picker()
        for (line, isLast) in [("work", false), ("new", false), ("other", true)] {
            type(line, into: &picker)
            #expect(picker.handle(.enter, isFollowed: !isLast) == nil)
        }
        #expect(picker.field.selected.map(\.text) == ["Home", "Work", "new", "other"])
        #expect(picker.handle(.enter, isFollowed: false) != nil)
    }

    // MARK: Lines

    private func dialogue(_ picker: inout TagPicker, _ lines: [String?]) -> [String] {
        lines.flatMap { line in
            let isOver = picker.answer(line) != nil
            return isOver ? ["over"] : picker.prompt
        }
    }

    @Test func `as lines, ? lists more tags, and every number can be chosen`() {
        let registry = (0..<60).map { "t\($0 + 10): blue\n" }.joined()
        let source = TagSuggestions(
            Snapshot(files: ["tags.yaml": Array(registry.utf8)]),
            today: CivilDate(daysSinceEpoch: 20_000)
        )
        var picker = TagPicker(title: "Tags", field: TagField([], from: source))
        #expect(picker.prompt.last?.contains("? for 52 more tags,") == true)
        #expect(picker.answer("?") == nil)
        #expect(picker.prompt[2].hasPrefix("Other tags: 9 ") && picker.prompt[2].contains("48 t"))
        #expect(picker.prompt.last?.contains("? for 12 more tags,") == true)
        #expect(picker.answer("?") == nil)
        #expect(picker.prompt[2].hasPrefix("Other tags: 49 ") && picker.prompt.last?.contains("?") == false)
        #expect(picker.answer("60") == nil)
        #expect(picker.prompt[0] == "Added tag t69.")
        #expect(picker.prompt.contains { $0.hasPrefix("Other tags: 2 ") })
    }

    @Test func `as lines, tags are added by name or number, and removed after a question`() {
        var picker = picker()
        #expect(
            picker.prompt == [
                "Tags of 'Bins'", "Tags: 1 Home", "Other tags: 2 Work (3 files), 3 Work/漢字 (0 files)",
                "Name or number to add, number of a tag to remove it, Return to save, Ctrl-D to cancel:",
            ]
        )
        #expect(dialogue(&picker, ["2"])[0...2] == ["Added tag Work.", "Tags of 'Bins'", "Tags: 1 Home, 2 Work"])
        #expect(dialogue(&picker, ["1"]) == ["Remove tag Home? [y/N]"])
        #expect(dialogue(&picker, ["no"])[1] == "Tags: 1 Home, 2 Work")
        #expect(dialogue(&picker, ["1", "yes"]).contains("Removed tag Home."))
        #expect(dialogue(&picker, ["errand"]) == ["Create tag errand? [y/N]"])
        #expect(dialogue(&picker, ["y"]).last?.contains("(Return: orange, ") == true)
        #expect(dialogue(&picker, ["9"])[0] == "'9' is not one of the colours.")
        #expect(dialogue(&picker, ["6"])[0] == "Created tag errand, teal.")
        #expect(dialogue(&picker, ["wor"])[0] == "Similar tags: 'Work/漢字'.")
        #expect(dialogue(&picker, ["n", "99"]).contains { $0.hasPrefix("There is no number 99.") })
        #expect(dialogue(&picker, ["WORK"])[0] == "'WORK' is already selected")
        #expect(dialogue(&picker, ["##"])[0].contains("cannot begin with '#'"))
        #expect(dialogue(&picker, [""]) == ["over"])
        #expect(dialogue(&picker, [nil]) == ["over"])
        #expect(picker.field.change.adding == [TagName("Work"), TagName("errand")])
    }
}
