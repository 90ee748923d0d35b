package import CivilTime

/// When words are read, and how what they leave open is to be supplied.
struct Present: Sendable, Hashable {
    var now: CivilDateTime
    var times: PartsOfDay = .usual
    /// Whether a time alone is today's even if it has passed, as when something was completed.
    var timeIsToday = false
    /// Whether a weekday or a date without a year is the latest one up to today.
    var looksBack = false

    init(_ now: CivilDateTime, times: PartsOfDay = .usual, timeIsToday: Bool = false, looksBack: Bool = false) {
        (self.now, self.times, self.timeIsToday, self.looksBack) = (now, times, timeIsToday, looksBack)
    }

    /// Whether what depends on the time is refused, as in a file, which is read at any time.
    private(set) var isAnyTime = false
    static let atAnyTime: Present = {
        var present = Present(CivilDateTime(.min))
        present.isAnyTime = true
        return present
    }()
    var today: CivilDate { now.date }

    // MARK: Weekdays and periods

    /// The next such day after today.
    func following(_ weekday: Weekday) -> CivilDate {
        today.adding(days: (weekday.number - today.weekday.number - 1).modulo(7) + 1)
    }

    /// A day of this week, or of the week that many weeks later.
    func day(_ weekday: Weekday, ofWeek weeks: Int) -> CivilDate {
        today.adding(days: 7 * weeks + weekday.number - today.weekday.number)
    }

    func first(of period: Period, _ ahead: Int) -> CivilDate {
        switch period {
        case .week: day(.monday, ofWeek: ahead)
        case .month: CivilDate(unchecked: today.year, today.month, 1).adding(months: ahead)
        case .quarter: CivilDate(unchecked: today.year, (today.month - 1) / 3 * 3 + 1, 1).adding(months: 3 * ahead)
        case .year: CivilDate(unchecked: today.year, 1, 1).adding(months: 12 * ahead)
        }
    }

    func first(of scope: Scope) -> CivilDate {
        switch scope {
        case .period(let period, let ahead): return first(of: period, ahead)
        case .any(let period):
            let date = first(of: period, 0)
            return date < today ? first(of: period, 1) : date
        case .month(let month, let year?): return CivilDate(unchecked: year, month.number, 1)
        case .month(let month, nil):
            let years = looksBack ? (month.number > today.month ? -1 : 0) : month.number < today.month ? 1 : 0
            return CivilDate(unchecked: today.year + years, month.number, 1)
        }
    }

    func last(of scope: Scope) -> CivilDate {
        switch scope {
        case .period(let period, let ahead): return first(of: period, ahead + 1).adding(days: -1)
        case .any(let period): return first(of: period, 1).adding(days: -1)
        case .month:
            let first = first(of: scope)
            return CivilDate(unchecked: first.year, first.month, first.daysInMonth)
        }
    }

    // MARK: Days

    /// The dates that a day can be, which are several if its words have several readings at this time.
    ///
    /// - Parameter time: the time of day; on a day that is today, it may have passed.
    func dates(of day: Day, at time: CivilTime? = nil) throws(Refusal) -> [CivilDate] {
        switch day {
        case .today(let days): return [try inRange(today.adding(days: days))]
        case .date(let date): return [date]
        case .weekday(let weekday, let weeks):
            // Today is neither the last nor the next one.
            let isBack = looksBack && weeks == 0 || weeks < 0 && today.weekday == weekday
            return [following(weekday).adding(days: 7 * (isBack ? weeks - 1 : weeks))]
        case .this(let weekday):
            return today.weekday == weekday ? [today, following(weekday)] : [following(weekday)]
        case .inWeek(let weekday, let weeks): return [self.day(weekday, ofWeek: weeks)]
        case .thisWeekend: return today.weekday >= .saturday ? [today, following(.saturday)] : [following(.saturday)]
        case .nextWeekend(let weeks):
            let saturday = following(.saturday).adding(days: 7 * weeks)
            return today.weekday < .saturday ? [saturday, saturday.adding(days: 7)] : [saturday]
        case .dayOf(let day, let scope):
            return try dates(in: scope, time) { CivilDate(year: $0.year, month: $0.month, day: day) }
        case .nth(let number, let weekday, let scope): return try dates(in: scope, time) { $0.nth(number, weekday) }
        case .nextMonthly(let day):
            let tomorrow = today.adding(days: 1)
            var other = self
            (other.now, other.looksBack) = (CivilDateTime(tomorrow), false)
            return try other.dates(of: .dayOf(day, .any(.month)))
        case .first(let scope): return [first(of: scope)]
        case .last(let scope): return [last(of: scope)]
        case .week(let week, let weekday): return [try monday(ofWeek: week).adding(days: weekday.number - 1)]
        case .away(let duration, let base):
            var dates: [CivilDate] = []
            for date in try self.dates(of: base) {
                dates.append(try inRange(CivilDateTime(date).adding(duration).date))
            }
            return dates
        case .workdays(let count): return [workday(count)]
        case .agreeing(let day, let weekday, let number):
            let dates = try self.dates(of: day)
            guard let date = dates.first(where: { $0.weekday == weekday ?? $0.weekday && $0.day == number ?? $0.day })
            else {
                let found = dates.first.map { ["\($0.weekday.name.lowercased()) \($0.inWords)"] } ?? []
                throw Refusal(.otherWeekday, found, isWhole: true)
            }
            return [date]
        }
    }

