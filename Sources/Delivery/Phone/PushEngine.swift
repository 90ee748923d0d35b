package import MemossFiles

/// The fewest requests after which the server holds what the plan says: a merge of what this machine wanted last, what it wants
/// now, and what the server holds.
///
/// What has changed here is sent. What has changed on the server is the work of another machine and stays, also while this one
/// still has an older state of the folder, and also for further dates of the same reminder that come within reach, and for
/// those that were withdrawn while this one was away. What this machine has never wanted belongs to others.
package struct PushEngine: Sendable {
    package enum Step: Sendable, Hashable {
        /// At the time of the ring or, if that is too soon for the server, a little later.
        case send(PushRing, sequence: String, at: Instant, isReplacement: Bool)
        case withdraw(key: String, PushView.Message)

        var at: Instant {
            switch self {
            case .send(let ring, _, _, _): ring.at
            case .withdraw(_, let message): message.at
            }
        }
    }

    /// What ntfy.sh allows each visitor, with some left for the phone behind the same address.
    package struct Limits: Sendable, Hashable {
        package var atOnce = 50
        package var aDay = 250
        /// The server refuses what is sooner (10 seconds), or later.
        package var soonest: Int64 = 12
        package var latest: Int64 = 3 * 86_400

        package init() {}
    }

    /// Soonest first.
    package private(set) var steps: [Step] = []
    /// What has to wait for the next time.
    package private(set) var left: [Step] = []
    /// How many rings are otherwise on the server than planned here, because another machine has changed or withdrawn them since.
    package private(set) var leftToOthers = 0
    /// To be saved before anything is sent: what is under way is not known to have arrived.
    package private(set) var record: PushRecord
    private let now: Instant
    private var wanted: Set<String> = []

    /// - Parameters:
    ///   - rings: what should be on the server.
    ///   - record: nothing in it if this is the first time, or the server is another one.
    ///   - doubtful: files that cannot be read now. What is pending for them stays.
    ///   - now: by the clock of the server.
    package init(
        _ rings: [PushRing],
        _ view: PushView,
        _ record: PushRecord,
        doubtful: Set<PathKey> = [],
        now: Instant,
        limits: Limits = Limits()
    ) {
        (self.record, self.now) = (record, now)
        self.record.note(view, at: now)
        self.record.advance(to: now)
        var all: [Step] = []
        let latest = now.adding(seconds: limits.latest)
        let wished = rings.filter { $0.at > now && wanted.insert($0.key).inserted && $0.at <= latest }
        // What is known tells whether the others of the same reminder are wished here alone.
        for isKnown in [true, false] {
            for ring in wished where (record.ahead[ring.key] != nil) == isKnown {
                all += settle(ring, view, soonest: now.adding(seconds: limits.soonest))
            }
        }
        for (key, entry) in self.record.ahead where !wanted.contains(key) && !doubtful.contains(PathKey(entry.path)) {
            // What was under way may have been overtaken by another machine.
            let held = (view.pending[key] ?? []).filter { entry.sent != nil || entry.held.contains($0.text) }
            all += held.map { .withdraw(key: key, $0) }
            guard held.isEmpty else { continue }
            self.record.ahead[key] = nil
            if entry.at <= now { self.record.rung[entry.sequence] = entry }
        }
        all.sort { $0.at == $1.at ? $0.sequence < $1.sequence : $0.at < $1.at }
        let room = max(0, min(limits.atOnce, limits.aDay - self.record.count))
        (steps, left) = (Array(all.prefix(room)), Array(all.dropFirst(room)))
        for step in steps { begin(step, view) }
    }

    private mutating func settle(_ ring: PushRing, _ view: PushView, soonest: Instant) -> [Step] {
        let held = view.pending[ring.key] ?? []
        let known = record.ahead[ring.key]
        if let same = held.first(where: { ring.isHeld(as: $0) }) {
            record.ahead[ring.key] = entry(ring, same.sequence, id: same.id, sent: known?.sent ?? now, known)
            return held.filter { $0 != same }.map { .withdraw(key: ring.key, $0) }
        }
        let rung = record.rung
        if let known {
            // A file that was written after the withdrawal takes precedence over it.
            if let left = known.left, known.text == ring.text, !held.isEmpty || !ring.isNewer(than: left) {
                leftToOthers += 1
                return []
            }
        } else if let left = record.left(ring, view) ?? record.missed(ring, view) {
            record.ahead[ring.key] = entry(ring, ring.freshSequence { rung[$0] != nil }, sent: now, nil)
            record.ahead[ring.key]?.left = left
            leftToOthers += 1
            return []
        }
        let sequence = held.first?.sequence ?? ring.freshSequence { rung[$0] != nil || view.used.contains($0) }
        let send = Step.send(ring, sequence: sequence, at: max(ring.at, soonest), isReplacement: !held.isEmpty)
        return [send] + held.dropFirst().map { .withdraw(key: ring.key, $0) }
    }

    private func entry(
        _ ring: PushRing,
        _ sequence: String,
        id: String = "",
        sent: Instant?,
        _ known: PushRecord.Entry?
    ) -> PushRecord.Entry {
        PushRecord.Entry(
            sequence: sequence,
            id: id,
            at: ring.at,
            reminder: ring.reminder,
            path: ring.path,
            occurrence: ring.occurrence,
            text: ring.text,
            sent: sent,
            answers: known?.sequence == sequence ? known?.answers ?? [] : []
        )
    }

    private mutating func begin(_ step: Step, _ view: PushView) {
        switch step {
        case .send(let ring, let sequence, let at, _):
            var new = entry(ring, sequence, sent: nil, record.ahead[ring.key])
            new.held = (view.pending[ring.key] ?? []).map(\.text) + [PushRing.text(at, ring.title, ring.message)]
            record.ahead[ring.key] = new
        case .withdraw(let key, let message):
            guard !wanted.contains(key), let known = record.ahead[key] else { return }
            record.ahead[key]?.sent = nil
            record.ahead[key]?.held = (known.sent == nil ? known.held : []) + [message.text]
        }
    }

    /// - Parameters:
    ///   - id: the id of the message, if the server has agreed.
    ///   - time: when it was, by the server.
    package mutating func finish(_ step: Step, id: String?, at time: Instant? = nil) {
        record.count += 1
        guard let id else { return }
        switch step {
        case .send(let ring, _, _, _):
            record.ahead[ring.key]?.sent = now
            record.ahead[ring.key]?.id = id
            record.ahead[ring.key]?.held = []
        case .withdraw(let key, let message):
            record.withdrew = time ?? now
            guard !wanted.contains(key) else { return }
            record.ahead[key]?.held.removeAll { $0 == message.text }
            if record.ahead[key]?.held.isEmpty == true { record.ahead[key] = nil }
        }
    }

    package mutating func complete() { record.completed = now }
}

