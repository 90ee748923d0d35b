import MemossFiles

extension NotifyEngine {
    mutating func filesChanged(_ moment: Moment) {
        followRenames()
        closeEnded(moment)
    }

    /// Closes notifications whose reminder was completed, snoozed, moved or deleted.
    private mutating func closeEnded(_ moment: Moment) {
        guard let folder else { return }
        var stillMissing: [String: (since: Int64, looks: Int)] = [:]
        for record in state.records.values where record.isLive {
            // An earlier process has shown it: an event that is over is not shown again.
            let isOver = foreign.contains(record.key) && folder.isOver(record, at: moment.now)
            if !isOver {
                if folder.standing(record) != nil { continue }
                if let key = folder.newKey(of: record), state.records[key] == nil {
                    rename([record.key: key])
                    continue
                }
            }
            // A file that is half-written, misspelt or in an inaccessible directory says nothing about the state of the
            // reminder.
            if !record.isAttention, folder.hides(record.path) { continue }
            let isMissing = folder.reminders(of: record).isEmpty
            if isMissing, !isGone(record, &stillMissing, moment) { continue }
            take(record.key, down: .closed)
            // The user did not act on it. If the file comes back, as after a checkout of another branch, it is told again.
            if isMissing, record.isAnnounced || !announces, !record.isAttention {
                state.records[record.key] = nil
                state.ahead[record.reminder] = min(record.due, state.ahead[record.reminder] ?? record.due)
            }
            if announces, record.isAnnounced { effects.append(.announce(.withdrawn(record))) }
        }
        missing = stillMissing
    }

    /// Whether a file was missing at two checks some time apart.
    private func isGone(
        _ record: DeliveryRecord,
        _ stillMissing: inout [String: (since: Int64, looks: Int)],
        _ moment: Moment
    ) -> Bool {
        var seen = missing[record.key] ?? (moment.uptime, 0)
        seen.looks += 1
        if seen.looks > 1, moment.uptime - seen.since >= Self.graceMilliseconds { return true }
        stillMissing[record.key] = seen
        return false
    }

    /// The most digests to compute for files without a title: a checkout of thousands of files is no rename.
    private static let mostDigests = 10_000

    /// Moves the records of reminders without ids whose files were renamed, or have got an id. What was told follows its title and
    /// dates, not the name of the file, which another reminder may have now. A file that was delivered with the same title and
    /// dates is another reminder.
    private mutating func followRenames() {
        guard let folder else { return }
        let standing = Dictionary(grouping: state.records.values.lazy.filter { $0.phase != .closed }, by: \.reminder)
        let changed = folder.changedPaths
        /// The ids under which reminders were delivered that are gone from there, by likeness.
        var lost: [String: [String]] = [:]
        var paths: [String] = []
        var isGone = false
        for (id, records) in standing {
            guard let record = records.first(where: { !$0.likeness.isEmpty }), !folder.hides(record.path) else {
                continue
            }
            let there = folder.reminders(of: record)
            if there.isEmpty {
                isGone = true
            } else if changed?.contains(PathKey(record.path)) == false
                || there.contains(where: { $0.digest == record.likeness })
            {
                continue
            }
            lost[record.likeness, default: []].append(id)
            paths.append(record.path)
        }
        guard !lost.isEmpty else { return }
        let left = Set(lost.values.joined())
        lost = lost.mapValues { $0.sorted() }
        // The new name may have been seen before the old one was gone.
        let found = folder.delivered.filter {
            (standing[$0.id] == nil || left.contains($0.id))
                && (isGone || changed?.contains(PathKey($0.path)) != false)
        }
        // A file that was seen before is not a new name of another.
        let seen = Set(state.records.values.lazy.map(\.reminder)).union(state.ahead.keys)
        let count = found.count { !seen.contains($0.id) }
        if count * paths.count > Self.mostDigests { paths = [] }
        var moves: [(records: [DeliveryRecord], to: Reminder)] = []
        for reminder in found.sorted(by: { PathOrder.precedes($0.path, $1.path) }) {
            // A file without a title has another one under its new name.
            let others = seen.contains(reminder.id) ? [] : paths.compactMap(reminder.digest(at:))
            for digest in [reminder.digest] + others {
                // Under another name, a file with an id is another reminder.
                let place = lost[digest]?.lastIndex { id in
                    reminder.storedID == nil
                        || standing[id]?.contains { $0.path.isSamePath(as: reminder.path) } == true
                }
                guard let place, let old = lost[digest]?.remove(at: place) else { continue }
                moves.append((standing[old] ?? [], reminder))
                break
            }
        }
        move(moves)
    }

    /// Gives the records of reminders to others, which may be each other's.
    private mutating func move(_ moves: [(records: [DeliveryRecord], to: Reminder)]) {
        var keys: [String: String] = [:]
        for record in moves.flatMap(\.records) { state.ahead[record.reminder] = nil }
        for (records, reminder) in moves {
            for old in records {
                var record = old.moved(to: reminder)
                record.likeness = reminder.likeness
                if announces, !unannounced.contains(old.key) { record.toldAs = old.toldAs ?? old.reminder }
                keys[old.key] = record.key
                state.records[old.key] = record
            }
        }
        rename(keys)
    }

    /// Gives records other keys, which may be each other's.
    mutating func rename(_ keys: [String: String]) {
        let moved = keys.compactMap { old, new in
            state.records.removeValue(forKey: old).map { (new, $0) }
        }
        for (key, var record) in moved {
            record.key = key
            state.records[key] = record
        }
        for old in keys.keys { missing[old] = nil }
        let new = { (key: String) in keys[key] ?? key }
        renamed = renamed.mapValues(new).merging(keys) { $1 }
        displaced = Set(displaced.map(new))
        foreign = Set(foreign.map(new))
        unannounced = Set(unannounced.map(new))
        for (token, posting) in postings { postings[token]?.keys = posting.keys.map(new) }
    }

    /// The key of a delivery, whose file may have been renamed since the key was given away.
    func current(_ key: String) -> String { state.records[key] == nil ? renamed[key] ?? key : key }

    /// Ends a record and closes its notification, unless the notification also represents other records.
    mutating func take(_ key: String, down phase: DeliveryRecord.Phase) {
        guard let record = state.records[key] else { return }
        state.records[key]?.phase = phase
        foreign.remove(key)
        missing[key] = nil
        guard record.mayBeOnScreen else { return }
        // A summary that includes further records will replace it.
        let joining = postings.values.filter { $0.keys.contains(key) }.flatMap(\.keys)
        if !joining.contains(where: { state.records[$0]?.phase == .sending }) {
            clear(record.notificationID, of: record.server)
        }
    }

    /// Closes a notification unless a record still uses it.
    mutating func clear(_ notificationID: UInt32, of name: String) {
        if state.records.values.contains(where: {
            $0.mayBeOnScreen && $0.notificationID == notificationID && $0.server == name
        }) {
            return
        }
        if name == server {
            effects.append(.withdraw(notificationID))
        } else if server == nil {
            leftovers[name, default: []].insert(notificationID)
        }
    }
}
