import Interaction
import MemossFiles

/// The keys of `mm ui` while the list is shown.
enum BrowserKeys {
    struct Binding: Sendable {
        var keys: [Key]
        /// The names of the keys in the help.
        var names: String
        var action: Browser.Action
        var help: String
    }

    static let all: [Binding] = [
        Binding(keys: ["j", .down, .control("n")], names: "j ↓", action: .down, help: "next reminder"),
        Binding(keys: ["k", .up, .control("p")], names: "k ↑", action: .up, help: "previous reminder"),
        Binding(keys: ["g", .home], names: "g Home", action: .first, help: "first reminder"),
        Binding(keys: ["G", .end], names: "G End", action: .last, help: "last reminder"),
        Binding(
            keys: [.pageDown, .control("f"), .control("d")],
            names: "PgDn Ctrl-D",
            action: .pageDown,
            help: "one page down"
        ),
        Binding(
            keys: [.pageUp, .control("b"), .control("u")],
            names: "PgUp Ctrl-U",
            action: .pageUp,
            help: "one page up"
        ),
        Binding(
            keys: [" ", "x"],
            names: "Space x",
            action: .check,
            help: "complete it, or reopen it; of a series, one occurrence"
        ),
        Binding(keys: [.enter], names: "Enter", action: .open, help: "edit it in a form"),
        Binding(
            keys: ["v"],
            names: "v",
            action: .show,
            help: "show everything about it; x, b, e, t, s, S, X, C, r and d act on it there too"
        ),
        Binding(
            keys: ["b"],
            names: "b",
            action: .tick,
            help: "tick a line '- [ ] …' of its text, or untick it, by words of the line"
        ),
        Binding(keys: ["e"], names: "e", action: .edit, help: "edit it in your editor"),
        Binding(keys: ["t"], names: "t", action: .tags, help: "choose its tags"),
        Binding(keys: ["s"], names: "s", action: .snooze, help: "snooze it for 15 minutes"),
        Binding(keys: ["S"], names: "S", action: .snoozeUntil, help: "snooze it until a time, or for a duration"),
        Binding(keys: ["X"], names: "X", action: .skip, help: "skip it: one occurrence of a series"),
        Binding(
            keys: ["C"],
            names: "C",
            action: .catchUp,
            help: "catch up with a series: pass over all that was missed, as 'mm skip --catch-up'"
        ),
        Binding(
            keys: ["r"],
            names: "r",
            action: .move,
            help: "reschedule it: move it, or a whole series, to another date"
        ),
        Binding(keys: ["d", .delete], names: "d", action: .delete, help: "delete it, after a question"),
        Binding(
            keys: ["a"],
            names: "a",
            action: .add,
            help: "add a reminder: Call the dentist @tomorrow 9am +Health; in the notes, a note"
        ),
        Binding(
            keys: ["m"],
            names: "m",
            action: .mark,
            help:
                "mark it and go to the next one; Space, t, s, S, X, C, r, d and ':' then act on all that are marked, other keys on one"
        ),
        Binding(keys: ["M"], names: "M", action: .markAll, help: "mark every reminder that is shown, or none"),
        Binding(keys: ["/"], names: "/", action: .filter, help: "filter by a query, as in 'mm list'; Esc clears it"),
        Binding(keys: ["u"], names: "u", action: .undo, help: "undo the last edit, as 'mm undo'"),
        Binding(keys: ["R"], names: "R", action: .redo, help: "redo what was undone, as 'mm redo'"),
        Binding(keys: ["1"], names: "1", action: .view(.dashboard), help: "dashboard"),
        Binding(keys: ["2"], names: "2", action: .view(.agenda), help: "agenda"),
        Binding(keys: ["3"], names: "3", action: .view(.calendar), help: "calendar"),
        Binding(keys: ["4"], names: "4", action: .view(.habits), help: "habits"),
        Binding(keys: ["5"], names: "5", action: .view(.notes), help: "notes"),
        Binding(
            keys: ["l", .right, .wordRight],
            names: "l →",
            action: .next,
            help: "next week of the agenda, or day of the calendar, in which PgDn and PgUp turn months"
        ),
        Binding(keys: ["h", .left, .wordLeft], names: "h ←", action: .previous, help: "previous week or day"),
        Binding(keys: ["T"], names: "T", action: .today, help: "today, in the agenda and the calendar"),
        Binding(
            keys: [":"],
            names: ":",
            action: .command,
            help: "any mm command; without a selector, it acts on this reminder"
        ),
        Binding(keys: [.control("l")], names: "Ctrl-L", action: .redraw, help: "draw the screen again"),
        Binding(keys: [.control("z")], names: "Ctrl-Z", action: .suspend, help: "back to the shell; 'fg' resumes"),
        Binding(
            keys: [.escape, .control("g")],
            names: "Esc",
            action: .cancel,
            help: "clear the marks, then the filter"
        ),
        Binding(keys: ["?"], names: "?", action: .help, help: "show this"),
        Binding(keys: ["q", .control("c")], names: "q", action: .quit, help: "quit"),
    ]

    private static let actions: [Key: Browser.Action] = Dictionary(
        all.flatMap { binding in binding.keys.map { ($0, binding.action) } }
    ) { first, _ in first }

    static func action(of key: Key) -> Browser.Action? { actions[key] }
}

extension Key: ExpressibleByExtendedGraphemeClusterLiteral {
    init(extendedGraphemeClusterLiteral character: Character) { self = .character(character) }
}
