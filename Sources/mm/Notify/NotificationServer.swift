import CLibrary
import DBus
import Delivery
import MemossFiles

/// The desktop's notification server, reached over the session bus (Desktop Notifications Specification 1.2). No call
/// blocks: replies and signals arrive as events.
struct NotificationServer {
    private enum Call {
        case hello, owner
        case capabilities(owner: String)
        case information
        case notify(token: Int)
        /// Sent after the call with this serial has timed out. If the probe is answered first, the call never will be.
        case probe(UInt32)
        case other
    }

    private var link: Link?
    /// Pending calls by serial, with the destination and the time limit of each.
    private var calls: [UInt32: (call: Call, destination: String, deadline: Int64)] = [:]
    /// The unique bus name of the server, once it has reported its capabilities.
    private(set) var owner: String?
    /// The server that was last asked for its capabilities. Late replies of earlier servers are ignored.
    private var queriedOwner: String?
    /// The name and version that the server reports.
    private(set) var name: String?
    private(set) var capabilities: Set<String> = []
    /// How many notifications of one program the server keeps. When another arrives, it closes the oldest as if it had
    /// expired.
    private var room: Int? { name?.hasPrefix("gnome-shell") == true ? 3 : nil }
    /// Why nothing can be shown; nil if notifications can be shown.
    private(set) var trouble: String? = "not yet connected to the session bus"
    /// The pause between attempts to connect to the bus.
    private var retry = RetryPause()
    /// Whether the caller watches the sockets of the bus and calls `mayBeReached` when one appears.
    var isAwaited = false
    private var lastStart: Int64?

    static let wellKnownName = "org.freedesktop.Notifications"
    private static let path = "/org/freedesktop/Notifications"
    private static let busName = "org.freedesktop.DBus"
    private static let replyTimeout: Int64 = 10_000
    private static let startInterval: Int64 = 600_000
    /// Between attempts to connect to a socket that is watched, in milliseconds.
    private static let longestPause: Int64 = 3_600_000
    /// If more than this is unsent, the bus has stopped reading.
    private static let maximumOutput = 1 << 20
    /// notification-daemon and GNOME Flashback, and the unnamed error of the daemon of MATE: more than twenty are open.
    private static let errorsOfFullServers: Set = [
        "org.freedesktop.Notifications.MaxNotificationsExceeded",
        "org.gtk.GDBus.UnmappedGError.Quark._notification_2ddaemon_2derror_2dquark.Code1",
    ]
    static let program = "Memoss"
    /// The name of the desktop entry that the Debian package has, without `.desktop`.
    static let desktopEntry = "mm"

    /// The socket and the connection over it, which end together.
    private final class Link {
        let socket: LocalSocket
        var connection: DBusConnection
        var output: [UInt8] = []

        init(_ socket: consuming LocalSocket, _ connection: DBusConnection) {
            self.socket = socket
            self.connection = connection
        }
    }

    var descriptor: Int32 { link?.socket.descriptor ?? -1 }
    var wantsToWrite: Bool { link.map { !$0.output.isEmpty } ?? false }
    /// Whether every call has been answered or has timed out.
    var isSettled: Bool { link == nil || calls.values.allSatisfy { $0.deadline == .max } }
    /// Whether the server has let a call time out.
    var isHung: Bool { owner != nil && calls.values.contains { $0.deadline == .max } }

    /// The latest time at which `advance` must be called.
    var deadline: Int64? { link == nil ? retry.until ?? 0 : calls.values.map(\.deadline).min() }

    /// Identifies this server on this bus: notification ids mean nothing to another one.
    private var instance: String? {
        guard let guid = link?.connection.guid, let owner else { return nil }
        return "\(guid) \(owner)"
    }

    // MARK: Coming and going