extension PushRecord {
    /// Records what other machines have done since the last run of this one.
    fileprivate mutating func note(_ view: PushView, at now: Instant) {
        // A server loses all messages or none. If one from that time is still there, a missing one was withdrawn.
        let hasLostNone = [ahead.values, rung.values].joined().contains { view.ids.contains($0.id) }
        for (key, entry) in ahead where entry.left == nil {
            guard let sent = entry.sent else { continue }
            let withdrawn = view.withdrawn[key]
            if let held = view.pending[key] {
                let isSame = held.contains { $0.id == entry.id || $0.text == entry.text }
                ahead[key]?.left = isSame ? nil : now
            } else if entry.at <= now {
                let memory = hasLostNone ? view.memory.flatMap { $0 <= entry.at ? $0 : nil } : nil
                ahead[key]?.left = view.used.contains(entry.sequence) ? nil : withdrawn ?? memory
            } else if withdrawn != nil || hasLostNone || view.rung[key].map({ $0 > sent }) ?? false {
                // What it no longer remembers was withdrawn before.
                ahead[key]?.left = withdrawn ?? view.memory ?? completed ?? now
            } else {
                ahead[key]?.sent = nil
            }
        }
    }

    /// When another machine has changed a reminder, if this one has not done so since: the last that was known of it is gone.
    fileprivate func left(_ ring: PushRing, _ view: PushView) -> Instant? {
        // This machine has looked since then, and did not plan it: its own folder has changed.
        if let gone = view.withdrawn[ring.key], let looked, gone <= looked { return nil }
        let known = [ahead.values, rung.values].joined().filter { $0.reminder == ring.reminder }
        let left = known.max { $0.at < $1.at }?.left
        return left.flatMap { ring.isNewer(than: $0) ? nil : $0 }
    }

    /// When another machine has withdrawn a ring that came within reach while this one was away. What was withdrawn before this
    /// one last looked, or by itself, says nothing: it has looked at it then, and has something else to say now.
    fileprivate func missed(_ ring: PushRing, _ view: PushView) -> Instant? {
        guard let looked, let left = view.withdrawn[ring.key], left > looked else { return nil }
        return ring.isNewer(than: left) ? nil : left
    }

    private var looked: Instant? { completed.map { max($0, withdrew ?? $0) } }
}

extension PushRing {
    /// Whether its file was written since then.
    fileprivate func isNewer(than instant: Instant) -> Bool { modified.map { $0 > instant } ?? false }
}

extension PushEngine.Step {
    package var sequence: String {
        switch self {
        case .send(_, let sequence, _, _): sequence
        case .withdraw(_, let message): message.sequence
        }
    }
}

extension PushRing {
    /// Whether a message is this, perhaps a little late because it was too soon for the server.
    package func isHeld(as message: PushView.Message) -> Bool {
        message.title == title && message.message == self.message
            && (0...15).contains(message.at.secondsSince1970 - at.secondsSince1970)
    }
}
