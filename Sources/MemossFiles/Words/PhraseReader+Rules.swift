internal import Bytes

/// Parses recurrence rules: `weekly on monday`, `every 2nd day at 9am`, `every jan 1 and jul 1 until 2030-12-31`.
extension PhraseReader {
    struct Rule {
        var rule = RecurrenceRule(.friendly, .daily)
        /// `none`, `never` and `once`.
        var isNone = false
        var times: [CivilTime] = []
        var until: DateValue?
        var lasting: CivilDuration?
        var countsFromCompletion = false
        /// `starting monday`: the first day that can have an occurrence.
        var start: CivilDate?
        /// Whether the only time is that of the start: `starting tomorrow 6:00`.
        var isStartTimed = false
        /// `starting now`, which for hours and minutes is the first occurrence.
        var startsNow = false
        /// The days of the year, which may be of several months.
        var yearDays: [(month: Month, day: Int)] = []
        /// Between which times of the day hours and minutes are counted.
        var window: ClosedRange<CivilTime>?
        /// Whether its days are named.
        var hasDays = false
        /// Whether it has words that are not written to files.
        var isLoose = false
        /// `2 weeks`, without `every`.
        var isInterval = false
        var isMidnight = false
        /// An hour that can be before or after noon, for a message.
        var eitherHour: (readings: String, start: Int, end: Int)?

        mutating func set(_ frequency: RecurrenceRule.Frequency, _ interval: Int = 1) {
            rule.frequency = frequency
            rule.interval = interval
        }

        mutating func set(_ unit: PhraseUnit, _ count: Int = 1) {
            switch unit {
            case .minute: set(.minutely, count)
            case .hour: set(.hourly, count)
            case .day: set(.daily, count)
            case .week: set(.weekly, count)
            case .fortnight: set(.weekly, 2 * count)
            case .month: set(.monthly, count)
            case .quarter: set(.monthly, 3 * count)
            case .year: set(.yearly, count)
            }
        }

        mutating func set(weekly days: [Weekday], _ interval: Int = 1) {
            set(.weekly, interval)
            setDays(days)
        }

        mutating func setDays(_ days: [Weekday]) {
            rule.byDay = days.sortedOnce().map { .init($0) }
            hasDays = true
        }
    }

    mutating func rule() throws(ParseError) -> Rule? {
        let start = position
        isInRule = true
        defer { isInRule = false }
        var rule = Rule()
        if try !readHead(into: &rule) {
            // `9am every monday`, `starting monday, every 2 weeks`
            position = start
            rule = Rule()
            if try !readTimes(into: &rule) { guard try readStart(into: &rule) else { return nil } }
            guard try readHead(into: &rule) else { return nil }
        }
        if rule.isNone { return rule }
        let end = position
        while try readMore(into: &rule) {}
        try finish(&rule, from: start, head: end)
        rule.isLoose = isLoose
        return rule
    }

    private mutating func readMore(into rule: inout Rule) throws(ParseError) -> Bool {
        if isDone { return false }
        if try readDays(into: &rule) { return true }
        if try readMonths(into: &rule) { return true }
        if readCounting(into: &rule) || readFrequency(of: rule) { return true }
        if try readInterval(of: &rule) { return true }
        if try readTimes(into: &rule) { return true }
        if try readExceptions(into: &rule) { return true }
        if try readStart(into: &rule) { return true }
        if try readEnd(into: &rule) { return true }
        return try readCompletion(into: &rule)
    }

    static let adverbs = [
        "daily", "weekly", "monthly", "yearly", "hourly", "weekdays", "weekends", "biweekly", "fortnightly",
        "quarterly",
        "semiannually", "annually", "every", "none", "nightly",
    ]

