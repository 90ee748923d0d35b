import MemossFiles

/// A date and time in words, relative to today. It does no calendar arithmetic: the caller has counted the days.
///
/// Near days have names. A date in the recent past is shown as a number of days ago, because what matters is how late
/// it is. A future date is shown with its weekday and date, because people plan by them. The year is shown if the date
/// is past or in another year, so that the output means the same when it is typed.
struct RelativeDay: Sendable, Hashable {
    /// The distance from today: 1 is tomorrow, -1 yesterday.
    var days: Int
    /// ISO 8601: 1 is Monday, 7 is Sunday.
    var weekday: Int
    var day: Int
    var month: Int
    var year: Int
    var currentYear: Int
    /// Minutes since midnight; nil for all day.
    var minuteOfDay: Int?
    /// The second of the minute.
    var second = 0
    var clock = Clock.hours24

    init(
        days: Int,
        weekday: Int,
        day: Int,
        month: Int,
        year: Int,
        currentYear: Int,
        hour: Int? = nil,
        minute: Int = 0,
        second: Int = 0
    ) {
        self.days = days
        self.weekday = weekday
        self.day = day
        self.month = month
        self.year = year
        self.currentYear = currentYear
        minuteOfDay = hour.map { 60 * $0 + minute }
        self.second = second
    }

    /// For a listing, in at most 17 cells: `today 09:00`, `tomorrow`, `Tue 24 Nov 18:30`, `3 Mar 2027`, `yesterday
    /// 08:00`, `5 days ago 18:30`, `2 Nov 2026 18:30`.
    var text: String {
        switch days {
        case 0: "today" + timeSuffix
        case 1: "tomorrow" + timeSuffix
        case -1: "yesterday" + timeSuffix
        case -13 ... -2: "\(-days) days ago" + timeSuffix
        case ..<0: date + timeSuffix
        case ...6: "\(weekdayName) \(day) \(monthName)" + timeSuffix
        default: (year == currentYear ? "\(weekdayName) " : "") + date + timeSuffix
        }
    }

    /// For `mm show`, in full: `Tuesday 24 November 2026, 18:30`.
    var fullText: String {
        let date = "\(name(weekday, RelativeDay.weekdays)) \(day) \(name(month, RelativeDay.months)) \(year)"
        return minuteOfDay == nil ? date : date + "," + timeSuffix
    }

    /// For a date next to another one: `Fri 27 Nov 17:00`, `Fri 1 Jan 2027`.
    var shortText: String { "\(weekdayName) \(date)\(timeSuffix)" }

    /// The distance in words: `today`, `in 3 days`, `yesterday`, `2 weeks ago`, `in 5 months`, `in 2 years`. Units are
    /// rounded to whole numbers.
    var distance: String {
        let count = days.magnitude
        switch days {
        case 0: return "today"
        case 1: return "tomorrow"
        case -1: return "yesterday"
        default: break
        }
        let (amount, unit): (UInt, String) =
            switch count {
            case ..<14: (count, "day")
            case ..<60: ((count + 3) / 7, "week")
            // 30.44 and 365.25 days.
            case ..<700: ((100 * count + 1522) / 3044, "month")
            default: ((100 * count + 18262) / 36525, "year")
            }
        let words = amount.counted(unit)
        return days > 0 ? "in \(words)" : "\(words) ago"
    }

    private var date: String {
        // Without a year, a past day would be read as a day of next year.
        year == currentYear && days >= 0 ? "\(day) \(monthName)" : "\(day) \(monthName) \(year)"
    }

    private var timeSuffix: String { minuteOfDay == nil ? "" : " " + time }

    /// `09:00` or `9:00 am`, with seconds if there are any; empty for all day.
    var time: String {
        minuteOfDay.flatMap { CivilTime(hour: $0 / 60, minute: $0 % 60, second: second) }?.text(clock) ?? ""
    }

    private var weekdayName: String { String(name(weekday, RelativeDay.weekdays).prefix(3)) }
    private var monthName: String { String(name(month, RelativeDay.months).prefix(3)) }

    private func name(_ number: Int, _ names: [String]) -> String {
        names.indices.contains(number - 1) ? names[number - 1] : String(number)
    }

    private static let weekdays = ["Monday", "Tuesday", "Wednesday", "Thursday", "Friday", "Saturday", "Sunday"]
    private static let months = [
        "January", "February", "March", "April", "May", "June", "July", "August", "September", "October", "November",
        "December",
    ]
}
