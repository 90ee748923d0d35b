import MemossFiles

extension Session {
    /// Opens a copy of a file in the user's editor, checks the result and commits it as one edit.
    ///
    /// The lock is not held while the editor is open, so that other processes do not have to wait.
    mutating func editInEditor(
        _ path: String,
        _ invocation: Invocation,
        registry: TagRegistry,
        _ time: TimeContext,
        draft: EditDraft? = nil
    ) throws(MemossError) -> ExitStatus {
        guard console.recording?.hasTerminal != false else {
            throw MemossError(.usage, "an editor needs a terminal: name what to change")
        }
        let folder = try folder()
        let editor = try TextEditor.ofUser()
        let contents = try folder.contents(toEdit: path)
        console.flush()
        let isDryRun = invocation.flag(.dryRun)
        let unfinished = draft == nil ? unfinishedEdit(of: path, contents, isDryRun: isDryRun) : nil
        let copy: WorkingCopy
        if let unfinished {
            copy = unfinished
        } else {
            let name = Environment.randomUUID()
            copy = try folder.workingCopy(of: path, contents, startingWith: draft?.bytes, named: name)
        }
        while true {
            do throws(TextEditor.Failure) {
                try editor.edit(copy.path, holding: copy.descriptor)
            } catch {
                throw abandoned(copy, "\(error.reason); nothing was changed")
            }
            var bytes: [UInt8]
            do throws(SystemError) {
                bytes = try copy.bytes()
                bytes = ReminderChange.recordingMove(
                    from: contents.bytes,
                    to: bytes,
                    zones: zones,
                    in: time,
                    sharing: folder.settings().profile
                )
            } catch {
                let reason =
                    error.isMissing ? "the editor deleted the file" : "the edited file cannot be read: \(error.reason)"
                throw abandoned(copy, "\(reason); nothing was changed")
            }
            if bytes.allSatisfy(\.isBlankOrBreak), !contents.bytes.allSatisfy(\.isBlankOrBreak) {
                remove(copy)
                throw MemossError(
                    .failure,
                    "\(path) was saved without any text; nothing was changed",
                    hints: ["to delete it: mm delete \(path.shellWord)"]
                )
            }
            var plan: EditPlan
            let isChanged = bytes != contents.bytes
            let now = isChanged ? CurrentFile(path, contents, in: folder) : nil
            let edit =
                now?.replacement(of: contents, by: bytes) ?? FileReplacement(of: contents, at: path, by: bytes)
            do throws(MemossError) {
                plan = try folder.plan(edit, in: Snapshot(registry: registry))
            } catch {
                throw abandoned(copy, error.message)
            }
            if let draft, !plan.isEmpty { plan.add(draft.others) }
            let problems = folder.newProblems(of: plan, registry: registry, in: time)
            warn(about: problems)
            // A new tag only gets a warning, not a question.
            switch problems.contains(where: { $0.id != .unknownTag }) ? choice() : .keep {
            case .editAgain: continue
            case .revert:
                remove(copy)
                console.info("reverted; nothing was changed")
                return .done
            case .keep: break
            }
            let status: ExitStatus
            do throws(MemossError) {
                let interpretation = Interpretation(time, clock)
                status = try commit(
                    plan,
                    invocation,
                    as: "edit \(edit.path)",
                    interpretation: interpretation,
                    at: time.now
                )
            } catch {
                // Another program wrote to the file. Running the command again would not bring back what was typed.
                let advice = error.remedy == .retry ? error.hints : error.advice
                let isGone = folder.isGone(edit.path)
                throw MemossError(
                    error.kind,
                    isGone
                        ? "\(path) is gone: another program has deleted or moved it; nothing was written"
                        : error.message,
                    hints: advice + [kept(copy)] + (isGone ? [] : ["copy what you need from there into \(edit.path)"])
                )
            }
            if status == .done, !isDryRun, let news = now?.news(since: contents, at: path) {
                console.warn("\(news); what you wrote is in it too")
            }
            if status == .done || invocation.flag(.dryRun) { remove(copy) } else { console.warn(kept(copy)) }
            let isDoubtful = problems.contains { $0.severity != .note && $0.id != .unknownTag }
            return status == .done && isDoubtful ? .negative : status
        }
    }

    /// Names the copies left by interrupted edits of the file. On a terminal, asks whether to resume or discard each;
    /// nothing is resumed silently.
    private mutating func unfinishedEdit(of path: String, _ contents: FileContents, isDryRun: Bool) -> WorkingCopy? {
        guard let folder = try? folder() else { return nil }
        for copy in folder.unfinishedEdits(of: path, clearing: !isDryRun) {
            let isUpToDate = copy.isMade(of: contents)
            console.warn(
                "an edit of \(path) was \(isUpToDate ? "interrupted" : "not saved"); what you wrote is in \(copy.findings)",
                hint: isUpToDate
                    ? nil
                    : "\(path) has changed since then: copy what you need from there by hand, then discard it"
            )
            guard Confirmation.isPossible, !isDryRun else { continue }
            switch unfinishedChoice(canResume: isUpToDate && copy.isWhole) {
            case .resume: return copy
            case .discard: remove(copy)
            case .leave: break
            }
        }
        return nil
    }

    private enum UnfinishedChoice { case resume, discard, leave }

    private mutating func unfinishedChoice(canResume: Bool) -> UnfinishedChoice {
        let question = canResume ? "Resume it, discard it, or leave it?" : "Discard it, or leave it?"
        let resume = canResume ? [("resume", UnfinishedChoice.resume)] : []
        return console.choice(question, resume + [("discard", .discard), ("leave", .leave)]) ?? .leave
    }

    private enum Choice { case editAgain, keep, revert }

    /// Without a terminal, the result is kept, because an edit can be undone, but lost text cannot be recovered.
    private mutating func choice() -> Choice {
        guard Confirmation.isPossible else { return .keep }
        let choices = [("edit", Choice.editAgain), ("keep", .keep), ("revert", .revert)]
        return console.choice("Edit again, keep, or revert?", choices) ?? .keep
    }

    /// The error for a failed edit. The copy is kept and named if anything was typed.
    private func abandoned(_ copy: WorkingCopy, _ message: String) -> MemossError {
        guard copy.isUntouched else {
            return MemossError(.failure, message, hints: [kept(copy)])
        }
        copy.remove()
        return MemossError(.failure, message)
    }

    /// Deletes the copy, but not other files that the editor saved next to it.
    private mutating func remove(_ copy: WorkingCopy) {
        if copy.remove() { console.warn("the editor left another file next to the copy", hint: kept(copy)) }
    }

    private func kept(_ copy: WorkingCopy) -> String { "what you wrote is in \(copy.findings)" }
}

extension UInt8 {
    fileprivate var isBlankOrBreak: Bool { self == 0x20 || 0x09...0x0D ~= self }
}
