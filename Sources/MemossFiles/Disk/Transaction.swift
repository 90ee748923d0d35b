#if canImport(Glibc)
    internal import Glibc
#elseif canImport(Musl)
    internal import Musl
#else
    internal import Darwin
#endif

/// Changes of any number of files as one: all of them are made, or none, whatever happens in between.
///
/// 1. The journal says which temporary files there may be; it is on the disk before the first of them.
/// 2. Every new file is written beside its target, and every old one gets a second name in the undo store. All that is on
///    the disk too.
/// 3. Every target is compared with what was read.
/// 4. The journal is marked as committed: up to here the edit has not begun, from here on it is finished or taken back.
/// 5. Each new file gets into its place. When that is on the disk, the journal becomes the manifest in the undo store.
///
/// The caller holds the lock and has recovered what there was to recover.
struct Transaction: Sendable {
    /// A file that is made, replaced or deleted.
    struct Operation: Sendable {
        /// From the root.
        var path: String
        /// Nil if the file is new.
        var before: FileContents?
        /// Nil if the file goes.
        var after: [UInt8]?
        /// Whose mode and owner a new file gets.
        var model: FileStamp?
        /// Without it nothing is to be done at all.
        var isRequired = true
    }

    enum Purpose: Sendable {
        case edit(what: String, when: Int64)
        case undo(Journal)
        case redo(Journal)
    }

    struct Skipped: Sendable {
        /// Among the operations.
        var index: Int
        var failure: EditTargets.Failure
    }

    enum Failure: Error, Sendable, Hashable {
        /// Paths of files that are not as they were read. Nothing was changed.
        case conflict([String])
        /// Nothing was changed.
        case refused(path: String, EditTargets.Failure)
        /// Something was changed and could not be taken back yet: the journal still stands.
        case stuck(SystemError)
    }

    /// An operation with its place in the journal.
    struct Step: Sendable {
        var index: Int
        var operation: Operation
        var entry: Journal.Entry
    }

    let place: WorkingPlace
    var threads = 1
    /// From so many files on, one call makes the whole file system last, instead of one for each file.
    var filesWorthOneCall = SystemCalls.canSynchronizeAll ? 64 : Int.max

    private var disk: Disk { place.disk }

    /// - Returns: the operations that had to be left out.
    func run(_ operations: [Operation], _ purpose: Purpose) throws(Failure) -> [Skipped] {
        var skipped: [Skipped] = []
        func leaveOut(_ index: Int, _ failure: EditTargets.Failure) throws(Failure) {
            let operation = operations[index]
            guard !operation.isRequired, failure.isOfOneFile else { throw .refused(path: operation.path, failure) }
            skipped.append(Skipped(index: index, failure: failure))
        }
        var journal = try begin(purpose)
        let numbers = purpose.manifest?.active.map(\.index) ?? Array(operations.indices)
        var targets = EditTargets(place)
        var steps: [Step] = []
        var moved: [String] = []
        for (index, operation) in operations.enumerated() {
            do throws(EditTargets.Failure) {
                var entry = Journal.Entry(index: numbers[index], path: try targets.resolve(operation))
                let before = operation.before.map { SHA256.hex($0.bytes) }
                let after = operation.after.map { SHA256.hex($0) }
                (entry.before, entry.after) = journal.direction == .undo ? (after, before) : (before, after)
                steps.append(Step(index: index, operation: operation, entry: entry))
            } catch {
                if error == .conflict { moved.append(operation.path) } else { try leaveOut(index, error) }
            }
        }
        guard moved.isEmpty else { throw .conflict(moved) }
        guard !steps.isEmpty else { return skipped }
        journal.makes = targets.missing
        journal.entries = steps.map(\.entry)
        let recovery = Recovery(place)
        try write(journal)
        do throws(Failure) {
            try makeRoom(journal)
            let groups = Self.groups(steps)
            let isBatch = steps.count >= filesWorthOneCall
            for (step, failure) in prepare(groups, journal, isDurable: !isBatch) {
                try leaveOut(step.index, failure)
                journal.without.insert(step.entry.index)
            }
            let ready = groups.map { group in group.filter { !journal.without.contains($0.entry.index) } }
            if ready.allSatisfy(\.isEmpty) {
                try giveUp(journal, recovery)
                return skipped
            }
            try makeLast(ready, journal, isBatch: isBatch)
            try verify(ready)
            // Before the mark is made: if that fails, nobody knows whether it stands there.
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

    // MARK: Before

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
            try disk.create(place.journal, journal.text, like: nil, isDurable: true)
        } catch {
            // One that is there already belongs to an edit that could not be concluded.
            if error.code != EEXIST { try? disk.remove(place.journal) }
            throw .refused(path: WorkingPlace.name, .system(error))
        }
    }

    private func makeRoom(_ journal: Journal) throws(Failure) {
        do throws(SystemError) {
            try disk.synchronize(directory: place.directory)
            try disk.makeDirectory(place.images(journal.number))
            for directory in journal.makes { try disk.makeDirectory(place.absolute(directory)) }
        } catch {
            throw .refused(path: error.operation == "mkdir" ? error.path : WorkingPlace.name, .system(error))
        }
    }

    /// Whole directories: two threads in one directory wait for each other.
    private static func groups(_ steps: [Step]) -> [[Step]] {
        var places: [String: Int] = [:]
        var groups: [[Step]] = []
        for step in steps {
            let parent = EditTargets.split(step.entry.path).parent
            if let known = places[parent] {
                groups[known].append(step)
            } else {
                places[parent] = groups.count
                groups.append([step])
            }
        }
        return groups
    }

