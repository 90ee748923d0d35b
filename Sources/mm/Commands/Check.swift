import MemossFiles

extension Command {
    static let check = Command(
        syntax: CommandSyntax(
            ["check"],
            summary: "report every problem in the folder",
            discussion: """
                Prints 'path:line:column: severity: message [id]', which editors can jump to, and exits with 1 if there is \
                any problem, with 0 if there is none.
                """,
            arguments: [
                ArgumentSyntax("PATH", .many, help: "only these files and directories", completion: .file)
            ],
            examples: [CommandSyntax.Example("mm check", "for a git hook, or after a sync")]
        )
    ) { invocation, session throws(MemossError) in
        let folder = try session.folder()
        let (snapshot, zones) = try folder.read()
        let all = folder.check(snapshot, in: try session.time(zones))
        let paths = try session.paths(invocation.arguments("PATH"), in: folder)
        let problems =
            paths.isEmpty
            ? all
            : all.filter { problem in
                paths.contains { $0.isEmpty || problem.path == $0 || problem.path.utf8.starts(with: ($0 + "/").utf8) }
            }
        if session.isJSON {
            session.console.write(json(problems))
        } else {
            for problem in problems { session.draw(problem) }
        }
        session.console.flush()
        let errors = problems.count { $0.severity == .error }
        let warnings = problems.count - errors
        if problems.isEmpty {
            session.console.say("no problems")
        } else {
            session.console.say("\(counted(errors, "error")), \(counted(warnings, "warning"))")
        }
        return problems.isEmpty ? .done : .nothing
    }

    private static func counted(_ count: Int, _ noun: String) -> String {
        count == 1 ? "1 \(noun)" : "\(count) \(noun)s"
    }

    private static func json(_ problems: [Problem]) -> [UInt8] {
        JSONWriter.document { json in
            json.array("problems") { json in
                for problem in problems {
                    json.object { json in
                        json.field("path", problem.path)
                        json.field("line", problem.line)
                        json.field("column", problem.column)
                        json.field("severity", problem.severity.rawValue)
                        json.field("id", problem.id.rawValue)
                        json.field("message", problem.message)
                        json.field("suggestion", problem.suggestion)
                    }
                }
            }
        }
    }
}

extension Session {
    /// Paths from the working directory or the root, as paths from the root; the root itself is empty.
    fileprivate func paths(_ given: [String], in folder: ReminderFolder) throws(MemossError) -> [String] {
        var paths: [String] = []
        for path in given {
            let here = path.hasPrefix("/") ? path : directory + "/" + path
            let root = folder.root == "/" ? "" : folder.root
            var found: String?
            for place in [here, root + "/" + path] {
                guard let real = try? Directory.realPath(place) else { continue }
                if real == folder.root { found = "" }
                if real.utf8.starts(with: (root + "/").utf8) {
                    found = String(decoding: real.utf8.dropFirst(root.utf8.count + 1), as: UTF8.self)
                }
                if found != nil { break }
            }
            guard let found else { throw MemossError(.notFound, "no file or directory '\(path)' in the folder") }
            paths.append(found)
        }
        return paths
    }

    fileprivate mutating func draw(_ problem: Problem) {
        let style: Style = problem.severity == .error ? .error : .warning
        let suggestion = problem.suggestion.map { "; did you mean '\(Printable.line($0))'?" } ?? ""
        console.draw { painter, bytes in
            painter.append(Printable.line(ProblemText.place(problem)) + ": ", .heading, to: &bytes)
            painter.append(problem.severity.rawValue + ": ", style, to: &bytes)
            painter.append(Printable.line(problem.message) + suggestion + " ", .plain, to: &bytes)
            painter.append("[\(problem.id.rawValue)]\n", .dimmed, to: &bytes)
        }
    }
}
