@testable import mm

/// Invocations of every command, generated from the grammar, so that new commands are included at once.
struct EveryCommand: Sendable {
    /// The values for an argument or option, by its kind of completion.
    var words: @Sendable (Completion) -> [String]
    /// Words before the command, such as `--json`. Each is combined with every invocation.
    var globals: [[String]]

    /// The words after `mm`.
    func invocations(of syntax: CommandSyntax) -> [[String]] {
        let arguments = longest(syntax.arguments)
        var found: [[String]] = []
        for words in arguments { found.append(syntax.path + words) }
        for option in syntax.options {
            let values = option.takesValue ? option.choices ?? words(option.completion) : [""]
            for (index, value) in values.enumerated() {
                let given = option.takesValue ? ["--\(option.long)=\(value)"] : ["--\(option.long)"]
                found.append(syntax.path + given + arguments[index % arguments.count])
                // With the other options that the command may need to write.
                let more = consent(syntax, but: option)
                if !more.isEmpty { found.append(syntax.path + given + more + arguments[index % arguments.count]) }
            }
        }
        // One command runs until it is stopped.
        if syntax.path == ["notify"] {
            found = found.map { $0.count == 1 || $0 == ["notify", "--bell"] ? $0 + ["--once"] : $0 }
        }
        return globals.flatMap { global in found.map { global + $0 } }
    }

    private func consent(_ syntax: CommandSyntax, but option: OptionSyntax) -> [String] {
        let together = ["yes", "merge"].filter { name in
            name != option.long && syntax.options.contains { $0.long == name && !$0.takesValue }
        }
        return together.map { "--\($0)" }
    }

    /// One list of words for each choice of the argument with the most choices, and an empty list if no argument is
    /// required.
    private func longest(_ arguments: [ArgumentSyntax]) -> [[String]] {
        let choices = arguments.map { words($0.completion) }
        let count = choices.map(\.count).max() ?? 1
        let whole = (0..<count).map { index in choices.map { $0[index % $0.count] } }
        // The diagonals combine words of the same kind, so the first argument is also paired with other words of the
        // others.
        let mixed = (0..<count).map { index in
            choices.enumerated().map { place, words in words[(place == 0 ? index : index + 1) % words.count] }
        }
        let bare = arguments.allSatisfy { !$0.isRequired } ? [[String]()] : []
        return whole + (choices.count > 1 ? mixed : []) + bare
    }

    /// A placeholder for a byte that a `String` cannot contain; `quoted` converts it.
    static func byte(_ byte: UInt8) -> String { "\u{F0000}" + String(256 + Int(byte), radix: 8) }

    /// Quotes a word for the shell.
    static func quoted(_ word: String) -> String {
        var parts = word.replacing("'", with: #"'\''"#).split(separator: "\u{F0000}", omittingEmptySubsequences: false)
            .map(String.init)
        // Adding 256 gives three digits.
        for index in parts.indices.dropFirst() {
            let value = (Int(parts[index].prefix(3), radix: 8) ?? 256) - 256
            parts[index] = "'\"$(printf '\\\(String(value, radix: 8))')\"'" + parts[index].dropFirst(3)
        }
        return "'" + parts.joined() + "'"
    }
}
