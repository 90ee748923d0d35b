import MemossFiles

/// The messages for invalid command lines.
extension MemossError {
    /// A usage error. The last hint names the help of the command.
    static func usage(_ message: String, hints: [String] = [], help path: [String]) -> MemossError {
        MemossError(.usage, message, hints: hints + ["see '\(CommandSyntax.name(of: path)) --help'"])
    }

    /// - Parameter asTopic: whether the word stands after `help`.
    static func unknownCommand(
        _ word: String,
        under path: [String],
        grammar: Grammar,
        asTopic: Bool
    ) -> MemossError {
        let names = grammar.children(of: path).compactMap(\.path.last)
        let foreign = ForeignWords.lines(insteadOf: word, under: path).map { "'\($0)'" }
        var hints: [String] = []
        if asTopic, let near = Spelling.nearest(to: word, among: grammar.topics.map(\.name)).first {
            hints.append("did you mean 'mm help \(near)'?")
        } else if !foreign.isEmpty {
            hints.append("did you mean \(foreign.listed("or"))?")
        } else if let near = Spelling.nearest(
            to: word,
            among: path.isEmpty ? names + ["help"] + grammar.aliases().map(\.name) : names
        ).first {
            hints.append("did you mean '\(CommandSyntax.name(of: path + [near]))'?")
        } else if let deeper = grammar.commands.first(where: { $0.path.count > 1 && $0.path.last == word }) {
            hints.append("did you mean '\(deeper.name)'?")
        } else if !path.isEmpty, let format = names.first(where: { word.hasSuffix(".\($0)") }) {
            hints.append("did you mean '\(CommandSyntax.name(of: path + [format])) \(word)'?")
        }
        guard !path.isEmpty else {
            return .usage("'\(word)' is not a command", hints: hints, help: path)
        }
        hints.append("the subcommands are \(names.listed("and"))")
        return .usage("'\(word)' is not a subcommand of '\(CommandSyntax.name(of: path))'", hints: hints, help: path)
    }

    /// For a group without a subcommand: lists the subcommands.
    static func missingCommand(of path: [String], children: [CommandSyntax]) -> MemossError {
        let width = children.map(\.name.count).max() ?? 0
        let list = children.map { child in
            "  \(child.name)\(String(repeating: " ", count: width - child.name.count))  \(child.summary)"
        }
        return .usage("'\(CommandSyntax.name(of: path))' needs a subcommand", hints: list, help: path)
    }

    static func unknownOption(
        _ word: String,
        at path: [String],
        among known: [OptionSyntax],
        of command: CommandSyntax? = nil,
        elsewhere: CommandSyntax? = nil
    ) -> MemossError {
        // `-limit` may be `--limit`, `--C` may be `-C`.
        let name = String(word.drop { $0 == "-" })
        var hint: String?
        if let elsewhere {
            hint = "put it after the command: \(elsewhere.name) \(word)"
        } else if name.count == 1, let letter = known.compactMap(\.short).first(where: { String($0) == name }) {
            hint = "did you mean '-\(letter)'?"
        } else if name.count == 1, let counted = known.first(where: { $0.value == "N" && $0.long.hasPrefix(name) }) {
            hint = "did you mean '\(counted.usage)'?"
        } else if command?.capturesNegation == true, name.count == 1, name.first?.isLetter == true {
            hint = "to exclude the word '\(name)', write NOT \(name)"
        } else if let foreign = ForeignWords.hint(insteadOf: name, of: command, known: known) {
            hint = foreign
        } else if let near = Spelling.nearest(to: name, among: known.map(\.long)).first, name.count > 1 {
            hint = "did you mean '--\(near)'?"
        } else if word.utf8.dropFirst().first.map({ 0x30...0x39 ~= $0 }) == true {
            hint = "put an argument that begins with a dash after '--'"
        }
        let hints = hint.map { [$0] } ?? []
        return .usage("'\(CommandSyntax.name(of: path))' has no option '\(word)'", hints: hints, help: path)
    }

    static func missingValue(_ typed: WordReader.Typed, found: String?, at path: [String]) -> MemossError {
        let value = typed.option.value ?? ""
        guard let found, found != "--" else {
            return .usage("'\(typed.spelling)' needs a value: \(typed.spelling) \(value)", help: path)
        }
        return .usage(
            "'\(typed.spelling)' needs a value: \(typed.spelling) \(value), but the option '\(found)' follows",
            hints: ["if that is the value, write '\(typed.option.name)=\(found)'"],
            help: path
        )
    }

