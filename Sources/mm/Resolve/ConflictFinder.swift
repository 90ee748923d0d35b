import MemossFiles
import Merge

/// Finds the conflicts in a folder: files that are unmerged in git, files with conflict markers, and conflict copies.
struct ConflictFinder {
    let folder: ReminderFolder
    let snapshot: Snapshot
    /// How the program that the folder is shared with reads its files.
    private var profile: Profile? { snapshot.registry.settings.profile }
    /// Nil if the folder is not in a git repository.
    let git: GitConflicts?
    /// The paths that the user named, relative to the root; empty means everything.
    let requested: Set<PathKey>
    /// The side that the user chose for all conflicts.
    let side: MergeSide?

    /// The unmerged files that `mm` does not merge: hidden files, files outside the folder, and files of other types.
    private(set) var others: [String] = []

    init(
        _ folder: ReminderFolder,
        _ snapshot: Snapshot,
        requested: Set<PathKey>,
        side: MergeSide? = nil,
        isWriting: Bool
    ) throws(MemossError) {
        (self.folder, self.snapshot, self.requested, self.side) = (folder, snapshot, requested, side)
        git = try GitConflicts(root: folder.root, isWriting: isWriting)
    }

    /// In path order.
    mutating func tasks() throws(MemossError) -> [ConflictTask] {
        let unmerged = try git?.unmerged() ?? []
        let foreign = unmerged.map(\.path).filter { !Self.isOurs($0) && isRequested($0) }
        others = foreign.filter { !Self.isDisplaced($0) }
        var tasks = try tasks(of: unmerged.filter { Self.isOurs($0.path) && isRequested($0.path) })
        tasks += foreign.filter(Self.isDisplaced).map { path in
            let (word, new) = (path.shellWord, "NEW.md")
            let hint = "rename it: mv \(word) \(new) && git add -A -- \(word) \(new)"
            return .left(.init(path, Self.displaced, hint))
        }
        let known = Set(unmerged.map { PathKey($0.path) })
        tasks += try markedTasks(besides: known)
        tasks += try textTasks(besides: known.union(tasks.map { PathKey($0.path) }))
        // The user may name only the copy, so exclude all originals in conflict, even those that were not requested.
        tasks += try copyTasks(besides: known.union(tasks.map { PathKey($0.path) }))
        return tasks.sorted { PathOrder.precedes($0.path, $1.path) }
    }

    /// Whether it is the path of a reminder or the registry, relative to the folder.
    static func isOurs(_ path: String) -> Bool {
        let isHidden = path.split(separator: "/").contains { $0.hasPrefix(".") }
        // Git's notation for a path from the top of the repository.
        let isOutside = path.hasPrefix(":/")
        return !isHidden && !isOutside && (path == TagRegistry.fileName || path.lowercased().hasSuffix(".md"))
    }

    /// Whether git has moved a reminder aside, to `milk.md~HEAD`.
    private static func isDisplaced(_ path: String) -> Bool {
        // `milk.md~` alone is an editor's backup.
        FilePath.name(of: path).dropLast().contains(".md~")
    }

    func isRequested(_ path: String) -> Bool { requested.isEmpty || path.isAtOrBelow(oneOf: requested) }

    /// The current contents; nil if the file does not exist.
    func contents(of path: String) throws(MemossError) -> FileContents? {
        try naming(path, try Directory.contents(of: folder.absolute(path)))
    }

    // MARK: Git

    private func tasks(of unmerged: [GitConflicts.Unmerged]) throws(MemossError) -> [ConflictTask] {
        var names: [(name: String, path: String)] = []
        for file in unmerged {
            let versions = [file.base, file.ours, file.theirs, GitConflicts.leftBehind(file.path)]
            names += versions.compactMap { name in name.map { ($0, file.path) } }
        }
        let found = zip(names, try git?.files(names) ?? [])
        let blobs = Dictionary(found.map { ([$0.name, $0.path], $1) }) { first, _ in first }
        var tasks: [ConflictTask] = []
        for file in unmerged {
            func blob(_ name: String?) -> [UInt8]? { name.flatMap { blobs[[$0, file.path]] ?? nil } }
            let blobs = Blobs(
                base: blob(file.base),
                ours: blob(file.ours),
                theirs: blob(file.theirs),
                left: blob(GitConflicts.leftBehind(file.path))
            )
            tasks.append(try task(of: file, blobs))
        }
        return tasks
    }

