/// A man page: its name, and its text in mdoc.
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

        /// Whether the description is printed as is, not as a sentence.
        var isVerbatim: Bool

        init(_ term: String, _ description: String, isVerbatim: Bool = false) {
            self.term = term
            self.description = description
            self.isVerbatim = isVerbatim
        }
    }

    let name: String
    /// 1: commands, 5: files, 7: everything else.
    let section: Int
    let summary: String
    private var body = MdocText()

    private init(_ name: String, _ section: Int, _ summary: String) {
        (self.name, self.section, self.summary) = (name, section, summary)
    }

    /// `mm-list.1`.
    var fileName: String { "\(name).\(section)" }

    /// - Parameter date: in the format of mdoc: `November 22, 2026`.
    func text(date: String) -> String {
        let head = [
            ".Dd \(date)", ".Dt \(name.uppercased()) \(section)", ".Os", ".Sh NAME",
            ".Nm \(name)", ".Nd \(summary.mdoc)",
        ]
        return (head + body.lines).joined(separator: "\n") + "\n"
    }

    // MARK: The pages

    /// The page of the program: what it is, plain `mm`, the global options, and the commands.
    ///
    /// - Parameter sections: the sections after the commands.
    static func overview(_ grammar: Grammar, sections: [Section], others: [ManualPage]) -> ManualPage {
        let root = grammar.command([])
        var page = ManualPage(Grammar.program, 1, root?.summary ?? "")
        page.body.lines += [
            ".Sh SYNOPSIS", ".Nm", ".Op Ar OPTIONS", ".Op Ar COMMAND Op Ar ARGUMENTS", ".Sh DESCRIPTION",
        ]
        page.body.prose(root?.discussion ?? "")
        page.body.arguments([], root?.options ?? [])
        page.body.lines.append(".Ss Global options")
        page.body.prose("These options can be given before or after the command.")
        page.body.arguments([], grammar.globals + Grammar.builtins)
        page.body.lines.append(".Sh COMMANDS")
        page.body.prose("Each command has a page of its own.")
        let commands = grammar.commands.filter { !$0.path.isEmpty && !grammar.isGroup($0.path) }
        var seen: Set<String> = []
        for section in commands.map(grammar.section) where seen.insert(section).inserted {
            page.body.lines.append(".Ss \(section.mdoc)")
            page.body.list(commands.filter { grammar.section(of: $0) == section }) { body, command in
                body.lines.append(".It Xr \(name(of: command)) 1")
                body.prose(command.summary.sentence)
            }
        }
        for section in sections { page.body.section(section) }
        page.body.examples(root?.examples ?? [:])
        page.body.lines.append(".Sh SEE ALSO")
        page.body.references(others.map { ($0.name, $0.section) })
        return page
    }

    /// The page of a command, or of a group of commands.
    ///
    /// - Parameter others: the pages to list under "see also".
    init(_ command: CommandSyntax, of grammar: Grammar, others: [ManualPage]) {
        self.init(Self.name(of: command), 1, command.summary)
        let children = grammar.isGroup(command.path) ? grammar.children(of: command.path) : []
        if children.isEmpty {
            body.synopsis(command)
        } else {
            body.lines += [".Sh SYNOPSIS", ".Nm \(command.name.mdocArgument)", ".Ar COMMAND"]
        }
        body.lines.append(".Sh DESCRIPTION")
        body.prose(command.discussion.isEmpty ? command.summary.sentence : command.discussion)
        body.list(children) { body, child in
            body.lines.append(".It Xr \(Self.name(of: child)) 1")
            body.prose(child.summary.sentence)
        }
        if children.isEmpty { body.arguments(command.arguments, command.options) }
        body.lines.append(".Pp")
        body.prose("The options of every command, the environment and the exit status are in mm(1).")
        body.examples(command.examples)
        body.lines.append(".Sh SEE ALSO")
        body.references([(Grammar.program, 1)] + others.map { ($0.name, $0.section) })
    }

    /// A page that is not about a command.
    init(_ name: String, _ section: Int, _ summary: String, _ description: String, _ sections: [Section]) {
        self.init(name, section, summary)
        body.lines.append(".Sh DESCRIPTION")
        body.prose(description)
        for section in sections { body.section(section) }
        body.lines += [".Sh SEE ALSO", ".Xr \(Grammar.program) 1"]
    }

    /// `mm-tag-list`.
    private static func name(of command: CommandSyntax) -> String {
        ([Grammar.program] + command.path).joined(separator: "-")
    }
}

extension Grammar {
    /// The commands of a group belong to the section of the group.
    fileprivate func section(of command: CommandSyntax) -> String {
        self.command(Array(command.path.prefix(1)))?.section ?? command.section
    }
}
