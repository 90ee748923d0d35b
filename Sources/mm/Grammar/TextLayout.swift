/// Plain text set to a width, for help. Counts characters, not cells: the tables hold no wide ones.
struct TextLayout {
    private(set) var text = ""
    let width: Int

    init(width: Int) { self.width = max(width, 30) }

    mutating func line(_ line: String = "") { text += line + "\n" }

    /// An empty line and a heading.
    mutating func heading(_ title: String) {
        if !text.isEmpty { line() }
        line("\(title):")
    }

    /// Words filled into lines. `first` begins the first line, `indent` blanks the others.
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

    /// Paragraphs apart by an empty line; lines that begin with a blank stand as they are.
    mutating func paragraphs(_ text: String) {
        for block in text.prose {
            switch block {
            case .paragraph(let prose): fill(prose)
            case .verbatim(let line): self.line(line)
            case .space: line()
            }
        }
    }

    /// Terms and what they mean, in two columns; a term too long for its column has a line of its own.
    mutating func table(_ rows: [(term: String, says: String)]) {
        let most = max(14, width / 2 - 6)
        let column = (rows.map(\.term.count).filter { $0 <= most }.max() ?? 4) + 4
        for row in rows {
            let term = "  " + row.term
            let blanks = String(repeating: " ", count: max(0, column - term.count))
            if term.count + 2 <= column {
                fill(row.says, first: term + blanks, column: column)
            } else {
                line(term)
                fill(row.says, first: String(repeating: " ", count: column), column: column)
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

/// A piece of a discussion.
enum Prose: Hashable {
    case paragraph(String)
    case verbatim(String)
    case space
}

extension String {
    /// A discussion's pieces, for help and the man page.
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
