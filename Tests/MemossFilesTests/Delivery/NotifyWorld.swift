import TestSupport

@testable import CivilTime
@testable import Delivery
@testable import MemossFiles
@testable import Text

/// A simulated folder, two clocks, a disk and a notification server for the engine.
struct NotifyWorld {
    var reminders: [Reminder] = []
    var unreadable: [Reminder] = []
    /// Directories that could not be listed completely.
    var unseen: [String] = []
    var now: Instant
    var uptime: Int64 = 0
    var zone: Zone
    var announces: Bool
    /// Whether the process keeps running, or is run again and again.
    private let attends: Bool
    private(set) var engine: NotifyEngine
    /// The state on disk.
    private(set) var saved: DeliveryState?

    var server: String?
    /// How many notifications the server keeps; like GNOME Shell, it closes the oldest.
    var room: Int?
    /// With this many notifications, those of others included, the server refuses more, and replacements too; like
    /// notification-daemon, which closes none.
    var limit: Int?
    var others = 0
    /// The notifications on screen, by id.
    var screen: [UInt32: NotifyPost] = [:]
    private(set) var lastNumber: UInt32 = 0
    /// Whether the server refuses posts.
    var refuses = false
    /// Whether it replies; otherwise the replies wait in `unanswered`.
    var answers = true
    var unanswered: [(token: Int, notificationID: UInt32)] = []

    private(set) var hookEvents: [HookEvent] = []
    private(set) var said: [String] = []
    private(set) var posts: [NotifyPost] = []
    private(set) var edits: [(action: NotifyAction, delivery: Delivery)] = []

    init(now: Instant, zone: Zone = .utc, announces: Bool = false, attends: Bool = true) {
        (self.now, self.zone, self.announces, self.attends) = (now, zone, announces, attends)
        engine = NotifyEngine(nil, announces: announces, attends: attends, at: now)
        feed(.tick)
    }

    init(_ text: String, zone: String = "Europe/Paris", announces: Bool = false) throws {
        let zone = try TestFiles.zone(zone)
        self.init(
            now: try DateValue(parsing: text).instant(in: zone, allDayAt: .noon),
            zone: zone,
            announces: announces
        )
    }

    var context: TimeContext { TimeContext(now: now, zone: zone, allDayAt: CivilTime(unchecked: 9 * 3_600)) }
    var state: DeliveryState { engine.state }
    var titles: [String] { screen.sorted { $0.key < $1.key }.map(\.value.title) }
    var wake: NotifyEngine.Wake { engine.wake(after: moment) }
    var moment: NotifyEngine.Moment { NotifyEngine.Moment(now: now, uptime: uptime) }

    /// Whether the disk is full, in which case the process ends.
    var isFull = false
    /// The process ends after this many further effects.
    var effectsLeft: Int?
    private(set) var isDown = false
    /// Ids whose state the engine cannot know: it ended before it received them or could withdraw them, or they were
    /// closed while nothing listened.
    private(set) var orphans: Set<UInt32> = []
    /// Which process posted each notification, counted from 0; its buttons reach that process.
    private(set) var posters: [UInt32: Int] = [:]
    private(set) var process = 0
    /// What was posted as new.
    private(set) var postedLedger = Ledger()
    private(set) var toldLedger = Ledger()
    /// Ids that this server gave to other programs.
    private var strangers: Set<UInt32> = []
    /// Notifications of others that the engine closed or replaced.
    private(set) var harmed: Set<UInt32> = []
    private var lastServer: String?

    var isAnswered: Bool { engine.postings.isEmpty }

    // MARK: Events

    mutating func feed(_ event: NotifyEvent) {
        guard !isDown else {
            // Several replies were under way when it ended.
            switch event {
            case .posted(_, let notificationID), .closed(let notificationID, _): orphans.insert(notificationID)
            default: break
            }
            return
        }
        let (leftovers, before) = (engine.leftovers, state)
        let effects = engine.handle(event, at: moment)
        let pushed = pushedOut(by: event, before)
        for (index, effect) in effects.enumerated() {
            if effectsLeft == 0 || isFull && effect == .save {
                orphans.formUnion(leftovers.values.joined())
                return end(at: event, without: effects[index...])
            }
            effectsLeft = effectsLeft.map { $0 - 1 }
            switch effect {
            case .save:
                saved = engine.state
                postedLedger.excuse(pushed)
            case .post(let post): take(post)
            case .withdraw(let notificationID):
                if screen.removeValue(forKey: notificationID) != nil, limit != nil {
                    afterwards.append(.closed(notificationID: notificationID, reason: 3))
                }
                if strangers.contains(notificationID) { harmed.insert(notificationID) }
            case .announce(let hookEvent):
                hookEvents.append(hookEvent)
                toldLedger.add(hookEvent.keys)
            case .edit(let action, let delivery): edits.append((action, delivery))
            case .log(let text): said.append(text)
            }
        }
        settle()
    }