    private func task(
        of file: GitConflicts.Unmerged,
        _ blobs: Blobs
    ) throws(MemossError) -> ConflictTask {
        let path = file.path
        func left(_ reason: String, _ hint: String) -> ConflictTask { .left(.init(path, reason, hint)) }
        guard file.isNameText else { return left("its name is not UTF-8", "resolve it with git") }
        guard file.isFile else { return left("it is not a regular file on both sides", "resolve it with git") }
        let contents = try contents(of: path)
        switch (file.base, file.ours, file.theirs) {
        case (_, .some, .some):
            guard blobs.ours != nil, blobs.theirs != nil, file.base == nil || blobs.base != nil else {
                return left("git does not have its versions", "resolve it with git")
            }
            let again = "to merge it again, without what was edited since: git checkout --merge -- \(path.shellWord)"
            guard let contents else { return left("the file is gone from the folder", again) }
            return try task(path, contents, blobs, again)
        case (.some, nil, let name?), (.some, let name?, nil):
            let side: MergeSide = name == file.theirs ? .ours : .theirs
            guard let contents else { return .settled(path: path) }
            let isSame = (name == file.theirs ? blobs.theirs : blobs.ours).map(contents.converted) == contents.bytes
            return .deletion(
                ConflictTask.Deletion(path: path, contents: isSame ? contents : nil, deletedBy: side)
            )
        default:
            let reason = "it was renamed, on each side differently"
            guard let contents else { return left(reason, "it is gone: git rm \(path.shellWord)") }
            let markers = FileMerge.holdsMarkers(contents.bytes) ? ", once its markers are deleted" : ""
            let word = path.shellWord
            return left(reason, "keep one of its names: git add \(word)\(markers), or git rm \(word)")
        }
    }

    private struct Blobs {
        var base: [UInt8]?
        var ours: [UInt8]?
        var theirs: [UInt8]?
        /// The file as git left it.
        var left: [UInt8]?
    }

    private func task(
        _ path: String,
        _ contents: FileContents,
        _ blobs: Blobs,
        _ again: String
    ) throws(MemossError) -> ConflictTask {
        let kind = FileMerge.Kind(path: path)
        let base = contents.converted(blobs.base ?? [])
        let ours = contents.converted(blobs.ours ?? [])
        let theirs = contents.converted(blobs.theirs ?? [])
        func left(_ reason: String, _ hint: String) -> ConflictTask { .left(.init(path, reason, hint)) }
        func unmarking(
            _ base: [UInt8],
            _ ours: [UInt8],
            _ theirs: [UInt8],
            _ markers: MergeMarkers
        ) -> FileMerge? {
            kind == .reminder
                ? FileMerge(unmarking: (base, ours, theirs), markers: markers, side, sharing: profile) : nil
        }
        func merge(
            _ base: [UInt8],
            _ ours: [UInt8],
            _ theirs: [UInt8],
            _ markers: MergeMarkers
        ) throws(MemossError) -> ConflictTask {
            let merge =
                unmarking(base, ours, theirs, markers)
                ?? FileMerge(
                    base: base,
                    ours: ours,
                    theirs: theirs,
                    kind: kind,
                    markers: markers,
                    sharing: profile
                )
            if merge.isOfTwoReminders, base.isEmpty {
                // Git took one of them for a third file under a new name, and merged that into it.
                guard ![ours, theirs].contains(where: FileMerge.holdsMarkers) else {
                    return left(
                        Self.mixed,
                        "merge again without renames: git merge --abort && git merge -s recursive -Xno-renames COMMIT"
                    )
                }
                return .two(try two(path, contents, ours, theirs, isUnmerged: true))
            }
            guard !merge.isOfTwoReminders else {
                let (word, shown) = (path.shellWord, "./\(path)".shellWord)
                let keep = "git show :3:\(shown) > NEW.md && git checkout --ours -- \(word) && git add NEW.md \(word)"
                return left(Self.twoReminders, "to keep both: \(keep)")
            }
            return .merge(ConflictTask.Merge(path: path, before: contents, merge: merge, isUnmerged: true))
        }
        // The file is unedited since git's merge, so its versions in the index are enough; ignore its markers.
        if blobs.left.map(contents.converted) == contents.bytes {
            return try merge(base, ours, theirs, (try? MarkedFile(contents.bytes))?.markers ?? MergeMarkers())
        }
        let isSeparatorNew =
            FileMerge.holdsSeparator(contents.bytes) && ![base, ours, theirs].contains(where: FileMerge.holdsSeparator)
        guard FileMerge.holdsMarkers(contents.bytes) else {
            guard contents.bytes == ours else {
                return isSeparatorNew ? left(Self.unclear, "edit the file, or \(again)") : .settled(path: path)
            }
            // Git left markers here, so somebody has chosen our side since. Of two reminders, the other may be in another file.
            if blobs.left != nil {
                guard base.isEmpty, FileMerge.areTwoReminders(ours, theirs) else { return .settled(path: path) }
                if let other = try self.path(of: theirs, near: path) { return .settled(path: path, other: other) }
            }
            // Only for a file that the user named: otherwise the other side's changes would be dropped from a file that
            // nobody has looked at.
            if side == .ours, requested.contains(PathKey(path)) { return .settled(path: path) }
            // If the merge driver fails, git leaves our side without markers.
            let reason = "it equals our side and has no markers: either you chose that side, or the merge failed"
            return .left(.init(path, reason, "if you chose it: mm resolve --ours --add \(path.shellWord)", again))
        }
        guard let marked = try? MarkedFile(contents.bytes) else {
            return left(Self.unclear, "edit the file, or \(again)")
        }
        let unmarked = unmarking(base, ours, theirs, marked.markers)
        if unmarked?.bytes == contents.bytes
            || marked.isResult(of: contents.bytes, base: base, ours: ours, theirs: theirs, kind: kind, sharing: profile)
        {
            return try merge(base, ours, theirs, marked.markers)
        }
        // The file was edited. Both sides get the text outside the markers.
        guard unmarked != nil || ![base, ours, theirs].contains(where: FileMerge.holdsMarkers),
            !(marked.hasLooseSeparator && isSeparatorNew)
        else { return left(Self.unclear, "edit the file, or \(again)") }
        return try merge(unmarked == nil ? base : [], marked.ours, marked.theirs, marked.markers)
    }

