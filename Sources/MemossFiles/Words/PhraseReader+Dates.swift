internal import Bytes

/// Parses dates of the calendar: `2026-11-22`, `25 dec`, `the 15th`, `11/22/2026`, `24.12.`, `first monday of december`.
extension PhraseReader {
    mutating func date() throws(ParseError) -> Day? {
        let isDefinite = accept("the")
        if !isDefinite, digits() > 0, let day = try attempt({ reader throws(ParseError) in try reader.numeric() }) {
            return day
        }
        if !isDefinite {
            if let day = try attempt({ reader throws(ParseError) in try reader.monthFirst() }) { return day }
            if digits() == 4, let day = try attempt({ reader throws(ParseError) in try reader.namedYearFirst() }) {
                return day
            }
        }
        if let day = try attempt({ reader throws(ParseError) in try reader.nth() }) { return day }
        if let day = try attempt({ reader throws(ParseError) in try reader.dayFirst(isDefinite: isDefinite) }) {
            return day
        }
        let start = position
        guard let (month, day) = holiday() else { return nil }
        return try calendarDay(day, month, from: start)
    }

    /// A year of four digits.
    mutating func year() -> Int? {
        guard digits() == 4, let number = number(), number > 0, !(isJoined(1) && (isSign(":", 1) || isSign(".", 1)))
        else { return nil }
        position += 1
        return number
    }

    // MARK: Month and day

    /// `dec 25`, `january the 5th, 2027`.
    private mutating func monthFirst() throws(ParseError) -> Day? {
        let start = position
        guard let month = month() else { return nil }
        // `dec-25`
        if isSign("-"), isJoined(), isJoined(1), digits(1) > 0 { position += 1 } else { _ = accept("the") }
        guard let day = try dayNumber() else { return nil }
        return try calendarDay(day, month, from: start)
    }

    /// `2027 jan 5`, `2027-jan-05`
    private mutating func namedYearFirst() throws(ParseError) -> Day? {
        let start = position
        // `1930 jan 5` may be at 19:30.
        guard let year = number(), 2000...2100 ~= year || !(word(1) != nil && !isJoined(1)) else { return nil }
        position += 1
        if isSign("-") || isSign("/"), isJoined() { position += 1 }
        guard let month = month() else { return nil }
        if isSign("-") || isSign("/"), isJoined() { position += 1 }
        guard digits() > 0, let day = try dayNumber() else { return nil }
        return try calendarDay(day, month, year: year, from: start)
    }

    /// `25 dec`, `5th of january 2027`, `the 15th`, `15th of next month`, `day 15`.
    private mutating func dayFirst(isDefinite: Bool) throws(ParseError) -> Day? {
        let start = position
        let isDay = word() == "day" && 1...2 ~= digits(1) && !isJoined(2)
        if isDay { position += 1 }
        let number = digits() > 0
        var ordinal = try ordinal()
        if isDay, ordinal == nil { ordinal = try dayNumber() }
        guard let day = ordinal != nil ? ordinal : try dayNumber() else { return nil }
        if isSign("-") || isSign("/"), isJoined() { position += 1 }
        let end = position
        let isOf = accept("of")
        if let month = month() { return try calendarDay(day, month, from: start) }
        // `15 of next month`
        guard ordinal != nil || isOf && word() != nil, isDefinite || number || isOf else { return nil }
        guard 1...31 ~= day else { throw fault("a month has at most 31 days", from: start) }
        if isOf, let scope = try scope() {
            switch scope {
            case .any(.month): return .monthly(day)
            case .period(.month, _):
                guard let first = try beginning(of: scope) else { return nil }
                return try calendarDay(day, first.monthOfYear, year: first.year, from: start)
            default: return nil
            }
        }
        position = end
        return ordinal != nil && (isDefinite || number) ? .monthly(day) : nil
    }

    /// `25`, `25th`, `25.`, `fifth`.
    private mutating func dayNumber() throws(ParseError) -> Int? {
        if let day = try ordinal() { return day }
        guard 1...2 ~= digits(), let number = number(), !(isJoined(1) && isSign(":", 1)) else { return nil }
        position += 1
        if isSign("."), isJoined(), !isJoined(1) || word(1) != nil { position += 1 }
        return number
    }