    /// Connects when the pause is over, and handles calls that have timed out.
    mutating func advance(at uptime: Int64) -> [NotifyEvent] {
        if link == nil, retry.isOver(at: uptime) { connect(at: uptime) }
        for (serial, entry) in calls where entry.deadline <= uptime {
            switch entry.call {
            case .notify:
                // The reply may only be late, and posting again would show the notification twice.
                calls[serial]?.deadline = .max
                probe(serial, uptime)
            case .capabilities:
                // Without its reply, notifications would be shown without buttons.
                calls[serial]?.deadline = .max
                trouble = "the notification server does not answer"
            case .hello, .owner: return disconnect("the session bus does not answer", uptime)
            case .information, .probe, .other: calls[serial] = nil
            }
        }
        flush()
        guard let link, link.output.count > Self.maximumOutput else { return [] }
        return disconnect("the session bus accepts no more messages", uptime)
    }

    /// A socket of the bus may have appeared.
    mutating func mayBeReached() { if link == nil { retry.succeeded() } }

    private mutating func connect(at uptime: Int64) {
        var reason = "no session bus (DBUS_SESSION_BUS_ADDRESS is not set)"
        for address in Self.addresses() {
            do throws(LocalSocket.Failure) {
                let socket = try LocalSocket.connect(to: address)
                link = Link(socket, DBusConnection(user: geteuid()))
                break
            } catch {
                reason = "the session bus cannot be reached: \(error.reason)"
            }
        }
        guard link != nil else {
            if Environment.value("DBUS_SESSION_BUS_ADDRESS") != nil, Self.addresses().isEmpty {
                reason = "DBUS_SESSION_BUS_ADDRESS does not name a Unix socket"
            }
            let isSeen = isAwaited && Self.addresses().allSatisfy { $0.path != nil }
            return fail(reason, at: uptime, longest: isSeen ? Self.longestPause : nil)
        }
        trouble = "the session bus has not answered yet"
        ask("Hello", as: .hello, uptime)
        let rules = [
            "type='signal',sender='\(Self.busName)',member='NameOwnerChanged',arg0='\(Self.wellKnownName)'",
            "type='signal',interface='\(Self.wellKnownName)',path='\(Self.path)'",
        ]
        for rule in rules { ask("AddMatch", [.string(rule)], as: .other, uptime) }
        ask("GetNameOwner", [.string(Self.wellKnownName)], as: .owner, uptime)
    }

    static func addresses() -> [DBusAddress] {
        if let given = Environment.value("DBUS_SESSION_BUS_ADDRESS") { return DBusAddress.list(given) }
        // For example under cron, which does not set the session's variables.
        let runtime = [Environment.value("XDG_RUNTIME_DIR"), "/run/user/\(geteuid())"].compactMap(\.self)
        return runtime.map { .path($0 + "/bus") }
    }

    private mutating func fail(_ reason: String, at uptime: Int64, longest: Int64? = nil) {
        link = nil
        calls = [:]
        (owner, name, queriedOwner) = (nil, nil, nil)
        trouble = reason
        retry.refused(at: uptime, longest: longest)
    }

    // MARK: Talking

    private mutating func ask(_ member: String, _ body: [DBusValue] = [], as call: Call, _ uptime: Int64) {
        send(member, on: Self.busName, path: "/org/freedesktop/DBus", interface: Self.busName, body, as: call, uptime)
    }

    @discardableResult
    private mutating func send(
        _ member: String,
        on destination: String,
        path: String = Self.path,
        interface: String = Self.wellKnownName,
        _ body: [DBusValue] = [],
        as call: Call,
        _ uptime: Int64
    ) -> UInt32? {
        guard let link else { return nil }
        let serial = link.connection.send { serial in
            .call(member, on: destination, path: path, interface: interface, body, serial: serial)
        }
        calls[serial] = (call, destination, uptime + Self.replyTimeout)
        flush()
        return serial
    }

    mutating func flush() {
        guard let link else { return }
        link.output += link.connection.takeOutput()
        guard !link.output.isEmpty else { return }
        // A closed connection is noticed when reading.
        let count = (try? link.socket.send(link.output)) ?? 0
        link.output.removeFirst(count)
    }

