/// What became of one delivery.
package struct DeliveryRecord: Sendable, Hashable {
    package enum Phase: String, Sendable, CaseIterable {
        /// Due, and not on any screen yet.
        case waiting
        /// Handed to the server, whose answer is not there.
        case sending
        case shown
        /// The server took it down by itself.
        case expired
        /// A person did.
        case dismissed
        /// Completed, put off or gone.
        case closed
        /// A later occurrence of the same reminder took its place, or no screen was to be had for a day.
        case passed
    }

    package var key: String
    /// The id of the reminder.
    package var reminder: String
    /// Where the reminder was when it was told.
    package var path: String
    package var due: Instant
    package var phase = Phase.waiting
    /// The server's number for it, and which server that is: another one has other things under the same number.
    package var number: UInt32 = 0
    package var server = ""
    /// Whether it is one of those that a summary stands for, all under one number.
    package var isFolded = false
    /// Whether hook and bell are done with it.
    package var isTold = true

    init(_ delivery: Delivery, isTold: Bool) {
        key = delivery.key
        reminder = delivery.notification.reminder
        path = delivery.notification.path
        due = delivery.due
        self.isTold = isTold
    }

    init(key: String, reminder: String, path: String, due: Instant) {
        (self.key, self.reminder, self.path, self.due) = (key, reminder, path, due)
    }

    var isLive: Bool { phase == .waiting || phase == .sending || phase == .shown }
}

/// All that has to outlive the process. A snooze is not here: it stands in the reminder's file.
package struct DeliveryState: Sendable, Hashable {
    /// The first start: what was due before is nobody's affair.
    package var since: Instant
    package internal(set) var records: [String: DeliveryRecord] = [:]

    package init(since: Instant) { self.since = since }

    /// Those of some phases, by due time, then path.
    package func records(_ phases: DeliveryRecord.Phase...) -> [DeliveryRecord] { records(phases) }

    func records(_ phases: [DeliveryRecord.Phase]) -> [DeliveryRecord] {
        records.values.filter { phases.contains($0.phase) }
            .sorted { ($0.due, $0.path, $0.key) < ($1.due, $1.path, $1.key) }
    }

    /// The last occurrence of each reminder that is settled: earlier ones do not come any more. What a wrong clock has
    /// put ahead of now does not count.
    func settled(at now: Instant) -> [String: Instant] {
        var last: [String: Instant] = [:]
        for record in records.values where record.due <= now && !record.isSnooze && !record.isAttention {
            last[record.reminder] = max(last[record.reminder] ?? record.due, record.due)
        }
        return last
    }

    private static let days: Int64 = 30
    /// So many finished ones stay, however old the clock says they are: the clock may be wrong.
    private static let kept = 500
    private static let keptOfEach = 20

    /// Forgets what cannot come again.
    mutating func prune(at now: Instant) {
        let finished = records.values.filter { !$0.isLive }.sorted { ($0.due, $0.key) > ($1.due, $1.key) }
        let oldest = now.adding(seconds: -Self.days * 86_400)
        var ofEach: [String: Int] = [:]
        for (index, record) in finished.enumerated() {
            // One that is forgotten is delivered again as long as the file is as it is.
            if !record.isAttention { ofEach[record.reminder, default: 0] += 1 }
            let isOld = record.due < oldest && index >= Self.kept
            if isOld || !record.isAttention && ofEach[record.reminder] ?? 0 > Self.keptOfEach {
                records[record.key] = nil
            }
        }
    }
}

extension DeliveryRecord {
    /// Nothing but the mark of a snooze has this sign after the occurrence.
    var isSnooze: Bool { key.utf8.dropFirst(reminder.utf8.count).contains(UInt8(ascii: "~")) }

    /// Whether it is of a file that needs attention: only its key has this sign behind the id.
    package var isAttention: Bool { key.utf8.dropFirst(reminder.utf8.count).first == UInt8(ascii: "!") }
}
