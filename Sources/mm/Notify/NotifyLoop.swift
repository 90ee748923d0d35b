import CLibrary
import MemossFiles

/// One thread that waits for whatever comes first: a time, a change in the folder, the bus, a signal.
struct NotifyLoop {
    private var notifier: Notifier
    private let signals = SignalSource()
    private let timer = WallTimer()
    private var watch: FolderWatch
    private var isOver = false

    /// The clock is looked at once a day in any case, and where the system does not tell when it is set, twice a minute.
    private static let longestSleep: Int64 = 86_400
    /// Until a folder that could not be read is read again.
    private static let rereadPause: Int64 = 10_000
    #if os(Linux)
        private static let longestWait: Int64 = 3_600_000
    #else
        private static let longestWait: Int64 = 1_000
    #endif

    init(_ notifier: Notifier) {
        self.notifier = notifier
        watch = FolderWatch(notifier.folder, configuration: Environment.configurationPath)
    }

    // MARK: Until stopped

    mutating func run() throws(MemossError) {
        try readFolder()
        ServiceStatus.ready()
        while !isOver {
            try notifier.attendServer()
            try notifier.workHook()
            notifier.saveTroubles()
            try wait()
        }
        notifier.endHook()
    }

    private mutating func readFolder() throws(MemossError) {
        watch.prepare(at: notifier.uptime)
        let trouble = watch.trouble.map { "\($0): the folder is read every minute instead" }
        if let trouble { notifier.sayOnce(trouble) }
        notifier.troubles[.watch, notifier.now] = trouble
        _ = try notifier.followConfiguration(isSure: true)
        try notifier.read()
        // No change in the folder tells that the disk works again.
        if notifier.unread != nil { watch.plan(at: notifier.uptime + Self.rereadPause) }
    }

    private mutating func wait() throws(MemossError) {
        let wake = notifier.wake()
        let now = notifier.now
        let latest = now.adding(seconds: Self.longestSleep)
        timer.arm(at: notifier.onMachine(min(wake.at ?? latest, latest)))
        let uptime = notifier.uptime
        if wake.rereads, let time = wake.uptime { watch.plan(at: time) }
        let times = [watch.due, notifier.server.deadline, notifier.hookDeadline, wake.uptime]
        let next = times.compactMap(\.self).min() ?? .max
        let pause = next == .max ? Self.longestWait : max(0, min(next - uptime, Self.longestWait))
        poll(milliseconds: Int32(pause))
        try takeIn(isTime: wake.uptime.map { notifier.uptime >= $0 } ?? false)
    }

    private func poll(milliseconds: Int32) {
        let bus = Int16(notifier.server.wantsToWrite ? POLLIN | POLLOUT : POLLIN)
        var waited = [signals.descriptor, timer.descriptor, watch.descriptor].map {
            pollfd(fd: $0, events: Int16(POLLIN), revents: 0)
        }
        waited.append(pollfd(fd: notifier.server.descriptor, events: bus, revents: 0))
        _ = systemPoll(&waited, nfds_t(waited.count), milliseconds)
    }

    private mutating func takeIn(isTime: Bool) throws(MemossError) {
        for happening in signals.take() where happening == .end { isOver = true }
        if isOver { return }
        let now = notifier.uptime
        watch.take(at: now)
        // Before anything is told, whether a change was heard of or not.
        if try notifier.followConfiguration(isSure: false) { watch.markChanged(at: now) }
        let isTime = timer.take() || isTime
        try notifier.feed(notifier.server.receive(at: now) + (isTime ? [.tick] : []))
        if watch.due <= now { try readFolder() }
    }

    // MARK: Once

    /// Tells what is due and ends, when the server and the hook have had their time.
    ///
    /// - Throws: a `MemossError` if there was something that nobody could be told of.
    mutating func runOnce() throws(MemossError) {
        try notifier.read()
        // The server is not asked anything where there is nothing to show.
        let isShowing = !notifier.engine.state.records(.waiting).isEmpty
        while !isOver {
            if isShowing { try notifier.attendServer() }
            try notifier.workHook()
            if notifier.isIdle { break }
            let uptime = notifier.uptime
            let next = [notifier.server.deadline, notifier.hookDeadline].compactMap(\.self).min() ?? uptime
            poll(milliseconds: Int32(max(0, min(next - uptime, 1_000))))
            for happening in signals.take() where happening == .end { isOver = true }
            if isShowing { try notifier.feed(notifier.server.receive(at: notifier.uptime)) }
        }
        notifier.endHook()
        notifier.saveTroubles()
        if let unread = notifier.unread { throw MemossError(.failure, unread) }
        let waiting = notifier.engine.state.records(.waiting, .sending).count
        guard waiting > 0, !notifier.announcesElsewhere else { return }
        let what = waiting == 1 ? "1 notification is waiting" : "\(waiting) notifications are waiting"
        let reason = notifier.server.trouble ?? "the notification server refuses them"
        throw MemossError(.failure, "\(what) and cannot be shown: \(reason)")
    }

    var hookEvents: [HookEvent] { notifier.hookEvents }
    var now: Instant { notifier.now }
}

private func systemPoll(_ waited: inout [pollfd], _ count: nfds_t, _ milliseconds: Int32) -> Int32 {
    poll(&waited, count, milliseconds)
}