    /// Asks the bus to start the server, at most once per `startInterval`, without waiting for it.
    mutating func startServer(at uptime: Int64) {
        guard link != nil, owner == nil, lastStart.map({ uptime - $0 >= Self.startInterval }) ?? true else { return }
        lastStart = uptime
        ask("StartServiceByName", [.string(Self.wellKnownName), .uint32(0)], as: .other, uptime)
    }

    mutating func post(_ post: NotifyPost, at uptime: Int64) {
        guard let owner else { return }
        let withMarkup = capabilities.contains("body-markup")
        let text = capabilities.contains("body") ? NotificationText.body(post.body) : ""
        let body = withMarkup ? NotificationText.escaped(text) : text
        let hasActions = post.hasActions && capabilities.contains("actions")
        let actions = hasActions ? NotifyAction.allCases.flatMap { [$0.rawValue, $0.label] } : []
        // Mako 1.7 closes a notification that is replaced both by its id and by its tag.
        var hints: [(String, DBusValue)] = [("urgency", .byte(1)), ("desktop-entry", .string(Self.desktopEntry))]
        if post.replaces == 0 { hints.append(("x-dunst-stack-tag", .string("mm \(post.tag)"))) }
        // 0 means that it never expires. A server such as Plasma may keep an expired notification, but without its
        // buttons.
        let timeout: Int32 = 0
        send(
            "Notify",
            on: owner,
            [
                .string(Self.program), .uint32(post.replaces), .string(""),
                .string(NotificationText.title(post.title)),
                .string(body), .strings(actions), .dictionary(hints),
                .int32(timeout),
            ],
            as: .notify(token: post.token),
            uptime
        )
    }

    mutating func withdraw(_ notificationID: UInt32, at uptime: Int64) {
        guard let owner else { return }
        send("CloseNotification", on: owner, [.uint32(notificationID)], as: .other, uptime)
    }

    private mutating func probe(_ serial: UInt32, _ uptime: Int64) {
        guard let owner else { return }
        let probe = send("GetServerInformation", on: owner, as: .probe(serial), uptime)
        if let probe { calls[probe]?.deadline = .max }
    }

    /// - Returns: a refusal, if the call has still not been answered.
    private mutating func giveUp(_ serial: UInt32) -> [NotifyEvent] {
        guard let asked = calls.removeValue(forKey: serial), case .notify(let token) = asked.call else { return [] }
        return [.refused(token: token, reason: "no answer in \(Self.replyTimeout / 1_000) seconds")]
    }

    // MARK: Listening

    /// Handles what the bus has sent.
    mutating func receive(at uptime: Int64) -> [NotifyEvent] {
        guard let link else { return [] }
        do throws(LocalSocket.Failure) {
            let (bytes, isOver) = try link.socket.receive()
            var events: [NotifyEvent] = []
            do throws(DBusConnection.Failure) {
                let messages = try link.connection.receive(bytes) { isWanted($0) }
                for message in messages { events += handle(message, at: uptime) }
            } catch {
                switch error {
                case .malformed: return events + disconnect("the session bus sent an invalid message", uptime)
                case .rejected(let text):
                    return events + disconnect("the session bus rejects this user: \(text)", uptime)
                }
            }
            flush()
            return isOver ? events + disconnect("the session bus closed the connection", uptime) : events
        } catch {
            return disconnect("the session bus cannot be read: \(error.reason)", uptime)
        }
    }

    private mutating func disconnect(_ reason: String, _ uptime: Int64) -> [NotifyEvent] {
        fail(reason, at: uptime)
        return [.server(nil)]
    }

    /// Any client may send anything: only replies to our calls and signals from the bus and the server are wanted.
    private func isWanted(_ message: DBusMessage) -> Bool {
        guard let sender = message.sender else { return false }
        switch message.kind {
        case .call: return false
        case .reply, .error:
            guard let serial = message.replySerial, let asked = calls[serial] else { return false }
            // The bus answers on behalf of a program that has exited.
            return sender == asked.destination || message.kind == .error && sender == Self.busName
        case .signal:
            if sender == Self.busName { return message.member == "NameOwnerChanged" }
            // GNOME sends each signal twice, once under another name.
            return sender == (owner ?? queriedOwner) && message.interface == Self.wellKnownName
        }
    }

