import MemossFiles

/// The values that the options give to each new reminder.
struct NewFields {
    let time: TimeContext
    /// The time zone of the new reminders.
    let zone: Zone
    /// Where the words come from.
    enum Source {
        case commandLine
        /// A line typed after a prompt, in which there are no options.
        case prompt
        /// A line of a list, in which there are no options. Its date or rule takes precedence over that of an option.
        case list
    }

    let source: Source
    private let invocation: Invocation
    private let isNote: Bool
    private let tags: [TagName]
    /// The current local time for the dates of the new reminders.
    let clock: CivilDateTime
    let times: PartsOfDay

    init(_ invocation: Invocation, _ session: inout Session, from source: Source) throws(MemossError) {
        self.source = source
        let zones = session.zones
        let place = try invocation.option(.zone) { (name: String) throws(ParseError) in try zones.zone(named: name) }
        time = try session.time(place.map { [invocation.option(.zone) ?? "": $0] } ?? [:])
        zone = place ?? time.zone
        clock = zone.civil(at: time.now)
        times = time.times
        self.invocation = invocation
        isNote = invocation.flag(.note)
        tags = try invocation.tags(.tag)
    }

    /// Whether `--scheduled` gives a time without a day.
    var isTimeAlone: Bool {
        let typed = invocation.option(.scheduled).flatMap { try? WhenPhrase(parsing: $0, now: clock, times: times) }
        return typed?.named == .time
    }

    /// - Throws: a usage error in the line or the options.
    func reminder(from line: CaptureLine) throws(MemossError) -> NewReminder {
        if source != .commandLine, let fault = optionFault(in: line.text) { throw fault }
        if let fault = line.fault { throw usageError(fault, in: line) }
        var new = try invocation.reminder(titled: line.title, at: time)
        let clock = clock
        try checkOnce(line, .date, .scheduled)
        try checkOnce(line, .deadline, .due)
        try checkOnce(line, .rule, .recurrence)
        let when = { (text: String) throws(ParseError) in
            try WhenPhrase(parsing: text, now: clock, times: times).elapsing(from: time.now, in: zone)
        }
        let repeats = { (text: String) throws(ParseError) in try RulePhrase(parsing: text, now: clock, times: times) }
        let (givenDate, givenRule) = (
            try invocation.option(.scheduled, as: when), try invocation.option(.recurrence, as: repeats)
        )
        let (scheduled, rule) = (line.date?.elapsing(from: time.now, in: zone) ?? givenDate, line.rule ?? givenRule)
        new.isNote = isNote
        new.scheduled = scheduled?.value
        let givenDeadline = try invocation.option(.due, as: when)
        new.deadline = (line.deadline?.elapsing(from: time.now, in: zone) ?? givenDeadline)?.value
        new.timezone = invocation.option(.zone)
        new.until = try invocation.option(.until, as: when)?.value
        for key in KnownKey.words { new.words[key] = invocation.word(of: key) }
        new.tags = line.tagNames + tags
        new.alarms = line.alarms + (try invocation.alarms(at: clock, times))
        let place = line.text(of: .rule) ?? OptionSyntax.recurrence.name
        if let rule, !isNote {
            do throws(ParseError) {
                try new.setSeries(by: rule, on: scheduled, now: clock, in: zone, allDayAt: time.allDayAt)
            } catch {
                throw invocation.usageError(error, at: place)
            }
        }
        if new.date == nil, !isNote, let fault = line.unreadDate { throw usageError(fault, in: line) }
        try checkTogether(new, line)
        if new.date == nil, let alarm = new.alarms.first(where: { !$0.isExact }) {
            throw invocation.usageError("'\(alarm)' needs a date to count from: give one too")
        }
        do throws(NewReminder.Fault) {
            try new.check(in: zone, allDayAt: time.allDayAt, naming: time.naming)
        } catch {
            throw invocation.usageError(error.error, at: error.part == .recurrence ? place : error.part.option.name)
        }
        return new
    }

    private func usageError(_ fault: ParseError, in line: CaptureLine) -> MemossError {
        var error = invocation.usageError(fault, in: line.text)
        let words = String(
            decoding: Array(line.text.utf8).dropFirst(fault.offset).prefix(fault.length),
            as: UTF8.self
        )
        if WhenPhrase.isZone(words) {
            let advice =
                source != .commandLine
                ? "for a time zone, use '\(OptionSyntax.zone.name)' of 'mm add'" : MemossError.zoneAdvice
            error.hints.insert(advice, at: max(0, error.hints.count - 1))
        }
        error.hints.insert("words after '--' stay in the title", at: max(0, error.hints.count - 1))
        return error
    }

