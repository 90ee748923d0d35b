import MemossFiles
import Merge

/// Merges whatever it can; an option or the user decides the rest.
struct ConflictResolver {
    /// The names that git gives the sides.
    let names: GitConflicts.Sides
    let side: MergeSide?
    let asks: Bool
    /// How the program that the folder is shared with reads its files.
    let profile: Profile?

    private(set) var resolution = Resolution()
    private(set) var outcomes: [Outcome] = []
    private(set) var left: [ConflictTask.Left] = []
    /// The resolved files that git still lists as unmerged.
    private(set) var resolved: [String] = []
    /// Merged files that git does not list as unmerged: copies, their originals, and files that were staged with markers.
    private(set) var merged: [String] = []
    /// The files that the user resolved by hand.
    private(set) var settled: [String] = []
    /// Whether the user cancelled. Nothing is written then.
    private(set) var isCancelled = false
    /// Whether the user chose to quit.
    private var isDone = false

    init(names: GitConflicts.Sides, side: MergeSide?, asks: Bool, profile: Profile?) {
        (self.names, self.side, self.asks, self.profile) = (names, side, asks, profile)
    }

    /// What happened to a file.
    struct Outcome {
        var path: String
        /// The conflict copy that was merged into it.
        var copy: String?
        /// Where the common ancestor came from; nil if there is none.
        var base: String?
        /// Whether the result would depend on which former version is the ancestor, or one cannot be read. No ancestor
        /// is used then.
        var isBaseUnclear = false
        var ours: String?
        var theirs: String?
        /// The conflicts, each with the side that was chosen; nil if it is still open.
        var conflicts: [(difference: FileMerge.Difference, side: MergeSide?)] = []
        /// Whether one side deleted the file.
        var isDeletion = false
        /// The new path of the other of two reminders.
        var other: String?

        var openCount: Int { conflicts.count { $0.side == nil } }
    }

    /// The prefix of the descriptions of its edits.
    static let verb = "resolve "

    /// The description of the edit in the undo history.
    var description: String {
        let paths = Set((resolution.replacements.map(\.path) + resolution.deletions.map(\.path)).map { PathKey($0) })
        let one = outcomes.count == 1 ? outcomes[0].path : nil
        return Self.verb + (one ?? paths.count.counted("file"))
    }

    mutating func resolve(_ task: ConflictTask, in session: inout Session) throws(MemossError) {
        guard !isCancelled else { return }
        switch task {
        case .merge(let task): resolve(task, in: &session)
        case .two(let task): resolve(task)
        case .copies(let task): resolve(task, in: &session)
        case .deletion(let task): resolve(task, in: &session)
        case .left(let task): left.append(task)
        case .settled(let path, let other):
            let paths = [path] + (other.map { [$0] } ?? [])
            settled += paths
            resolved += paths
        }
    }

    // MARK: Git

    private mutating func resolve(_ task: ConflictTask.Merge, in session: inout Session) {
        let labels = task.isUnmerged ? names : GitConflicts.Sides()
        var outcome = Outcome(path: task.path, base: task.isUnmerged ? "git" : nil)
        outcome.ours = labels.ours ?? Self.label(task.merge.markers.ours, "ours")
        outcome.theirs = labels.theirs ?? Self.label(task.merge.markers.theirs, "theirs")
        let sides = sides(of: task.merge.differences, outcome, in: &session)
        let merge = task.merge.choosing(sides)
        outcome.conflicts = Array(zip(task.merge.differences, sides))
        guard isSound(merge, task.path) else { return }
        outcomes.append(outcome)
        if merge.bytes != task.before.bytes {
            resolution.replacements.append(FileReplacement(of: task.before, at: task.path, by: merge.bytes))
        }
        guard merge.isClean else { return }
        if task.isUnmerged { resolved.append(task.path) } else { merged.append(task.path) }
    }

    /// A label from git; nil if the marker has none or only the default.
    private static func label(_ text: String, _ usual: String) -> String? { text.isEmpty || text == usual ? nil : text }

    /// Sides chosen key by key may be inconsistent together.
    private mutating func isSound(_ merge: FileMerge, _ path: String) -> Bool {
        guard merge.isClean, !FileMerge.isReadable(merge.bytes, FileMerge.Kind(path: path)) else { return true }
        let isRegistry = FileMerge.Kind(path: path) == .registry
        let reason = isRegistry ? "a tag would be in the result twice" : "the front matter of the result cannot be read"
        left.append(.init(path, reason + ", so it was not written", "edit the file"))
        return false
    }

    /// Choosing a side must never lose a reminder, so both are kept.
    private mutating func resolve(_ task: ConflictTask.Two) {
        outcomes.append(
            Outcome(path: task.path, base: nil, ours: names.ours, theirs: names.theirs, other: task.otherPath)
        )
        if task.ours != task.before.bytes {
            resolution.replacements.append(FileReplacement(of: task.before, at: task.path, by: task.ours))
        }
        if !task.isOtherThere { resolution.additions.append((task.otherPath, task.theirs)) }
        if task.isUnmerged { resolved += [task.path, task.otherPath] }
    }

