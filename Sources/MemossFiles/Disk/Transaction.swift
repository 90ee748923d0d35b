internal import CLibrary

/// Applies changes of any number of files atomically: all of them or none, even if it is interrupted.
///
/// 1. The journal, which lists all possible temporary files, is written and synced before the first of them is created.
/// 2. Every old file is linked into the undo store, and every new file is written beside that link: in `.memoss/`, where
///    neither git nor a sync tool sees it. All of this is synced too.
/// 3. Every target is compared with what was read.
/// 4. The journal is marked as committed. Before this point the edit has not begun; after it, the edit is completed or
///    rolled back.
/// 5. Each new file is exchanged with the old one, which is then compared once more. If another program wrote at the last
///    moment, its file is restored and the whole edit is rolled back.
/// 6. Once the exchanges are synced, and if no old file was written to meanwhile, the journal becomes the manifest in the
///    undo store.
///
///     nothing ──1──▶ prepared ──4──▶ committed ──6──▶ done
///        ▲               │               │ a crash: Recovery completes it,
///        └──── abandon ──┘               │ unless a file has changed
///        └─────────── roll back ─────────┘
///
/// The states of a file between 4 and 6, given by the digests of target T and temporary file S, with new file N and old
/// file O:
///
///     replaced   T = O, S = N   ▶   T = N, S = O   ▶   T = N (also where the file system cannot exchange)
///     made       S = N          ▶   T = N, S = N   ▶   T = N
///     deleted    T = O          ▶   S = O          ▶   nothing
///
/// 1. A file in T that is neither N nor O belongs to another program: it is never overwritten and never deleted.
/// 2. A file in S that is neither N nor O was in T when the names were exchanged: it is moved back there.
/// 3. O has a name in the undo store for as long as the edit can be undone.
/// 4. All names that S can have follow from the journal: none is left when the journal is gone.
///
/// The caller holds the lock and has completed any recovery.
struct Transaction: Sendable {
    /// A file to create, replace or delete.
    struct Operation: Sendable {
        /// Relative to the root.
        var path: String
        /// Nil for a new file.
        var before: FileContents?
        /// Nil to delete the file.
        var after: [UInt8]?
        /// The file whose mode and owner a new file takes over.
        var model: FileStamp?
        /// Whether the whole transaction fails if this operation is not possible.
        var isRequired = true
    }

    enum Purpose: Sendable {
        case edit(what: String, when: Int64)
        case undo(Journal)
        case redo(Journal)
    }

    struct Skipped: Sendable {
        /// The index of the operation.
        var index: Int
        var failure: EditTargets.Failure
    }

    enum Failure: Error, Sendable, Hashable {
        /// Paths of files that have changed since they were read. Nothing was changed.
        case conflict([String])
        /// Nothing was changed.
        case refused(path: String, EditTargets.Failure)
        /// Files were changed and could not be rolled back yet; the journal still exists.
        case stuck(SystemError)
    }

    /// An operation and its entry in the journal.
    struct Step: Sendable {
        var index: Int
        var operation: Operation
        var entry: Journal.Entry

        init(
            _ index: Int,
            _ operation: Operation,
            at path: String,
            number: Int,
            _ direction: Journal.Direction
        ) {
            (self.index, self.operation) = (index, operation)
            entry = Journal.Entry(index: number, path: path)
            let before = operation.before.map { SHA256.hex($0.bytes) }
            let after = operation.after.map { SHA256.hex($0) }
            (entry.before, entry.after) = direction == .undo ? (after, before) : (before, after)
        }
    }

    let place: WorkingPlace
    var threads = 1
    var progress: Progress.Report?
    /// Whether new files are written beside their targets, because they cannot be renamed from `.memoss`.
    var stagesBeside = false
    /// From this number of files on, one call syncs the whole file system instead of one call for each file.
    var filesWorthOneCall = hasSyncfs ? 64 : Int.max

    var disk: Disk { place.disk }