    private func map<Value: Sendable>(_ groups: [[Step]], _ body: @escaping @Sendable (Step) -> Value) -> [Value] {
        let count = groups.reduce(0) { $0 + $1.count }
        let isWorthThreads = count >= 64
        return concurrentMap(groups, threads: isWorthThreads ? threads : 1) { $0.map(body) }.flatMap { $0 }
    }

    private func prepare(
        _ groups: [[Step]],
        _ journal: Journal,
        isDurable: Bool
    ) -> [(Step, EditTargets.Failure)] {
        map(groups) { step in
            do throws(EditTargets.Failure) {
                try prepare(step, journal, isDurable: isDurable)
                return nil
            } catch {
                // A file that is left out leaves nothing behind, as nobody will look for it.
                try? disk.remove(place.temporary(step.entry, journal))
                return (step, error)
            }
        }.compactMap { $0 }
    }

    private func prepare(_ step: Step, _ journal: Journal, isDurable: Bool) throws(EditTargets.Failure) {
        let operation = step.operation
        do throws(SystemError) {
            if let bytes = operation.after {
                let temporary = place.temporary(step.entry, journal)
                let model = operation.before?.stamp ?? operation.model
                let image = place.toImage(step.entry, journal)
                try disk.create(
                    temporary,
                    bytes,
                    like: model,
                    attributesOf: operation.before == nil ? image : place.absolute(step.entry.path),
                    isDurable: isDurable || operation.before == nil
                )
            }
            if let before = operation.before {
                let image = place.fromImage(step.entry, journal)
                if try disk.exists(image) {
                    // Kept since it was done the last time.
                    if try place.digest(image) == journal.from(step.entry) { return }
                    try disk.remove(image)
                }
                guard try link(before, at: place.absolute(step.entry.path), image) else {
                    return try disk.create(
                        image,
                        before.bytes,
                        like: before.stamp,
                        attributesOf: place.absolute(step.entry.path),
                        isDurable: isDurable
                    )
                }
            }
        } catch {
            throw error.operation == "chown" ? .owner : .system(error)
        }
    }

    /// - Returns: false where a second name for the old file will not do. With more names than the one it has, somebody
    ///   may yet write into it.
    private func link(_ before: FileContents, at path: String, _ image: String) throws(SystemError) -> Bool {
        do throws(SystemError) {
            try disk.link(path, image)
        } catch {
            if error.isOutOfSpace || error.code == EIO { throw error }
            return false
        }
        guard let status = try disk.status(at: image) else { return false }
        if status.st_nlink == 2, FileStamp(status).identity == before.stamp.identity { return true }
        try disk.remove(image)
        return false
    }

    private func makeLast(_ groups: [[Step]], _ journal: Journal, isBatch: Bool) throws(Failure) {
        do throws(SystemError) {
            if isBatch {
                try disk.synchronizeAll(on: place.root)
                var devices: Set<UInt64> = []
                if let own = try disk.status(at: place.root) { devices.insert(FileStamp(own).device) }
                for step in groups.joined() {
                    guard let device = step.operation.before?.stamp.device, devices.insert(device).inserted else {
                        continue
                    }
                    try disk.synchronizeAll(on: place.absolute(EditTargets.split(step.entry.path).parent))
                }
            } else {
                try disk.synchronize(directory: place.images(journal.number))
                try disk.synchronize(directory: place.undo)
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
            try disk.synchronize(file, place.journal)
        } catch {
            throw .refused(path: WorkingPlace.name, .system(error))
        }
    }

    // MARK: After

    private func carryOut(_ groups: [[Step]], _ journal: Journal) throws(Failure) {
        let recovery = Recovery(place)
        let failures = concurrentMap(groups, threads: threads) { group -> (String, SystemError?)? in
            for step in group {
                do throws(SystemError) {
                    // All were looked at before the first is replaced: for the last of many that is a while ago.
                    guard try isAsRead(step) else { return (step.operation.path, nil) }
                    try recovery.put(step.entry, journal)
                } catch {
                    return (step.operation.path, error)
                }
            }
            return nil
        }
        if let (path, error) = failures.lazy.compactMap({ $0 }).first {
            guard let error, error.code != EEXIST else { throw .conflict([path]) }
            throw .refused(path: path, .system(error))
        }
        do throws(SystemError) {
            try recovery.makeLast(journal, threads: threads)
        } catch {
            throw .refused(path: error.path, .system(error))
        }
    }

    private func isAsRead(_ step: Step) throws(SystemError) -> Bool {
        guard let before = step.operation.before else { return true }
        guard let status = try disk.status(at: place.absolute(step.entry.path)) else { return false }
        return FileStamp(status) == before.stamp
    }

    /// Leaves everything as it was before.
    private func giveUp(_ journal: Journal, _ recovery: Recovery) throws(Failure) {
        do throws(SystemError) {
            if journal.isCommitted { _ = try recovery.takeBack(journal) } else { try recovery.abandon(journal) }
        } catch {
            if journal.isCommitted { throw .stuck(error) }
            // Nothing was changed yet: the next command clears away what could not be cleared now.
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

extension EditTargets.Failure {
    /// Whether other files may well do without.
    fileprivate var isOfOneFile: Bool {
        switch self {
        case .system(let error): [EACCES, EPERM, EROFS, ENAMETOOLONG, ENOENT, ELOOP].contains(error.code)
        case .outside, .hidden, .link, .owner: true
        case .conflict: false
        }
    }
}