    /// Refuses `--due friday 16:00` in a line without options, where it would be part of the title.
    private func optionFault(in line: String) -> MemossError? {
        guard let (name, inLine) = option(in: line) else { return nil }
        let written = inLine.map { "write \($0)" } ?? "set it later with 'mm edit'"
        return invocation.usageError(
            "'\(name)' is an option, which a line cannot contain: \(written), or put '--' before it"
        )
    }

    /// The first word in a line that would be an option with a value on the command line, such as `-s`, and how the line
    /// gives the same; nil if it cannot.
    func option(in line: String) -> (name: String, inLine: String?)? {
        let words = line.split(separator: " ").map(String.init).prefix { $0 != "--" }
        let known = invocation.command.options.filter(\.takesValue)
        for (index, word) in words.enumerated() {
            let parts = word.split(separator: "=", maxSplits: 1).map(String.init)
            guard
                let option = known.first(where: { option in
                    option.name == parts.first || option.short.map { word == "-\($0)" } == true
                }), parts.count == 2 || index + 1 < words.count
            else { continue }
            let rest = parts.dropFirst() + words[(index + 1)...]
            let name = parts.count == 2 ? parts[0] : word
            return (name, inLine(option, Array(rest)))
        }
        return nil
    }

    /// How a line gives what an option of the command gives; nil if it cannot.
    private func inLine(_ option: OptionSyntax, _ words: [String]) -> String? {
        let (lead, usual, length): (String, String, Int)
        switch option.long {
        case OptionSyntax.due.long: (lead, usual, length) = ("@due ", "@due WHEN", PhraseKind.when.length(in: words))
        case OptionSyntax.scheduled.long: (lead, usual, length) = ("@", "@WHEN", PhraseKind.when.length(in: words))
        case OptionSyntax.recurrence.long: (lead, usual, length) = ("@", "@RULE", PhraseKind.rule.length(in: words))
        case OptionSyntax.tag.long: (lead, usual, length) = ("+", "+TAG", words.first?.first?.isLetter == true ? 1 : 0)
        default: return nil
        }
        let text = lead + words.prefix(length).joined(separator: " ")
        let isValid = CaptureLine(parsing: text, now: clock, times: times, isProbe: true).faults.isEmpty
        return length > 0 && isValid ? "'\(text)'" : usual
    }

    private func checkOnce(
        _ line: CaptureLine,
        _ part: CaptureLine.Part,
        _ option: OptionSyntax
    ) throws(MemossError) {
        guard let phrase = line.text(of: part), source != .list, invocation.option(option) != nil else { return }
        throw invocation.usageError("'\(phrase)' and '\(option.name)' cannot be used together: give one of them")
    }

    private func checkTogether(_ new: NewReminder, _ line: CaptureLine) throws(MemossError) {
        if new.isNote {
            let phrase = line.text(of: .date) ?? line.text(of: .deadline) ?? line.text(of: .rule)
            let dated = [.scheduled, .due, .zone, .recurrence, .until] + OptionSyntax.words
            let given = (dated + OptionSyntax.flagPairs.map(\.on)).first { invocation.hasAny(of: [$0]) }
            if let given = phrase ?? given?.name {
                throw invocation.usageError("'\(given)' and '--note' cannot be used together: a note has no date")
            }
            try invocation.checkTags(ofNote: new.tags)
        }
        if new.timezone != nil, new.date == nil {
            throw invocation.usageError("'--zone' needs '--scheduled' or '--due': give a date too")
        }
        if new.words[.expires] != nil, new.date == nil {
            throw invocation.usageError("'--event' needs '--scheduled' or '--due': an event has a date")
        }
        for option in [.until] + KnownKey.words.filter(\.spec.isOfSeries).map(OptionSyntax.init)
        where invocation.option(option) != nil {
            guard new.recurrence == nil else { continue }
            throw invocation.usageError("'\(option.name)' needs '--recurrence': it applies only to a series")
        }
    }
}

extension Invocation {
    /// - Throws: a usage error if one of the tags would turn the note into a reminder.
    func checkTags(ofNote tags: [TagName]) throws(MemossError) {
        if tags.contains(where: { $0.isAtOrBelow(TagName("task")) }) {
            throw usageError("a note cannot have the tag 'task', which makes the file a reminder")
        }
    }

    /// A new reminder with only a title.
    func reminder(titled title: String, at time: TimeContext) throws(MemossError) -> NewReminder {
        do throws(ParseError) {
            return try NewReminder(title: title, id: Environment.randomUUID(), created: time.local)
        } catch {
            throw usageError(error, at: command.arguments.first?.name)
        }
    }
}
