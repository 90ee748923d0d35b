/// One rewrite of the tags of every file of a folder.
struct TagSweep: Sendable {
    let rewrite: TagRewrite
    /// What a file that cannot be read has the letters of, if it carries what is to be rewritten.
    let names: [TagName]

    /// What becomes of every file: those that are concerned are read again, so that the edit stands on fresh bytes.
    func plan(
        in snapshot: Snapshot,
        root: String,
        threads: Int,
        progress: Progress.Report? = nil
    ) -> EditPlan {
        // What is faulty is looked at in any case: which of two keys counts is not for the reader to say.
        let carriers = snapshot.reminders.filter { reminder in
            reminder.tags.contains { rewrite.change($0) != nil }
        }
        let paths = (carriers + snapshot.faulty).map(\.path).sorted(by: PathOrder.precedes)
        let meter = ProgressMeter(.editing, of: paths.count, progress)
        let outcomes = concurrentMap(paths, threads: paths.count < FolderWalk.filesWorthThreads ? 1 : threads) { path in
            defer { meter.add(1) }
            return outcome(of: path, root: root)
        }
        var plan = EditPlan()
        for outcome in outcomes {
            plan.edits += outcome.edits
            plan.skipped += outcome.skipped
        }
        plan.followLinks(root: root)
        plan.skipped += UnreadableFiles(in: snapshot, root: root).carriers(of: names)
        plan.skipped.sort { PathOrder.precedes($0.path, $1.path) }
        return plan
    }

    private func outcome(of path: String, root: String) -> EditPlan {
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

    init(in snapshot: Snapshot, root: String) {
        files = snapshot.unreadable.compactMap { path in
            let problem = snapshot.problems.first { $0.path == path }
            let place = root + "/" + path
            // What leads nowhere, or is no file, carries nothing; a directory, or a name that is not UTF-8, may.
            let isFile = Directory.isRegularFile(place)
            guard isFile || Directory.isDirectory(place) || !Directory.exists(place) else { return nil }
            let bytes = isFile ? (try? FileContents.read(place, limit: 2 << 20))?.bytes : nil
            var skipped = SkippedFile(path, problem?.message ?? "cannot be read")
            (skipped.line, skipped.column) = (problem?.line, problem?.column)
            let front = bytes.map { bytes in
                if case .found(let fence) = Fence.search(bytes) { Array(bytes[fence.content]) } else { bytes }
            }
            return File(skipped: skipped, bytes: front)
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
