internal import Bytes

extension Snapshot {
    /// Whether the snapshot has every reminder and none was filtered out by a query. Only such a snapshot can be
    /// refreshed.
    var isFull: Bool { idPrefixes.count == reminders.count }

    /// The snapshot with the given files replaced; no other file is read.
    ///
    /// - Parameters:
    ///   - changed: path to bytes; nil for a deleted file.
    ///   - body: must equal the value that the snapshot was read with.
    /// - Returns: nil if more must be read: the registry or the ignore file has changed, or the snapshot was read for a
    ///   query.
    public func refreshed(_ changed: [String: [UInt8]?], keeping body: KeptBody = .none) -> Snapshot? {
        var outputs: [PathKey: ReminderDecoder.Output?] = [:]
        for (path, bytes) in changed {
            outputs[PathKey(path)] = .some(
                bytes.map { ReminderDecoder.decode($0, path: path, keeping: body, registry: registry) }
            )
        }
        return refreshed(outputs)
    }

    func refreshed(_ changed: [PathKey: ReminderDecoder.Output?]) -> Snapshot? {
        var snapshot = self
        return !hasTies(changed) && snapshot.refresh(changed) ? snapshot : nil
    }

    /// Whether what a task says may concern a file that has not changed.
    private func hasTies(_ changed: [PathKey: ReminderDecoder.Output?]) -> Bool {
        hasTies || changed.values.contains { $0?.reminder?.task != nil }
    }

    /// Replaces the given files in place, which does not depend on the number of files.
    ///
    /// - Returns: whether that is possible.
    private mutating func refresh(_ changed: [PathKey: ReminderDecoder.Output?]) -> Bool {
        let affectingAll = [TagRegistry.fileName, IgnoreList.fileName]
        guard isFull, !affectingAll.contains(where: { changed[PathKey($0)] != nil })
        else { return false }
        for (file, output) in changed { replace(file.path, by: output) }
        // Whoever knows the text of the files finds them again. Until then, a changed file is told.
        copies = copies.filter { changed[$0.key] == nil && changed[PathKey($0.value)] == nil }
        let found = changed.values.compactMap(\.self)
        unreadable.removeAll { changed[PathKey($0.path)] != nil }
        unreadable += found.compactMap(\.unreadable)
        unreadable.sort { PathOrder.precedes($0.path, $1.path) }
        problems.removeAll { changed[PathKey($0.path)] != nil }
        problems += found.flatMap(\.problems).sorted { PathOrder.precedes($0.path, $1.path) }
        return true
    }

    /// The snapshot with the given files replaced, and the time zones that it then names.
    ///
    /// - Parameters:
    ///   - zones: the time zones that the snapshot currently names.
    ///   - database: the database for further zones.
    func refreshed(
        _ changed: [PathKey: ReminderDecoder.Output?],
        _ zones: [String: Zone],
        from database: ZoneDatabase
    ) -> (snapshot: Snapshot, zones: [String: Zone])? {
        var (snapshot, zones) = (self, zones)
        return !hasTies(changed) && snapshot.refresh(changed, &zones, from: database) ? (snapshot, zones) : nil
    }

    /// Likewise, in place.
    ///
    /// - Returns: whether that is possible.
    package mutating func refresh(
        _ changed: [PathKey: ReminderDecoder.Output?],
        _ zones: inout [String: Zone],
        from database: ZoneDatabase
    ) -> Bool {
        guard refresh(changed) else { return false }
        let sides = changed.values.compactMap { $0?.reminder }.flatMap { [$0] + $0.versions.map(\.reminder) }
        let names = Set(sides.compactMap(\.timezone)).subtracting(zones.keys)
        let (known, unknown) = database.zones(named: names)
        if !unknown.isEmpty { markUncertain(timezones: unknown, in: Set(changed.keys)) }
        zones.merge(known) { $1 }
        return true
    }

    private mutating func replace(_ path: String, by output: ReminderDecoder.Output?) {
        let range = PathOrder.range(of: path, in: reminders, by: { $0.path })
        var found = output?.reminder.map { [$0] } ?? []
        let names = otherNames.names(of: path).map(\.path)
        if !names.isEmpty, !found.isEmpty { found[0].otherNames = names }
        if found.first?.passes == true { hasEvents = true }
        written[PathKey(path)] = nil
        reminders.replaceSubrange(range, with: found)
        idPrefixes.replaceSubrange(range, with: found.map { TextPrefix($0.id) })
    }
}
