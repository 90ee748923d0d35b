/// The user's `config.yaml`; every key is optional.
package struct Configuration: Sendable {
    /// The folder to use if none is found from the working directory.
    package var directory: String?
    /// The time of day at which all-day reminders are notified.
    package var allDayAt = CivilTime(unchecked: 9 * 3600)
    package var notifyCommand: String?
    /// Warnings about values that could not be read and fall back to their defaults.
    package var problems: [Problem] = []
    /// Whether the file is not valid YAML.
    package private(set) var isBroken = false

    package init() {}

    /// - Parameter path: for display in the problems.
    package init(parsing bytes: [UInt8], path: String) {
        let keys = ["directory", "all_day_at", "notify_command"]
        var positions = TextPositions()
        func report(_ id: ProblemID, _ message: String, at offset: Int, suggestion: String? = nil) {
            let position = positions.position(of: offset, in: bytes)
            problems.append(
                Problem(
                    path: path,
                    line: position.line,
                    column: position.column,
                    id: id,
                    message: message,
                    suggestion: suggestion
                )
            )
        }
        do throws(YAMLDocument.Fault) {
            let document = try YAMLDocument.parse(bytes, range: 0..<bytes.count)
            for entry in document.entries {
                let key = document.text(of: entry.key)
                let node = document.resolved(entry.value)
                let offset = document.nodes[entry.value].span.lowerBound
                if document.isNull(node) { continue }
                guard document.nodes[node].kind == .scalar else {
                    report(.invalidValue, "'\(key)' needs a single value", at: offset)
                    continue
                }
                let value = document.text(of: node)
                switch key {
                case "directory": directory = value
                case "notify_command": notifyCommand = value
                case "all_day_at":
                    do throws(ParseError) {
                        guard let time = try DateValue(parsing: "2000-01-01T" + value).time else { continue }
                        allDayAt = time
                    } catch {
                        report(
                            .invalidValue,
                            "found '\(value)' for 'all_day_at', expected a time such as 09:00",
                            at: offset
                        )
                    }
                default:
                    let nearest = Spelling.nearest(to: key, among: keys).first
                    let place = document.nodes[entry.key].span.lowerBound
                    report(.unknownKey, "unknown key '\(key)'", at: place, suggestion: nearest)
                }
            }
        } catch {
            isBroken = true
            report(error.id, error.message, at: error.offset)
        }
    }
}
