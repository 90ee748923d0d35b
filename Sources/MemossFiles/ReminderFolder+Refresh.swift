extension ReminderFolder {
    /// Reads only the changed files again: as fast in a folder of 10,000 files as in one of ten.
    ///
    /// - Parameters:
    ///   - snapshot: a snapshot of this folder that was read without a matcher.
    ///   - zones: the time zones of the snapshot.
    ///   - paths: the changed paths, relative to the root; files that no longer exist are removed.
    ///   - body: must equal the value that the snapshot was read with.
    /// - Returns: nil if the whole folder must be read again: the registry, a directory, a symbolic or hard link, the ignore
    ///   file or the settings have changed, or a file or directory could not be read.
    public func refresh(
        _ snapshot: Snapshot,
        _ zones: [String: Zone],
        changed paths: [String],
        keeping body: KeptBody = .none
    ) -> (snapshot: Snapshot, zones: [String: Zone])? {
        refresh(snapshot, zones, changed: Set(paths.map { PathKey($0) }), keeping: body)
    }

    /// Reads only the changed files again.
    ///
    /// - Parameters:
    ///   - snapshot: a snapshot of this folder that was not read for a query.
    ///   - zones: the time zones of the snapshot.
    ///   - paths: the changed paths, relative to the root; files that no longer exist are removed.
    ///   - body: must equal the value that the snapshot was read with.
    ///   - keys: likewise.
    /// - Returns: nil if the whole folder must be read: the registry, a directory, a symbolic or hard link or the ignore file
    ///   has changed, or a file or directory could not be read.
    package func refresh(
        _ snapshot: Snapshot,
        _ zones: [String: Zone],
        changed paths: Set<PathKey>,
        keeping body: KeptBody = .none,
        keys: KeptKeys = .none
    ) -> (snapshot: Snapshot, zones: [String: Zone])? {
        // A file that could not be read may be readable after any change: the target of a broken link may exist now.
        guard !snapshot.problems.contains(where: { $0.id == .unreadableFile || $0.id == .incompleteListing }) else {
            return nil
        }
        // Whether a file named like a conflict copy is read depends on other files.
        let hasCopies =
            snapshot.reminders.contains { ConflictCopyName.isCertain($0.path) }
            || snapshot.unreadable.contains { ConflictCopyName.isCertain($0.path) }
            || snapshot.problems.contains { ConflictCopyName.isCertain($0.path) }
        guard !hasCopies else { return nil }
        let (ignored, problem) = ignoreList()
        guard problem == nil else { return nil }
        var changed: [PathKey: ReminderDecoder.Output?] = [:]
        for file in paths {
            let path = file.path
            guard ![TagRegistry.fileName, IgnoreList.fileName, FolderSettings.fileName].contains(path) else {
                return nil
            }
            guard FolderWalk.readsFile(at: path, ignoring: ignored) else {
                // A conflict copy is reported as a problem, for which the whole folder must be read.
                if ConflictCopyName.isCertain(path) { return nil }
                continue
            }
            // It may be, or come to be, one of several names of a file.
            guard !snapshot.otherNames.concerns(path) else { return nil }
            do throws(SystemError) {
                // The target of a link may have to be watched.
                if try disk.hasSeveralNames(memoss.absolute(path), follows: false) { return nil }
                let limit = body == .whole ? Disk.maximumEditSize : Self.readLimit
                let bytes = try disk.read(memoss.absolute(path), limit: limit).bytes
                let registry = snapshot.registry
                changed[file] = ReminderDecoder.decode(
                    bytes,
                    path: path,
                    keeping: body,
                    keys: keys,
                    registry: registry
                )
            } catch {
                guard error.isMissing else { return nil }
                changed[file] = .some(nil)
            }
        }
        guard var found = snapshot.refreshed(changed, zones, from: self.zones) else { return nil }
        found.snapshot.copies = silentCopies(in: found.snapshot)
        return found
    }
}
