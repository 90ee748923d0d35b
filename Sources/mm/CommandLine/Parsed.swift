/// The result of parsing a command line.
enum Parsed: Sendable, Equatable {
    case run(Invocation)
    /// Help for the path of a command or group; `[]` is the overview.
    case help([String])
    /// Every command and every global option.
    case wholeHelp
    /// Help on a topic, by name.
    case topic(String)
    case version
    case completionScript(Shell)
    /// A request of a completion script.
    case complete(CompletionRequest)
    /// A man page by its file name, for `make install`; nil for the names of all pages.
    case manual(String?)
}

enum Shell: String, Sendable, CaseIterable {
    case bash, zsh, fish
}
