import MemossFiles

extension NotifyEngine {
    /// A server appeared, was replaced or disappeared.
    mutating func serverChanged(_ name: String?, _ room: Int?) {
        let last = server
        (server, self.room) = (name, room)
        displaced = []
        // The old server will no longer answer these.
        let unanswered = postings.values
        postings = [:]
        for posting in unanswered {
            for key in posting.keys where state.records[key]?.phase == .sending { state.records[key]?.phase = .waiting }
            if let last, posting.replaces > 0 { clear(posting.replaces, of: last) }
        }
        retry.succeeded()
        guard let name else { return }
        effects += (leftovers[name] ?? []).sorted().map { .withdraw($0) }
        leftovers = [:]
        // Notifications of another server disappeared with it. Those that were dismissed or have expired stay closed.
        for (key, record) in state.records where record.phase == .shown && record.server != name {
            state.records[key]?.phase = .waiting
            state.records[key]?.isFolded = false
            foreign.remove(key)
        }
    }

    // MARK: Posting

    mutating func post(_ moment: Moment) {
        guard let folder, server != nil, retry.isOver(at: moment.uptime) else { return }
        adopt(folder, moment)
        // The file of a missing reminder may come back; until that is known, do not show it.
        let waiting = state.records(.waiting).compactMap { record in
            folder.standing(record).map { (record.key, $0) }
        }
        let (pushed, others) = (
            waiting.filter { displaced.contains($0.0) }, waiting.filter { !displaced.contains($0.0) }
        )
        // Due reminders are shown individually before files that only need attention.
        let rest = others.filter(\.1.isAttention) + others.filter { !$0.1.isAttention }
        let burst = min(Self.burst, room ?? .max)
        let crowd = rest.count > burst ? rest.dropLast(min(Self.singles, burst - 1)) : []
        let old = summarised(folder)
        if !pushed.isEmpty || !crowd.isEmpty || old.contains(where: { foreign.contains($0.0) }) {
            // The next summary needs the id of this one in order to replace it.
            if postings.values.contains(where: { isSummary($0) }) { return }
            fold(pushed + crowd, into: old)
        }
        for (key, delivery) in rest.dropFirst(crowd.count) {
            send([key], as: text(of: delivery, folder, moment.now), isFolded: false)
        }
    }

    private func isSummary(_ posting: Posting) -> Bool { posting.keys.contains { state.records[$0]?.isFolded == true } }

    /// The records of the summary on the screen. An engine that posts and exits leaves the summary alone.
    private func summarised(_ folder: NotifyFolder) -> [(String, Delivery)] {
        guard attends else { return [] }
        return state.records(.shown).filter { $0.isFolded && $0.server == server }.compactMap { record in
            folder.standing(record).map { (record.key, $0) }
        }
    }

    /// Adds records to the summary. The old summary stays on the screen until the new one replaces it, and if the new one
    /// is refused.
    private mutating func fold(_ more: [(String, Delivery)], into old: [(String, Delivery)]) {
        let ordered = (more + old).sorted {
            ($0.1.due, $0.1.notification.path, $0.0) < ($1.1.due, $1.1.notification.path, $1.0)
        }
        var post = Self.summary(of: ordered.map(\.1)[...])
        post.replaces = old.last.flatMap { state.records[$0.0]?.notificationID } ?? 0
        displaced.subtract(more.map(\.0))
        foreign.subtract(old.map(\.0))
        send(more.map(\.0), with: old.map(\.0), as: post, isFolded: true)
    }

    private mutating func send(_ keys: [String], with old: [String] = [], as post: NotifyPost, isFolded: Bool) {
        for key in keys {
            state.records[key]?.phase = .sending
            state.records[key]?.isFolded = isFolded
        }
        hand(post, Posting(keys: keys + old, isAgain: keys.isEmpty))
    }

    private mutating func hand(_ post: NotifyPost, _ posting: Posting) {
        var (post, posting) = (post, posting)
        post.token = nextToken()
        posting.replaces = post.replaces
        postings[post.token] = posting
        effects.append(.post(post))
    }

    /// Posts the notifications of an earlier process again, replacing them in place. The summary is handled separately.
    private mutating func adopt(_ folder: NotifyFolder, _ moment: Moment) {
        guard !foreign.isEmpty else { return }
        let own = state.records(.shown).filter { foreign.contains($0.key) && !$0.isFolded }
        for record in own.sorted(by: { $0.notificationID < $1.notificationID }) {
            guard let delivery = folder.standing(record) else { continue }
            foreign.remove(record.key)
            var post = text(of: delivery, folder, moment.now)
            post.replaces = record.notificationID
            hand(post, Posting(keys: [record.key], isAgain: true))
        }
    }