    private func inRange(_ date: CivilDate) throws(Refusal) -> CivilDate {
        guard date != .max, date != .min else { throw Refusal(.tooLarge) }
        return date
    }

    private func workday(_ count: Int) -> CivilDate {
        var (date, left) = (today, abs(count))
        while left > 0 {
            date = date.adding(days: count.signum())
            if date.weekday < .saturday { left -= 1 }
        }
        return date
    }

    private func monday(ofWeek week: Int) throws(Refusal) -> CivilDate {
        let (year, present) = today.isoWeek
        if looksBack {
            for year in (year - 7...year).reversed() {
                if let monday = CivilDate.monday(ofWeek: week, in: year), monday <= today { return monday }
            }
        }
        if week == present, today.weekday != .monday { throw Refusal(.hasPassed, ["today", "friday"], isWhole: true) }
        for year in year...year + 7 {
            if let monday = CivilDate.monday(ofWeek: week, in: year), monday >= today { return monday }
        }
        throw Refusal(.noSuchDate)
    }

    /// A day of a month: that of the scope, or else the first such day from today on. If it is today and the time has passed,
    /// some mean today and others the next one.
    private func dates(
        in scope: Scope,
        _ time: CivilTime?,
        _ dayOfMonth: (CivilDate) -> CivilDate?
    ) throws(Refusal) -> [CivilDate] {
        let month: Month?
        switch scope {
        case .any: month = nil
        case .month(let only, nil): month = only
        default:
            guard let date = dayOfMonth(first(of: scope)) else { throw Refusal(.noSuchDate) }
            return [date]
        }
        func dayInMonth(_ first: CivilDate) -> CivilDate? {
            month ?? first.monthOfYear == first.monthOfYear ? dayOfMonth(first) : nil
        }
        var first = CivilDate(unchecked: today.year, today.month, 1)
        var passed: [CivilDate] = []
        // A fifth Monday of February can be 40 years away.
        for _ in 0..<12 * 41 {
            if looksBack {
                if let date = dayInMonth(first), date <= today { return [date] }
                first = first.adding(months: -1)
                continue
            }
            if let date = dayInMonth(first), date >= today {
                let isPast = date == today && !timeIsToday && time.map { $0 <= now.time } ?? false
                guard isPast else { return passed + [date] }
                passed = [date]
            }
            first = first.adding(months: 1)
        }
        throw Refusal(.noSuchDate)
    }

    /// The first and the last day of a period; nil if there is none.
    func days(of period: Day) throws(Refusal) -> (first: CivilDate, last: CivilDate)? {
        switch period {
        case .first(.any(let period)): return (first(of: period, 0), last(of: .period(period, 0)))
        case .first(let scope): return (first(of: scope), last(of: scope))
        default:
            let dates = try dates(of: period)
            guard let first = dates.first else { return nil }
            if dates.count > 1 { throw Refusal(.ambiguous, dates.map(\.inWords)) }
            // A weekend begins on Saturday, a week on Monday.
            return (first, first.adding(days: first.weekday == .saturday ? 1 : 6))
        }
    }

    // MARK: A day and a time

    /// The dates and times that a phrase can be, and what it names.
    func readings(of when: When) throws(Refusal) -> [WhenPhrase] {
        var found = try plainReadings(of: when)
        if let remark = when.remark {
            let distance = try dates(of: remark).first.map { $0.daysSinceEpoch } ?? 0
            found.removeAll { abs($0.value.date.daysSinceEpoch - distance) > remark.rounding }
            if found.isEmpty { throw Refusal(.otherDistance) }
        }
        if let offset = when.offset {
            for index in found.indices {
                found[index].value = DateValue(found[index].value.clock, offset: offset)
                found[index].hasListedOffset = true
            }
        }
        return found
    }

