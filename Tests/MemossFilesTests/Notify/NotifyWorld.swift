@testable import MemossFiles

/// A folder, two clocks, a disk and a notification server, for the engine to live in.
struct NotifyWorld {
    var reminders: [Reminder] = []
    var leftOut: Set<String> = []
    var now: Instant
    var uptime: Int64 = 0
    var zone: Zone
    var tells: Bool
    private(set) var engine: NotifyEngine
    /// What is on the disk.
    private(set) var saved: DeliveryState?

    var server: String?
    /// How many notifications the server keeps, as GNOME Shell does: the oldest goes.
    var room: Int?
    /// What stands on the server's screen, by number.
    var screen: [UInt32: NotifyPost] = [:]
    private(set) var lastNumber: UInt32 = 0
    /// Whether the server takes what is posted.
    var refuses = false
    /// Whether it answers; otherwise the answers wait in `unanswered`.
    var answers = true
    var unanswered: [(token: Int, number: UInt32)] = []

    private(set) var tellings: [Telling] = []
    private(set) var said: [String] = []
    private(set) var posts: [NotifyPost] = []
    private(set) var edits: [(action: NotifyAction, delivery: Delivery)] = []

    init(now: Instant, zone: Zone = .utc, tells: Bool = false) {
        (self.now, self.zone, self.tells) = (now, zone, tells)
        engine = NotifyEngine(nil, tells: tells, at: now)
        feed(.tick)
    }

    init(_ text: String, zone: String = "Europe/Paris", tells: Bool = false) throws {
        let zone = try TestFiles.zone(zone)
        self.init(
            now: try DateValue(parsing: text).instant(in: zone, allDayAt: .noon),
            zone: zone,
            tells: tells
        )
    }

    var context: TimeContext { TimeContext(now: now, zone: zone, allDayAt: CivilTime(unchecked: 9 * 3_600)) }
    var state: DeliveryState { engine.state }
    var titles: [String] { screen.sorted { $0.key < $1.key }.map(\.value.title) }
    var wake: NotifyEngine.Wake { engine.wake(after: moment) }
    private var moment: NotifyEngine.Moment { NotifyEngine.Moment(now: now, uptime: uptime) }

    // MARK: What happens

    mutating func feed(_ event: NotifyEvent) {
        for effect in engine.handle(event, at: moment) {
            switch effect {
            case .save: saved = engine.state
            case .post(let post): take(post)
            case .withdraw(let number): screen[number] = nil
            case .tell(let telling): tellings.append(telling)
            case .edit(let action, let delivery): edits.append((action, delivery))
            case .say(let text): said.append(text)
            }
        }
        settle()
    }

    private var toAnswer: [NotifyEvent] = []

    private mutating func take(_ post: NotifyPost) {
        posts.append(post)
        guard !refuses else { return toAnswer.append(.refused(token: post.token, reason: "too many")) }
        var number = post.replaces
        if number == 0 || screen[number] == nil {
            lastNumber += 1
            number = lastNumber
        }
        let isNew = screen[number] == nil
        screen[number] = post
        if let room, isNew, screen.count > room, let oldest = screen.keys.min() {
            screen[oldest] = nil
            afterwards.append(.closed(number: oldest, reason: 1))
        }
        if answers {
            toAnswer.append(.posted(token: post.token, number: number))
        } else {
            unanswered.append((post.token, number))
        }
    }

    /// What the server says by itself.
    private var afterwards: [NotifyEvent] = []

    private mutating func settle() {
        while !toAnswer.isEmpty { feed(toAnswer.removeFirst()) }
        while !afterwards.isEmpty { feed(afterwards.removeFirst()) }
    }

    mutating func answer() {
        let answers = unanswered
        unanswered = []
        for (token, number) in answers { feed(.posted(token: token, number: number)) }
    }

    mutating func read() { feed(.folder(NotifyFolder(reminders, leftOut: leftOut, in: context))) }

    mutating func pass(seconds: Int64) {
        now = now.adding(seconds: seconds)
        uptime += seconds * 1_000
        feed(.tick)
    }

    /// The clock on the wall is set; no time passes.
    mutating func setClock(by seconds: Int64) {
        now = now.adding(seconds: seconds)
        feed(.tick)
    }

    mutating func serve(_ name: String?) {
        if name != server {
            screen = [:]
            unanswered = []
        }
        server = name
        feed(.server(name, room: room))
    }

    /// The process ends at once and is started again, after so many seconds.
    mutating func restart(after seconds: Int64 = 1) throws {
        now = now.adding(seconds: seconds)
        uptime += seconds * 1_000
        unanswered = []
        let state = try saved.map { try DeliveryState(parsing: $0.bytes) }
        engine = NotifyEngine(state, tells: tells, at: now)
        read()
        feed(.server(server, room: room))
    }

    mutating func press(_ action: NotifyAction, on title: String, failure: String? = nil) {
        guard let number = screen.first(where: { $0.value.title == title })?.key else { return }
        edits = []
        feed(.pressed(number: number, action: action.rawValue))
        for (action, delivery) in edits { feed(.edited(key: delivery.key, action, failure: failure)) }
    }

    mutating func close(_ title: String, reason: UInt32) {
        guard let number = screen.first(where: { $0.value.title == title })?.key else { return }
        screen[number] = nil
        feed(.closed(number: number, reason: reason))
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

    mutating func delete(_ title: String) {
        reminders.removeAll { $0.title == title }
        read()
    }
}
