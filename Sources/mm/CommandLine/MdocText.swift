/// Lines of mdoc, the language of man pages that both mandoc and groff read.
struct MdocText {
    var lines: [String] = []

    mutating func list<Item>(_ items: [Item], _ write: (inout Self, Item) -> Void) {
        guard !items.isEmpty else { return }
        lines.append(".Bl -tag -width Ds")
        for item in items { write(&self, item) }
        lines.append(".El")
    }

    /// The line of a command in the synopsis: its options, then its arguments.
    mutating func synopsis(_ command: CommandSyntax) {
        lines += [".Sh SYNOPSIS", ".Nm \(command.name.mdocArgument)"]
        for option in command.options {
            lines.append(".Op \(option.mdoc)\(option.isRepeatable ? " ..." : "")")
        }
        for argument in command.arguments {
            let dots = argument.isVariadic ? " ..." : ""
            lines.append("\(argument.isRequired ? ".Ar" : ".Op Ar") \(argument.name.mdocArgument)\(dots)")
        }
    }

    /// References to other pages.
    mutating func references(_ pages: [(name: String, section: Int)]) {
        for (index, page) in pages.enumerated() {
            lines.append(".Xr \(page.name) \(page.section)" + (index < pages.count - 1 ? " ," : ""))
        }
    }

    mutating func arguments(_ arguments: [ArgumentSyntax], _ options: [OptionSyntax]) {
        guard !arguments.isEmpty || !options.isEmpty else { return }
        lines.append(".Bl -tag -width Ds")
        for argument in arguments {
            lines.append(".It Ar \(argument.name.mdocArgument)")
            prose(argument.help.sentence)
        }
        for option in options { self.option(option) }
        lines.append(".El")
    }

    mutating func examples(_ examples: CommandSyntax.Examples) {
        guard !examples.isEmpty else { return }
        lines.append(".Sh EXAMPLES")
        list(Array(examples)) { page, example in
            page.lines.append(".It Li \(example.key.mdocArgument)")
            page.prose(example.value.sentence)
        }
    }

    private mutating func option(_ option: OptionSyntax) {
        let short = option.short.map { "Fl \(String($0).mdocArgument) , " } ?? ""
        lines.append(".It \(short)\(option.mdoc)")
        prose(option.description.sentence)
    }

    mutating func section(_ section: ManualPage.Section) {
        lines.append(".Sh \(section.title.uppercased().mdoc)")
        if !section.text.isEmpty { prose(section.text) }
        list(section.terms) { page, term in
            page.lines.append(".It \(term.term.mdocArgument)")
            page.prose(term.isVerbatim ? term.description : term.description.sentence)
        }
    }

    /// Lines of at most 80 bytes, each with one sentence or a part of one, as mandoc requires.
    private static func filled(_ text: String) -> [String] {
        var lines: [String] = []
        var line = ""
        for word in text.split(separator: " ").map(String.init) {
            let isSentenceOver = line.last.map { ".?!".contains($0) } == true
            if !line.isEmpty, isSentenceOver || (line + " " + word).mdoc.utf8.count > 80 {
                lines.append(line.mdoc)
                line = ""
            }
            line += line.isEmpty ? word : " " + word
        }
        return line.isEmpty ? lines : lines + [line.mdoc]
    }

    /// Paragraphs. Lines that begin with a blank are verbatim.
    mutating func prose(_ text: String) {
        let blocks = text.prose
        for (index, block) in blocks.enumerated() {
            let next = blocks.dropFirst(index + 1).first
            switch block {
            case .paragraph(let prose): lines += Self.filled(prose)
            case .verbatim(let line):
                if index == 0 || !blocks[index - 1].isVerbatim { lines.append(".Bd -literal") }
                lines.append(line.mdoc)
                if next?.isVerbatim != true { lines.append(".Ed") }
            case .space:
                // A display adds its own space.
                if let next, !next.isVerbatim, next != .space { lines.append(".Pp") }
            }
        }
    }
}

extension Prose {
    fileprivate var isVerbatim: Bool {
        if case .verbatim = self { true } else { false }
    }
}

extension OptionSyntax {
    /// `Fl -limit Ar N`.
    fileprivate var mdoc: String {
        let flag = "Fl -\(long.mdoc)"
        return value.map { "\(flag) Ar \($0.mdocArgument)" } ?? flag
    }
}

extension String {
    /// Escapes text, so that mdoc finds no request, escape or typographic dash in it.
    var mdoc: String {
        var text = first.map { ".…'".contains($0) ? "\\&" : "" } ?? ""
        for scalar in unicodeScalars {
            switch scalar {
            // Terminals without Unicode have no other form of it.
            case "…": text += "..."
            case "\\": text += "\\e"
            case "-": text += "\\-"
            case "'": text += "\\(aq"
            case "`": text += "\\(ga"
            case "^": text += "\\(ha"
            case "~": text += "\\(ti"
            case "\"": text += "\\(dq"
            case _ where scalar.isASCII: text.unicodeScalars.append(scalar)
            default:
                let digits = String(scalar.value, radix: 16, uppercase: true)
                text += "\\[u\(String(repeating: "0", count: max(0, 4 - digits.count)))\(digits)]"
            }
        }
        return text
    }

    /// The same as a single macro argument, which is never read as a macro.
    var mdocArgument: String { "\"\\&\(mdoc)\"" }
}
