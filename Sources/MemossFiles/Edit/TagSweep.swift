internal import Bytes

/// A rewrite of the tags in all files of a folder.
struct TagSweep: Sendable {
    let rewrite: TagRewrite
    /// The names to search for in unreadable files, which may have a tag to be rewritten; empty if they are not known.
    let names: [TagName]
    /// Whether it concerns the tags that bases ask for.
    var isAboutBases = true

    /// Plans the rewrite. Affected files are read again, so that the edit is based on their current bytes.
    func plan(in context: EditContext) throws(MemossError) -> EditPlan { try outcome(in: context).plan }

    /// The plan and, for each file that still has `#name` in code, a comment or quotes, the first such place.
    func outcome(in context: EditContext) throws(MemossError) -> (plan: EditPlan, lookalikes: [String]) {
        let snapshot = context.snapshot
        let carriers = snapshot.reminders.filter { reminder in
            reminder.allTags.contains { rewrite.change($0) != nil }
        }
        // Always examine files with a duplicate key: the reader does not know which of the values counts.
        let doubtful = snapshot.problems.filter { $0.id == .duplicateKey }.map(\.path)
        let carrying = Set((carriers.map(\.path) + doubtful + snapshot.bases).map { PathKey($0) })
        let paths = carrying.union(snapshot.doubtfulTexts.map { PathKey($0) }).map(\.path).sorted(
            by: PathOrder.precedes
        )
        let meter = ProgressMeter(.editing, of: paths.count, context.progress)
        let threads = paths.count < FolderWalk.filesWorthThreads ? 1 : context.threads
        let outcomes = concurrentMap(paths, threads: threads) { path in
            defer { meter.add(1) }
            var found = outcome(of: path, context.files, context.registry.settings.names, inTexts: snapshot.readsTexts)
            // Invalid front matter makes it one of the unreadable files below.
            if !carrying.contains(PathKey(path)), found.isUnreadable { found.plan.skipped = [] }
            return found
        }
        var plan = EditPlan()
        for outcome in outcomes {
            plan.edits += outcome.plan.edits
            plan.skipped += outcome.plan.skipped
        }
        try plan.followLinks(in: context.files)
        plan.skipped += UnreadableFiles(in: context).carriers(of: names, besides: snapshot.readsTexts ? rewrite : nil)
        plan.skipped.sort { PathOrder.precedes($0.path, $1.path) }
        return (plan, outcomes.compactMap(\.lookalike))
    }

    private func result(
        of bytes: [UInt8],
        at path: String,
        _ keys: KeyNames,
        inTexts: Bool
    ) throws -> TagRewrite.Result? {
        if path.hasSuffix(".base") { return try rewrite.apply(toBase: bytes).map { TagRewrite.Result(bytes: $0) } }
        if inTexts, let text = HeadLookalike.narrowed(bytes) {
            // With front matter, it is one of the unreadable files.
            guard Delimiters.search(text) == .absent,
                TextTags(in: text, from: 0).names.contains(where: { rewrite.change($0) != nil })
            else { return nil }
            throw EditRefusal(reason: "the file is UTF-16, expected UTF-8", offset: 0)
        }
        let frontMatter = try FrontMatter.read(bytes, names: keys)
        let result = try frontMatter.flatMap { try rewrite.apply(to: $0.document) }
        guard inTexts else { return result }
        var edited = result ?? TagRewrite.Result(bytes: bytes)
        let end = frontMatter?.delimiters.closing.upperBound ?? (bytes.starts(with: [0xEF, 0xBB, 0xBF]) ? 3 : 0)
        let start = end + edited.bytes.count - bytes.count
        // In the file as it is.
        func located(_ refusal: EditRefusal) -> EditRefusal {
            EditRefusal(reason: refusal.reason, offset: refusal.offset + end - start)
        }
        let bases = rewrite.apply(toBasesIn: edited.bytes, from: start)
        do throws(EditRefusal) {
            let text = try rewrite.apply(toTextOf: edited.bytes, from: start)
            edited.bytes = text ?? edited.bytes
        } catch {
            throw located(error)
        }
        if bases != nil { edited.bytes = rewrite.apply(toBasesIn: edited.bytes, from: start)?.bytes ?? edited.bytes }
        edited.unreachable += bases?.unreachable.map(located) ?? []
        edited.lookalike = rewrite.lookalike(in: edited.bytes, from: start)
        return edited
    }

