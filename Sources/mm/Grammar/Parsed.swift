/// What the words of a command line ask for.
enum Parsed: Sendable, Equatable {
    case run(Invocation)
    /// The path of a command or of a group; `[]` is the overview.
    case help([String])
    case version
    case completionScript(Shell)
    /// The shell asks what may stand at the cursor.
    case complete(CompletionRequest)
    /// The man page, for `make install`.
    case manual
}

enum Shell: String, Sendable, CaseIterable {
    case bash, zsh, fish
}
