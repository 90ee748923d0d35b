extension EditPlan {
    /// Applies the plan as one transaction.
    ///
    /// - Parameters:
    ///   - what: the description of the edit in `mm undo --list`: `rename the tag 'work' to 'job'`.
    ///   - place: the `.memoss` directory of a folder whose lock the caller holds, with nothing left to recover.
    /// - Returns: the plan as applied: files that could not be written safely are among the skipped.
    /// - Throws: a `MemossError` if a file has changed since it was read, or the disk is full or fails. Nothing is then
    ///   written.
    func commit(
        in place: WorkingPlace,
        as what: String,
        at moment: Instant,
        threads: Int,
        progress: Progress.Report? = nil
    ) throws(MemossError) -> EditPlan {
        let purpose = Transaction.Purpose.edit(what: what, when: moment.secondsSince1970)
        let skipped: [Transaction.Skipped]
        do throws(Transaction.Failure) {
            skipped = try Transaction(place: place, threads: threads, progress: progress).run(operations, purpose)
        } catch {
            throw MemossError(error, root: place.root)
        }
        return without(skipped)
    }

    /// The plan as it would be applied now, with known obstacles among the skipped. Nothing is written.
    ///
    /// - Throws: a `MemossError` if `commit` is known to throw it.
    func rehearse(in place: WorkingPlace) throws(MemossError) -> EditPlan {
        do throws(Transaction.Failure) {
            return without(try Transaction(place: place).rehearse(operations))
        } catch {
            throw MemossError(error, root: place.root)
        }
    }

    /// The registry is required: without it, files would have an unregistered name.
    private var operations: [Transaction.Operation] {
        edits.map { Transaction.Operation($0, isRequired: isWhole || $0.path == TagRegistry.fileName) }
    }

    private func without(_ skipped: [Transaction.Skipped]) -> EditPlan {
        var carriedOut = self
        let leftOut = Set(skipped.map(\.index))
        carriedOut.edits = edits.indices.filter { !leftOut.contains($0) }.map { edits[$0] }
        carriedOut.skipped += skipped.map { SkippedFile(edits[$0.index].path, MemossError.reason($0.failure)) }
        carriedOut.skipped.sort { PathOrder.precedes($0.path, $1.path) }
        return carriedOut
    }
}

extension Transaction.Operation {
    init(_ edit: FileEdit, isRequired: Bool) {
        self.init(path: edit.path, before: edit.before, after: edit.after, model: edit.model, isRequired: isRequired)
    }
}

extension MemossError {
    init(_ failure: Transaction.Failure, root: String) {
        switch failure {
        case .conflict(let paths):
            self.init(
                .failure,
                "changed by another program meanwhile: \(paths.joined(separator: ", ")): nothing was written",
                remedy: .retry
            )
        case .refused(_, .system(let error)) where error.isForeign:
            self.init(.failure, "\(error.whole): nothing was changed")
        case .refused(let path, let failure):
            let shown = path.hasPrefix(root + "/") ? String(path.dropFirst(root.count + 1)) : path
            self.init(.failure, "\(shown): \(Self.reason(failure)): nothing was changed")
        case .stuck(let error):
            self.init(
                .failure,
                "the edit was interrupted halfway and could not be reverted: \(error.path): \(error.reason)",
                remedy: .recover
            )
        }
    }

    static func reason(_ failure: EditTargets.Failure) -> String {
        switch failure {
        case .system(let error) where error.isOutOfSpace: error.reason
        case .system(let error): "cannot be written: \(error.reason)"
        case .conflict: "changed by another program meanwhile"
        case .outside: "the symbolic link points outside the folder"
        case .hidden: "it points to a hidden file or directory"
        case .link: "it is a symbolic link, not the file itself"
        case .owner: "cannot be written: the file belongs to another user, and mm cannot keep the owner"
        }
    }

    init(_ failure: FolderLock.Failure) {
        switch failure {
        case .taken(let process):
            let who = process.map { "another mm (process \($0))" } ?? "another mm"
            self.init(
                .failure,
                "\(who) is writing to this folder, and did not finish within \(FolderLock.patience / 1_000) seconds: "
                    + "nothing was changed",
                remedy: .retry
            )
        case .system(let error) where error.isForeign:
            self.init(.failure, "\(error.whole): nothing was changed")
        case .system(let error):
            self.init(.failure, "\(WorkingPlace.name): cannot be written: \(error.reason): nothing was changed")
        }
    }
}
