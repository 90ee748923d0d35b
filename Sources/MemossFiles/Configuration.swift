/// The user's `config.yaml`; every key is optional.
package struct Configuration: Sendable {
    /// The folder to use if none is found from the working directory.
    package var directory: String?
    /// The time of day at which all-day reminders are notified.
    package var allDayAt = CivilTime(unchecked: 9 * 3600)
    package var notifyCommand: String?
    /// Whether a deadline rings besides the date of its reminder.
    package var deadlinesRing = true
    /// The times of the parts of a day.
    package var times = PartsOfDay.usual
    package var clock = Clock.hours24
    /// The server that rings the phone.
    package var push = Push()
    /// The calendar that rings the phone.
    package var publish = Publish()
    /// The aliases for command lines, in file order.
    package private(set) var aliases: [Named] = []
    /// The queries for `@name`, in file order.
    package private(set) var queries: [Named] = []
    /// The lines of the keys in the file, from 1: `clock`, `times.morning`.
    package private(set) var lines: [String: Int] = [:]
    /// Warnings about values that could not be read and fall back to their defaults.
    package var problems: [Problem] = []
    /// Warnings about values that are in effect.
    package private(set) var risks: [Problem] = []
    /// Whether the file is not valid YAML.
    package private(set) var isBroken = false

    /// A text that the user has named.
    package struct Named: Sendable, Hashable {
        package var name: String
        package var text: String
    }

    package var listed: [Problem] { problems + risks }

    package var queryTexts: [String: String] {
        queries.isEmpty ? [:] : Dictionary(queries.map { ($0.name, $0.text) }) { first, _ in first }
    }

    package static let keys = [
        "directory", "all_day_at", "notify_command", "deadlines", "times", "clock", "aliases", "queries", "push",
        "publish",
    ]

    package init() {}

    /// - Parameters:
    ///   - path: for display in the problems.
    ///   - taken: names that an alias cannot have.
    package init(parsing bytes: [UInt8], path: String, taken: [String] = []) {
        let keys = Self.keys
        var positions = TextPositions()
        func report(_ id: ProblemID, _ message: String, _ offset: Int, _ suggestion: String?) {
            let problem = Problem(path: path, id: id, message: message, suggestion: suggestion)
            problems.append(problem.at(positions.position(of: offset, in: bytes)))
        }
        do throws(YAMLDocument.Fault) {
            let document = try YAMLDocument.parse(bytes, range: 0..<bytes.count)
            // `all_day_at` can name a part of the day.
            let mapping = document.entry("times").map { document.resolved($0.value) }
            let parts = mapping.map { Self.times(document, $0) { _, _, _, _ in } } ?? .usual
            for entry in document.entries {
                let key = document.text(of: entry.key)
                let node = document.resolved(entry.value)
                let offset = document.nodes[entry.value].span.lowerBound
                if document.isNull(node) { continue }
                lines[key] = positions.position(of: document.nodes[entry.key].span.lowerBound, in: bytes).line
                if document.nodes[node].kind == .mapping, Self.mappings[key] != nil {
                    for entry in document.entries(of: node) {
                        let name = document.text(of: entry.key)
                        let place = document.nodes[entry.key].span.lowerBound
                        lines["\(key).\(name)"] = positions.position(of: place, in: bytes).line
                    }
                    switch key {
                    case "times": times = Self.times(document, node, report)
                    case "aliases": aliases = Self.aliases(document, node, taken, report)
                    case "push": push = Push(document, node, report)
                    case "publish": publish = Publish(document, node, report)
                    default: queries = Self.queries(document, node, report)
                    }
                    if let (name, what) = key == "push" ? push.risk : key == "publish" ? publish.risk : nil,
                        let line = lines["\(key).\(name)"]
                    {
                        let message = "\(what) is sent without encryption: expected https:// in '\(key).\(name)'"
                        let problem = Problem(path: path, id: .unencryptedSecret, message: message)
                        risks.append(problem.at(TextPosition(line: line, column: 1)))
                    }
                    continue
                }
                guard document.nodes[node].kind == .scalar, Self.mappings[key] == nil else {
                    let needed = Self.mappings[key] ?? "a single value"
                    report(.invalidValue, "'\(key)' needs \(needed)", offset, nil)
                    continue
                }
                let value = document.text(of: node)
                switch key {
                case "directory": directory = value
                case "notify_command": notifyCommand = value
                case "all_day_at":
                    if let time = Self.time(value, of: key, at: offset, parts, report) { allDayAt = time }
                case "deadlines":
                    if value != "silent", value != "ring" {
                        report(.invalidValue, "found '\(value)' for 'deadlines', expected ring or silent", offset, nil)
                    }
                    deadlinesRing = value != "silent"
                case "clock":
                    if let clock = Clock(rawValue: value) {
                        self.clock = clock
                    } else {
                        report(.invalidValue, "found '\(value)' for 'clock', expected 12 or 24", offset, nil)
                    }
                default:
                    let nearest = Spelling.nearest(to: key, among: keys).first
                    let place = document.nodes[entry.key].span.lowerBound
                    report(.unknownKey, "unknown key '\(key)'", place, nearest)
                }
            }
        } catch {
            isBroken = true
            report(error.id, error.message, error.offset, nil)
        }
    }

    /// The keys whose value is a mapping, with the expected contents of the mapping.
    private static let mappings = [
        "times": "times of day, such as {morning: 09:00}",
        "aliases": "names of command lines, such as {wk: list scheduled:week}",
        "queries": "names of queries, such as {urgent: tag:work is:today}",
        "push": "a server and a topic, such as {server: https://ntfy.sh, topic: NAME}",
        "publish": "a calendar, such as {url: https://dav.example.org/me/reminders/, user: NAME}",
    ]

    /// Reports a problem at an offset, with the nearest valid spelling.
    typealias Report = (ProblemID, String, Int, String?) -> Void

    private static func times(_ document: YAMLDocument, _ mapping: Int, _ report: Report) -> PartsOfDay {
        var times = PartsOfDay.usual
        guard document.nodes[mapping].kind == .mapping else { return times }
        let parts: [(name: String, path: WritableKeyPath<PartsOfDay, CivilTime>)] = [
            ("morning", \.morning), ("afternoon", \.afternoon), ("evening", \.evening),
        ]
        for entry in document.entries(of: mapping) {
            let (name, value) = (document.text(of: entry.key), document.text(of: document.resolved(entry.value)))
            guard let part = parts.first(where: { $0.name == name }) else {
                let nearest = Spelling.nearest(to: name, among: parts.map(\.name)).first
                report(.unknownKey, "unknown key '\(name)'", document.nodes[entry.key].span.lowerBound, nearest)
                continue
            }
            let offset = document.nodes[entry.value].span.lowerBound
            if let time = time(value, of: name, at: offset, .usual, report) { times[keyPath: part.path] = time }
        }
        return times
    }

    private static func time(
        _ text: String,
        of key: String,
        at offset: Int,
        _ times: PartsOfDay,
        _ report: Report
    ) -> CivilTime? {
        let when = try? WhenPhrase(parsing: text, now: CivilDateTime(CivilDate(daysSinceEpoch: 0)), times: times)
        if let when, when.named == .time { return when.value.time }
        report(.invalidValue, "found '\(text)' for '\(key)', expected a time such as 09:00", offset, nil)
        return nil
    }
}
