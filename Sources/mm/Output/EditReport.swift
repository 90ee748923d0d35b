import MemossFiles

/// Reports what an edit did or would do.
struct EditReport {
    let plan: EditPlan
    let isDryRun: Bool
    let verb: String
    /// What was done to each reminder, for commands that report it.
    let steps: [StepOutcome]
    /// If set, the changed fields of each file are printed instead of the verb.
    let interpretation: Interpretation?
    /// What an edit of tags has not changed.
    let rest: TagRest

    init(
        _ plan: EditPlan,
        isDryRun: Bool,
        verb: String = "",
        steps: [StepOutcome] = [],
        interpretation: Interpretation? = nil,
        rest: TagRest = TagRest()
    ) {
        self.rest = rest
        // Skipped files were not changed.
        let skipped = Set(plan.skipped.map { PathKey($0.path) })
        self.steps = skipped.isEmpty ? steps : steps.filter { !skipped.contains(PathKey($0.path)) }
        self.plan = plan
        self.isDryRun = isDryRun
        self.verb = verb
        self.interpretation = interpretation
    }

    /// - Parameter isQuietIfEmpty: whether to print nothing if nothing changes, because the caller reports that.
    func show(in session: inout Session, isQuietIfEmpty: Bool = false) {
        if session.isJSON {
            session.console.write(json(session.handles(after: plan)))
        } else if isDryRun {
            draw(plan.patch, in: &session.console)
        }
        session.console.flush()
        for skipped in plan.skipped {
            session.console.report(MemossError(.failure, "skipped: \(place(skipped)): \(skipped.advisedReason)"))
        }
        let count = plan.edits.count.counted("file")
        let clock = session.clock
        var remaining = steps[...]
        while let step = remaining.first {
            // A period of a series is one line.
            let run =
                step.event == .skipped ? remaining.prefix { $0.path == step.path && $0.event == .skipped } : [step][...]
            session.console.info((StepText(run, clock)?.sentence ?? "") + openBoxes(of: step))
            remaining = remaining.dropFirst(run.count)
        }
        // The steps say it all, unless nothing was written.
        if !steps.isEmpty, plan.isEmpty || !isDryRun { return }
        if plan.isEmpty {
            if plan.skipped.isEmpty, !isQuietIfEmpty { session.console.info("nothing to change") }
        } else if isDryRun {
            session.console.info("\(count) would change; nothing was written")
        } else if let interpretation {
            for edit in plan.edits where edit.path != TagRegistry.fileName {
                let lines = EditSummary(edit, interpretation, sharing: plan.profile).lines
                for (index, line) in lines.enumerated() { session.console.info(index == 0 ? line : "  " + line) }
            }
        } else {
            session.console.info(plan.edits.count == 1 ? verb : "\(verb): \(count) changed")
        }
        if let statement = rest.statement { session.console.info(statement) }
    }

    /// `; 2 of 4 boxes were not ticked`, for a reminder that is completed nevertheless.
    private func openBoxes(of step: StepOutcome) -> String {
        guard step.event == .completed, !step.isAside,
            let bytes = plan.edits.first(where: { $0.path.isSamePath(as: step.path) })?.before?.bytes,
            let body = ReminderDecoder.decode(bytes, path: step.path, keeping: .checklist).reminder?.body
        else { return "" }
        let boxes = Checklist.counts(in: body)
        let open = boxes.all - boxes.ticked
        return open == 0 ? "" : "; \(open) of \(boxes.all) boxes \(open == 1 ? "was" : "were") not ticked"
    }

    private func place(_ skipped: SkippedFile) -> String {
        ProblemText.place(skipped.path, skipped.line, skipped.column)
    }

    /// Prints the diff: coloured as in git on a terminal, byte for byte elsewhere.
    private func draw(_ patch: [UInt8], in console: inout Console) {
        guard Environment.isTerminal(1) else { return console.write(patch) }
        for line in patch.split(separator: 0x0A, omittingEmptySubsequences: false).dropLast() {
            let text = Printable.line(Array(line))
            switch line.first {
            case UInt8(ascii: "+"): console.line(text, line.starts(with: Array("+++ ".utf8)) ? .heading : .today)
            case UInt8(ascii: "-"): console.line(text, line.starts(with: Array("--- ".utf8)) ? .heading : .overdue)
            case UInt8(ascii: "@"): console.line(text, .handle)
            case UInt8(ascii: "d"): console.line(text, .heading)
            default: console.line(text)
            }
        }
    }

