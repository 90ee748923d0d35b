import MemossFiles

/// Button presses, and notifications that the server closed.
extension NotifyEngine {
    mutating func closed(_ notificationID: UInt32, _ reason: UInt32) {
        // A server that was full has room again.
        retry.succeeded()
        let isPushed = reason == 1 && room != nil
        let phase: DeliveryRecord.Phase =
            switch reason {
            case 1: isPushed ? .waiting : .expired
            case 2: .dismissed
            default: .closed
            }
        for key in shown(notificationID) {
            state.records[key]?.phase = phase
            foreign.remove(key)
            if isPushed { displaced.insert(key) }
        }
    }

    mutating func pressed(_ notificationID: UInt32, _ action: String) {
        // Servers send signals twice, and for notifications of other programs.
        let keys = shown(notificationID)
        guard let action = NotifyAction(rawValue: action), keys.count == 1, let key = keys.first,
            let record = state.records[key], !record.isFolded
        else { return }
        guard let delivery = folder?.standing(record) else { return take(key, down: .closed) }
        effects.append(.edit(action, delivery))
    }

    mutating func edited(_ key: String, _ action: NotifyAction, _ failure: String?, _ moment: Moment) {
        let key = current(key)
        guard let record = state.records[key] else { return }
        let delivery = folder?.standing(record)
        guard let failure else {
            take(key, down: .closed)
            // This event is the last of the delivery, even if the hook still reports that it is due.
            state.records[key]?.isAnnounced = true
            if announces, let delivery {
                var hookEvent = HookEvent(event: action == .snooze ? .snoozed : .withdrawn, delivery: delivery)
                hookEvent.reminder = record.toldAs
                effects.append(.announce(hookEvent))
            }
            return
        }
        let what = action == .complete ? "Could not mark complete" : "Could not snooze"
        effects.append(.log("\(record.path): \(what.lowercased()): \(failure)"))
        guard server != nil, record.server == server else { return }
        // Most servers close a notification when a button is pressed, some shortly afterwards: Plasma does not show
        // anything that replaces a notification just closed.
        if record.phase == .shown, !record.isFolded { effects.append(.withdraw(record.notificationID)) }
        foreign.remove(key)
        state.records[key]?.phase = .sending
        state.records[key]?.isFolded = false
        let token = nextToken()
        postings[token] = Posting(keys: [key])
        let title = delivery?.notification.title ?? record.path
        let post = NotifyPost(token: token, tag: key, title: what, body: "\(title)\n\(failure)")
        effects.append(.post(post))
    }

    func shown(_ notificationID: UInt32) -> [String] {
        state.records.values.filter { $0.phase == .shown && $0.notificationID == notificationID && $0.server == server }
            .map(\.key)
    }
}
