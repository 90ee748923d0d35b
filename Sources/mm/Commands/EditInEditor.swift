import MemossFiles

extension Session {
    /// Opens a copy of a file in the user's editor, checks what comes of it, and makes that one edit.
    ///
    /// The lock is not held meanwhile: other processes would wait for a person.
    mutating func editInEditor(
        _ path: String,
        _ invocation: Invocation,
        registry: TagRegistry,
        _ time: TimeContext
    ) throws(MemossError) -> ExitStatus {
        let folder = try folder()
        let editor = try TextEditor.ofUser()
        let contents = try folder.contents(toEdit: path)
        console.flush()
        let unfinished = unfinishedEdit(of: path, contents, isDryRun: invocation.flag(.dryRun))
        let copy: WorkingCopy
        if let unfinished {
            copy = unfinished
        } else {
            copy = try folder.workingCopy(of: path, contents, named: Environment.randomUUID())
        }
        while true {
            do throws(TextEditor.Failure) {
                try editor.edit(copy.path, holding: copy.descriptor)
            } catch {
                throw abandoned(copy, "\(error.reason): nothing was changed")
            }
            let bytes: [UInt8]
            do throws(SystemError) {
                bytes = try copy.bytes()
            } catch {
                let reason =
                    error.isMissing ? "the editor left no file" : "the edited file cannot be read: \(error.reason)"
                throw abandoned(copy, "\(reason): nothing was changed")
            }
            let plan: EditPlan
            do throws(MemossError) {
                plan = try folder.plan(Replacement(of: contents, at: path, by: bytes), in: Snapshot(registry: registry))
            } catch {
                throw abandoned(copy, error.message)
            }
            let problems = folder.newProblems(of: plan, registry: registry, in: time)
            warn(of: problems)
            // That a tag is new is worth a word, but no question.
            switch problems.contains(where: { $0.id != .unknownTag }) ? choice() : .keep {
            case .editAgain: continue
            case .takeBack:
                putAway(copy)
                console.say("reverted: nothing was changed")
                return .done
            case .keep: break
            }
            let status: ExitStatus
            do throws(MemossError) {
                let interpretation = Interpretation(time, clock)
                status = try commit(
                    plan,
                    invocation,
                    as: "edit \(path)",
                    interpretation: interpretation,
                    at: time.now
                )
            } catch {
                throw MemossError(error.kind, error.message, hints: error.advice + [kept(copy)])
            }
            if status == .done || invocation.flag(.dryRun) { putAway(copy) } else { console.warn(kept(copy)) }
            let isDoubtful = problems.contains { $0.severity != .note && $0.id != .unknownTag }
            return status == .done && isDoubtful ? .nothing : status
        }
    }

    /// What was written in an edit that did not come to its end: it is named, and where somebody can be asked, it is gone on
    /// with or thrown away if they say so. Nothing is taken up in silence.
    private mutating func unfinishedEdit(of path: String, _ contents: FileContents, isDryRun: Bool) -> WorkingCopy? {
        guard let folder = try? folder() else { return nil }
        for copy in folder.unfinishedEdits(of: path, clearing: !isDryRun) {
            let isUpToDate = copy.isMade(of: contents)
            console.warn(
                "an edit of \(path) was interrupted; what you wrote is in \(copy.findings)",
                hint: isUpToDate ? nil : "\(path) has changed since then: copy what you need from there by hand"
            )
            guard Confirmation.isPossible, !isDryRun else { continue }
            switch unfinishedChoice(canGoOn: isUpToDate && copy.isWhole) {
            case .goOn: return copy
            case .throwAway: putAway(copy)
            case .leave: break
            }
        }
        return nil
    }

    private enum UnfinishedChoice { case goOn, throwAway, leave }

    private mutating func unfinishedChoice(canGoOn: Bool) -> UnfinishedChoice {
        while true {
            console.ask(
                canGoOn ? "Resume it, discard it, or leave it? [r/d/l]" : "Discard it, or leave it? [d/l]"
            )
            guard let line = Confirmation.answer() else { return .leave }
            switch String(decoding: line, as: UTF8.self).lowercased().first {
            case "r" where canGoOn: return .goOn
            case "d": return .throwAway
            case "l": return .leave
            default: continue
            }
        }
    }

    private enum Choice { case editAgain, keep, takeBack }

    /// Where nobody can be asked, what was written is kept: it can be undone, and what was lost cannot.
    private mutating func choice() -> Choice {
        guard Confirmation.isPossible else { return .keep }
        while true {
            console.ask("Edit again, keep, or revert? [e/k/r]")
            guard let line = Confirmation.answer() else { return .keep }
            switch String(decoding: line, as: UTF8.self).lowercased().first {
            case "e": return .editAgain
            case "k": return .keep
            case "r": return .takeBack
            default: continue
            }
        }
    }

    /// What was typed is never thrown away without a word.
    private func abandoned(_ copy: WorkingCopy, _ message: String) -> MemossError {
        guard copy.isUntouched else {
            return MemossError(.failure, message, hints: [kept(copy)])
        }
        copy.remove()
        return MemossError(.failure, message)
    }

    /// What was saved beside the copy, under another name, is nobody's to delete.
    private mutating func putAway(_ copy: WorkingCopy) {
        if copy.remove() { console.warn("the editor left another file beside the copy", hint: kept(copy)) }
    }

    private func kept(_ copy: WorkingCopy) -> String { "what you wrote is in \(copy.findings)" }
}
