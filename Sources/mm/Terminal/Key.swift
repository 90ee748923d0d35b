/// A key that a terminal reports, or text that was pasted.
enum Key: Hashable, Sendable {
    /// One grapheme cluster that a key inserts.
    case character(Character)
    case enter, tab, backTab, escape, backspace, delete
    case up, down, left, right, home, end, pageUp, pageDown
    /// With Control: a small letter, or one of `@[\]^_`.
    case control(Character)
    /// With Alt.
    case alt(Character)
    /// Everything between the marks of a bracketed paste, with the line breaks of the sender.
    case paste(String)
    /// A press of the left mouse button, from 0.
    case click(column: Int, row: Int)
}
