package import MemossFiles

/// The fewest requests after which the server holds what the plan says: a merge of what this machine wanted last, what it wants
/// now, and what the server holds.
///
/// What has changed here is sent. What has changed on the server is the work of another machine and stays, also while this one
/// still has an older state of the folder. What this machine has never wanted belongs to others.
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
        self.record.advance(to: now)
        var all: [Step] = []
        for ring in rings where ring.at > now && wanted.insert(ring.key).inserted {
            if ring.at > now.adding(seconds: limits.latest) { continue }
            all += settle(ring, view, soonest: now.adding(seconds: limits.soonest))
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
            record.ahead[ring.key] = entry(ring, same.sequence, sent: known?.sent ?? now, known)
            return held.filter { $0 != same }.map { .withdraw(key: ring.key, $0) }
        }
        if let known, let sent = known.sent, known.text == ring.text {
            let isChangedElsewhere =
                !held.isEmpty || view.withdrawn.contains(ring.key) || view.rung[ring.key].map { $0 > sent } ?? false
            if isChangedElsewhere { return [] }
        }
        let rung = record.rung
        let sequence = held.first?.sequence ?? ring.freshSequence { rung[$0] != nil || view.used.contains($0) }
        let send = Step.send(ring, sequence: sequence, at: max(ring.at, soonest), isReplacement: !held.isEmpty)
        return [send] + held.dropFirst().map { .withdraw(key: ring.key, $0) }
    }

    private func entry(
        _ ring: PushRing,
        _ sequence: String,
        sent: Instant?,
        _ known: PushRecord.Entry?
    ) -> PushRecord.Entry {
        PushRecord.Entry(
            sequence: sequence,
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

    /// - Parameter hasArrived: whether the server has agreed.
    package mutating func finish(_ step: Step, hasArrived: Bool) {
        record.count += 1
        guard hasArrived else { return }
        switch step {
        case .send(let ring, _, _, _):
            record.ahead[ring.key]?.sent = now
            record.ahead[ring.key]?.held = []
        case .withdraw(let key, let message):
            guard !wanted.contains(key) else { return }
            record.ahead[key]?.held.removeAll { $0 == message.text }
            if record.ahead[key]?.held.isEmpty == true { record.ahead[key] = nil }
        }
    }

    package mutating func complete() { record.completed = now }
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
