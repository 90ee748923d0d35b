/// A shell's request for completions. `mm --complete` is a private interface between `mm` and its completion scripts:
///
///     mm --complete bash LINE BREAKS    mm --complete zsh WORDS…    mm --complete fish LINE
///
/// The line or words end at the cursor and begin with the program's name.
struct CompletionRequest: Sendable, Hashable {
    var shell: Shell
    /// The words after the program's name. The last one is at the cursor and may be empty.
    var words: [String]
    /// The parsed command line; nil for zsh.
    var line: ShellLine?

    init(shell: Shell, words: [String], line: ShellLine? = nil) {
        self.shell = shell
        self.words = words
        self.line = line
    }

    init?(_ arguments: ArraySlice<String>) {
        guard let shell = arguments.first.flatMap(Shell.init(rawValue:)) else { return nil }
        let given = Array(arguments.dropFirst())
        switch (shell, given.count) {
        case (.bash, 2), (.fish, 1):
            let line = ShellLine(given[0], breaks: given.count > 1 ? given[1] : "")
            self.init(shell: shell, words: Array(line.words.dropFirst()), line: line)
        case (.zsh, 1...): self.init(shell: shell, words: Array(given.dropFirst()))
        default: return nil
        }
    }
}
