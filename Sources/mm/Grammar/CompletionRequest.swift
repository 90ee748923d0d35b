/// What a shell says when it asks for completions: `mm --complete SHELL INDEX -- WORDS…`, the program's name first.
struct CompletionRequest: Sendable, Hashable {
    var shell: Shell

    init?(_ words: ArraySlice<String>) {
        guard let shell = words.first.flatMap(Shell.init(rawValue:)) else { return nil }
        self.shell = shell
    }
}
