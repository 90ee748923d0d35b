import MemossFiles

extension ArgumentSyntax {
    fileprivate static let rule = ArgumentSyntax("RULE", .some, help: "the rule, such as 'monthly on 31'")
}

extension OptionSyntax {
    fileprivate static let start = OptionSyntax("start", value: "WHEN", help: "where the rule begins (required)")
    fileprivate static let end = OptionSyntax(
        "until",
        value: "WHEN",
        help: "the last day, inclusive, or the last moment"
    )
    fileprivate static let after = OptionSyntax(
        "after",
        value: "WHEN",
        help: "only occurrences strictly after this moment, or after this whole day"
    )
}

extension Command {
    static let occurrences = Command(
        ["occurrences"],
        summary: "print the occurrences of a recurrence rule",
        discussion: """
            Prints the occurrences of RULE from its start. Needs no folder. A start that does not match the \
            rule is not an occurrence: 'weekly on monday' from a Sunday begins on the Monday after.

              daily   weekly   weekly on monday   monthly   monthly on 31
            """,
        arguments: [.rule],
        options: [
            .start, .after, .end, .count,
        ],
        examples: [
            "mm occurrences 'monthly on 31' --start 2026-01-31": "In shorter months, use the last day."
        ]
    ) { invocation, session throws(MemossError) in
        let count = try invocation.integer(.count, atMost: Session.mostOccurrences) ?? 10
        let time = try session.time()
        let when = { (text: String) throws(ParseError) in try time.when(text) }
        guard let begin = try invocation.option(.start, as: when) else {
            throw invocation.usageError("'--start' is missing: give the date on which the rule begins")
        }
        let after = try invocation.option(.after, as: when)?.value
        var until = try invocation.option(.end, as: when)?.value
        let text = invocation.arguments(.rule).joined(separator: " ")
        let typed = try invocation.read(text, of: ArgumentSyntax.rule.name) { (text: String) throws(ParseError) in
            let phrase = try RulePhrase(parsing: text, now: time.local, times: time.times)
            guard let rule = phrase.rule,
                let typed = try TypedSeries(
                    phrase,
                    on: begin,
                    besides: begin.value,
                    now: time.local,
                    in: time.zone,
                    allDayAt: time.allDayAt
                )
            else { throw ParseError("'\(text)' means that there is no rule, so there are no occurrences") }
            try Series(rule: rule, anchor: typed.date, zone: time.zone, allDayAt: time.allDayAt).check(
                naming: time.naming
            )
            return (rule: rule, start: typed.date, until: typed.until)
        }
        let start = typed.start
        until = until ?? typed.until
        let series = Series(rule: typed.rule, anchor: start, zone: time.zone, until: until, allDayAt: time.allDayAt)
        if let until, time.end(of: until) < start.instant(in: time.zone, allDayAt: .midnight) {
            session.show([], in: time.zone)
            session.console.info("'--until' is before '--start', so there are no occurrences")
            return .done
        }
        if !series.startIsOnPattern {
            session.console.info("the start does not match the rule, so it is not an occurrence")
        }
        var occurrences = series.occurrences(after: after.map { time.end(of: $0) })
        session.show(occurrences.next(count), in: time.zone)
        session.console.flush()
        if let ending = occurrences.ending, count > 0 { session.console.info("no more occurrences: \(ending.reason)") }
        return .done
    }
}

extension Session {
    /// A limit, because a series may have no end.
    static let mostOccurrences = 10_000

    /// Prints one occurrence per line: weekday, local time and UTC offset.
    mutating func show(_ occurrences: [Occurrence], in zone: Zone) {
        if isJSON {
            let document = JSONWriter.document { json in
                json.objects("occurrences", occurrences) { $0.fields(in: &$1) }
            }
            return console.write(document)
        }
        let clock = clock
        for occurrence in occurrences {
            let day = "\(occurrence.local.date.weekday.shortName) \(occurrence.local.date)"
            guard !occurrence.isAllDay else {
                console.line(day)
                continue
            }
            let offset = zone.offset(at: occurrence.instant)
            let shift =
                occurrence.local == occurrence.nominal
                ? "" : "  (\(occurrence.nominal.time.text(clock)) does not exist on this day)"
            console.line("\(day) \(occurrence.local.time.text(clock)) \(offset)\(shift)")
        }
    }
}

extension IteratorProtocol {
    /// The next elements, at most `count`.
    mutating func next(_ count: Int) -> [Element] {
        var elements: [Element] = []
        while elements.count < count, let element = next() { elements.append(element) }
        return elements
    }
}

extension Occurrences.Ending {
    var reason: String {
        switch self {
        case .rule: "the series has ended"
        case .calendar: "the calendar ends with the year 9999"
        case .search: "none within \(Occurrences.searched) periods of the rule"
        case .counting:
            "COUNT counts from the start of the series, and counting stopped after \(Occurrences.counted) occurrences"
        }
    }
}

extension Occurrence {
    /// An all-day occurrence has an instant only for notifications.
    func fields(in json: inout JSONWriter) {
        json.field("local", isAllDay ? local.date.description : local.description)
        json.field("instant", isAllDay ? nil : instant.description)
    }
}
