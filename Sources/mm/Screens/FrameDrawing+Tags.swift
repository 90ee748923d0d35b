import Interaction
import MemossFiles

extension FrameDrawing {
    /// Draws the chips of a tag field and the text after them.
    ///
    /// - Parameters:
    ///   - indent: the indent of further lines.
    ///   - isFocused: whether keys go to this field.
    mutating func drawTags(_ field: TagField, indent: Int = 0, isFocused: Bool = true) {
        let indent = min(indent, width / 2)
        func breakLine(before cells: Int, in drawing: inout FrameDrawing) {
            guard drawing.column > indent, drawing.column + 1 + cells > drawing.width else { return }
            drawing.endLine()
            drawing.text(String(repeating: " ", count: indent))
        }
        for (index, name) in field.selected.enumerated() {
            let isHighlighted = isFocused && field.mode == .chip(index)
            let chip = TagChip(isHighlighted ? "\(name.text) ×" : name.text, color: field.color(of: name))
            breakLine(before: chip.width, in: &self)
            if column > indent { text(" ") }
            if isHighlighted {
                putCursor()
                text("[\(name.text) ×]", .highlighted)
            } else {
                self.chip(chip)
            }
        }
        guard isFocused || !field.text.isEmpty || field.selected.isEmpty else { return endLine() }
        let typed = CellWidth.of(Printable.line(field.text.text))
        breakLine(before: max(typed, 7) + 1, in: &self)
        if column > indent { text(" ") }
        self.field(field.text, placeholder: isFocused ? "Add tag" : "None", hasCursor: isFocused && field.mode == .text)
        endLine()
    }

    /// Draws the suggestions around the highlighted one.
    ///
    /// - Parameter room: the number of lines available.
    mutating func drawSuggestions(of field: TagField, room: Int, indent: Int = 0) {
        let margin = String(repeating: " ", count: min(indent, width / 2))
        let start = lineCount
        if let refusal = field.refusalText { wrapped(refusal, .warning, indent: margin.count + 2) }
        let room = max(1, room - (lineCount - start))
        let all = field.suggestions
        let first = max(0, min((field.highlight ?? 0) - room / 2, all.count - room))
        let shown = all.indices.dropFirst(first).prefix(room)
        let widest = shown.map { TagChip(all[$0].name.text, color: nil).width }.max() ?? 0
        for index in shown {
            let row = all[index]
            let isHighlighted = index == field.highlight
            text(margin + (isHighlighted ? "> " : "  "), isHighlighted ? .heading : .plain)
            if row.kind == .create {
                text("Create tag \"\(row.name)\"", isHighlighted ? .heading : .plain)
                if let known = field.lookalike(of: row.name) { text("  or did you mean \(known)?", .warning) }
            } else {
                let chip = TagChip(row.name.text, color: row.color ?? field.color(of: row.name))
                self.chip(chip)
                text(String(repeating: " ", count: max(0, widest - chip.width) + 2))
                text(row.count == 1 ? "1 file" : "\(row.count) files", .dimmed)
            }
            endLine()
        }
    }

    /// Draws a message on as many lines as it needs.
    mutating func wrapped(_ message: String, _ style: Style, indent: Int) {
        let indent = min(indent, width / 2)
        for line in Printable.line(message).wrapped(to: max(1, width - indent)) where !line.isEmpty {
            text(String(repeating: " ", count: indent))
            self.line(line, style)
        }
    }
}

extension TagField {
    /// Why the text cannot become a tag.
    var refusalText: String? {
        switch refusal {
        case .selected(let name): "'\(name)' is already selected"
        case .invalid(let error): error.message
        case nil: nil
        }
    }
}

extension FrameDrawing {
    /// Draws the presets with their numbers, and a preview of the tag.
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