    /// For an option whose value may continue in words that may also be operands.
    ///
    /// - Parameters:
    ///   - end: the number of words that form a valid value.
    ///   - doubt: the indices of the words that may belong to either.
    static func unclearEnd(
        of open: OpenOption,
        at end: Int,
        _ doubt: Range<Int>,
        meaning meant: String?,
        _ operand: String,
        _ path: [String]
    ) -> MemossError {
        let (name, option) = (open.notation.name, open.typed.option.name)
        let text = open.words[doubt].joined(separator: " ")
        let value = open.words.prefix(doubt.lowerBound).joined(separator: " ")
        let rest = open.words[doubt.lowerBound...].joined(separator: " ")
        let fault = ParseError("", offset: value.utf8.count + 1, length: text.utf8.count)
        var hints = fault.marked(in: "\(value) \(rest)")
        let whole = value.hasSuffix(",") ? String(value.dropLast()) : value
        hints.append("if it belongs to \(operand): \(option) \(whole) -- \(rest)")
        if doubt.lowerBound < end {
            let inside = open.words[doubt.lowerBound..<end].joined(separator: " ")
            let others = open.words[end...].joined(separator: " ")
            hints.append("if '\(inside)' belongs to the \(name): \(option) '\(value) \(inside)' \(others)")
        } else {
            let others = (meant.map { [$0] } ?? open.notation.alternatives(to: "\(value) \(text)")).map {
                "\(option) \($0.shellWord)"
            }
            let advice = others.isEmpty ? ", rephrase it: see 'mm help \(name)s'" : ": " + others.listed("or")
            hints.append("if it belongs to the \(name)" + advice)
            let series = "\(value) \(text)"
            if option == OptionSyntax.scheduled.name, PhraseKind.rule.isPhrase(series) {
                let rule = "\(OptionSyntax.recurrence.name) \(series.shellWord)"
                hints[hints.count - 1] = "a reminder has one date; for a series: \(rule)"
            }
            if WhenPhrase.isZone(text) { hints[hints.count - 1] = Self.zoneAdvice }
        }
        return .usage("'\(text)' may belong to '\(option)' or to \(operand)", hints: hints, help: path)
    }

    /// For a zone among the words of a date.
    static let zoneAdvice = "for a time zone: \(OptionSyntax.zone.name) Europe/London, or the name of another zone"

    static func valueForFlag(_ typed: WordReader.Typed, value: String, at path: [String]) -> MemossError {
        .usage("'\(typed.spelling)' takes no value, but was given '\(value)'", help: path)
    }

    /// For an option that takes one value.
    static func givenTwice(_ typed: WordReader.Typed, _ one: String, _ other: String, at path: [String]) -> MemossError
    {
        let name = typed.option.name
        return .usage("'\(name)' is given twice, as '\(one)' and '\(other)': give one of them", help: path)
    }

    static func badChoice(
        _ spelling: String,
        value: String,
        choices: [String],
        at path: [String]
    ) -> MemossError {
        let hint = Spelling.nearest(to: value, among: choices).first.map { ["did you mean '\($0)'?"] }
        return .usage(
            "'\(spelling)' takes \(choices.listed("or")), not '\(value)'",
            hints: hint ?? [],
            help: path
        )
    }

    /// - Parameter last: the last given word, which may combine two: `priority=high`.
    static func missingArguments(
        _ missing: [ArgumentSyntax],
        of command: CommandSyntax,
        after last: String? = nil
    ) -> MemossError {
        let parts = last.flatMap { KeyAndValue($0) }.map { ["\($0.key) and its value are two words: \($0.spelled)"] }
        return .usage(
            "'\(command.name)' needs \(missing.map(\.need).listed("and"))",
            hints: (parts ?? []) + missing.map { "\($0.name): \($0.help)" },
            help: command.path
        )
    }

    static func unexpectedArgument(_ word: String, of command: CommandSyntax) -> MemossError {
        let expected = command.arguments.map(\.usage).joined(separator: " ")
        let hint = command.counting(word) ?? ForeignWords.operands.first { $0.command == command.name }?.hint
        return .usage(
            "unexpected argument '\(word)': '\(command.name)' takes \(expected.isEmpty ? "no arguments" : expected)",
            hints: hint.map { [$0] } ?? [],
            help: command.path
        )
    }
}

extension CommandSyntax {
    /// What `mm plan 5` may mean: `mm plan --limit 5`; nil if the word is no number, or no option takes one.
    func counting(_ word: String) -> String? {
        // A guard counts nothing.
        let counts = options.filter { $0.value == "N" && $0.long != OptionSyntax.expect.long }
        guard Int(word) != nil, let option = counts.first else { return nil }
        return "did you mean '\(name) \(option.name) \(word)'?"
    }
}

extension [String] {
    /// `auto, always or never`.
    func listed(_ conjunction: String) -> String {
        guard let last, count > 1 else { return first ?? "" }
        return "\(dropLast().joined(separator: ", ")) \(conjunction) \(last)"
    }
}
