import MemossFiles

/// The exit statuses of `mm`. The man page prints this table.
enum ExitStatus: Int32, Sendable, CaseIterable {
    case done = 0
    case negative = 1
    case failure = 2
    /// EX_USAGE of sysexits.h.
    case usage = 64
    /// EX_CANTCREAT.
    case cannotWrite = 73
    /// EX_TEMPFAIL.
    case busy = 75

    var meaning: String {
        switch self {
        case .done: "success, including an empty list"
        case .negative:
            """
            nothing matched, no such tag, no such value in the configuration, nothing to undo, you answered no, \
            'mm check' found problems, an edit in an editor added some, a merge left conflicts, or git is not set up
            """
        case .failure: "an error, or an edit that had to skip a file"
        case .usage: "wrong usage, including a query that does not parse"
        case .cannotWrite: "'mm notify', 'mm push' or 'mm publish' cannot write its state"
        case .busy: "another 'mm notify', 'mm push' or 'mm publish' is running"
        }
    }

    init(_ kind: MemossError.Kind) {
        self =
            switch kind {
            case .usage: .usage
            case .notFound: .negative
            case .failure: .failure
            case .cannotWrite: .cannotWrite
            case .busy: .busy
            }
    }
}
