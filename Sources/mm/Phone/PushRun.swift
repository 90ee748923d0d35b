import Delivery
import MemossFiles

/// One run of `mm push`: reads what the server holds, takes what was pressed on the phone, and sends what differs from the plan.
struct PushRun {
    enum Mode: Sendable {
        case send
        /// Only says what it would send.
        case dry
        case status
        /// Withdraws everything.
        case clear
    }

    let topic: NtfyTopic
    private let settings: Configuration.Push
    let store: PushStore
    private let mode: Mode
    var record: PushRecord
    /// By the clock of the server.
    private(set) var now: Instant
    private var rings: [PushRing] = []
    private var doubtful: Set<PathKey> = []
    /// The record before this run, which knows what is withdrawn.
    private let past: PushRecord
    private(set) var pending: [(ring: PushRing?, message: PushView.Message)] = []
    /// What was sent, or would be.
    private(set) var steps: [PushEngine.Step] = []
    /// What has to wait, and the reminders that had no place in the plan.
    private(set) var left: [PushEngine.Step] = []
    private(set) var omitted = 0
    /// What is otherwise on the server because another machine has changed it since.
    private(set) var leftToOthers = 0
    var answers: [(action: PushAnswer.Action, path: String)] = []
    private(set) var trouble: String?
    var place: String { topic.place }
    /// Whether nothing is planned, and nothing pending.
    var isEmpty: Bool { rings.isEmpty && pending.isEmpty }
    var sentToday: Int { record.sent(on: now) }
    var completed: Instant? { record.completed }

    /// More in three days than the server takes in one would not be there in time.
    private static let most = 200

    static func perform(_ mode: Mode, _ session: inout Session) throws(MemossError) -> PushRun {
        let settings = session.configuration().push
        guard let server = settings.server, let name = settings.topic else {
            throw MemossError(
                .failure,
                "no server is configured to push to",
                hints: ["mm config push.server https://ntfy.sh", "mm config push.topic NAME"]
            )
        }
        let token = try settings.tokenFile.map { path throws(MemossError) in
            HTTPCredentials.bearer(try session.secret(in: path, "push.token_file"))
        }
        guard let topic = NtfyTopic(server: server, topic: name, credentials: token) else {
            throw MemossError(.failure, "push.topic: '\(name)' needs 1 to 58 letters, digits, '-' or '_'")
        }
        session.warnOfRisks()
        let store = try PushStore(try session.folder())
        let lock = mode == .send || mode == .clear ? try store.lock() : nil
        defer { withExtendedLifetime(lock) {} }
        var run = try PushRun(mode, topic, settings, store, &session)
        try run.run(&session)
        return run
    }

    private init(
        _ mode: Mode,
        _ topic: NtfyTopic,
        _ settings: Configuration.Push,
        _ store: PushStore,
        _ session: inout Session
    ) throws(MemossError) {
        (self.mode, self.topic, self.settings, self.store) = (mode, topic, settings, store)
        let warning: String?
        (record, warning) = try store.load(topic.place)
        past = record
        if let warning { session.console.warn(warning) }
        now = try session.time().now
    }

    private mutating func run(_ session: inout Session) throws(MemossError) {
        let key = mode == .send || mode == .clear ? try store.key() : []
        var script = CurlScript([topic.poll], caFile: caFile)
        if mode == .send { script.requests.append(topic.pollAnswers(since: record.answered)) }
        script.limit = 4 << 20
        let polled = Curl.run(script)
        let view: PushView
        do throws(NtfyTopic.Refusal) {
            let answer = try topic.check(polled[0])
            now = answer.date ?? now
            guard let found = PushView(parsing: answer.body, now: now) else { throw .stranger }
            view = found
        } catch {
            throw MemossError(.failure, text(of: error))
        }
        if mode == .send, polled.count > 1 { try take(polled[1], key, &session) }
        try plan(&session)
        show(view)
        if mode == .status { return }
        let engine = PushEngine(
            mode == .clear ? [] : rings,
            view,
            known(view),
            doubtful: mode == .clear ? [] : doubtful,
            now: now
        )
        (steps, left, leftToOthers) = (engine.steps, engine.left, engine.leftToOthers)
        if mode != .dry { try send(engine, key) }
    }

    /// With what the plan has, for what this machine is to withdraw although it never sent it.
    private func known(_ view: PushView) -> PushRecord {
        guard mode == .clear else { return record }
        return PushEngine(rings, view, record, now: now).record
    }

    private var caFile: String? { settings.caFile.map(Environment.expandingHome) }

    // MARK: Plan

    private mutating func plan(_ session: inout Session) throws(MemossError) {
        let (snapshot, time) = try session.read()
        try snapshot.requireComplete()
        let folder = try session.folder()
        (rings, omitted) = PushRun.rings(snapshot, time, settings, session.clock, from: now) {
            Directory.modificationTime(of: folder.absolute($0))
        }
        doubtful = Set((snapshot.reminders.filter(\.isBroken) + snapshot.unreadable).map { PathKey($0.path) })
    }

