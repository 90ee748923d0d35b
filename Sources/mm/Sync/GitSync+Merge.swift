import CLibrary
import MemossFiles

extension GitSync {
    /// Merges the other side into the branch like `git merge`, with `mm` as the merge driver.
    ///
    /// - Returns: false if git stopped at a conflict, which is left as it is.
    /// - Throws: a `MemossError` if git refused or failed; nothing has changed then.
    mutating func merge(
        _ theirs: String,
        of remote: GitRemote,
        into tree: GitWorkTree,
        in session: inout Session
    ) throws(MemossError) -> Bool {
        let attributes = try AttributesFile(for: history)
        defer { attributes.remove() }
        let merge = ["merge", "-q", "--no-edit", "--ff", "--commit", "--no-squash", "--no-autostash", "--no-stat"]
        let message = ["--no-rerere-autoupdate", "-m", Self.mergeMessage + remote.label, theirs]
        let done: GitProgram.Output
        var ignoresRenames = false
        if let head = tree.head {
            try checkRegistry(theirs, head, of: remote)
            try checkIgnored(theirs, head, of: remote)
            try updateReferences(["create \(Self.ours) \(head)", "create \(Self.theirs) \(theirs)"])
            let settings = attributes.settings + Self.usual(tree.branch)
            let first = try git.run(settings + merge + message)
            if first.status != 0, try hasMixedReminders(head, theirs) {
                try succeed(["merge", "--abort"])
                ignoresRenames = true
                // Git 2.39 ignores this option in its default strategy.
                done = try git.run(settings + merge + ["-s", "recursive", "-Xno-renames"] + message)
            } else {
                done = first
            }
        } else {
            done = try git.run(merge + message)
            if let path = Self.overwritten(done) { throw Self.bothBegan(path, remote) }
        }
        var isMerged = done.status == 0
        if !isMerged { isMerged = try keepBoth(in: try session.folder()) }
        guard isMerged else {
            let conflicts = try GitConflicts(root: git.directory)?.unmerged() ?? []
            guard conflicts.isEmpty else {
                try forgetMerge()
                let found = try SyncConflict.all(in: &session)
                record { $0.conflicts = found }
                return false
            }
            try? undoInterruptedMerge(in: &session, isOver: true)
            throw Self.refusal(done, remote, isShallow: history.isShallow)
        }
        try forgetMerge()
        let folder = try session.folder()
        let incoming = try history.difference(from: tree.head, to: "HEAD", in: folder)
        let both = try tree.head.map { head throws(MemossError) in
            incoming.common(with: try history.difference(from: theirs, to: "HEAD", in: folder))
        }
        let problems = try session.problems(in: incoming)
        var kept: [ReminderDifference] = []
        if ignoresRenames, let head = tree.head { kept = try self.kept(head, theirs, in: folder) }
        record { report in
            report.kept += kept
            report.incoming.append(incoming)
            report.broken += both?.unreadable ?? []
            report.problems += problems
        }
        return true
    }

    /// The reminders that one side deleted and the other only moved. A merge that ignores renames keeps them.
    private func kept(
        _ ours: String,
        _ theirs: String,
        in folder: ReminderFolder
    ) throws(MemossError) -> [ReminderDifference] {
        let base = try git.line(["merge-base", ours, theirs])
        var deleted: Set<PathKey> = []
        for side in [ours, theirs] {
            for change in try history.difference(from: base, to: side, in: folder).reminders
            where change.kind == .deleted { deleted.insert(PathKey(change.reminder.path)) }
        }
        return try history.difference(from: base, to: "HEAD", in: folder).reminders.filter { change in
            change.parts.contains { if case .moved(let path) = $0 { deleted.contains(PathKey(path)) } else { false } }
        }
    }

