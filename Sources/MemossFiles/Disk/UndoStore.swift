/// The edits that can be taken back, and those that can be made again.
///
/// Each has a directory `undo/N` with a manifest and the images of its files: `I.before`, and once it is undone `I.after`.
/// The manifest is the journal of what was last done with it: `undo` there means that the edit is undone. The caller
/// holds the lock for whatever writes.
struct UndoStore: Sendable {
    static let capacity = 20

    let place: WorkingPlace
    private var disk: Disk { place.disk }

    init(_ place: WorkingPlace) { self.place = place }

    /// The numbers that have a directory, with a manifest or not, in order.
    private func numbers() throws(SystemError) -> [Int] {
        let numbers = try names()
        for number in numbers { try place.checkDirectory(place.images(number)) }
        return numbers
    }

    private func names() throws(SystemError) -> [Int] {
        do throws(SystemError) {
            guard try place.exists() else { return [] }
            // Made-up numbers are none of ours, and leave room for the next.
            return try disk.names(in: place.undo).compactMap { name in Int(name).flatMap { "\($0)" == name ? $0 : nil }
            }
            .filter { $0 > 0 && $0 < Int.max / 2 }.sorted()
        } catch {
            if error.isMissing { return [] }
            throw error
        }
    }

    /// A number that nothing has had yet.
    func nextNumber() throws(SystemError) -> Int { (try numbers().last ?? 0) + 1 }

    /// Those that count, the oldest first: what was undone before a newer edit was made is gone for good.
    func manifests() throws(SystemError) -> [Journal] {
        var foreign: [SystemError] = []
        let manifests = try manifests { foreign.append($0) }
        if let first = foreign.first { throw first }
        return manifests
    }

    /// The same for who only looks.
    ///
    /// - Parameter refused: hears of what stands among them and is none of ours.
    func manifests(_ refused: (SystemError) -> Void) throws(SystemError) -> [Journal] {
        var found: [Journal] = []
        do throws(SystemError) {
            for number in try names() {
                do throws(SystemError) {
                    try place.checkDirectory(place.images(number))
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
        let newest = found.lastIndex { $0.direction != .undo } ?? -1
        return found.enumerated().filter { $0.offset > newest || $0.element.direction != .undo }.map(\.element)
    }

    private func manifest(_ number: Int) throws(SystemError) -> Journal? {
        do throws(SystemError) {
            guard let bytes = try place.readJournal(place.manifest(number)),
                case .whole(let journal) = Journal.read(bytes)
            else { return nil }
            return journal.number == number ? journal : nil
        } catch {
            if error.isMissing { return nil }
            throw error
        }
    }

    /// What `undo`, or `redo`, is about next.
    func next(_ direction: Journal.Direction) throws(SystemError) -> Journal? {
        let manifests = try manifests()
        return direction == .redo
            ? manifests.first { $0.direction == .undo } : manifests.last { $0.direction != .undo }
    }

    /// Takes away what no longer counts: more than are kept, cut branches, and leftovers of what was interrupted.
    func tidy(cuttingRedo: Bool = false) throws(SystemError) {
        let counting = try manifests().filter { !cuttingRedo || $0.direction != .undo }.suffix(Self.capacity)
        let kept = Set(counting.map(\.number))
        for number in try numbers() where !kept.contains(number) { try remove(number) }
    }

    /// The manifest first: without it the rest counts for nothing.
    func remove(_ number: Int) throws(SystemError) {
        try disk.remove(place.manifest(number))
        do throws(SystemError) {
            for name in try disk.names(in: place.images(number)) {
                try disk.remove("\(place.images(number))/\(name)")
            }
        } catch {
            if !error.isMissing { throw error }
        }
        try disk.removeDirectory(place.images(number))
    }
}
