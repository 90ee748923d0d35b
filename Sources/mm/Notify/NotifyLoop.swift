import CLibrary
import DBus
import Delivery
import MemossFiles

/// The event loop. One thread waits for a time, a change in the folder, the bus or a signal, whichever comes first.
struct NotifyLoop {
    private var notifier: Notifier
    private let signals = SignalSource([SIGTERM, SIGINT, SIGHUP, SIGCHLD])
    private let timer = WallTimer()
    private var watch: FolderWatch
    private var isOver = false

    /// The clock is checked at least once a day, and every second on systems that do not report when it is set.
    private static let longestSleep: Int64 = 86_400
    /// The pause before an unreadable folder is read again.
    private static let rereadPause: Int64 = 10_000
    private static let longestWait: Int64 = hasEventDescriptors ? Int64(Int32.max) : 1_000

    init(_ notifier: Notifier) {
        self.notifier = notifier
        watch = FolderWatch(
            notifier.folder,
            configuration: Environment.configurationPath,
            sockets: NotificationServer.addresses().compactMap(\.path)
        )
    }

    // MARK: Until stopped

    mutating func run() throws(MemossError) {
        try readFolder()
        ServiceStatus.ready()
        while !isOver {
            try notifier.advanceServer()
            try notifier.advanceHook()
            notifier.advancePhones()
            notifier.saveTroubles()
            try wait()
        }
        notifier.terminateHook()
    }

    private mutating func readChanges() throws(MemossError) {
        if let paths = watch.takeChangedFiles(at: notifier.uptime), try notifier.refresh(paths),
            notifier.readFailure == nil
        {
            return
        }
        try readFolder()
    }

    private mutating func readFolder() throws(MemossError) {
        watch.prepare(at: notifier.uptime)
        let trouble = watch.trouble.map { "\($0): the folder is read every minute instead" }
        if let trouble { notifier.warnOnce(trouble) }
        notifier.troubles[.watch, notifier.now] = trouble
        notifier.server.isAwaited = trouble == nil && hasEventDescriptors
        _ = try notifier.followConfiguration(acceptsMissing: true)
        try notifier.read()
        watch.hasUnreadableFiles = notifier.hasUnreadableFiles
        // The recovery of a disk is not reported as a change.
        if notifier.readFailure != nil { watch.scheduleRead(at: notifier.uptime + Self.rereadPause) }
    }

    private mutating func wait() throws(MemossError) {
        let wake = notifier.wake()
        let now = notifier.now
        let latest = now.adding(seconds: Self.longestSleep)
        let times = [wake.at, notifier.phoneDue, latest].compactMap(\.self)
        timer.arm(at: notifier.machineTime(times.min() ?? latest))
        let uptime = notifier.uptime
        if wake.rereads, let time = wake.uptime { watch.scheduleRead(at: time) }
        let deadlines = [
            watch.due, notifier.serverDeadline, notifier.hookDeadline, notifier.phoneDeadline, wake.uptime,
        ]
        let next = deadlines.compactMap(\.self).min() ?? .max
        let pause = next == .max ? Self.longestWait : max(0, min(next - uptime, Self.longestWait))
        poll(milliseconds: Int32(pause))
        try handleEvents(isTime: wake.uptime.map { notifier.uptime >= $0 } ?? false)
    }

    private func poll(milliseconds: Int32) {
        let bus = Int16(notifier.server.wantsToWrite ? POLLIN | POLLOUT : POLLIN)
        var waited = [signals.descriptor, timer.descriptor, watch.descriptor].map {
            pollfd(fd: $0, events: Int16(POLLIN), revents: 0)
        }
        waited.append(pollfd(fd: notifier.server.descriptor, events: bus, revents: 0))
        _ = systemPoll(&waited, nfds_t(waited.count), milliseconds)
    }

    private mutating func handleEvents(isTime: Bool) throws(MemossError) {
        if signals.pending().contains(where: { $0 != SIGCHLD }) { isOver = true }
        if isOver { return }
        let now = notifier.uptime
        watch.readEvents(at: now)
        if watch.takeOutsideChange() { notifier.server.mayBeReached() }
        // Compared before anything is reported, because not every change of the file causes an event.
        if try notifier.followConfiguration(acceptsMissing: false) { watch.markChanged(at: now) }
        let isTime = timer.hasFired() || isTime
        try notifier.feed(notifier.server.receive(at: now) + (isTime ? [.tick] : []))
        if watch.due <= now { try readChanges() }
    }

    // MARK: Once

    /// Reports what is due and returns once the server and the hook have finished or timed out.
    ///
    /// - Returns: what could not be reported in any way, and whether the run before failed like this: cron would send the
    ///   same words every minute.
    ///
    /// - Parameter isWhole: whether to repeat the warnings of the run before.
    mutating func runOnce(isWhole: Bool) throws(MemossError) -> (failure: MemossError?, isKnown: Bool) {
        try notifier.read()
        var isShowing = false
        while !isOver {
            // If there is nothing to show or to close, the server is not contacted.
            isShowing = isShowing || notifier.hasForServer
            if isShowing { try notifier.advanceServer() }
            try notifier.advanceHook()
            let wake = notifier.wake()
            let rereading = wake.rereads && notifier.readFailure == nil ? wake.uptime : nil
            if notifier.isIdle, rereading == nil { break }
            let uptime = notifier.uptime
            if let rereading, rereading <= uptime {
                try notifier.read()
                continue
            }
            let serverDeadline = isShowing && !notifier.server.isSettled ? notifier.server.deadline : nil
            let next = [serverDeadline, notifier.hookDeadline, rereading].compactMap(\.self).min() ?? uptime
            poll(milliseconds: Int32(max(0, min(next - uptime, 1_000))))
            if signals.pending().contains(where: { $0 != SIGCHLD }) { isOver = true }
            if isShowing { try notifier.feed(notifier.server.receive(at: notifier.uptime)) }
        }
        notifier.terminateHook()
        let failure = failure
        let isKnown = notifier.troubles[.once, notifier.now] == failure?.message
        notifier.troubles[.once, notifier.now] = failure?.message
        notifier.tellWarnings(always: isWhole)
        notifier.saveTroubles()
        return (failure, isKnown)
    }

    /// What a single run could not do.
    private var failure: MemossError? {
        if let readFailure = notifier.readFailure { return MemossError(.failure, readFailure) }
        let waiting = notifier.engine.state.records(.waiting, .sending).count
        guard waiting > 0, !notifier.tells else { return nil }
        let what = waiting == 1 ? "1 notification is waiting" : "\(waiting) notifications are waiting"
        let reason = notifier.server.trouble ?? "the notification server refuses them"
        return MemossError(.failure, "\(what) and cannot be shown: \(reason)")
    }

    var hookEvents: [HookEvent] { notifier.hookEvents }
    var now: Instant { notifier.now }
}

private func systemPoll(_ waited: inout [pollfd], _ count: nfds_t, _ milliseconds: Int32) -> Int32 {
    poll(&waited, count, milliseconds)
}
