internal import CLibrary

/// Links the old files into the undo store and writes the new ones beside them.
extension Transaction {
    /// Groups steps by directory: two threads in one directory would contend for its lock in the kernel.
    static func groups(_ steps: [Step]) -> [[Step]] {
        var places: [String: Int] = [:]
        var groups: [[Step]] = []
        for step in steps {
            let parent = EditTargets.split(step.entry.path).parent
            if let known = places[parent] {
                groups[known].append(step)
            } else {
                places[parent] = groups.count
                groups.append([step])
            }
        }
        return groups
    }

    func map<Value: Sendable>(_ groups: [[Step]], _ body: @escaping @Sendable (Step) -> Value) -> [Value] {
        let count = groups.reduce(0) { $0 + $1.count }
        let isWorthThreads = count >= 64
        return concurrentMap(groups, threads: isWorthThreads ? threads : 1) { $0.map(body) }.flatMap { $0 }
    }

    enum Prepared: Sendable {
        case staged
        /// Beside the target, because a rename from elsewhere is not possible.
        case beside
        case failed(EditTargets.Failure)
    }

    func prepare(_ groups: [[Step]], _ journal: Journal, isDurable: Bool) -> [(Step, Prepared)] {
        let meter = ProgressMeter(.writing, of: groups.reduce(0) { $0 + $1.count }, progress)
        return map(groups) { step in
            defer { meter.add(1) }
            do throws(EditTargets.Failure) {
                return (step, try prepare(step, journal, isDurable: isDurable) ? .staged : .beside)
            } catch {
                // A skipped file leaves no temporary files behind, because nothing would look for them.
                try? place.removeTemporaries(step.entry, journal)
                return (step, .failed(error))
            }
        }
    }

    /// - Returns: whether the new file is in `.memoss`.
    private func prepare(_ step: Step, _ journal: Journal, isDurable: Bool) throws(EditTargets.Failure) -> Bool {
        let operation = step.operation
        if operation.after == nil, let before = operation.before, ![0, before.stamp.owner].contains(geteuid()) {
            // It could be deleted, but not restored with the same owner.
            throw .owner
        }
        do throws(SystemError) {
            var isStaged = !stagesBeside
            if let before = operation.before {
                isStaged = try keep(before, step, journal, isDurable: isDurable) && isStaged
            }
            guard let bytes = operation.after else { return isStaged }
            return try write(bytes, step, journal, isStaged: isStaged, isDurable: isDurable)
        } catch {
            throw error.operation == "chown" ? .owner : .system(error)
        }
    }

    /// Writes the new file.
    ///
    /// - Returns: whether it is in `.memoss`.
    private func write(
        _ bytes: [UInt8],
        _ step: Step,
        _ journal: Journal,
        isStaged: Bool,
        isDurable: Bool
    ) throws(SystemError) -> Bool {
        let operation = step.operation
        let target = place.absolute(step.entry.path)
        let model = operation.before?.stamp ?? operation.model
        // A file that is restored gets the attributes of its image.
        let twin = operation.before == nil ? place.toImage(step.entry, journal) : target
        if operation.before == nil {
            // Created in its own directory, to test whether it can be renamed from here and to apply the directory's
            // group and ACL.
            let directory = place.absolute(EditTargets.split(step.entry.path).parent)
            let staged = place.temporary(step.entry, journal)
            let attributes = model == nil ? nil : twin
            if isStaged,
                try disk.create(staged, asIn: directory, bytes, like: model, attributesOf: attributes)
            {
                return true
            }
        }
        let isStaged = isStaged && operation.before != nil
        var journal = journal
        if !isStaged { journal.beside = [step.entry.index] }
        try disk.create(
            place.temporary(step.entry, journal),
            bytes,
            like: model,
            attributesOf: model == nil ? nil : twin,
            isDurable: isDurable || operation.before == nil
        )
        return isStaged
    }

    /// Saves the old file in the undo store.
    ///
    /// - Returns: whether files can be renamed between its directory and `.memoss`, as far as this shows.
    private func keep(
        _ before: FileContents,
        _ step: Step,
        _ journal: Journal,
        isDurable: Bool
    ) throws(SystemError) -> Bool {
        let target = place.absolute(step.entry.path)
        let image = place.fromImage(step.entry, journal)
        if try disk.exists(image) {
            // Already saved when the edit was last applied.
            if try place.digest(image) == journal.from(step.entry) { return try !isBeyondBorder(step, journal) }
            try disk.remove(image)
        }
        let failure = try link(before, at: target, image)
        if failure == 0 { return true }
        try disk.create(image, before.bytes, like: before.stamp, attributesOf: target, isDurable: isDurable)
        return failure != EXDEV
    }

    /// Tests it by creating a hard link.
    private func isBeyondBorder(_ step: Step, _ journal: Journal) throws(SystemError) -> Bool {
        let trial = place.restored(step.entry, journal)
        do throws(SystemError) {
            try disk.link(place.absolute(step.entry.path), trial)
        } catch {
            return error.isBorder
        }
        try disk.remove(trial)
        return false
    }

    /// - Returns: the error that prevents linking the old file; 0 if it was linked. A file with further links is not
    ///   linked, since somebody may write to it under another name.
    private func link(_ before: FileContents, at path: String, _ image: String) throws(SystemError) -> Int32 {
        do throws(SystemError) {
            try disk.link(path, image)
        } catch {
            if error.isOutOfSpace || error.code == EIO { throw error }
            return error.code
        }
        guard let status = try disk.status(at: image) else { return ENOENT }
        if status.st_nlink == 2, FileStamp(status).identity == before.stamp.identity { return 0 }
        try disk.remove(image)
        return EMLINK
    }
}
