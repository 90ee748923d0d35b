/// The man page mm(1) in mdoc, which both mandoc and groff can read.
struct ManualPage {
    /// A section that cannot be derived from the grammar: environment, files, exit status.
    struct Section: Sendable, Hashable {
        var title: String
        var text: String
        var terms: [Term]

        init(_ title: String, text: String = "", terms: [Term] = []) {
            self.title = title
            self.text = text
            self.terms = terms
        }
    }

    struct Term: Sendable, Hashable {
        var term: String
        var description: String

        init(_ term: String, _ description: String) {
            self.term = term
            self.description = description
        }
    }

    let grammar: Grammar
    /// In the format of mdoc: `November 22, 2026`.
    let date: String
    let sections: [Section]

    init(_ grammar: Grammar, date: String, sections: [Section] = []) {
        self.grammar = grammar
        self.date = date
        self.sections = sections
    }

    var text: String {
        let root = grammar.command([])
        var page = MdocText()
        page.lines += [".Dd \(date)", ".Dt MM 1", ".Os Memoss Files", ".Sh NAME", ".Nm \(Grammar.program)"]
        page.lines.append(".Nd \((root?.summary ?? "").mdoc)")
        page.lines += [".Sh SYNOPSIS", ".Nm", ".Op Ar OPTIONS", ".Op Ar COMMAND Op Ar ARGUMENTS"]
        page.lines.append(".Sh DESCRIPTION")
        page.prose(root?.discussion ?? "")
        if let options = root?.options, !options.isEmpty { page.options(options) }
        page.lines.append(".Ss Global options")
        page.prose("These options can be given before or after the command.")
        page.options(grammar.globals + Grammar.builtins)
        page.lines.append(".Sh COMMANDS")
        var seen: Set<String> = []
        for section in runnable.map(section) where seen.insert(section).inserted {
            page.lines.append(".Ss \(section.mdoc)")
            page.list(runnable.filter { self.section(of: $0) == section }) { page, command in
                page.command(command)
            }
        }
        for section in sections { page.section(section) }
        let examples = grammar.commands.flatMap(\.examples)
        if !examples.isEmpty {
            page.lines.append(".Sh EXAMPLES")
            page.list(examples) { page, example in
                page.lines.append(".It Li \(example.command.mdocArgument)")
                page.prose(example.description.sentence)
            }
        }
        return page.lines.joined(separator: "\n") + "\n"
    }

    /// All commands except groups and plain `mm`, which is described under DESCRIPTION.
    private var runnable: [CommandSyntax] {
        grammar.commands.filter { !$0.path.isEmpty && !grammar.isGroup($0.path) }
    }

    /// The commands of a group belong to the section of the group.
    private func section(of command: CommandSyntax) -> String {
        grammar.command(Array(command.path.prefix(1)))?.section ?? command.section
    }
}

/// Lines of mdoc.
private struct MdocText {
    var lines: [String] = []

    mutating func list<Item>(_ items: [Item], _ write: (inout Self, Item) -> Void) {
        guard !items.isEmpty else { return }
        lines.append(".Bl -tag -width Ds")
        for item in items { write(&self, item) }
        lines.append(".El")
    }

    mutating func command(_ command: CommandSyntax) {
        lines += [".It Xo", ".Ic \(command.name.mdocArgument)"]
        for option in command.options {
            lines.append(".Op \(option.mdoc)\(option.isRepeatable ? " ..." : "")")
        }
        for argument in command.arguments {
            let dots = argument.isVariadic ? " ..." : ""
            lines.append("\(argument.isRequired ? ".Ar" : ".Op Ar") \(argument.name.mdocArgument)\(dots)")
        }
        lines.append(".Xc")
        prose(command.summary.sentence)
        if !command.discussion.isEmpty {
            lines.append(".Pp")
            prose(command.discussion)
        }
        guard !command.arguments.isEmpty || !command.options.isEmpty else { return }
        lines.append(".Bl -tag -width Ds")
        for argument in command.arguments {
            lines.append(".It Ar \(argument.name.mdocArgument)")
            prose(argument.help.sentence)
        }
        for option in command.options { self.option(option) }
        lines.append(".El")
    }

    mutating func options(_ options: [OptionSyntax]) {
        list(options) { page, option in page.option(option) }
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
            page.prose(term.description.sentence)
        }
    }

    /// Paragraphs. Lines that begin with a blank are verbatim.
    mutating func prose(_ text: String) {
        let blocks = text.prose
        for (index, block) in blocks.enumerated() {
            let next = blocks.dropFirst(index + 1).first
            switch block {
            case .paragraph(let prose): lines.append(prose.mdoc)
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
    /// Escapes text, so that mdoc reads no request, escape or typographic dash in it.
    fileprivate var mdoc: String {
        var text = first.map { $0 == "." || $0 == "'" ? "\\&" : "" } ?? ""
        for scalar in unicodeScalars {
            switch scalar {
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

    /// The same as one argument of a macro. It is never taken for a macro itself.
    fileprivate var mdocArgument: String { "\"\\&\(mdoc)\"" }
}