    /// Notifications closed by a full server, or to make room on it, are shown again in the summary.
    private func pushedOut(by event: NotifyEvent, _ before: DeliveryState) -> [String] {
        let shown = before.records(.shown).filter { $0.server == server }
        switch event {
        case .closed(let notificationID, 1) where room != nil:
            return shown.filter { $0.notificationID == notificationID }.map(\.key)
        case .refused(_, _, true): return shown.map(\.key).filter { state.records[$0]?.phase != .shown }
        default: return []
        }
    }

    private var toAnswer: [NotifyEvent] = []

    private mutating func end(at event: NotifyEvent, without rest: ArraySlice<NotifyEffect>) {
        (isDown, effectsLeft) = (true, nil)
        loseMemory()
        switch event {
        case .posted(_, let notificationID), .closed(let notificationID, _): orphans.insert(notificationID)
        default: break
        }
        guard rest.first != .save else { return }
        for case .withdraw(let notificationID) in rest { orphans.insert(notificationID) }
    }

    private mutating func loseMemory() {
        orphans.formUnion(engine.leftovers.values.joined())
        loseAnswers()
    }

    private mutating func loseAnswers() {
        orphans.formUnion(unanswered.map(\.notificationID))
        for case .posted(_, let notificationID) in toAnswer { orphans.insert(notificationID) }
        for case .closed(let notificationID, _) in afterwards { orphans.insert(notificationID) }
        (toAnswer, unanswered, afterwards) = ([], [], [])
    }

    private mutating func take(_ post: NotifyPost) {
        posts.append(post)
        if strangers.contains(post.replaces) { harmed.insert(post.replaces) }
        let keys = engine.postings[post.token]?.keys ?? []
        let tellsFailure = post.title.hasPrefix("Could not")
        // A growing summary also has old reminders.
        let new = keys.filter { state.records[$0]?.phase == .sending }
        if !tellsFailure { postedLedger.add(new) }
        guard !refuses else {
            postedLedger.excuse(new)
            return toAnswer.append(.refused(token: post.token, reason: "too many"))
        }
        if let limit, screen.count + others >= limit {
            postedLedger.excuse(new)
            return toAnswer.append(.refused(token: post.token, reason: "full", isFull: true))
        }
        var notificationID = post.replaces
        if notificationID == 0 || screen[notificationID] == nil {
            lastNumber += 1
            notificationID = lastNumber
        }
        let isNew = screen[notificationID] == nil
        screen[notificationID] = post
        posters[notificationID] = process
        if let room, isNew, screen.count > room, let oldest = screen.keys.min() {
            screen[oldest] = nil
            afterwards.append(.closed(notificationID: oldest, reason: 1))
        }
        if answers {
            toAnswer.append(.posted(token: post.token, notificationID: notificationID))
        } else {
            unanswered.append((post.token, notificationID))
        }
    }

    /// Signals of the server, which come after its replies.
    private var afterwards: [NotifyEvent] = []

    private mutating func settle() {
        while !toAnswer.isEmpty { feed(toAnswer.removeFirst()) }
        while unanswered.isEmpty, !afterwards.isEmpty { feed(afterwards.removeFirst()) }
    }

    mutating func answer() {
        while !unanswered.isEmpty {
            let (token, notificationID) = unanswered.removeFirst()
            feed(.posted(token: token, notificationID: notificationID))
        }
    }

    /// The folder, as somebody who reads all of it knows it.
    var folder: NotifyFolder {
        NotifyFolder(reminders, unreadable: unreadable, unseen: unseen, silent: silent, in: context)
    }

    /// As a reading of the folder finds them.
    private var silent: [PathKey: String] {
        let files = Dictionary(reminders.map { (PathKey($0.path), $0) }) { first, _ in first }
        return reminders.silentCopies {
            files[PathKey($0)]
        } haveSameRest: {
            $0.tags == $1.tags && $0.body == $1.body
        }
    }

    /// What the engine was told of the folder; nil if it was told nothing or not all.
    private var known: [PathKey: Reminder]?

    /// Tells the engine only of the changed files, if it knows the others.
    mutating func read() {
        let old = known
        let new = Dictionary((reminders + unreadable).map { (PathKey($0.path), $0) }) { $1 }
        known = isDown || !unseen.isEmpty ? nil : new
        guard let old, known != nil else { return feed(.folder(folder)) }
        let paths = Set(old.keys).union(new.keys).filter { old[$0] != new[$0] }
        let found = NotifyFolder(
            reminders.filter { paths.contains(PathKey($0.path)) },
            unreadable: unreadable.filter { paths.contains(PathKey($0.path)) },
            silent: silent,
            in: context
        )
        feed(.files(paths, found: found))
    }

    mutating func pass(seconds: Int64) {
        now = now.adding(seconds: seconds)
        uptime += seconds * 1_000
        feed(.tick)
    }

    /// Sets the wall clock; no time passes.
    mutating func setClock(by seconds: Int64) {
        now = now.adding(seconds: seconds)
        feed(.tick)
    }

