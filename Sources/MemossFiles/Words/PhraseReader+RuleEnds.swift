internal import Bytes

/// Parses where a rule begins and ends, and what it leaves out: `starting monday`, `for 10 times`, `except sunday`.
extension PhraseReader {
    /// `except sunday`, `but not on weekends`: the other weekdays remain.
    mutating func readExceptions(into rule: inout Rule) throws(ParseError) -> Bool {
        let start = position
        let isDaily = rule.rule.frequency == .daily && rule.rule.interval == 1
        guard isDaily || rule.rule.frequency == .weekly && rule.hasDays,
            accept("except") || accept("but") || acceptWord("excluding", "minus", "without")
        else { return false }
        let head = word(-1)
        skip("not", "for", "on")
        try refuseHolidays(of: start)
        guard let left = try weekdayList() else {
            position = start
            return false
        }
        isLoose = isLoose || head?.isOne(of: "excluding", "minus", "without") == true
        let days = isDaily ? Weekday.allCases : rule.rule.byDay.map(\.weekday)
        let rest = days.filter { !left.contains($0) }
        guard !rest.isEmpty else { throw fault("\(quote(from: start)) excludes every day", from: start) }
        rule.set(weekly: rest, rule.rule.interval)
        return true
    }

    /// `except bank holidays`, which are others in every country.
    private func refuseHolidays(of start: Int) throws(ParseError) {
        guard let length = (1...3).first(where: { word($0 - 1)?.isOne(of: "holiday", "holidays") == true }) else {
            return
        }
        var reader = self
        reader.position += length
        let days = reader.quote(from: position)
        let rule = text(in: 0..<tokens[start].range.lowerBound).trimmingBlanks
        let reason = "\(days) are not the same everywhere, so no rule can leave them out"
        throw reader.fault("\(reason): write '\(rule)', and skip each of them when it comes", from: start)
    }

    /// `starting monday`, `from 1 december to 24 december`; `from now on` and `forever` say nothing.
    mutating func readStart(into rule: inout Rule) throws(ParseError) -> Bool {
        if accept("forever") { return true }
        let start = position
        guard rule.start == nil, accept("starting") || accept("beginning") || accept("from") else { return false }
        if accept("now") {
            rule.startsNow = !accept("on")
            return true
        }
        _ = accept("from")
        let first = position
        if rule.rule.frequency < .daily, try readStartTime(into: &rule) { return true }
        try refuseOpenStart(from: start)
        guard let found = try when(timeIsToday: false), found.named == .day || found.named == .both else {
            position = start
            return false
        }
        if let time = found.value.time {
            guard rule.times.isEmpty else { throw fault("there are two times", from: start) }
            rule.times = [time]
            rule.isStartTimed = true
        }
        try refusePassed(found.value.date, from: first)
        rule.start = found.value.date
        // `from monday to friday` can be every week.
        let isWeekday = position == first + 1 && Weekday(name: text(in: range(from: first))) != nil
        if rule.until == nil, !isWeekday, word() == "to" {
            rule.until = try attempt { reader throws(ParseError) in
                reader.position += 1
                return try reader.when(timeIsToday: false)?.value
            }
        }
        return true
    }

    /// `every 8 hours starting at 7am`, which is refused with the times.
    private mutating func readStartTime(into rule: inout Rule) throws(ParseError) -> Bool {
        guard rule.times.isEmpty, rule.window == nil,
            let found = try attempt({ reader throws(ParseError) in try reader.time(allowsHour: false) })
        else { return false }
        rule.times = [found.value]
        return true
    }

    /// `starting in march`, `starting 2028`: on which day?
    private func refuseOpenStart(from start: Int) throws(ParseError) {
        guard tokens[start].kind != .word("from") else { return }
        var reader = self
        reader.skip("in")
        let first = reader.position
        if reader.digits() == 4, let fault = reader.vagueDate(from: first) { throw fault }
        guard let month = reader.month() else { return }
        var next = reader
        next.skip("the")
        guard !(1...2 ~= next.digits()), ((try? next.ordinal()) ?? nil) == nil else { return }
        throw reader.fault("\(reader.quote(from: first)) names no day: write \(reader.days(of: month))", from: first)
    }

