import MemossFiles

extension ArgumentSyntax {
    static let paths = ArgumentSyntax(
        "PATH",
        .many,
        help: "only these files and directories",
        completion: .file
    )
}

extension OptionSyntax {
    static let fix = OptionSyntax("fix", help: "fix problems that have only one right answer")
}

extension Command {
    static let check = Command(
        ["check"],
        summary: "report every problem in the folder",
        discussion: """
            Prints 'path:line:column: severity: message [id]', which editors can jump to. Exits with 1 if there \
            are any problems, otherwise with 0. The configuration is checked too. A note is not a problem: it \
            points out something that other tools read in these files and mm does not.

            Repeated problems are grouped into one line at the place of the first. It gives the number of \
            occurrences and files, and the command that fixes them, if there is one. A warning is grouped if it \
            occurs more than three times, a note if it occurs twice, and any kind of problem that would take \
            more than twenty lines. --all prints a line for each problem, and --json lists them all.

            --fix fixes problems that have only one right answer: a tag, a time zone or a word in the wrong \
            case, a date without its leading zeros, a colour without its '#'. It changes no other byte. Each \
            fix is listed, and together they are one edit that 'mm undo' reverts. The exit status reflects the \
            problems that remain.
            """,
        takesRevision: true,
        arguments: [.paths],
        options: [.all.with(help: "print a line for each problem, even if it repeats"), .fix, .dryRun],
        examples: [
            "mm check": "Check the folder, for example in a git hook or after a sync.",
            "mm check --fix --dry-run": "Show what would be fixed.",
        ]
    ) { invocation, session throws(MemossError) in
        guard invocation.flag(.fix) || !invocation.flag(.dryRun) else {
            throw invocation.usageError("'--dry-run' needs '--fix': without it, nothing is written anyway")
        }
        // Today's configuration does not apply to an older state.
        let isPresent = session.globals.option(.at) == nil
        session.listsConfiguration = isPresent && invocation.arguments(.paths).isEmpty
        let folder = invocation.flag(.fix) ? try session.folder(toEdit: invocation) : try session.folder()
        let (snapshot, zones) = try folder.read(explaining: true)
        if !invocation.flag(.fix) { session.reportUnlisted(in: snapshot) }
        try session.warnOfStoppedSync()
        let time = try session.time(zones)
        let paths = try session.paths(invocation.arguments(.paths), in: folder, snapshot)
        func requested(_ problems: [Problem]) -> [Problem] {
            paths.isEmpty ? problems : problems.filter { $0.path.isAtOrBelow(oneOf: paths) }
        }
        let problems = requested(folder.check(snapshot, in: time))
        let setup = isPresent ? requested(GitSetup(root: folder.root).problems) : []
        // The time zone data are those of the machine, whatever the folder.
        let outdated = session.listsConfiguration ? session.zones.outdatedZones(in: time) : []
        let others = (session.listsConfiguration ? session.configuration().listed : []) + setup + outdated
        guard invocation.flag(.fix) else {
            let problems = others + problems
            report(problems, fixed: nil, nil, snapshot.registry.settings, invocation, in: &session) { problem in
                isPresent && (try? folder.plan(FolderFix(of: [problem]), in: snapshot))?.fixed.isEmpty == false
            }
            return status(problems)
        }
        let (plan, fixed) = try folder.plan(FolderFix(of: problems), in: snapshot)
        let isDryRun = invocation.flag(.dryRun)
        let done =
            isDryRun ? try folder.dryRun(plan, at: time.now) : try folder.commit(plan, as: "check --fix", at: time.now)
        let written = Set(done.edits.map { PathKey($0.path) })
        let applied = fixed.filter { written.contains(PathKey($0.path)) }
        let gone = Set(applied)
        var left = problems.filter { !gone.contains($0) }
        if !isDryRun, !done.isEmpty {
            // Fixing a file may reveal further problems.
            let (snapshot, zones) = try folder.read(explaining: true)
            session.reportUnlisted(in: snapshot)
            left = requested(folder.check(snapshot, in: try session.time(zones)))
        }
        left = others + left
        if isDryRun, !session.isJSON { session.console.write(done.patch) }
        report(left, fixed: applied, done, snapshot.registry.settings, invocation, in: &session)
        for skipped in done.skipped {
            session.console.report(MemossError(.failure, "skipped: \(skipped.path): \(skipped.advisedReason)"))
        }
        if isDryRun, !done.isEmpty { session.console.info("nothing was written") }
        if !done.skipped.isEmpty { return .failure }
        return status(left)
    }

