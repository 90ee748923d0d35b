extension RecurrenceRule {
    /// Parses the friendly notation (`weekly on monday`), or an RFC 5545 rule if the text contains `FREQ=`.
    ///
    /// - Throws: a `ParseError` that names the fault and the nearest valid word. Rules that RFC 5545 forbids, and rules
    ///   with impossible dates, are refused too.
    public init(parsing text: String) throws(ParseError) {
        try Self.checkLength(text)
        guard !Self.isRFC5545(text) else {
            var parser = RFC5545Parser(text: text)
            self = try parser.parse()
            return
        }
        var dependsOnNow = false
        let moment = CivilDateTime(.min)
        let reading: PhraseReader.Rule
        do throws(ParseError) {
            let isStored = { (rule: PhraseReader.Rule, reader: PhraseReader) in
                !reader.dependsOnNow && rule.start == nil && rule.lasting == nil && !rule.countsFromCompletion
            }
            reading = try PhraseReader.whole(text, .rule, now: moment, times: .usual, accepting: isStored) {
                reader throws(ParseError) in
                reader.isStored = true
                let rule = try reader.rule()
                dependsOnNow = reader.dependsOnNow
                return rule
            }
        } catch {
            // `FREQ:DAILY` is meant for an RFC 5545 rule.
            guard TextSearch.contains(text, "freq") || TextSearch.contains(text, "rrule") else {
                // In a file, a phrase that depends on the time is no rule.
                if let suggestion = error.suggestion, (try? RecurrenceRule(parsing: suggestion)) == nil {
                    throw ParseError(error.message, offset: error.offset, length: error.length)
                }
                throw error
            }
            var parser = RFC5545Parser(text: text)
            self = try parser.parse()
            return
        }
        guard !reading.isNone else {
            throw ParseError("\(quoted(text.trimmingBlanks)) is not a rule", length: text.utf8.count)
        }
        var rule = reading.rule
        if !reading.times.isEmpty { rule = try rule.at(reading.times, text) }
        let reason: String? =
            if reading.start != nil {
                "in a file, a rule has no start: the series begins at its date"
            } else if dependsOnNow {
                "in a file, 'until' needs a date with its year, as in 'until 2027-03-31'"
            } else if reading.lasting != nil {
                "in a file, a rule has no duration: write 'until' and a date, or 'for' and a number of times"
            } else if reading.countsFromCompletion {
                "in a file, write 'recurrence_anchor: completion' to count from completion"
            } else {
                nil
            }
        if let reason { throw ParseError(reason, length: text.utf8.count) }
        rule.until = reading.until
        self = rule
    }

    static func isRFC5545(_ text: String) -> Bool { text.utf8.contains(UInt8(ascii: "=")) }

    static func checkLength(_ text: String) throws(ParseError) {
        guard text.utf8.count <= longestText else {
            throw ParseError("the rule has \(text.utf8.count) bytes: the limit is \(longestText)")
        }
    }

    private static let longestText = 8_192

    /// The rule at several times of day.
    func at(_ times: [CivilTime], _ text: String) throws(ParseError) -> RecurrenceRule {
        if let rule = at(times) { return rule }
        let reason = "\(quoted(text.trimmingBlanks)) cannot be one rule: create a reminder for each time"
        throw ParseError(reason, length: text.utf8.count)
    }
}
