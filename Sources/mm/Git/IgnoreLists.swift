import MemossFiles

/// The folder's ignore lists before and after a change.
struct IgnoreLists {
    /// One for each parent; empty if all equal the later list.
    var before: [IgnoreList] = []
    var after: IgnoreList
}

extension GitHistory {
    /// The ignore lists of commits. Adds to a commit that changed its list the files that the change added or removed.
    ///
    /// - Parameters:
    ///   - files: the newest state.
    ///   - present: a list that was never committed applies to all commits.
    func ignoreLists(
        of commits: inout [GitChange.Commit],
        now files: GitTree,
        present: IgnoreList
    ) throws(MemossError) -> [IgnoreLists] {
        let isRecorded =
            files.files.contains { $0.path == IgnoreList.fileName }
            || commits.contains { $0.changes.contains(where: \.isIgnoreList) }
        guard isRecorded else { return commits.map { _ in IgnoreLists(after: present) } }
        var all = try ignoreLists(at: commits.map(\.hash)).map { IgnoreLists(after: $0) }
        for index in commits.indices {
            guard let change = commits[index].changes.first(where: \.isIgnoreList) else { continue }
            all[index].before = try lists(change.before)
            let tree = try tree(of: commits[index].hash)
            commits[index].changes += Self.affected(by: all[index], in: tree, besides: commits[index].changes)
        }
        return all
    }

    /// The ignore lists of two states, and the files that appear or disappear only because the list changed.
    ///
    /// - Parameters:
    ///   - new: nil for the files on disk.
    ///   - present: the list on disk.
    func ignoreLists(
        from old: GitCommit,
        to new: GitCommit?,
        _ changes: [GitChange],
        present: IgnoreList
    ) throws(MemossError) -> (lists: IgnoreLists, affected: [GitChange]) {
        var lists = IgnoreLists(after: present)
        if let new { lists.after = try ignoreLists(at: [new.hash]).first ?? present }
        guard changes.contains(where: \.isIgnoreList) else { return (lists, []) }
        lists.before = try ignoreLists(at: [old.hash])
        return (lists, Self.affected(by: lists, in: try tree(of: old.hash), besides: changes))
    }

    private static func affected(
        by lists: IgnoreLists,
        in tree: GitTree,
        besides changes: [GitChange]
    ) -> [GitChange] {
        let known = Set(changes.map { PathKey($0.path) })
        return tree.files.filter { file in
            let isRead = lists.after.reads(file.path)
            return !known.contains(PathKey(file.path)) && lists.before.contains { $0.reads(file.path) != isRead }
        }.map { GitChange(unchanged: $0.path, $0.object, parents: lists.before.count) }
    }

    private func ignoreLists(at commits: [String]) throws(MemossError) -> [IgnoreList] {
        // `./` because the folder may be below the top, at a path with arbitrary bytes.
        try lists(named: commits.map { "\($0):./\(IgnoreList.fileName)" })
    }

    private func lists(_ contents: [GitChange.Contents]) throws(MemossError) -> [IgnoreList] {
        var lists: [IgnoreList] = []
        for contents in contents {
            guard case .object(let name) = contents else {
                lists.append(IgnoreList())
                continue
            }
            lists += try self.lists(named: [name])
        }
        return lists
    }

    private func lists(named names: [String]) throws(MemossError) -> [IgnoreList] {
        let files = try GitObjects(names.map { Array($0.utf8) }, from: git).files
        return files.map { $0.map { IgnoreList(parsing: $0) } ?? IgnoreList() }
    }
}
