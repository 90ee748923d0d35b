package import MemossFiles

/// What this machine has last wanted the server to hold. Where the server has something else although nothing has changed here,
/// another machine with the same folder has changed it.
package struct PushRecord: Sendable, Hashable {
    package struct Entry: Sendable, Hashable {
        package var sequence: String
        /// That of the message which the server had when it was last asked, whoever sent it; empty if it is not known.
        var id = ""
        package var at: Instant
        package var reminder: String
        package var path: String
        package var occurrence: String?
        /// See `PushRing.text`.
        var text: String
        /// When the server was known to hold it; nil while a request is under way, or has failed.
        var sent: Instant?
        /// When another machine replaced or withdrew it; nil if none did, or if the server does not say.
        var left: Instant?
        /// While a request is under way: what the server may hold because of this machine. See `PushRing.text`.
        var held: [String] = []
        /// The buttons that were pressed.
        package var answers: [String] = []
    }

    /// Address and topic.
    package var place: String
    /// Whether nothing is ahead.
    package var isEmpty: Bool { ahead.isEmpty }
    /// What is ahead, by key.
    var ahead: [String: Entry] = [:]
    /// What has rung in the last days, by sequence: its buttons can still be pressed.
    package var rung: [String: Entry] = [:]
    /// When the answers were read last.
    package var answered: Instant?
    /// The day, in UTC, and the number of requests that were sent on it.
    var day: Int64 = 0
    var count = 0
    /// When the server last had all that fits.
    package var completed: Instant?
    /// When this machine last withdrew an alarm, by the server's clock.
    var withdrew: Instant?

    package init(place: String) { self.place = place }

    /// Days: the buttons can be pressed for a week, and the next date of a monthly series comes within reach after a month.
    private static let kept: (rung: Int64, left: Int64) = (7, 35)

    /// Sorts what has rung meanwhile.
    mutating func advance(to now: Instant) {
        for (key, entry) in ahead where entry.at <= now && entry.sent != nil {
            ahead[key] = nil
            rung[entry.sequence] = entry
        }
        rung = rung.filter { _, entry in
            entry.at > now.adding(seconds: -86_400 * (entry.left == nil ? Self.kept.rung : Self.kept.left))
        }
        let today = now.secondsSince1970 / 86_400
        if today != day { (day, count) = (today, 0) }
    }

    /// The requests of a day, in UTC.
    package func sent(on now: Instant) -> Int { now.secondsSince1970 / 86_400 == day ? count : 0 }

    /// Whether this machine has wanted it.
    package func isKnown(_ key: String) -> Bool { ahead[key] != nil }

    package func entry(of sequence: String) -> Entry? {
        rung[sequence] ?? ahead.values.first { $0.sequence == sequence }
    }

    package mutating func note(answer: String, to sequence: String) {
        if rung[sequence] != nil { rung[sequence]?.answers.append(answer) }
        for (key, entry) in ahead where entry.sequence == sequence { ahead[key]?.answers.append(answer) }
    }

    // MARK: File

    private static let version = 1

    package var bytes: [UInt8] {
        func write(_ name: String, _ entry: Entry) -> JSON {
            .object([
                .init(key: "name", value: .string(name)), .init(key: "sequence", value: .string(entry.sequence)),
                .init(key: "id", value: .string(entry.id)), .init(key: "left", value: Self.time(entry.left)),
                .init(key: "at", value: Self.time(entry.at)), .init(key: "reminder", value: .string(entry.reminder)),
                .init(key: "path", value: .string(entry.path)),
                .init(key: "occurrence", value: entry.occurrence.map(JSON.string) ?? .null),
                .init(key: "text", value: .string(entry.text)), .init(key: "sent", value: Self.time(entry.sent)),
                .init(key: "held", value: .array(entry.held.map(JSON.string))),
                .init(key: "answers", value: .array(entry.answers.map(JSON.string))),
            ])
        }
        func write(_ entries: [String: Entry]) -> JSON {
            .array(entries.sorted { ($0.value.at, $0.key) < ($1.value.at, $1.key) }.map { write($0.key, $0.value) })
        }
        let document = JSON.object([
            .init(key: "version", value: .integer(Self.version)), .init(key: "place", value: .string(place)),
            .init(key: "day", value: .integer(Int(day))), .init(key: "count", value: .integer(count)),
            .init(key: "answered", value: Self.time(answered)), .init(key: "completed", value: Self.time(completed)),
            .init(key: "withdrew", value: Self.time(withdrew)),
            .init(key: "ahead", value: write(ahead)), .init(key: "rung", value: write(rung)),
        ])
        return document.bytes + [0x0A]
    }

    /// - Returns: nil if it cannot be read.
    package init?(parsing bytes: [UInt8]) {
        guard let document = try? JSON(parsing: bytes), document["version"].int == Self.version,
            let place = document["place"].string, let day = document["day"].int, let count = document["count"].int
        else { return nil }
        self.place = place
        (self.day, self.count) = (Int64(day), max(0, count))
        (answered, completed) = (Self.time(document["answered"]), Self.time(document["completed"]))
        withdrew = Self.time(document["withdrew"])
        for (name, keyPath) in [("ahead", \PushRecord.ahead), ("rung", \PushRecord.rung)] {
            for entry in document[name].elements {
                guard let key = entry["name"].string, let sequence = entry["sequence"].string,
                    let at = Self.time(entry["at"]), let reminder = entry["reminder"].string,
                    let path = entry["path"].string, let text = entry["text"].string
                else { return nil }
                self[keyPath: keyPath][key] = Entry(
                    sequence: sequence,
                    id: entry["id"].string ?? "",
                    at: at,
                    reminder: reminder,
                    path: path,
                    occurrence: entry["occurrence"].string,
                    text: text,
                    sent: Self.time(entry["sent"]),
                    left: Self.time(entry["left"]),
                    held: entry["held"].elements.compactMap(\.string),
                    answers: entry["answers"].elements.compactMap(\.string)
                )
            }
        }
    }

    private static func time(_ instant: Instant?) -> JSON {
        instant.map { .integer(Int($0.secondsSince1970)) } ?? .null
    }
    private static func time(_ value: JSON) -> Instant? { value.int.map { Instant(secondsSince1970: Int64($0)) } }
}