    /// A different name is a different server, which counts from 1 and may have shown notifications of other programs.
    mutating func serve(_ name: String?, strangers count: UInt32 = 0) {
        if let name, name != lastServer {
            loseAnswers()
            (screen, orphans, lastNumber) = ([:], [], count)
            strangers = Set(1..<count + 1)
            lastServer = name
        }
        if name != server { loseAnswers() }
        server = name
        if !isDown { excuse(state, tillServed: name) }
        feed(.server(name, room: room))
    }

    /// Excuses posts that will never be answered and notifications of a server that has gone.
    private mutating func excuse(_ state: DeliveryState, tillServed name: String?) {
        let lost = state.records.values.filter {
            $0.phase == .sending || $0.phase == .shown && name != nil && $0.server != name
        }
        postedLedger.excuse(lost.map(\.key))
    }

    /// Ends the process at once and restarts it after `seconds`.
    ///
    /// - Parameter bytes: the state file, if it is not as it was saved.
    mutating func restart(after seconds: Int64 = 1, with bytes: [UInt8]? = nil) throws {
        now = now.adding(seconds: seconds)
        uptime += seconds * 1_000
        loseMemory()
        (effectsLeft, isDown, isFull) = (nil, false, false)
        process += 1
        let state = try (bytes ?? saved?.bytes).map { try DeliveryState(parsing: $0) }
        if let state {
            excuse(state, tillServed: server)
            toldLedger.excuse(state.records.values.filter { !$0.isAnnounced }.map(\.key))
        }
        engine = NotifyEngine(state, announces: announces, attends: attends, at: now)
        known = nil
        read()
        feed(.server(server, room: room))
    }

    mutating func press(_ action: NotifyAction, on title: String, failure: String? = nil) {
        guard let notificationID = screen.first(where: { $0.value.title == title })?.key else { return }
        edits = []
        feed(.pressed(notificationID: notificationID, action: action.rawValue))
        for (action, delivery) in edits { feed(.edited(key: delivery.key, action, failure: failure)) }
    }

    mutating func close(_ title: String, reason: UInt32) {
        guard let notificationID = screen.first(where: { $0.value.title == title })?.key else { return }
        screen[notificationID] = nil
        if isDown || server == nil || unanswered.contains(where: { $0.notificationID == notificationID }) {
            orphans.insert(notificationID)
        }
        feed(.closed(notificationID: notificationID, reason: reason))
    }

    /// Somebody dismisses what the engine does not know of, which fills a server with a limit for ever.
    mutating func dismissOrphans() {
        for notificationID in orphans where screen.removeValue(forKey: notificationID) != nil {
            feed(.closed(notificationID: notificationID, reason: 2))
        }
    }

    mutating func told() {
        let keys = hookEvents.flatMap(\.keys)
        hookEvents = []
        if !keys.isEmpty { feed(.announced(keys: keys)) }
    }

    /// - Returns: the keys of what the hook has failed to tell.
    @discardableResult mutating func failHook() -> [String] {
        let keys = hookEvents.flatMap(\.keys)
        hookEvents = []
        toldLedger.excuse(keys)
        if !keys.isEmpty { feed(.notAnnounced(keys: keys)) }
        return keys
    }

    // MARK: Reminders

    static func reminder(_ title: String, _ scheduled: String, _ rule: String? = nil) throws -> Reminder {
        var reminder = Reminder(path: "\(title).md", title: title)
        reminder.isNote = false
        reminder.writtenID = title
        reminder.scheduled = try DateValue(parsing: scheduled)
        reminder.recurrence = rule
        return reminder
    }

    mutating func add(_ title: String, _ scheduled: String, _ rule: String? = nil) throws {
        reminders.append(try Self.reminder(title, scheduled, rule))
        read()
    }

    mutating func change(_ title: String, _ body: (inout Reminder) throws -> Void) rethrows {
        guard let index = reminders.firstIndex(where: { $0.title == title }) else { return }
        try body(&reminders[index])
        read()
    }

    /// An unreadable file.
    static func unreadable(_ path: String, _ message: String = "invalid YAML") -> Reminder {
        Reminder(unreadable: Problem(path: path, line: 2, id: .invalidYAML, message: message), in: message.utf8)
    }

    /// Gives the reminder an invalid value of `scheduled`; nil restores the date.
    mutating func spoil(_ title: String, _ text: String?) {
        change(title) { reminder in
            let message = "scheduled: '\(text ?? "")' is not a date"
            let problem = Problem(path: reminder.path, line: 3, id: .invalidDate, message: message, key: "scheduled")
            reminder.attention = text.map { Attention(problem, in: $0.utf8) }
        }
    }

    mutating func delete(_ title: String) {
        reminders.removeAll { $0.title == title }
        read()
    }
}

/// Which deliveries were made, and whether each repetition had a reason.
struct Ledger {
    private(set) var done: Set<String> = []
    private var again: Set<String> = []
    private(set) var twice: [String] = []

    mutating func add(_ keys: [String]) {
        for key in keys where !done.insert(key).inserted {
            if again.remove(key) == nil { twice.append(key) }
        }
    }

    mutating func excuse(_ keys: [String]) { again.formUnion(done.intersection(keys)) }
}
