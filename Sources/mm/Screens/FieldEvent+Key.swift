import Interaction
import MemossFiles

extension FieldEvent {
    /// The keys of Readline's emacs mode and the arrows; nil for a key that fields do not use.
    init?(_ key: Key) {
        switch key {
        case .enter: self = .confirm
        case .tab: self = .complete
        case .escape, .control("c"), .control("g"): self = .cancel
        case .up, .backTab, .control("p"): self = .up
        case .down, .control("n"): self = .down
        case .pageUp: self = .pageUp
        case .pageDown: self = .pageDown
        default:
            guard let event = TextField.Event(key) else { return nil }
            self = .text(event)
        }
    }
}

extension TextField.Event {
    init?(_ key: Key) {
        switch key {
        case .character(let character): self = .insert(String(character))
        case .paste(let text): self = .insert(text)
        case .backspace: self = .deleteBackward
        case .delete, .control("d"): self = .deleteForward
        case .control("w"), .alt("\u{7F}"): self = .deleteWord
        case .control("u"): self = .deleteToStart
        case .control("k"): self = .deleteToEnd
        case .left, .control("b"): self = .left
        case .right, .control("f"): self = .right
        case .wordLeft, .alt("b"): self = .wordLeft
        case .wordRight, .alt("f"): self = .wordRight
        case .home, .control("a"): self = .start
        case .end, .control("e"): self = .end
        default: return nil
        }
    }
}
