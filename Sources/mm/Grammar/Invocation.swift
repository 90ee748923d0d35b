import MemossFiles

/// A command with the words it was given, checked against its syntax.
struct Invocation: Sendable, Hashable {
    var command: CommandSyntax
    private var words: [[String]]
    private var own: OptionValues
    /// The global options alone, whatever the command's own are called.
    private(set) var globals: OptionValues

    /// `arguments` are the words of each of the command's arguments, in their order.
    init(command: CommandSyntax, arguments: [[String]], options: OptionValues, globals: OptionValues) {
        self.command = command
        self.words = arguments
        self.own = options
        self.globals = globals
    }

    /// The word of an argument of which there is exactly one; an optional one is `arguments("DIR").first`.
    func argument(_ name: String) -> String { arguments(name).first ?? "" }

    func arguments(_ name: String) -> [String] {
        guard let index = command.arguments.firstIndex(where: { $0.name == name }),
            words.indices.contains(index)
        else {
            assertionFailure("\(command.name) has no argument \(name)")
            return []
        }
        return words[index]
    }

    func flag(_ name: String) -> Bool { options(of: name).flag(name) }

    /// The value of an option; of several the last.
    func option(_ name: String) -> String? { options(of: name).option(name) }

    func options(_ name: String) -> [String] { options(of: name).options(name) }

    /// Whether the command writes, or shows what it would write.
    var isEdit: Bool {
        let options = command.options.map(\.long)
        return options.contains("dry-run") && (!options.contains("fix") || flag("fix"))
    }

    /// A command's own option hides the global one of the same name: `mm tag add --color red`.
    private func options(of name: String) -> OptionValues {
        command.options.contains { $0.long == name } ? own : globals
    }
}

// MARK: - Values that are more than text

extension Invocation {
    /// The value of an option that counts something.
    func integer(_ name: String, atLeast minimum: Int = 0, atMost maximum: Int = .max) throws(MemossError) -> Int? {
        guard let text = option(name) else { return nil }
        guard let number = Int(text), number >= minimum, number <= maximum else {
            let range = maximum == .max ? "from \(minimum) up" : "from \(minimum) to \(maximum)"
            throw usageError("'--\(name)' needs a whole number \(range), not '\(text)'")
        }
        return number
    }

    /// The value of an option that has a notation of its own, read by `parse`.
    func option<Value>(
        _ name: String,
        as parse: (String) throws(ParseError) -> Value
    ) throws(MemossError) -> Value? {
        guard let text = option(name) else { return nil }
        return try read(text, of: "--\(name)", as: parse)
    }

    /// The one word of an argument that has a notation of its own, read by `parse`.
    func argument<Value>(
        _ name: String,
        as parse: (String) throws(ParseError) -> Value
    ) throws(MemossError) -> Value {
        try read(argument(name), of: name, as: parse)
    }

    func read<Value>(
        _ text: String,
        of place: String,
        as parse: (String) throws(ParseError) -> Value
    ) throws(MemossError) -> Value {
        do {
            return try parse(text)
        } catch {
            throw usageError(error, at: place)
        }
    }

    /// Words that cannot be read as what they should be.
    func usageError(_ error: ParseError, at place: String? = nil) -> MemossError {
        usageError((place.map { $0 + ": " } ?? "") + error.message, hints: error.hints)
    }

    /// Wrong usage that only the command itself can find, with the way to its help.
    func usageError(_ message: String, hints: [String] = []) -> MemossError {
        .usage(message, hints: hints, help: command.path)
    }
}
