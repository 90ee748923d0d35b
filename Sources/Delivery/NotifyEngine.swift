package import MemossFiles

/// Decides what to deliver and when, exactly once: events in, effects out. It uses no clock, disk or bus.
///
/// Everything that becomes due while the engine runs, or while it did not since it last ran, is delivered once: of a
/// reminder, the latest. The state is saved before anything is posted: a crash may cause a second delivery but never a lost
/// one.
package struct NotifyEngine: Sendable {
    /// The two clocks: wall-clock time, which may be set, and monotonic time.
    package struct Moment: Sendable, Hashable {
        package var now: Instant
        /// Monotonic milliseconds with an arbitrary origin.
        package var uptime: Int64

        package init(now: Instant, uptime: Int64) { (self.now, self.uptime) = (now, uptime) }
    }

    package internal(set) var state: DeliveryState
    /// Whether there is a hook or a bell.
    package private(set) var announces: Bool
    /// Whether it keeps running to receive button presses and closed notifications.
    let attends: Bool
    var folder: NotifyFolder?
    package internal(set) var server: String?
    /// The number of notifications that the server keeps; nil if unlimited.
    var room: Int?
    /// Records whose notifications a full server closed, or that were closed to make room; they wait to be added to the
    /// summary.
    var displaced: Set<String> = []
    /// Posts that the server has not answered, by token.
    var postings: [Int: Posting] = [:]
    private var token = 0
    /// Records shown by an earlier process. Their buttons no longer work, so they are posted again in place.
    var foreign: Set<String> = []
    /// Notifications to close on servers that are unreachable: at start, the folder is read before the bus answers.
    package internal(set) var leftovers: [String: Set<UInt32>] = [:]
    /// Records for which the hook had not finished when the earlier process ended.
    var unannounced: Set<String> = []
    /// When files were first found missing, and how many times.
    var missing: [String: (since: Int64, looks: Int)] = [:]
    /// The keys of deliveries whose files were renamed while this process ran, by their keys before.
    var renamed: [String: String] = [:]
    var retry = RetryPause()
    /// Everything due up to this time has been handled.
    private var looked: Instant?
    var effects: [NotifyEffect] = []
    /// Whether the first start still has to be saved.
    private var isNew: Bool

    /// In seconds: a reminder that was due this long before its file changed is still delivered. What came due while
    /// nothing ran, or while its file was away, is delivered however long ago.
    static let lateChange: Int64 = 86_400
    /// Up to this many simultaneous deliveries are shown individually; more become five and a summary.
    static let burst = 6
    static let singles = 5
    /// How long a file must be missing to count as deleted: a checkout deletes files and creates them again.
    static let graceMilliseconds: Int64 = 1_500
    static let lateSeconds: Int64 = 60
    /// In seconds: a reminder that was due this long before the first start is still delivered.
    static let headStart: Int64 = 60

    /// - Parameters:
    ///   - state: the saved state; nil at the first start.
    ///   - announces: whether there is a hook or a bell.
    ///   - attends: whether it keeps running after posting what is due. If not, notifications have no buttons and are
    ///     left to the server.
    package init(_ state: DeliveryState?, announces: Bool, attends: Bool = true, at now: Instant) {
        isNew = state == nil
        var state = state ?? DeliveryState(firstStart: now.adding(seconds: -Self.headStart))
        for (key, record) in state.records {
            // Whether it was shown is unknown: better twice than never.
            if record.phase == .sending { state.records[key]?.phase = .waiting }
            if record.phase == .shown, attends { foreign.insert(key) }
        }
        self.state = state
        self.announces = announces
        self.attends = attends
        followAnnouncing()
    }

    /// A post: its records, the notification it replaces, and whether none of it is new.
    struct Posting: Sendable {
        var keys: [String]
        var replaces: UInt32 = 0
        var isAgain = false
    }

    package mutating func handle(_ event: NotifyEvent, at moment: Moment) -> [NotifyEffect] {
        let before = state
        effects = []
        // A clock that was wrong at the first start must not suppress everything afterwards.
        if state.since > moment.now { state.since = moment.now }
        switch event {
        case .folder(let found):
            let old = folder
            folder = found
            if let old { folder?.keep(old) }
            filesChanged(moment)
        case .files(let paths, let found):
            folder?.replace(paths, by: found)
            filesChanged(moment)
        case .tick: break
        case .server(let name, let room): serverChanged(name, room)
        case .posted(let token, let notificationID): posted(token, notificationID)
        case .refused(let token, let reason, let isFull): refused(token, reason, isFull: isFull, moment)
        case .closed(let notificationID, let reason): closed(notificationID, reason)
        case .pressed(let notificationID, let action): pressed(notificationID, action)
        case .edited(let key, let action, let failure): edited(key, action, failure, moment)
        case .announced(let keys, let isTold): announced(keys, isTold: isTold)
        case .notAnnounced(let keys): notAnnounced(keys, moment.now)
        case .announces(let announces):
            guard announces != self.announces else { break }
            self.announces = announces
            followAnnouncing()
        }
        if let folder { announceMissed(folder, moment.now) }
        takeDue(moment)
        post(moment)
        effects = effects.withoutOvertakenWithdrawals()
        if state != before || isNew {
            isNew = false
            state.prune(at: moment.now)
            effects.insert(.save, at: 0)
        }
        return effects
    }

    // MARK: Waking

    /// When to send the next tick.
    package struct Wake: Sendable, Hashable {
        /// In wall-clock time; nil if nothing is ahead.
        package var at: Instant?
        /// After this much monotonic time, whatever the wall clock says.
        package var milliseconds: Int64?
        /// Whether the folder must be read again by then.
        package var rereads = false
    }

    package func wake(after moment: Moment) -> Wake {
        var wake = Wake()
        // If the clock was set back in between, every reminder has to be examined.
        if let looked {
            // What was not told although its pause is over waits for its file.
            let retry = unannounced.compactMap { state.records[$0]?.retry }.filter { $0 > moment.now }.min()
            wake.at = moment.now < looked ? moment.now : [folder?.nextDue, retry].compactMap(\.self).min()
        }
        // Only the retry pause may set a timer. Records waiting for anything else would wake it all the time.
        if server != nil, !(foreign.isEmpty && state.records(.waiting).isEmpty) {
            wake.milliseconds = retry.wait(from: moment.uptime)
        }
        if !missing.isEmpty {
            wake.milliseconds = min(wake.milliseconds ?? .max, Self.graceMilliseconds)
            wake.rereads = true
        }
        return wake
    }

    // MARK: Due reminders

    private mutating func takeDue(_ moment: Moment) {
        let now = moment.now
        // After the clock was set back, times that were already handled are in the future again.
        if let looked, now < looked { folder?.forgetTimes() }
        guard let found = folder?.takeDue(through: now), let context = folder?.context else { return }
        let dayBefore = now.adding(seconds: -Self.lateChange)
        let ran = state.lastRan(by: now) ?? dayBefore
        // Everything due up to `ran` has been handled, unless a file has changed since.
        let change = min(ran, dayBefore)
        var new = deliver(found.changed, isChange: true, after: max(state.since, change), now, context)
        // A clock that was set back and is right again jumps over times that were handled before a file was new.
        new += deliver(found.due, after: max(state.since, change, min(ran, looked ?? ran)), now, context)
        new += found.broken.compactMap { Delivery(attentionTo: $0, at: now, in: context) }.filter { add($0) }
        looked = now
        // What a directory that could not be listed holds may have been due before.
        state.note(ranThrough: folder?.isComplete == true ? now : ran, at: now)
        if announces { announce(new, now) }
    }

    /// Records the last delivery of each reminder since `floor`, and schedules the next one.
    ///
    /// - Parameter isChange: whether their files have changed, or have come back.
    private mutating func deliver(
        _ reminders: [Reminder],
        isChange: Bool = false,
        after floor: Instant,
        _ now: Instant,
        _ context: TimeContext
    ) -> [Delivery] {
        guard !reminders.isEmpty else { return [] }
        let settled = state.settled(at: now)
        let records = Dictionary(grouping: state.records.values.lazy.filter { !$0.isAttention }, by: \.reminder)
        let live = Set(records.filter { $0.value.contains(where: \.isLive) }.keys)
        var new: [Delivery] = []
        for reminder in reminders {
            let next = Delivery.next(of: reminder, after: now, in: context)
            folder?.schedule(reminder, at: next)
            // The file was away when it came due.
            let unseen = isChange ? state.ahead[reminder.id].map { $0.adding(seconds: -1) } : nil
            let floor = min(floor, unseen ?? floor)
            // A completed file may share its id with an open one.
            if next != nil || state.ahead[reminder.id] != nil && folder?.hasOpen(reminder.id) != true {
                state.note(next, of: reminder.id)
            }
            let own = records[reminder.id] ?? []
            note(reminder, in: own)
            let after = max(floor, reminder.recurs ? settled[reminder.id] ?? floor : floor)
            let found = Delivery.last(of: reminder, after: after, through: now, in: context)
            for delivery in found {
                // A ring besides the date keeps its time when an occurrence moves.
                let same = own.first { record in
                    (!reminder.recurs || record.isAlarm || delivery.alarm != nil)
                        && record.isSame(as: delivery) && state.records[record.key] != nil
                }
                if let same { rename([same.key: delivery.key]) }
                guard add(delivery, likeness: reminder.likeness) else { continue }
                if live.contains(reminder.id) || found.count > 1 { overtake(by: delivery) }
                new.append(delivery)
            }
        }
        return new
    }

    /// Records how a file without an id can be recognized once it is renamed.
    private mutating func note(_ reminder: Reminder, in records: [DeliveryRecord]) {
        let likeness = reminder.likeness
        for record in records where record.likeness != likeness { state.records[record.key]?.likeness = likeness }
    }

    /// - Returns: false if the delivery is already recorded.
    private mutating func add(_ delivery: Delivery, likeness: String = "") -> Bool {
        guard state.records[delivery.key] == nil else { return false }
        var record = DeliveryRecord(delivery, isAnnounced: false)
        record.likeness = likeness
        state.records[delivery.key] = record
        return true
    }

    /// One notification per reminder: closes the earlier ones. An alarm ahead of an occurrence leaves an earlier occurrence open.
    private mutating func overtake(by delivery: Delivery) {
        let id = delivery.notification.reminder
        for record in state.records.values where record.isLive && record.reminder == id && !record.isAttention {
            guard record.key != delivery.key else { continue }
            if delivery.isAhead, !record.isAlarm, !delivery.key.hasPrefix(record.subject) { continue }
            take(record.key, down: .passed)
            // The hook replaces a message only by one with the same id.
            if announces, record.toldAs != nil { effects.append(.announce(.withdrawn(record))) }
        }
    }

    /// Reports deliveries to the hook and the bell; a large number becomes five and a summary.
    mutating func announce(_ new: [Delivery], _ now: Instant) {
        // Due reminders are reported individually before files that only need attention.
        func rank(_ delivery: Delivery) -> (Int, Instant, String, String) {
            (delivery.isAttention ? 0 : 1, delivery.due, delivery.notification.path, delivery.key)
        }
        let new = new.sorted { rank($0) < rank($1) }
        let folded = new.count > Self.burst ? new.dropLast(Self.singles) : []
        if !folded.isEmpty {
            var hookEvent = HookEvent(event: .summary, keys: folded.map(\.key))
            hookEvent.title = Self.summaryTitle(of: folded)
            hookEvent.count = folded.count
            hookEvent.isAgain = folded.allSatisfy { state.records[$0.key]?.failures ?? 0 > 0 }
            effects.append(.announce(hookEvent))
        }
        for delivery in new.dropFirst(folded.count) {
            let isLate = delivery.due < now.adding(seconds: -Self.lateSeconds)
            let event: HookEvent.Event = delivery.isAttention ? .broken : isLate ? .missed : .due
            var hookEvent = HookEvent(event: event, keys: [delivery.key], delivery: delivery)
            hookEvent.title = announcement(of: delivery, at: now)
            hookEvent.isAgain = state.records[delivery.key]?.failures ?? 0 > 0
            effects.append(.announce(hookEvent))
        }
    }

    /// Reports what an earlier process did not finish reporting, and what the hook failed to tell, if it is still valid. Waits
    /// for missing files.
    mutating func announceMissed(_ folder: NotifyFolder, _ now: Instant) {
        guard announces else { return }
        var found: [Delivery] = []
        for key in unannounced {
            guard let record = state.records[key], !record.isAnnounced else {
                unannounced.remove(key)
                continue
            }
            if record.isPaused(at: now) { continue }
            if let delivery = folder.standing(record) {
                found.append(delivery)
            } else if !folder.reminders(of: record).isEmpty, record.isAttention || !folder.hides(record.path) {
                state.records[key]?.isAnnounced = true
            } else {
                continue
            }
            unannounced.remove(key)
        }
        announce(found, now)
    }

    /// Whether a delivery was completed, snoozed or deleted, so that the hook need not report it any more.
    package func isOver(_ key: String) -> Bool {
        guard let record = state.records[current(key)] else { return true }
        return record.phase == .closed && folder?.standing(record) == nil
    }

    /// The hook has finished with deliveries. What ended while it reported them is withdrawn now.
    private mutating func announced(_ keys: [String], isTold: Bool) {
        for key in keys.map(current) {
            guard let record = state.records[key], !record.isAnnounced else { continue }
            state.records[key]?.isAnnounced = true
            if announces, isTold, record.phase == .closed { effects.append(.announce(.withdrawn(record))) }
        }
    }

    /// The hook has failed. It is run again after a minute, then after two, and so on up to an hour: better told twice than never.
    private mutating func notAnnounced(_ keys: [String], _ now: Instant) {
        for key in keys.map(current) {
            guard let record = state.records[key], !record.isAnnounced else { continue }
            state.records[key]?.fail(at: now)
            if record.phase == .closed || record.failures + 1 >= DeliveryRecord.mostFailures {
                state.records[key]?.isAnnounced = true
                guard record.phase != .closed else { continue }
                let count = DeliveryRecord.mostFailures
                effects.append(.log("the hook failed \(count) times for \(record.path) and is not run again"))
            } else {
                unannounced.insert(key)
            }
        }
    }

    /// A new hook or bell tells what nobody has told, for want of a server. Without one, what is on the screen is told.
    private mutating func followAnnouncing() {
        if announces {
            unannounced.formUnion(state.records.values.filter { !$0.isAnnounced }.map(\.key))
        } else {
            for (key, record) in state.records where record.phase != .waiting && record.phase != .sending {
                state.records[key]?.isAnnounced = true
            }
        }
    }

    /// What a notification says: the title of the reminder and, for an alarm, how far its date is.
    func announcement(of delivery: Delivery, at now: Instant) -> String {
        guard let alarm = delivery.alarm, let folder else { return delivery.notification.title }
        return alarm.announcement(of: delivery.notification.title, at: now, in: folder.context.zone)
    }

    static func summaryTitle(of deliveries: some Collection<Delivery>) -> String {
        let count = deliveries.count
        switch deliveries.count(where: \.isAttention) {
        case 0: return count == 1 ? "1 more reminder is due" : "\(count) more reminders are due"
        case count: return count == 1 ? "1 more file needs attention" : "\(count) more files need attention"
        default: return "\(count) more reminders are due or need attention"
        }
    }

    mutating func nextToken() -> Int {
        token += 1
        return token
    }
}