    private mutating func calendarDay(_ day: Int, _ month: Month, year: Int? = nil, from start: Int) throws(ParseError)
        -> Day
    {
        guard 1...month.longest ~= day else {
            let reason = "there is no \(day) \(month.name): \(month.name) has at most \(month.longest) days"
            throw fault(reason, from: start)
        }
        // `5-jan-27`
        if year == nil, Month(word(-1) ?? "") != nil, isSign("-"), isJoined(), digits(1) == 2, !isJoined(2) {
            position += 2
            let written = "\(day) \(month.shortName.lowercased()) 20\(text(in: tokens[position - 1].range))"
            throw fault("\(quote(from: start)) needs a year of four digits: write '\(written)'", from: start)
        }
        let isJoined = (isSign("-") || isSign("/")) && isJoined() && digits(1) == 4
        if isJoined { position += 1 }
        let end = position
        // `25 dec 0900` is a time.
        guard let year = year ?? self.year(), year > 999 else {
            position = end
            return .yearly(month, day)
        }
        if !isJoined, position > end { try refuseClock(year, month, day, from: start, end) }
        return .fixed(try fixed(year, month.number, day, from: start))
    }

    /// `25 dec 1930`: a time or a year? From 2000 to 2100 it is a year.
    private func refuseClock(_ year: Int, _ month: Month, _ day: Int, from start: Int, _ end: Int) throws(ParseError) {
        guard !(2000...2100 ~= year), year / 100 < 24, year % 100 < 60 else { return }
        // `1 dec 1500 euros` is refused with the title.
        if let next = word(), PhraseEnd.units.contains(next.description) || PhraseEnd.isPlural(next.description) {
            return
        }
        let before = text(in: tokens[start].range.lowerBound..<tokens[end].range.lowerBound).trimmingBlanks
        let clock =
            "'\(before.hasSuffix(",") ? String(before.dropLast()) : before) \(year / 100):\((year % 100).padded(2))'"
        let date = CivilDate(year: year, month: month.number, day: day).map { " or '\($0)'" } ?? ""
        throw fault("\(quote(from: start)) is ambiguous: write \(clock)\(date)", from: start)
    }

    private func fixed(_ year: Int, _ month: Int, _ day: Int, from start: Int) throws(ParseError) -> CivilDate {
        if let date = CivilDate(year: year, month: month, day: day) { return date }
        guard let name = Month(rawValue: Int8(clamping: month)), 1...9999 ~= year else {
            throw fault("there is no date \(quote(from: start)): months are 1 to 12, years 1 to 9999", from: start)
        }
        let length = CivilDate.daysInMonth(year: year, month: month)
        let reason = "there is no \(day) \(name.name) \(year): \(name.name) \(year) has \(length) days"
        let last = CivilDate(unchecked: year, month, length)
        throw fault(reason, from: start, suggestion: day > length ? last.description : nil)
    }

    /// `first monday of december`, `last friday of the month`, `first day of next month`.
    private mutating func nth() throws(ParseError) -> Day? {
        let start = position
        guard let number = accept("last") ? -1 : try ordinal() else { return nil }
        let isDay = accept("day")
        let weekday = isDay ? nil : self.weekday()
        let isWorkday = isDay || weekday != nil ? false : try acceptWorkday()
        let isAlone =
            isApart && weekday != nil && abs(number) < 6 && number > 0 && word()?.isOne(of: "of", "in") != true
        if let weekday, isAlone, word().map({ Month($0) == nil }) ?? true {
            return .nth(number, weekday, nil)
        }
        // `first wednesday feb`
        guard isDay || weekday != nil || isWorkday,
            accept("of") || accept("in") || word().map({ Month($0) != nil }) ?? false,
            let scope = try scope()
        else { return nil }
        guard weekday != nil || isWorkday else {
            guard abs(number) == 1, let date = number > 0 ? try beginning(of: scope) : try end(of: scope) else {
                throw fault("\(quote(from: start)) is not supported: only the first and the last day are", from: start)
            }
            return .fixed(date)
        }
        if let weekday, number > 5 { throw fault("a month has at most 5 \(weekday.name)s", from: start) }
        if number > 20 { throw fault("a month can have as few as 20 working days", from: start) }
        switch scope {
        case .any(.month): return .nth(number, weekday, nil)
        case .month(let month, nil): return .nth(number, weekday, month)
        case .month, .period(.month, _):
            guard let first = try beginning(of: scope) else { return nil }
            guard let date = first.nth(number, weekday) else {
                throw fault("there is no \(quote(from: start))", from: start)
            }
            return .fixed(date)
        default: return nil
        }
    }

    // MARK: Numbers

