import MemossFiles

/// Reads a command line word by word, for parsing and completion.
struct WordReader {
    /// Whether an option belongs to the command or is global. A command's option may have the name of a global one.
    enum Scope { case command, global }

    /// An option and how it was spelt.
    struct Typed {
        var option: OptionSyntax
        var scope: Scope
        var spelling: String
    }

    let grammar: Grammar
    private(set) var path: [String] = []
    /// The command, once its name is complete.
    private(set) var command: CommandSyntax?
    private(set) var operands: [String] = []
    /// The number of operands before `--`; nil without `--`.
    private(set) var separator: Int?
    private(set) var options = OptionValues()
    private(set) var globals = OptionValues()
    /// The option that needs the next word as its value.
    private(set) var awaiting: Typed?
    /// The option whose value may continue in the next words.
    private(set) var open: OpenOption?
    private(set) var optionsEnded = false
    private(set) var wantsHelp = false
    /// The aliases that were replaced by their words.
    private var expanded: [String] = []
    private var isExpanding = false
    /// The options whose value came from an alias, so that another value replaces it.
    private var replaceable: Set<String> = []
    /// The request of an option that replaces the command, such as `--version`.
    private(set) var request: Parsed?

    init(grammar: Grammar) { self.grammar = grammar }

    mutating func read(_ word: String) throws(MemossError) {
        if let option = awaiting {
            awaiting = nil
            guard isOption(word) else { return try take(word, for: option) }
            try leaveOut(option, before: word)
            try read(word)
        } else if wantsHelp, path.isEmpty, word == "--all" {
            request = .wholeHelp
        } else if optionsEnded || !word.hasPrefix("-") || word == "-" || word.hasPrefix("- ") {
            try readOperand(word)
        } else if word == "--" {
            try close()
            optionsEnded = true
            separator = operands.count
        } else if word.hasPrefix("--") {
            try readLong(word)
        } else if let group = shortGroup(word) {
            for (option, value) in group { try take(value, for: option) }
        } else if word.isNegativeNumber, let command, command.capturesNegation {
            // `head -5` limits the output. Read as `NOT 5`, it would silently leave out a part of the answer.
            let count = word.dropFirst()
            let limit = command.options.first { $0.value == "N" }.map { $0.short.map { "-\($0)" } ?? $0.name }
            throw .usage(
                "'\(command.name)' has no option '\(word)'",
                hints: (limit.map { ["to limit the answer, write \($0) \(count)"] } ?? [])
                    + ["to exclude the word '\(count)', write NOT \(count)"],
                help: path
            )
        } else if let command, command.capturesNegation, let meant = option(long: String(word.dropFirst())) {
            // Read as `NOT json`, `-json` would answer with something else.
            throw .usage(
                "'\(command.name)' has no option '\(word)'",
                hints: [
                    "did you mean '\(meant.option.usage)'?",
                    "to exclude the word '\(meant.option.long)', write NOT \(meant.option.long)",
                ],
                help: path
            )
        } else if word.isNegativeNumber || command?.capturesNegation == true && !word.isShortOption {
            try readOperand(word)
        } else {
            throw unknownOption(word)
        }
    }

    /// Handles an option without its value: an error, unless the user can be asked.
    private mutating func leaveOut(_ typed: Typed, before word: String?) throws(MemossError) {
        guard typed.option.isAsked, typed.scope == .command, grammar.canAsk() else {
            throw .missingValue(typed, found: word, at: path)
        }
        options.addBare(typed.option)
    }

    /// Ends an option's value that could have continued, because another option or nothing follows.
    mutating func close() throws(MemossError) {
        guard let open else { return }
        self.open = nil
        let (value, words) = try open.split(besides: command?.arguments.first?.name, at: path)
        options.add(value, for: open.typed.option)
        operands += words
    }

    /// The result, once all words have been read.
    mutating func finish() throws(MemossError) -> Parsed {
        try close()
        if let awaiting { try leaveOut(awaiting, before: nil) }
        if wantsHelp { return .help(path) }
        guard let command = command ?? grammar.command([]), command.path == path else {
            guard !path.isEmpty else { return .help([]) }
            throw .missingCommand(of: path, children: grammar.children(of: path))
        }
        let invocation = Invocation(
            command: command,
            arguments: try command.assign(operands, besides: options, canAsk: grammar.canAsk()),
            separator: separator,
            options: options,
            globals: globals
        )
        try invocation.checkRevision()
        return .run(invocation)
    }
}

// MARK: - Operands

extension WordReader {
    private mutating func readOperand(_ word: String) throws(MemossError) {
        guard command == nil else {
            if open == nil { operands.append(word) } else { open?.words.append(word) }
            return
        }
        if path.isEmpty, word == "help" {
            wantsHelp = true
            return
        }
        if path.isEmpty, wantsHelp, let topic = grammar.topic(word) {
            request = .topic(topic.name)
            return
        }
        let longer = grammar.canonical(path + [word])
        guard grammar.isGroup(longer) || grammar.command(longer) != nil else {
            if path.isEmpty, let alias = grammar.aliases().first(where: { $0.name == word }) {
                return try expand(alias)
            }
            throw .unknownCommand(word, under: path, grammar: grammar, asTopic: path.isEmpty && wantsHelp)
        }
        // An option of plain `mm` is not valid before another command.
        if path.isEmpty, let stray = grammar.command([])?.options.first(where: options.flag) {
            throw .unknownOption(stray.name, at: longer, among: [])
        }
        path = longer
        if !grammar.isGroup(path) { command = grammar.command(path) }
    }
}

// MARK: - Aliases

