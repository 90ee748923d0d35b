/// Rules as TaskNotes reads and writes them: RFC 5545, with the start and the end of the series in the rule itself.
extension RecurrenceRule {
    /// The rule in the notation that TaskNotes reads.
    ///
    /// - Parameters:
    ///   - start: the first date of the series; what the rule itself says takes precedence.
    ///   - end: the last date or time of the series.
    /// - Throws: a `ParseError` that says why TaskNotes cannot read it.
    package func sharedText(from start: DateValue?, until end: DateValue?) throws(ParseError) -> String {
        guard frequency >= .daily else {
            throw ParseError("TaskNotes repeats tasks by days, and cannot read a rule of hours or minutes")
        }
        guard !givesSeveralADay else {
            throw ParseError("TaskNotes knows one time of a task each day, and cannot read a rule with several")
        }
        var rule = self
        rule.start = nil
        let start = self.start ?? start
        if let end {
            let last = end.isAllDay && start?.isAllDay == false ? DateValue(CivilDateTime(end.date, .lastSecond)) : end
            if rule.until.map({ last.isBefore($0, in: .utc) }) ?? true { rule.until = last }
        }
        let text = rule.rfcText(anchor: start)
        guard !text.contains("SKIP=") else {
            throw ParseError("TaskNotes cannot read a rule that moves to another day in a month without that day")
        }
        return start.map { Self.beginning(at: $0) + text } ?? text
    }

    /// The text of a rule with another beginning; nil if TaskNotes cannot read the rule.
    static func replacingStart(in text: String, of rule: RecurrenceRule, with start: DateValue) -> String? {
        guard rule.notation != .friendly else { return try? rule.sharedText(from: start, until: nil) }
        var rest = Substring(TagName.trimmed(text))
        if rest.uppercased().hasPrefix("DTSTART") {
            guard let end = rest.firstIndex(where: { $0 == ";" || $0.isNewline }) else { return nil }
            rest = rest[rest.index(after: end)...]
        }
        if rest.uppercased().hasPrefix("RRULE:") { rest = rest.dropFirst(6) }
        return beginning(at: start) + rest
    }

    /// `DTSTART:20261127T090000Z;`: the local time, as the plugin writes it.
    private static func beginning(at start: DateValue) -> String {
        let day = start.date.description.filter { $0 != "-" }
        guard let time = start.time else { return "DTSTART:\(day);" }
        func two(_ number: Int) -> String { (number < 10 ? "0" : "") + String(number) }
        return "DTSTART:\(day)T\(two(time.hour))\(two(time.minute))\(two(time.second))Z;"
    }
}

extension CivilTime {
    fileprivate static let lastSecond = CivilTime(unchecked: 86_399)
}
