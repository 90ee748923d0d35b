package import MemossFiles

/// Something that the phone should show at a time.
package struct PushRing: Sendable, Hashable {
    /// Stable over moves, and the same on every machine with the folder.
    package var key: String
    package var at: Instant
    package var title: String
    package var message: String
    /// The id of the reminder, its file, and the occurrence of a series.
    package var reminder: String
    package var path: String
    package var occurrence: String?
    /// When its file was last changed; nil if nobody asks.
    package var modified: Instant?
}

extension PushRing {
    /// - Parameters:
    ///   - notification: in the plan.
    ///   - isNameless: whether its file has no id. Then its id is that of its path, which another folder may have too.
    ///   - isBesidesDate: whether it is the end of a snooze before the date, which rings too.
    package init(
        _ notification: Notification,
        isNameless: Bool,
        isBesidesDate: Bool = false,
        title: String,
        message: String,
        modified: Instant? = nil
    ) {
        let name =
            notification.identifier + (isNameless ? "\0" + notification.title : "")
            + (isBesidesDate ? "\0snooze" : "")
        key = String(SHA256.hex(Array(name.utf8)).prefix(Self.keyLength))
        (at, self.title, self.message, self.modified) = (notification.instant, title, message, modified)
        (reminder, path) = (notification.reminder, notification.path)
        let rest = notification.identifier.dropFirst(notification.reminder.count)
        occurrence = notification.alarm?.occurrence ?? (rest.first == "@" ? String(rest.dropFirst()) : nil)
    }

    private static let keyLength = 32

    /// What tells this from the same reminder at another time or with other words.
    var text: String { Self.text(at, title, message) }

    static func text(_ at: Instant, _ title: String, _ message: String) -> String {
        String(SHA256.hex(Array("\(at.secondsSince1970)\0\(title)\0\(message)".utf8)).prefix(16))
    }

    /// The id under which the server keeps it until it rings. The time is that of the first message: a phone shows a second
    /// message with the id of one that it still shows without a sound, so what has rung needs another id to ring again.
    ///
    /// - Parameter isUsed: whether a message with an id has rung.
    func freshSequence(besides isUsed: (String) -> Bool = { _ in false }) -> String {
        var number = at.secondsSince1970
        while isUsed("mm-\(key)-\(number)") { number += 1 }
        return "mm-\(key)-\(number)"
    }

    /// Nil if it is none of ours.
    static func key(ofSequence sequence: String) -> String? {
        let parts = sequence.split(separator: "-", omittingEmptySubsequences: false)
        guard parts.count == 3, parts[0] == "mm", parts[1].utf8.count == keyLength,
            parts[1].utf8.allSatisfy({ (0x30...0x39).contains($0) || (0x61...0x66).contains($0) }),
            Int64(parts[2]) != nil
        else { return nil }
        return String(parts[1])
    }
}

/// What the server holds of ours: the messages of a topic, as it sends them to a poll.
package struct PushView: Sendable, Hashable {
    package struct Message: Sendable, Hashable {
        package var sequence: String
        /// Another one for each time that it was sent.
        package var id: String
        package var at: Instant
        package var title: String
        package var message: String

        var text: String { PushRing.text(at, title, message) }
    }

    /// What has not rung, by key.
    package internal(set) var pending: [String: [Message]] = [:]
    /// When each has rung last.
    var rung: [String: Instant] = [:]
    /// The ids of what has rung.
    var used: Set<String> = []
    /// When each message was withdrawn, by any machine.
    var withdrawn: [String: Instant] = [:]
    /// The ids of all messages of ours.
    var ids: Set<String> = []
    /// The server remembers what has rung since then.
    var memory: Instant?

    /// - Returns: nil if it is not what ntfy sends.
    package init?(parsing bytes: [UInt8], now: Instant) {
        guard let events = Self.events(parsing: bytes) else { return nil }
        for event in events {
            guard let sequence = event["sequence_id"].string, let key = PushRing.key(ofSequence: sequence),
                let seconds = event["time"].int
            else { continue }
            let (at, id) = (Instant(secondsSince1970: Int64(seconds)), event["id"].string ?? "")
            ids.insert(id)
            if at <= now { memory = min(memory ?? at, at) }
            if event["event"].string == "message_delete" {
                withdrawn[key] = max(withdrawn[key] ?? at, at)
            } else if event["event"].string == "message" {
                if at <= now {
                    rung[key] = max(rung[key] ?? at, at)
                    used.insert(sequence)
                } else {
                    let (title, message) = (event["title"].string ?? "", event["message"].string ?? "")
                    pending[key, default: []].append(
                        Message(sequence: sequence, id: id, at: at, title: title, message: message)
                    )
                }
            }
        }
        for key in pending.keys { pending[key]?.sort { $0.sequence < $1.sequence } }
    }

    /// One JSON object a line.
    static func events(parsing bytes: [UInt8]) -> [JSON]? {
        var events: [JSON] = []
        for line in bytes.split(separator: 0x0A) {
            guard let event = try? JSON(parsing: Array(line)), event["event"].string != nil else { return nil }
            events.append(event)
        }
        return events
    }
}
