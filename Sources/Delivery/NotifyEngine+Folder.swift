import MemossFiles

extension NotifyEngine {
    /// Closes notifications whose reminder was completed, snoozed, moved or deleted.
    mutating func closeEnded(_ moment: Moment) {
        guard let folder else { return }
        var stillMissing: [String: (since: Int64, looks: Int)] = [:]
        for record in state.records.values where record.isLive {
            // An earlier process has shown it: an event that is over is not shown again.
            let isOver = foreign.contains(record.key) && folder.isOver(record, at: moment.now)
            if !isOver, folder.standing(record) != nil { continue }
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

    /// Moves the records of reminders without ids whose files were renamed to their new names. A file whose old name is
    /// still there, or that was delivered before, is another reminder with the same title and dates.
    mutating func followRenames() {
        guard let folder else { return }
        let standing = Dictionary(grouping: state.records.values.lazy.filter { $0.phase != .closed }, by: \.reminder)
        /// The ids under which reminders were delivered whose files are gone, by likeness.
        var lost: [String: [String]] = [:]
        for (id, records) in standing {
            guard let record = records.first(where: { !$0.likeness.isEmpty }), !folder.hides(record.path),
                folder.reminders(of: record).isEmpty
            else { continue }
            lost[record.likeness, default: []].append(id)
        }
        guard !lost.isEmpty else { return }
        lost = lost.mapValues { $0.sorted() }
        // The new name may have been seen before the old one was gone.
        let new = folder.delivered.filter { $0.storedID == nil && standing[$0.id] == nil }
        for reminder in new.sorted(by: { PathOrder.precedes($0.path, $1.path) }) {
            let likeness = reminder.likeness
            guard let old = lost[likeness]?.popLast() else { continue }
            move(standing[old] ?? [], to: reminder)
        }
    }

    /// Gives the records of one reminder to another.
    private mutating func move(_ records: [DeliveryRecord], to reminder: Reminder) {
        var keys: [String: String] = [:]
        for record in records {
            var moved = record.moved(to: reminder)
            if announces, !unannounced.contains(record.key) { moved.toldAs = record.toldAs ?? record.reminder }
            keys[record.key] = moved.key
            state.records[record.key] = nil
            state.records[moved.key] = moved
            state.ahead[record.reminder] = nil
            missing[record.key] = nil
        }
        renamed = renamed.mapValues { keys[$0] ?? $0 }.merging(keys) { $1 }
        displaced = Set(displaced.map(current))
        foreign = Set(foreign.map(current))
        unannounced = Set(unannounced.map(current))
        for (token, posting) in postings {
            let keys = posting.keys.map(current)
            postings[token]?.keys = keys
        }
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
