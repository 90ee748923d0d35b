/// The help texts: the overview, and those of a group and of a command.
struct Help {
    let grammar: Grammar
    /// In cells.
    let width: Int

    init(_ grammar: Grammar, width: Int) {
        self.grammar = grammar
        self.width = width
    }

    /// The help for a path returned by `parse`; `[]` is the overview.
    func text(for path: [String]) -> String {
        guard !path.isEmpty else { return firstPage }
        if grammar.isGroup(path) { return group(path) }
        return grammar.command(path).map(command) ?? firstPage
    }

    /// The commands of every day, then the others.
    private var firstPage: String {
        var layout = TextLayout(width: width)
        layout.fill(["usage:", Grammar.program, "[OPTIONS]", "[COMMAND]"])
        let everyday = CommandSyntax.everyday.compactMap(grammar.command)
        layout.heading("Every day")
        layout.table(
            everyday.map { ($0.path.isEmpty ? Grammar.program : $0.path.joined(separator: " "), $0.shortSummary) }
        )
        let others = grammar.children(of: []).filter { child in
            child.section != CommandSyntax.forPrograms && !everyday.contains(child)
        }
        list(others, in: &layout)
        layout.line()
        layout.fill(
            "Run 'mm help COMMAND' for more about a command, and 'mm help --all' for every command and global option."
        )
        return layout.text
    }

    /// Everything.
    var overview: String {
        var layout = TextLayout(width: width)
        let root = grammar.command([])
        layout.fill(["usage:", Grammar.program, "[OPTIONS]", "[COMMAND]"])
        if let root { describe(root, in: &layout) }
        list(grammar.children(of: []), in: &layout)
        if let root { options(of: root, in: &layout) }
        layout.heading("Global options, before or after the command")
        layout.table((grammar.globals + Grammar.builtins).map(row))
        if let root { examples(of: root, in: &layout) }
        layout.line()
        layout.fill("Run 'mm help COMMAND' for more about a command.")
        return layout.text
    }

    private func group(_ path: [String]) -> String {
        var layout = TextLayout(width: width)
        let name = CommandSyntax.name(of: path)
        layout.fill(["usage:", name, "COMMAND"])
        let own = grammar.command(path)
        if let own { describe(own, in: &layout) }
        layout.heading("Commands")
        let children = grammar.children(of: path)
        layout.table(children.map { ($0.path.last ?? "", $0.summary) })
        if let own { examples(of: own, in: &layout) }
        layout.line()
        layout.fill("Run '\(name) COMMAND --help' for more about a command.")
        return layout.text
    }

    private func command(_ command: CommandSyntax) -> String {
        var layout = TextLayout(width: width)
        let start = "usage: \(command.name)"
        layout.fill(command.usageWords, first: start, indent: min(start.count + 1, 16))
        describe(command, in: &layout)
        if !command.arguments.isEmpty {
            layout.heading("Arguments")
            layout.table(command.arguments.map { ($0.usage, $0.help) })
        }
        options(of: command, in: &layout)
        let hidden = Set(command.options.map(\.long) + (command.hasJSON ? [] : [OptionSyntax.json.long]))
        layout.heading("Global options")
        layout.table((grammar.globals + Grammar.builtins.prefix(1)).filter { !hidden.contains($0.long) }.map(row))
        examples(of: command, in: &layout)
        return layout.text
    }
}

// MARK: - Parts

extension Help {
    /// `tag …` for a group, because a subcommand has to follow.
    private func line(of child: CommandSyntax) -> String {
        let name = child.path.joined(separator: " ")
        return grammar.isGroup(child.path) ? "\(name) …" : name
    }

    /// Lists commands by section, and the topics.
    private func list(_ commands: [CommandSyntax], in layout: inout TextLayout) {
        for section in commands.map(\.section).withoutRepeats {
            layout.heading(section)
            layout.table(commands.filter { $0.section == section }.map { (line(of: $0), $0.summary) })
        }
        guard !grammar.topics.isEmpty else { return }
        layout.heading("Help topics")
        layout.table(grammar.topics.map { ("help \($0.name)", $0.summary) })
    }

    private func describe(_ command: CommandSyntax, in layout: inout TextLayout) {
        layout.line()
        layout.fill(command.summary.sentence)
        guard !command.discussion.isEmpty else { return }
        layout.line()
        layout.paragraphs(command.discussion)
    }

    private func options(of command: CommandSyntax, in layout: inout TextLayout) {
        guard !command.options.isEmpty else { return }
        layout.heading("Options")
        layout.table(command.options.map(row))
    }

    private func examples(of command: CommandSyntax, in layout: inout TextLayout) {
        guard !command.examples.isEmpty else { return }
        layout.heading("Examples")
        for (line, description) in command.examples {
            layout.line("  \(line)")
            layout.fill(description, first: "      ", indent: 6)
        }
    }

    private func row(_ option: OptionSyntax) -> (term: String, description: String) {
        let short = option.short.map { "-\($0), " } ?? "    "
        return (short + option.usage, option.description)
    }
}

extension [String] {
    /// Each once, in order.
    fileprivate var withoutRepeats: [String] {
        reduce(into: []) { if !$0.contains($1) { $0.append($1) } }
    }
}

extension CommandSyntax {
    /// The section of commands that programs run rather than people.
    static let forPrograms = "For programs"
    /// The commands that a day needs.
    static let everyday = [
        [], ["today"], ["add"], ["done"], ["snooze"], ["edit"], ["list"], ["find"], ["ui"], ["undo"],
        ["tag", "rename"],
        ["notify"],
    ]

    /// Plain `mm` is described by what it shows.
    fileprivate var shortSummary: String { path.isEmpty ? "show what is overdue, due today and upcoming" : summary }

    /// The usage line after the name, in pieces that are not broken.
    var usageWords: [String] {
        options.map { "[\($0.usage)]\($0.isRepeatable ? "…" : "")" } + arguments.map(\.usage)
    }
}

extension OptionSyntax {
    /// The help text with the choices and whether the option may be repeated.
    var description: String {
        var text = help
        if let choices { text += ": \(choices.listed("or"))" }
        if isRepeatable { text += "; may be repeated" }
        return text
    }
}

extension String {
    /// The text as a sentence, with a capital letter and a full stop.
    var sentence: String {
        guard let last else { return "" }
        return prefix(1).uppercased() + dropFirst() + (".?!".contains(last) ? "" : ".")
    }
}
