/// Decides what is told, when, and once only: events in, effects out. It has no clock, no disk and no bus.
///
/// Whatever comes due while the engine runs, or within a day before, is told once, or there is a record of why not. The
/// state is saved before anything is posted, so after a crash something may be posted again, and is never lost.
package struct NotifyEngine: Sendable {
    /// The two clocks: the wall's, which may be set, and one that only goes on.
    package struct Moment: Sendable, Hashable {
        package var now: Instant
        /// Milliseconds since some moment.
        package var uptime: Int64

        package init(now: Instant, uptime: Int64) { (self.now, self.uptime) = (now, uptime) }
    }

    package internal(set) var state: DeliveryState
    /// Whether there is a hook or a bell.
    package private(set) var tells: Bool
    /// Whether it stays to hear of buttons and of what the server takes down.
    let attends: Bool
    var folder: NotifyFolder?
    package internal(set) var server: String?
    /// How many notifications the server keeps; nil if it keeps all.
    var room: Int?
    /// Taken down by the server for want of room: they wait for a place in the summary.
    var displaced: Set<String> = []
    /// What was posted and not answered.
    var postings: [Int: Posting] = [:]
    private var token = 0
    /// Shown by an earlier process: a dead one gets no buttons, so they are posted once more in their own place.
    var foreign: Set<String> = []
    /// What is to be taken from the screens of servers out of reach: at a start the folder is read before the bus answers.
    var leftovers: [String: Set<UInt32>] = [:]
    /// Of these a hook was to be told when the process ended.
    var untold: Set<String> = []
    /// Since when files have been missing, and how often that was seen.
    var missing: [String: (since: Int64, looks: Int)] = [:]
    var retry = RetryPause()
    /// What was due by then was told.
    private var looked: Instant?
    var effects: [NotifyEffect] = []
    /// The first start has to be remembered.
    private var isNew: Bool

    /// How far back missed ones are looked for.
    static let catchUp: Int64 = 86_400
    /// More than this at once become five and a summary.
    static let burst = 6
    static let singles = 5
    /// A checkout takes files away and puts them back.
    static let graceMilliseconds: Int64 = 1_500
    static let lateSeconds: Int64 = 60
    /// A reminder that was due in the minute of the first start is still told.
    static let headStart: Int64 = 60

    /// - Parameters:
    ///   - state: as it was saved; nil at the first start.
    ///   - tells: whether there is a hook or a bell.
    ///   - attends: whether it stays after what is due was posted; else there are no buttons, and what was posted is
    ///     left to the server.
    package init(_ state: DeliveryState?, tells: Bool, attends: Bool = true, at now: Instant) {
        isNew = state == nil
        var state = state ?? DeliveryState(since: now.adding(seconds: -Self.headStart))
        for (key, record) in state.records {
            // Whether it came to the screen nobody knows: once more rather than not at all.
            if record.phase == .sending { state.records[key]?.phase = .waiting }
            if record.phase == .shown, attends { foreign.insert(key) }
            if tells, !record.isTold { untold.insert(key) }
        }
        self.state = state
        self.tells = tells
        self.attends = attends
        if !tells { forgetUntold() }
    }

    /// What was posted: for which records, in whose place, and whether nothing of it is new.
    struct Posting: Sendable {
        var keys: [String]
        var replaces: UInt32 = 0
        var isAgain = false
    }

    package mutating func handle(_ event: NotifyEvent, at moment: Moment) -> [NotifyEffect] {
        let before = state
        effects = []
        // A clock that was wrong at the first start must not silence all that comes after.
        if state.since > moment.now { state.since = moment.now }
        switch event {
        case .folder(let folder): look(at: folder, moment)
        case .tick: break
        case .server(let name, let room): meet(name, room)
        case .posted(let token, let number): posted(token, number)
        case .refused(let token, let reason): refused(token, reason, moment)
        case .closed(let number, let reason): closed(number, reason)
        case .pressed(let number, let action): pressed(number, action)
        case .edited(let key, let action, let failure): edited(key, action, failure, moment)
        case .told(let keys): for key in keys { state.records[key]?.isTold = true }
        case .tells(let tells):
            self.tells = tells
            if !tells { forgetUntold() }
        }
        takeDue(moment)
        post(moment)
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
        /// On the wall's clock; nil if nothing lies ahead.
        package var at: Instant?
        /// After so much time has passed, whatever the clock on the wall says.
        package var milliseconds: Int64?
        /// Whether the folder has to be read again by then.
        package var rereads = false
    }

    package func wake(after moment: Moment) -> Wake {
        var wake = Wake()
        if let folder {
            var context = folder.context
            // The clock has gone on since: what came due meanwhile was not told.
            context.now = min(moment.now, looked ?? moment.now)
            let all = folder.reminders.values.flatMap(\.self)
            wake.at = NotificationPlan(all, in: context).notifications.first?.instant
        }
        // What waits for anything else than the server's patience would have it wake all the time.
        if server != nil, !(foreign.isEmpty && state.records(.waiting).isEmpty) {
            wake.milliseconds = retry.wait(from: moment.uptime)
        }
        if !missing.isEmpty {
            wake.milliseconds = min(wake.milliseconds ?? .max, Self.graceMilliseconds)
            wake.rereads = true
        }
        return wake
    }

    // MARK: What is due

    private mutating func takeDue(_ moment: Moment) {
        guard let folder else { return }
        let now = moment.now
        looked = now
        let floor = max(state.since, now.adding(seconds: -Self.catchUp))
        let settled = state.settled(at: now)
        let live = Set(state.records.values.filter { $0.isLive && !$0.isAttention }.map(\.reminder))
        var new: [Delivery] = []
        for reminder in folder.reminders.values.joined() {
            let own = reminder.recurs ? settled[reminder.id] : nil
            let after = max(floor, own ?? floor)
            guard
                let (delivery, _) = Delivery.last(of: reminder, after: after, through: now, in: folder.context),
                state.records[delivery.key] == nil
            else { continue }
            if live.contains(reminder.id) { overtake(by: delivery) }
            state.records[delivery.key] = DeliveryRecord(delivery, isTold: !tells)
            new.append(delivery)
        }
        for reminder in folder.broken {
            guard let delivery = Delivery(attentionTo: reminder, at: now, in: folder.context),
                state.records[delivery.key] == nil
            else { continue }
            state.records[delivery.key] = DeliveryRecord(delivery, isTold: !tells)
            new.append(delivery)
        }
        for record in state.records(.waiting) where record.due < now.adding(seconds: -Self.catchUp) {
            state.records[record.key]?.phase = .passed
            if !tells { effects.append(.say("no screen to show it on for a day: \(record.path)")) }
        }
        if tells { tell(new, now) }
    }

    /// One notification a reminder: the earlier ones go.
    private mutating func overtake(by delivery: Delivery) {
        let id = delivery.notification.reminder
        for record in state.records.values where record.isLive && record.reminder == id && !record.isAttention {
            take(record.key, down: .passed)
        }
    }

    /// Of a crowd five, and how many more.
    mutating func tell(_ new: [Delivery], _ now: Instant) {
        // What is due comes one by one before what only needs attention.
        func rank(_ delivery: Delivery) -> (Int, Instant, String, String) {
            (delivery.isAttention ? 0 : 1, delivery.due, delivery.notification.path, delivery.key)
        }
        let new = new.sorted { rank($0) < rank($1) }
        let folded = new.count > Self.burst ? new.dropLast(Self.singles) : []
        if !folded.isEmpty {
            var telling = Telling(event: .summary, keys: folded.map(\.key))
            telling.title = Self.summaryTitle(of: folded)
            telling.count = folded.count
            effects.append(.tell(telling))
        }
        for delivery in new.dropFirst(folded.count) {
            let isLate = delivery.due < now.adding(seconds: -Self.lateSeconds)
            let event: Telling.Event = delivery.isAttention ? .broken : isLate ? .missed : .due
            effects.append(.tell(Telling(event: event, keys: [delivery.key], delivery: delivery)))
        }
    }

    /// Tells of those that still stand. One whose file is missing is waited for.
    mutating func tellUntold(_ folder: NotifyFolder, _ now: Instant) {
        var found: [Delivery] = []
        for key in untold {
            guard let record = state.records[key], !record.isTold else {
                untold.remove(key)
                continue
            }
            if let delivery = folder.standing(record) {
                found.append(delivery)
            } else if folder.reminders[record.reminder] != nil, record.isAttention || !folder.hides(record.path) {
                state.records[key]?.isTold = true
            } else {
                continue
            }
            untold.remove(key)
        }
        tell(found, now)
    }

    /// Nobody will be told of them.
    private mutating func forgetUntold() {
        for key in state.records.keys { state.records[key]?.isTold = true }
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
