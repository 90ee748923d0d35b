import MemossFiles

extension GitSync {
    /// Completes a merge that stopped only because both sides created a reminder with the same file name, for instance
    /// because two people both added "Milk". The other side's reminder gets a new file next to ours. Neither is
    /// changed, so there is nothing to decide.
    ///
    /// - Returns: false if anything else is unmerged. Then nothing is changed.
    func keepBoth(in folder: ReminderFolder) throws(MemossError) -> Bool {
        guard let conflicts = try GitConflicts(root: git.directory), try GitOperation.isMerging(git) else {
            return false
        }
        let files = try conflicts.unmerged()
        var entries: [(object: String, path: String)] = []
        for file in files {
            guard let ours = file.ours, let theirs = file.theirs, file.base == nil, file.isFile, file.isNameText,
                file.path.lowercased().hasSuffix(".md"), !file.path.hasPrefix("../")
            else { return false }
            let found = try conflicts.files([(ours, file.path), (theirs, file.path)])
            guard let mine = found[0], let other = found[1], FileMerge.areTwoReminders(mine, other),
                !FileMerge.holdsMarkers(mine), !FileMerge.holdsMarkers(other)
            else { return false }
            entries += [(ours, file.path), (theirs, try folder.path(forNewBeside: file.path))]
        }
        guard !entries.isEmpty else { return false }
        let lines = entries.map { "100644 \($0.object)\t\(history.prefix)\($0.path)\0" }
        try succeed(["update-index", "-z", "--index-info"], input: Array(lines.joined().utf8))
        let paths = Array(entries.map { "\($0.path)\0" }.joined().utf8)
        try succeed(["checkout-index", "-q", "-f", "-u", "-z", "--stdin"], input: paths)
        try succeed(["commit", "-q", "--no-edit"])
        return true
    }
}
