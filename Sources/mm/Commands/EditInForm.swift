import MemossFiles

extension OptionSyntax {
    static let interactive = OptionSyntax(
        "interactive",
        short: "i",
        help: "fill in a form on the terminal"
    )
}

extension Session {
    /// Shows a form for a reminder, and writes what was changed as one edit. If that fails, the form is shown again with
    /// the reason, so that nothing typed is lost. The lock is not held while a person types.
    mutating func editInForm(
        _ path: String,
        _ invocation: Invocation,
        _ snapshot: Snapshot,
        _ time: TimeContext
    ) throws(MemossError) -> ExitStatus {
        let isDryRun = invocation.flag(.dryRun)
        var bytes = try folder().contents(toEdit: path).bytes
        let interpretation = Interpretation(time, clock)
        var form = ReminderForm(
            of: try readable(bytes, at: path),
            from: TagSuggestions(snapshot, today: time.local.date),
            at: time
        )
        var notice: String?
        while true {
            guard case .done(let answer) = ask(FormView(form, interpretation, clock, notice: notice)) else {
                console.info("nothing was changed")
                return .negative
            }
            let folder = isDryRun ? try folder() : try folderToEdit()
            let contents = try folder.contents(toEdit: path)
            if contents.bytes != bytes {
                unlock()
                bytes = contents.bytes
                form = answer.form
                form.rebase(on: try readable(bytes, at: path))
                notice = "Another program has changed \(path). Save again to make your changes in it."
                continue
            }
            form = answer.form
            let plan: EditPlan
            do throws(MemossError) {
                plan = try self.plan(form, of: path, in: folder)
                if case .save = answer {
                    let what = "edit \(path)"
                    let status = try commit(plan, invocation, as: what, interpretation: interpretation, at: time.now)
                    warn(about: folder.newProblems(of: plan, registry: folder.registry(), in: time))
                    return status
                }
            } catch {
                unlock()
                notice = error.message
                continue
            }
            unlock()
            let draft = EditDraft(plan, of: path)
            return try editInEditor(path, invocation, registry: folder.registry(), time, draft: draft)
        }
    }

    /// - Throws: a `MemossError` if the file cannot be edited.
    private func plan(
        _ form: ReminderForm,
        of path: String,
        in folder: ReminderFolder
    ) throws(MemossError) -> EditPlan {
        let today = form.time.local.date
        let update = ReminderUpdate(
            of: path,
            form.change() ?? ReminderChange(),
            today: today,
            freshID: Environment.randomUUID
        )
        var plan = try folder.plan(update, in: Snapshot(registry: folder.registry()))
        if let skipped = plan.skipped.first { throw MemossError(.failure, "\(path): \(skipped.reason)") }
        plan.makeWhole()
        return plan
    }

    private func readable(_ bytes: [UInt8], at path: String) throws(MemossError) -> Reminder {
        let decoded = ReminderDecoder.decode(bytes, path: path, keeping: .whole)
        guard let reminder = decoded.reminder else {
            let reason = decoded.problems.first.map { ": \($0.message)" } ?? ""
            throw MemossError(
                .failure,
                "\(path) cannot be shown in a form\(reason)",
                hints: ["correct it in your editor: mm edit \(path.shellWord)"]
            )
        }
        return reminder
    }

    /// The form for one reminder that is selected by words.
    mutating func editInForm(_ invocation: Invocation, besides fields: [OptionSyntax]) throws(MemossError) -> ExitStatus
    {
        if let other = fields.first(where: { invocation.hasAny(of: [$0]) }) {
            throw invocation.usageError("'--interactive' and '\(other.name)' cannot be used together")
        }
        try invocation.requireTerminal(for: .interactive)
        let selection = try select(invocation.arguments(.selectors), invocation, acceptsUnreadable: true)
        guard let path = selection.paths.first, selection.paths.count == 1 else {
            throw invocation.usageError("the form is for one reminder, not \(selection.paths.count)")
        }
        return try editInForm(path, invocation, selection.snapshot, selection.time)
    }
}

extension FormView.Answer {
    var form: ReminderForm {
        switch self {
        case .save(let form), .editor(let form): form
        }
    }
}

/// An edit that was entered in a form, to be continued in an editor.
struct EditDraft {
    /// The file as it would be; nil if it would not change.
    let bytes: [UInt8]?
    /// The edit of the registry.
    let others: [FileEdit]

    init(_ plan: EditPlan, of path: String) {
        bytes = plan.edits.first { $0.path == path }?.after
        others = plan.edits.filter { $0.path == TagRegistry.fileName }
    }
}