    private func text(of delivery: Delivery, _ folder: NotifyFolder, _ now: Instant) -> NotifyPost {
        let notification = delivery.notification
        var lines = [notification.body].compactMap(\.self)
        if !delivery.isAttention, delivery.due < now.adding(seconds: -Self.lateSeconds) {
            let today = folder.context.zone.civil(at: now).date
            let clock = folder.context.zone.civil(at: delivery.due)
            lines.insert("Due \(clock.date == today ? "at" : "\(clock.date)") \(clock.time)", at: 0)
        }
        let body = lines.joined(separator: "\n")
        return NotifyPost(
            token: 0,
            tag: delivery.key,
            title: announcement(of: delivery, at: now),
            body: body,
            hasActions: attends && !delivery.isAttention
        )
    }

    private static func summary(of deliveries: ArraySlice<Delivery>) -> NotifyPost {
        let shown = 3
        var lines = deliveries.suffix(shown).map(\.notification.title)
        if deliveries.count > shown { lines.append("…") }
        return NotifyPost(
            token: 0,
            tag: "summary",
            title: summaryTitle(of: deliveries),
            body: lines.joined(separator: "\n"),
            hasActions: false
        )
    }

    // MARK: Answers

    mutating func posted(_ token: Int, _ notificationID: UInt32) {
        guard let posting = postings.removeValue(forKey: token), let server else { return }
        retry.succeeded()
        var isWanted = false
        for key in posting.keys {
            guard let record = state.records[key], record.phase == .sending || record.phase == .shown else { continue }
            isWanted = true
            state.records[key]?.phase = attends ? .shown : .left
            state.records[key]?.notificationID = notificationID
            state.records[key]?.server = server
            if !announces { state.records[key]?.isAnnounced = true }
        }
        // Completed while it was being sent.
        if !isWanted { effects.append(.withdraw(notificationID)) }
    }

    mutating func refused(_ token: Int, _ reason: String, isFull: Bool, _ moment: Moment) {
        guard let posting = postings.removeValue(forKey: token) else { return }
        retry.refused(at: moment.uptime)
        effects.append(.log("the notification server refused a notification: \(reason)"))
        for key in posting.keys {
            switch state.records[key]?.phase {
            // The old notification is still on the screen, without working buttons.
            case .shown: foreign.insert(key)
            case .sending where !posting.isAgain: state.records[key]?.phase = .waiting
            default: break
            }
        }
        if let server, posting.replaces > 0 { clear(posting.replaces, of: server) }
        if isFull { makeRoom() }
    }

    /// Closes as many notifications as a full server needs to show what waits, the oldest first. They join the summary, which
    /// takes one place. If there are too few, what waits joins it too. Once the server says that they are closed, or after the
    /// pause, it is tried again.
    private mutating func makeRoom() {
        guard attends else { return }
        let own = state.records(.shown, .sending).filter { $0.server == server || $0.phase == .sending }
        let singles = own.filter { $0.phase == .shown && !$0.isFolded }
        let waiting = state.records(.waiting).filter { folder?.standing($0) != nil }.map(\.key)
        let new = waiting.filter { !displaced.contains($0) }
        let hasSummary = own.contains(where: \.isFolded)
        // Other programs have filled the server, and a summary of one says less than the notification.
        guard hasSummary || singles.count + new.count > 1, !own.isEmpty else { return }
        let places = min(max(new.count, 1), Self.burst) + (hasSummary ? 0 : 1) - (waiting.count - new.count)
        for record in singles.prefix(max(places, 0)) { pushOut(record.notificationID) }
        guard singles.count < places else { return }
        displaced.formUnion(new)
        // Not even the summary can be replaced.
        let last = own.first { $0.phase == .shown && $0.isFolded }
        if singles.isEmpty, let last { pushOut(last.notificationID) }
    }

    /// Closes a notification whose records will be in the next summary.
    private mutating func pushOut(_ notificationID: UInt32) {
        for key in shown(notificationID) {
            state.records[key]?.phase = .waiting
            foreign.remove(key)
            displaced.insert(key)
        }
        effects.append(.withdraw(notificationID))
    }
}
