import Interaction
import MemossFiles

extension OptionSyntax {
    static let interactive = OptionSyntax(
        "interactive",
        short: "i",
        help: "fill in a form on the terminal"
    )
}

extension Session {
    /// Shows a form for a reminder, and writes the changes as one edit. If that fails, shows the form again with the
    /// reason, so that nothing typed is lost. The lock is not held while the user types.
    mutating func editInForm(
        _ path: String,
        _ invocation: Invocation,
        _ snapshot: Snapshot,
        _ time: TimeContext
    ) throws(MemossError) -> ExitStatus {
        var (path, contents) = (path, try folder().contents(toEdit: path))
        let interpretation = Interpretation(time, clock)
        let (reminder, problems) = try readable(contents.bytes, at: path)
        var form = ReminderForm(
            of: reminder,
            problems,
            from: TagSuggestions(snapshot, today: time.local.date),
            at: time
        )
        var notice: String?
        var isRestoring = false
        while true {
            guard case .done(let answer) = ask(FormView(form, interpretation, clock, notice: notice)) else {
                console.info("nothing was changed")
                return .negative
            }
            form = answer.form
            switch try apply(answer, &path, invocation, to: &form, of: &contents, &isRestoring, interpretation) {
            case .saved(let status): return status
            case .refused(let reason): notice = reason
            case .draft(let draft, let registry):
                return try editInEditor(path, invocation, registry: registry, time, draft: draft)
            }
        }
    }

    /// The result of applying the form.
    private enum Applied {
        case saved(ExitStatus)
        /// Nothing was written; the form is shown again with this reason.
        case refused(String)
        case draft(EditDraft, TagRegistry)
    }

    /// Releases the lock on return. A local copy of the folder in the caller would hold it while the user types.
    private mutating func apply(
        _ answer: FormView.Answer,
        _ path: inout String,
        _ invocation: Invocation,
        to form: inout ReminderForm,
        of contents: inout FileContents,
        _ isRestoring: inout Bool,
        _ interpretation: Interpretation
    ) throws(MemossError) -> Applied {
        defer { unlock() }
        do throws(MemossError) {
            let folder = invocation.flag(.dryRun) ? try folder() : try folderToEdit()
            let isGone = folder.isGone(path)
            if isGone, let new = folder.path(ofMoved: path, contents) {
                contents = try folder.contents(toEdit: new)
                form.rebase(on: try readable(contents.bytes, at: new).reminder)
                defer { path = new }
                return .refused("Another program has moved \(path) to \(new). Save again to apply your changes there.")
            }
            if isGone {
                guard isRestoring else {
                    isRestoring = true
                    return .refused("Another program has deleted \(path). Save again to recreate it.")
                }
                if case .editor = answer {
                    return .refused("\(path) is deleted: save what is here, then open it in the editor.")
                }
            } else {
                let now = try folder.contents(toEdit: path)
                if now.bytes != contents.bytes {
                    form.rebase(on: try readable(now.bytes, at: path).reminder)
                    contents = now
                    return .refused(
                        "Another program has changed \(path). Save again to apply your changes to the new version."
                    )
                }
            }
            let plan = try self.plan(form, of: path, in: folder, restoring: isGone ? contents.bytes : nil)
            if case .editor = answer { return .draft(EditDraft(plan, of: path), folder.registry()) }
            let what = "edit \(path)"
            let status = try commit(plan, invocation, as: what, interpretation: interpretation, at: form.time.now)
            warn(about: folder.newProblems(of: plan, registry: folder.registry(), in: form.time))
            return .saved(status)
        } catch {
            // Even if the file is gone, the typed text is still in the form.
            return .refused(error.message)
        }
    }

    /// - Throws: a `MemossError` if the file cannot be edited.
    private func plan(
        _ form: ReminderForm,
        of path: String,
        in folder: ReminderFolder,
        restoring bytes: [UInt8]?
    ) throws(MemossError) -> EditPlan {
        let today = form.time.local.date
        let update = ReminderUpdate(
            of: path,
            form.change() ?? ReminderChange(),
            today: today,
            freshID: Environment.randomUUID
        )
        let snapshot = Snapshot(registry: folder.registry())
        var plan: EditPlan
        if let bytes {
            plan = try folder.plan(update, restoring: path, with: bytes, in: snapshot)
        } else {
            plan = try folder.plan(update, in: snapshot)
        }
        if let skipped = plan.skipped.first { throw MemossError(.failure, "\(path): \(skipped.reason)") }
        plan.makeWhole()
        return plan
    }

    private mutating func readable(
        _ bytes: [UInt8],
        at path: String
    ) throws(MemossError) -> (reminder: Reminder, problems: [Problem]) {
        let registry = try folder().registry()
        let decoded = ReminderDecoder.decode(
            bytes,
            path: path,
            keeping: .whole,
            keys: ReminderForm.shownKeys,
            registry: registry
        )
        guard let reminder = decoded.reminder else {
            let reason = decoded.problems.first.map { ": \($0.message)" } ?? ""
            throw MemossError(
                .failure,
                "\(path) cannot be shown in a form\(reason)",
                hints: ["correct it in your editor: mm edit \(path.shellWord)"]
            )
        }
        return (reminder, decoded.problems)
    }

    /// Shows the form for one reminder, selected by words.
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

/// An edit from a form, to be continued in an editor.
struct EditDraft {
    /// The file after the edit; nil if it would not change.
    let bytes: [UInt8]?
    /// Edits of other files: the registry.
    let others: [FileEdit]

    init(_ plan: EditPlan, of path: String) {
        bytes = plan.edits.first { $0.path == path }?.after
        others = plan.edits.filter { $0.path == TagRegistry.fileName }
    }
}
