@testable import mm

/// Invocations of every command there is, made from the grammar: one that is new is in them on the day it is written.
struct EveryCommand: Sendable {
    /// The words that stand for what an argument or an option takes, by what the completion knows of it.
    var words: @Sendable (Completion) -> [String]
    /// What is put before the command, such as `--json`; each comes with every invocation.
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
                // With what else the command may need to write.
                let more = consent(syntax, but: option)
                if !more.isEmpty { found.append(syntax.path + given + more + arguments[index % arguments.count]) }
            }
        }
        return globals.flatMap { global in found.map { global + $0 } }
    }

    private func consent(_ syntax: CommandSyntax, but option: OptionSyntax) -> [String] {
        let together = ["yes", "merge"].filter { name in
            name != option.long && syntax.options.contains { $0.long == name && !$0.takesValue }
        }
        return together.map { "--\($0)" }
    }

    /// One list of words for each choice that the argument with most of them has; and none, where none has to be there.
    private func longest(_ arguments: [ArgumentSyntax]) -> [[String]] {
        let choices = arguments.map { words($0.completion) }
        let count = choices.map(\.count).max() ?? 1
        let whole = (0..<count).map { index in choices.map { $0[index % $0.count] } }
        // Diagonals only meet words of one kind: the first argument is also paired with the others' other words.
        let mixed = (0..<count).map { index in
            choices.enumerated().map { place, words in words[(place == 0 ? index : index + 1) % words.count] }
        }
        let bare = arguments.allSatisfy { !$0.isRequired } ? [[String]()] : []
        return whole + (choices.count > 1 ? mixed : []) + bare
    }

    /// A byte that no `String` can hold, as `quoted` understands it.
    static func byte(_ byte: UInt8) -> String { "\u{F0000}" + String(256 + Int(byte), radix: 8) }

    /// In quotes for the shell.
    static func quoted(_ word: String) -> String {
        var parts = word.replacing("'", with: #"'\''"#).split(separator: "\u{F0000}", omittingEmptySubsequences: false)
            .map(String.init)
        // 256 on top of it makes it three digits.
        for index in parts.indices.dropFirst() {
            let value = (Int(parts[index].prefix(3), radix: 8) ?? 256) - 256
            parts[index] = "'\"$(printf '\\\(String(value, radix: 8))')\"'" + parts[index].dropFirst(3)
        }
        return "'" + parts.joined() + "'"
    }
}
