/// Problems with one cause, presented as one: the first of them and a count.
package struct ProblemGroup: Sendable, Hashable {
    /// The first problem of the group, in the order given.
    package let example: Problem
    package private(set) var count = 0
    /// The number of files with this problem.
    package private(set) var fileCount = 0
    /// Whether all messages are identical. If not, they are of one kind but name different tags, dates and so on.
    package private(set) var isUniform = true
    private var lastPath: String?

    private init(_ example: Problem) { self.example = example }

    private mutating func add(_ problem: Problem) {
        count += 1
        if lastPath?.isSamePath(as: problem.path) != true { fileCount += 1 }
        lastPath = problem.path
        if problem.message != example.message { isUniform = false }
    }

    /// The nearest valid spelling, if all problems of the group share it.
    package var suggestion: String? { isUniform ? example.suggestion : nil }

    // MARK: Grouping

    /// One group for each problem.
    package static func single(_ problems: [Problem]) -> [ProblemGroup] {
        problems.map { problem in
            var group = ProblemGroup(problem)
            group.add(problem)
            return group
        }
    }

    /// Merges repeated problems into one group each, at the position of the first; every other problem gets its own group.
    ///
    /// - Parameter problems: sorted so that the problems of one file are adjacent.
    package static func groups(of problems: [Problem]) -> [ProblemGroup] {
        let causes = problems.map(Cause.init)
        var repeats: [String: Int] = [:]
        for cause in causes { repeats[cause.exact, default: 0] += 1 }
        let repeatsTooOften = { (problem: Problem, cause: Cause) in
            repeats[cause.exact, default: 0] > mostApart(problem.severity)
        }
        // The number of lines that each kind would print.
        var lines: [String: Int] = [:]
        var counted: Set<String> = []
        for (problem, cause) in zip(problems, causes) {
            if !repeatsTooOften(problem, cause) || counted.insert(cause.exact).inserted {
                lines[cause.kind, default: 0] += 1
            }
        }
        var groups: [ProblemGroup] = []
        var places: [String: Int] = [:]
        for (problem, cause) in zip(problems, causes) {
            let isOfMany = lines[cause.kind, default: 0] > mostLines
            let key = isOfMany ? cause.kind : repeatsTooOften(problem, cause) ? cause.exact : nil
            if let key, let place = places[key] {
                groups[place].add(problem)
            } else {
                if let key { places[key] = groups.count }
                groups += single([problem])
            }
        }
        return groups
    }

    /// The maximum number of lines of one kind to print: nobody reads more.
    private static let mostLines = 20

    /// The maximum number of identical problems to list separately. An error has to be fixed in each file; a note concerns
    /// another program, and the folder may be full of that program's files.
    private static func mostApart(_ severity: Problem.Severity) -> Int {
        switch severity {
        case .error: mostLines
        case .warning: 3
        case .note: 1
        }
    }

    private struct Cause {
        /// Equal for identical problems in different places.
        var exact: String
        /// Equal for problems that differ only in a tag, date or name: the message without numbers and quoted text.
        var kind: String

        init(_ problem: Problem) {
            exact = [problem.id.rawValue, problem.key ?? "", problem.message].joined(separator: " ")
            // Compared by bytes: a combining mark after a quote would fuse with it into another Character.
            var isQuoted = false
            var fixed: [UInt8] = []
            for byte in exact.utf8 {
                if byte == UInt8(ascii: "'") { isQuoted.toggle() }
                if !isQuoted, byte < UInt8(ascii: "0") || byte > UInt8(ascii: "9") { fixed.append(byte) }
            }
            kind = String(decoding: fixed, as: UTF8.self)
        }
    }
}
