import MemossFiles

/// Problems in the format of compiler messages, so that editors can jump to them.
enum ProblemText {
    static func place(_ problem: Problem) -> String { place(problem.path, problem.line, problem.column) }

    /// The warning that other commands print.
    static func warning(_ problem: Problem) -> (text: String, hint: String?) {
        (place(problem) + ": " + problem.advisedMessage, problem.suggestion.map { "did you mean '\($0)'?" })
    }

    /// One sentence each about files that could not be read, files with keys that could not be read, and conflict copies,
    /// which may hold another date. Nil where there are none.
    static func summary(of snapshot: Snapshot) -> [String?] {
        let (unreadable, faulty) = (snapshot.unreadable.count, snapshot.faultyCount)
        let has = faulty == 1 ? "has" : "have"
        let copies = snapshot.problems.count { $0.id == .conflictCopy }
        let are = copies == 1 ? "conflict copy of a sync tool is" : "conflict copies of a sync tool are"
        return [
            unreadable == 0 ? nil : "\(unreadable.counted("file")) could not be read: see 'mm check'",
            faulty == 0 ? nil : "\(faulty.counted("file")) \(has) problems: see 'mm check'",
            copies == 0 ? nil : "\(copies) \(are) not read: see 'mm resolve --dry-run'",
        ]
    }

    static func place(_ path: String, _ line: Int?, _ column: Int?) -> String {
        var place = path
        if let line { place += ":\(line)" }
        if let column { place += ":\(column)" }
        return place
    }
}
