internal import CLibrary

/// The edits that can be undone or redone.
///
/// Each has a directory `undo/N` with a manifest and the images of its files: `I.before` and, once it is undone,
/// `I.after`. The manifest is the journal of the last operation on the edit: `undo` means that it is currently undone.
/// The caller holds the lock for all writing operations.
package struct UndoStore: Sendable {
    static let capacity = 20

    package let memoss: MemossDirectory
    private var disk: Disk { memoss.disk }

    package init(_ memoss: MemossDirectory) { self.memoss = memoss }

    /// The numbers of the directories, in ascending order, with or without a manifest.
    private func numbers() throws(SystemError) -> [Int] {
        guard try memoss.exists(), let names = try unlessMissing(try disk.names(in: memoss.undo)) else { return [] }
        // Ignore forged numbers, and leave room for the next one.
        let numbers = names.compactMap { name in Int(name).flatMap { "\($0)" == name ? $0 : nil } }
        return numbers.filter { $0 > 0 && $0 < Int.max / 2 }.sorted()
    }

    private func trustedNumbers() throws(SystemError) -> [Int] {
        let numbers = try numbers()
        for number in numbers { try memoss.checkDirectory(memoss.images(number)) }
        return numbers
    }

    /// An unused number.
    func nextNumber() throws(SystemError) -> Int { (try trustedNumbers().last ?? 0) + 1 }

    /// The manifests that can still be used, oldest first: an undone edit cannot be redone after a newer edit.
    package func manifests() throws(SystemError) -> [Journal] {
        var foreign: [SystemError] = []
        let manifests = try manifests { foreign.append($0) }
        if let first = foreign.first { throw first }
        return manifests
    }

    /// The same for read-only use.
    ///
    /// - Parameter refused: receives errors about foreign entries.
    package func manifests(_ refused: (SystemError) -> Void) throws(SystemError) -> [Journal] {
        var found: [Journal] = []
        do throws(SystemError) {
            for number in try numbers() {
                do throws(SystemError) {
                    try memoss.checkDirectory(memoss.images(number))
                    if let manifest = try manifest(number) { found.append(manifest) }
                } catch {
                    guard error.isForeign else { throw error }
                    refused(error)
                }
            }
        } catch {
            guard error.isForeign else { throw error }
            refused(error)
        }
        return Self.usable(found, \.direction)
    }

    /// Those of the edits, oldest first, that can still be undone or redone.
    private static func usable<Edit>(_ edits: [Edit], _ direction: (Edit) -> Journal.Direction) -> [Edit] {
        let newest = edits.lastIndex { direction($0) != .undo } ?? -1
        return edits.enumerated().filter { $0.offset > newest || direction($0.element) != .undo }.map(\.element)
    }

    private func manifest(_ number: Int) throws(SystemError) -> Journal? {
        guard let bytes = try unlessMissing(try memoss.readJournal(memoss.manifest(number))) ?? nil,
            case .whole(let journal) = Journal.read(bytes)
        else { return nil }
        return journal.number == number ? journal : nil
    }

    /// Nil without a manifest of that number.
    private func heading(_ number: Int) throws(SystemError) -> Journal.Heading? {
        let path = memoss.manifest(number)
        let bytes = try unlessMissing(try memoss.beginning(of: path, limit: Journal.Heading.maximumSize))
        return bytes.flatMap(Journal.Heading.init).flatMap { $0.number == number ? $0 : nil }
    }

    /// The edit that `undo` or `redo` applies to next.
    package func next(_ direction: Journal.Direction) throws(SystemError) -> Journal? {
        let manifests = try manifests()
        return direction == .redo
            ? manifests.first { $0.direction == .undo } : manifests.last { $0.direction != .undo }
    }

    /// Deletes entries beyond the capacity, edits that can no longer be redone, and leftovers of interrupted operations.
    func prune(dropsUndone: Bool = false) throws(SystemError) {
        let numbers = try trustedNumbers()
        var edits: [Journal.Heading] = []
        for number in numbers { if let edit = try heading(number) { edits.append(edit) } }
        let counting = Self.usable(edits, \.direction).filter { !dropsUndone || $0.direction != .undo }
        let kept = Set(counting.suffix(Self.capacity).map(\.number))
        for number in numbers where !kept.contains(number) { try remove(number) }
    }

    /// Deletes the manifest first: without it, the other files have no effect.
    package func remove(_ number: Int) throws(SystemError) {
        try disk.remove(memoss.manifest(number))
        for name in try unlessMissing(try disk.names(in: memoss.images(number))) ?? [] {
            do throws(SystemError) {
                try disk.remove("\(memoss.images(number))/\(name)")
            } catch {
                // What is not ours, such as a directory, stays: it must not stop every later edit.
                guard [EISDIR, EPERM, EACCES].contains(error.code) else { throw error }
            }
        }
        try disk.removeDirectory(memoss.images(number))
    }
}
