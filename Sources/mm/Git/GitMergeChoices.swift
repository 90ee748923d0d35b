import MemossFiles

extension GitHistory {
    /// Adds the changes that merges discarded. A merge that takes one side's version of a file (`-s ours`, `-X theirs`)
    /// undoes the changes of the other side, but git does not list it as a change. Without it, the newest entry for a
    /// reminder would contradict its file.
    ///
    /// - Parameters:
    ///   - commits: all, newest first.
    ///   - files: the newest state.
    func addMergeChoices(to commits: inout [GitChange.Commit], now files: GitTree) throws(MemossError) {
        var now = Dictionary(files.files.map { (PathKey($0.path), GitChange.Contents($0)) }) { first, _ in first }
        for link in files.links { now[PathKey(link.path)] = .other("") }
        var seen: Set<PathKey> = []
        var states: [PathKey: (path: String, contents: GitChange.Contents, commit: Int)] = [:]
        for (index, commit) in commits.enumerated() {
            for change in commit.changes where seen.insert(PathKey(change.path)).inserted {
                let state = now[PathKey(change.path)] ?? .absent
                let isWanted = Array(change.path.utf8).withUnsafeBufferPointer(RecordedFiles.isWanted)
                guard isWanted, !change.after.isOther, !state.isOther, state != change.after else { continue }
                states[PathKey(change.path)] = (change.path, change.after, index)
            }
        }
        // What somebody changed further is no choice of a merge.
        var passed: Set<State> = []
        for change in commits.lazy.flatMap(\.changes) { passed.formUnion(change.before.map { State(change.path, $0) }) }
        // One for each parent.
        let merges = commits.flatMap { merge in
            merge.sides.map { side in
                var merge = merge
                merge.changes = side
                return merge
            }
        }
        // How many parents of a merge have another version.
        var counts: [Place: Int] = [:]
        for merge in merges {
            for change in merge.changes { counts[Place(merge.hash, change.path), default: 0] += 1 }
        }
        var found: [(commit: GitChange.Commit, place: Int)] = []
        for merge in merges.reversed() {
            var chosen: [GitChange] = []
            var unsure: Set<PathKey> = []
            var place = commits.count
            for change in merge.changes {
                if let state = states[PathKey(change.path)], change.before == [state.contents] {
                    states[PathKey(change.path)]?.contents = change.after
                    chosen.append(change)
                    place = min(place, state.commit)
                } else if case .object = change.after, case .object? = change.before.first,
                    counts[Place(merge.hash, change.path)] == 1, !passed.contains(State(change.path, change.before[0])),
                    Array(change.path.utf8).withUnsafeBufferPointer(RecordedFiles.isWanted)
                {
                    unsure.insert(PathKey(change.path))
                    chosen.append(change)
                }
            }
            guard !chosen.isEmpty else { continue }
            chosen += try newNames(of: chosen, among: merge.changes)
            try addBases(to: &chosen, of: merge.hash)
            // A side that did not change the file has nothing that could be dropped.
            chosen.removeAll { change in
                unsure.contains(PathKey(change.path)) && (change.base == nil || change.base == change.before[0])
            }
            guard !chosen.isEmpty else { continue }
            for change in chosen {
                let isParent = { (commit: GitChange.Commit) in
                    commit.committed <= merge.committed
                        && commit.changes.contains {
                            $0.path == change.path && [change.after, change.before[0]].contains($0.after)
                        }
                }
                place = min(place, commits.firstIndex(where: isParent) ?? place)
            }
            var merge = merge
            merge.changes = chosen
            // Newer merges are found later, and inserted before this one.
            found.append((merge, place))
        }
        for (merge, place) in found.sorted(by: { $0.place > $1.place }) { commits.insert(merge, at: place) }
    }
}

extension GitHistory {
    /// The new files of renames, where one side renamed a file and the other edited it.
    private func newNames(of chosen: [GitChange], among changes: [GitChange]) throws(MemossError) -> [GitChange] {
        let deleted = chosen.filter { $0.after == .absent }
        let added = changes.filter { $0.before == [.absent] && !$0.after.isOther }
        guard !deleted.isEmpty, !added.isEmpty else { return [] }
        let found = try ChangedContents(of: deleted + added, from: git)
            .difference(deleted + added, ignoring: IgnoreLists(after: IgnoreList()), TagRegistry())
        let former = Set(deleted.map { PathKey($0.path) })
        let names = found.reminders.filter { reminder in
            reminder.parts.contains { if case .moved(let path) = $0 { former.contains(PathKey(path)) } else { false } }
        }
        let paths = Set(names.map { PathKey($0.reminder.path) })
        return added.filter { paths.contains(PathKey($0.path)) }
    }

    /// Adds the contents in the merge base, if the merge has exactly one.
    private func addBases(to changes: inout [GitChange], of merge: String) throws(MemossError) {
        let parents = try git.line(["rev-parse", "\(merge)^@"]).split(separator: "\n").map(String.init)
        let found = try git.run(["merge-base", "--all"] + parents, capturesErrors: false)
        let bases = found.status == 0 ? found.text.split(separator: "\n") : []
        guard parents.count == 2, bases.count == 1 else { return }
        for index in changes.indices {
            let name = "\(bases[0]):./\(changes[index].path)"
            let object = try git.run(["rev-parse", "--verify", "--quiet", name], capturesErrors: false)
            changes[index].base = object.status == 0 ? .object(object.text) : .absent
        }
    }
}

/// A version of a file.
private struct State: Hashable {
    let path: PathKey
    let contents: GitChange.Contents

    init(_ path: String, _ contents: GitChange.Contents) { (self.path, self.contents) = (PathKey(path), contents) }
}

/// A file in a commit.
private struct Place: Hashable {
    let commit: String
    let path: PathKey

    init(_ commit: String, _ path: String) { (self.commit, self.path) = (commit, PathKey(path)) }
}

extension GitChange.Contents {
    fileprivate init(_ file: (path: String, object: [UInt8])) {
        self = .object(String(decoding: file.object, as: UTF8.self))
    }
}