    private mutating func resolve(_ task: ConflictTask.Deletion, in session: inout Session) {
        let keeper = task.deletedBy.other
        var outcome = Outcome(path: task.path, base: "git", ours: names.ours, theirs: names.theirs)
        let text = Array("\(task.deletedBy == .ours ? "deleted" : "changed")\n".utf8)
        let other = Array("\(task.deletedBy == .ours ? "changed" : "deleted")\n".utf8)
        let difference = FileMerge.Difference(key: nil, ours: text, theirs: other)
        let chosen = sides(of: [difference], outcome, isDeletion: true, in: &session)[0]
        guard chosen == task.deletedBy, task.contents == nil else {
            outcome.conflicts = [(difference, chosen)]
            outcome.isDeletion = true
            outcomes.append(outcome)
            guard let chosen else { return }
            resolved.append(task.path)
            if chosen != keeper, let contents = task.contents {
                resolution.deletions.append((task.path, contents))
            }
            return
        }
        let hint = "to delete it: git rm \(task.path.shellWord)"
        left.append(.init(task.path, "it was changed after the merge, so it was not deleted", hint))
    }

    // MARK: Copies

    private mutating func resolve(_ task: ConflictTask.Copies, in session: inout Session) {
        var bytes = task.before.bytes
        var merged: [(path: String, contents: FileContents)] = []
        for copy in task.copies where !isCancelled {
            let (merge, source, isUnclear) = merging(copy, into: bytes, of: task)
            var outcome = Outcome(path: task.original, copy: copy.path, base: source, isBaseUnclear: isUnclear)
            (outcome.ours, outcome.theirs) = (FilePath.name(of: task.original), FilePath.name(of: copy.path))
            var sides = sides(of: merge.differences, outcome, in: &session)
            if !merged.isEmpty, side != nil {
                // The side that was chosen for all files does not say which of two copies wins. Where the later copy conflicts
                // with the earlier one, and not with the original, both stay.
                let known = Set(merging(copy, into: task.before.bytes, of: task).merge.differences)
                sides = zip(merge.differences, sides).map { known.contains($0) ? $1 : nil }
            }
            outcome.conflicts = Array(zip(merge.differences, sides))
            let result = merge.choosing(sides)
            guard isSound(result, task.original) else { continue }
            outcomes.append(outcome)
            // Outside git, markers would only be one more thing to clean up, so leave both files as they are.
            guard result.isClean else { continue }
            bytes = result.bytes
            merged.append((copy.path, copy.contents))
        }
        guard !merged.isEmpty else { return }
        if bytes != task.before.bytes {
            resolution.replacements.append(FileReplacement(of: task.before, at: task.original, by: bytes))
        }
        resolution.deletions += merged
        self.merged += [task.original] + merged.map(\.path)
    }

    /// It is unknown which former version a copy was made from. If that would change the result, no version is used:
    /// both values are kept, or the user is asked.
    private func merging(
        _ copy: ConflictTask.Copy,
        into bytes: [UInt8],
        of task: ConflictTask.Copies
    ) -> (merge: FileMerge, source: String?, isUnclear: Bool) {
        let (versions, kind) = (copy.versions.map(\.bytes), FileMerge.Kind(path: task.original))
        func merge(_ base: [UInt8]) -> FileMerge {
            FileMerge(
                base: base,
                ours: bytes,
                theirs: copy.contents.bytes,
                kind: kind,
                isBaseCertain: base.isEmpty || base == copy.contents.bytes,
                sharing: profile
            )
        }
        guard let index = MergeBase.index(in: versions, of: copy.contents.bytes, besides: task.before.bytes) else {
            return (merge([]), nil, false)
        }
        let nearest = merge(versions[index])
        // An older version may equal the current file; it is a candidate like any other.
        let others = Set(copy.former(besides: task.before.bytes)).subtracting([versions[index]])
        // A copy that equals a former version has no changes of its own.
        let isSure =
            versions[index] == copy.contents.bytes
            || copy.isComplete && others.allSatisfy { merge($0).bytes == nearest.bytes }
        return isSure ? (nearest, copy.versions[index].source, false) : (merge([]), nil, true)
    }

    // MARK: Deciding

    /// The chosen side of each conflict; nil if it stays open.
    private mutating func sides(
        of differences: [FileMerge.Difference],
        _ outcome: Outcome,
        isDeletion: Bool = false,
        in session: inout Session
    ) -> [MergeSide?] {
        guard side == nil, asks else { return differences.map { _ in side } }
        return differences.map { difference in
            guard !isDone, !isCancelled else { return nil }
            let text = ConflictText(outcome, difference, isDeletion: isDeletion)
            session.console.tell(text.heading)
            session.console.list(text.lines)
            switch session.letter("Keep ours, theirs, skip it, or quit? [o/t/s/q]", among: "otsq") {
            case "o": return .ours
            case "t": return .theirs
            case "q": isDone = true
            case nil: isCancelled = true
            default: break
            }
            return nil
        }
    }
}