    private func plainReadings(of when: When) throws(Refusal) -> [WhenPhrase] {
        if let moment = when.moment { return try readings(of: moment) }
        guard let clock = when.clock else {
            guard let day = when.day else { return [WhenPhrase(value: DateValue(today), named: .allDay)] }
            let named: WhenPhrase.Named = when.isAllDay ? .dayWithoutTime : .day
            return try dates(of: day).map {
                WhenPhrase(value: DateValue($0), named: named, isEndOfDay: when.isEndOfDay)
            }
        }
        var found: [WhenPhrase] = []
        for time in self.times(of: clock) {
            guard let day = when.day else {
                let date = timeIsToday || time > now.time ? today : today.adding(days: 1)
                found.append(WhenPhrase(value: DateValue(CivilDateTime(date, time)), named: .time))
                continue
            }
            for date in try timed(day, time) {
                // `friday midnight` is the one before it or after it, and midnight tonight is tomorrow.
                let days = clock.isMidnight ? (clock.isToday ? [1] : [0, 1]) : [0]
                found += days.map {
                    WhenPhrase(value: DateValue(CivilDateTime(date.adding(days: $0), time)), named: .both)
                }
            }
        }
        return found
    }

    private func timed(_ day: Day, _ time: CivilTime) throws(Refusal) -> [CivilDate] {
        do throws(Refusal) {
            return try dates(of: day, at: time)
        } catch {
            var refusal = error
            if refusal.isWhole { refusal.alternatives = refusal.alternatives.map { "\($0) \(time)" } }
            throw refusal
        }
    }

    /// The times that a clock can be.
    func times(of clock: Clock) -> [CivilTime] {
        if let time = clock.time {
            return clock.isEither ? [time, CivilTime(unchecked: (time.secondOfDay + 43_200) % 86_400)] : [time]
        }
        switch clock.part {
        case .morning: return [times.morning]
        case .afternoon: return [times.afternoon]
        default: return [times.evening]
        }
    }

    private func readings(of moment: When.Moment) throws(Refusal) -> [WhenPhrase] {
        let minute = CivilTime(unchecked: now.time.secondOfDay / 60 * 60)
        switch moment {
        case .now: return [WhenPhrase(value: DateValue(CivilDateTime(today, minute)), named: .both)]
        case .exact(let value): return [WhenPhrase(value: DateValue(value), named: .both)]
        case .sameTime(let day):
            return try dates(of: day).map { WhenPhrase(value: DateValue(CivilDateTime($0, minute)), named: .both) }
        case .away(let duration):
            let moved = now.adding(duration)
            _ = try inRange(moved.date)
            // Never early.
            let value = CivilDateTime(clockSeconds: (moved.clockSeconds + 59).floorDivided(by: 60) * 60)
            let elapsed = duration.days == 0 && duration.months == 0 ? duration.seconds : nil
            return [WhenPhrase(value: DateValue(value), named: .both, elapsed: elapsed)]
        }
    }
}

extension CivilDate {
    var monthOfYear: Month { Month(month) ?? .january }

    /// `27 nov 2026`; a year that may be a time is written in the other order: `1930-11-27`.
    package var inWords: String {
        2000...2100 ~= year ? "\(day) \(monthOfYear.word) \(year)" : description
    }

    /// The Monday of an ISO week; nil if the year does not have it.
    static func monday(ofWeek week: Int, in year: Int) -> CivilDate? {
        let january4 = CivilDate(unchecked: year, 1, 4)
        let date = january4.adding(days: 7 * (week - 1) + 1 - january4.weekday.number)
        return date.isoWeek == (year, week) ? date : nil
    }

    /// The nth such weekday of the date's month, or the nth working day; from its end if negative; nil if there is none.
    func nth(_ number: Int, _ weekday: Weekday?) -> CivilDate? {
        let first = CivilDate(unchecked: year, month, 1)
        let all = (0..<daysInMonth).map(first.adding(days:)).filter { date in
            weekday.map { date.weekday == $0 } ?? (date.weekday < .saturday)
        }
        let place = number > 0 ? number - 1 : all.count + number
        return all.indices.contains(place) ? all[place] : nil
    }
}

/// The times of day meant by `morning`, `afternoon` and `evening`.
package struct PartsOfDay: Sendable, Hashable {
    package var morning = CivilTime(unchecked: 9 * 3_600)
    package var afternoon = CivilTime(unchecked: 15 * 3_600)
    package var evening = CivilTime(unchecked: 20 * 3_600)

    /// 09:00, 15:00 and 20:00.
    package static let usual = PartsOfDay()
}