    /// `starting 6 nov`, on 21 November: the series may have begun, or begins in a year.
    private mutating func refusePassed(_ date: CivilDate, from start: Int) throws(ParseError) {
        guard checksNow, date > today.adding(months: 9) else { return }
        let words = tokens[start..<position]
        let isYearly = words.contains { token in
            if case .word(let word) = token.kind { Month(word) != nil } else { token.kind == .sign(46) }
        }
        guard isYearly, !words.contains(where: { $0.range.count == 4 && $0.isNumber }) else { return }
        let readings = [date.adding(months: -12), date].map { "'\($0.inWords)'" }
        let reason = "has passed this year, so it is ambiguous: write \(readings[0]) or \(readings[1])"
        throw fault("\(quote(from: start)) \(reason)", from: start)
    }

    /// `for 10 times`, `10 times`, `until dec 31`, `for 2 weeks`.
    mutating func readEnd(into rule: inout Rule) throws(ParseError) -> Bool {
        guard rule.until == nil, rule.lasting == nil, rule.rule.count == nil else { return false }
        let isInDays = rule.rule.frequency >= .daily
        // `every day this week`, `every monday next month`
        if word() == "this" || word() == "next" && rule.start == nil,
            let days = try attempt({ reader throws(ParseError) -> (first: CivilDate, last: CivilDate)? in
                guard let scope = try reader.scope(), case .period = scope, let last = try reader.end(of: scope) else {
                    return nil
                }
                return try reader.beginning(of: scope).map { ($0, last) }
            })
        {
            if days.first > today { rule.start = days.first }
            rule.until = DateValue(days.last)
            return true
        }
        if let until = try attempt({ reader throws(ParseError) -> When? in
            guard reader.accept("until") || reader.acceptWord("till", "til", "ending") else { return nil }
            let first = reader.position
            if let until = try reader.when(timeIsToday: false) {
                let date = until.value.date
                if reader.checksNow, !reader.isStored, date.year > reader.today.year {
                    try reader.refusePassed(date, from: first)
                }
                // `friday until 5pm` is a meeting.
                return until.named == .time && isInDays ? nil : until
            }
            let start = reader.position
            guard let month = reader.month() else {
                if let fault = reader.vagueDate(from: start) { throw fault }
                return nil
            }
            let reason = "names no day: write \(reader.days(of: month))"
            throw reader.fault("\(reader.quote(from: start)) \(reason)", from: start)
        }) {
            rule.until = until.value
            // `every weekday until dec 24 at 8:15`
            if rule.times.isEmpty, rule.window == nil, rule.rule.frequency >= .daily, let time = until.value.time,
                let part = until.parts.last, part.kind == .time, text(in: part.range).lowercased().hasPrefix("at ")
            {
                rule.times = [time]
                rule.until = DateValue(until.value.date)
            }
            return true
        }
        if let count = try attempt({ reader throws(ParseError) in try reader.count() }) {
            rule.rule.count = count
            return true
        }
        rule.lasting = try attempt { reader throws(ParseError) -> CivilDuration? in
            guard reader.accept("for") else { return nil }
            // `for the next week`
            _ = reader.accept("the")
            let isNext = reader.accept("next")
            let duration = try reader.duration()?.value ?? (isNext ? reader.unit()?.duration(1) : nil)
            return duration?.isWholeDays == true ? duration : nil
        }
        return rule.lasting != nil
    }

    private mutating func count() throws(ParseError) -> Int? {
        let start = position
        let followsComma = token()?.followsComma == true
        if followsComma, accept("once") { return 1 }
        let isTold = accept("for") || followsComma
        guard let count = cardinal(), accept("times") || accept("time") || accept("occurrences") || accept("x")
        else { return nil }
        guard 1...999_999_999 ~= count else {
            throw fault("\(quote(from: start)) is not from 1 to 999999999", from: start)
        }
        if !isTold { try refuseTimes(count, from: start) }
        return count
    }

