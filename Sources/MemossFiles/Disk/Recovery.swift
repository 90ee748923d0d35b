internal import CLibrary

/// Recovers an interrupted edit by completing it or rolling it back.
///
/// Recovery can itself be interrupted at any point and started again. The caller holds the lock.
struct Recovery: Sendable {
    let place: WorkingPlace
    private var disk: Disk { place.disk }

    init(_ place: WorkingPlace) { self.place = place }

    enum Outcome: Sendable, Hashable {
        /// Nothing had been changed yet. `what` is the description of the edit, if it was already written.
        case abandoned(what: String?)
        case finished(Journal)
        /// Rolled back, except for `kept`: files that have been changed since by others, or whose images are gone.
        case takenBack(Journal, kept: [String])
        /// The journal is of another version of `mm`, damaged or too long: nothing was changed.
        case foreign
    }

    /// Nil if there is nothing to recover.
    func run() throws(SystemError) -> Outcome? {
        let bytes: [UInt8]
        do throws(SystemError) {
            guard let journal = try place.readJournal(place.journal) else { return .foreign }
            bytes = journal
        } catch {
            if error.isMissing { return nil }
            throw error
        }
        switch Journal.read(bytes) {
        case .foreign: return .foreign
        case .torn:
            try disk.remove(place.journal)
            try disk.sync(directory: place.directory)
            return .abandoned(what: nil)
        case .whole(var journal):
            guard try isOurs(journal) else { return .foreign }
            guard journal.isCommitted else {
                try abandon(journal)
                return .abandoned(what: journal.what)
            }
            for entry in journal.entries where try disk.exists(place.absolute(journal.neighbour(entry))) {
                journal.beside.insert(entry.index)
            }
            guard try canFinish(journal), try putAll(journal) else {
                return .takenBack(journal, kept: try takeBack(journal))
            }
            try makeLast(journal, threads: 1)
            for entry in journal.entries { try place.removeTemporaries(entry, journal) }
            conclude(journal)
            return .finished(journal)
        }
    }

    /// - Returns: false if a new file cannot be renamed to its target.
    private func putAll(_ journal: Journal) throws(SystemError) -> Bool {
        for entry in journal.active where try place.digest(place.absolute(entry.path)) != journal.to(entry) {
            do throws(SystemError) {
                try put(entry, journal)
            } catch {
                guard error.isBorder else { throw error }
                // A deleted file still has its image.
                guard journal.to(entry) == nil else { return false }
                try disk.remove(place.absolute(entry.path))
            }
        }
        return true
    }

    /// Whether all paths of the journal are in the folder itself and contain no symbolic links.
    private func isOurs(_ journal: Journal) throws(SystemError) -> Bool {
        guard try place.exists(), try !place.isElsewhere(place.images(journal.number)) else { return false }
        let paths = journal.entries.map(\.path) + journal.makes + journal.drops
        for parent in Set(paths.map { EditTargets.split($0).parent }) {
            do throws(SystemError) {
                guard try disk.realPath(place.absolute(parent)) == place.absolute(parent) else { return false }
            } catch {
                // Not created yet, or gone: nothing below it can be reached.
                if !error.isMissing { throw error }
            }
        }
        return true
    }

    /// Whether each file is either unchanged with its new file ready, or already changed from the expected old file.
    private func canFinish(_ journal: Journal) throws(SystemError) -> Bool {
        for entry in journal.active {
            let now = try place.digest(place.absolute(entry.path))
            let temporary = try place.digest(place.temporary(entry, journal))
            if now == journal.to(entry) {
                guard temporary == nil || temporary == journal.from(entry) || temporary == now else { return false }
                continue
            }
            guard now == journal.from(entry) else { return false }
            guard journal.to(entry) == nil || temporary == journal.to(entry) else { return false }
        }
        return true
    }

    // MARK: Completing

    /// Moves one new file to its target, or the old file away from it. The old file then has the temporary name, unless
    /// the file system cannot exchange names.
    func put(_ entry: Journal.Entry, _ journal: Journal) throws(SystemError) {
        let target = place.absolute(entry.path)
        let temporary = place.temporary(entry, journal)
        guard journal.to(entry) != nil else { return try disk.rename(target, temporary) }
        guard journal.from(entry) == nil else {
            // In this order, the last event that a watcher of the directory sees is the arrival of the file, not its
            // removal.
            if try !disk.exchange(target, temporary) { try disk.rename(temporary, target) }
            return
        }
        // link(2) rather than rename(2): a new file must not replace an existing one.
        do throws(SystemError) {
            try disk.link(temporary, target)
        } catch {
            if error.code == EEXIST || error.code == EIO || error.isOutOfSpace { throw error }
            guard try !disk.exists(target) else { throw SystemError("link", target, code: EEXIST) }
            return try disk.rename(temporary, target)
        }
        try disk.remove(temporary)
    }

