/// What stands at a place of the command line, for the shell's completion.
enum Completion: Sendable, Hashable {
    case none
    case file
    case directory
    case tag
    case reminder
    case query
    case timezone
    case words([String])
}