    /// Whether git has merged a file that it takes for renamed into another reminder: the index then has a file as neither
    /// side has it.
    private func hasMixedReminders(_ ours: String, _ theirs: String) throws(MemossError) -> Bool {
        guard let conflicts = try GitConflicts(root: git.directory) else { return false }
        for file in try conflicts.unmerged() where file.base == nil {
            for (object, commit) in [(file.ours, ours), (file.theirs, theirs)] {
                guard let object else { continue }
                let name = "\(commit):\(file.path.hasPrefix("../") ? "" : "./")\(file.path)"
                let committed = try git.run(["rev-parse", "--verify", "--quiet", name], capturesErrors: false)
                guard committed.text != object else { continue }
                // Both sides use the name, for different files.
                if file.ours != nil, file.theirs != nil { return true }
                // Each side gave the file another name. Git writes what it merged under both.
                let texts = try conflicts.files([object, committed.text]).compactMap(\.self)
                let marked = texts.first.flatMap { try? MarkedFile($0) }
                if texts.count == 2, FileMerge.areTwoReminders(texts[0], texts[1]) { return true }
                if let marked, FileMerge.areTwoReminders(marked.ours, marked.theirs) { return true }
            }
        }
        return false
    }

    /// The file here that kept git from checking out the first commit.
    private static func overwritten(_ done: GitProgram.Output) -> String? {
        guard done.status != 0, done.text.contains("would be overwritten by merge") else { return nil }
        let line = done.text.split(separator: "\n").first { $0.hasPrefix("error: Untracked working tree file '") }
        return line?.split(separator: "'").dropFirst().first.map(String.init) ?? TagRegistry.fileName
    }

    private static func bothBegan(_ path: String, _ remote: GitRemote) -> MemossError {
        MemossError(
            .failure,
            "\(path) is here and on \(remote.label), and nothing is committed here yet; nothing was merged",
            hints: [
                "if they belong together: git add -A && git commit -m first, "
                    + "then git merge --allow-unrelated-histories \(remote.label)",
                "otherwise clone the other repository into an empty directory",
            ]
        )
    }

    private static func refusal(_ done: GitProgram.Output, _ remote: GitRemote, isShallow: Bool) -> MemossError {
        done.text.contains("refusing to merge unrelated histories")
            ? unrelated(remote, isShallow: isShallow) : GitProgram.failed(["merge"], done)
    }

    static func unrelated(_ remote: GitRemote, isShallow: Bool) -> MemossError {
        MemossError(
            .failure,
            "this branch and \(remote.label) have no commit in common",
            hints: isShallow
                ? [GitHistory.shallowHint]
                : ["if they belong together: git merge --allow-unrelated-histories \(remote.label)"]
        )
    }

    /// Overrides settings with which git would drop the changes of one side, such as `-s ours`.
    private static func usual(_ branch: String) -> [String] {
        // `-c` splits at the first `=`, so a branch name with `=` cannot be set this way.
        let options = branch.contains("=") ? [] : ["-c", "branch.\(branch).mergeOptions="]
        return options + ["-c", "pull.twohead=ort"]
    }

    /// Refuses a merge that deletes the registry: without it, commands would not find the folder, and no notification
    /// would be shown.
    private func checkRegistry(_ theirs: String, _ head: String, of remote: GitRemote) throws(MemossError) {
        let options = ["--name-only", "-z", "--no-renames", "--no-ext-diff", "--diff-filter=D"]
        let deleted = try git.run(
            ["diff"] + options + ["\(head)...\(theirs)", "--", TagRegistry.fileName],
            capturesErrors: false
        )
        // Without a common ancestor, git refuses the merge itself.
        guard deleted.status == 0, !deleted.bytes.isEmpty else { return }
        throw MemossError(
            .failure,
            "\(TagRegistry.fileName) was deleted on \(remote.label), and without it this is not a reminder folder; nothing was "
                + "merged",
            hints: [
                "restore it in the other clone: git checkout COMMIT -- \(TagRegistry.fileName), and mm sync there",
                "if you meant to delete it: git merge \(remote.label)",
            ]
        )
    }

