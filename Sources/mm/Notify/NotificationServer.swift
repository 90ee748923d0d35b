import MemossFiles

#if canImport(Glibc)
    import Glibc
#elseif canImport(Musl)
    import Musl
#else
    import Darwin
#endif

/// The desktop's notification server, over the session bus (Desktop Notifications Specification 1.2). Nothing waits: what
/// it has to say comes as events.
struct NotificationServer {
    private enum Call {
        case hello, owner
        case capabilities(owner: String)
        case information
        case notify(token: Int)
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
    private var capabilities: Set<String> = []
    /// How many notifications of one program it keeps; another one takes the oldest down, as if its time were over.
    private var room: Int? { name?.hasPrefix("gnome-shell") == true ? 3 : nil }
    /// Why nothing can be shown; nil if it can.
    private(set) var trouble: String? = "the session bus was not asked yet"
    private var nextTry: Int64 = 0
    private var pause: Int64 = 0
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
    /// Whether everything that was asked has been answered.
    var isSettled: Bool { link == nil || calls.isEmpty }

    /// When to call `attend` at the latest.
    var deadline: Int64? { link == nil ? nextTry : calls.values.map(\.deadline).min() }

    /// The name of this very server on this very bus: numbers of notifications are worth nothing to another.
    private var instance: String? {
        guard let guid = link?.connection.guid, let owner else { return nil }
        return "\(guid) \(owner)"
    }

    // MARK: Coming and going

    /// Connects when it is time to, and gives up on what was not answered.
    mutating func attend(at uptime: Int64) -> [NotifyEvent] {
        if link == nil, uptime >= nextTry { connect(at: uptime) }
        var events: [NotifyEvent] = []
        for (serial, entry) in calls where entry.deadline <= uptime {
            calls[serial] = nil
            if case .notify(let token) = entry.call {
                events.append(.refused(token: token, reason: "no answer in \(Self.replyLimit / 1_000) seconds"))
            } else if case .capabilities(let owner) = entry.call {
                events += meet(owner, capabilities: [])
            } else if case .hello = entry.call {
                return events + lose("the session bus does not answer", uptime)
            } else if case .owner = entry.call {
                return events + lose("the session bus does not answer", uptime)
            }
        }
        flush()
        if let link, link.output.count > Self.longestOutput {
            return events + lose("the session bus takes nothing any more", uptime)
        }
        return events
    }

    private mutating func connect(at uptime: Int64) {
        var reason = "there is no session bus (DBUS_SESSION_BUS_ADDRESS is not set)"
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
                reason = "DBUS_SESSION_BUS_ADDRESS names no Unix socket"
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
        pause = min(max(1_000, pause * 2), 60_000)
        nextTry = uptime + pause
    }

    // MARK: Talking

    private mutating func ask(_ member: String, _ body: [DBusValue] = [], as call: Call, _ uptime: Int64) {
        send(member, on: Self.bus, path: "/org/freedesktop/DBus", interface: Self.bus, body, as: call, uptime)
    }

    private mutating func send(
        _ member: String,
        on destination: String,
        path: String = Self.path,
        interface: String = Self.well,
        _ body: [DBusValue] = [],
        as call: Call,
        _ uptime: Int64
    ) {
        guard let link else { return }
        let serial = link.connection.send { serial in
            .call(member, on: destination, path: path, interface: interface, body, serial: serial)
        }
        calls[serial] = (call, destination, uptime + Self.replyLimit)
        flush()
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
        let text = capabilities.contains("body") ? Self.short(post.body, 2_000) : ""
        let body = withMarkup ? Self.escaped(text) : text
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
                .string(Self.program), .uint32(post.replaces), .string(""), .string(Self.short(post.title, 200)),
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

    private static func escaped(_ text: String) -> String {
        var result = ""
        for scalar in text.unicodeScalars {
            switch scalar {
            case "&": result += "&amp;"
            case "<": result += "&lt;"
            case ">": result += "&gt;"
            default: result.unicodeScalars.append(scalar)
            }
        }
        return result
    }

    /// Of code points: one character may have any number of them. An empty title is taken by no server.
    private static func short(_ text: String, _ limit: Int) -> String {
        let scalars = text.unicodeScalars
        guard scalars.count > limit else { return text.isEmpty ? " " : text }
        return String(scalars.prefix(limit - 1)) + "…"
    }

    /// Whether there is a server, for a look: what it calls itself, or why nothing can be shown, and what else it lacks.
    static func look() -> (name: String?, trouble: String?, lacks: [String]) {
        var server = NotificationServer()
        let limit = Uptime.milliseconds() + 2_000
        while true {
            let uptime = Uptime.milliseconds()
            _ = server.attend(at: uptime)
            if server.isSettled || uptime >= limit {
                let lacks = server.owner == nil ? [] : ["actions", "body"].filter { !server.capabilities.contains($0) }
                return (server.name, server.trouble, lacks)
            }
            var waited = pollfd(fd: server.descriptor, events: Int16(POLLIN), revents: 0)
            _ = poll(&waited, 1, Int32(limit - uptime))
            _ = server.receive(at: uptime)
        }
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
                case .malformed: return events + lose("the session bus sent what is no message", uptime)
                case .rejected(let text): return events + lose("the session bus refuses this user: \(text)", uptime)
                }
            }
            flush()
            return isOver ? events + lose("the session bus has gone", uptime) : events
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
        case .hello: pause = 0
        case .owner: if let owner = body.first?.text { greet(owner, uptime) }
        case .capabilities(let owner): return meet(owner, capabilities: Set(body.first?.texts ?? []))
        case .information:
            name = body.prefix(3).compactMap(\.text).enumerated().filter { $0.offset != 1 }
                .map(\.element).joined(separator: " ")
        case .notify(let token):
            guard let number = body.first?.number, number > 0 else {
                return [.refused(token: token, reason: "the answer has no number")]
            }
            return [.posted(token: token, number: number)]
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
            return [.refused(token: token, reason: Self.short(String(line), 200))]
        case .owner: trouble = "no notification server is on the session bus"
        case .capabilities(let owner): return meet(owner, capabilities: [])
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
            trouble = "no notification server is on the session bus"
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
