import MemossFiles

/// Finds the completions at the cursor of a command line.
struct Completer {
    let grammar: Grammar

    init(_ grammar: Grammar) { self.grammar = grammar }

    /// - Parameter words: the words after the program's name, up to the cursor.
    func place(in words: [String]) -> CompletionPlace {
        var reader = WordReader(grammar: grammar)
        var place = CompletionPlace()
        for word in words.dropLast() {
            do {
                try reader.read(word)
            } catch {
                // Ignore an invalid option, but offer nothing after an invalid command.
                guard word.hasPrefix("-") else { return place }
            }
        }
        let open = reader.open
        try? reader.close()
        let word = words.last ?? ""
        place.globals = reader.globals
        if let typed = reader.awaiting {
            value(word, of: typed.option, reader, in: &place)
        } else if !reader.optionsEnded, word.hasPrefix("-") {
            option(word, reader, in: &place)
        } else {
            // The value of an option may continue.
            if let open { phrase(open.words + [word], open.notation, in: &place) }
            operand(word, reader, in: &place)
        }
        return place
    }

    private func operand(_ word: String, _ reader: WordReader, in place: inout CompletionPlace) {
        guard let command = reader.command else {
            place.offer(grammar.children(of: reader.path).map { Candidate($0.path.last ?? "", help: $0.summary) })
            if reader.path.isEmpty {
                place.offer([Candidate("help", help: "show help for a command")])
                if reader.wantsHelp { place.offer(grammar.topics.map { Candidate($0.name, help: $0.summary) }) }
                place.offer(grammar.aliases().map { Candidate($0.name, help: $0.text) })
            }
            return
        }
        guard !reader.wantsHelp, let argument = command.argument(at: reader.operands.count) else { return }
        if argument.completion == .capture {
            capture(word, reader, in: &place)
        } else if command.path != Command.snooze.syntax.path || !snoozeEnd(word, reader, in: &place) {
            if command.path == Command.agenda.syntax.path { phrase(reader.operands + [word], .when, in: &place) }
            (place.selectors, place.preference) = (reader.operands, argument.preference)
            fill(argument.completion, word, in: &place)
            if [Command.set, .unset].contains(where: { $0.syntax.path == command.path }),
                argument.completion == .reminder, !reader.operands.isEmpty
            {
                place.offer(FieldRules.keys.map { Candidate($0, help: "key") })
                place.keyEnd = ""
            }
        }
    }

    /// Completes the title of a new reminder: `Call @tomorrow +Home`.
    private func capture(_ word: String, _ reader: WordReader, in place: inout CompletionPlace) {
        guard !reader.optionsEnded else { return }
        switch CaptureLine.continuation(of: (reader.operands + [word]).joined(separator: " ")) {
        case .words(let words):
            place.prefix = word
            place.stem = word.hasPrefix("@") ? "@" : ""
            place.offer(words.map { Candidate($0) })
        case .tag:
            place.stem = "+"
            tag(String(word.dropFirst()), in: &place)
        }
    }

    /// Completes the end of a snooze.
    ///
    /// - Returns: whether the word cannot select a reminder.
    private func snoozeEnd(_ word: String, _ reader: WordReader, in place: inout CompletionPlace) -> Bool {
        guard let end = SnoozeWords.unfinishedEnd(in: reader.operands + [word]) else { return false }
        if !end.isMarked, end.words.count == 1 { place.offer([Candidate("until", help: "WHEN")]) }
        phrase(end.words, .when, in: &place, typed: word)
        return end.isMarked || word.contains(" ")
    }

    /// - Parameter typed: the word at the cursor, if it is not the last one of the phrase.
    private func phrase(
        _ words: [String],
        _ notation: Notation,
        in place: inout CompletionPlace,
        typed: String? = nil
    ) {
        // In quotes, the shell's last word is several words of the phrase.
        let typed = typed ?? words.last ?? ""
        place.prefix = String(typed.reversed().prefix { $0 != " " }.reversed())
        place.stem += typed.dropLast(place.prefix.count)
        place.offer(notation.continuations(of: words.joined(separator: " ")).map { Candidate($0) })
    }

