/// An option, such as `--limit N`, or a flag, such as `--merge`. It is also the key for looking up the values given for
/// it.
struct OptionSyntax: Sendable, Hashable {
    /// The long name without dashes.
    var long: String
    var short: Character?
    /// The name of the value in help, such as `DATE-TIME`; nil for a flag. `Notation` says which names stand for several
    /// words.
    var value: String?
    /// Whether all values count. Otherwise only the last one does.
    var isRepeatable: Bool
    /// The permitted values, each one word; nil if the grammar cannot tell.
    var choices: [String]?
    var help: String
    var completion: Completion
    /// Whether the user is asked for the value on a terminal if it is omitted.
    var isAsked = false

    init(
        _ long: String,
        short: Character? = nil,
        value: String? = nil,
        isRepeatable: Bool = false,
        choices: [String]? = nil,
        help: String,
        completion: Completion = .none
    ) {
        self.long = long
        self.short = short
        self.value = value
        self.isRepeatable = isRepeatable
        self.choices = choices
        self.help = help
        self.completion = completion
    }

    var takesValue: Bool { value != nil }

    /// Nil if the value is always one word.
    var notation: Notation? { choices == nil ? value.flatMap(Notation.init) : nil }

    /// `--limit`.
    var name: String { "--\(long)" }

    /// `--limit N`, as usage lines and messages write it.
    var usage: String { value.map { "\(name) \($0)" } ?? name }

    /// The same option, but the user is asked for an omitted value.
    var asked: OptionSyntax {
        var option = self
        option.isAsked = true
        return option
    }

    /// The same option with the help of another command.
    func with(help: String) -> OptionSyntax {
        var option = self
        option.help = help
        return option
    }
}
