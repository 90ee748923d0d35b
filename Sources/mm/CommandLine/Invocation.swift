import MemossFiles

/// A command and its arguments and options, checked against its syntax.
struct Invocation: Sendable, Equatable {
    var command: CommandSyntax
    private var words: [[String]]
    /// The number of words before `--`; nil without `--`.
    private var separator: Int?
    /// Keys and values that a program gives apart from the words.
    private var assignments: [KeyAndValue]
    /// The options of the command.
    private(set) var own: OptionValues
    /// The global options, even if the command has options of the same name.
    private(set) var globals: OptionValues

    /// - Parameter arguments: the words for each argument of the command, in order.
    init(
        command: CommandSyntax,
        arguments: [[String]],
        separator: Int? = nil,
        assignments: [KeyAndValue] = [],
        options: OptionValues,
        globals: OptionValues
    ) {
        self.command = command
        self.words = arguments
        self.separator = separator
        self.assignments = assignments
        self.own = options
        self.globals = globals
    }

    /// The word of an argument that takes exactly one. For an optional one, use `arguments(.directory).first`.
    func argument(_ key: ArgumentSyntax) -> String { arguments(key).first ?? "" }

    func arguments(_ key: ArgumentSyntax) -> [String] {
        guard let index = command.arguments.firstIndex(where: { $0.name == key.name }),
            words.indices.contains(index)
        else {
            assertionFailure("\(command.name) has no argument \(key.name)")
            return []
        }
        return words[index]
    }

    /// The words of the first argument before `--` and after it; nil without `--`.
    func separated(_ key: ArgumentSyntax) -> (before: [String], behind: [String]?) {
        assert(command.arguments.first?.name == key.name, "\(key.name) is not the first argument")
        let words = arguments(key)
        guard let separator else { return (words, nil) }
        return (Array(words.prefix(separator)), Array(words.dropFirst(separator)))
    }

    /// Words such as `priority=high` after the first word of an argument, or after an option that stands for it, unless `--`
    /// makes them literal. Those that name one of the options become that option.
    ///
    /// - Returns: the others.
    mutating func takeAssignments(from key: ArgumentSyntax, for options: [OptionSyntax]) -> [KeyAndValue] {
        if let index = command.arguments.firstIndex(where: { $0.name == key.name }), separator == nil {
            let start = key.alternative.map(own.flag) == true ? 0 : 1
            let typed = words[index].dropFirst(start).reversed().map { KeyAndValue($0) }.prefix { $0 != nil }
            words[index].removeLast(typed.count)
            assignments = typed.reversed().compactMap(\.self)
        }
        return assignments.filter { typed in
            let option = options.first { $0.long == typed.option && $0.takesValue }
            if let option { own.add(typed.value, for: option) }
            return option == nil
        }
    }

    func flag(_ key: OptionSyntax) -> Bool {
        assert(!key.takesValue && command.declares(key), "\(command.name) has no flag \(key.name)")
        return own.flag(key)
    }

    /// The value of an option; the last one if it was repeated.
    func option(_ key: OptionSyntax) -> String? {
        assert(key.takesValue && command.declares(key), "\(command.name) has no option \(key.usage)")
        return own.option(key)
    }

    /// Whether the option was given without its value, for which the user is then asked.
    func isBare(_ key: OptionSyntax) -> Bool { own.isBare(key) }

    /// All values of a repeatable option.
    func options(_ key: OptionSyntax) -> [String] {
        assert(key.isRepeatable && command.declares(key), "\(command.name) cannot repeat \(key.usage)")
        return own.options(key)
    }

    func hasAny(of keys: [OptionSyntax]) -> Bool { keys.contains(where: own.flag) }

    /// Whether the command edits, including with `--dry-run`.
    var isEdit: Bool { command.declares(.dryRun) && (!command.declares(.fix) || flag(.fix)) }
}

// MARK: - Values that are more than text

