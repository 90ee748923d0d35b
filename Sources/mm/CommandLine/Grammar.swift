import MemossFiles

/// The whole command line of `mm` as data.
struct Grammar: Sendable {
    static let program = "mm"

    var commands: [CommandSyntax]
    /// Options that every command takes, before or after its name.
    var globals: [OptionSyntax]
    /// A closure, because few runs need them.
    var makeTopics: @Sendable () -> [HelpTopic] = { [] }
    /// The user's aliases. They are only read if a word is not a command, so an alias never hides one.
    var aliases: @Sendable () -> [Alias] = { [] }

    /// Whether the user can be asked for reminders, and for the value of an option.
    var canAsk: @Sendable () -> Bool = { false }

    /// Options that `parse` handles itself.
    static let builtins: [OptionSyntax] = [.help, .version, .completionScript]

    /// Parses the words after the program's name.
    func parse(_ words: [String]) throws(MemossError) -> Parsed {
        switch words.first {
        case "--complete":
            if let request = CompletionRequest(words.dropFirst()) { return .complete(request) }
        case "--generate-manual" where words.count <= 2: return .manual(words.dropFirst().first)
        default: break
        }
        var reader = WordReader(grammar: self)
        for (index, word) in words.enumerated() {
            do throws(MemossError) {
                try reader.read(word)
            } catch {
                throw reader.command == nil && !reader.wantsHelp ? turned(error, words, at: index) : error
            }
            if let request = reader.request { return request }
        }
        return try reader.finish()
    }
}

extension Grammar {
    /// The error for a word that is no command, with the whole line if a command follows: `mm 64ac done`.
    private func turned(_ error: MemossError, _ words: [String], at index: Int) -> MemossError {
        // The only hint is the one that names the help.
        guard error.hints.count == 1, index == 0 else { return error }
        let verb = words.dropFirst().firstIndex { word in
            command([word])?.arguments.first.map { $0.name == ArgumentSyntax.selectors.name } == true
        }
        guard let verb else { return error }
        let line = [words[verb]] + words[..<verb] + words[(verb + 1)...]
        var error = error
        error.hints.insert("did you mean '\(Self.program) \(line.map(\.shellWord).joined(separator: " "))'?", at: 0)
        return error
    }
}

extension OptionSyntax {
    static let help = OptionSyntax("help", short: "h", help: "show help for the command")
    static let version = OptionSyntax("version", help: "show the version")
    static let completionScript = OptionSyntax(
        "generate-completion-script",
        value: "SHELL",
        choices: Shell.allCases.map(\.rawValue),
        help: "print the completion script"
    )
}

// MARK: - The table

extension Grammar {
    func command(_ path: [String]) -> CommandSyntax? { commands.first { $0.path == path } }

    /// The path with its last word replaced, if that is a synonym.
    func canonical(_ path: [String]) -> [String] {
        if command(path) != nil || isGroup(path) { return path }
        let named = commands.first { command in
            command.path.dropLast() == path.dropLast() && path.last.map(command.synonyms.contains) == true
        }
        return named?.path ?? path
    }

    var topics: [HelpTopic] { makeTopics() }

    func topic(_ name: String) -> HelpTopic? { topics.first { $0.name == name } }

    /// Whether the path is a prefix of other commands.
    func isGroup(_ path: [String]) -> Bool {
        commands.contains { $0.path.count > path.count && $0.path.starts(with: path) }
    }

    /// The commands and groups directly under a path, without duplicates, in the order of the table.
    func children(of path: [String]) -> [CommandSyntax] {
        var seen: Set<String> = []
        var children: [CommandSyntax] = []
        for command in commands where command.path.count > path.count && command.path.starts(with: path) {
            let word = command.path[path.count]
            guard seen.insert(word).inserted else { continue }
            children.append(self.command(path + [word]) ?? CommandSyntax(path + [word], summary: ""))
        }
        return children
    }
}
