/// One rewrite of the tags of every file of a folder.
struct TagSweep: Sendable {
    let rewrite: TagRewrite
    /// What a file that cannot be read has the letters of, if it carries what is to be rewritten.
    let names: [TagName]

    /// What becomes of every file: those that are concerned are read again, so that the edit stands on fresh bytes.
    func plan(
        in snapshot: Snapshot,
        _ place: WorkingPlace,
        threads: Int,
        progress: Progress.Report? = nil
    ) throws(MemossError) -> EditPlan {
        let carriers = snapshot.reminders.filter { reminder in
            reminder.tags.contains { rewrite.change($0) != nil }
        }
        // Where a key stands twice, the file is looked at in any case: which of the two counts is not for the reader to say.
        let doubtful = snapshot.problems.filter { $0.id == .duplicateKey }.map(\.path)
        let paths = Set(carriers.map(\.path) + doubtful).sorted(by: PathOrder.precedes)
        let meter = ProgressMeter(.editing, of: paths.count, progress)
        let outcomes = concurrentMap(paths, threads: paths.count < FolderWalk.filesWorthThreads ? 1 : threads) { path in
            defer { meter.add(1) }
            return outcome(of: path, place)
        }
        var plan = EditPlan()
        for outcome in outcomes {
            plan.edits += outcome.edits
            plan.skipped += outcome.skipped
        }
        try plan.followLinks(in: place)
        plan.skipped += UnreadableFiles(in: snapshot, place).carriers(of: names)
        plan.skipped.sort { PathOrder.precedes($0.path, $1.path) }
        return plan
    }

    private func outcome(of path: String, _ place: WorkingPlace) -> EditPlan {
        var plan = EditPlan()
        var bytes: [UInt8] = []
        do {
            let contents = try place.disk.readToEdit(place.absolute(path))
            bytes = contents.bytes
            guard let frontMatter = try FrontMatter.read(bytes) else { return plan }
            guard let result = try rewrite.apply(to: frontMatter.document) else { return plan }
            for refusal in result.unreachable {
                plan.skipped.append(SkippedFile(path, refusal.reason, at: refusal.offset, in: bytes))
            }
            guard result.bytes != bytes else { return plan }
            guard try place.disk.isInside(place.absolute(path), root: place.root) else {
                plan.skipped.append(SkippedFile(path, MemossError.reason(.outside)))
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
}

/// Files that cannot be read at all, as far as they may carry a tag: one that does not even have its letters need not
/// stop anybody.
struct UnreadableFiles {
    private struct File {
        var skipped: SkippedFile
        /// The front matter, or all that there is; nil where nothing can be told.
        var bytes: [UInt8]?
    }

    private let files: [File]

    init(in snapshot: Snapshot, _ place: WorkingPlace) {
        let problems = Dictionary(snapshot.problems.map { ($0.path, $0) }) { first, _ in first }
        files = snapshot.unreadable.map(\.path).compactMap { path in
            let problem = problems[path]
            let absolute = place.absolute(path)
            guard Self.mayCarry(absolute, place.disk) else { return nil }
            // Nil for a directory.
            let bytes = (try? place.disk.read(absolute, limit: 2 << 20))?.bytes
            var skipped = SkippedFile(path, problem?.message ?? "cannot be read")
            (skipped.line, skipped.column) = (problem?.line, problem?.column)
            let front = bytes.map { bytes in
                // The front matter of the other side of a conflict may stand behind the first closing mark.
                if problem?.id != .gitConflict, case .found(let fence) = Fence.search(bytes) {
                    Array(bytes[fence.content])
                } else {
                    bytes
                }
            }
            return File(skipped: skipped, bytes: front)
        }
    }

    /// A link that leads nowhere carries nothing, and neither does what is no file. A directory may, or a name that is not
    /// UTF-8, or what cannot be looked at.
    private static func mayCarry(_ path: String, _ disk: Disk) -> Bool {
        do throws(SystemError) {
            guard let kind = try disk.kind(of: path, follows: true) else { return try !disk.exists(path) }
            return kind == .regular || kind == .directory
        } catch {
            return !error.isLoop
        }
    }

    /// Those that may carry one of the names.
    func carriers(of names: [TagName]) -> [SkippedFile] {
        files.filter { file in
            file.bytes.map { bytes in
                bytes.contains(Ascii.backslash) || names.contains { TextSearch.contains(bytes, $0.text) }
            } ?? true
        }.map(\.skipped)
    }
}