    /// Notes about other tools are not problems.
    private static func status(_ problems: [Problem]) -> ExitStatus {
        problems.allSatisfy { $0.severity == .note } ? .done : .negative
    }

    /// - Parameters:
    ///   - fixed: nil without `--fix`.
    ///   - canFix: whether `--fix` could fix the problem.
    private static func report(
        _ problems: [Problem],
        fixed: [Problem]?,
        _ plan: EditPlan?,
        _ settings: FolderSettings,
        _ invocation: Invocation,
        in session: inout Session,
        canFix: (Problem) -> Bool = { _ in false }
    ) {
        var lines = 0
        if session.isJSON {
            let handles = plan.flatMap { session.handles(after: $0) }
            session.console.write(json(problems, fixed: fixed, plan, handles, settings, tzdata: session.zones.release))
        } else {
            let groups = { invocation.flag(.all) ? ProblemGroup.single($0) : ProblemGroup.groups(of: $0) }
            for group in groups(fixed ?? []) { ProblemLine(fixed: group).draw(in: &session.console) }
            let found = groups(problems)
            lines = found.count
            for group in found {
                let remedy = group.count > 1 ? remedy(for: group, canFix) : nil
                ProblemLine(group, remedy: remedy).draw(in: &session.console)
            }
        }
        if let shared = SharedFolder.statement(settings), !session.isJSON { session.console.info(shared) }
        session.console.flush()
        let summary = fixed.map { $0.isEmpty ? "nothing to fix, " : "\($0.count.counted("problem")) fixed, " } ?? ""
        if problems.isEmpty {
            session.console.info(fixed?.isEmpty == false ? summary + "none left" : "no problems")
        } else {
            let isGrouped = lines > 0 && lines < problems.count
            let more = isGrouped ? ", in \(lines.counted("line")); list each with: mm check --all" : ""
            session.console.info(summary + counts(problems) + more)
        }
    }

    private static func counts(_ problems: [Problem]) -> String {
        let errors = problems.count { $0.severity == .error }
        let warnings = problems.count { $0.severity == .warning }
        let notes = problems.count - errors - warnings
        return errors.counted("error") + ", " + warnings.counted("warning")
            + (notes == 0 ? "" : ", " + notes.counted("note"))
    }

    /// The command that fixes all problems of a group.
    private static func remedy(for group: ProblemGroup, _ canFix: (Problem) -> Bool) -> String? {
        if group.example.id == .unknownTag {
            return "register \(group.isUniform ? "it" : "them all") with: mm tag adopt"
        }
        guard canFix(group.example) else { return nil }
        return "fix \(group.isUniform ? "them all" : "those with one right answer") with: mm check --fix"
    }

    private static func json(
        _ problems: [Problem],
        fixed: [Problem]?,
        _ plan: EditPlan?,
        _ handles: AbbreviatedIDs?,
        _ settings: FolderSettings,
        tzdata: String?
    ) -> [UInt8] {
        JSONWriter.document { json in
            write(problems, as: "problems", to: &json)
            json.field("tzdata", tzdata)
            SharedFolder.write(settings, to: &json)
            if let fixed { write(fixed, as: "fixed", to: &json) }
            if let plan { EditReport.write(plan, handles, to: &json) }
        }
    }

    private static func write(_ problems: [Problem], as name: String, to json: inout JSONWriter) {
        json.objects(name, problems) { problem, json in
            json.field("path", problem.path)
            json.field("line", problem.line)
            json.field("column", problem.column)
            json.field("severity", problem.severity.rawValue)
            json.field("id", problem.name)
            json.field("message", problem.advisedMessage)
            json.field("suggestion", problem.suggestion)
        }
    }
}
