import MemossFiles

/// A problem as compilers print them, so that editors can jump to it.
enum ProblemText {
    /// `path:line:column: severity: message [id]`.
    static func line(_ problem: Problem) -> String {
        let suggestion = problem.suggestion.map { "; did you mean '\($0)'?" } ?? ""
        return
            "\(place(problem)): \(problem.severity.rawValue): \(problem.message)\(suggestion) [\(problem.id.rawValue)]"
    }

    static func place(_ problem: Problem) -> String { place(problem.path, problem.line, problem.column) }

    static func place(_ path: String, _ line: Int?, _ column: Int?) -> String {
        var place = path
        if let line { place += ":\(line)" }
        if let column { place += ":\(column)" }
        return place
    }
}
