/// Lays out plain text for help. Counts characters instead of cells: help has no wide characters.
struct TextLayout {
    private(set) var text = ""
    let width: Int

    init(width: Int) { self.width = max(width, 30) }

    mutating func line(_ line: String = "") { text += line + "\n" }

    /// An empty line and a heading.
    mutating func heading(_ title: String) {
        if !text.isEmpty { line() }
        fill("\(title):")
    }

    /// Fills words into lines. `first` begins the first line; `indent` blanks begin the others.
    mutating func fill(_ words: [String], first: String = "", indent: Int = 0) {
        var current = first
        var isEmpty = first.allSatisfy { $0 == " " }
        for word in words {
            if !isEmpty, current.count + 1 + word.count > width {
                line(current)
                current = String(repeating: " ", count: indent)
                isEmpty = true
            }
            current += isEmpty ? word : " " + word
            isEmpty = false
        }
        line(current)
    }

    mutating func fill(_ prose: String, first: String = "", indent: Int = 0) {
        fill(prose.split(separator: " ").map(String.init), first: first, indent: indent)
    }

    /// Paragraphs separated by an empty line. Lines that begin with a blank are verbatim.
    mutating func paragraphs(_ text: String) {
        for block in text.prose {
            switch block {
            case .paragraph(let prose): fill(prose)
            case .verbatim(let line): self.line(line)
            case .space: line()
            }
        }
    }

    /// Terms and their descriptions in two columns. A term that is too long gets a line of its own.
    mutating func table(_ rows: [(term: String, description: String)]) {
        let most = max(14, width / 2 - 6)
        let column = (rows.map(\.term.count).filter { $0 <= most }.max() ?? 4) + 4
        for row in rows {
            let term = "  " + row.term
            let blanks = String(repeating: " ", count: max(0, column - term.count))
            if term.count + 2 <= column {
                fill(row.description, first: term + blanks, column: column)
            } else {
                line(term)
                fill(row.description, first: String(repeating: " ", count: column), column: column)
            }
        }
    }

    private mutating func fill(_ prose: String, first: String, column: Int) {
        guard let word = prose.split(separator: " ").first else {
            line(String(first.reversed().drop { $0 == " " }.reversed()))
            return
        }
        fill(String(prose.dropFirst(word.count)), first: first + word, indent: column)
    }
}

/// A part of a discussion.
enum Prose: Hashable {
    case paragraph(String)
    case verbatim(String)
    case space
}

extension String {
    /// The parts of a discussion, for help and the man page.
    var prose: [Prose] {
        var blocks: [Prose] = []
        for line in lines {
            switch (line.first, blocks.last) {
            case (nil, _): blocks.append(.space)
            case (" ", _): blocks.append(.verbatim(String(line)))
            case (_, .paragraph(let begun)): blocks[blocks.count - 1] = .paragraph("\(begun) \(line)")
            default: blocks.append(.paragraph(String(line)))
            }
        }
        return blocks
    }
}