    /// - Returns: the operations that were skipped.
    func run(_ operations: [Operation], _ purpose: Purpose) throws(Failure) -> [Skipped] {
        do throws(Failure) {
            return try attempt(operations, purpose)
        } catch {
            // Preparation does not detect every boundary between file systems: not that of an encrypted directory, for
            // example.
            guard case .refused(_, .system(let reason)) = error, reason.isBorder, !stagesBeside else { throw error }
            var again = self
            again.stagesBeside = true
            return try again.attempt(operations, purpose)
        }
    }

    private func attempt(_ operations: [Operation], _ purpose: Purpose) throws(Failure) -> [Skipped] {
        var journal = try begin(purpose)
        let numbers = purpose.manifest?.active.map(\.index) ?? Array(operations.indices)
        var targets = EditTargets(place)
        var (paths, skipped) = try resolve(operations, &targets)
        let steps = operations.indices.compactMap { index in
            paths[index].map { Step(index, operations[index], at: $0, number: numbers[index], journal.direction) }
        }
        guard !steps.isEmpty else { return skipped }
        journal.makes = targets.missing
        journal.entries = steps.map(\.entry)
        let recovery = Recovery(place)
        try write(journal)
        do throws(Failure) {
            try makeRoom(journal)
            let groups = Self.groups(steps)
            let isBatch = steps.count >= filesWorthOneCall
            for (step, prepared) in prepare(groups, journal, isDurable: !isBatch) {
                switch prepared {
                case .staged: break
                case .beside: journal.beside.insert(step.entry.index)
                case .failed(let failure):
                    skipped.append(try leavingOut(step.index, of: operations, failure))
                    journal.without.insert(step.entry.index)
                }
            }
            let ready = groups.map { group in group.filter { !journal.without.contains($0.entry.index) } }
            if ready.allSatisfy(\.isEmpty) {
                try giveUp(journal, recovery)
                return skipped
            }
            try makeLast(ready, journal, isBatch: isBatch)
            try verify(ready)
            // Set before the mark is written: if that fails, it is unknown whether the mark is on disk.
            journal.isCommitted = true
            try mark(journal)
            try carryOut(ready, journal)
        } catch {
            try giveUp(journal, recovery)
            throw error
        }
        recovery.conclude(journal)
        return skipped
    }

    // MARK: Preparing

    private func begin(_ purpose: Purpose) throws(Failure) -> Journal {
        do throws(SystemError) {
            let store = UndoStore(place)
            try store.tidy()
            var journal: Journal
            switch purpose {
            case .edit(let what, let when):
                journal = Journal(
                    number: try store.nextNumber(),
                    direction: .edit,
                    when: when,
                    what: what,
                    suffix: ""
                )
            case .undo(let manifest), .redo(let manifest):
                journal = Journal(
                    number: manifest.number,
                    direction: manifest.direction == .undo ? .redo : .undo,
                    when: manifest.when,
                    what: manifest.what,
                    suffix: ""
                )
                journal.drops = manifest.makes
            }
            journal.suffix = "mm-\(journal.number)-\(getpid())"
            return journal
        } catch {
            throw .refused(path: WorkingPlace.name, .system(error))
        }
    }

    private func write(_ journal: Journal) throws(Failure) {
        do throws(SystemError) {
            let text = journal.text
            guard text.count + 16 * journal.entries.count <= Journal.longest else {
                throw SystemError("write", place.journal, code: EFBIG)
            }
            try disk.create(place.journal, text, like: nil, isDurable: true)
        } catch {
            // An existing journal belongs to an edit that could not be concluded.
            if error.code != EEXIST { try? disk.remove(place.journal) }
            throw .refused(path: WorkingPlace.name, .system(error))
        }
    }

    private func makeRoom(_ journal: Journal) throws(Failure) {
        do throws(SystemError) {
            try disk.sync(directory: place.directory)
            try disk.makeDirectory(place.images(journal.number))
            for directory in journal.makes { try disk.makeDirectory(place.absolute(directory)) }
        } catch {
            let isOurs = error.operation != "mkdir" || error.path.hasPrefix(place.directory + "/")
            throw .refused(path: isOurs ? WorkingPlace.name : error.path, .system(error))
        }
    }

