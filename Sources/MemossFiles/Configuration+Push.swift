internal import Bytes

extension Configuration {
    /// Whether it is an address on the web without a user and a password, which have keys of their own.
    static func isAddress(_ text: String) -> Bool {
        guard let scheme = ["https://", "http://"].first(where: text.hasPrefix) else { return false }
        return !text.dropFirst(scheme.count).prefix { !"/?#".contains($0) }.contains("@")
    }

    /// A value without the user and the password of an address, for messages.
    static func withoutUser(_ text: String) -> String {
        let parts = text.split(separator: "://", maxSplits: 1, omittingEmptySubsequences: false)
        guard parts.count == 2 else { return text }
        let authority = parts[1].prefix { !"/?#".contains($0) }
        guard let at = authority.lastIndex(of: "@") else { return text }
        return "\(parts[0])://…\(parts[1][at...])"
    }

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
            Configuration.read(document, mapping, Self.keys, report) { set($0, $1) }
        }

        private static let keys = ["server", "topic", "token_file", "titles", "days", "ca_file"]

        /// - Returns: what was expected instead of the value; nil if it is valid.
        private mutating func set(_ key: String, _ value: String) -> String? {
            switch key {
            case "server":
                guard Configuration.isAddress(value) else {
                    return "an address such as https://ntfy.sh, without a user"
                }
                server = value
            case "topic":
                guard Self.isTopic(value) else { return "1 to \(Self.longestTopic) letters, digits, '-' or '_'" }
                topic = value
            case "token_file": tokenFile = value
            case "ca_file": caFile = value
            case "days":
                guard let days = Int(value), (1...Self.longest).contains(days) else { return "1, 2 or 3" }
                self.days = days
            default:
                guard value == "yes" || value == "no" else { return "yes or no" }
                hasTitles = value == "yes"
            }
            return nil
        }

        /// Whether ntfy knows such a topic, and that of the answers beside it.
        package static func isTopic(_ text: String) -> Bool {
            (1...longestTopic).contains(text.utf8.count)
                && text.utf8.allSatisfy { Ascii.isAlphanumeric($0) || $0 == Ascii.dash || $0 == UInt8(ascii: "_") }
        }

        /// 64, with room for the topic of the answers.
        private static let longestTopic = 58

        /// The key of an address to which a secret is sent that others can read on the way, and what the secret is.
        var risk: (key: String, secret: String)? {
            tokenFile != nil && server.map(Configuration.isReadableOnTheWay) == true ? ("server", "the token") : nil
        }

        /// All values, once there is one.
        var settings: [(String, String?)] {
            if self == Push() { return [] }
            return [
                ("push.server", server), ("push.topic", topic), ("push.token_file", tokenFile),
                ("push.titles", hasTitles ? "yes" : "no"), ("push.days", "\(days)"), ("push.ca_file", caFile),
            ]
        }
    }
}

extension Configuration {
    /// Whether others can read what is sent to an address: it is neither encrypted nor on this machine.
    static func isReadableOnTheWay(_ url: String) -> Bool {
        guard url.hasPrefix("http://") else { return false }
        let place = url.dropFirst("http://".count).prefix { !"/?#".contains($0) }
        let host = place.first == "[" ? place.prefix { $0 != "]" } + "]" : place.prefix { $0 != ":" }
        let isNumber = host.utf8.allSatisfy { $0 == 0x2E || (0x30...0x39).contains($0) }
        return !(host == "localhost" || host == "[::1]" || host.hasPrefix("127.") && isNumber)
    }
}