    /// Keeps both reminders: the other side's gets a new file next to ours.
    private func two(
        _ path: String,
        _ before: FileContents,
        _ ours: [UInt8],
        _ theirs: [UInt8],
        isUnmerged: Bool
    ) throws(MemossError) -> ConflictTask.Two {
        let known = try self.path(of: theirs, near: path)
        let new = try folder.path(forNewBeside: path)
        return ConflictTask.Two(
            path: path,
            before: before,
            ours: ours,
            theirs: theirs,
            otherPath: known ?? new,
            isOtherThere: known != nil,
            isUnmerged: isUnmerged
        )
    }

    /// The path of the file `milk-2.md` in which an earlier run kept the other of two reminders; nil if there is none.
    private func path(of reminder: [UInt8], near path: String) throws(MemossError) -> String? {
        let stem = path.dropLast(3) + "-"
        for other in snapshot.reminders.map(\.path) where other.hasPrefix(stem) {
            if try contents(of: other)?.bytes == reminder { return other }
        }
        return nil
    }

    private static let twoReminders = "its sides are two reminders with different ids, so nothing was merged"
    private static let displaced =
        "git renamed it, because something else has its name now; until its name ends in .md, no list shows it"
    private static let mixed = "git merged another reminder into one of its sides, because it took that for renamed"
    private static let unclear = "its markers are incomplete, or cannot be told from the text"

    // MARK: Markers

    /// Files with conflict markers that git does not list. Markers in the body may be ordinary text, so the user has to
    /// name such a file.
    private func markedTasks(besides known: Set<PathKey>) throws(MemossError) -> [ConflictTask] {
        let found = snapshot.problems.filter { $0.id == .gitConflict && isRequested($0.path) }.map(\.path)
        let named = requested.map(\.path).filter(Self.isOurs)
        var tasks: [ConflictTask] = []
        for file in Set((found + named).map { PathKey($0) }) where !known.contains(file) {
            guard let contents = try contents(of: file.path), FileMerge.holdsMarkers(contents.bytes) else { continue }
            let marked: MarkedFile
            do throws(MarkedFile.Obstacle) {
                marked = try MarkedFile(contents.bytes)
            } catch {
                // For instance, lines of a quoted email in the body.
                if error == .unmarked, !found.contains(where: file.path.isSamePath) { continue }
                tasks.append(.left(.init(file.path, Self.unclear, "edit the file")))
                continue
            }
            let merge = FileMerge(
                base: marked.base ?? [],
                ours: marked.ours,
                theirs: marked.theirs,
                kind: FileMerge.Kind(path: file.path),
                markers: marked.markers,
                sharing: profile
            )
            tasks.append(
                merge.isOfTwoReminders
                    ? .two(try two(file.path, contents, marked.ours, marked.theirs, isUnmerged: false))
                    : .merge(ConflictTask.Merge(path: file.path, before: contents, merge: merge, isUnmerged: false))
            )
        }
        return tasks
    }

    /// Files with a conflict in the body that git does not list as unmerged.
    private func textTasks(besides known: Set<PathKey>) throws(MemossError) -> [ConflictTask] {
        var tasks: [ConflictTask] = []
        for path in snapshot.reminders.map(\.path) where isRequested(path) && !known.contains(PathKey(path)) {
            guard let contents = try contents(of: path), FileMerge.holdsConflict(inText: contents.bytes) else {
                continue
            }
            let reason = "its body has conflict markers, but git does not list it as unmerged"
            let hint = "if they are a conflict: mm resolve \(path.shellWord)"
            tasks.append(.left(.init(path, reason, hint, "if they are text: put them in a code block")))
        }
        return tasks
    }
}