    /// Completes a tag, or the last of several separated by commas.
    private func tag(_ text: String, in place: inout CompletionPlace) {
        let items = text.split(separator: ",", omittingEmptySubsequences: false)
        place.prefix = String(items.last ?? "")
        place.stem += text.dropLast(place.prefix.count)
        place.givenTags += items.dropLast().map(String.init)
        place.wanted = .tag
    }
}

// MARK: - Options

extension Completer {
    private func option(_ word: String, _ reader: WordReader, in place: inout CompletionPlace) {
        if let (option, stem) = reader.attached(word) {
            place.stem = stem
            value(String(word.dropFirst(stem.count)), of: option, reader, in: &place)
            return
        }
        if !word.contains(":") {
            place.offer(reader.offered.map { Candidate($0.name, help: $0.description) })
        }
        if let command = reader.command, command.capturesNegation, !word.hasPrefix("--") {
            operand(word, reader, in: &place)
        }
    }

    private func value(
        _ text: String,
        of option: OptionSyntax,
        _ reader: WordReader,
        in place: inout CompletionPlace
    ) {
        if let notation = option.notation { return phrase([text], notation, in: &place) }
        guard option.completion == .tag, option.isRepeatable else {
            return fill(option.choices.map(Completion.words) ?? option.completion, text, in: &place)
        }
        place.givenTags = reader.options.options(option).flatMap { $0.split(separator: ",").map(String.init) }
        place.owner = reader.command?.arguments.first?.completion == .reminder ? reader.operands : []
        place.isRemoval = option.long == "untag"
        tag(text, in: &place)
    }

    private func fill(_ kind: Completion, _ text: String, in place: inout CompletionPlace) {
        place.prefix = text
        switch kind {
        case .words(let words): place.offer(words.map { Candidate($0) })
        case .keys(let words):
            let last = text.split(separator: ",", omittingEmptySubsequences: false).last ?? ""
            place.prefix = String(last.drop { $0 == "-" })
            place.stem += text.dropLast(place.prefix.count)
            place.offer(words.map { Candidate($0) })
            place.keyEnd = ""
        case .query: QueryCompletion.fill(text, in: &place)
        case .none, .file, .directory, .tag, .reminder, .timezone, .capture, .queryName,
            .configurationKey:
            place.wanted = kind
        }
    }
}

extension WordReader {
    /// The options to offer: repeatable ones and those not given yet.
    fileprivate var offered: [OptionSyntax] {
        known.compactMap { option, scope in
            let given = scope == .command ? options : globals
            let isOverview = scope == .global && [.version, .completionScript].contains(option)
            guard option.isRepeatable || !given.flag(option), !isOverview || path.isEmpty else { return nil }
            return option
        }
    }

    /// The option whose value is in the same word, and the part before the value: `--limit=3`, `-Cdir`.
    fileprivate func attached(_ word: String) -> (option: OptionSyntax, stem: String)? {
        if word.hasPrefix("--") {
            guard let equals = word.firstIndex(of: "="),
                let option = option(long: String(word[..<equals].dropFirst(2)))?.option, option.takesValue
            else { return nil }
            return (option, String(word[...equals]))
        }
        var stem = "-"
        for letter in word.dropFirst() {
            guard let option = option(short: letter)?.option else { return nil }
            stem.append(letter)
            if option.takesValue { return (option, stem) }
        }
        return nil
    }
}

extension CommandSyntax {
    /// The argument that the next word belongs to, after `count` others.
    fileprivate func argument(at count: Int) -> ArgumentSyntax? {
        for (index, argument) in arguments.enumerated() where index == count || argument.isVariadic { return argument }
        return nil
    }
}