extension Invocation {
    /// The value of an option as an integer.
    func integer(
        _ key: OptionSyntax,
        atLeast minimum: Int = 0,
        atMost maximum: Int = .max
    ) throws(MemossError) -> Int? {
        guard let text = option(key) else { return nil }
        guard let number = Int(text), number >= minimum, number <= maximum else {
            let range = maximum == .max ? "from \(minimum) up" : "from \(minimum) to \(maximum)"
            throw usageError("'\(key.name)' needs a whole number \(range), not '\(text)'")
        }
        return number
    }

    /// Words that people type to mean no value.
    private static let wordsForNothing = ["none", "no", "never", "null", "nothing", "remove", "once", "-"]

    /// The value of an option, parsed by `parse`.
    func option<Value>(
        _ key: OptionSyntax,
        as parse: (String) throws(ParseError) -> Value
    ) throws(MemossError) -> Value? {
        guard let text = option(key) else { return nil }
        do throws(MemossError) {
            return try read(text, of: key.name, as: parse)
        } catch {
            var error = error
            if let hint = pointer(from: key, text) { error.hints.insert(hint, at: max(0, error.hints.count - 1)) }
            throw error
        }
    }

    /// The option that a value was meant for: a rule for `--scheduled`, a date for `--recurrence`, `none` for any.
    private func pointer(from key: OptionSyntax, _ text: String) -> String? {
        let removal = command.options.first { $0.long == "no-\(key.long)" }?.name
        let isDate = key.notation == .when || key.notation == .date
        if isDate, WhenPhrase.isSomeday(text), key.long == OptionSyntax.scheduled.long {
            return "for Someday: \(removal ?? "leave out \(key.name)")"
        }
        // `tomorrow 9:00 Europe/Paris`
        if isDate, command.declares(.zone), let last = text.split(separator: " ").last, last.contains("/"),
            last.first?.isLetter == true, PhraseKind.when.length(in: last.split(separator: "/").map(String.init)) == 0
        {
            return "for a time zone: \(OptionSyntax.zone.name) \(String(last).shellWord)"
        }
        let words = text.split(separator: " ").map(String.init)
        let length = isDate && command.declares(.zone) ? PhraseKind.when.length(in: words) : 0
        let others = words.dropFirst(length)
        if length > 0, WhenPhrase.isZone(others.joined(separator: " ")) {
            return MemossError.zoneAdvice
        }
        if Self.wordsForNothing.contains(text.lowercased()) {
            return removal.map { "to remove it: \($0)" } ?? "for none: leave out \(key.name)"
        }
        let other: OptionSyntax = isDate ? .recurrence : .scheduled
        guard isDate || key.notation == .rule, command.declares(other) else { return nil }
        let isOther = isDate ? PhraseKind.rule.length(in: [text]) == 1 : PhraseKind.when.isPhrase(text)
        return isOther ? "for a \(isDate ? "rule" : "date"): \(other.name) \(text.shellWord)" : nil
    }

    /// The word of an argument, parsed by `parse`.
    func argument<Value>(
        _ key: ArgumentSyntax,
        as parse: (String) throws(ParseError) -> Value
    ) throws(MemossError) -> Value {
        try read(argument(key), of: key.name, as: parse)
    }

    func read<Value>(
        _ text: String,
        of place: String,
        as parse: (String) throws(ParseError) -> Value
    ) throws(MemossError) -> Value {
        do {
            return try parse(text)
        } catch {
            if !place.hasPrefix("-"), let hint = command.counting(text) {
                throw usageError("\(place): \(error.message)", hints: [hint])
            }
            throw usageError(error, at: place, in: text)
        }
    }

    /// A usage error for text that cannot be parsed; if the text is given, its wrong words are marked.
    func usageError(_ error: ParseError, at place: String? = nil, in text: String? = nil) -> MemossError {
        usageError((place.map { $0 + ": " } ?? "") + error.message, hints: text.map(error.hints(for:)) ?? error.hints)
    }

    /// A usage error that only the command itself can detect, with a hint to its help.
    func usageError(_ message: String, hints: [String] = []) -> MemossError {
        .usage(message, hints: hints, help: command.path)
    }
}