    /// `2026-11-22`, `2026/11/22`, `20261122T0900`, `2027-W03-2`, `11/22/2026`, `24.12.2026`.
    private mutating func numeric() throws(ParseError) -> Day? {
        let start = position
        if digits() == 8, let number = number() {
            guard !isJoined(1) || word(1) == "t" else { return nil }
            position += 1
            return try withTime(fixed(number / 10_000, number / 100 % 100, number % 100, from: start), from: start)
        }
        guard let separator = ["-", "/", "."].first(where: { isSign($0, 1) && isJoined(1) }),
            isJoined(2) || separator == "."
        else { return nil }
        if digits() == 4, let year = number() { return try yearFirst(year, separator, from: start) }
        guard 1...2 ~= digits(), 1...2 ~= digits(2), isJoined(2), let first = number(), let second = number(2) else {
            return nil
        }
        // `24.12.`
        guard isSign(separator, 3), isJoined(3) else { return try withoutYear(first, second, separator, from: start) }
        guard isJoined(4), let year = number(4) else {
            guard separator == "." else { return nil }
            position += 4
            let (month, day) = try dayOfDots(first, second, from: start)
            return .yearly(month, day)
        }
        position += 5
        guard digits(-1) == 4 else {
            let days =
                separator == "." ? [(first, Month(second))] : Self.readings(first, second).map { ($0.day, $0.month) }
            var forms: [String] = []
            for (day, month) in days where digits(-1) == 2 {
                let form = "'\(day) \(month?.shortName.lowercased() ?? "") 20\(year.padded(2))'"
                if month != nil, !forms.contains(form) { forms.append(form) }
            }
            // `26-12-25` may begin with the year.
            if separator == "-", digits(-1) == 2, let date = CivilDate(year: 2000 + first, month: second, day: year) {
                forms.append("'\(date.inWords)'")
            }
            let written = forms.isEmpty ? "" : ": write \(forms.joined(separator: " or "))"
            throw fault("\(quote(from: start)) needs a year of four digits\(written)", from: start)
        }
        if separator == "." { return .fixed(try fixed(year, second, first, from: start)) }
        return .fixed(try slashes(first, second, year, from: start))
    }

    /// Month first if only that is a date; day first likewise.
    private func slashes(_ first: Int, _ second: Int, _ year: Int, from start: Int) throws(ParseError) -> CivilDate {
        let monthFirst = CivilDate(year: year, month: first, day: second)
        let dayFirst = CivilDate(year: year, month: second, day: first)
        if let monthFirst, let dayFirst, monthFirst != dayFirst {
            let readings = [monthFirst, dayFirst].map { "'\($0.inWords)'" }
            throw fault("\(quote(from: start)) is ambiguous: write \(readings[0]) or \(readings[1])", from: start)
        }
        if let date = monthFirst ?? dayFirst { return date }
        return try fixed(year, first > 12 ? second : first, first > 12 ? first : second, from: start)
    }

    /// `11/22`, `24.12`
    private mutating func withoutYear(
        _ first: Int,
        _ second: Int,
        _ separator: Unicode.Scalar,
        from start: Int
    ) throws(ParseError) -> Day? {
        // `12.1`, but not `1.5 hours`
        let isUnit = PhraseUnit(word(3) ?? "") != nil || word(3) == "am" || word(3) == "pm"
        guard !isJoined(3), !isUnit else { return nil }
        if separator == "." {
            // `24.12` is no time, and `12.1` neither.
            let isTime = first < 24 && digits(2) == 2
            guard !isTime, let month = Month(rawValue: Int8(second)), 1...month.longest ~= first else { return nil }
            position += 3
            // Apart from a title, where it may be a price, it can only be this day.
            if isApart, first > 12 { return try calendarDay(first, month, from: start) }
            let day = "\(first) \(month.shortName.lowercased())"
            throw fault("\(quote(from: start)) is not a time: write '\(day)' for the day", from: start)
        }
        guard let (month, day) = try dayOfSlashes() else { return nil }
        return try calendarDay(day, month, from: start)
    }

    /// The day and the month that `11/22` can mean.
    static func readings(_ first: Int, _ second: Int) -> [(day: Int, month: Month)] {
        [(first, second), (second, first)].compactMap { month, day in
            Month(rawValue: Int8(clamping: month)).flatMap { 1...$0.longest ~= day ? (day, $0) : nil }
        }
    }

    /// `12/25`, which has no year; refused if it can be two days.
    mutating func dayOfSlashes() throws(ParseError) -> (month: Month, day: Int)? {
        guard 1...2 ~= digits(), isSign("/", 1), isJoined(1), 1...2 ~= digits(2), isJoined(2),
            !isJoined(3), PhraseUnit(word(3) ?? "") == nil, let first = number(), let second = number(2)
        else { return nil }
        let start = position
        position += 3
        let readings = Self.readings(first, second)
        guard let one = readings.first else {
            // `@chapter 13/20` is a title.
            guard isInRule || isApart else { return nil }
            throw fault("there is no day \(quote(from: start)) in any year", from: start)
        }
        if (first, second) == (24, 7) {
            throw fault("'24/7' may be a day or mean always: write '24 jul' for the day", from: start)
        }
        if let other = readings.last, other != one {
            let days = [one, other].map { "'\($0.day) \($0.month.shortName.lowercased())'" }
            throw fault("\(quote(from: start)) is ambiguous: write \(days[0]) or \(days[1])", from: start)
        }
        return (one.month, one.day)
    }

