internal import Bytes

/// Parses the days of a rule: `on mon, thu`, `1st and 15th`, `2nd last day of the month`, `4th thursday of november`.
extension PhraseReader {
    /// Days after a frequency.
    mutating func readDays(into rule: inout Rule) throws(ParseError) -> Bool {
        guard !rule.hasDays else { return false }
        let start = position
        let isOn = accept("on")
        if isOn, !accept("the") { try acceptA(before: rule.rule.frequency, from: start) }
        switch rule.rule.frequency {
        case .minutely, .hourly, .weekly:
            if let days = try weekdayList() {
                rule.setDays(days)
                return true
            }
        case .monthly:
            let isList = !isOn && isDayList
            if try readMonthDays(into: &rule, allowsNumbers: isOn || isList), isOn || !endsWithOrdinal {
                isLoose = isLoose || isList
                try checkQuarter(rule, from: start)
                return true
            }
        case .yearly:
            if try readYearDays(into: &rule) { return true }
            if isOn, try readDaysOfYear(into: &rule) { return true }
            if isOn, try readMonthDays(into: &rule, allowsNumbers: false) {
                if rule.rule.frequency == .yearly { return true }
                let day = text(in: range(from: start))
                throw fault(
                    "\(quote(from: start)) is not a day of the year: write 'yearly \(day) of january'",
                    from: start
                )
            }
        case .daily where isOn && rule.rule.interval == 1:
            // `every morning on weekdays`
            var reader = self
            if let days = try reader.weekdayList(), days.count > 1 {
                self = reader
                rule.set(weekly: days)
                isLoose = true
                return true
            }
        default: break
        }
        position = start
        return false
    }

    /// `first`, which without `on` more likely begins a title: `monthly first aid course`.
    private var endsWithOrdinal: Bool { word(-1).map { Self.ordinals.contains($0.description) } ?? false }

    /// `quarterly on the last day` can be that of the quarter, or of every third month.
    private func checkQuarter(_ rule: Rule, from start: Int) throws(ParseError) {
        guard case .word(let head) = tokens[start - 1].kind, head.isOne(of: "quarter", "quarterly"), word(-1) == "day",
            let day = rule.rule.byMonthDay.first, day == 1 || day == -1
        else { return }
        let readings =
            day == 1
            ? "'every 3 months on the 1st' or '1st of january, april, july and october'"
            : "'every 3 months on the last day' or 'last day of march, june, september and december'"
        throw fault("\(quote(from: start - 1)) is ambiguous: write \(readings)", from: start - 1)
    }

    /// `every april and december on the 1st and 24th`
    mutating func readMonthsOfYear(into rule: inout Rule) throws(ParseError) -> Bool {
        let (start, before) = (position, rule)
        var months: [Int] = []
        while let month = try attempt({ reader throws(ParseError) in
            if !months.isEmpty { _ = reader.acceptAnd() }
            return reader.month()?.number
        }) {
            months.append(month)
        }
        guard !months.isEmpty, accept("on") else {
            position = start
            return false
        }
        _ = accept("the")
        rule.set(.monthly)
        guard try readMonthDays(into: &rule, allowsNumbers: true), rule.rule.byMonth.isEmpty else {
            (position, rule) = (start, before)
            return false
        }
        rule.set(.yearly)
        rule.rule.byMonth = months.sortedOnce()
        isLoose = true
        return true
    }

    /// The days alone or after `every`: the frequency is the shortest in which they occur.
    mutating func readDayList(into rule: inout Rule) throws(ParseError) -> Bool {
        if let days = try weekdayList() {
            rule.set(weekly: days)
            return true
        }
        _ = accept("the")
        let start = position
        rule.set(.yearly)
        if try readYearDays(into: &rule) { return true }
        position = start
        rule.set(.monthly)
        return try readMonthDays(into: &rule, allowsNumbers: false)
    }

    // MARK: Days of a month

    private struct MonthDays {
        var days: [Int] = []
        var weekdays: [RecurrenceRule.OrdinalWeekday] = []
        /// Of the working days.
        var positions: [Int] = []
        /// `15th day`, after which a month has to be named.
        var needsMonth = false
    }

