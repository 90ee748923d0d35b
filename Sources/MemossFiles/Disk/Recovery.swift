#if canImport(Glibc)
    internal import Glibc
#elseif canImport(Musl)
    internal import Musl
#else
    internal import Darwin
#endif

/// Brings an edit that was interrupted to an end, whichever is nearer: done, or never begun.
///
/// Whatever it does can itself be interrupted at any point and be begun again. The caller holds the lock.
struct Recovery: Sendable {
    let place: WorkingPlace
    private var disk: Disk { place.disk }

    init(_ place: WorkingPlace) { self.place = place }

    enum Outcome: Sendable, Hashable {
        /// Nothing had been changed yet; what the edit was called, if it had come that far.
        case abandoned(what: String?)
        case finished(Journal)
        /// Without `kept`: files that somebody else has changed since, or whose old bytes are gone.
        case takenBack(Journal, kept: [String])
        /// The journal is of another version of `mm`, damaged, or longer than any that is written: nothing was touched.
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
            try disk.synchronize(directory: place.directory)
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

    /// - Returns: false if a new file cannot be moved into its place from where it is.
    private func putAll(_ journal: Journal) throws(SystemError) -> Bool {
        for entry in journal.active where try place.digest(place.absolute(entry.path)) != journal.to(entry) {
            do throws(SystemError) {
                try put(entry, journal)
            } catch {
                guard error.isBorder else { throw error }
                // One that goes has its image.
                guard journal.to(entry) == nil else { return false }
                try disk.remove(place.absolute(entry.path))
            }
        }
        return true
    }

    /// Whether all that it names stands in the folder itself: the paths of a journal have no links in them.
    private func isOurs(_ journal: Journal) throws(SystemError) -> Bool {
        guard try place.exists(), try !place.isElsewhere(place.images(journal.number)) else { return false }
        let paths = journal.entries.map(\.path) + journal.makes + journal.drops
        for parent in Set(paths.map { EditTargets.split($0).parent }) {
            do throws(SystemError) {
                guard try disk.realPath(place.absolute(parent)) == place.absolute(parent) else { return false }
            } catch {
                // Not made yet, or gone: then nothing below it is reached.
                if !error.isMissing { throw error }
            }
        }
        return true
    }

    /// Whether each file is as it was, with the new file ready, or as it shall be, and was as it was.
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

    // MARK: Going on

    /// Gets one new file into its place, or an old one out of it: that has the name of the temporary file then, unless the
    /// file system cannot exchange names.
    func put(_ entry: Journal.Entry, _ journal: Journal) throws(SystemError) {
        let target = place.absolute(entry.path)
        let temporary = place.temporary(entry, journal)
        guard journal.to(entry) != nil else { return try disk.rename(target, temporary) }
        guard journal.from(entry) == nil else {
            // In this order the last that a watcher of the directory hears is that the file has come, not that it has gone.
            if try !disk.exchange(target, temporary) { try disk.rename(temporary, target) }
            return
        }
        // A new file takes nobody's place: a rename would.
        do throws(SystemError) {
            try disk.link(temporary, target)
        } catch {
            if error.code == EEXIST || error.code == EIO || error.isOutOfSpace { throw error }
            guard try !disk.exists(target) else { throw SystemError("link", target, code: EEXIST) }
            return try disk.rename(temporary, target)
        }
        try disk.remove(temporary)
    }

    /// The file that was in the place of a new one, or of none, gets its place again. What others put there meanwhile is newer,
    /// and stays.
    ///
    /// - Returns: false if it has not the name of the temporary file.
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
        // Until what comes out is what was put in.
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

    /// What stands in its place stays there, whatever happens to the power.
    func makeLast(_ journal: Journal, threads: Int) throws(SystemError) {
        let directories = Array(directories(journal))
        let failures = concurrentMap(directories, threads: threads) { path -> SystemError? in
            do throws(SystemError) {
                try disk.synchronize(directory: place.absolute(path))
                return nil
            } catch {
                // One that goes with the edit may be gone already.
                return error.isMissing && journal.drops.contains(path) ? nil : error
            }
        }
        if let failure = failures.lazy.compactMap({ $0 }).first { throw failure }
    }

    private func directories(_ journal: Journal) -> Set<String> {
        Set((journal.active.map(\.path) + journal.makes).map { EditTargets.split($0).parent })
    }

    /// The journal becomes the manifest. Where that fails the edit is done all the same, and the next command will see
    /// to the rest.
    func conclude(_ journal: Journal) {
        do throws(SystemError) {
            for entry in journal.entries { try disk.remove(place.temporary(entry, journal)) }
            for directory in journal.drops.reversed() {
                try disk.removeDirectory(place.absolute(directory))
            }
            try disk.rename(place.journal, place.manifest(journal.number))
            try disk.synchronize(directory: place.images(journal.number))
            try disk.synchronize(directory: place.directory)
            try UndoStore(place).tidy(cuttingRedo: journal.direction == .edit)
        } catch {
            return
        }
    }

    // MARK: Going back

    /// Clears away what was made ready for an edit that has not begun.
    func abandon(_ journal: Journal) throws(SystemError) {
        for entry in journal.entries { try place.removeTemporaries(entry, journal) }
        try removeTraces(journal)
    }

    /// Gives every file its old bytes again.
    ///
    /// - Returns: the files that were left as they are.
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
                try disk.synchronize(directory: place.absolute(directory))
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
        // It may be left from the last time.
        try disk.remove(temporary)
        do throws(SystemError) {
            // The image of a redo stays, and nobody else may write into it.
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

    /// The journal goes last.
    private func removeTraces(_ journal: Journal) throws(SystemError) {
        for directory in journal.makes.reversed() { try disk.removeDirectory(place.absolute(directory)) }
        switch journal.direction {
        case .edit: try UndoStore(place).remove(journal.number)
        case .undo:
            for entry in journal.entries { try disk.remove(place.fromImage(entry, journal)) }
        case .redo: break
        }
        try disk.remove(place.journal)
        try disk.synchronize(directory: place.directory)
    }
}
