extension EditPlan {
    /// Applies the plan as one transaction.
    ///
    /// - Parameters:
    ///   - others: the same edits of other names of some of the files, with which they stay one file.
    ///   - what: the description of the edit in `mm undo --list`: `rename the tag 'work' to 'job'`.
    ///   - memoss: the `.memoss` directory of a folder whose lock the caller holds, with nothing left to recover.
    /// - Returns: the plan as applied: files that could not be written safely are among the skipped.
    /// - Throws: a `MemossError` if a file has changed since it was read, or the disk is full or fails. Nothing is then
    ///   written.
    func commit(
        in memoss: MemossDirectory,
        and others: [FileEdit] = [],
        as what: String,
        at moment: Instant,
        threads: Int,
        progress: Progress.Report? = nil
    ) throws(MemossError) -> EditPlan {
        let transaction = Transaction(memoss: memoss, threads: threads, progress: progress)
        let without = self.skipped.map(\.path)
        let purpose = Transaction.Purpose.edit(what: what, when: moment.secondsSince1970, without: without)
        var (plan, written) = (self, files.linked(with: others))
        let skipped = try memoss.reporting(try transaction.run(&written, purpose))
        for (index, edit) in written.prefix(edits.count).enumerated() {
            (plan.edits[index].before, plan.edits[index].after) = (edit.before, edit.after)
        }
        return plan.skipping(skipped)
    }

    /// The plan as it would be applied now, with known obstacles among the skipped. Nothing is written.
    ///
    /// - Throws: a `MemossError` if `commit` is known to throw it.
    func dryRun(in memoss: MemossDirectory) throws(MemossError) -> EditPlan {
        skipping(try memoss.reporting(try Transaction(memoss: memoss).dryRun(files)))
    }

    /// The registry is required: without it, files would have an unregistered name.
    private var files: [FileEdit] {
        edits.map { edit in
            var file = edit
            file.isRequired = isWhole || edit.path == TagRegistry.fileName
            return file
        }
    }

    private func skipping(_ failures: Transaction.Skipped) -> EditPlan {
        var plan = self
        plan.edits = edits.indices.filter { failures[$0] == nil }.map { edits[$0] }
        plan.skipped += failures.map { SkippedFile(edits[$0.key].path, MemossError.reason($0.value)) }
        plan.skipped.sort { PathOrder.precedes($0.path, $1.path) }
        return plan
    }
}

extension [FileEdit] {
    /// The edits with those of other names. Either all names of a file are written or none, so such a file is not planned
    /// again when it changes.
    fileprivate func linked(with others: [FileEdit]) -> [FileEdit] {
        guard !others.isEmpty else { return self }
        let files = Set(others.compactMap { $0.before?.stamp.identity })
        let own = map { edit in
            guard let file = edit.before?.stamp.identity, files.contains(file) else { return edit }
            var edit = edit
            (edit.again, edit.isRequired) = (nil, true)
            return edit
        }
        return own + others
    }
}

extension MemossDirectory {
    /// The value of a transaction, or its failure in words.
    func reporting<Value>(
        _ body: @autoclosure () throws(Transaction.Failure) -> Value
    ) throws(MemossError) -> Value {
        do throws(Transaction.Failure) { return try body() } catch { throw MemossError(error, root: root) }
    }
}

extension MemossError {
    init(_ failure: Transaction.Failure, root: String) {
        switch failure {
        case .conflict(let paths):
            self.init(
                .failure,
                "another program changed \(paths.joined(separator: ", ")); nothing was written",
                remedy: .retry
            )
        case .refused(_, .system(let error)) where error.isForeign:
            self.init(.failure, error.description, outcome: MemossError.unchanged)
        case .refused(let path, let failure):
            let shown = path.hasPrefix(root + "/") ? String(path.dropFirst(root.count + 1)) : path
            self.init(.failure, "\(shown): \(Self.reason(failure))", outcome: MemossError.unchanged)
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
        case .system(let error) where error.operation == .chmod:
            "cannot be written: the file system does not let mm keep the file's permissions: \(error.reason)"
        case .system(let error) where error.operation == .attributes:
            "cannot be written: the file system does not let mm keep the file's extended attributes: \(error.reason)"
        case .system(let error): "cannot be written: \(error.reason)"
        case .conflict: "another program changed it"
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
                "\(who) is writing to this folder and did not finish within \(FolderLock.timeout / 1_000) seconds",
                outcome: MemossError.unchanged,
                remedy: .retry
            )
        case .system(let error) where error.isForeign:
            self.init(.failure, error.description, outcome: MemossError.unchanged)
        case .system(let error):
            let what = "\(MemossDirectory.name): cannot be written: \(error.reason)"
            self.init(.failure, what, outcome: MemossError.unchanged)
        }
    }
}
