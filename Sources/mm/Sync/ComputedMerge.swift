import MemossFiles
import Merge

/// The result of a merge that git has computed in its own store, without touching the index or any file.
struct ComputedMerge {
    /// The files, with markers where both sides changed the same.
    var tree: String
    /// The versions of the files in conflict, as `git update-index --index-info` reads them.
    var unmerged: [ArraySlice<UInt8>] = []
    /// The commit to make the branch point to; nil if there are conflicts.
    var commit: String?
    var isFastForward = false

    init(tree: String) { self.tree = tree }

    /// What git was able to compute.
    enum Attempt {
        case computed(ComputedMerge)
        /// Only `git merge` itself can merge this, for a reason that completes "because".
        case needsGit(String)
    }
}

extension GitSync {
    /// What merging a commit into another gives.
    ///
    /// - Throws: a `MemossError` if git refuses to merge.
    func compute(
        _ head: String,
        _ theirs: String,
        of remote: String,
        in folder: ReminderFolder
    ) throws(MemossError) -> ComputedMerge.Attempt {
        let place = try git.knownPlace()
        for key in ["merge.verifySignatures", "core.sparseCheckout"] where place.isOn(key.lowercased()) {
            return .needsGit("\(key) is on")
        }
        if try git.run(["merge-base", "--is-ancestor", head, theirs]).status == 0 {
            var merged = ComputedMerge(tree: try git.line(["rev-parse", "--verify", theirs + "^{tree}"]))
            (merged.commit, merged.isFastForward) = (theirs, true)
            return .computed(merged)
        }
        guard try !hasMergeHook() else { return .needsGit("a hook of this clone takes part in merges") }
        let attributes = try AttributesFile(for: history)
        let command = ["merge-tree", "--write-tree", "-z", "--messages", "HEAD", theirs]
        let done = try git.run(attributes.settings + command, capturesErrors: false)
        if done.status == 129 {
            let version = Printable.line(try git.line(["version"]))
            return .needsGit("\(version) cannot merge apart from the files, as 2.38 and later can")
        }
        guard done.status < 2 else { throw GitProgram.failed(["merge"], try git.run(attributes.settings + command)) }
        let parts = done.bytes.split(separator: 0, omittingEmptySubsequences: false)
        var merged = ComputedMerge(tree: String(decoding: parts.first ?? [], as: UTF8.self))
        merged.unmerged = Array(parts.dropFirst().prefix { !$0.isEmpty })
        guard merged.unmerged.isEmpty else {
            if try hasMixedReminders(merged.unmerged, head, theirs) {
                return .needsGit("git takes different reminders for one that was renamed")
            }
            try keepBoth(&merged, in: folder)
            guard merged.unmerged.isEmpty else { return .computed(merged) }
            merged.commit = try commit(merged, [head, theirs], remote)
            return .computed(merged)
        }
        merged.commit = try commit(merged, [head, theirs], remote)
        return .computed(merged)
    }

    /// The commit of a merge. For one with conflicts, it only keeps the files, which hold the markers.
    func commit(_ merged: ComputedMerge, _ parents: [String], _ remote: String) throws(MemossError) -> String {
        let isSigned = try git.knownPlace().isOn("commit.gpgsign")
        let options = (isSigned ? ["-S"] : []) + parents.flatMap { ["-p", $0] }
        let command = ["commit-tree"] + options + ["-m", Self.mergeMessage + remote, merged.tree]
        return try git.line(command)
    }

    /// Whether a hook takes part in a merge, which only `git merge` knows how to ask.
    private func hasMergeHook() throws(MemossError) -> Bool {
        let hooks = ["pre-merge-commit", "prepare-commit-msg", "commit-msg"].flatMap { ["--git-path", "hooks/\($0)"] }
        for path in try git.line(["rev-parse"] + hooks).split(separator: "\n") {
            let place = path.hasPrefix("/") ? String(path) : "\(git.directory)/\(path)"
            if (try? Directory.isTaken(place)) != false { return true }
        }
        return false
    }

