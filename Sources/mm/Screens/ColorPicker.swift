import Interaction
import MemossFiles

/// Lets the user choose a tag's colour from the presets.
struct ColorPicker: DialogueView {
    let name: TagName
    var field: ColorField

    mutating func handle(_ key: Key, isFollowed: Bool) -> Dialogue<TagColor>? {
        switch FieldEvent(key) {
        case .confirm: return .done(field.choice.color)
        case .cancel: return .cancelled
        case let event?:
            field.handle(event)
            return nil
        case nil: return nil
        }
    }

    func frame(in size: TerminalSize, _ painter: Painter) -> Frame {
        var drawing = FrameDrawing(width: size.width, painter)
        drawing.drawColors(field, for: name)
        return drawing.frame(height: size.height)
    }
}
