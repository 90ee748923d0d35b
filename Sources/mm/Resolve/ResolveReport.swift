import MemossFiles
internal import Merge

/// Reports what `mm resolve` did or would do.
struct ResolveReport {
    let resolver: ConflictResolver
    let plan: EditPlan
    let added: [String]
    /// How git goes on, once nothing is left to resolve.
    let ending: String?
    /// The unmerged files that are not reminders.
    let others: [String]
    let isDryRun: Bool
    let interpretation: Interpretation

    private var open: [ConflictResolver.Outcome] { resolver.outcomes.filter { $0.openCount > 0 } }

    func show(in session: inout Session) -> ExitStatus {
        if session.isJSON {
            session.console.write(json(session.handles(after: plan)))
        } else {
            // The files that were written are reported below, one by one.
            if isDryRun || !plan.skipped.isEmpty {
                EditReport(plan, isDryRun: isDryRun, verb: resolver.description).show(
                    in: &session,
                    isQuietIfEmpty: true
                )
            }
            let edits = Dictionary(plan.edits.map { (PathKey($0.path), $0) }) { first, _ in first }
            let settled = resolver.outcomes.filter { $0.openCount == 0 }
            let last = Dictionary(settled.map { (PathKey($0.path), $0.copy) }) { _, last in last }
            for outcome in settled {
                let edit = edits[PathKey(outcome.path)]
                session.console.info(sentence(outcome, edit))
                // The changes of the last copy include those of the earlier ones.
                guard let copy = outcome.copy, copy == last[PathKey(outcome.path)] ?? nil else { continue }
                for line in changes(edit) { session.console.info("  " + line) }
            }
            let staged = Set(added)
            for path in resolver.settled where !staged.contains(path) {
                session.console.info(
                    "\(Printable.line(path)): already resolved, left as it is; stage it with: git add \(path.shellWord)"
                )
            }
            if !added.isEmpty {
                let names = added.map { Printable.line($0) }.joined(separator: ", ")
                session.console.info("\(isDryRun ? "would be staged" : "staged"): \(names)")
            }
        }
        if let ending, open.isEmpty { session.console.info(ending) }
        showLeft(in: &session)
        if !others.isEmpty {
            session.console.info("\(others.count.counted("other file")) in conflict: see 'git status'")
        }
        let isNothing = resolver.outcomes.isEmpty && resolver.left.isEmpty && resolver.settled.isEmpty
        if isNothing, others.isEmpty { session.console.info("nothing to resolve") }
        let isDone = open.isEmpty && resolver.left.isEmpty && others.isEmpty && plan.skipped.isEmpty
        return isDone ? .done : .failure
    }

    private func sentence(_ outcome: ConflictResolver.Outcome, _ edit: FileEdit?) -> String {
        let path = Printable.line(outcome.path)
        if let copy = outcome.copy {
            let none = ", without a common version" + (outcome.isBaseUnclear ? ": it is not clear which one it is" : "")
            let base = outcome.base.map { ", with the common version from \($0)" } ?? none
            return "\(isDryRun ? "would merge" : "merged") \(Printable.line(copy)) into \(path)\(base)"
        }
        if let other = outcome.other {
            return
                "\(isDryRun ? "would keep" : "kept") both reminders: ours is \(path), theirs \(Printable.line(other))"
        }
        guard outcome.isDeletion else { return "\(isDryRun ? "would resolve" : "resolved"): \(path)" }
        let isDeleted = edit.map { $0.after == nil } ?? false
        return "\(isDryRun ? "would be " : "")\(isDeleted ? "deleted" : "kept"): \(path)"
    }

    /// The changes that a copy made to its original. They are shown because the guessed ancestor may be wrong.
    private func changes(_ edit: FileEdit?) -> [String] {
        guard let edit, edit.path != TagRegistry.fileName else { return [] }
        return Array(EditSummary(edit, interpretation, sharing: resolver.profile).lines.dropFirst())
    }

    private func showLeft(in session: inout Session) {
        for left in resolver.left {
            session.console.report(MemossError(.failure, "\(left.path): \(left.reason)", hints: left.hints))
        }
        for outcome in open {
            for (difference, side) in outcome.conflicts where side == nil {
                let text = ConflictText(outcome, difference)
                session.console.report(MemossError(.failure, text.heading, hints: text.lines))
            }
        }
        guard !open.isEmpty else { return }
        if resolver.names.isRebase {
            session.console.info(
                "in a rebase, 'ours' is the branch onto which your commits are applied, and 'theirs' is your commit"
            )
        }
        if resolver.side != nil, let copy = open.compactMap(\.copy).first {
            return session.console.info(
                "copies of one file differ from each other; resolve one copy at a time, as in: mm resolve "
                    + "\(copy.shellWord) --theirs"
            )
        }
        let isText = open.contains { $0.conflicts.contains { $0.side == nil && $0.difference.key == nil } }
        session.console.info(
            "decide with: mm resolve --ours or --theirs, for all or for some files"
                + (isText ? "; or edit the file" : "")
        )
    }

    private func json(_ handles: AbbreviatedIDs?) -> [UInt8] {
        JSONWriter.document { json in
            json.objects("files", resolver.outcomes) { outcome, json in
                json.field("path", outcome.path)
                json.field("copy", outcome.copy)
                json.field("base", outcome.base)
                json.field("ours", outcome.ours)
                json.field("theirs", outcome.theirs)
                json.field("resolved", outcome.openCount == 0)
                json.array("conflicts") { json in
                    for (difference, side) in outcome.conflicts {
                        json.object { json in
                            json.field("key", difference.key)
                            json.field("ours", String(decoding: difference.ours, as: UTF8.self))
                            json.field("theirs", String(decoding: difference.theirs, as: UTF8.self))
                            json.field("taken", side.map { $0 == .ours ? "ours" : "theirs" })
                        }
                    }
                }
            }
            json.objects("left", resolver.left) { left, json in
                json.field("path", left.path)
                json.field("reason", left.reason)
            }
            json.field("settled", resolver.settled)
            json.field("added", added)
            json.field("others", others)
            EditReport.write(plan, handles, to: &json)
            json.field("dryRun", isDryRun)
        }
    }
}
