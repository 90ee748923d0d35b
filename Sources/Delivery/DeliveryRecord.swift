package import MemossFiles

/// The state of one delivery.
package struct DeliveryRecord: Sendable, Hashable {
    package enum Phase: String, Sendable, CaseIterable {
        /// Due, but not on any screen yet.
        case waiting
        /// Sent to the server, which has not answered yet.
        case sending
        case shown
        /// Shown by a process that ended before it could learn what became of it: it may still be on the screen.
        case left
        /// The server closed it by itself.
        case expired
        /// The user dismissed it.
        case dismissed
        /// The reminder was completed, snoozed or deleted.
        case closed
        /// Superseded by a later delivery of the same reminder.
        case passed
    }

    package var key: String
    /// The id of the reminder.
    package var reminder: String
    /// The path of the reminder at the time of delivery.
    package var path: String
    package var due: Instant
    package var phase = Phase.waiting
    /// The server's id for the notification, and the name of that server: ids are not shared between servers.
    package var notificationID: UInt32 = 0
    package var server = ""
    /// Whether it is part of a summary; all of its records share one notification id.
    package var isFolded = false
    /// Whether the hook and the bell have finished with it.
    package var isAnnounced = true
    /// How often the hook has failed to tell of it.
    package var failures = 0
    /// Not before then is the hook run again; nil if it has not failed.
    package var retry: Instant?
    /// `Reminder.likeness` when the file was last seen; empty if a renamed file is recognized by its id.
    package var likeness = ""
    /// The id that the hook was told, if the file was renamed since; nil if it is that of the reminder.
    package var toldAs: String?

    init(_ delivery: Delivery, isAnnounced: Bool) {
        key = delivery.key
        reminder = delivery.notification.reminder
        path = delivery.notification.path
        due = delivery.due
        self.isAnnounced = isAnnounced
    }

    init(key: String, reminder: String, path: String, due: Instant) {
        (self.key, self.reminder, self.path, self.due) = (key, reminder, path, due)
    }

    /// The record of the same delivery, after the file of its reminder was renamed.
    func moved(to other: Reminder) -> DeliveryRecord {
        var record = self
        record.key = other.id + String(key.dropFirst(reminder.count))
        (record.reminder, record.path) = (other.id, other.path)
        return record
    }

    /// A hook that fails this often, over some hours, is not run again.
    static let mostFailures = 12
    private static let longestPause: Int64 = 3_600

    mutating func fail(at now: Instant) {
        failures += 1
        retry = now.adding(seconds: min(60 << min(failures - 1, 6), Self.longestPause))
    }

    /// Whether the hook has failed so recently that it is not run again yet. A clock that was set back ends the pause.
    func isPaused(at now: Instant) -> Bool {
        retry.map { now < $0 && $0 <= now.adding(seconds: Self.longestPause) } == true
    }

    var isLive: Bool { phase == .waiting || phase == .sending || mayBeOnScreen }
    var mayBeOnScreen: Bool { phase == .shown || phase == .left }
}