    /// The plan for one file, and the first place where `#name` stays in it.
    private struct Outcome {
        var plan = EditPlan()
        var lookalike: String?
        /// Whether its front matter is invalid YAML.
        var isUnreadable = false
    }

    private func outcome(
        of path: String,
        _ files: any FolderFiles,
        _ keys: KeyNames,
        inTexts: Bool
    ) -> Outcome {
        var found = Outcome()
        var bytes: [UInt8] = []
        do {
            let contents = try files.contents(of: path)
            bytes = contents.bytes
            guard let result = try result(of: bytes, at: path, keys, inTexts: inTexts) else { return found }
            found.lookalike = result.lookalike.map { offset in
                "\(path):\(1 + result.bytes[..<offset].count { $0 == Ascii.lineFeed })"
            }
            for refusal in result.unreachable {
                found.plan.skipped.append(SkippedFile(path, refusal, in: bytes))
            }
            guard result.bytes != bytes else { return found }
            var edit = FileEdit(path: path, before: contents, after: result.bytes)
            edit.again = Replanning { now in
                guard let other = (try? self.result(of: now, at: path, keys, inTexts: inTexts)) ?? nil,
                    other.bytes != now
                else { return nil }
                return other.unreachable.map(\.reason) == result.unreachable.map(\.reason) ? other.bytes : nil
            }
            try found.plan.add(edit, in: files)
        } catch let error as SystemError {
            found.plan.skipped.append(SkippedFile(path, "cannot be read: \(error.reason)"))
        } catch let fault as YAMLDocument.Fault {
            found.isUnreadable = true
            found.plan.skipped.append(SkippedFile(path, EditRefusal(fault), in: bytes))
        } catch let refusal as EditRefusal {
            found.plan.skipped.append(SkippedFile(path, refusal, in: bytes))
        } catch {
            found.plan.skipped.append(SkippedFile(path, "\(error)"))
        }
        return found
    }
}

/// Unreadable files that may have a tag. A file that does not even contain its letters does not block the edit.
struct UnreadableFiles {
    private struct File {
        var skipped: SkippedFile
        /// The front matter or, without one, the whole file; nil if the bytes are unavailable.
        var bytes: [UInt8]?
        var whole: [UInt8] = []
    }

    private let files: [File]

    init(in context: EditContext) {
        let (snapshot, disk) = (context.snapshot, context.files)
        let problems = Dictionary(snapshot.problems.map { (PathKey($0.path), $0) }) { first, _ in first }
        let notes = snapshot.reminders.filter { $0.isMisplaced && $0.versions.isEmpty }
        files = (snapshot.unreadable + notes).map(\.path).compactMap { path in
            guard disk.mayBeFile(path) else { return nil }
            let problem = problems[PathKey(path)]
            // Nil for a directory.
            let bytes = (try? disk.contents(of: path)).map { HeadLookalike.narrowed($0.bytes) ?? $0.bytes }
            var skipped = SkippedFile(path, problem?.message ?? "cannot be read")
            (skipped.line, skipped.column, skipped.remedy) = (problem?.line, problem?.column, problem?.remedy)
            let front = bytes.map { bytes in
                // In a conflict, the front matter of the other side may follow the first closing delimiter.
                if problem?.id != .gitConflict, case .found(let delimiters) = Delimiters.search(bytes) {
                    Array(bytes[delimiters.content])
                } else {
                    bytes
                }
            }
            return File(skipped: skipped, bytes: front, whole: snapshot.readsTexts ? bytes ?? [] : [])
        }
    }

    var all: [SkippedFile] { files.map(\.skipped) }

    /// The files that may have one of the names.
    ///
    /// - Parameter rewrite: the tags that a text may have.
    func carriers(of names: [TagName], besides rewrite: TagRewrite? = nil) -> [SkippedFile] {
        files.filter { file in
            file.bytes.map { bytes in
                [bytes, EscapedText.plain(bytes)].contains { bytes in
                    names.contains { TextSearch.contains(bytes, $0.text) }
                }
            } ?? true
                || rewrite.map { rewrite in
                    TextTags(in: file.whole, from: 0).names.contains { rewrite.change($0) != nil }
                } ?? false
        }.map(\.skipped)
    }
}
