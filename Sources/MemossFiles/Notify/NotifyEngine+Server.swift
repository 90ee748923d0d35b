extension NotifyEngine {
    /// A server came, another one in its place, or it went.
    mutating func meet(_ name: String?, _ room: Int?) {
        (server, self.room) = (name, room)
        displaced = []
        // Nobody will answer any more.
        for (keys, isAgain) in postings.values where !isAgain {
            for key in keys where state.records[key]?.phase == .sending { state.records[key]?.phase = .waiting }
        }
        postings = [:]
        retry.succeeded()
        guard let name else { return }
        // What another server had shown went with it. What a person has taken down, or time, stays down.
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
        // What is missing may come back, or not: until that is known it is not shown.
        let waiting = state.records(.waiting).compactMap { record in
            folder.standing(record).map { (record.key, $0) }
        }
        let (pushed, rest) = (waiting.filter { displaced.contains($0.0) }, waiting.filter { !displaced.contains($0.0) })
        let burst = min(Self.burst, room ?? .max)
        let crowd = rest.count > burst ? rest.dropLast(min(Self.singles, burst - 1)) : []
        if !pushed.isEmpty || !crowd.isEmpty {
            // Its number is needed to put another summary in its place.
            if state.records(.sending).contains(where: \.isFolded) { return }
            fold(pushed + crowd, folder)
        }
        for (key, delivery) in rest.dropFirst(crowd.count) {
            send([key], text(of: delivery, folder, moment.now), isFolded: false)
        }
    }

    /// There is one summary on the screen: it takes these in.
    private mutating func fold(_ more: [(String, Delivery)], _ folder: NotifyFolder) {
        let old = state.records(.shown).filter { $0.isFolded && $0.server == server }
        let all = more + old.compactMap { record in folder.standing(record).map { (record.key, $0) } }
        let ordered = all.sorted { ($0.1.due, $0.1.notification.path, $0.0) < ($1.1.due, $1.1.notification.path, $1.0) }
        var post = Self.summary(of: ordered.map(\.1)[...])
        post.replaces = old.last?.number ?? 0
        displaced.subtract(more.map(\.0))
        send(ordered.map(\.0), post, isFolded: true)
    }

    private mutating func send(_ keys: [String], _ post: NotifyPost, isFolded: Bool) {
        var post = post
        post.token = nextToken()
        postings[post.token] = (keys, false)
        for key in keys {
            state.records[key]?.phase = .sending
            state.records[key]?.isFolded = isFolded
        }
        effects.append(.post(post))
    }

    /// Posts once more, in their own place, what an earlier process had shown.
    private mutating func adopt(_ folder: NotifyFolder, _ moment: Moment) {
        guard !foreign.isEmpty else { return }
        let own = state.records(.shown).filter { foreign.contains($0.key) }
        var numbers: [UInt32: [(DeliveryRecord, Delivery)]] = [:]
        for record in own {
            guard let delivery = folder.standing(record) else { continue }
            foreign.remove(record.key)
            numbers[record.number, default: []].append((record, delivery))
        }
        for (number, group) in numbers.sorted(by: { $0.key < $1.key }) {
            var post =
                group[0].0.isFolded
                ? Self.summary(of: group.map(\.1)[...]) : text(of: group[0].1, folder, moment.now)
            post.token = nextToken()
            post.replaces = number
            postings[post.token] = (group.map(\.0.key), true)
            effects.append(.post(post))
        }
    }

    private func text(of delivery: Delivery, _ folder: NotifyFolder, _ now: Instant) -> NotifyPost {
        let notification = delivery.notification
        var lines = [notification.body].compactMap(\.self)
        if delivery.due < now.adding(seconds: -Self.lateSeconds) {
            let today = folder.context.zone.civil(at: now).date
            let clock = folder.context.zone.civil(at: delivery.due)
            lines.insert("Due \(clock.date == today ? "at" : "\(clock.date)") \(clock.time)", at: 0)
        }
        let body = lines.joined(separator: "\n")
        return NotifyPost(
            token: 0,
            tag: delivery.key,
            title: notification.title,
            body: body,
            hasActions: attends
        )
    }

    private static func summary(of deliveries: ArraySlice<Delivery>) -> NotifyPost {
        let shown = 3
        var lines = deliveries.suffix(shown).map(\.notification.title)
        if deliveries.count > shown { lines.append("…") }
        return NotifyPost(
            token: 0,
            tag: "summary",
            title: summaryTitle(deliveries.count),
            body: lines.joined(separator: "\n"),
            hasActions: false
        )
    }

    // MARK: Answers

    mutating func posted(_ token: Int, _ number: UInt32) {
        guard let (keys, _) = postings.removeValue(forKey: token), let server else { return }
        retry.succeeded()
        var isWanted = false
        for key in keys {
            guard let record = state.records[key], record.phase == .sending || record.phase == .shown else { continue }
            isWanted = true
            state.records[key]?.phase = attends ? .shown : .expired
            state.records[key]?.number = number
            state.records[key]?.server = server
        }
        // Completed while it was on its way.
        if !isWanted { effects.append(.withdraw(number)) }
    }

    mutating func refused(_ token: Int, _ reason: String, _ moment: Moment) {
        guard let (keys, isAgain) = postings.removeValue(forKey: token) else { return }
        retry.refused(at: moment.uptime)
        effects.append(.say("the notification server did not take a notification: \(reason)"))
        if isAgain { return }
        for key in keys where state.records[key]?.phase == .sending { state.records[key]?.phase = .waiting }
    }
}