    private mutating func readHead(into rule: inout Rule) throws(ParseError) -> Bool {
        let start = position
        switch headWord() {
        case "every", "each": return try readEvery(into: &rule)
        case "ev":
            isLoose = true
            return try readEvery(into: &rule)
        case "alternate", "everyother":
            position = start
            return try readEvery(into: &rule)
        case "daily", "everyday": rule.set(.daily)
        case "weekly": rule.set(.weekly)
        case "monthly": rule.set(.monthly)
        case "yearly", "annually", "annual": rule.set(.yearly)
        case "hourly": rule.set(.hourly)
        case "weekdays", "workdays": rule.set(weekly: Self.workdays)
        case "weekends": rule.set(weekly: Self.weekend)
        case "biweekly", "fortnightly": rule.set(.weekly, 2)
        case "quarterly": rule.set(.monthly, 3)
        case "semiannually", "semiannual", "semiyearly", "halfyearly": rule.set(.monthly, 6)
        case "biennially", "biennial": rule.set(.yearly, 2)
        case "none", "never": rule.isNone = true
        case "once":
            if accept("every") || accept("each") { return try readEvery(into: &rule) }
            if let word = word(), word.isOne(of: "daily", "weekly", "monthly", "yearly") {
                return try readHead(into: &rule)
            }
            let unit = try attempt { reader throws(ParseError) in
                reader.accept("a") || reader.accept("per") ? reader.unit() : nil
            }
            rule.isNone = unit == nil
            if let unit { rule.set(unit) }
        case "nightly", "mornings", "afternoons", "evenings", "nights":
            position = start
            rule.set(.daily)
            return try readTimes(into: &rule)
        case "on": return try readDayList(into: &rule)
        case "at" where word() == "the": return try readDayList(into: &rule)
        case let head:
            if let head { try refuseAmbiguous(head, from: start) }
            position = start
            note(Self.adverbs)
            try refuseSeveral()
            try refuseAfter()
            let isCounted = try readCounted(into: &rule)
            if isCounted || readUnit(into: &rule) {
                if try readCompletion(into: &rule) { return true }
                if isCounted, expectsRule {
                    rule.isInterval = true
                    return true
                }
            }
            position = start
            return try readDayList(into: &rule)
        }
        return true
    }

    /// The first word; `bi-weekly` is one.
    private mutating func headWord() -> ShortWord? {
        let word = word()
        position += 1
        guard let word, word.isOne(of: "bi", "semi", "tri", "half") else { return word }
        if isSign("-"), isJoined(1), let rest = self.word(1) {
            position += 2
            return ShortWord(word.description + rest.description)
        }
        // `bi weekly`
        guard let rest = self.word(), rest.description.hasSuffix("ly") else { return word }
        position += 1
        isLoose = true
        return ShortWord(word.description + rest.description)
    }

    static let workdays: [Weekday] = [.monday, .tuesday, .wednesday, .thursday, .friday]
    static let weekend: [Weekday] = [.saturday, .sunday]

    // MARK: Every

    /// What follows `every`.
    private mutating func readEvery(into rule: inout Rule) throws(ParseError) -> Bool {
        rule.countsFromCompletion = accept(sign: "!")
        let start = position
        if acceptWord("alternate", "everyother") || accept("other") {
            if let unit = unit() {
                rule.set(unit, 2)
                return true
            }
            if readNights(into: &rule, 2) { return try readTimes(into: &rule) }
            if try readYearDays(into: &rule) {
                rule.set(.yearly, 2)
                return true
            }
            let first = word()
            guard let days = try weekdayList() else { return false }
            if first?.isOne(of: "weekday", "workday") == true, !isStored {
                let reason = "is ambiguous: only 'every 2 weeks on weekdays' is supported"
                throw fault("'every \(text(in: range(from: start)))' \(reason)", from: start)
            }
            rule.set(weekly: days, 2)
            return true
        }
        // A weekday is no number.
        if isExplaining || word().map({ Weekday($0) == nil }) ?? true {
            if let count = cardinal() {
                if readNights(into: &rule, count) { return try readTimes(into: &rule) }
                if try readCountedDays(into: &rule, count, from: start) { return true }
            }
            position = start
            if try readCounted(into: &rule) { return true }
            position = start
            if try readEveryNth(into: &rule) { return true }
            position = start
        }
        // `mo` is Monday too.
        if (word()?.count ?? 3) > 2, let unit = unit() {
            try refuseWeekDay(from: start)
            if andAHalf() { return try set(&rule, value(3, of: unit, per: 2, from: start)) }
            rule.set(unit)
            if unit == .day, word() == "of", word(1) == "the", word(2) == "week" {
                position += 3
                isLoose = true
            }
            return true
        }
        try refuseNumber()
        try refuseEvent()
        if try readMonthsOfYear(into: &rule) { return true }
        if try readDayList(into: &rule) { return true }
        position = start
        // `every morning`
        rule.set(.daily)
        return word() == "at" ? false : try readTimes(into: &rule)
    }

    // MARK: Times

