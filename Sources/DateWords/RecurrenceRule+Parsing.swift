public import CivilTime
public import Text

extension RecurrenceRule {
    /// Parses the friendly notation (`weekly on monday`), or an RFC 5545 rule if the text contains `FREQ=`.
    ///
    /// - Throws: a `ParseError` that names the fault and the nearest valid word. Rules that RFC 5545 forbids, and rules
    ///   with impossible dates, are refused too, and what is another rule at another time.
    public init(parsing text: String) throws(ParseError) {
        if let rule = PlainRule.rule(text) {
            self = rule
            return
        }
        try Self.checkLength(text)
        if Self.isRFC5545(text) {
            self = try Self.rfc5545(text)
            return
        }
        do throws(Refusal) {
            self = try Reader.stored(text)
        } catch {
            // `FREQ:DAILY` is meant for an RFC 5545 rule.
            guard TextSearch.contains(text, "freq") || TextSearch.contains(text, "rrule") else {
                throw error.error(.rule)
            }
            self = try Self.rfc5545(text)
        }
    }

    private static func rfc5545(_ text: String) throws(ParseError) -> RecurrenceRule {
        var parser = RFC5545Parser(text: text)
        return try parser.parse()
    }

    static func isRFC5545(_ text: String) -> Bool { text.utf8.contains(UInt8(ascii: "=")) }

    static func checkLength(_ text: String) throws(ParseError) {
        guard text.utf8.count <= longestText else {
            throw ParseError("the rule has \(text.utf8.count) bytes: the limit is \(longestText)")
        }
    }

    private static let longestText = 8_192
}

extension CivilDuration {
    /// Parses numbers with units: `15m`, `1h30m`, `1.5h`, `2 weeks`, `half an hour`; case-insensitive. `m` is minutes.
    ///
    /// - Throws: a `ParseError` that names the words that are wrong.
    package init(parsing text: String) throws(ParseError) {
        self = try Reader.told(.duration) { () throws(Refusal) in
            var reader = try Reader(text, in: .apart)
            return try reader.duration()
        }
    }

    /// Nil if the text is none. To say why takes much longer.
    package static func read(_ text: String) -> CivilDuration? {
        guard var reader = try? Reader(text, in: .apart) else { return nil }
        return reader.plainDuration
    }

    /// Why a text is no duration; nil if it is one.
    package static func refusal(of text: String) -> Refusal? { Reader.refusal(of: text, .duration, Present(.example)) }
}
