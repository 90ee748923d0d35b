extension ReminderFolder {
    /// Reads again only files that changed.
    ///
    /// - Parameters:
    ///   - snapshot: of this folder, read for no query.
    ///   - zones: those of the snapshot.
    ///   - paths: from the root; of files that are read if they are there.
    ///   - body: as the snapshot was read.
    /// - Returns: nil where the whole folder is to be read: what changed is the registry, a directory or a list of ignored
    ///   files, or the snapshot was not complete.
    package func refresh(
        _ snapshot: Snapshot,
        _ zones: [String: Zone],
        changed paths: Set<String>,
        keeping body: ReminderDecoder.Body = .none
    ) -> (snapshot: Snapshot, zones: [String: Zone])? {
        guard snapshot.incomplete.isEmpty else { return nil }
        let (ignored, problem) = ignoreList()
        guard problem == nil else { return nil }
        var changed: [String: ReminderDecoder.Output?] = [:]
        for path in paths {
            guard path != TagRegistry.fileName, path != IgnoreList.fileName else { return nil }
            guard FolderWalk.readsFile(at: path, ignoring: ignored) else { continue }
            do throws(SystemError) {
                let limit = body == .whole ? Disk.longestEdited : Self.readLimit
                let bytes = try disk.read(place.absolute(path), limit: limit).bytes
                let registry = snapshot.registry
                changed[path] = ReminderDecoder.decode(bytes, path: path, keeping: body, registry: registry)
            } catch {
                guard error.isMissing, (try? disk.isLink(place.absolute(path))) == false else { return nil }
                changed[path] = .some(nil)
            }
        }
        guard var refreshed = snapshot.refreshed(changed) else { return nil }
        let names = Set(changed.values.compactMap { $0?.reminder?.timezone }).subtracting(zones.keys)
        let (known, unknown) = self.zones.zones(named: names)
        if !unknown.isEmpty { refreshed.distrust(timezones: unknown, in: paths) }
        return (refreshed, zones.merging(known) { $1 })
    }
}