    /// - Parameter handles: those of the folder after the edit; nil if it cannot be read.
    func json(_ handles: AbbreviatedIDs?) -> [UInt8] {
        JSONWriter.document { json in
            Self.write(plan, handles, to: &json)
            if !steps.isEmpty {
                json.objects("steps", steps) { $0.fields(in: &$1) }
            }
            if rest.statement != nil { json.object("left") { rest.fields(in: &$0) } }
        }
    }

    /// - Parameter handles: those of the folder after the edit; nil if it cannot be read.
    static func write(_ plan: EditPlan, _ handles: AbbreviatedIDs?, to json: inout JSONWriter) {
        json.objects("changed", plan.edits) { edit, json in
            let reminder = edit.reminder(plan.profile)
            json.field("path", edit.path)
            json.field("id", reminder?.id)
            json.field("handle", reminder.flatMap { handles?.handle(of: $0) })
            json.field("title", reminder?.title)
            json.field("before", edit.before.map { SHA256.hex($0.bytes) })
            json.field("after", edit.after.map { SHA256.hex($0) })
        }
        json.skipped(plan.skipped)
    }
}

extension FileEdit {
    /// The reminder or note as the edit leaves it, or as it was if the edit deletes it; nil for another file.
    fileprivate func reminder(_ profile: Profile?) -> Reminder? {
        guard let bytes = after ?? before?.bytes, path.hasSuffix(".md") else { return nil }
        return ReminderDecoder.decode(bytes, path: path, registry: TagRegistry(sharing: profile)).reminder
    }
}

extension Session {
    /// - Returns: nil for an edit of no reminder, or if the folder cannot be read.
    mutating func handles(after plan: EditPlan) -> AbbreviatedIDs? {
        guard plan.edits.contains(where: { $0.path.hasSuffix(".md") }) else { return nil }
        return (try? folder().read().snapshot).map(AbbreviatedIDs.init)
    }
}

extension JSONWriter {
    /// The files that an edit skipped, or that may be missing from an answer. A program does not see the warnings about
    /// them, and must not mistake a partial answer for a complete one.
    ///
    /// - Parameters:
    ///   - listed: unreadable files that the answer includes.
    ///   - text: text to include for a file.
    mutating func skipped(
        _ files: [SkippedFile],
        besides listed: [Reminder] = [],
        text: ((String) -> String?)? = nil
    ) {
        let paths = files.isEmpty ? [] : Set(listed.map { PathKey($0.path) })
        array("skipped") { json in
            for file in files where !paths.contains(PathKey(file.path)) {
                json.object { json in
                    json.field("path", file.path)
                    json.field("reason", (file.line.map { "line \($0): " } ?? "") + file.advisedReason)
                    if let text { json.field("text", text(file.path)) }
                }
            }
        }
    }
}

extension Session {
    /// The folder for an edit: locked, unless nothing will be written, or the user is asked first.
    mutating func folder(toEdit invocation: Invocation) throws(MemossError) -> ReminderFolder {
        let isUnlocked = invocation.flag(.dryRun) || invocation.mayAsk && Confirmation.isPossible
        return isUnlocked ? try folder() : try folderToEdit()
    }

    /// Commits the edit, or shows it with `--dry-run`, and reports the result.
    ///
    /// - Parameters:
    ///   - what: the description for `mm undo --list`, such as `set title in home/bins.md`.
    ///   - verb: the message for standard error, such as `home/bins.md: set 'title'`, given the plan as it was committed.
    ///   - steps: what was done to each reminder, printed instead of the verb.
    ///   - interpretation: if set, the changed fields are printed instead of the verb.
    ///   - rest: what an edit of tags has not changed.
    mutating func commit(
        _ plan: EditPlan,
        _ invocation: Invocation,
        as what: String,
        verb: (EditPlan) -> String = { _ in "" },
        steps: [StepOutcome] = [],
        interpretation: Interpretation? = nil,
        rest: TagRest = TagRest(),
        at moment: Instant
    ) throws(MemossError) -> ExitStatus {
        let isDryRun = invocation.flag(.dryRun)
        if let error = try invocation.unexpected(plan) { throw error }
        let done = isDryRun ? try folder().dryRun(plan, at: moment) : try folder().commit(plan, as: what, at: moment)
        let report = EditReport(
            done,
            isDryRun: isDryRun,
            verb: verb(done),
            steps: steps,
            interpretation: interpretation,
            rest: rest
        )
        report.show(in: &self)
        return done.skipped.isEmpty ? .done : .failure
    }
}
