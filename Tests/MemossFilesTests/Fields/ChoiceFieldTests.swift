import Testing

@testable import Interaction
@testable import MemossFiles

@Suite struct ChoiceFieldTests {
    private func field() -> ChoiceField { ChoiceField(["Pay rent", "Café with Ana", "Pay Ana back"]) }

    @Test func `the text narrows the list to choices with all words`() {
        var field = field()
        _ = field.handle(.text(.insert("ana PAY")))
        #expect(field.matches == [2])
        _ = field.handle(.text(.deleteToStart))
        _ = field.handle(.text(.insert("cafe")))
        #expect(field.matches == [1])
        _ = field.handle(.text(.insert("x")))
        #expect((field.matches, field.highlight) == ([], nil))
        #expect(field.handle(.confirm) == [])
    }

    @Test func `Return takes the highlighted choice, or all that are marked`() {
        var field = field()
        _ = field.handle(.up)
        #expect(field.handle(.confirm) == [.done([2])])
        _ = field.handle(.complete)
        _ = field.handle(.text(.insert("rent")))
        _ = field.handle(.complete)
        #expect(field.handle(.confirm) == [.done([0, 2])])
        _ = field.handle(.complete)
        #expect(field.handle(.confirm) == [.done([2])])
        #expect(field.handle(.cancel) == [.cancelled])
    }

    @Test func `the highlight stays on its choice while that matches`() {
        var field = field()
        _ = field.handle(.pageDown)
        _ = field.handle(.text(.insert("ana")))
        #expect(field.highlight == 1)
        _ = field.handle(.text(.insert("s")))
        _ = field.handle(.text(.deleteBackward))
        #expect(field.highlight == 0)
    }
}