    /// Git silently overwrites files that it ignores, even to create a directory in their place.
    private func checkIgnored(_ theirs: String, _ head: String, of remote: GitRemote) throws(MemossError) {
        let options = ["--name-only", "-z", "--no-renames", "--no-ext-diff", "--diff-filter=A"]
        let names = try git.data(["diff"] + options + [head, theirs, "--"]).split(separator: 0)
        let added = names.map { String(decoding: $0, as: UTF8.self) }
        let parents = Set(added.flatMap { FilePath.parents(of: $0) })
        var present: [String] = []
        for path in added + parents.sorted() {
            let place = "\(history.top.directory)/\(path)"
            do throws(SystemError) {
                if try parents.contains(path) ? Directory.isFile(at: place) : Directory.isTaken(place) {
                    present.append(path)
                }
            } catch {
                throw MemossError(.failure, "\(Printable.line(path)): \(error.reason)", hints: ["nothing was merged"])
            }
        }
        guard !present.isEmpty else { return }
        let tracked = try history.top.data(["--literal-pathspecs", "ls-files", "-z", "--"] + present).split(
            separator: 0
        )
        let known = Set(tracked.map { String(decoding: $0, as: UTF8.self) })
        guard let path = present.first(where: { path in !known.contains { $0 == path || $0.hasPrefix(path + "/") } })
        else { return }
        throw MemossError(
            .failure,
            "\(Printable.line(path)) comes from \(remote.label), but a file that git does not track has this name here",
            hints: ["rename one of the two; nothing was merged"]
        )
    }

    // MARK: Interrupted merges

    /// While a merge writes files, these refs name its sides. Git does not write files atomically: if it is killed, or
    /// the disk is full, a file may be missing or truncated, and the next sync would commit it like that.
    private static let place = "refs/worktree/mm-sync"
    private static var ours: String { "\(place)/ours" }
    private static var theirs: String { "\(place)/theirs" }

    /// The sides of a merge that did not finish; nil if there is none.
    func interruptedMerge() throws(MemossError) -> (ours: String, theirs: String)? {
        let found = try git.data(["for-each-ref", "--format=%(objectname)", Self.place])
        let names = String(decoding: found, as: UTF8.self).split(separator: "\n").map(String.init)
        return names.count == 2 ? (names[0], names[1]) : nil
    }

    /// Git was killed after it had committed a merge, and still waits for that commit.
    func forgetCommittedMerge() throws(MemossError) {
        guard try GitOperation.isMerging(git), try GitConflicts(root: git.directory)?.unmerged().isEmpty != false,
            try git.run(["merge-base", "--is-ancestor", "MERGE_HEAD", "HEAD"], capturesErrors: false).status == 0
        else { return }
        try succeed(["merge", "--quit"])
    }

    private func forgetMerge() throws(MemossError) {
        try updateReferences(["delete \(Self.ours)", "delete \(Self.theirs)"])
    }

    private func updateReferences(_ commands: [String]) throws(MemossError) {
        try succeed(["update-ref", "--stdin"], input: Array((commands.joined(separator: "\n") + "\n").utf8))
    }

    /// Restores the files that an interrupted merge has written from the last commit, except those edited since.
    ///
    /// - Parameter isOver: whether this process ran the merge, and it has just failed.
    func undoInterruptedMerge(in session: inout Session, isOver: Bool = false) throws(MemossError) {
        guard let sides = try interruptedMerge() else { return }
        let head = try git.run(["rev-parse", "--verify", "--quiet", "HEAD"], capturesErrors: false)
        // If HEAD has moved, or the merge waits to be committed, all of its files are complete.
        let isWaiting = try GitOperation.isMerging(git) && !isOver
        if head.text == sides.ours, !isWaiting {
            let restored = try GitMergeRollback(sides.ours, try result(of: sides), in: history.top).run()
            if restored > 0, !isOver {
                session.console.warn(
                    "an earlier merge was interrupted: \(restored.counted("file")) \(restored == 1 ? "was" : "were") "
                        + "restored from the last commit"
                )
            }
        }
        try forgetMerge()
    }

