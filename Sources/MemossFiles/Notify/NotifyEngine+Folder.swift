extension NotifyEngine {
    /// Closes notifications whose reminder was completed, snoozed, moved or deleted.
    mutating func closeEnded(_ moment: Moment) {
        guard let folder else { return }
        var stillMissing: [String: (since: Int64, looks: Int)] = [:]
        for record in state.records.values where record.isLive {
            if folder.standing(record) != nil { continue }
            // A half-written or misspelt file, or one in an inaccessible directory, says nothing about the reminder.
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
            clear(record.number, of: record.server)
        }
    }

    /// Closes a notification unless a record still uses it.
    mutating func clear(_ number: UInt32, of name: String) {
        if state.records.values.contains(where: { $0.phase == .shown && $0.number == number && $0.server == name }) {
            return
        }
        if name == server {
            effects.append(.withdraw(number))
        } else if server == nil {
            leftovers[name, default: []].insert(number)
        }
    }

    // MARK: Buttons

    mutating func closed(_ number: UInt32, _ reason: UInt32) {
        // A server that was full has room again.
        retry.succeeded()
        let isPushed = reason == 1 && room != nil
        let phase: DeliveryRecord.Phase =
            switch reason {
            case 1: isPushed ? .waiting : .expired
            case 2: .dismissed
            default: .closed
            }
        for key in shown(number) {
            state.records[key]?.phase = phase
            foreign.remove(key)
            if isPushed { displaced.insert(key) }
        }
    }

    mutating func pressed(_ number: UInt32, _ action: String) {
        // Servers send signals twice, and for notifications of other programs.
        let keys = shown(number)
        guard let action = NotifyAction(rawValue: action), keys.count == 1, let key = keys.first,
            let record = state.records[key], !record.isFolded
        else { return }
        guard let delivery = folder?.standing(record) else { return take(key, down: .closed) }
        effects.append(.edit(action, delivery))
    }

    mutating func edited(_ key: String, _ action: NotifyAction, _ failure: String?, _ moment: Moment) {
        guard let record = state.records[key] else { return }
        let delivery = folder?.standing(record)
        guard let failure else {
            take(key, down: .closed)
            if announces, let delivery {
                effects.append(
                    .announce(HookEvent(event: action == .snooze ? .snoozed : .withdrawn, delivery: delivery))
                )
            }
            return
        }
        let what = action == .complete ? "Could not mark complete" : "Could not snooze"
        effects.append(.log("\(record.path): \(what.lowercased()): \(failure)"))
        guard server != nil, record.server == server else { return }
        // Most servers close a notification when a button is pressed, some shortly afterwards: Plasma does not show
        // anything that replaces a notification just closed.
        if record.phase == .shown, !record.isFolded { effects.append(.withdraw(record.number)) }
        foreign.remove(key)
        state.records[key]?.phase = .sending
        state.records[key]?.isFolded = false
        let token = nextToken()
        postings[token] = Posting(keys: [key])
        let title = delivery?.notification.title ?? record.path
        let post = NotifyPost(token: token, tag: key, title: what, body: "\(title)\n\(failure)")
        effects.append(.post(post))
    }

    private func shown(_ number: UInt32) -> [String] {
        state.records.values.filter { $0.phase == .shown && $0.number == number && $0.server == server }.map(\.key)
    }
}
