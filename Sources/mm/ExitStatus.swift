import MemossFiles

/// What `mm` tells the shell.
enum ExitStatus: Int32, Sendable {
    /// An empty list too.
    case done = 0
    /// Nothing matched the selector, no such tag, or `check` found problems.
    case nothing = 1
    /// An error, or an edit that had to leave a file out.
    case failure = 2
    /// The words are wrong: EX_USAGE of sysexits.h.
    case usage = 64
    /// `mm notify` cannot keep what it has to know: EX_CANTCREAT.
    case cannotWrite = 73
    /// Another `mm notify` runs: EX_TEMPFAIL.
    case busy = 75

    init(_ kind: MemossError.Kind) {
        self =
            switch kind {
            case .usage: .usage
            case .notFound: .nothing
            case .failure: .failure
            case .cannotWrite: .cannotWrite
            case .busy: .busy
            }
    }
}