    /// `1st and 15th`, `last day`, `2nd tuesday`, `1st and 3rd friday`, `last weekday of the month`.
    private mutating func readMonthDays(into rule: inout Rule, allowsNumbers: Bool) throws(ParseError) -> Bool {
        let start = position
        var found = MonthDays()
        // Numbers whose noun is still to come.
        var open: [(number: Int, start: Int)] = []
        var end = start
        while try readMonthDay(into: &found, &open, isFirst: end == start, allowsNumbers) { end = position }
        position = end
        guard end > start else { return false }
        // `every month on the last` of Obsidian Tasks; what follows may be the noun of another language.
        let isDay = allowsNumbers && (isDone || word()?.isOne(of: "at", "until", "from", "starting") == true)
        if isDay, open.last?.number == -1, word(-2) == "the" { isLoose = true }
        if let last = open.first(where: { $0.number < 0 }), word() != "of",
            !allowsNumbers || last.number == -1 && !(isDay && word(-2) == "the")
        {
            throw fault("expected 'day' or a weekday after \(quote(from: last.start))", from: last.start)
        }
        found.days += open.map(\.number)
        if let wrong = found.days.first(where: { $0 > 31 || $0 < -28 }) {
            let reason =
                wrong > 0
                ? "a month has at most 31 days" + (wrong > 31 && word(-1) == "day" ? ": write 'of the year'" : "")
                : "days counted from the end of every month go from 1 to 28"
            throw fault(reason, from: start)
        }
        guard [found.days.isEmpty, found.weekdays.isEmpty, found.positions.isEmpty].count(where: { !$0 }) == 1 else {
            throw fault(
                "days and weekdays of a month cannot be mixed in one rule: create a reminder for each",
                from: start
            )
        }
        let numbers = found.days + found.positions + found.weekdays.compactMap(\.ordinal)
        try refuseWeek(of: numbers, from: start)
        var named = try ofMonths(every: &rule.rule.interval)
        if named == nil { named = try monthsOfPeriod(numbers) }
        if found.needsMonth, named == nil { return false }
        let months = named ?? []
        guard months.isEmpty || rule.rule.interval == 1 || rule.rule.frequency == .yearly else {
            throw fault("\(quote(from: start)) names months: write 'yearly'", from: start)
        }
        rule.hasDays = true
        if months.isEmpty, rule.rule.frequency == .yearly { rule.rule.frequency = .monthly }
        if !months.isEmpty { rule.rule.frequency = .yearly }
        rule.rule.byMonth = months.sortedOnce()
        rule.rule.byMonthDay = found.days.sortedOnce()
        rule.rule.byDay = found.positions.isEmpty ? found.weekdays.sortedOnce() : Self.workdays.map { .init($0) }
        rule.rule.bySetPosition = found.positions.sortedOnce()
        return true
    }

    /// One number with its noun, if it has one.
    private mutating func readMonthDay(
        into found: inout MonthDays,
        _ open: inout [(number: Int, start: Int)],
        isFirst: Bool,
        _ allowsNumbers: Bool
    ) throws(ParseError) -> Bool {
        if !isFirst { _ = acceptAnd() }
        _ = accept("the")
        let start = position
        if isFirst, let edge = edgeOfMonth() {
            found.days = [edge]
            found.needsMonth = true
            return true
        }
        if isFirst, acceptWord("eom") {
            found.days = [-1]
            return true
        }
        // `day 15`
        if accept("day") {
            guard 1...2 ~= digits(), let number = cardinal(), number > 0 else { return false }
            found.days.append(number)
            found.needsMonth = !allowsNumbers
            return true
        }
        let isPlain = digits() > 0 && !(isJoined(1) && word(1) != nil)
        let isRange = isSign("-", 1) && 1...2 ~= digits(2) && !isJoined(3)
        if isPlain,
            !allowsNumbers || digits() > 2 || isJoined(1) && !isRange || PhraseUnit(word(1) ?? "") != nil
                || word(1) == "times"
        {
            return false
        }
        guard var number = accept("last") ? -1 : isPlain ? cardinal() : try ordinal(), number != 0 else {
            return false
        }
        if number > 0, try acceptLast() {
            guard !isPlain else {
                let readings = "'\(number), last' or '\(ordinalText(number)) last'"
                throw fault("\(quote(from: start)) is ambiguous: write \(readings)", from: start)
            }
            number = -number
        }
        if let last = try endOfRange(after: number) {
            open += (number...last).map { ($0, start) }
            isLoose = true
            return true
        }
        // `2nd day of the month`, `monthly on the 2nd day`; `every 2nd day` is every other one.
        if number < 0 || word(1) == "of" || allowsNumbers, accept("day") {
            found.needsMonth = found.needsMonth || number > 0 && !allowsNumbers
            found.days += open.map(\.number) + [number]
            open = []
        } else if !isPlain, let weekday = weekday() ?? weekdays() {
            for item in open + [(number, start)] {
                // `the 15th and last friday`
                if item.start < start, item.number > 5 {
                    found.days.append(item.number)
                    continue
                }
                guard -5...5 ~= item.number else {
                    throw fault("a month has at most 5 \(weekday.name)s", from: item.start)
                }
                found.weekdays.append(.init(weekday, ordinal: item.number))
            }
            open = []
        } else if !isPlain, try acceptWorkday() {
            let positions = open.map(\.number) + [number]
            guard positions.allSatisfy({ -20...20 ~= $0 }) else {
                throw fault("a month can have as few as 20 working days", from: start)
            }
            found.positions += positions
            open = []
        } else {
            open.append((number, start))
        }
        return true
    }