    /// The files that the merge was going to write, as a commit or a tree.
    private func result(of sides: (ours: String, theirs: String)) throws(MemossError) -> String {
        let attributes = try AttributesFile(for: history)
        defer { attributes.remove() }
        let found = try git.run(
            attributes.settings + ["merge-tree", "--write-tree", sides.ours, sides.theirs],
            capturesErrors: false
        )
        let tree = String(decoding: found.bytes.prefix { $0 != 0x0A }, as: UTF8.self)
        return found.status < 2 && !tree.isEmpty ? tree : sides.theirs
    }
}

// MARK: - The driver

/// A temporary attributes file that makes git merge the files of a folder with `mm`, even without `mm git install`.
private struct AttributesFile {
    let path: String
    private let driver: String

    /// Includes the contents of the user's own file, because git reads only one.
    init(for history: GitHistory) throws(MemossError) {
        let program = executablePath.flatMap { try? Directory.realPath($0) } ?? "mm"
        driver = GitSetup.driver(running: program.shellWord.replacing("%", with: "%%"))
        let found = try history.git.run(
            ["config", "--type=path", "--get", "core.attributesFile"],
            capturesErrors: false
        )
        let own = found.status == 0 ? found.text : Environment.gitAttributesPath
        // Without the user's filters and text conversions, git would merge different contents.
        var bytes = try own.map { path throws(MemossError) in try Self.contents(of: path) } ?? []
        if let last = bytes.last, last != 0x0A { bytes.append(0x0A) }
        for pattern in ["**/*.md", TagRegistry.fileName] {
            let pattern = Self.quoted("/" + Self.literal(history.prefix) + pattern)
            bytes += Array("\(pattern) merge=\(GitSetup.driverName)\n".utf8)
        }
        var template = Array("\(Environment.temporaryPath)/mm-sync-XXXXXX".utf8CString)
        let file = mkstemp(&template)
        path = String(decoding: template.dropLast().map { UInt8(bitPattern: $0) }, as: UTF8.self)
        guard file >= 0 else { throw Self.failure(path) }
        defer { close(file) }
        let count = bytes.withUnsafeBytes { write(file, $0.baseAddress, $0.count) }
        guard count == bytes.count else {
            let error = Self.failure(path)
            unlink(path)
            throw error
        }
    }

    /// Empty if there is no such file.
    private static func contents(of path: String) throws(MemossError) -> [UInt8] {
        do throws(SystemError) {
            return try Directory.contents(of: path)?.bytes ?? []
        } catch {
            throw MemossError(.failure, "\(path): \(error.reason)")
        }
    }

    func remove() { unlink(path) }

    var settings: [String] {
        [
            "-c", "core.attributesFile=\(path)", "-c", "merge.\(GitSetup.driverName).name=mm",
            "-c", "merge.\(GitSetup.driverName).driver=\(driver)",
            // A directory renamed on one side must neither stop the merge nor move the other side's new files.
            "-c", "merge.directoryRenames=false",
        ]
    }

    /// A pattern that matches only this path.
    private static func literal(_ path: String) -> String {
        path.reduce(into: "") { text, character in
            if "\\*?[".contains(character) { text += "\\" }
            text.append(character)
        }
    }

    private static func quoted(_ pattern: String) -> String {
        var text = "\""
        for byte in pattern.utf8 {
            switch byte {
            case UInt8(ascii: "\""), UInt8(ascii: "\\"): text += "\\" + String(UnicodeScalar(byte))
            case 0x21...0x7E, 0x20: text += String(UnicodeScalar(byte))
            default:
                let digits = String(byte, radix: 8)
                text += "\\" + String(repeating: "0", count: 3 - digits.count) + digits
            }
        }
        return text + "\""
    }

    private static func failure(_ path: String) -> MemossError {
        MemossError(.failure, "\(path): \(String(cString: strerror(errno)))")
    }
}
