import CLibrary
import DBus
import MemossFiles

/// The desktop's notification server, over the session bus (Desktop Notifications Specification 1.2). Nothing waits: what
/// it has to say comes as events.
struct NotificationServer {
    private enum Call {
        case hello, owner
        case capabilities(owner: String)
        case information
        case notify(token: Int)
        /// Asked when the call of this serial was not answered for long: answered first, it says that the other never
        /// will be.
        case probe(UInt32)
        case other
    }

    private var link: Link?
    /// What was asked of whom, and until when an answer is waited for.
    private var calls: [UInt32: (call: Call, destination: String, deadline: Int64)] = [:]
    /// The bus's name for the program, once it has said what it can do.
    private(set) var owner: String?
    /// Who was asked last what it can do. An answer for an earlier one that comes late says nothing of this one.
    private var greeted: String?
    /// What it calls itself.
    private(set) var name: String?
    private(set) var capabilities: Set<String> = []
    /// How many notifications of one program it keeps; another one takes the oldest down, as if its time were over.
    private var room: Int? { name?.hasPrefix("gnome-shell") == true ? 3 : nil }
    /// Why nothing can be shown; nil if it can.
    private(set) var trouble: String? = "not yet connected to the session bus"
    /// Between two tries to reach the bus.
    private var retry = RetryPause()
    private var lastStart: Int64?

    static let well = "org.freedesktop.Notifications"
    private static let path = "/org/freedesktop/Notifications"
    private static let bus = "org.freedesktop.DBus"
    private static let replyLimit: Int64 = 10_000
    private static let startPause: Int64 = 600_000
    /// More than that is left by a bus that takes nothing any more.
    private static let longestOutput = 1 << 20
    static let program = "Memoss"

    /// The socket and the conversation over it, which end together.
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
    /// Whether everything that was asked has been answered, or had its time.
    var isSettled: Bool { link == nil || calls.values.allSatisfy { $0.deadline == .max } }
    /// Whether there is a server that has let its time pass.
    var isHung: Bool { owner != nil && calls.values.contains { $0.deadline == .max } }

    /// When to call `attend` at the latest.
    var deadline: Int64? { link == nil ? retry.until ?? 0 : calls.values.map(\.deadline).min() }

    /// The name of this very server on this very bus: numbers of notifications are worth nothing to another.
    private var instance: String? {
        guard let guid = link?.connection.guid, let owner else { return nil }
        return "\(guid) \(owner)"
    }

    // MARK: Coming and going