    /// The 5 in `1-5` and `1st to 5th`.
    private mutating func endOfRange(after first: Int) throws(ParseError) -> Int? {
        try attempt { reader throws(ParseError) in
            guard reader.accept(sign: "-") || reader.accept("to") || reader.acceptThrough() else { return nil }
            var last = try reader.ordinal()
            if last == nil, 1...2 ~= reader.digits() { last = reader.cardinal() }
            return last.flatMap { first > 0 && first < $0 && $0 <= 31 ? $0 : nil }
        }
    }

    /// The `end` in `end of every month`.
    private mutating func edgeOfMonth() -> Int? {
        guard word(1) == "of" else { return nil }
        if accept("end") { return -1 }
        return accept("start") || accept("beginning") ? 1 : nil
    }

    /// `last` or `to last` in `2nd last day`, but not in `2nd, last day`, which is two days.
    private mutating func acceptLast() throws(ParseError) -> Bool {
        try attempt { reader throws(ParseError) in
            if reader.accept("to") { _ = reader.accept("the") }
            return reader.token()?.followsComma != true && reader.accept("last") ? true : nil
        } == true
    }

    mutating func acceptWorkday() throws(ParseError) -> Bool {
        if accept("weekday") || accept("workday") { return true }
        return try attempt { reader throws(ParseError) in
            (reader.accept("working") || reader.accept("business")) && reader.accept("day") ? true : nil
        } == true
    }

    /// `of the month`, `every month`, `of every 3 months`, which are no months; `of january and july`, `in november`.
    private mutating func ofMonths(every interval: inout Int) throws(ParseError) -> [Int]? {
        let hasInterval = interval > 1
        let count = try attempt { reader throws(ParseError) -> Int? in
            if reader.accept("of") { _ = reader.accept("the") }
            var count = 1
            if reader.accept("every") || reader.accept("each") {
                count = reader.accept("other") ? 2 : try reader.ordinal() ?? reader.cardinal() ?? 1
            }
            guard 1...999_999_999 ~= count, count == 1 || !hasInterval else { return nil }
            return reader.accept("month") || count > 1 && reader.accept("months") ? count : nil
        }
        if let count {
            interval = max(interval, count)
            return []
        }
        return try attempt { reader throws(ParseError) -> [Int]? in
            // `1st wed jul`
            let isBare = reader.expectsRule && Weekday(reader.word(-1) ?? "") != nil
            guard reader.accept("of") || reader.accept("in") || reader.acceptWord("during") || isBare,
                let first = reader.month()
            else { return nil }
            if reader.word(-2)?.isOne(of: "of", "in") != true { reader.isLoose = true }
            var months = [first.number]
            while let next = try reader.attempt({ reader throws(ParseError) in
                _ = reader.acceptAnd()
                return reader.month()
            }) {
                months.append(next.number)
            }
            return months
        }
    }

    /// `of the quarter`, `of each year`: the months that have the first or the last days of it.
    private mutating func monthsOfPeriod(_ numbers: [Int]) throws(ParseError) -> [Int]? {
        try attempt { reader throws(ParseError) -> [Int]? in
            guard reader.accept("of"), reader.accept("the") || reader.accept("every") || reader.accept("each"),
                let period = reader.acceptWord("quarter") ? 3 : reader.acceptWord("year") ? 12 : nil
            else { return nil }
            reader.isLoose = true
            if numbers.allSatisfy({ -4 ... -1 ~= $0 }) { return Array(stride(from: period, through: 12, by: period)) }
            return numbers.allSatisfy { 1...4 ~= $0 } ? Array(stride(from: 1, through: 12, by: period)) : nil
        }
    }

