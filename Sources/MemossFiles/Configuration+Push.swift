extension Configuration {
    /// The ntfy server that rings the phone.
    package struct Push: Sendable, Hashable {
        /// `https://ntfy.sh`
        package var server: String?
        package var topic: String?
        /// A file with the access token.
        package var tokenFile: String?
        /// A file with the certificates to trust.
        package var caFile: String?
        /// Whether titles leave this machine.
        package var hasTitles = false
        /// How far ahead the server is told.
        package var days = longest

        package static let longest = 3

        /// Whether there is a server to push to.
        package var isComplete: Bool { server != nil && topic != nil }

        init() {}

        init(_ document: YAMLDocument, _ mapping: Int, _ report: Report) {
            for entry in document.entries(of: mapping) {
                let (name, node) = (document.text(of: entry.key), document.resolved(entry.value))
                let offset = document.nodes[entry.value].span.lowerBound
                if document.isNull(node) { continue }
                guard document.nodes[node].kind == .scalar else {
                    report(.invalidValue, "'\(name)' needs a single value", offset, nil)
                    continue
                }
                let value = document.text(of: node)
                func expect(_ what: String) {
                    report(.invalidValue, "found '\(value)' for '\(name)', expected \(what)", offset, nil)
                }
                switch name {
                case "server":
                    if value.hasPrefix("https://") || value.hasPrefix("http://") {
                        server = value
                    } else {
                        expect("an address such as https://ntfy.sh")
                    }
                case "topic": topic = value
                case "token_file": tokenFile = value
                case "ca_file": caFile = value
                case "titles":
                    if value == "yes" || value == "no" { hasTitles = value == "yes" } else { expect("yes or no") }
                case "days":
                    if let days = Int(value), (1...Self.longest).contains(days) {
                        self.days = days
                    } else {
                        expect("1, 2 or 3")
                    }
                default:
                    let nearest = Spelling.nearest(to: name, among: Self.keys).first
                    report(.unknownKey, "unknown key '\(name)'", document.nodes[entry.key].span.lowerBound, nearest)
                }
            }
        }

        private static let keys = ["server", "topic", "token_file", "titles", "days", "ca_file"]

        var settings: [(String, String?)] {
            if self == Push() { return [] }
            return [
                ("push.server", server), ("push.topic", topic), ("push.token_file", tokenFile),
                ("push.titles", hasTitles ? "yes" : "no"), ("push.days", "\(days)"), ("push.ca_file", caFile),
            ]
        }
    }
}