    /// Connects when it is time to, and gives up on what was not answered.
    mutating func attend(at uptime: Int64) -> [NotifyEvent] {
        if link == nil, retry.isOver(at: uptime) { connect(at: uptime) }
        for (serial, entry) in calls where entry.deadline <= uptime {
            switch entry.call {
            case .notify:
                // It may only be late, and what is posted again would then be there twice.
                calls[serial]?.deadline = .max
                probe(serial, uptime)
            case .capabilities:
                // What is shown without its answer would have no buttons.
                calls[serial]?.deadline = .max
                trouble = "the notification server does not answer"
            case .hello, .owner: return lose("the session bus does not answer", uptime)
            case .information, .probe, .other: calls[serial] = nil
            }
        }
        flush()
        guard let link, link.output.count > Self.longestOutput else { return [] }
        return lose("the session bus accepts no more messages", uptime)
    }

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
            return fail(reason, at: uptime)
        }
        trouble = "the session bus has not answered yet"
        ask("Hello", as: .hello, uptime)
        let rules = [
            "type='signal',sender='\(Self.bus)',member='NameOwnerChanged',arg0='\(Self.well)'",
            "type='signal',interface='\(Self.well)',path='\(Self.path)'",
        ]
        for rule in rules { ask("AddMatch", [.string(rule)], as: .other, uptime) }
        ask("GetNameOwner", [.string(Self.well)], as: .owner, uptime)
    }

    private static func addresses() -> [DBusAddress] {
        if let given = Environment.value("DBUS_SESSION_BUS_ADDRESS") { return DBusAddress.list(given) }
        // As from cron, which knows nothing of the session.
        let runtime = [Environment.value("XDG_RUNTIME_DIR"), "/run/user/\(geteuid())"].compactMap(\.self)
        return runtime.map { .path($0 + "/bus") }
    }

    private mutating func fail(_ reason: String, at uptime: Int64) {
        link = nil
        calls = [:]
        (owner, name, greeted) = (nil, nil, nil)
        trouble = reason
        retry.refused(at: uptime)
    }

    // MARK: Talking

    private mutating func ask(_ member: String, _ body: [DBusValue] = [], as call: Call, _ uptime: Int64) {
        send(member, on: Self.bus, path: "/org/freedesktop/DBus", interface: Self.bus, body, as: call, uptime)
    }

    @discardableResult
    private mutating func send(
        _ member: String,
        on destination: String,
        path: String = Self.path,
        interface: String = Self.well,
        _ body: [DBusValue] = [],
        as call: Call,
        _ uptime: Int64
    ) -> UInt32? {
        guard let link else { return nil }
        let serial = link.connection.send { serial in
            .call(member, on: destination, path: path, interface: interface, body, serial: serial)
        }
        calls[serial] = (call, destination, uptime + Self.replyLimit)
        flush()
        return serial
    }

    mutating func flush() {
        guard let link else { return }
        link.output += link.connection.takeOutput()
        guard !link.output.isEmpty else { return }
        // A bus that has gone is noticed in reading.
        let count = (try? link.socket.send(link.output)) ?? 0
        link.output.removeFirst(count)
    }

    /// Has the bus start the server, once in a while, without waiting for it.
    mutating func startServer(at uptime: Int64) {
        guard link != nil, owner == nil, lastStart.map({ uptime - $0 >= Self.startPause }) ?? true else { return }
        lastStart = uptime
        ask("StartServiceByName", [.string(Self.well), .uint32(0)], as: .other, uptime)
    }

    mutating func post(_ post: NotifyPost, at uptime: Int64) {
        guard let owner else { return }
        let withMarkup = capabilities.contains("body-markup")
        let text = capabilities.contains("body") ? NotificationText.short(post.body, 2_000) : ""
        let body = withMarkup ? NotificationText.escaped(text) : text
        let hasActions = post.hasActions && capabilities.contains("actions")
        let actions = hasActions ? NotifyAction.allCases.flatMap { [$0.rawValue, $0.label] } : []
        // Mako 1.7 takes a notification down that replaces itself by its number and by its tag.
        var hints: [(String, DBusValue)] = [("urgency", .byte(1))]
        if post.replaces == 0 { hints.append(("x-dunst-stack-tag", .string("mm \(post.tag)"))) }
        // Never: a server may keep what it takes down after its own time, as Plasma does, but not the buttons.
        let timeout: Int32 = 0
        send(
            "Notify",
            on: owner,
            [
                .string(Self.program), .uint32(post.replaces), .string(""),
                .string(NotificationText.short(post.title, 200)),
                .string(body), .strings(actions), .dictionary(hints),
                .int32(timeout),
            ],
            as: .notify(token: post.token),
            uptime
        )
    }

    mutating func withdraw(_ number: UInt32, at uptime: Int64) {
        guard let owner else { return }
        send("CloseNotification", on: owner, [.uint32(number)], as: .other, uptime)
    }

    private mutating func probe(_ serial: UInt32, _ uptime: Int64) {
        guard let owner else { return }
        let probe = send("GetServerInformation", on: owner, as: .probe(serial), uptime)
        if let probe { calls[probe]?.deadline = .max }
    }

    /// - Returns: that the call was not taken, if it is still not answered.
    private mutating func giveUp(_ serial: UInt32) -> [NotifyEvent] {
        guard let asked = calls.removeValue(forKey: serial), case .notify(let token) = asked.call else { return [] }
        return [.refused(token: token, reason: "no answer in \(Self.replyLimit / 1_000) seconds")]
    }

    // MARK: Listening

    /// Takes in what the bus has sent.
    mutating func receive(at uptime: Int64) -> [NotifyEvent] {
        guard let link else { return [] }
        do throws(LocalSocket.Failure) {
            let (bytes, isOver) = try link.socket.receive()
            var events: [NotifyEvent] = []
            do throws(DBusConnection.Failure) {
                let messages = try link.connection.receive(bytes) { isWanted($0) }
                for message in messages { events += hear(message, at: uptime) }
            } catch {
                switch error {
                case .malformed: return events + lose("the session bus sent an invalid message", uptime)
                case .rejected(let text): return events + lose("the session bus rejects this user: \(text)", uptime)
                }
            }
            flush()
            return isOver ? events + lose("the session bus closed the connection", uptime) : events
        } catch {
            return lose("the session bus cannot be read: \(error.reason)", uptime)
        }
    }

    private mutating func lose(_ reason: String, _ uptime: Int64) -> [NotifyEvent] {
        fail(reason, at: uptime)
        return [.server(nil)]
    }

    /// Anybody may send anything: only the bus and the server, and only what they were asked or have to tell.
    private func isWanted(_ message: DBusMessage) -> Bool {
        guard let sender = message.sender else { return false }
        switch message.kind {
        case .call: return false
        case .reply, .error:
            guard let serial = message.replySerial, let asked = calls[serial] else { return false }
            // In the place of a program that has gone the bus answers.
            return sender == asked.destination || message.kind == .error && sender == Self.bus
        case .signal:
            if sender == Self.bus { return message.member == "NameOwnerChanged" }
            // GNOME says everything twice, once under another name.
            return sender == (owner ?? greeted) && message.interface == Self.well
        }
    }

    private mutating func hear(_ message: DBusMessage, at uptime: Int64) -> [NotifyEvent] {
        switch message.kind {
        case .call: return []
        case .reply, .error:
            guard let serial = message.replySerial, let asked = calls.removeValue(forKey: serial) else { return [] }
            let call = asked.call
            return message.kind == .reply ? answer(call, message.body, uptime) : refusal(call, message)
        case .signal: return signal(message, at: uptime)
        }
    }

    private mutating func answer(_ call: Call, _ body: [DBusValue], _ uptime: Int64) -> [NotifyEvent] {
        switch call {
        case .hello: retry.succeeded()
        case .owner: if let owner = body.first?.text { greet(owner, uptime) }
        case .capabilities(let owner): return meet(owner, capabilities: Set(body.first?.texts ?? []))
        case .information:
            name = body.prefix(3).compactMap(\.text).enumerated().filter { $0.offset != 1 }
                .map(\.element).joined(separator: " ")
        case .notify(let token):
            guard let number = body.first?.number, number > 0 else {
                return [.refused(token: token, reason: "the reply has no notification id")]
            }
            return [.posted(token: token, number: number)]
        case .probe(let serial): return giveUp(serial)
        case .other: break
        }
        return []
    }

    private mutating func refusal(_ call: Call, _ message: DBusMessage) -> [NotifyEvent] {
        switch call {
        case .notify(let token):
            let reason = message.body.first?.text ?? message.errorName ?? "no reason was given"
            // Some send a whole traceback.
            let line = reason.unicodeScalars.prefix { $0 != "\n" && $0 != "\r" }
            return [.refused(token: token, reason: NotificationText.short(String(line), 200))]
        case .owner: trouble = "there is no notification server on the session bus"
        case .capabilities(let owner): return meet(owner, capabilities: [])
        case .probe(let serial): return giveUp(serial)
        case .hello, .information, .other: break
        }
        return []
    }

    private mutating func greet(_ owner: String, _ uptime: Int64) {
        greeted = owner
        trouble = "the notification server has not answered yet"
        send("GetServerInformation", on: owner, as: .information, uptime)
        send("GetCapabilities", on: owner, as: .capabilities(owner: owner), uptime)
    }

    private mutating func meet(_ owner: String, capabilities: Set<String>) -> [NotifyEvent] {
        guard owner == greeted else { return [] }
        (self.owner, self.capabilities, trouble) = (owner, capabilities, nil)
        return [.server(instance, room: room)]
    }

    private mutating func signal(_ message: DBusMessage, at uptime: Int64) -> [NotifyEvent] {
        if message.sender == Self.bus, message.member == "NameOwnerChanged" {
            guard message.body.first?.text == Self.well, let new = message.body.last?.text else { return [] }
            let hadOwner = owner != nil
            (owner, name, greeted) = (nil, nil, nil)
            // Of the one that went nothing is wanted any more, should it still be on the bus.
            calls = calls.filter { $0.value.deadline < .max }
            trouble = "there is no notification server on the session bus"
            if !new.isEmpty { greet(new, uptime) }
            return hadOwner ? [.server(nil)] : []
        }
        guard message.sender == owner, let number = message.body.first?.number
        else { return [] }
        switch message.member {
        case "ActionInvoked":
            return message.body.last?.text.map { [.pressed(number: number, action: $0)] } ?? []
        case "NotificationClosed":
            return message.body.last?.number.map { [.closed(number: number, reason: $0)] } ?? []
        default: return []
        }
    }
}