    private func makeLast(_ groups: [[Step]], _ journal: Journal, isBatch: Bool) throws(Failure) {
        do throws(SystemError) {
            if isBatch {
                progress?(Progress(stage: .settling, done: 0, total: groups.reduce(0) { $0 + $1.count }))
                try disk.syncFileSystem(of: place.root)
                var devices: Set<UInt64> = []
                if let own = try disk.status(at: place.root) { devices.insert(FileStamp(own).device) }
                for step in groups.joined() {
                    guard let device = step.operation.before?.stamp.device, devices.insert(device).inserted else {
                        continue
                    }
                    try disk.syncFileSystem(of: place.absolute(EditTargets.split(step.entry.path).parent))
                }
            } else {
                try disk.sync(directory: place.images(journal.number))
                try disk.sync(directory: place.undo)
            }
        } catch {
            throw .refused(path: error.path, .system(error))
        }
    }

    private func verify(_ groups: [[Step]]) throws(Failure) {
        let differences = map(groups) { step -> (path: String, error: SystemError?)? in
            let path = step.operation.path
            let target = place.absolute(step.entry.path)
            do throws(SystemError) {
                guard let before = step.operation.before else {
                    return try disk.exists(target) ? (path, nil) : nil
                }
                let now = try disk.read(target)
                let isSame = now.stamp.identity == before.stamp.identity && now.bytes == before.bytes
                return isSame ? nil : (path, nil)
            } catch {
                return (path, error.isMissing || error.code == ELOOP || error.code == EISDIR ? nil : error)
            }
        }.compactMap { $0 }
        for (path, error) in differences {
            if let error { throw .refused(path: path, .system(error)) }
        }
        guard differences.isEmpty else { throw .conflict(differences.map(\.path).sorted(by: ByteOrder.precedes)) }
    }

    private func mark(_ journal: Journal) throws(Failure) {
        do throws(SystemError) {
            let file = try disk.open(place.journal, O_WRONLY | O_APPEND | O_NOFOLLOW)
            try disk.write(journal.commitText, to: file, place.journal)
            try disk.sync(file, place.journal)
        } catch {
            throw .refused(path: WorkingPlace.name, .system(error))
        }
    }

    // MARK: Applying

    private func carryOut(_ groups: [[Step]], _ journal: Journal) throws(Failure) {
        let recovery = Recovery(place)
        let failures = concurrentMap(groups, threads: threads) { group -> (String, SystemError?)? in
            for step in group {
                do throws(SystemError) {
                    // All files were compared before the first was replaced, which may be a while ago for the last of
                    // many.
                    guard try isAsRead(step) else { return (step.operation.path, nil) }
                    try recovery.put(step.entry, journal)
                    if try !isOldAsRead(step, journal) {
                        try giveBack(step, journal)
                        return (step.operation.path, nil)
                    }
                } catch {
                    return (step.operation.path, error)
                }
            }
            return nil
        }
        if let (path, error) = failures.lazy.compactMap({ $0 }).first {
            guard let error, error.code != EEXIST, !error.isMissing else { throw .conflict([path]) }
            throw .refused(path: path, .system(error))
        }
        do throws(SystemError) {
            try recovery.makeLast(journal, threads: threads)
        } catch {
            throw .refused(path: error.path, .system(error))
        }
        // A program that had an old file open may have written to it.
        let late = map(groups) { step in (try? isOldUntouched(step, journal)) == false ? step : nil }.compactMap { $0 }
        for step in late { try? giveBack(step, journal) }
        guard late.isEmpty else { throw .conflict(late.map(\.operation.path).sorted(by: ByteOrder.precedes)) }
    }

    /// Rolls back.
    private func giveUp(_ journal: Journal, _ recovery: Recovery) throws(Failure) {
        do throws(SystemError) {
            if journal.isCommitted { _ = try recovery.takeBack(journal) } else { try recovery.abandon(journal) }
        } catch {
            if journal.isCommitted { throw .stuck(error) }
            // Nothing was changed: the next command removes what could not be removed now.
        }
    }
}

extension Transaction.Purpose {
    fileprivate var manifest: Journal? {
        switch self {
        case .edit: nil
        case .undo(let manifest), .redo(let manifest): manifest
        }
    }
}
