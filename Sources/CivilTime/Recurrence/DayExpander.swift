/// Expands the periods of a rule (years, months, weeks or days) to days, according to the table in RFC 5545, 3.3.10. Days
/// are counted from 1970-01-01.
struct DayExpander: Sendable {
    private let frequency: RecurrenceRule.Frequency
    private let interval: Int
    private let weekStart: Weekday
    private let skip: RecurrenceRule.Skip
    private let anchor: CivilDate
    /// The number of the period that contains the anchor: its year, month, first day of the week, or day.
    private(set) var first: Int
    /// A bit for each month; all are set if the rule names none.
    private let months: UInt16
    private let hasMonths: Bool
    private let monthDays: [Int]
    private let yearDays: [Int]
    private let weekNumbers: [Int]
    private let byDay: [RecurrenceRule.OrdinalWeekday]
    /// A bit for each weekday in `byDay`.
    private let weekdays: UInt8
    private let hasOrdinals: Bool

    init(_ rule: RecurrenceRule, anchor: CivilDate) {
        frequency = rule.frequency
        interval = rule.interval
        weekStart = rule.weekStart
        skip = rule.skip
        self.anchor = anchor
        hasMonths = !rule.byMonth.isEmpty
        months = hasMonths ? rule.byMonth.reduce(0) { $0 | 1 << UInt16($1) } : .max
        monthDays = rule.byMonthDay
        yearDays = rule.byYearDay
        weekNumbers = rule.byWeekNumber
        byDay = rule.byDay
        weekdays = rule.byDay.reduce(0) { $0 | 1 << UInt8($1.weekday.rawValue) }
        hasOrdinals = rule.byDay.contains { $0.ordinal != 0 }
        first =
            switch rule.frequency {
            case .yearly: anchor.year
            case .monthly: anchor.year * 12 + anchor.month - 1
            case .weekly: Self.startOfWeek(anchor.daysSinceEpoch, rule.weekStart)
            default: anchor.daysSinceEpoch
            }
        if hasWeekYears { first = weekYear(of: anchor.daysSinceEpoch) }
        if isMoved(anchor) { first += skip == .forward ? -1 : 1 }
    }

    /// Whether years are week-numbering years, which begin and end up to three days before or after the calendar year.
    private var hasWeekYears: Bool { frequency == .yearly && !weekNumbers.isEmpty && yearDays.isEmpty }

    /// Whether the anchor is a day that SKIP moved there from the previous or next period.
    private func isMoved(_ anchor: CivilDate) -> Bool {
        guard frequency == .monthly && !monthDays.isEmpty || frequency == .yearly && !yearDays.isEmpty else {
            return false
        }
        switch skip {
        case .omit: return false
        case .forward: if anchor.day != 1 { return false }
        case .backward: if anchor.day != anchor.daysInMonth { return false }
        }
        func isNamed(in period: Int) -> Bool {
            var days: [Int] = []
            if frequency == .yearly { expandYear(period, into: &days) } else { expandMonth(period, into: &days) }
            return days.contains(anchor.daysSinceEpoch)
        }
        return !isNamed(in: first) && isNamed(in: first + (skip == .forward ? -1 : 1))
    }

    private static func startOfWeek(_ day: Int, _ start: Weekday) -> Int {
        day - (Weekday(ofDay: day).number - start.number).modulo(7)
    }

    /// The last period that begins at or before the one that contains the day; the first is 0.
    func period(holding day: Int) -> Int {
        let date = CivilDate(daysSinceEpoch: day)
        let passed =
            switch frequency {
            case .yearly: date.year - first
            case .monthly: date.year * 12 + date.month - 1 - first
            case .weekly: (day - first).floorDivided(by: 7)
            default: day - first
            }
        // Days moved forward, and days of the last week of a year, can be in the following period.
        return max(0, passed.floorDivided(by: interval) - (skip == .forward || hasWeekYears ? 1 : 0))
    }

