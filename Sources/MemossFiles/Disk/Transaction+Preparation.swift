#if canImport(Glibc)
    internal import Glibc
#elseif canImport(Musl)
    internal import Musl
#else
    internal import Darwin
#endif

/// New files beside their targets, and second names for the old ones.
extension Transaction {
    /// Whole directories: two threads in one directory wait for each other.
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

    func prepare(
        _ groups: [[Step]],
        _ journal: Journal,
        isDurable: Bool
    ) -> [(Step, EditTargets.Failure)] {
        let meter = ProgressMeter(.writing, of: groups.reduce(0) { $0 + $1.count }, progress)
        return map(groups) { step in
            defer { meter.add(1) }
            do throws(EditTargets.Failure) {
                try prepare(step, journal, isDurable: isDurable)
                return nil
            } catch {
                // A file that is left out leaves nothing behind, as nobody will look for it.
                try? disk.remove(place.temporary(step.entry, journal))
                return (step, error)
            }
        }.compactMap { $0 }
    }

    private func prepare(_ step: Step, _ journal: Journal, isDurable: Bool) throws(EditTargets.Failure) {
        let operation = step.operation
        if operation.after == nil, let before = operation.before, ![0, before.stamp.owner].contains(geteuid()) {
            // It could be deleted, and never be brought back as it was.
            throw .owner
        }
        do throws(SystemError) {
            if let bytes = operation.after {
                let temporary = place.temporary(step.entry, journal)
                let model = operation.before?.stamp ?? operation.model
                let image = place.toImage(step.entry, journal)
                try disk.create(
                    temporary,
                    bytes,
                    like: model,
                    attributesOf: operation.before == nil ? image : place.absolute(step.entry.path),
                    isDurable: isDurable || operation.before == nil
                )
            }
            if let before = operation.before {
                let image = place.fromImage(step.entry, journal)
                if try disk.exists(image) {
                    // Kept since it was done the last time.
                    if try place.digest(image) == journal.from(step.entry) { return }
                    try disk.remove(image)
                }
                guard try link(before, at: place.absolute(step.entry.path), image) else {
                    return try disk.create(
                        image,
                        before.bytes,
                        like: before.stamp,
                        attributesOf: place.absolute(step.entry.path),
                        isDurable: isDurable
                    )
                }
            }
        } catch {
            throw error.operation == "chown" ? .owner : .system(error)
        }
    }

    /// - Returns: false where a second name for the old file will not do. With more names than the one it has, somebody
    ///   may yet write into it.
    private func link(_ before: FileContents, at path: String, _ image: String) throws(SystemError) -> Bool {
        do throws(SystemError) {
            try disk.link(path, image)
        } catch {
            if error.isOutOfSpace || error.code == EIO { throw error }
            return false
        }
        guard let status = try disk.status(at: image) else { return false }
        if status.st_nlink == 2, FileStamp(status).identity == before.stamp.identity { return true }
        try disk.remove(image)
        return false
    }
}
