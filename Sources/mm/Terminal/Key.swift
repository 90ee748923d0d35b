/// A key that a terminal reports, or pasted text.
enum Key: Hashable, Sendable {
    /// A key that inserts one grapheme cluster.
    case character(Character)
    case enter, tab, backTab, escape, backspace, delete
    case up, down, left, right
    /// An arrow with Control or Alt.
    case wordLeft, wordRight
    case home, end, pageUp, pageDown
    /// With Control: a small letter, or one of `@[\]^_`.
    case control(Character)
    /// With Alt.
    case alt(Character)
    /// The text of a bracketed paste, with its original line breaks.
    case paste(String)
    /// A press of the left mouse button, from 0.
    case click(column: Int, row: Int)
}
