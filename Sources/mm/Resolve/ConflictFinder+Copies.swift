import MemossFiles
import Merge

/// Conflict copies that sync tools left next to a file.
extension ConflictFinder {
    func copyTasks(besides inConflict: Set<PathKey>) throws(MemossError) -> [ConflictTask] {
        var pairs = folder.conflictCopies(in: snapshot).filter { pair in
            isRequested(pair.path) || pair.original.map(isRequested) == true
        }
        let known = Set(pairs.map { PathKey($0.path) })
        // If a name could also belong to an ordinary file, it counts as a copy only if the user names it.
        for file in requested where !known.contains(file) && Self.isOurs(file.path) && !inConflict.contains(file) {
            guard let original = folder.original(of: file.path, in: snapshot), isAlike(file.path, original) else {
                continue
            }
            pairs.append((file.path, original))
        }
        var tasks: [ConflictTask] = []
        var groups: [PathKey: [(path: String, contents: FileContents)]] = [:]
        func left(_ path: String, _ reason: String, _ hint: String) { tasks.append(.left(.init(path, reason, hint))) }
        // A copy may have copies of its own.
        let originals = Dictionary(pairs.map { (PathKey($0.path), $0.original) }) { first, _ in first }
        for (path, original) in pairs.sorted(by: { PathOrder.precedes($0.path, $1.path) }) {
            var (last, seen) = (original, Set([PathKey(path)]))
            while let next = last, seen.insert(PathKey(next)).inserted, let further = originals[PathKey(next)] {
                last = further
            }
            guard let original = last else {
                left(path, "its original does not exist", Self.newName)
                continue
            }
            guard !inConflict.contains(PathKey(original)) else {
                left(path, "its original \(original) is unmerged in git", "resolve and stage that first")
                continue
            }
            guard let contents = try contents(of: path) else { continue }
            guard !FileMerge.holdsMarkers(contents.bytes) else {
                left(path, "it has conflict markers", "edit the file")
                continue
            }
            groups[PathKey(original), default: []].append((path, contents))
        }
        for (original, copies) in groups {
            guard let before = try contents(of: original.path) else { continue }
            let copies = copies.filter { copy in
                guard FileMerge.areTwoReminders(copy.contents.bytes, before.bytes) else { return true }
                left(copy.path, "its id differs from that of \(original.path)", Self.newName)
                return false
            }
            guard !copies.isEmpty else { continue }
            guard !FileMerge.holdsMarkers(before.bytes) else {
                for copy in copies {
                    left(copy.path, "its original \(original.path) has conflict markers", "resolve that first")
                }
                continue
            }
            tasks.append(
                .copies(
                    ConflictTask.Copies(
                        original: original.path,
                        before: before,
                        copies: try copies.map { copy throws(MemossError) in
                            try task(of: copy.path, copy.contents, original: original.path)
                        }
                    )
                )
            )
        }
        return tasks
    }

    private static let newName = "to keep it, give it another name"

    /// Whether two files appear to be the same reminder.
    private func isAlike(_ path: String, _ other: String) -> Bool {
        guard let one = snapshot.reminder(at: path), let two = snapshot.reminder(at: other) else { return false }
        return one.title == two.title
            && (one.writtenID == nil || two.writtenID == nil || one.writtenID == two.writtenID)
    }

    /// Collects the versions from before the copy arrived; later ones belong to our side of the conflict.
    private func task(
        of path: String,
        _ contents: FileContents,
        original: String
    ) throws(MemossError) -> ConflictTask.Copy {
        let moment = folder.arrival(of: path) ?? 0
        let committed = try git?.committedVersions(of: original, until: moment) ?? []
        let kept = folder.formerVersions(of: original, until: moment)
        return ConflictTask.Copy(
            path: path,
            contents: contents,
            versions: committed.map { ($0, "git") }
                + kept.versions.map { ($0.bytes, $0.source == .undo ? "undo" : "stversions") },
            isComplete: kept.isComplete
        )
    }
}