    private mutating func handle(_ message: DBusMessage, at uptime: Int64) -> [NotifyEvent] {
        switch message.kind {
        case .call: return []
        case .reply, .error:
            guard let serial = message.replySerial, let asked = calls.removeValue(forKey: serial) else { return [] }
            let call = asked.call
            return message.kind == .reply ? handleReply(call, message.body, uptime) : handleError(call, message)
        case .signal: return signal(message, at: uptime)
        }
    }

    private mutating func handleReply(_ call: Call, _ body: [DBusValue], _ uptime: Int64) -> [NotifyEvent] {
        switch call {
        case .hello: retry.succeeded()
        case .owner: if let owner = body.first?.text { queryServer(owner, uptime) }
        case .capabilities(let owner): return accept(owner, capabilities: Set(body.first?.texts ?? []))
        case .information:
            name = body.prefix(3).compactMap(\.text).enumerated().filter { $0.offset != 1 }
                .map(\.element).joined(separator: " ")
        case .notify(let token):
            guard let notificationID = body.first?.number, notificationID > 0 else {
                return [.refused(token: token, reason: "the reply has no notification id")]
            }
            return [.posted(token: token, notificationID: notificationID)]
        case .probe(let serial): return giveUp(serial)
        case .other: break
        }
        return []
    }

    private mutating func handleError(_ call: Call, _ message: DBusMessage) -> [NotifyEvent] {
        switch call {
        case .notify(let token):
            let reason = message.body.first?.text ?? message.errorName ?? "no reason was given"
            // Some servers send a whole traceback.
            let line = reason.unicodeScalars.prefix { $0 != "\n" && $0 != "\r" }
            let isFull = message.errorName.map(Self.errorsOfFullServers.contains) == true
            return [.refused(token: token, reason: NotificationText.short(String(line), 200), isFull: isFull)]
        case .owner: trouble = "there is no notification server on the session bus"
        case .capabilities(let owner): return accept(owner, capabilities: [])
        case .probe(let serial): return giveUp(serial)
        case .hello, .information, .other: break
        }
        return []
    }

    private mutating func queryServer(_ owner: String, _ uptime: Int64) {
        queriedOwner = owner
        trouble = "the notification server has not answered yet"
        send("GetServerInformation", on: owner, as: .information, uptime)
        send("GetCapabilities", on: owner, as: .capabilities(owner: owner), uptime)
    }

    private mutating func accept(_ owner: String, capabilities: Set<String>) -> [NotifyEvent] {
        guard owner == queriedOwner else { return [] }
        (self.owner, self.capabilities, trouble) = (owner, capabilities, nil)
        return [.server(instance, room: room)]
    }

    private mutating func signal(_ message: DBusMessage, at uptime: Int64) -> [NotifyEvent] {
        if message.sender == Self.busName, message.member == "NameOwnerChanged" {
            guard message.body.first?.text == Self.wellKnownName, let new = message.body.last?.text else { return [] }
            let hadOwner = owner != nil
            (owner, name, queriedOwner) = (nil, nil, nil)
            // From now on, ignore the old server, even if it is still on the bus.
            calls = calls.filter { $0.value.deadline < .max }
            trouble = "there is no notification server on the session bus"
            if !new.isEmpty { queryServer(new, uptime) }
            return hadOwner ? [.server(nil)] : []
        }
        guard message.sender == owner, let notificationID = message.body.first?.number
        else { return [] }
        switch message.member {
        case "ActionInvoked":
            return message.body.last?.text.map { [.pressed(notificationID: notificationID, action: $0)] } ?? []
        case "NotificationClosed":
            return message.body.last?.number.map { [.closed(notificationID: notificationID, reason: $0)] } ?? []
        default: return []
        }
    }
}
