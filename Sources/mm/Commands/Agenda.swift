import MemossFiles

extension ArgumentSyntax {
    fileprivate static let words = ArgumentSyntax(
        "WHEN|QUERY",
        .many,
        help: "the first day or a month (default: today), and the terms of a query",
        completion: .query,
        capturesNegation: true
    )
}

extension OptionSyntax {
    fileprivate static let days = OptionSyntax(
        "days",
        value: "N",
        help: "the number of days (default: 7, or those of the month)"
    )
}

extension Command {
    static let agenda = Command(
        ["agenda"],
        summary: "show what comes up day by day",
        discussion: """
            Lists every occurrence of every series, one-time reminders and deadlines. Overdue reminders come first, \
            then all-day reminders, then those with a time. Dates are in your time zone. Completed and skipped \
            occurrences are omitted, and a snoozed reminder is listed at the end of its snooze. Of a series \
            counted from completion, only the current occurrence is listed.

            WHEN is the first day, a span such as friday to sunday, or a month such as december or 2027-02, which is \
            shown as a whole. The terms of a QUERY, as in 'mm list', select what is listed: tag:work, priority:high, \
            title:milk.
            """,
        takesRevision: true,
        arguments: [.words],
        options: [.days],
        examples: [
            "mm agenda": "Show the next seven days.",
            "mm agenda tomorrow --days 1": "Show what tomorrow brings.",
            "mm agenda monday --days 5": "Show the working days of next week.",
            "mm agenda 20 dec to 6 jan": "Show the days from 20 December to 6 January.",
            "mm agenda december tag:work": "Show what has the tag work in December.",
        ]
    ) { invocation, session throws(MemossError) in
        let moment = try session.time()
        let words = AgendaWords(invocation.arguments(.words), at: moment)
        let start = try words.start(invocation, at: moment)
        let limit = AgendaText.mostDays
        let days = try invocation.integer(.days, atLeast: 1, atMost: limit) ?? start.days
        return try session.showAgenda(of: days, from: start.first, matching: words.query, invocation)
    }

    static let today = agenda(of: "today", daysAhead: 0)
    static let tomorrow = agenda(of: "tomorrow", daysAhead: 1)

    private static func agenda(of day: String, daysAhead: Int) -> Command {
        Command(
            [day],
            summary: "show the agenda of \(day)",
            discussion: "The same as 'mm agenda \(day) --days 1'.",
            takesRevision: true,
            arguments: [.query],
            examples: ["mm \(day) tag:work": "Show what has the tag work."]
        ) { invocation, session throws(MemossError) in
            let moment = try session.time()
            let first = moment.local.date.adding(days: daysAhead)
            let query = invocation.arguments(.query).joined(separator: " ")
            if !query.isEmpty, AgendaWords.isWhen(query, at: moment) {
                throw invocation.usageError(
                    "'\(query)' is a date, and this is the agenda of \(day)",
                    hints: [
                        "for that day: mm agenda \(query)",
                        "to look for the words: mm \(day) " + "title:\"\(query)\"".shellWord,
                    ]
                )
            }
            return try session.showAgenda(of: 1, from: first, matching: query, invocation)
        }
    }
}

extension Session {
    fileprivate mutating func showAgenda(
        of days: Int,
        from first: CivilDate,
        matching query: String,
        _ invocation: Invocation
    ) throws(MemossError) -> ExitStatus {
        let (snapshot, time, reminders) = try readDated(matching: query, invocation)
        let agenda = Agenda(reminders, from: first, days: days, in: time)
        let shown = agenda.days.flatMap { $0.items.map(\.reminder) }
        let text = AgendaText(agenda, try self.text(of: shown, in: snapshot, time))
        if isJSON { text.writeJSON(on: &console) } else { console.page { text.draw(in: &$0) } }
        return .done
    }
}

/// The words of `mm agenda`: a day or a month, and the terms of a query before or after it.
struct AgendaWords: Equatable {
    let when: String
    let query: String

    init(_ given: [String], at time: TimeContext) {
        // `'monday tag:work'` in quotes
        let words = given.flatMap { $0.split(separator: " ", omittingEmptySubsequences: false).map(String.init) }
        let start = words.firstIndex(where: Self.isTerm) ?? words.count
        var (when, terms) = (words[..<start], words[start...])
        if when.isEmpty, let last = terms.lastIndex(where: Self.isTerm) {
            let rest = terms[(last + 1)...]
            let text = rest.joined(separator: " ")
            if !rest.isEmpty, Self.isWhen(text, at: time) {
                (when, terms) = (rest, terms[...last])
            }
        }
        (self.when, query) = (when.joined(separator: " "), terms.joined(separator: " "))
    }

    /// Whether a text is a day or a period.
    static func isWhen(_ text: String, at time: TimeContext) -> Bool {
        MonthGrid.month(text, time: time) != nil || (try? time.when(text)) != nil
            || PeriodPhrase.isPeriod(text, now: time.local, times: time.times) || span(text, at: time) != nil
    }

