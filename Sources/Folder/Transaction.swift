internal import Bytes
internal import CLibrary
internal import Text

/// Applies changes of any number of files atomically: all of them or none, even if it is interrupted.
///
/// 1. The journal, which lists all possible temporary files, is written and synced before the first of them is created.
/// 2. Every old file is linked into the undo store, and every new file is written next to that link: in `.memoss/`,
///    where neither git nor a sync tool sees it. All of this is synced too.
/// 3. Every target is compared with what was read. A file that has changed is planned and prepared again.
/// 4. The journal is marked as committed. Before this point the edit has not begun; after it, the edit is completed or
///    rolled back.
/// 5. Each new file is exchanged with the old one, which is then compared once more. If another program wrote at the last
///    moment, its file is restored and the whole edit is rolled back.
/// 6. Once the exchanges are synced, and if no old file was written to in the meantime, the journal becomes the
///    manifest in the undo store.
///
///     nothing ──1──▶ prepared ──4──▶ committed ──6──▶ done
///        ▲               │               │ a crash: Recovery completes it,
///        └──── discard ──┘               │ unless a file has changed
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
///    If it was to be deleted and another program has made a new T, it gets the name of a conflict copy, as does O.
/// 3. O has a name in the undo store for as long as the edit can be undone.
/// 4. All names that S can have follow from the journal: none is left when the journal is gone.
///
/// The caller holds the lock and has completed any recovery.
package struct Transaction: Sendable {
    package enum Purpose: Sendable {
        /// - Parameter without: the paths of further files that the edit concerns and cannot change.
        case edit(what: String, when: Int64, without: [String] = [])
        /// Like an edit, but leaves no trace in the undo store.
        case replace(what: String, when: Int64)
        /// Undoes the edit of a manifest, or redoes it if it is undone.
        case revert(Journal)
    }

    /// Why files were skipped, by the index of their edit.
    package typealias Skipped = [Int: EditTargets.Failure]

    package enum Failure: Error, Sendable, Hashable {
        /// Paths of files that have changed since they were read. Nothing was changed.
        case conflict([String])
        /// Nothing was changed.
        case refused(path: String, EditTargets.Failure)
        /// Files were changed and could not be rolled back yet; the journal still exists.
        case stuck(SystemError)
    }

    /// The edit of a file, with its entry in the journal.
    package struct Step: Sendable {
        var index: Int
        var file: FileEdit
        var entry: Journal.Entry
        /// Why the file must be skipped.
        var failure: EditTargets.Failure?

        init(_ index: Int, _ file: FileEdit, at path: String, number: Int, _ direction: Journal.Direction) {
            (self.index, self.file) = (index, file)
            let before = file.before.map { SHA256.hex($0.bytes) }
            let after = file.after.map { SHA256.hex($0) }
            let (first, second) = direction == .undo ? (after, before) : (before, after)
            entry = Journal.Entry(index: number, path: path, before: first, after: second)
        }
    }

    package let memoss: MemossDirectory
    package var threads = 1
    var progress: Progress.Report?
    /// Whether new files are written next to their targets, because they cannot be renamed from `.memoss`.
    var stagesBeside = false
    /// The paths of files that changed during an earlier attempt.
    var restless: Set<PathKey> = []
    /// From this number of files on, one call syncs the whole file system instead of one call for each file.
    var filesWorthSyncfs = hasSyncfs ? 64 : Int.max

    package init(memoss: MemossDirectory, threads: Int = 1, progress: Progress.Report? = nil) {
        (self.memoss, self.threads, self.progress) = (memoss, threads, progress)
    }

    var disk: Disk { memoss.disk }

    /// - Returns: the edits that were skipped.
    package func run(_ files: [FileEdit], _ purpose: Purpose) throws(Failure) -> Skipped {
        var files = files
        return try run(&files, purpose)
    }

    /// - Parameter files: afterwards the edits as written: those of files that changed meanwhile are planned again.
    /// - Returns: the edits that were skipped.
    package func run(_ files: inout [FileEdit], _ purpose: Purpose) throws(Failure) -> Skipped {
        var (transaction, attempts) = (self, 1)
        while true {
            do throws(Failure) {
                return try transaction.attempt(&files, purpose)
            } catch {
                switch error {
                // Preparation does not detect every boundary between file systems: not that of an encrypted directory,
                // for example.
                case .refused(_, .system(let reason)) where reason.isCrossDevice && !transaction.stagesBeside:
                    transaction.stagesBeside = true
                case .conflict(let paths):
                    guard attempts < Self.maximumAttempts, transaction.planAgain(&files, at: paths) else { throw error }
                    attempts += 1
                default: throw error
                }
            }
        }
    }

    private func attempt(_ files: inout [FileEdit], _ purpose: Purpose) throws(Failure) -> Skipped {
        disk.held?.forget()
        var edit = JournaledEdit(try begin(purpose), in: memoss)
        var numbers = Array(files.indices)
        if case .revert(let manifest) = purpose { numbers = manifest.active.map(\.index) }
        var targets = EditTargets(memoss)
        var (paths, skipped) = try resolve(files, &targets)
        let steps = files.indices.compactMap { index in
            paths[index].map { Step(index, files[index], at: $0, number: numbers[index], edit.journal.direction) }
        }
        guard !steps.isEmpty else { return skipped }
        edit.journal.createdDirectories = targets.missing
        edit.journal.entries = steps.map(\.entry)
        try write(edit.journal)
        do throws(Failure) {
            try createDirectories(edit.journal)
            let isBatch = steps.count >= filesWorthSyncfs
            let prepared = prepare(Self.groups(steps), edit, isDurable: !isBatch)
            edit.journal.entries = prepared.flatMap { $0.map(\.entry) }
            for step in prepared.joined() { if let failure = step.failure { try skip(step.file, failure) } }
            for step in prepared.joined() { skipped[step.index] = step.failure }
            var ready = prepared.map { group in group.filter { $0.failure == nil } }
            if ready.allSatisfy(\.isEmpty) {
                _ = try rollBack(edit)
                return skipped
            }
            try syncPrepared(ready, edit.journal, isBatch: isBatch)
            ready = try settle(ready, &edit)
            // Set before the mark is written: if that fails, it is unknown whether the mark is on disk.
            edit.journal.isCommitted = true
            // If a directory was replaced meanwhile, the files in the new one have to be compared.
            disk.held?.forget()
            try writeMark(edit.journal)
            try commit(ready, edit)
            for step in ready.joined() { files[step.index] = step.file }
        } catch {
            throw error.naming(try rollBack(edit))
        }
        edit.finish()
        return skipped
    }

    // MARK: Preparing

    private func begin(_ purpose: Purpose) throws(Failure) -> Journal {
        do throws(SystemError) {
            let store = UndoStore(memoss)
            try store.prune()
            var journal: Journal
            switch purpose {
            case .edit(let what, let when, let others):
                journal = Journal(number: try store.nextNumber(), direction: .edit, when: when, what: what, suffix: "")
                journal.others = others
            case .replace(let what, let when):
                let number = try store.nextNumber()
                journal = Journal(number: number, direction: .replace, when: when, what: what, suffix: "")
            case .revert(let manifest):
                journal = manifest
                journal.direction = manifest.direction == .undo ? .redo : .undo
                (journal.removedDirectories, journal.createdDirectories) = (manifest.createdDirectories, [])
                (journal.entries, journal.others, journal.isCommitted) = ([], [], false)
            }
            journal.suffix = "mm-\(journal.number)-\(getpid())"
            return journal
        } catch {
            throw .refused(path: MemossDirectory.name, .system(error))
        }
    }

    private func write(_ journal: Journal) throws(Failure) {
        do throws(SystemError) {
            let text = journal.text
            guard text.count + journal.commitText.count + 16 * journal.entries.count <= Journal.maximumSize else {
                throw SystemError(.write, memoss.journal, code: EFBIG)
            }
            try memoss.create(memoss.journal, text, isDurable: true)
        } catch {
            // An existing journal belongs to an edit that could not be finished.
            if error.code != EEXIST { try? disk.remove(memoss.journal) }
            throw .refused(path: MemossDirectory.name, .system(error))
        }
    }

    private func createDirectories(_ journal: Journal) throws(Failure) {
        do throws(SystemError) {
            try disk.sync(directory: memoss.path)
            try memoss.makeDirectory(memoss.images(journal.number))
            for directory in journal.createdDirectories { try disk.makeDirectory(memoss.absolute(directory)) }
        } catch {
            let isOurs = error.operation != .mkdir || error.path.hasPrefix(memoss.path + "/")
            throw .refused(path: isOurs ? MemossDirectory.name : error.path, .system(error))
        }
    }

    func syncPrepared(_ groups: [[Step]], _ journal: Journal, isBatch: Bool) throws(Failure) {
        do throws(SystemError) {
            if isBatch {
                progress?(Progress(stage: .syncing, done: 0, total: groups.reduce(0) { $0 + $1.count }))
                try disk.syncFileSystem(of: memoss.root)
                var devices: Set<UInt64> = []
                if let own = try disk.status(at: memoss.root) { devices.insert(FileStamp(own).device) }
                for group in groups {
                    for step in group {
                        let directory = memoss.absolute(FilePath.parent(of: step.entry.path))
                        var device = step.file.before?.stamp.device
                        // A group is in one directory, so its first new file shows where the others are.
                        if device == nil, step.entry.path == group.first?.entry.path {
                            device = try disk.status(at: directory).map { FileStamp($0).device }
                        }
                        guard let device, devices.insert(device).inserted else { continue }
                        try disk.syncFileSystem(of: directory)
                    }
                }
            } else {
                try disk.sync(directory: memoss.images(journal.number))
                try disk.sync(directory: memoss.undo)
            }
        } catch {
            throw .refused(path: error.path, .system(error))
        }
    }

    private func writeMark(_ journal: Journal) throws(Failure) {
        do throws(SystemError) {
            let file = try disk.open(memoss.journal, O_WRONLY | O_APPEND | O_NOFOLLOW)
            try disk.write(journal.commitText, to: file, memoss.journal)
            try disk.sync(file, memoss.journal)
        } catch {
            throw .refused(path: MemossDirectory.name, .system(error))
        }
    }

    // MARK: Committing

    private func commit(_ groups: [[Step]], _ edit: JournaledEdit) throws(Failure) {
        let failures = concurrentMap(groups, threads: threads) { group -> (String, SystemError?)? in
            for step in group {
                do throws(SystemError) {
                    // All files were compared before the first was replaced, which may be a while ago for the last of
                    // many.
                    guard try isAsRead(step, edit) else { return (step.file.path, nil) }
                    try edit.apply(step.entry)
                    if try !isOldAsRead(step, edit) {
                        try swapBack(step, edit)
                        return (step.file.path, nil)
                    }
                } catch {
                    return (step.file.path, error)
                }
            }
            return nil
        }
        if let (path, error) = failures.lazy.compactMap({ $0 }).first {
            guard let error, error.code != EEXIST, !error.isMissing else { throw .conflict([path]) }
            throw .refused(path: path, .system(error))
        }
        do throws(SystemError) {
            try edit.syncDirectories(threads: threads)
        } catch {
            throw .refused(path: error.path, .system(error))
        }
        // A program that had an old file open may have written to it.
        let late = map(groups) { step -> (step: Step, error: SystemError?)? in
            do throws(SystemError) {
                return try isOldFinal(step, edit) ? nil : (step, nil)
            } catch {
                return (step, error)
            }
        }.compactMap { $0 }
        let changed = late.filter { $0.error == nil }.map(\.step)
        for step in changed { try? swapBack(step, edit) }
        guard changed.isEmpty else { throw .conflict(changed.map(\.file.path).sorted(by: ByteOrder.precedes)) }
        if let (step, error) = late.first, let error { throw .refused(path: step.file.path, .system(error)) }
    }

    /// - Returns: the files that were to be deleted and have another name now.
    private func rollBack(_ edit: JournaledEdit) throws(Failure) -> [JournaledEdit.Kept] {
        do throws(SystemError) {
            if edit.journal.isCommitted { return try edit.rollBack().filter { $0.copy != nil } }
            try edit.discard()
        } catch {
            if edit.journal.isCommitted { throw .stuck(error) }
            // Nothing was changed: the next command removes what could not be removed now.
        }
        return []
    }
}

extension Transaction.Failure {
    /// The failure of an edit, after which these files have another name.
    fileprivate func naming(_ moved: [JournaledEdit.Kept]) -> Self {
        guard !moved.isEmpty else { return self }
        var paths: [String] = []
        if case .conflict(let changed) = self {
            paths = changed.filter { path in !moved.contains { $0.path.isSamePath(as: path) } }
        }
        return .conflict(paths + moved.map(\.text))
    }
}
