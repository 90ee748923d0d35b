import MemossFiles

/// The token field on a terminal: chips that wrap, the text after them, suggestions below.
struct TagPicker: InlineView {
    let title: String
    var field: TagField
    /// Of the plain view: what is asked, and what has happened.
    var question: Question?
    var notices: [String] = []

    init(title: String, field: TagField) { (self.title, self.field) = (title, field) }

    mutating func handle(_ key: Key) -> Dialogue<TagsChange>? {
        for effect in FieldEvent(key).map({ field.handle($0) }) ?? [] {
            switch effect {
            case .done: return .done(field.change)
            case .cancelled: return .cancelled
            case .create, .select, .remove: break
            }
        }
        return nil
    }

    // MARK: Drawing

    private static let mostLines = 10

    func frame(in size: TerminalSize, _ painter: Painter) -> Frame {
        var drawing = InlineDrawing(width: size.width, painter)
        drawing.line(title, .heading)
        let first = drawing.lineCount
        drawChips(&drawing)
        // Room for three suggestions and the hint.
        drawing.crop(from: first, to: max(1, min(Self.mostLines, size.height) - 5))
        if case .color(let name, let colors) = field.mode {
            drawing.drawColors(colors, for: name)
            return drawing.frame(height: size.height)
        }
        let room = max(1, min(Self.mostLines, size.height) - drawing.lineCount - 1)
        drawSuggestions(&drawing, room)
        drawing.line(hint, .dimmed)
        return drawing.frame(height: size.height)
    }

    private func drawChips(_ drawing: inout InlineDrawing) {
        for (index, name) in field.selected.enumerated() {
            let isMarked = field.mode == .chip(index)
            let chip = TagChip(isMarked ? "\(name.text) ×" : name.text, color: field.color(of: name))
            if drawing.column > 0, drawing.column + 1 + chip.width > drawing.width { drawing.endLine() }
            if drawing.column > 0 { drawing.text(" ") }
            if isMarked {
                drawing.putCursor()
                drawing.text("[\(name.text) ×]", .marked)
            } else {
                drawing.chip(chip)
            }
        }
        let typed = CellWidth.of(Printable.line(field.text.text))
        if drawing.column > 0, drawing.column + 2 + max(typed, 7) > drawing.width { drawing.endLine() }
        if drawing.column > 0 { drawing.text(" ") }
        drawing.field(field.text, placeholder: "Add tag", hasCursor: field.mode == .text)
        drawing.endLine()
    }

    private func drawSuggestions(_ drawing: inout InlineDrawing, _ room: Int) {
        if let refusal { drawing.line("  " + refusal, .warning) }
        let all = field.suggestions
        let first = max(0, min((field.highlight ?? 0) - room / 2, all.count - room))
        let shown = all.indices.dropFirst(first).prefix(room)
        let widest = shown.map { TagChip(all[$0].name.text, color: nil).width }.max() ?? 0
        for index in shown {
            let row = all[index]
            let isHighlighted = index == field.highlight
            drawing.text(isHighlighted ? "> " : "  ", isHighlighted ? .heading : .plain)
            if row.kind == .create {
                drawing.text("Create tag \"\(row.name)\"", isHighlighted ? .heading : .plain)
            } else {
                let chip = TagChip(row.name.text, color: row.color ?? field.color(of: row.name))
                drawing.chip(chip)
                drawing.text(String(repeating: " ", count: max(0, widest - chip.width) + 2))
                drawing.text(row.count == 1 ? "1 file" : "\(row.count) files", .dimmed)
            }
            drawing.endLine()
        }
    }

    /// Why the text cannot become a tag.
    var refusal: String? {
        switch field.refusal {
        case .selected(let name): "'\(name)' is already here"
        case .invalid(let error): error.message
        case nil: nil
        }
    }

    private var hint: String {
        if case .chip = field.mode { return "Backspace removes the tag, Esc cancels" }
        if field.text.isEmpty {
            return field.highlight == nil ? "Return saves, Esc cancels" : "Return adds, Esc cancels"
        }
        return "Return adds, Tab completes, Esc cancels"
    }
}

extension InlineDrawing {
    /// The presets with their numbers, and the tag as it will look.
    mutating func drawColors(_ colors: ColorField, for name: TagName) {
        text("Colour of ")
        chip(TagChip(name.text, color: colors.choice.color))
        endLine()
        for (index, choice) in colors.choices.enumerated() {
            let isHighlighted = index == colors.highlight
            let chip = TagChip(choice.name, color: choice.color)
            if column > 0, column + 3 + chip.width > width { endLine() }
            if isHighlighted { putCursor() }
            text((isHighlighted ? ">" : " ") + "\(index + 1) ", isHighlighted ? .heading : .plain)
            self.chip(chip)
        }
        endLine()
        line("1 to \(colors.choices.count) or arrows choose, Return accepts, Esc goes back", .dimmed)
    }
}
