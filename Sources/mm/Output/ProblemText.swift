import MemossFiles

/// A problem as compilers print them, so that editors can jump to it.
enum ProblemText {
    static func place(_ problem: Problem) -> String { place(problem.path, problem.line, problem.column) }

    static func place(_ path: String, _ line: Int?, _ column: Int?) -> String {
        var place = path
        if let line { place += ":\(line)" }
        if let column { place += ":\(column)" }
        return place
    }
}
