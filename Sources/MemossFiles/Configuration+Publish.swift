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
            for entry in document.entries(of: mapping) {
                let (name, node) = (document.text(of: entry.key), document.resolved(entry.value))
                let offset = document.nodes[entry.value].span.lowerBound
                if document.isNull(node) { continue }
                guard Self.keys.contains(name) else {
                    let nearest = Spelling.nearest(to: name, among: Self.keys).first
                    report(.unknownKey, "unknown key '\(name)'", document.nodes[entry.key].span.lowerBound, nearest)
                    continue
                }
                let value = document.nodes[node].kind == .scalar ? document.text(of: node) : ""
                if let expected = set(name, value) {
                    report(.invalidValue, "found '\(value)' for '\(name)', expected \(expected)", offset, nil)
                }
            }
        }

        private static let keys = ["url", "user", "password_file", "ca_file", "days", "titles"]

        /// - Returns: what was expected instead of the value; nil if it is valid.
        private mutating func set(_ key: String, _ value: String) -> String? {
            if value.isEmpty { return "a single value" }
            switch key {
            case "url":
                guard value.hasPrefix("https://") || value.hasPrefix("http://") else {
                    return "an address such as https://dav.example.org/me/reminders/"
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
