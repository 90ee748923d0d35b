/// A day of the proleptic Gregorian calendar, from 0001-01-01 to 9999-12-31, without a time zone.
///
/// Arithmetic saturates at the ends of this range.
public struct CivilDate: Sendable, Hashable, Comparable, CustomStringConvertible {
    /// Year, month and day packed into an integer that sorts as they do: 4 bytes, since many dates are in memory.
    private let packed: Int32

    /// 1 to 9999.
    public var year: Int { Int(packed >> 9) }
    /// 1 to 12.
    public var month: Int { Int(packed >> 5 & 15) }
    /// 1 to 31.
    public var day: Int { Int(packed & 31) }

    /// 0001-01-01.
    package static let min = CivilDate(unchecked: 1, 1, 1)
    /// 9999-12-31.
    package static let max = CivilDate(unchecked: 9999, 12, 31)

    /// Nil if the day does not exist.
    public init?(year: Int, month: Int, day: Int) {
        guard 1...9999 ~= year, 1...12 ~= month, 1...Self.daysInMonth(year: year, month: month) ~= day else {
            return nil
        }
        self.init(unchecked: year, month, day)
    }

    /// For numbers that are known to be a valid date.
    package init(unchecked year: Int, _ month: Int, _ day: Int) {
        packed = Int32(truncatingIfNeeded: year << 9 | month << 5 | day)
    }

    /// The day this many days after 1970-01-01.
    package init(daysSinceEpoch days: Int) {
        guard days > Self.minDays else {
            self = .min
            return
        }
        guard days < Self.maxDays else {
            self = .max
            return
        }
        // Years begin in March, so that the leap day comes last; an era is 400 years or 146,097 days.
        let shifted = days + 719_468
        let era = shifted / 146_097
        let dayOfEra = shifted - era * 146_097
        let yearOfEra = (dayOfEra - dayOfEra / 1_460 + dayOfEra / 36_524 - dayOfEra / 146_096) / 365
        let dayOfYear = dayOfEra - (365 * yearOfEra + yearOfEra / 4 - yearOfEra / 100)
        let shiftedMonth = (5 * dayOfYear + 2) / 153
        let day = dayOfYear - (153 * shiftedMonth + 2) / 5 + 1
        let month = shiftedMonth < 10 ? shiftedMonth + 3 : shiftedMonth - 9
        self.init(unchecked: yearOfEra + era * 400 + (month <= 2 ? 1 : 0), month, day)
    }

    static let minDays = -719_162
    static let maxDays = 2_932_896

    /// Days since 1970-01-01.
    package var daysSinceEpoch: Int { Self.daysSinceEpoch(year: year, month: month, day: day) }

    /// Also valid for a `day` outside the month: the 0th is the day before the 1st.
    static func daysSinceEpoch(year: Int, month: Int, day: Int) -> Int {
        let shiftedYear = month <= 2 ? year - 1 : year
        let era = shiftedYear.floorDivided(by: 400)
        let yearOfEra = shiftedYear - era * 400
        let shiftedMonth = month > 2 ? month - 3 : month + 9
        let dayOfYear = (153 * shiftedMonth + 2) / 5 + day - 1
        return era * 146_097 + yearOfEra * 365 + yearOfEra / 4 - yearOfEra / 100 + dayOfYear - 719_468
    }

    /// 28 to 31; `month` is 1 to 12.
    package static func daysInMonth(year: Int, month: Int) -> Int {
        switch month {
        case 2: isLeap(year: year) ? 29 : 28
        case 4, 6, 9, 11: 30
        default: 31
        }
    }

    static func isLeap(year: Int) -> Bool { year % 4 == 0 && (year % 100 != 0 || year % 400 == 0) }

    /// The number of days in its month, 28 to 31.
    package var daysInMonth: Int { Self.daysInMonth(year: year, month: month) }
    /// Whether its year has a 29 February.
    package var isInLeapYear: Bool { Self.isLeap(year: year) }
    package var weekday: Weekday { Weekday(ofDay: daysSinceEpoch) }

    /// Counted from 1.
    package var dayOfYear: Int { daysSinceEpoch - Self.daysSinceEpoch(year: year, month: 1, day: 0) }

    /// Weeks begin on Monday, and week 1 is the one that contains 4 January, so the first and last days of a year can
    /// belong to a week of a neighbouring year (ISO 8601).
    package var isoWeek: (year: Int, week: Int) {
        let thursday = daysSinceEpoch - weekday.number + 4
        let date = CivilDate(daysSinceEpoch: thursday)
        return (date.year, (date.dayOfYear + 6) / 7)
    }

    /// - Returns: the date that many days later, or earlier if negative; within the years 1 to 9999.
    public func adding(days: Int) -> CivilDate {
        let (sum, overflow) = daysSinceEpoch.addingReportingOverflow(days)
        if overflow { return days < 0 ? .min : .max }
        return CivilDate(daysSinceEpoch: sum)
    }

    /// The same day of the month this many months later, or the last day of that month if it is shorter.
    package func adding(months: Int) -> CivilDate {
        let (sum, overflow) = (year * 12 + month - 1).addingReportingOverflow(months)
        if overflow { return months < 0 ? .min : .max }
        let (year, month) = (sum.floorDivided(by: 12), sum.modulo(12) + 1)
        if year < 1 { return .min }
        if year > 9999 { return .max }
        return CivilDate(unchecked: year, month, Swift.min(day, Self.daysInMonth(year: year, month: month)))
    }

    /// The earlier day is less.
    public static func < (a: CivilDate, b: CivilDate) -> Bool { a.packed < b.packed }

    /// `2026-11-22`.
    public var description: String { "\(year.padded(4))-\(month.padded(2))-\(day.padded(2))" }
}
