import MemossFiles

extension Command {
    static let check = Command(
        syntax: CommandSyntax(
            ["check"],
            summary: "report every problem in the folder",
            discussion: """
                Prints 'path:line:column: severity: message [id]', which editors can jump to, and exits with 1 if there is \
                any problem, with 0 if there is none. A note is no problem: it says what other tools read in these files and \
                mm does not, once for all files.

                With --fix it mends what has one right answer, and touches no other byte: a tag, a zone or a word in \
                the wrong case, a date without its zeros, a colour without its '#'. Each is listed, all are one edit \
                that 'mm undo' takes back, and the exit status is that of what is left.
                """,
            arguments: [
                ArgumentSyntax("PATH", .many, help: "only these files and directories", completion: .file)
            ],
            options: [OptionSyntax("fix", help: "mend what has one right answer"), .dryRun],
            examples: [
                CommandSyntax.Example("mm check", "for a git hook, or after a sync"),
                CommandSyntax.Example("mm check --fix --dry-run", "see what would be mended"),
            ]
        )
    ) { invocation, session throws(MemossError) in
        guard invocation.flag("fix") || !invocation.flag("dry-run") else {
            throw invocation.usageError("'--dry-run' goes with '--fix': without it nothing is written")
        }
        let folder = invocation.flag("fix") ? try session.folder(toEdit: invocation) : try session.folder()
        let (snapshot, zones) = try folder.read(explaining: true)
        if !invocation.flag("fix") { session.nameUnseen(in: snapshot) }
        let time = try session.time(zones)
        let paths = try session.paths(invocation.arguments("PATH"), in: folder)
        func asked(_ problems: [Problem]) -> [Problem] {
            guard !paths.isEmpty else { return problems }
            return problems.filter { problem in
                paths.contains { $0.isEmpty || problem.path == $0 || problem.path.utf8.starts(with: ($0 + "/").utf8) }
            }
        }
        let problems = asked(folder.check(snapshot, in: time))
        guard invocation.flag("fix") else {
            report(problems, mended: nil, nil, in: &session)
            return status(problems)
        }
        let (plan, mended) = try folder.plan(mending: problems, in: snapshot)
        let isDryRun = invocation.flag("dry-run")
        let done = isDryRun ? try folder.rehearse(plan) : try folder.commit(plan, as: "check --fix", at: time.now)
        let written = Set(done.edits.map(\.path))
        let gone = mended.filter { written.contains($0.path) }
        var left = problems.filter { !gone.contains($0) }
        if !isDryRun, !done.isEmpty {
            // What was mended may let other things be seen.
            let (snapshot, zones) = try folder.read(explaining: true)
            session.nameUnseen(in: snapshot)
            left = asked(folder.check(snapshot, in: try session.time(zones)))
        }
        if isDryRun, !session.isJSON { session.console.write(done.patch) }
        report(left, mended: gone, done, in: &session)
        for skipped in done.skipped {
            session.console.report(MemossError(.failure, "left out: \(skipped.path): \(skipped.reason)"))
        }
        if isDryRun, !done.isEmpty { session.console.say("nothing was written") }
        if !done.skipped.isEmpty { return .failure }
        return status(left)
    }

    /// That another tool reads something otherwise is no problem.
    private static func status(_ problems: [Problem]) -> ExitStatus {
        problems.allSatisfy { $0.severity == .note } ? .done : .nothing
    }

    /// - Parameter mended: nil where nothing was to be mended.
    private static func report(_ problems: [Problem], mended: [Problem]?, _ plan: EditPlan?, in session: inout Session)
    {
        let problems = problems.summarized
        if session.isJSON {
            session.console.write(json(problems, mended: mended, plan))
        } else {
            for problem in mended ?? [] { session.draw(problem, isMended: true) }
            for problem in problems { session.draw(problem) }
        }
        session.console.flush()
        let errors = problems.count { $0.severity == .error }
        let warnings = problems.count { $0.severity == .warning }
        let notes = problems.count - errors - warnings
        let mending = mended.map { $0.isEmpty ? "nothing to mend, " : "\(counted($0.count, "problem")) mended, " } ?? ""
        if problems.isEmpty {
            session.console.say(mended?.isEmpty == false ? mending + "none left" : "no problems")
        } else {
            let noted = notes == 0 ? "" : ", \(counted(notes, "note"))"
            session.console.say(mending + "\(counted(errors, "error")), \(counted(warnings, "warning"))\(noted)")
        }
    }

    private static func counted(_ count: Int, _ noun: String) -> String {
        count == 1 ? "1 \(noun)" : "\(count) \(noun)s"
    }

    private static func json(_ problems: [Problem], mended: [Problem]?, _ plan: EditPlan?) -> [UInt8] {
        JSONWriter.document { json in
            write(problems, as: "problems", to: &json)
            if let mended { write(mended, as: "fixed", to: &json) }
            if let plan { EditReport.write(plan, to: &json) }
        }
    }

    private static func write(_ problems: [Problem], as name: String, to json: inout JSONWriter) {
        json.array(name) { json in
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

    private func style(of severity: Problem.Severity) -> Style {
        switch severity {
        case .error: .error
        case .warning: .warning
        case .note: .dimmed
        }
    }

    fileprivate mutating func draw(_ problem: Problem, isMended: Bool = false) {
        let style: Style = isMended ? .today : style(of: problem.severity)
        let suggestion = problem.suggestion.map { suggestion in
            isMended ? ", now '\(Printable.line(suggestion))'" : "; did you mean '\(Printable.line(suggestion))'?"
        }
        let place = Printable.line(ProblemText.place(problem)) + ": "
        let label = (isMended ? "fixed" : problem.severity.rawValue) + ": "
        let id = "[\(problem.id.rawValue)]"
        let text = Printable.line(problem.message) + (suggestion ?? "") + " " + id
        let lines = text.wrapped(to: console.width, after: CellWidth.of(place + label), indent: 2)
        console.draw { painter, bytes in
            painter.append(place, .heading, to: &bytes)
            // Where the first word has no room beside the label, nothing stands behind it.
            let isAlone = lines.count > 1 && lines[0].isEmpty
            painter.append(isAlone ? String(label.dropLast()) : label, style, to: &bytes)
            for (index, line) in lines.enumerated() {
                if index > 0 { painter.append("\n  ", .plain, to: &bytes) }
                let isLast = index == lines.count - 1
                painter.append(String(line.dropLast(isLast ? id.count : 0)), .plain, to: &bytes)
            }
            painter.append(id + "\n", .dimmed, to: &bytes)
        }
    }
}
