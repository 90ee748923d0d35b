extension RecurrenceRule {
    /// Parses the friendly notation (`weekly on monday`), or an RFC 5545 rule if the text contains `FREQ=`.
    ///
    /// - Throws: a `ParseError` that names the fault and the nearest valid word. Rules that RFC 5545 forbids, and rules
    ///   with impossible dates, are refused too.
    public init(parsing text: String) throws(ParseError) {
        guard text.utf8.count <= Self.longestText else {
            throw ParseError("a rule of \(text.utf8.count) bytes: the longest has \(Self.longestText)")
        }
        let isRFC5545 =
            text.utf8.contains(UInt8(ascii: "="))
            || TextSearch.contains(text, "freq") || TextSearch.contains(text, "rrule")
        if isRFC5545 {
            var parser = RFC5545Parser(text: text)
            self = try parser.parse()
        } else {
            var parser = FriendlyParser(text: text)
            self = try parser.parse()
        }
    }

    static let longestText = 8_192
}