/// Everything that must outlive the process, except snoozes, which are stored in the reminders' files.
package struct DeliveryState: Sendable, Hashable {
    /// The time of the first start; anything due before is ignored.
    package internal(set) var since: Instant
    /// Up to when everything due was handled, ascending. There are several only if the clock was set back: nobody knows
    /// which time was right.
    private(set) var ran: [Instant]
    package internal(set) var records: [String: DeliveryRecord] = [:]
    /// When each reminder comes next, by its id, as it was when its file was last seen. A time that has passed came due while
    /// the file was away.
    var ahead: [String: Instant] = [:]

    package init(firstStart: Instant) { self.init(since: firstStart, ran: [firstStart]) }

    init(since: Instant, ran: [Instant]) { (self.since, self.ran) = (since, ran) }

    /// The latest of these times that is not in the future; nil if all are.
    func lastRan(by now: Instant) -> Instant? { ran.last { $0 <= now } }

    /// How precisely the time is recorded, in seconds: each time is a write.
    private static let ranStep: Int64 = 3_600

    /// Records when a reminder comes next; nil if it does not.
    mutating func note(_ next: Instant?, of id: String) {
        // If the clock was set back, what is ahead may have been handled.
        if let next, let last = ran.last, next <= last { return }
        if ahead[id] != next { ahead[id] = next }
    }

    /// Records that everything due through an instant was handled.
    mutating func note(ranThrough instant: Instant, at now: Instant) {
        // There are no older records: they are pruned.
        let instant = max(instant, now.adding(seconds: -Self.days * 86_400))
        if let last = lastRan(by: now), instant < last.adding(seconds: Self.ranStep) { return }
        ran = [instant] + ran.filter { $0 > now }.prefix(3)
    }

    /// The records in some phases, sorted by due time, then path.
    package func records(_ phases: DeliveryRecord.Phase...) -> [DeliveryRecord] { records(phases) }

    func records(_ phases: [DeliveryRecord.Phase]) -> [DeliveryRecord] {
        records.values.filter { phases.contains($0.phase) }
            .sorted { ($0.due, $0.path, $0.key) < ($1.due, $1.path, $1.key) }
    }

    /// The latest recorded occurrence of each reminder: earlier ones are no longer delivered. Records in the future,
    /// caused by a wrong clock, do not count.
    func settled(at now: Instant) -> [String: Instant] {
        var last: [String: Instant] = [:]
        for record in records.values
        where record.due <= now && !record.isSnooze && !record.isAttention && !record.isAlarm {
            last[record.reminder] = max(last[record.reminder] ?? record.due, record.due)
        }
        return last
    }

    private static let days: Int64 = 30
    /// How long a reminder that came due while its file was away is remembered.
    private static let daysAway: Int64 = 400
    /// The number of finished records to keep regardless of their age, because the clock may be wrong.
    private static let kept = 500
    private static let keptOfEach = 20

    /// Deletes records of deliveries that cannot recur.
    mutating func prune(at now: Instant) {
        let finished = records.values.filter { !$0.isLive }.sorted { ($0.due, $0.key) > ($1.due, $1.key) }
        let oldest = now.adding(seconds: -Self.days * 86_400)
        var ofEach: [String: Int] = [:]
        for (index, record) in finished.enumerated() {
            // A forgotten attention record would be delivered again as long as the file stays the same.
            if !record.isAttention { ofEach[record.reminder, default: 0] += 1 }
            let isOld = record.due < oldest && index >= Self.kept
            if isOld || !record.isAttention && ofEach[record.reminder] ?? 0 > Self.keptOfEach {
                records[record.key] = nil
            }
        }
        let last = now.adding(seconds: -Self.daysAway * 86_400)
        if ahead.values.contains(where: { $0 < last }) { ahead = ahead.filter { $0.value >= last } }
    }
}

extension DeliveryRecord {
    /// Only the suffix of a snooze contains this character after the occurrence.
    var isSnooze: Bool { key.utf8.dropFirst(reminder.utf8.count).contains(UInt8(ascii: "~")) }

    /// Whether it is an alarm, or for a deadline: only the suffix of these contains this character.
    var isAlarm: Bool { key.utf8.dropFirst(reminder.utf8.count).contains(UInt8(ascii: "*")) }

    /// Whether it is of the deadline: a date that becomes the deadline, or the other way round, is told once.
    private var isDeadline: Bool { key[subject.endIndex...].hasPrefix("*due=") }

    /// Whether it is of a delivery at the same instant whose key differs, because its date is written in another way (`T09:00` and
    /// `T09:00:00`), or is that of another occurrence now.
    func isSame(as delivery: Delivery) -> Bool {
        guard key != delivery.key, reminder == delivery.notification.reminder, due == delivery.due else { return false }
        let other = DeliveryRecord(delivery, isAnnounced: false)
        let (isAhead, isOtherAhead) = (isAlarm && !isDeadline, other.isAlarm && !other.isDeadline)
        return (isSnooze, isAhead, isAttention) == (other.isSnooze, isOtherAhead, other.isAttention)
    }

    /// The reminder and the occurrence.
    var subject: Substring {
        let suffix = key.utf8.dropFirst(reminder.utf8.count).firstIndex {
            $0 == UInt8(ascii: "*") || $0 == UInt8(ascii: "~")
        }
        return key[..<(suffix ?? key.endIndex)]
    }

    /// Whether it reports a file that needs attention: only such keys have this character after the id.
    package var isAttention: Bool { key.utf8.dropFirst(reminder.utf8.count).first == UInt8(ascii: "!") }
}
