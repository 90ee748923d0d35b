internal import Text

/// Recovers an interrupted edit by completing it or rolling it back.
///
/// Recovery can itself be interrupted at any point and started again. The caller holds the lock.
package struct Recovery: Sendable {
    package let memoss: MemossDirectory
    private var disk: Disk { memoss.disk }

    package init(_ memoss: MemossDirectory) { self.memoss = memoss }

    package enum Outcome: Sendable, Hashable {
        /// Nothing had been changed yet. `what` is the description of the edit, if it was already written.
        case discarded(what: String?)
        case completed(Journal)
        /// `kept` are files that another program has changed since, or whose images are gone.
        case rolledBack(Journal, kept: [String])
        /// The journal was written by another version of `mm`, or is damaged or too long. Nothing was changed.
        case foreign
    }

    /// Nil if there is nothing to recover.
    package func run() throws(SystemError) -> Outcome? {
        guard let bytes = try unlessMissing(try memoss.readJournal(memoss.journal)) else { return nil }
        switch bytes.map(Journal.read) ?? .foreign {
        case .foreign: return .foreign
        case .torn:
            try disk.remove(memoss.journal)
            try disk.sync(directory: memoss.path)
            return .discarded(what: nil)
        case .whole(let journal):
            guard try isInFolder(journal) else { return .foreign }
            let edit = JournaledEdit(journal, in: memoss)
            // A power failure may leave the file with both names, although everything was done before it was renamed. Its
            // files may have changed since.
            let manifest = try unlessMissing(try memoss.readJournal(memoss.manifest(journal.number))) ?? nil
            if journal.isCommitted, manifest == bytes {
                try close(edit)
                return .completed(journal)
            }
            return try recover(edit)
        }
    }

    private func recover(_ edit: JournaledEdit) throws(SystemError) -> Outcome {
        var edit = edit
        guard edit.journal.isCommitted else {
            try edit.discard()
            return .discarded(what: edit.journal.what)
        }
        for index in edit.journal.entries.indices {
            edit.journal.entries[index].isBeside = true
            let isBeside = try disk.exists(edit.temporary(edit.journal.entries[index]))
            edit.journal.entries[index].isBeside = isBeside
        }
        guard try canComplete(edit), try applyRest(of: edit) else {
            return .rolledBack(edit.journal, kept: try edit.rollBack().map(\.text))
        }
        try edit.syncDirectories(threads: 1)
        try close(edit)
        return .completed(edit.journal)
    }

    private func close(_ edit: JournaledEdit) throws(SystemError) {
        try edit.removeTemporaries()
        try edit.close()
    }

    /// Whether all paths of the journal are in the folder itself and contain no symbolic links.
    private func isInFolder(_ journal: Journal) throws(SystemError) -> Bool {
        guard try memoss.exists() else { return false }
        let images = try disk.kind(of: memoss.images(journal.number), follows: false)
        guard images == nil || images == .directory else { return false }
        let paths = journal.entries.map(\.path) + journal.createdDirectories + journal.removedDirectories
        for parent in Set(paths.map { PathKey(FilePath.parent(of: $0)) }).map(\.path) {
            let directory = memoss.absolute(parent)
            // If it is not created yet, or gone, nothing below it can be reached.
            guard let real = try unlessMissing(try disk.realPath(directory)) else { continue }
            guard real.isSamePath(as: directory) else { return false }
        }
        return true
    }

    /// Whether each file is either unchanged with its new file ready, or already changed from the expected old file.
    private func canComplete(_ edit: JournaledEdit) throws(SystemError) -> Bool {
        for entry in edit.journal.active {
            let (old, new) = (edit.journal.old(entry), edit.journal.new(entry))
            let now = try disk.digest(edit.target(entry))
            let temporary = try disk.digest(edit.temporary(entry))
            if now == new {
                guard temporary == nil || temporary == old || temporary == now else { return false }
            } else {
                guard now == old, new == nil || temporary == new else { return false }
            }
        }
        return true
    }

    /// - Returns: false if a new file cannot be renamed to its target.
    private func applyRest(of edit: JournaledEdit) throws(SystemError) -> Bool {
        for entry in edit.journal.active where try disk.digest(edit.target(entry)) != edit.journal.new(entry) {
            do throws(SystemError) {
                try edit.apply(entry)
            } catch {
                guard error.isCrossDevice else { throw error }
                // A deleted file still has its image.
                guard edit.journal.new(entry) == nil else { return false }
                try disk.remove(edit.target(entry))
            }
        }
        return true
    }
}
