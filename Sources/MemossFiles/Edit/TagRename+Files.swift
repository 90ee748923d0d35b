extension TagRename {
    /// What becomes of every file: those that carry the tag are read again, so that the edit stands on fresh bytes.
    func planFiles(_ resolved: Resolved, in snapshot: Snapshot, root: String, threads: Int) -> EditPlan {
        let registry = snapshot.registry
        let name = registry.canonical(resolved.sources[0])
        let renaming = TagRewrite.renaming(resolved.sources, to: resolved.target)
        // A nested name may itself be the former name of another tag: then it is not below this one.
        let rewrite = TagRewrite { tag in registry.canonical(tag).isAtOrBelow(name) ? renaming.change(tag) : nil }
        // What is faulty is looked at in any case: which of two keys counts is not for the reader to say.
        let carriers = snapshot.reminders.filter { reminder in
            reminder.tags.contains { rewrite.change($0) != nil }
        }
        let paths = (carriers + snapshot.faulty).map(\.path).sorted(by: PathOrder.precedes)
        let outcomes = concurrentMap(paths, threads: paths.count < FolderWalk.filesWorthThreads ? 1 : threads) { path in
            Self.outcome(of: path, root: root, rewrite)
        }
        var plan = EditPlan()
        for outcome in outcomes {
            plan.edits += outcome.edits
            plan.skipped += outcome.skipped
        }
        plan.dropLinks(root: root)
        plan.skipped += unreadable(in: snapshot, root: root, names: resolved.sources)
        plan.skipped.sort { PathOrder.precedes($0.path, $1.path) }
        return plan
    }

    private static func outcome(of path: String, root: String, _ rewrite: TagRewrite) -> EditPlan {
        var plan = EditPlan()
        var bytes: [UInt8] = []
        do {
            let contents = try FileContents.readWhole(root + "/" + path)
            bytes = contents.bytes
            guard let frontMatter = try FrontMatter.read(bytes) else { return plan }
            guard let result = try rewrite.apply(to: frontMatter.document) else { return plan }
            for refusal in result.unreachable {
                plan.skipped.append(SkippedFile(path, refusal.reason, at: refusal.offset, in: bytes))
            }
            guard result.bytes != bytes else { return plan }
            guard Directory.isInside(root + "/" + path, root: root) else {
                let reason = "the symbolic link leads out of the folder, where nothing is written"
                plan.skipped.append(SkippedFile(path, reason))
                return plan
            }
            plan.edits.append(FileEdit(path: path, before: contents, after: result.bytes))
        } catch let error as SystemError {
            plan.skipped.append(SkippedFile(path, "cannot be read: \(error.reason)"))
        } catch let fault as YAMLDocument.Fault {
            plan.skipped.append(SkippedFile(path, fault.message, at: fault.offset, in: bytes))
        } catch let refusal as EditRefusal {
            plan.skipped.append(SkippedFile(path, refusal.reason, at: refusal.offset, in: bytes))
        } catch {
            plan.skipped.append(SkippedFile(path, "\(error)"))
        }
        return plan
    }

    /// Files that cannot be read at all, as far as they may carry the tag: one that does not even have its letters need
    /// not stop anybody.
    private func unreadable(in snapshot: Snapshot, root: String, names: [TagName]) -> [SkippedFile] {
        snapshot.unreadable.compactMap { path in
            let problem = snapshot.problems.first { $0.path == path }
            let place = root + "/" + path
            // What leads nowhere, or is no file, carries nothing; a directory, or a name that is not UTF-8, may.
            let isFile = Directory.isRegularFile(place)
            guard isFile || Directory.isDirectory(place) || !Directory.exists(place) else { return nil }
            let bytes = isFile ? (try? FileContents.read(place, limit: 2 << 20))?.bytes : nil
            let front = bytes.map { bytes in
                if case .found(let fence) = Fence.search(bytes) { Array(bytes[fence.content]) } else { bytes }
            }
            let mayCarry = front.map { bytes in
                bytes.contains(Ascii.backslash) || names.contains { TextSearch.contains(bytes, $0.text) }
            }
            guard mayCarry ?? true else { return nil }
            var skipped = SkippedFile(path, problem?.message ?? "cannot be read")
            (skipped.line, skipped.column) = (problem?.line, problem?.column)
            return skipped
        }
    }

    /// The same rename for the registry.
    func registryRename(_ resolved: Resolved, in registry: TagRegistry, _ snapshot: Snapshot) -> RegistryRename {
        let name = registry.tag(named: old)?.name ?? registry.tag(formerly: old)?.name ?? old
        let fresh = Tag(
            name: resolved.target,
            color: leastUsedPreset(in: registry),
            id: freshID,
            created: today,
            aliases: [old]
        )
        // Renamed before: the registry has it all.
        let isDone = name == resolved.target && old != name
        return RegistryRename(
            old: isDone ? old : name,
            new: resolved.target,
            keepsAlias: keepsAlias,
            fresh: keepsAlias ? fresh : nil
        )
    }

    private func leastUsedPreset(in registry: TagRegistry) -> TagColor? {
        let used = registry.tags.compactMap(\.color)
        return TagColor.Preset.allCases.map(\.color).min { a, b in
            used.count { $0 == a } < used.count { $0 == b }
        }
    }
}

extension EditPlan {
    /// A link and its target are one file: the edit of the target is enough.
    fileprivate mutating func dropLinks(root: String) {
        let targets = Set(edits.map(\.before?.stamp.identity))
        guard targets.count < edits.count else { return }
        var seen: Set<FileStamp.Identity?> = []
        let links = Set(edits.indices.filter { Directory.isLink(root + "/" + edits[$0].path) })
        let owned = Set(edits.indices.filter { !links.contains($0) }.map { edits[$0].before?.stamp.identity })
        edits = edits.indices.filter { index in
            guard links.contains(index) else { return true }
            let identity = edits[index].before?.stamp.identity
            return !owned.contains(identity) && seen.insert(identity).inserted
        }.map { edits[$0] }
    }
}