    /// `every day in july and august`, in an RFC 5545 rule.
    mutating func readMonths(into rule: inout Rule) throws(ParseError) -> Bool {
        guard rule.rule.frequency <= .weekly, rule.rule.byMonth.isEmpty, word()?.isOne(of: "in", "during") == true,
            let months = try attempt({ reader throws(ParseError) in
                var interval = 1
                return try reader.ofMonths(every: &interval)
            }), !months.isEmpty
        else { return false }
        (rule.rule.byMonth, rule.rule.notation) = (months.sortedOnce(), .rfc5545)
        return true
    }

    // MARK: Days of a year

    /// `the 100th day of the year`, `the 1st and 200th day of the year`, in an RFC 5545 rule.
    private mutating func readDaysOfYear(into rule: inout Rule) throws(ParseError) -> Bool {
        let days = try attempt { reader throws(ParseError) -> [Int]? in
            var days: [Int] = []
            while let day = try reader.attempt({ reader throws(ParseError) -> Int? in
                if !days.isEmpty { _ = reader.acceptAnd() }
                guard let day = reader.accept("last") ? -1 : try reader.ordinal() else { return nil }
                if day > 0, try reader.acceptLast() { return -day }
                return day
            }) {
                days.append(day)
            }
            guard reader.acceptWord("day", "days"), reader.accept("of") else { return nil }
            _ = reader.accept("the")
            return reader.accept("year") && days.allSatisfy { 1...366 ~= abs($0) } ? days : nil
        }
        guard let days else { return false }
        (rule.rule.byYearDay, rule.rule.notation, rule.hasDays) = (days.sortedOnce(), .rfc5545, true)
        return true
    }

    /// `feb 29`, `29 february`, `jan 1 and jul 1`.
    mutating func readYearDays(into rule: inout Rule) throws(ParseError) -> Bool {
        let start = position
        var days: [(month: Month, day: Int)] = []
        let isMonthFirst = month() != nil
        let isDayFirst = !isMonthFirst && holiday() == nil
        position = start
        while let day = try attempt({ reader throws(ParseError) -> (month: Month, day: Int)? in
            if !days.isEmpty { _ = reader.acceptAnd() }
            if let day = try reader.attempt({ reader throws(ParseError) in try reader.yearDay() }) { return day }
            // `1st of january and july`
            guard let last = days.last else { return nil }
            if isDayFirst { return reader.month().map { ($0, last.day) } }
            // `jan 1 and 15`
            guard isMonthFirst, let day = try reader.dayOfYear(), reader.isDayAlone else { return nil }
            guard 1...last.month.longest ~= day else { return nil }
            return (last.month, day)
        }) {
            days.append(day)
        }
        guard !days.isEmpty else { return false }
        _ = try attempt { reader throws(ParseError) in
            (reader.accept("every") || reader.accept("each")) && reader.accept("year") ? true : nil
        }
        rule.yearDays = days
        rule.hasDays = true
        return true
    }

    /// Whether the number before is no amount: `jan 1 and 15`, but not `jan 1, 15 times`.
    private var isDayAlone: Bool {
        guard token() != nil else { return true }
        return word()?.isOne(of: "and", "at", "until", "till", "for", "starting", "from", "every", "each") == true
    }

    private mutating func yearDay() throws(ParseError) -> (month: Month, day: Int)? {
        let start = position
        if let holiday = holiday() { return holiday }
        if let day = try dayOfDots() { return day }
        if let day = try dayOfSlashes() { return day }
        _ = accept("the")
        let number = try dayOfYear()
        if number != nil { _ = accept("of") }
        guard let month = month() else { return nil }
        if number == nil { _ = accept("the") }
        guard let day = number != nil ? number : try dayOfYear() else { return nil }
        guard 1...month.longest ~= day else {
            let reason = "there is no \(day) \(month.name): \(month.name) has at most \(month.longest) days"
            throw fault(reason, from: start)
        }
        return (month, day)
    }

    private mutating func dayOfYear() throws(ParseError) -> Int? {
        if let day = try ordinal() { return day }
        guard 1...2 ~= digits(), let number = number(), !(isJoined(1) && isSign(":", 1)) else { return nil }
        position += 1
        if isSign("."), isJoined() { position += 1 }
        return number
    }
}
