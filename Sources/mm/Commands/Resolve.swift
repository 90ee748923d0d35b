import MemossFiles

extension OptionSyntax {
    fileprivate static let ours = OptionSyntax(
        "ours",
        help: "where both sides differ, take ours: the branch that is merged into, or the original of a copy"
    )
    fileprivate static let theirs = OptionSyntax("theirs", help: "where both sides differ, take the other side")
    fileprivate static let stage = OptionSyntax("add", help: "git add all resolved files")
}

extension Command {
    static let resolve = Command(
        ["resolve"],
        summary: "resolve git conflicts and conflict copies",
        discussion: """
            Merges files with conflict markers, files that git lists as unmerged, and the conflict copies that \
            Syncthing, Dropbox and other tools leave next to a file. Reminders are merged key by key, as with \
            'mm merge-driver'. A merged copy is deleted. Everything is one edit, which 'mm undo' reverts.

            If both sides changed the same key differently, it asks on a terminal: press o for ours, t for theirs, s \
            to skip the key, q to quit. Without a terminal, --ours or --theirs decides; otherwise these keys stay \
            unresolved, and the exit status is 2. In a rebase, 'ours' is the branch onto which your commits are \
            applied, and 'theirs' is your own commit; the messages name both.

            While a merge or a rebase is in progress, the files that it resolved are staged, and once nothing is left to \
            resolve, it prints the command to go on. Files that you have resolved by hand are not changed, and are staged \
            only with --add, as are copies and their originals. Nothing is committed.
            """,
        section: "Git",
        arguments: [.paths],
        options: [.ours, .theirs, .stage, .dryRun],
        examples: [
            "mm resolve --dry-run": "Show what would be merged.",
            "mm resolve --add": "Merge, and stage the resolved files.",
            "mm resolve milk.md --theirs": "Take the other side of one file.",
        ]
    ) { invocation, session throws(MemossError) in
        guard !invocation.flag(.ours) || !invocation.flag(.theirs) else {
            throw invocation.usageError("'--ours' and '--theirs' cannot be used together")
        }
        let side: MergeSide? = invocation.flag(.ours) ? .ours : invocation.flag(.theirs) ? .theirs : nil
        let isDryRun = invocation.flag(.dryRun)
        let asks = side == nil && !isDryRun && !session.isJSON && Confirmation.isPossible
        // Do not hold the lock while the user answers.
        let folder = isDryRun || asks ? try session.folder() : try session.folderToEdit()
        let (snapshot, zones) = try folder.read()
        try snapshot.requireComplete()
        let time = try session.time(zones)
        let requested = try session.conflictPaths(invocation.arguments(.paths), in: folder)
        var finder = try ConflictFinder(folder, snapshot, requested: requested, side: side, isWriting: !isDryRun)
        let tasks = try finder.tasks()
        var resolver = ConflictResolver(
            names: try finder.git?.sides() ?? GitConflicts.Sides(),
            side: side,
            asks: asks,
            profile: snapshot.registry.settings.profile
        )
        for task in tasks { try resolver.resolve(task, in: &session) }
        guard !resolver.isCancelled else {
            session.console.info("nothing was changed")
            return .negative
        }
        // If git cannot tell, nothing has been written yet.
        let operation = try finder.git.flatMap { conflicts throws(MemossError) in try GitOperation(conflicts.git) }
        let plan = try folder.plan(resolver.resolution, in: snapshot)
        let what = resolver.description
        let done = isDryRun ? try folder.dryRun(plan, at: time.now) : try folder.commit(plan, as: what, at: time.now)
        var (added, ending, failure) = ([String](), String?.none, MemossError?.none)
        if invocation.flag(.stage) || operation != nil, done.skipped.isEmpty {
            // The files have been written, so report that in any case.
            do throws(MemossError) {
                let byHand = Set(resolver.settled)
                let paths =
                    invocation.flag(.stage)
                    ? resolver.resolved + (try finder.git?.tracked(resolver.merged) ?? [])
                    : resolver.resolved.filter { !byHand.contains($0) }
                if !isDryRun { try finder.git?.add(paths) }
                added = paths
                if !isDryRun, !paths.isEmpty { ending = try finder.git?.ending(of: operation) }
            } catch {
                failure = error
            }
        }
        let report = ResolveReport(
            resolver: resolver,
            plan: done,
            added: added,
            ending: ending,
            others: finder.others,
            isDryRun: isDryRun,
            interpretation: Interpretation(time, session.clock)
        )
        let status = report.show(in: &session)
        if let failure { throw failure }
        return status
    }
}

extension Session {
    /// Like `paths`, but also accepts a file that a merge has deleted here.
    fileprivate func conflictPaths(_ given: [String], in folder: ReminderFolder) throws(MemossError) -> Set<PathKey> {
        var found: Set<PathKey> = []
        for path in given {
            do throws(MemossError) {
                found.formUnion(try paths([path], in: folder))
            } catch {
                let unmerged = try GitConflicts(root: folder.root)?.unmerged().map(\.path) ?? []
                let names = [prefix(in: folder) + path, path]
                guard let name = names.first(where: { unmerged.contains(where: $0.isSamePath) }) else { throw error }
                found.insert(PathKey(name))
            }
        }
        return found
    }
}