    /// `24.12.`, which has no year.
    mutating func dayOfDots() throws(ParseError) -> (month: Month, day: Int)? {
        guard 1...2 ~= digits(), isSign(".", 1), isJoined(1), 1...2 ~= digits(2), isJoined(2), isSign(".", 3),
            isJoined(3),
            !(isJoined(4) && digits(4) > 0), let day = number(), let month = number(2)
        else { return nil }
        let start = position
        position += 4
        return try dayOfDots(day, month, from: start)
    }

    private func dayOfDots(_ day: Int, _ month: Int, from start: Int) throws(ParseError) -> (Month, Int) {
        guard let name = Month(rawValue: Int8(clamping: month)) else {
            throw fault("there is no date \(quote(from: start)): months are 1 to 12", from: start)
        }
        guard 1...name.longest ~= day else {
            let reason = "there is no \(day) \(name.name): \(name.name) has at most \(name.longest) days"
            throw fault(reason, from: start)
        }
        return (name, day)
    }

    private mutating func yearFirst(
        _ year: Int,
        _ separator: Unicode.Scalar,
        from start: Int
    ) throws(ParseError) -> Day? {
        if separator == "-", word(2) == "w", isJoined(3), digits(3) == 2, let week = number(3) {
            return .fixed(try isoWeek(year, week, from: start))
        }
        guard isSign(separator, 3), isJoined(3), isJoined(4), 1...2 ~= digits(2), 1...2 ~= digits(4),
            let month = number(2), let day = number(4)
        else { return nil }
        position += 5
        return try withTime(fixed(year, month, day, from: start), from: start)
    }

    /// `2027-W03` is its Monday.
    mutating func isoWeek(_ year: Int, _ week: Int, from start: Int) throws(ParseError) -> CivilDate {
        position += 4
        var day = 1
        if isSign("-"), isJoined(), isJoined(1), digits(1) == 1, let number = number(1) {
            day = number
            position += 2
        }
        guard 1...9999 ~= year, 1...7 ~= day else {
            throw fault("there is no \(quote(from: start)): a week has the days 1 to 7", from: start)
        }
        guard let monday = CivilDate.monday(ofWeek: week, in: year) else {
            let last = CivilDate(unchecked: year, 12, 28).isoWeek.week
            throw fault("there is no \(quote(from: start)): \(year) has \(last) weeks", from: start)
        }
        return monday.adding(days: day - 1)
    }

    /// `T0900`, `T09:00`, `T9:00:30` directly after a date.
    private mutating func withTime(_ date: CivilDate, from start: Int) throws(ParseError) -> Day {
        guard word() == "t", isJoined(), isJoined(1), let number = number(1) else { return .fixed(date) }
        var parts = [number]
        if [4, 6].contains(digits(1)) {
            parts =
                digits(1) == 4 ? [number / 100, number % 100] : [number / 10_000, number / 100 % 100, number % 100]
            position += 2
        } else {
            position += 2
            while isSign(":"), isJoined(), isJoined(1), digits(1) == 2, let part = self.number(1), parts.count < 3 {
                parts.append(part)
                position += 2
            }
        }
        guard parts.count > 1,
            let time = CivilTime(hour: parts[0], minute: parts[1], second: parts.count > 2 ? parts[2] : 0)
        else {
            throw fault("there is no time \(quote(from: start)): times are 00:00 to 23:59", from: start)
        }
        return .moment(CivilDateTime(date, time), elapsed: nil)
    }
}

extension CivilDate {
    var monthOfYear: Month { Month(rawValue: Int8(month)) ?? .january }

    /// `27 nov 2026`, as a reading in a message.
    package var inWords: String { "\(day) \(monthOfYear.shortName.lowercased()) \(year.padded(4))" }

    /// The Monday of an ISO week; nil if the year does not have it.
    static func monday(ofWeek week: Int, in year: Int) -> CivilDate? {
        let january4 = CivilDate(unchecked: year, 1, 4)
        let date = january4.adding(days: 7 * (week - 1) + 1 - january4.weekday.number)
        return date.isoWeek == (year, week) ? date : nil
    }

    /// The nth such weekday of the date's month, or the nth working day; from its end if negative; nil if there is none.
    func nth(_ number: Int, _ weekday: Weekday?) -> CivilDate? {
        let first = CivilDate(unchecked: year, month, 1)
        guard let weekday else {
            let days = (0..<daysInMonth).map(first.adding(days:)).filter { $0.weekday < .saturday }
            let place = number > 0 ? number - 1 : days.count + number
            return days.indices.contains(place) ? days[place] : nil
        }
        let offset = (weekday.number - first.weekday.number).modulo(7)
        let count = (daysInMonth - 1 - offset) / 7 + 1
        let place = number > 0 ? number - 1 : count + number
        return 0..<count ~= place ? first.adding(days: offset + 7 * place) : nil
    }
}
