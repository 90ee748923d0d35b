internal import CLibrary
internal import Text

/// An edit and its journal: where each of its files is, and the steps that commit it. `Transaction` performs the steps;
/// after a crash, `Recovery` performs the remaining ones.
package struct JournaledEdit: Sendable {
    package let memoss: MemossDirectory
    package var journal: Journal
    package var disk: Disk { memoss.disk }

    /// The directory of its images, which every step of every file needs.
    private let images: String

    package init(_ journal: Journal, in memoss: MemossDirectory) {
        (self.journal, self.memoss, images) = (journal, memoss, memoss.images(journal.number))
    }

    // MARK: Paths

    package func target(_ entry: Journal.Entry) -> String { memoss.absolute(entry.path) }

    /// The temporary path: of the new file before the exchange, and of the old file after it.
    func temporary(_ entry: Journal.Entry) -> String {
        entry.isBeside ? neighbour(entry) : "\(images)/\(entry.index).new"
    }

    /// The path where an old file is prepared to be restored.
    func restored(_ entry: Journal.Entry) -> String {
        entry.isBeside ? neighbour(entry) + ".old" : "\(images)/\(entry.index).old"
    }

    /// The path of the new file next to its target, for when it cannot be renamed across directories; the walk ignores
    /// this name.
    private func neighbour(_ entry: Journal.Entry) -> String {
        // File names are limited to 255 bytes.
        let stem = String(decoding: FilePath.name(of: entry.path).utf8.prefix(200), as: UTF8.self)
        let directory = memoss.absolute(FilePath.parent(of: entry.path))
        return "\(directory == "/" ? "" : directory)/.\(stem).\(journal.suffix)-\(entry.index)"
    }

    /// The path relative to the root of a copy that `mm check` reports and nothing else reads.
    func conflictCopy(_ entry: Journal.Entry) -> String {
        let (directory, name) = (FilePath.parent(of: entry.path), FilePath.name(of: entry.path))
        let dot = name.utf8.lastIndex(of: UInt8(ascii: ".")) ?? name.endIndex
        let stem = String(decoding: name[..<dot].utf8.prefix(180), as: UTF8.self)
        return "\(directory.isEmpty ? "" : directory + "/")\(stem) (conflicted copy \(journal.suffix))\(name[dot...])"
    }

    /// The image in the undo store of the file before this edit changes it.
    package func oldImage(_ entry: Journal.Entry) -> String {
        "\(images)/\(entry.index).\(journal.direction == .undo ? "after" : "before")"
    }

    package func newImage(_ entry: Journal.Entry) -> String {
        "\(images)/\(entry.index).\(journal.direction == .undo ? "before" : "after")"
    }

    // MARK: Committing

    /// Moves one new file to its target, or the old file away from it. The old file then has the temporary name, unless
    /// the file system cannot exchange names.
    package func apply(_ entry: Journal.Entry) throws(SystemError) {
        let (target, temporary) = (target(entry), temporary(entry))
        guard journal.new(entry) != nil else { return try disk.rename(target, temporary) }
        guard journal.old(entry) == nil else {
            // In this order, the last event that a watcher of the directory sees is the arrival of the file, not its
            // removal.
            if try !disk.exchange(target, temporary) { try disk.rename(temporary, target) }
            return
        }
        // link(2) rather than rename(2): a new file must not replace an existing one.
        do throws(SystemError) {
            try disk.link(temporary, target)
        } catch {
            if error.code == EEXIST || error.isDiskFailure { throw error }
            guard try !disk.exists(target) else { throw SystemError(.link, target, code: EEXIST) }
            return try disk.rename(temporary, target)
        }
        try disk.remove(temporary)
    }

    /// Syncs the directories of all targets, so that the renames survive a power failure.
    func syncDirectories(threads: Int) throws(SystemError) {
        let failures = concurrentMap(directories.map(\.path), threads: threads) { path -> SystemError? in
            do throws(SystemError) {
                try disk.sync(directory: memoss.absolute(path))
                return nil
            } catch {
                // A directory to be removed by the edit may be gone already.
                return error.isMissing && journal.removedDirectories.contains(where: path.isSamePath) ? nil : error
            }
        }
        if let failure = failures.lazy.compactMap({ $0 }).first { throw failure }
    }

    /// The directories that the edit changes, relative to the root.
    var directories: Set<PathKey> {
        Set((journal.active.map(\.path) + journal.createdDirectories).map { PathKey(FilePath.parent(of: $0)) })
    }

    /// Turns the journal into the manifest. If that fails, the edit is complete all the same, and the next command
    /// finishes the rest.
    func finish() {
        do throws(SystemError) {
            try close()
        } catch {
            return
        }
    }

    /// - Throws: a `SystemError` if there is still a journal.
    func close() throws(SystemError) {
        for entry in journal.entries { try disk.remove(temporary(entry)) }
        for directory in journal.removedDirectories.reversed() {
            try disk.removeDirectory(memoss.absolute(directory))
        }
        guard journal.direction != .replace else {
            try disk.remove(memoss.journal)
            try? disk.sync(directory: memoss.path)
            try? UndoStore(memoss).remove(journal.number)
            return
        }
        do throws(SystemError) {
            try disk.rename(memoss.journal, memoss.manifest(journal.number))
        } catch {
            guard error.isMissing else { throw error }
            // Somebody has deleted the images. The edit cannot be undone, but its journal must not stop the next one.
            for directory in [memoss.undo, images] { try memoss.makeDirectory(directory) }
            try disk.rename(memoss.journal, memoss.manifest(journal.number))
        }
        try? settle()
    }

    private func settle() throws(SystemError) {
        try disk.sync(directory: images)
        try disk.sync(directory: memoss.path)
        try UndoStore(memoss).prune(dropsUndone: journal.direction == .edit)
    }
}
