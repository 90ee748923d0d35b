extension Configuration {
    /// The calendar of a CalDAV server that gets the coming occurrences.
    package struct Publish: Sendable, Hashable {
        /// Its address: `https://dav.example.org/me/reminders/`
        package var url: String?
        package var user: String?
        /// A file with the password.
        package var passwordFile: String?
        /// A file with the certificates to trust.
        package var caFile: String?
        /// How many days ahead.
        package var days = 60
        /// Whether the titles leave this machine.
        package var hasTitles = true

        init() {}

        init(_ document: YAMLDocument, _ mapping: Int, _ report: Report) {
            Configuration.read(document, mapping, Self.keys, report) { set($0, $1) }
        }

        private static let keys = ["url", "user", "password_file", "ca_file", "days", "titles"]

        /// - Returns: what was expected instead of the value; nil if it is valid.
        private mutating func set(_ key: String, _ value: String) -> String? {
            switch key {
            case "url":
                guard Configuration.isAddress(value) else {
                    return "an address such as https://dav.example.org/me/reminders/, without a user"
                }
                url = value.hasSuffix("/") ? value : value + "/"
            case "user": user = value
            case "password_file": passwordFile = value
            case "ca_file": caFile = value
            case "days":
                guard let days = Int(value), 1...366 ~= days else { return "a number from 1 to 366" }
                self.days = days
            default:
                guard value == "yes" || value == "no" else { return "yes or no" }
                hasTitles = value == "yes"
            }
            return nil
        }

        /// See `Push.risk`.
        var risk: (key: String, secret: String)? {
            user != nil && url.map(Configuration.isReadableOnTheWay) == true ? ("url", "the password") : nil
        }

        /// All values, once there is one.
        var settings: [(String, String?)] {
            if self == Publish() { return [] }
            return [
                ("publish.url", url), ("publish.user", user), ("publish.password_file", passwordFile),
                ("publish.ca_file", caFile), ("publish.days", "\(days)"), ("publish.titles", hasTitles ? "yes" : "no"),
            ]
        }
    }
}

extension Configuration {
    /// Reads a mapping of single values.
    ///
    /// - Parameter set: takes a key and its value; returns what was expected instead, or nil if the value is valid.
    static func read(
        _ document: YAMLDocument,
        _ mapping: Int,
        _ keys: [String],
        _ report: Report,
        set: (String, String) -> String?
    ) {
        for entry in document.entries(of: mapping) {
            let (name, node) = (document.text(of: entry.key), document.resolved(entry.value))
            if document.isNull(node) { continue }
            guard keys.contains(name) else {
                let nearest = Spelling.nearest(to: name, among: keys).first
                report(.unknownKey, "unknown key '\(name)'", document.nodes[entry.key].span.lowerBound, nearest)
                continue
            }
            let value = document.nodes[node].kind == .scalar ? document.text(of: node) : ""
            if let expected = value.isEmpty ? "a single value" : set(name, value) {
                let offset = document.nodes[entry.value].span.lowerBound
                let found = Configuration.withoutUser(value)
                report(.invalidValue, "found '\(found)' for '\(name)', expected \(expected)", offset, nil)
            }
        }
    }
}
