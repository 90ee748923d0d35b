internal import CLibrary
internal import Text

/// Links the old files into the undo store and writes the new ones next to them.
extension Transaction {
    /// Groups steps by directory: two threads in one directory would contend for its lock in the kernel.
    static func groups(_ steps: [Step]) -> [[Step]] {
        var groupOfDirectory: [PathKey: Int] = [:]
        var groups: [[Step]] = []
        for step in steps {
            let parent = PathKey(FilePath.parent(of: step.entry.path))
            if let known = groupOfDirectory[parent] {
                groups[known].append(step)
            } else {
                groupOfDirectory[parent] = groups.count
                groups.append([step])
            }
        }
        return groups
    }

    package func map<Value: Sendable>(_ groups: [[Step]], _ body: @escaping @Sendable (Step) -> Value) -> [Value] {
        let count = groups.reduce(0) { $0 + $1.count }
        let isWorthThreads = count >= 64
        return concurrentMap(groups, threads: isWorthThreads ? threads : 1) { $0.map(body) }.flatMap { $0 }
    }

    /// - Returns: the steps, each with the outcome of its preparation.
    func prepare(_ groups: [[Step]], _ edit: JournaledEdit, isDurable: Bool) -> [[Step]] {
        let meter = ProgressMeter(.writing, of: groups.reduce(0) { $0 + $1.count }, progress)
        let (single, linked) = Self.linked(groups)
        var prepared = prepare(single, linkedTo: [:], edit, isDurable: isDurable, meter)
        if !linked.isEmpty {
            let files = Dictionary(prepared.compactMap { step in step.file.before.map { ($0.stamp.identity, step) } }) {
                first,
                _ in first
            }
            prepared += prepare(linked, linkedTo: files, edit, isDurable: isDurable, meter)
        }
        return Self.groups(prepared)
    }

    /// Separates the steps that give a further name of a file the same new contents as another step.
    ///
    /// - Returns: the other steps, and those.
    private static func linked(_ groups: [[Step]]) -> (others: [[Step]], linked: [[Step]]) {
        var files: [FileStamp.Identity: [UInt8]] = [:]
        var linked: [[Step]] = []
        let others = groups.map { group in
            group.filter { step in
                guard let file = step.file.before?.stamp.identity, let after = step.file.after,
                    let known = files.updateValue(after, forKey: file), known == after
                else { return true }
                linked.append([step])
                return false
            }
        }
        return (others, linked)
    }

    private func prepare(
        _ groups: [[Step]],
        linkedTo files: [FileStamp.Identity: Step],
        _ edit: JournaledEdit,
        isDurable: Bool,
        _ meter: ProgressMeter
    ) -> [Step] {
        map(groups) { step in
            defer { meter.add(1) }
            var step = step
            let file = step.file.before.flatMap { files[$0.stamp.identity] }
            do throws(EditTargets.Failure) {
                step.entry.isBeside = try !prepare(step, linkedTo: file, edit, isDurable: isDurable)
            } catch {
                // A skipped file leaves no temporary files behind, because nothing would look for them.
                try? edit.removeTemporaries(step.entry)
                step.entry.isSkipped = true
                step.failure = error
            }
            return step
        }
    }

    /// - Parameter other: the prepared step of another name of the file.
    /// - Returns: whether the new file is in `.memoss`.
    private func prepare(
        _ step: Step,
        linkedTo other: Step?,
        _ edit: JournaledEdit,
        isDurable: Bool
    ) throws(EditTargets.Failure) -> Bool {
        if let failure = other?.failure { throw failure }
        let file = step.file
        do throws(SystemError) {
            if file.after == nil, let before = file.before, try !disk.canReplace(before.stamp) {
                // It could be deleted, but not restored with the same owner.
                throw SystemError(.chown, file.path, code: EPERM)
            }
            var isStaged = !stagesBeside
            if let before = file.before {
                isStaged = try keep(before, step.entry, edit, isDurable: isDurable) && isStaged
            }
            if let other {
                var entry = step.entry
                entry.isBeside = other.entry.isBeside
                try disk.link(edit.temporary(other.entry), edit.temporary(entry))
                return !entry.isBeside
            }
            guard let bytes = file.after else { return isStaged }
            return try write(bytes, step, edit, isStaged: isStaged, isDurable: isDurable)
        } catch {
            throw error.operation == .chown ? .owner : .system(error)
        }
    }

    /// Writes the new file.
    ///
    /// - Returns: whether it is in `.memoss`.
    private func write(
        _ bytes: [UInt8],
        _ step: Step,
        _ edit: JournaledEdit,
        isStaged: Bool,
        isDurable: Bool
    ) throws(SystemError) -> Bool {
        var entry = step.entry
        let isNew = step.file.before == nil
        let model = step.file.before?.stamp ?? step.file.model
        // A file that is restored gets the attributes of its image.
        let attributes = model == nil ? nil : isNew ? edit.newImage(entry) : edit.target(entry)
        if isNew, isStaged {
            // Created in its own directory, to test whether it can be renamed from here and to apply the directory's
            // group and ACL.
            let directory = memoss.absolute(FilePath.parent(of: entry.path))
            let staged = edit.temporary(entry)
            let isCreated = try disk.create(
                staged,
                asIn: directory,
                bytes,
                like: model,
                attributesOf: attributes,
                isDurable: isDurable
            )
            if isCreated { return true }
        }
        entry.isBeside = isNew || !isStaged
        let path = edit.temporary(entry)
        try disk.create(path, bytes, like: model, attributesOf: attributes, isDurable: isDurable)
        return !entry.isBeside
    }

    /// Saves the old file in the undo store.
    ///
    /// - Returns: whether files can be renamed between its directory and `.memoss`, as far as this shows.
    private func keep(
        _ before: FileContents,
        _ entry: Journal.Entry,
        _ edit: JournaledEdit,
        isDurable: Bool
    ) throws(SystemError) -> Bool {
        let (target, image) = (edit.target(entry), edit.oldImage(entry))
        if try disk.exists(image) {
            // Already saved when the edit was last applied.
            if try disk.digest(image) == edit.journal.old(entry) { return try !isOnOtherDevice(entry, edit) }
            try disk.remove(image)
        }
        let failure = try link(before, at: target, image)
        if failure == 0 { return true }
        try disk.create(image, before.bytes, like: before.stamp, attributesOf: target, isDurable: isDurable)
        return failure != EXDEV
    }

    /// Whether the file is on another file system than `.memoss`, which creating a hard link shows.
    private func isOnOtherDevice(_ entry: Journal.Entry, _ edit: JournaledEdit) throws(SystemError) -> Bool {
        let trial = edit.restored(entry)
        do throws(SystemError) {
            try disk.link(edit.target(entry), trial)
        } catch {
            return error.isCrossDevice
        }
        try disk.remove(trial)
        return false
    }

    /// - Returns: the error that prevents linking the old file; 0 if it was linked. A file with further links is not
    ///   linked, since another program may write to it under another name.
    private func link(_ before: FileContents, at path: String, _ image: String) throws(SystemError) -> Int32 {
        do throws(SystemError) {
            try disk.link(path, image)
        } catch {
            if error.isDiskFailure { throw error }
            return error.code
        }
        guard let status = try disk.status(at: image) else { return ENOENT }
        if status.st_nlink == 2, FileStamp(status).identity == before.stamp.identity { return 0 }
        try disk.remove(image)
        return EMLINK
    }
}
