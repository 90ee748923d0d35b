import Interaction
import MemossFiles

/// The token field on a terminal: chips that wrap, the text after them, suggestions below.
struct TagPicker: DialogueView {
    let title: String
    var field: TagField

    init(title: String, field: TagField) { (self.title, self.field) = (title, field) }

    mutating func handle(_ key: Key, isFollowed: Bool) -> Dialogue<TagField>? {
        let isPasted = isFollowed && key == .enter
        let effects = isPasted ? field.endPastedLine() : FieldEvent(key).map { field.handle($0) } ?? []
        for effect in effects {
            switch effect {
            case .done: return .done(field)
            case .cancelled: return .cancelled
            case .create, .select, .remove: break
            }
        }
        return nil
    }

    // MARK: Drawing

    func frame(in size: TerminalSize, _ painter: Painter) -> Frame {
        var drawing = FrameDrawing(width: size.width, painter)
        drawing.line(title, .heading)
        let first = drawing.lineCount
        drawing.drawTags(field)
        // Leave room for three suggestions and the hint.
        drawing.crop(from: first, to: max(1, size.height - 5))
        if case .color(let name, let colors) = field.mode {
            drawing.drawColors(colors, for: name)
            return drawing.frame(height: size.height)
        }
        let room = max(1, size.height - drawing.lineCount - 1)
        drawing.drawSuggestions(of: field, room: room)
        drawing.line(hint, .dimmed)
        return drawing.frame(height: size.height)
    }

    private var hint: String {
        if case .chip = field.mode { return "Backspace removes the tag, Esc cancels" }
        if field.text.isEmpty {
            return field.highlight == nil ? "Return saves, Esc cancels" : "Return adds, Esc cancels"
        }
        return "Return adds, Tab completes, Esc cancels"
    }
}