    /// Whether a word can only belong to a query: `tag:work`, `-is:today`, `@bills`, `NOT`. A time such as `9:00` does not.
    private static func isTerm(_ word: String) -> Bool {
        if ["NOT", "OR", "AND"].contains(word) { return true }
        guard let first = word.first(where: { $0 != "-" && $0 != "(" }) else { return false }
        if "@\"".contains(first) || word.hasPrefix("(") { return true }
        return first.isLetter && word.contains(":")
    }

    /// `friday to sunday`, `7 dec..14 dec`: from one day to the other; nil if it is not two days in this order.
    private static func span(_ text: String, at time: TimeContext) -> (first: CivilDate, days: Int)? {
        let words = text.replacing("..", with: " to ").split(separator: " ")
        let middle = words.firstIndex { ["to", "until", "till", "through", "-", "–"].contains($0.lowercased()) }
        guard let middle, let first = try? time.when(words[..<middle].joined(separator: " ")).value.date else {
            return nil
        }
        // The second day counts from the first.
        var then = time
        then.now = time.zone.instant(of: CivilDateTime(first))
        guard let last = try? then.when(words[(middle + 1)...].joined(separator: " ")).value.date else { return nil }
        let days = last.daysSinceEpoch - first.daysSinceEpoch + 1
        return 1...AgendaText.mostDays ~= days ? (first, days) : nil
    }

    /// The first day, and how many days are shown unless an option says it.
    func start(
        _ invocation: Invocation,
        at time: TimeContext
    ) throws(MemossError) -> (first: CivilDate, days: Int) {
        if when.isEmpty { return (time.local.date, 7) }
        if let span = Self.span(when, at: time) { return span }
        if let first = MonthGrid.month(when, time: time) { return (first, first.daysInMonth) }
        if let duration = CivilDuration.read(when) {
            let count = DateValue(CivilDateTime(time.local.date).adding(duration).date).date.daysSinceEpoch
            let days = max(1, count - time.local.date.daysSinceEpoch)
            throw invocation.usageError(
                "'\(when)' is a duration, not a day",
                hints: ["for that many days from today: --days \(days)", "from the day then: in \(when)"]
            )
        }
        do throws(MemossError) {
            return try invocation.read(when, of: "WHEN") { (text: String) throws(ParseError) in
                if let period = try PeriodPhrase(parsing: text, now: time.local, times: time.times) {
                    let count = period.last.daysSinceEpoch - period.first.daysSinceEpoch + 1
                    return (period.first, min(count, AgendaText.mostDays))
                }
                return (try time.when(text).value.date, 7)
            }
        } catch {
            var error = error
            // A word of a title rather than a misread date.
            if Int(when) == nil, when.split(separator: " ").first.map({ (try? time.when(String($0))) == nil }) ?? false
            {
                let term = when.contains(" ") ? "title:\"\(when)\"" : "title:\(when)"
                error.hints.insert(
                    "to look for it in titles: mm agenda \(term.shellWord)",
                    at: max(0, error.hints.count - 1)
                )
            }
            throw error
        }
    }
}

extension Session {
    /// The open reminders that have a date or a snooze and match a query; all of them if it is empty.
    mutating func readDated(
        matching words: String,
        _ invocation: Invocation
    ) throws(MemossError) -> (snapshot: Snapshot, time: TimeContext, reminders: [Reminder]) {
        guard !words.isEmpty else {
            let (snapshot, time) = try read(keeping: keptOfLists, for: .dated)
            return (snapshot, time, withoutCopies(snapshot.reminders, of: snapshot))
        }
        let query = try query(words, after: invocation.command.name)
        let found = try read(
            matching: query,
            in: words,
            wanted: .all([query.listed, Query.dated]),
            keeping: keptOfLists
        )
        if found.files.isEmpty, try !warnAboutMissingTags(of: found), !found.missesKey {
            console.info("no open reminder with a date matches")
        }
        let files = found.files.filter { $0.attention?.hidesFile != true }
        return (found.snapshot, found.time, withoutCopies(files, of: found.snapshot))
    }
}

extension Session {
    /// What comes up is listed as it is told: without copies, which are counted.
    mutating func withoutCopies(_ files: [Reminder], of snapshot: Snapshot) -> [Reminder] {
        let told = snapshot.withoutCopies(files)
        let count = files.count - told.count
        if count > 0 {
            let what =
                count == 1 ? "1 file is a copy of another, and is" : "\(count) files are copies of others, and are"
            console.info("\(what) left out: see 'mm check'")
        }
        return told
    }
}

extension Query {
    /// Open reminders with a date or a snooze.
    static var dated: Query {
        let timed = Query.any([.not(.term(.state(.undated))), .term(.state(.snoozed))])
        return .all([.term(.state(.open)), timed])
    }
}

extension QueryMatcher {
    static var dated: QueryMatcher { QueryMatcher(.dated, registry: TagRegistry()) }
    /// With those that have no date: alarms may ring for them.
    static var open: QueryMatcher { QueryMatcher(.term(.state(.open)), registry: TagRegistry()) }
}