    /// What should ring in the next days, soonest first, and how many reminders do not fit.
    static func rings(
        _ snapshot: Snapshot,
        _ time: TimeContext,
        _ settings: Configuration.Push,
        _ clock: Clock,
        from now: Instant,
        modification: (String) -> Instant? = { _ in nil }
    ) -> (rings: [PushRing], omitted: Int) {
        // The time of the server: by a clock that is fast, a ring in a minute would have passed.
        var time = time
        time.now = now
        let horizon = now.adding(seconds: Int64(settings.days) * 86_400 - 60)
        let budget = NotificationPlan.Budget(next: most)
        let plan = NotificationPlan(snapshot, in: time, budget: budget, until: horizon)
        var early: [PathKey: EarlySnooze] = [:]
        var all = plan.notifications
        for (path, own) in Dictionary(grouping: all, by: { PathKey($0.path) }) {
            guard let reminder = snapshot.reminder(at: path.path), let snooze = EarlySnooze(reminder, in: time) else {
                continue
            }
            early[path] = snooze
            all += snooze.notifications(besides: own, in: time, budget: budget, until: horizon)
        }
        all.sort { ($0.instant, $0.path) < ($1.instant, $1.path) }
        let omitted = plan.omitted + max(0, all.count - most)
        let rings = all.prefix(most).map { notification in
            var (title, message) = ("Reminder", notification.local.text(clock))
            if settings.hasTitles {
                let alarm = notification.alarm
                title =
                    alarm?.announcement(of: notification.title, at: notification.instant, in: time.zone)
                    ?? notification.title
            } else if let alarm = notification.alarm {
                message += " (\(alarm.text))"
            }
            // The server removes blanks at the ends.
            title = Self.trimmed(NotificationText.title(title))
            message = NotificationText.title(message)
            let isNameless = snapshot.reminder(at: notification.path)?.storedID == nil
            return PushRing(
                notification,
                isNameless: isNameless,
                isBesidesDate: early[PathKey(notification.path)]?.end == notification.instant,
                title: title.isEmpty ? "Reminder" : title,
                message: message,
                modified: modification(notification.path)
            )
        }
        return (rings, omitted)
    }

    private static func trimmed(_ text: String) -> String {
        let rest = text.drop { $0 == " " }
        return rest.lastIndex { $0 != " " }.map { String(rest[...$0]) } ?? ""
    }

    func path(of sequence: String) -> String? { (record.entry(of: sequence) ?? past.entry(of: sequence))?.path }

    private mutating func show(_ view: PushView) {
        let known = Dictionary(rings.map { ($0.key, $0) }) { first, _ in first }
        for (key, messages) in view.pending where known[key] != nil || record.isKnown(key) {
            pending += messages.map { (known[key], $0) }
        }
        pending.sort { ($0.message.at, $0.message.sequence) < ($1.message.at, $1.message.sequence) }
    }

    // MARK: Sending

    private mutating func send(_ planned: PushEngine, _ key: [UInt8]) throws(MemossError) {
        var engine = planned
        // What is under way must be known if this process ends.
        if engine.record != record { try store.save(engine.record) }
        defer { record = engine.record }
        var rest = engine.steps[...]
        steps = []
        // A single message that is refused does not keep the others back. The first one of all tells whether the server is fit.
        var isProven = record.completed != nil
        for _ in 0..<6 where !rest.isEmpty && trouble == nil {
            let batch = isProven ? rest : rest.prefix(1)
            let requests = batch.map { topic.request($0, key: key) }
            let results = Curl.run(CurlScript(requests, caFile: caFile, stopsAtRefusal: true))
            for (step, result) in zip(batch, results) {
                if case .failure(let trouble) = result, trouble.kind == .notSent { break }
                rest = rest.dropFirst()
                do throws(NtfyTopic.Refusal) {
                    let answer = try topic.check(result, of: step)
                    let message = try? JSON(parsing: answer.body)
                    let time = message?["time"].int.map { Instant(secondsSince1970: Int64($0)) }
                    engine.finish(step, id: message?["id"].string ?? "", at: time)
                    steps.append(step)
                    isProven = true
                } catch {
                    engine.finish(step, id: nil)
                    left.append(step)
                    if error.isOfOne { refused = text(of: error) } else { trouble = trouble ?? text(of: error) }
                }
            }
        }
        left += rest
        trouble = trouble ?? refused
        if left.isEmpty, trouble == nil { engine.complete() }
        if engine.record != planned.record { try store.save(engine.record) }
    }

    private var refused: String?

    func text(of refusal: NtfyTopic.Refusal) -> String {
        let server = settings.server ?? ""
        return switch refusal {
        case .trouble(let trouble): trouble.text(server)
        case .unauthorized:
            "\(server) refuses access to the topic: "
                + (settings.tokenFile == nil ? "push.token_file is not set" : "is the token in push.token_file right?")
        case .limit(isOfDay: true): "\(server) takes no more messages today"
        case .limit: "\(server) takes no more requests for now"
        case .tooOld: "\(server) is older than ntfy 2.16: it cannot change or withdraw what it was sent"
        case .stranger: "\(server) does not answer as an ntfy server does"
        case .status(let status, let said):
            "\(server) answers \(status)" + (said.isEmpty ? "" : ": \(Printable.line(said))")
        }
    }
}
