import MemossFiles

/// A problem as compilers print them, so that editors can jump to it.
enum ProblemText {
    static func place(_ problem: Problem) -> String { place(problem.path, problem.line, problem.column) }

    /// As a warning of another command says it.
    static func warning(_ problem: Problem) -> (text: String, hint: String?) {
        (place(problem) + ": " + problem.message, problem.suggestion.map { "did you mean '\($0)'?" })
    }

    static func place(_ path: String, _ line: Int?, _ column: Int?) -> String {
        var place = path
        if let line { place += ":\(line)" }
        if let column { place += ":\(column)" }
        return place
    }
}
