import CivilTime

/// What words mean before the time is known: the value of a symbol of the grammar.
enum Value: Hashable, Sendable {
    /// The part is not there, or the row does not apply.
    case none
    case int(Int)
    case ints([Int])
    case day(Day)
    indirect case clock(Clock)
    case scope(Scope)
    indirect case span(Span)
    indirect case when(When)
    indirect case days(RuleDays)
    indirect case rule(Rule)
    indirect case alarm(AlarmTrigger)
    /// Several meanings.
    indirect case either([Value])
    indirect case refused(Refusal)

    /// Whether it is more than a number or a name.
    var isPart: Bool {
        switch self {
        case .none, .int, .ints, .scope, .refused: false
        default: true
        }
    }

    var isReading: Bool { if case .refused = self { false } else { true } }
}

/// A day, named without the time that it is read at.
indirect enum Day: Hashable, Sendable {
    /// So many days after today.
    case today(Int)
    case date(CivilDate)
    /// The next such day after today, and so many weeks later; the last one before today is -1.
    case weekday(Weekday, weeks: Int)
    /// `this friday`, on a Friday too.
    case this(Weekday)
    /// That of this week, or of the week so many weeks later.
    case inWeek(Weekday, Int)
    case thisWeekend
    /// `next weekend`, or so many weeks after it.
    case nextWeekend(weeks: Int)
    /// That day of a month. If the scope leaves the month open, it is the next one, with today.
    case dayOf(Int, Scope)
    /// The next such day of a month after today.
    case nextMonthly(Int)
    /// The nth such weekday, or the nth working day, from the end if negative.
    case nth(Int, Weekday?, Scope)
    case first(Scope)
    case last(of: Scope)
    /// Of the next ISO week with that number.
    case week(Int, Weekday)
    case away(CivilDuration, from: Day)
    case workdays(Int)
    /// `fri 27 nov`, `fri 27`: a day that has to be that weekday, or to have that number.
    case agreeing(Day, weekday: Weekday? = nil, number: Int? = nil)
}

/// A month of the year, or a period that is counted from the current one.
enum Scope: Hashable, Sendable {
    case period(Period, Int)
    /// `the month`: the next one that has the day.
    case any(Period)
    case month(Month, year: Int?)
}

enum Period: Int, Hashable, Sendable {
    case week = 1, month, quarter, year
}

/// A unit of time, from the shortest to the longest, as the lexicon numbers them.
enum Unit: Int, Hashable, Sendable, Comparable, CaseIterable {
    case minute = 1, hour, day, week, fortnight, month, quarter, year

    static func < (a: Unit, b: Unit) -> Bool { a.rawValue < b.rawValue }

    /// Its length in months, days or seconds.
    private var length: (months: Int, days: Int, seconds: Int) {
        switch self {
        case .minute: (0, 0, 60)
        case .hour: (0, 0, 3_600)
        case .day: (0, 1, 0)
        case .week: (0, 7, 0)
        case .fortnight: (0, 14, 0)
        case .month: (1, 0, 0)
        case .quarter: (3, 0, 0)
        case .year: (12, 0, 0)
        }
    }

    /// A fraction of it; nil if that has no whole number of days, as only hours and minutes have fractions.
    func duration(_ count: Int, per divisor: Int = 1) -> CivilDuration? {
        guard 0...999_999_999 ~= count else { return nil }
        let (months, days, seconds) = (count * length.months, count * length.days, count * length.seconds)
        guard months % divisor == 0, days % divisor == 0 else { return nil }
        return CivilDuration(months: months / divisor, days: days / divisor, seconds: Int64(seconds / divisor))
    }

    /// How often a rule of so many of it occurs.
    func frequency(_ count: Int) -> (RecurrenceRule.Frequency, Int) {
        switch self {
        case .minute: (.minutely, count)
        case .hour: (.hourly, count)
        case .day: (.daily, count)
        case .week: (.weekly, count)
        case .fortnight: (.weekly, 2 * count)
        case .month: (.monthly, count)
        case .quarter: (.monthly, 3 * count)
        case .year: (.yearly, count)
        }
    }
}

/// A duration, and what else its spelling may mean.
struct Span: Hashable, Sendable {
    var value: CivilDuration
    /// Of the last amount.
    var unit: Unit
    /// `2h`, `2h30`: up to 23 hours may be a time of day.
    var clock: CivilTime?
    /// `5m` may be months.
    var minutesOrMonths: Int?
}

/// A time of day, as it is named.
struct Clock: Hashable, Sendable {
    enum Part: Int, Hashable, Sendable { case morning = 1, afternoon, evening }

    /// Nil for a part of the day alone.
    var time: CivilTime?
    var part: Part?
    /// From 1 to 12, so that a part of the day can make it one after noon.
    var isTwelveHour = false
    /// An hour from 1 to 8 alone, which some read as one before noon and others as one after it.
    var isEither = false
    var isMidnight = false
    /// `tonight`: its day too.
    var isToday = false
    /// The tokens of an hour that can be either, or of a span.
    var place: Range<Int>?
}

/// A day and a time, or one of them.
struct When: Hashable, Sendable {
    enum Moment: Hashable, Sendable {
        case now
        case exact(CivilDateTime)
        /// Counted from now, in days and hours.
        case away(CivilDuration)
        /// `this time tomorrow`
        case sameTime(Day)
    }

    var day: Day?
    var clock: Clock?
    var isAllDay = false
    var moment: Moment?
    /// `eod`, which says no time.
    var isEndOfDay = false
    /// What a listing says about its distance from today: `(in 3 weeks)`.
    var remark: Day?
    /// The tokens, if it is a part of something else.
    var place: Range<Int>?
    /// Of a time in a listing.
    var offset: UTCOffset?
}

extension Day {
    /// By how many days a printed distance may differ, which is in whole weeks, months or years if it is long.
    var rounding: Int {
        switch self {
        case .today(let days): days % 7 == 0 && abs(days) >= 14 ? 3 : 0
        case .away(let duration, _): duration.months == 0 ? 3 : duration.months % 12 == 0 ? 190 : 17
        default: 0
        }
    }
}