    /// Moves the file that a new one replaced, or that was deleted, back to its target. If others have written a newer
    /// file there meanwhile, that one is kept.
    ///
    /// - Returns: false if that file does not have the temporary name.
    func giveBack(_ entry: Journal.Entry, _ journal: Journal) throws(SystemError) -> Bool {
        let target = place.absolute(entry.path)
        let temporary = place.temporary(entry, journal)
        guard var held = try place.digest(temporary), held != journal.to(entry) else { return false }
        guard var put = journal.to(entry) else {
            do throws(SystemError) {
                try disk.link(temporary, target)
            } catch {
                if error.code == EIO || error.isOutOfSpace { throw error }
                if try !disk.exists(target) { try disk.rename(temporary, target) }
            }
            return true
        }
        // Repeat until the file that comes out is the one that was put in.
        for _ in 0..<8 {
            guard try disk.exchange(target, temporary) else {
                try disk.rename(temporary, target)
                return true
            }
            guard let out = try place.digest(temporary), out != put else { break }
            (put, held) = (held, out)
        }
        return true
    }

    /// Syncs the directories of all targets, so that the renames survive a power failure.
    func makeLast(_ journal: Journal, threads: Int) throws(SystemError) {
        let directories = Array(directories(journal))
        let failures = concurrentMap(directories, threads: threads) { path -> SystemError? in
            do throws(SystemError) {
                try disk.sync(directory: place.absolute(path))
                return nil
            } catch {
                // A directory to be removed by the edit may be gone already.
                return error.isMissing && journal.drops.contains(path) ? nil : error
            }
        }
        if let failure = failures.lazy.compactMap({ $0 }).first { throw failure }
    }

    private func directories(_ journal: Journal) -> Set<String> {
        Set((journal.active.map(\.path) + journal.makes).map { EditTargets.split($0).parent })
    }

    /// Turns the journal into the manifest. If that fails, the edit is complete all the same, and the next command
    /// finishes the rest.
    func conclude(_ journal: Journal) {
        do throws(SystemError) {
            for entry in journal.entries { try disk.remove(place.temporary(entry, journal)) }
            for directory in journal.drops.reversed() {
                try disk.removeDirectory(place.absolute(directory))
            }
            try disk.rename(place.journal, place.manifest(journal.number))
            try disk.sync(directory: place.images(journal.number))
            try disk.sync(directory: place.directory)
            try UndoStore(place).tidy(cuttingRedo: journal.direction == .edit)
        } catch {
            return
        }
    }

    // MARK: Rolling back

    /// Removes what was prepared for an edit that has not begun.
    func abandon(_ journal: Journal) throws(SystemError) {
        for entry in journal.entries { try place.removeTemporaries(entry, journal) }
        try removeTraces(journal)
    }

    /// Restores the old bytes of every file.
    ///
    /// - Returns: the files that were left unchanged.
    func takeBack(_ journal: Journal) throws(SystemError) -> [String] {
        var kept: [String] = []
        for entry in journal.active {
            let target = place.absolute(entry.path)
            let now = try place.digest(target)
            if now == journal.from(entry) { continue }
            guard now == journal.to(entry), try restore(entry, journal) else {
                kept.append(entry.path)
                continue
            }
        }
        for entry in journal.entries { try place.removeTemporaries(entry, journal) }
        for directory in directories(journal) {
            do throws(SystemError) {
                try disk.sync(directory: place.absolute(directory))
            } catch {
                if !error.isMissing { throw error }
            }
        }
        try removeTraces(journal)
        return kept
    }

    /// - Returns: false if the old bytes are gone.
    private func restore(_ entry: Journal.Entry, _ journal: Journal) throws(SystemError) -> Bool {
        let target = place.absolute(entry.path)
        guard let old = journal.from(entry) else {
            try disk.remove(target)
            return true
        }
        if try giveBack(entry, journal) { return true }
        let image: FileContents
        do throws(SystemError) {
            let limit = WorkingPlace.Longest.image
            image = try place.read(place.fromImage(entry, journal), limit: limit, ofAnyone: true)
        } catch {
            if error.isMissing || error.isForeign { return false }
            throw error
        }
        guard SHA256.hex(image.bytes) == old else { return false }
        do throws(SystemError) {
            try putBack(image, entry, journal)
        } catch {
            guard error.isBorder, !journal.beside.contains(entry.index) else { throw error }
            var other = journal
            other.beside.insert(entry.index)
            try putBack(image, entry, other)
        }
        return true
    }

    private func putBack(
        _ contents: FileContents,
        _ entry: Journal.Entry,
        _ journal: Journal
    ) throws(SystemError) {
        let image = place.fromImage(entry, journal)
        let temporary = place.restored(entry, journal)
        // Left behind by an earlier attempt.
        try disk.remove(temporary)
        do throws(SystemError) {
            // The image of a redo is kept, so it must not share its inode with a file that others may write to.
            guard journal.direction != .redo else { throw SystemError("link", image, code: EMLINK) }
            try disk.link(image, temporary)
        } catch {
            if error.code == EIO { throw error }
            try disk.create(
                temporary,
                contents.bytes,
                like: contents.stamp,
                attributesOf: image,
                isDurable: true
            )
        }
        try disk.rename(temporary, place.absolute(entry.path))
    }

    /// The journal is removed last.
    private func removeTraces(_ journal: Journal) throws(SystemError) {
        for directory in journal.makes.reversed() { try disk.removeDirectory(place.absolute(directory)) }
        switch journal.direction {
        case .edit: try UndoStore(place).remove(journal.number)
        case .undo:
            for entry in journal.entries { try disk.remove(place.fromImage(entry, journal)) }
        case .redo: break
        }
        try disk.remove(place.journal)
        try disk.sync(directory: place.directory)
    }
}
