import MemossFiles

/// Problems in the format of compiler messages, so that editors can jump to them.
enum ProblemText {
    static func place(_ problem: Problem) -> String { place(problem.path, problem.line, problem.column) }

    /// The warning that other commands print.
    static func warning(_ problem: Problem) -> (text: String, hint: String?) {
        (place(problem) + ": " + problem.advisedMessage, problem.suggestion.map { "did you mean '\($0)'?" })
    }

    /// How many files could not be read, and how many have keys that could not be read.
    static func summary(of snapshot: Snapshot) -> [String] {
        let (unreadable, faulty) = (snapshot.unreadable.count, snapshot.faultyCount)
        let has = faulty == 1 ? "has" : "have"
        return [
            unreadable == 0 ? nil : "\(unreadable.counted("file")) could not be read: see 'mm check'",
            faulty == 0 ? nil : "\(faulty.counted("file")) \(has) problems: see 'mm check'",
        ].compactMap(\.self)
    }

    static func place(_ path: String, _ line: Int?, _ column: Int?) -> String {
        var place = path
        if let line { place += ":\(line)" }
        if let column { place += ":\(column)" }
        return place
    }
}
