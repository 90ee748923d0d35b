extension NotifyEngine {
    /// Closes notifications whose reminder was completed, snoozed, moved or deleted.
    mutating func closeEnded(_ moment: Moment) {
        guard let folder else { return }
        var stillMissing: [String: (since: Int64, looks: Int)] = [:]
        for record in state.records.values where record.isLive {
            if folder.standing(record) != nil { continue }
            // A file that is half-written, misspelt or in an inaccessible directory says nothing about the state of the
            // reminder.
            if !record.isAttention, folder.hides(record.path) { continue }
            if folder.reminders(of: record).isEmpty, !isGone(record, &stillMissing, moment) { continue }
            let wasAnnounced = record.isAnnounced
            take(record.key, down: .closed)
            if announces, wasAnnounced {
                var hookEvent = HookEvent(event: .withdrawn)
                (hookEvent.reminder, hookEvent.path) = (record.reminder, record.path)
                effects.append(.announce(hookEvent))
            }
        }
        missing = stillMissing
        announceMissed(folder, moment.now)
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

    /// Ends a record and closes its notification, unless the notification also represents other records.
    mutating func take(_ key: String, down phase: DeliveryRecord.Phase) {
        guard let record = state.records[key] else { return }
        state.records[key]?.phase = phase
        foreign.remove(key)
        missing[key] = nil
        guard record.phase == .shown else { return }
        // A summary that includes further records will replace it.
        let joining = postings.values.filter { $0.keys.contains(key) }.flatMap(\.keys)
        if !joining.contains(where: { state.records[$0]?.phase == .sending }) {
            clear(record.notificationID, of: record.server)
        }
    }

    /// Closes a notification unless a record still uses it.
    mutating func clear(_ notificationID: UInt32, of name: String) {
        if state.records.values.contains(where: {
            $0.phase == .shown && $0.notificationID == notificationID && $0.server == name
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
