import Interaction
import MemossFiles

/// Lets the user choose reminders, by typing to narrow the list and by marking.
struct ReminderPicker: DialogueView {
    private let rows: [[Columns.Cell]]
    /// What the reminders are chosen for: `mm done`. Empty for nothing yet.
    private let purpose: String
    var field: ChoiceField

    init(_ reminders: [Reminder], _ text: ReminderText, for purpose: String = "") {
        self.purpose = purpose
        rows = reminders.map(text.row)
        field = ChoiceField(reminders.map { ([$0.title] + $0.tags.map(\.text) + [$0.path]).joined(separator: " ") })
    }

    mutating func handle(_ key: Key, isFollowed: Bool) -> Dialogue<[Int]>? {
        for effect in FieldEvent(key).map({ field.handle($0) }) ?? [] {
            switch effect {
            case .done(let chosen): return .done(chosen)
            case .cancelled: return .cancelled
            }
        }
        return nil
    }

    /// A row without colour, as one line.
    func plainText(of choice: Int) -> String {
        var painter = Painter(.none)
        var line: [UInt8] = []
        Columns.reminders.layout(of: [rows[choice]], width: nil).append(rows[choice], painter: &painter, to: &line)
        return String(decoding: line.prefix { $0 != 0x0A }, as: UTF8.self)
    }

    func frame(in size: TerminalSize, _ painter: Painter) -> Frame {
        var drawing = FrameDrawing(width: size.width, painter)
        drawing.text(purpose.isEmpty ? "> " : "\(purpose): ", .heading)
        drawing.field(field.text, placeholder: "Find")
        drawing.endLine()
        let room = max(1, size.height - 2)
        let first = max(0, min((field.highlight ?? 0) - room / 2, field.matches.count - room))
        let shown = field.matches.indices.dropFirst(first).prefix(room)
        let layout = Columns.reminders.layout(of: shown.map { rows[field.matches[$0]] }, width: max(1, size.width - 4))
        for index in shown {
            let choice = field.matches[index]
            let isHighlighted = index == field.highlight
            drawing.text(isHighlighted ? "> " : "  ", .heading)
            drawing.text(field.marked.contains(choice) ? "✓ " : "  ", .today)
            drawing.row(rows[choice], layout)
        }
        let marked = field.marked.isEmpty ? "" : ", \(field.marked.count) marked"
        drawing.line("\(field.matches.count) of \(rows.count)\(marked). Return picks, Tab marks, Esc cancels", .dimmed)
        return drawing.frame(height: size.height)
    }
}