extension WordReader {
    /// Reads the words of an alias instead of its name.
    private mutating func expand(_ alias: Alias) throws(MemossError) {
        let meaning = "'\(alias.name)' is an alias for '\(alias.text)'"
        guard !expanded.contains(alias.name) else {
            throw .usage("the alias '\(alias.name)' refers to itself", help: ["config"])
        }
        expanded.append(alias.name)
        let wasExpanding = isExpanding
        isExpanding = true
        defer { isExpanding = wasExpanding }
        for word in alias.words {
            do throws(MemossError) {
                try read(word)
            } catch {
                var error = error
                error.hints.insert(meaning, at: 0)
                throw error
            }
        }
    }
}

// MARK: - Options

extension WordReader {
    /// The command whose options apply: plain `mm` before any name.
    private var owner: CommandSyntax? { path.isEmpty ? grammar.command([]) : command }

    /// All options that are valid here, with the command's own first.
    var known: [(option: OptionSyntax, scope: Scope)] {
        let own = owner?.options ?? []
        let hidden = Set(own.map(\.long))
        let others = (grammar.globals + Grammar.builtins).filter { !hidden.contains($0.long) }
        return own.map { ($0, .command) } + others.map { ($0, .global) }
    }

    func option(long name: String) -> Typed? { find(spelling: "--\(name)") { $0.long == name } }

    func option(short letter: Character) -> Typed? { find(spelling: "-\(letter)") { $0.short == letter } }

    private func find(spelling: String, where isMatch: (OptionSyntax) -> Bool) -> Typed? {
        if let own = owner?.options.first(where: isMatch) {
            return Typed(option: own, scope: .command, spelling: spelling)
        }
        guard let option = grammar.globals.first(where: isMatch) ?? Grammar.builtins.first(where: isMatch),
            owner?.options.contains(where: { $0.long == option.long }) != true
        else { return nil }
        return Typed(option: option, scope: .global, spelling: spelling)
    }

    private func isOption(_ word: String) -> Bool {
        if word.hasPrefix("--") { return word == "--" || option(long: word.splitOption.name) != nil }
        guard word.count == 2, word.hasPrefix("-"), let letter = word.last else { return false }
        return option(short: letter) != nil
    }

    private mutating func readLong(_ word: String) throws(MemossError) {
        let (name, value) = word.splitOption
        guard let option = option(long: name) else { throw unknownOption("--\(name)") }
        if let value, !option.option.takesValue { throw .valueForFlag(option, value: value, at: path) }
        try take(value, for: option)
    }

    /// Splits a group of short options such as `-qC` or `-Cdir`. The first option that takes a value takes the rest of
    /// the word. Nil if a letter is not an option here.
    private func shortGroup(_ word: String) -> [(option: Typed, value: String?)]? {
        var group: [(option: Typed, value: String?)] = []
        var rest = word.dropFirst()
        while let letter = rest.popFirst() {
            guard let option = option(short: letter) else { return nil }
            // `-note` does not mean `-n ote`.
            if command?.capturesNegation == true, option.option.value == "N", !rest.isEmpty, Int(rest) == nil {
                return nil
            }
            let isLast = option.option.takesValue || rest.isEmpty
            group.append((option, option.option.takesValue && !rest.isEmpty ? String(rest) : nil))
            if isLast { break }
        }
        return group
    }

    private mutating func take(_ value: String?, for typed: Typed) throws(MemossError) {
        let option = typed.option
        try close()
        if option.takesValue, value == nil {
            awaiting = typed
            return
        }
        let value = value ?? ""
        if typed.scope == .command, option.takesValue, !option.isRepeatable {
            if let former = options.option(option), !replaceable.contains(option.long) {
                throw .givenTwice(typed, former, value, at: path)
            }
            if isExpanding { replaceable.insert(option.long) } else { replaceable.remove(option.long) }
        }
        if let choices = option.choices, !choices.contains(value) {
            throw .badChoice(typed.spelling, value: value, choices: choices, at: path)
        }
        switch (typed.scope, option) {
        case (.command, _):
            if let notation = option.notation {
                // `--scheduled @friday`: in a title, '@' begins a date.
                let isMarked = value.hasPrefix("@") && value.utf8.count > 1
                open = OpenOption(
                    typed: typed,
                    notation: notation,
                    words: [isMarked ? String(value.dropFirst()) : value]
                )
            } else {
                options.add(value, for: option)
            }
        case (.global, .help): wantsHelp = true
        case (.global, .version): request = .version
        case (.global, .completionScript): request = Shell(rawValue: value).map(Parsed.completionScript)
        case (.global, _): globals.add(value, for: option)
        }
    }

    private func unknownOption(_ word: String) -> MemossError {
        let elsewhere = path.isEmpty ? grammar.commands.first { $0.options.contains { $0.name == word } } : nil
        return .unknownOption(word, at: path, among: known.map(\.option), of: command, elsewhere: elsewhere)
    }
}

extension String {
    /// `--limit=3` as `limit` and `3`.
    fileprivate var splitOption: (name: String, value: String?) {
        let body = dropFirst(2)
        guard let equals = body.firstIndex(of: "=") else { return (String(body), nil) }
        return (String(body[..<equals]), String(body[body.index(after: equals)...]))
    }

    /// An option such as `-a`, which is never a negated term.
    fileprivate var isShortOption: Bool { utf8.count == 2 && hasPrefix("-") && last?.isLetter == true }

    /// `-5`, `-0.5`.
    fileprivate var isNegativeNumber: Bool {
        let parts = dropFirst().split(separator: ".", maxSplits: 1, omittingEmptySubsequences: false)
        let digits = UInt8(ascii: "0")...UInt8(ascii: "9")
        return parts.allSatisfy { part in !part.isEmpty && part.utf8.allSatisfy(digits.contains) }
    }
}
