import Testing

@testable import Interaction
@testable import MemossFiles

@Suite struct TextFieldTests {
    private func result(_ text: String, _ events: TextField.Event...) -> String {
        var field = TextField(text)
        for event in events { field.handle(event) }
        return field.before + "|" + field.after
    }

    @Test func `keys edit at the cursor, by whole letters`() {
        #expect(result("ab", .insert("c")) == "abc|")
        #expect(result("ab", .left, .insert("x"), .right, .right) == "axb|")
        #expect(result("e\u{301}👩‍👧", .deleteBackward, .left) == "|e\u{301}")
        #expect(result("ab", .start, .deleteForward) == "|b")
        #expect(result("", .deleteBackward, .deleteForward, .left, .right) == "|")
    }

    @Test func `words and sides of the cursor are deleted as in Readline`() {
        #expect(result("one two  ", .deleteWord) == "one |")
        #expect(result("one", .deleteWord, .deleteWord) == "|")
        #expect(result("one two", .left, .left, .deleteToEnd) == "one t|")
        #expect(result("one two", .left, .deleteToStart) == "|o")
        #expect(result("ab", .start, .end) == "ab|")
    }

    @Test func `the cursor moves by words`() {
        #expect(result("one two  ", .wordLeft) == "one |two  ")
        #expect(result("one two", .wordLeft, .wordLeft, .wordLeft) == "|one two")
        #expect(result("one two  ", .start, .wordRight) == "one| two  ")
        #expect(result("one two  ", .start, .wordRight, .wordRight, .wordRight) == "one two  |")
    }
}
