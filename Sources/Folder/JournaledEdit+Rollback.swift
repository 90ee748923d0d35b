internal import CLibrary
internal import Text

extension JournaledEdit {
    /// Removes the files prepared for an edit that has not begun.
    func discard() throws(SystemError) {
        try removeTemporaries()
        try removeTraces()
    }

    /// A file that was not restored.
    struct Kept: Sendable {
        var path: String
        /// The path of the file that was to be deleted, if another program has made a new one under its name.
        var copy: String?

        var text: String { path + (copy.map { " (the version before the edit is '\($0)')" } ?? "") }
    }

    /// Restores the old bytes of every file.
    ///
    /// - Returns: the files that were left unchanged.
    func rollBack() throws(SystemError) -> [Kept] {
        var kept: [Kept] = []
        for entry in journal.active {
            let now = try disk.digest(target(entry))
            if now == journal.old(entry) { continue }
            guard now == journal.new(entry), try restore(entry) else {
                kept.append(Kept(path: entry.path, copy: try moveAside(entry, besides: now)))
                continue
            }
        }
        for entry in journal.active {
            if let copy = try keepUnknown(entry) { kept.append(Kept(path: entry.path, copy: copy)) }
        }
        try removeTemporaries()
        for directory in directories {
            _ = try unlessMissing(try disk.sync(directory: memoss.absolute(directory.path)))
        }
        try removeTraces()
        return kept
    }

    /// Moves the file that a new one replaced, or that was deleted, back to its target. If another program has written a
    /// newer file there, that file is kept.
    ///
    /// - Returns: false if that file does not have the temporary name.
    func swapBack(_ entry: Journal.Entry) throws(SystemError) -> Bool {
        let (target, temporary) = (target(entry), temporary(entry))
        guard var held = try disk.digest(temporary), held != journal.new(entry) else { return false }
        guard var put = journal.new(entry) else {
            do throws(SystemError) {
                try disk.link(temporary, target)
            } catch {
                if error.isDiskFailure { throw error }
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
            guard let out = try disk.digest(temporary), out != put else { break }
            (put, held) = (held, out)
        }
        return true
    }

    /// Gives a conflict copy's name to a file that was moved away to be deleted, if its name has been taken since.
    /// Whoever created the new file did not know the old one.
    ///
    /// - Parameter now: the digest of the file that now has the name; it is the same file if that was moved back
    ///   already.
    /// - Returns: its path; nil if there is no such file.
    private func moveAside(_ entry: Journal.Entry, besides now: String?) throws(SystemError) -> String? {
        guard journal.new(entry) == nil else { return nil }
        let copy = conflictCopy(entry)
        let path = memoss.absolute(copy)
        if let held = try disk.digest(temporary(entry)) {
            if held == now { return nil }
            try disk.rename(temporary(entry), path)
        } else if try !disk.exists(path) {
            return nil
        }
        return copy
    }

    /// Gives a conflict copy's name to a file with the temporary name that is neither the old nor the new one: two programs
    /// saved, one of them the file that it had opened before the edit.
    ///
    /// - Returns: its path; nil if there is no such file.
    private func keepUnknown(_ entry: Journal.Entry) throws(SystemError) -> String? {
        guard let held = try disk.digest(temporary(entry)), held != journal.old(entry), held != journal.new(entry),
            try held != disk.digest(target(entry))
        else { return nil }
        let copy = conflictCopy(entry)
        try disk.rename(temporary(entry), memoss.absolute(copy))
        return copy
    }

    /// - Returns: false if the old bytes are gone.
    private func restore(_ entry: Journal.Entry) throws(SystemError) -> Bool {
        guard let old = journal.old(entry) else {
            try disk.remove(target(entry))
            return true
        }
        if try swapBack(entry) { return true }
        guard let image = try memoss.image(oldImage(entry), digest: old) else { return false }
        do throws(SystemError) {
            try restore(entry, from: image)
        } catch {
            guard error.isCrossDevice, !entry.isBeside else { throw error }
            var entry = entry
            entry.isBeside = true
            try restore(entry, from: image)
        }
        return true
    }

    private func restore(_ entry: Journal.Entry, from contents: FileContents) throws(SystemError) {
        let (image, restored) = (oldImage(entry), restored(entry))
        // Left behind by an earlier attempt.
        try disk.remove(restored)
        do throws(SystemError) {
            // The image of a redo is kept, so it must not share its inode with a file that others may write to.
            guard journal.direction != .redo else { throw SystemError(.link, image, code: EMLINK) }
            try disk.link(image, restored)
        } catch {
            if error.code == EIO { throw error }
            try disk.create(restored, contents.bytes, like: contents.stamp, attributesOf: image, isDurable: true)
        }
        try disk.rename(restored, target(entry))
    }

    func removeTemporaries() throws(SystemError) {
        for entry in journal.entries { try removeTemporaries(entry) }
    }

    /// Deletes every temporary file that an edit may have left, wherever it is.
    func removeTemporaries(_ entry: Journal.Entry) throws(SystemError) {
        var entry = entry
        for isBeside in [false, true] {
            entry.isBeside = isBeside
            for path in [temporary(entry), restored(entry)] { try disk.remove(path) }
        }
    }

    /// The journal is removed last.
    private func removeTraces() throws(SystemError) {
        for directory in journal.createdDirectories.reversed() {
            try disk.removeDirectory(memoss.absolute(directory))
        }
        switch journal.direction {
        case .edit, .replace: try UndoStore(memoss).remove(journal.number)
        case .undo: for entry in journal.entries { try disk.remove(oldImage(entry)) }
        case .redo: break
        }
        try disk.remove(memoss.journal)
        try disk.sync(directory: memoss.path)
    }
}