    /// The unmerged files, with paths relative to the folder.
    private func files(_ records: [ArraySlice<UInt8>]) -> [GitConflicts.Unmerged] {
        let levels = history.prefix.utf8.count { $0 == UInt8(ascii: "/") }
        return GitConflicts.unmerged(in: records).map { file in
            var file = file
            file.path =
                file.path.hasPrefix(history.prefix)
                ? String(file.path.dropFirst(history.prefix.count))
                : String(repeating: "../", count: levels) + file.path
            return file
        }
    }

    /// Whether git has merged a file that it takes for renamed into another reminder: the result then has a file as neither
    /// side has it.
    func hasMixedReminders(
        _ records: [ArraySlice<UInt8>],
        _ ours: String,
        _ theirs: String
    ) throws(MemossError) -> Bool {
        for file in files(records) where file.base == nil {
            for (object, commit) in [(file.ours, ours), (file.theirs, theirs)] {
                guard let object else { continue }
                let name = "\(commit):\(file.path.hasPrefix("../") ? "" : "./")\(file.path)"
                let committed = try git.run(["rev-parse", "--verify", "--quiet", name], capturesErrors: false)
                guard committed.text != object else { continue }
                // Both sides use the name, for different files.
                if file.ours != nil, file.theirs != nil { return true }
                // Each side gave the file another name. Git writes what it merged under both.
                let names = [object, committed.text].map { Array($0.utf8) }
                let texts = try GitObjects(names, from: git).files.compactMap(\.self)
                let marked = texts.first.flatMap { try? MarkedFile($0) }
                if texts.count == 2, FileMerge.areTwoReminders(texts[0], texts[1]) { return true }
                if let marked, FileMerge.areTwoReminders(marked.ours, marked.theirs) { return true }
            }
        }
        return false
    }

    /// The entries that resolve a merge that stopped only because both sides created a reminder with the same file name,
    /// for instance because two people both added "Milk". The other side's reminder gets a new file next to ours.
    /// Neither is changed, so there is nothing to decide.
    ///
    /// - Returns: none if anything else is unmerged.
    func entriesOfBoth(
        _ files: [GitConflicts.Unmerged],
        in folder: ReminderFolder
    ) throws(MemossError) -> [(object: String, path: String)] {
        var entries: [(object: String, path: String)] = []
        for file in files {
            guard let ours = file.ours, let theirs = file.theirs, file.base == nil, file.isFile, file.isNameText,
                file.path.lowercased().hasSuffix(".md"), !file.path.hasPrefix("../")
            else { return [] }
            let found = try GitObjects([ours, theirs].map { Array($0.utf8) }, from: git).files
            guard let mine = found[0], let other = found[1], FileMerge.areTwoReminders(mine, other),
                !FileMerge.holdsMarkers(mine), !FileMerge.holdsMarkers(other)
            else { return [] }
            entries += [(ours, file.path), (theirs, try folder.path(forNewBeside: file.path))]
        }
        return entries
    }

    /// The lines of these entries for `git update-index --index-info`.
    func indexLines(_ entries: [(object: String, path: String)]) -> [UInt8] {
        Array(entries.map { "100644 \($0.object)\t\(history.prefix)\($0.path)\0" }.joined().utf8)
    }

    private func keepBoth(_ merged: inout ComputedMerge, in folder: ReminderFolder) throws(MemossError) {
        let entries = try entriesOfBoth(files(merged.unmerged), in: folder)
        guard !entries.isEmpty else { return }
        var other = git
        let place = try git.line(["rev-parse", "--path-format=absolute", "--git-path", "mm-sync-index"])
        other.index = place
        defer { try? Directory.removeFile(place) }
        try other.succeed(["read-tree", merged.tree])
        try other.succeed(["update-index", "-z", "--index-info"], input: indexLines(entries))
        (merged.tree, merged.unmerged) = (try other.line(["write-tree"]), [])
    }
}