    /// Expands a period into `days`, ascending. Returns the next period that may contain days; nil after the year 9999.
    func expand(_ period: Int, into days: inout [Int]) -> Int? {
        days.removeAll(keepingCapacity: true)
        let (passed, overflow) = period.multipliedReportingOverflow(by: interval)
        guard !overflow, passed < 4_000_000 else { return nil }
        var next = period + 1
        switch frequency {
        case .yearly:
            guard first + passed <= 9_999 else { return nil }
            expandYear(first + passed, into: &days)
        case .monthly:
            let month = first + passed
            guard month < 120_000 else { return nil }
            expandMonth(month, into: &days)
        case .weekly:
            let start = first + passed * 7
            guard start <= CivilDate.maxDays else { return nil }
            // The supported range can begin and end within a week.
            for day in max(start, CivilDate.minDays)..<min(start + 7, CivilDate.maxDays + 1) where isOnWeekday(day) {
                if !hasMonths || passes(day, CivilDate(daysSinceEpoch: day)) { days.append(day) }
            }
        default:
            let day = first + passed
            guard day <= CivilDate.maxDays else { return nil }
            if isUnlimited {
                days.append(day)
            } else {
                let date = CivilDate(daysSinceEpoch: day)
                if passes(day, date) {
                    days.append(day)
                } else if !isInMonth(date.month) {
                    let end = day + date.daysInMonth - date.day + 1
                    next = max(next, (end - first + interval - 1) / interval)
                }
            }
        }
        if days.count > 1 { sort(&days) }
        return next
    }

    private func sort(_ days: inout [Int]) {
        if zip(days, days.dropFirst()).allSatisfy({ $0 < $1 }) { return }
        days = Set(days).sorted()
    }

    // MARK: Years and months

    private func expandYear(_ year: Int, into days: inout [Int]) {
        let start = CivilDate.daysSinceEpoch(year: year, month: 1, day: 1)
        let end = start + (CivilDate.isLeap(year: year) ? 366 : 365)
        if !yearDays.isEmpty {
            for number in yearDays {
                guard let day = day(number, in: start..<end), Self.calendar ~= day else { continue }
                let date = CivilDate(daysSinceEpoch: day)
                if passesApartFromYear(day, date), isInWeek(day) { days.append(day) }
            }
        } else if !weekNumbers.isEmpty {
            expandWeeks(year, into: &days)
        } else if !monthDays.isEmpty || hasMonths || byDay.isEmpty {
            for month in 1...12 where hasMonths ? isInMonth(month) : (!monthDays.isEmpty || month == anchor.month) {
                expandMonth(year, month, into: &days)
            }
        } else {
            expandWeekdays(start..<end, into: &days)
        }
    }

    /// The days of the weeks in BYWEEKNO. A week belongs to the year that contains at least four of its days, and so do
    /// its days in the neighbouring year.
    private func expandWeeks(_ year: Int, into days: inout [Int]) {
        let first = firstWeek(of: year)
        let count = (firstWeek(of: year + 1) - first) / 7
        for number in weekNumbers {
            let week = number > 0 ? number : count + number + 1
            guard 1...count ~= week else { continue }
            let start = first + (week - 1) * 7
            for day in start..<start + 7 where Self.calendar ~= day && isOnWeekday(day) {
                if passesApartFromYear(day, CivilDate(daysSinceEpoch: day)) { days.append(day) }
            }
        }
    }

    private static let calendar = CivilDate.minDays...CivilDate.maxDays

    /// The week-numbering year of the day.
    private func weekYear(of day: Int) -> Int {
        CivilDate(daysSinceEpoch: Self.startOfWeek(day, weekStart) + 3).year
    }

    /// The first day of the first week with at least four days in the year.
    private func firstWeek(of year: Int) -> Int {
        Self.startOfWeek(CivilDate.daysSinceEpoch(year: year, month: 1, day: 4), weekStart)
    }

    /// Expands a month, counted from January of year 0, if it is one of the rule's.
    private func expandMonth(_ number: Int, into days: inout [Int]) {
        if isInMonth(number % 12 + 1) { expandMonth(number / 12, number % 12 + 1, into: &days) }
    }

    private func expandMonth(_ year: Int, _ month: Int, into days: inout [Int]) {
        let start = CivilDate.daysSinceEpoch(year: year, month: month, day: 1)
        let range = start..<start + CivilDate.daysInMonth(year: year, month: month)
        if monthDays.isEmpty, !byDay.isEmpty {
            expandWeekdays(range, into: &days)
        } else if monthDays.isEmpty {
            if let day = day(anchor.day, in: range) { days.append(day) }
        } else {
            for number in monthDays {
                guard let day = day(number, in: range) else { continue }
                if byDay.isEmpty || matchesWeekday(day, CivilDate(daysSinceEpoch: day)) { days.append(day) }
            }
        }
    }