    /// `by the clock`, `in weeks from sunday`, `where there is one`, `if it is a friday`: what only RFC 5545 rules have.
    mutating func readCounting(into rule: inout Rule) -> Bool {
        let start = position
        if acceptWord("by"), accept("the"), acceptWord("clock"), rule.rule.frequency < .daily {
            rule.rule.notation = .rfc5545
            return true
        }
        position = start
        if accept("in"), accept("the"), acceptWord("hours"), rule.rule.frequency < .daily,
            let hours = numbers(below: 24)
        {
            (rule.rule.byHour, rule.rule.notation) = (hours, .rfc5545)
            return true
        }
        position = start
        if accept("at"), acceptWord("minute", "minutes"), rule.rule.frequency < .daily, let minutes = numbers(below: 60)
        {
            (rule.rule.byMinute, rule.rule.notation) = (minutes, .rfc5545)
            return true
        }
        position = start
        if acceptWord("where"), acceptWord("there"), acceptWord("is"), acceptWord("one"),
            !rule.rule.byMonthDay.isEmpty || !rule.yearDays.isEmpty
        {
            rule.rule.notation = .rfc5545
            return true
        }
        position = start
        if acceptWord("if"), acceptWord("it"), acceptWord("is"), accept("a"), !rule.rule.byMonthDay.isEmpty,
            rule.rule.byDay.isEmpty, let first = weekday()
        {
            var days = [first]
            while let next = weekday() ?? (acceptWord("or") ? weekday() : nil) { days.append(next) }
            rule.rule.byDay = days.sortedOnce().map { .init($0) }
            rule.rule.notation = .rfc5545
            return true
        }
        position = start
        if accept("in"), acceptWord("weeks"), accept("from"), rule.rule.frequency == .weekly, let first = weekday() {
            (rule.rule.weekStart, rule.rule.notation) = (first, .rfc5545)
            return true
        }
        position = start
        return false
    }

    /// How often, after the days: `first monday of may every year`, `last friday monthly`, `mon 9am weekly`.
    mutating func readFrequency(of rule: Rule) -> Bool {
        guard rule.hasDays, rule.rule.interval == 1, rule.rule.frequency >= .weekly else { return false }
        let start = position
        let isWeekly = rule.rule.frequency == .weekly && !expectsRule
        if !isWeekly, accept("every") || accept("each"), word() == ShortWord(rule.rule.frequency.unit) {
            position += 1
            return true
        }
        position = start
        // `@15th monthly report`
        guard expectsRule, accept(ShortWord(rule.rule.frequency.adverb)) else { return false }
        isLoose = true
        return true
    }

    /// `june 5th every 2 years`
    mutating func readInterval(of rule: inout Rule) throws(ParseError) -> Bool {
        guard expectsRule, rule.hasDays, rule.rule.interval == 1, rule.rule.frequency >= .weekly, word() == "every"
        else { return false }
        let unit = rule.rule.frequency.unit
        let count = try attempt { reader throws(ParseError) -> Int? in
            reader.position += 1
            guard let count = reader.accept("other") ? 2 : reader.cardinal(), 1...1_000 ~= count,
                reader.acceptWord(ShortWord(unit), ShortWord(unit + "s"))
            else { return nil }
            return count
        }
        guard let count else { return false }
        rule.rule.interval = count
        isLoose = true
        return true
    }

    /// The rest of `I've`.
    private mutating func acceptHave() {
        guard isSign("'"), isJoined(), word(1) == "ve", isJoined(1) else { return }
        position += 2
    }

    /// `0, 15 and 30`
    private mutating func numbers(below limit: Int) -> [Int]? {
        var found: [Int] = []
        while let number = number(), number < limit {
            found.append(number)
            position += 1
            _ = acceptAnd()
        }
        return found.isEmpty ? nil : found.sortedOnce()
    }

    /// `after completion`, `counted from completion`, `after I finish`, `once it is done`, `from last completion`
    mutating func readCompletion(into rule: inout Rule) throws(ParseError) -> Bool {
        let isRead = try attempt { reader throws(ParseError) -> Bool? in
            if reader.word() == "counted" { reader.position += 1 }
            guard reader.accept("after") || reader.accept("from") || reader.acceptWord("when", "once", "since") else {
                return nil
            }
            while reader.acceptWord("the", "last", "when", "i", "i’ve", "it", "it’s")
                || reader.acceptWord("is", "was", "have", "having", "has", "been", "my")
            {
                if !reader.acceptGenitive() { reader.acceptHave() }
            }
            if reader.word(-1) == "last", reader.acceptWord("time", "one") { return true }
            guard
                reader.accept("completion") || reader.accept("completing") || reader.accept("done")
                    || reader.acceptWord(
                        "complete",
                        "completed",
                        "finish",
                        "finished",
                        "finishing",
                        "doing",
                        "do",
                        "did"
                    )
            else { return nil }
            // `after I do the dishes` may be after something else.
            let isAnything = reader.word(-1)?.isOne(of: "do", "did") == true
            return reader.acceptWord("it", "this", "that") || !isAnything ? true : nil
        }
        if isRead == true { rule.countsFromCompletion = true }
        return isRead == true
    }
}
