/// Problems of one cause as a person reads of them: the first one, and how many there are.
package struct ProblemGroup: Sendable, Hashable {
    /// The first one, in the order in which they were given.
    package let example: Problem
    package private(set) var count = 0
    /// In how many files they are.
    package private(set) var fileCount = 0
    /// Whether all of them say the same. If not, they are of one kind: each names another tag, say, or another date.
    package private(set) var isUniform = true
    private var lastPath: String?

    private init(_ example: Problem) { self.example = example }

    private mutating func add(_ problem: Problem) {
        count += 1
        if lastPath != problem.path { fileCount += 1 }
        lastPath = problem.path
        if problem.message != example.message { isUniform = false }
    }

    /// The nearest right spelling, where it is that of all of them.
    package var suggestion: String? { isUniform ? example.suggestion : nil }

    // MARK: Grouping

    /// Each by itself.
    package static func single(_ problems: [Problem]) -> [ProblemGroup] {
        problems.map { problem in
            var group = ProblemGroup(problem)
            group.add(problem)
            return group
        }
    }

    /// What repeats as one group each, where the first of it was found; each of the other problems by itself.
    ///
    /// - Parameter problems: those of one file one after the other.
    package static func groups(of problems: [Problem]) -> [ProblemGroup] {
        let causes = problems.map(Cause.init)
        var repeats: [String: Int] = [:]
        for cause in causes { repeats[cause.exact, default: 0] += 1 }
        let repeatsTooOften = { (problem: Problem, cause: Cause) in
            repeats[cause.exact, default: 0] > mostApart(problem.severity)
        }
        // How many lines of a kind there would be.
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

    /// Nobody reads more lines of one kind than these.
    private static let mostLines = 20

    /// So many problems that say the same stay apart. An error has to be fixed in each file by itself; a note is about
    /// another program, and the folder may be full of that program's files.
    private static func mostApart(_ severity: Problem.Severity) -> Int {
        switch severity {
        case .error: mostLines
        case .warning: 3
        case .note: 1
        }
    }

    private struct Cause {
        /// What the same problem in another place has in common with it.
        var exact: String
        /// What the same problem with another tag, date or name has in common with it: the message without numbers and
        /// without what is quoted.
        var kind: String

        init(_ problem: Problem) {
            exact = [problem.id.rawValue, problem.key ?? "", problem.message].joined(separator: " ")
            // By bytes: a combining mark after a quote would make another character of it.
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