    /// The nth day of a month or year, counted from the end if negative. If it does not exist, the day that SKIP yields:
    /// the nearest one before or after. The 31st to last day of April yields the day before the 1st.
    private func day(_ number: Int, in range: Range<Int>) -> Int? {
        let day = number > 0 ? range.lowerBound + number - 1 : range.upperBound + number
        if range ~= day { return day }
        return switch skip {
        case .omit: nil
        case .backward: (number > 0 ? range.upperBound : range.lowerBound) - 1
        case .forward: number > 0 ? range.upperBound : range.lowerBound
        }
    }

    /// Each weekday of the rule in a month or year, or the nth of them.
    private func expandWeekdays(_ range: Range<Int>, into days: inout [Int]) {
        for entry in byDay {
            let firstOne = range.lowerBound + (entry.weekday.number - Weekday(ofDay: range.lowerBound).number).modulo(7)
            if entry.ordinal == 0 {
                days.append(contentsOf: stride(from: firstOne, to: range.upperBound, by: 7))
                continue
            }
            let count = (range.upperBound - firstOne + 6) / 7
            let index = entry.ordinal > 0 ? entry.ordinal - 1 : count + entry.ordinal
            if 0..<count ~= index { days.append(firstOne + index * 7) }
        }
    }

    // MARK: Limits

    /// Whether the rule does not restrict days.
    var isUnlimited: Bool { !hasMonths && monthDays.isEmpty && yearDays.isEmpty && byDay.isEmpty }

    func isInMonth(_ month: Int) -> Bool { months >> UInt16(month) & 1 == 1 }

    /// In a weekly rule without weekdays, the weekday of the anchor, unless BYMONTHDAY is set.
    private func isOnWeekday(_ day: Int) -> Bool {
        let weekday = Weekday(ofDay: day)
        if byDay.isEmpty { return !monthDays.isEmpty || weekday == anchor.weekday }
        return weekdays >> UInt8(weekday.rawValue) & 1 == 1
    }

    /// Whether a day satisfies all limits of the rule, except BYWEEKNO, which only applies to yearly rules.
    func passes(_ day: Int, _ date: CivilDate) -> Bool {
        guard passesApartFromYear(day, date) else { return false }
        if yearDays.isEmpty { return true }
        let number = date.dayOfYear
        let fromEnd = number - (date.isInLeapYear ? 367 : 366)
        return yearDays.contains { $0 == number || $0 == fromEnd }
    }

    /// Whether its month, day of the month and weekday satisfy the limits.
    private func passesApartFromYear(_ day: Int, _ date: CivilDate) -> Bool {
        guard isInMonth(date.month) else { return false }
        if !monthDays.isEmpty {
            let fromEnd = date.day - date.daysInMonth - 1
            guard monthDays.contains(where: { $0 == date.day || $0 == fromEnd }) else { return false }
        }
        return byDay.isEmpty || matchesWeekday(day, date)
    }

    private func isInWeek(_ day: Int) -> Bool {
        if weekNumbers.isEmpty { return true }
        let start = Self.startOfWeek(day, weekStart)
        let owner = weekYear(of: day)
        let first = firstWeek(of: owner)
        let number = (start - first) / 7 + 1
        let count = (firstWeek(of: owner + 1) - first) / 7
        return weekNumbers.contains { $0 == number || $0 == number - count - 1 }
    }

    private func matchesWeekday(_ day: Int, _ date: CivilDate) -> Bool {
        let weekday = Weekday(ofDay: day)
        guard weekdays >> UInt8(weekday.rawValue) & 1 == 1 else { return false }
        if !hasOrdinals { return true }
        let inYear = frequency == .yearly && !hasMonths
        let passed = inYear ? date.dayOfYear - 1 : date.day - 1
        let left = inYear ? (date.isInLeapYear ? 366 : 365) - date.dayOfYear : date.daysInMonth - date.day
        return byDay.contains {
            $0.weekday == weekday && ($0.ordinal == 0 || $0.ordinal == passed / 7 + 1 || $0.ordinal == -(left / 7) - 1)
        }
    }
}