    private mutating func readTimes(into rule: inout Rule) throws(ParseError) -> Bool {
        guard rule.times.isEmpty, rule.window == nil else { return false }
        let isCounted = rule.rule.frequency < .daily
        if let window = try attempt({ reader throws(ParseError) in try reader.window(isBare: isCounted) }) {
            rule.window = window
            return true
        }
        let start = position
        isInList = isHourList(after: rule)
        defer { isInList = false }
        let isAt = word() == "at" || isInList
        guard
            let first = try attempt({ reader throws(ParseError) -> Time? in
                let time = try reader.time(allowsHour: isAt)
                return time?.isToday == true ? nil : time
            })
        else { return false }
        rule.times = [first.value]
        rule.isMidnight = first.isMidnight
        rule.eitherHour = first.readings.map { ($0, start, position) }
        while let next = try attempt({ reader throws(ParseError) -> Time? in
            let isList = reader.token()?.followsComma == true
            guard reader.acceptAnd() || isList else { return nil }
            return try reader.time(allowsHour: isAt)
        }) {
            rule.times.append(next.value)
            if rule.eitherHour == nil { rule.eitherHour = next.readings.map { ($0, position - 1, position) } }
            rule.isMidnight = rule.isMidnight || next.isMidnight
        }
        rule.times = rule.times.sortedOnce()
        return true
    }

    mutating func acceptAnd() -> Bool { accept("and") || accept(sign: "&") }

    // MARK: Together

    private mutating func finish(_ reading: inout Rule, from start: Int, head: Int) throws(ParseError) {
        var rule = reading.rule
        // `at 6, 14 and 22` is on the 24-hour clock.
        if let hour = reading.eitherHour, !reading.times.contains(where: { $0.hour == 0 || $0.hour > 12 }) {
            let reason = "is ambiguous: write \(hour.readings)"
            throw headFault(reason, from: hour.start, to: hour.end)
        }
        if rule.frequency < .daily {
            if reading.startsNow, !isStored, reading.start == nil, reading.times.isEmpty, reading.window == nil {
                (reading.start, reading.isStartTimed) = (today, true)
                reading.times = [CivilTime(unchecked: now.time.secondOfDay / 60 * 60)]
            }
            if rule.notation == .rfc5545, reading.times.isEmpty {
                if let window = reading.window {
                    let (first, last) = (window.lowerBound, window.upperBound)
                    // Otherwise the minute would be that of the start.
                    guard first.minute == 0, last.minute == 59, rule.byHour.isEmpty else {
                        let reason = "is by the clock, in whole hours: write the range as in 'from 9:00 to 16:59'"
                        throw headFault(reason, from: start, to: head)
                    }
                    rule.byHour = Array(first.hour...last.hour)
                }
            } else if let window = reading.window, rule.notation == .friendly {
                let step = rule.interval * (rule.frequency == .hourly ? 3_600 : 60)
                let bounds = (window.lowerBound.secondOfDay, window.upperBound.secondOfDay)
                reading.times = stride(from: bounds.0, through: bounds.1, by: step).map { CivilTime(unchecked: $0) }
                rule.frequency = rule.byDay.isEmpty ? .daily : .weekly
                rule.interval = 1
            } else if reading.window != nil || reading.hasDays || !reading.times.isEmpty && !reading.isStartTimed {
                throw refusedTimes(of: reading, from: start, to: head)
            }
        } else if reading.window != nil {
            let first = reading.window?.lowerBound.description ?? ""
            var reader = self
            reader.position = head
            let written = "\(reader.text(in: reader.range(from: start))) at \(first)"
            let rule = isRule(written) ? written : "daily at \(first)"
            throw reader.fault("a reminder has a single time, its start: write '\(rule)'", from: start)
        }
        if reading.isMidnight, rule.frequency != .daily {
            throw fault("\(quote(from: start)) does not say which midnight: write 0:00 and the day", from: start)
        }
        if !reading.yearDays.isEmpty { try setYearDays(of: &rule, reading.yearDays, from: start) }
        if rule.notation == .friendly, rule.takesShortMonths, rule.byYearDay.isEmpty { rule.skip = .backward }
        reading.rule = rule
    }

    private func setYearDays(
        of rule: inout RecurrenceRule,
        _ days: [(month: Month, day: Int)],
        from start: Int
    ) throws(ParseError) {
        if days.count == 1 {
            (rule.byMonth, rule.byMonthDay) = ([days[0].month.number], [days[0].day])
            return
        }
        rule.byMonth = days.map(\.month.number).sortedOnce()
        rule.byMonthDay = days.map(\.day).sortedOnce()
        let all = rule.byMonth.flatMap { month in rule.byMonthDay.map { [month, $0] } }
        let wanted = days.map { [$0.month.number, $0.day] }
        if all.allSatisfy(wanted.contains) { return }
        guard rule.byMonthDay.allSatisfy({ $0 <= 28 }) else {
            throw fault("\(quote(from: start)) needs several rules: only days 1 to 28 combine", from: start)
        }
        rule.bySetPosition = all.indices.filter { wanted.contains(all[$0]) }.map { $0 + 1 }
    }
}
