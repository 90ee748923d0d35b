import MemossFiles

/// A date and time in words, relative to today.
///
/// Near days have names. A date in the recent past is shown as a number of days ago, because what matters is how late
/// it is. A future date is shown with its weekday and date, because people plan by them. The year is shown if the date
/// is past or in another year, so that the output means the same when it is typed.
struct RelativeDay: Sendable, Hashable {
    let value: DateValue
    let today: CivilDate
    let clock: Clock
    /// The distance from today: 1 is tomorrow, -1 yesterday.
    let days: Int

    init(_ value: DateValue, from today: CivilDate, _ clock: Clock) {
        (self.value, self.today, self.clock) = (value, today, clock)
        days = value.date.daysSinceEpoch - today.daysSinceEpoch
    }

    /// For a listing, in at most 17 cells: `today 09:00`, `tomorrow`, `Tue 24 Nov 18:30`, `3 Mar 2027`, `yesterday
    /// 08:00`, `5 days ago 18:30`, `2 Nov 2026 18:30`.
    var text: String {
        switch days {
        case 0: "today" + timeSuffix
        case 1: "tomorrow" + timeSuffix
        case -1: "yesterday" + timeSuffix
        case -13 ... -2: String(-days) + " days ago" + timeSuffix
        case ..<0: date + timeSuffix
        case ...6: weekday + " " + String(value.date.day) + " " + month.shortName + timeSuffix
        default: (isThisYear ? weekday + " " : "") + date + timeSuffix
        }
    }

    /// For `mm show`, in full: `Tuesday 24 November 2026, 18:30`.
    var fullText: String {
        let day = value.date
        let date = "\(day.weekday.name) \(day.day) \(month.name) \(day.year)"
        return value.isAllDay ? date : date + "," + timeSuffix
    }

    /// For a date next to another one: `Fri 27 Nov 17:00`, `Fri 1 Jan 2027`.
    var shortText: String { "\(weekday) \(date)\(timeSuffix)" }

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
        let day = String(value.date.day) + " " + month.shortName
        // Without a year, a past day would be read as a day of next year.
        return isThisYear && days >= 0 ? day : day + " " + String(value.date.year)
    }

    private var isThisYear: Bool { value.date.year == today.year }
    private var weekday: String { value.date.weekday.shortName }
    private var month: Month { Month(rawValue: Int8(value.date.month)) ?? .january }
    private var timeSuffix: String { value.isAllDay ? "" : " " + time }

    /// `09:00` or `9:00 am`, with seconds if there are any; empty for all day.
    var time: String { value.time?.text(clock) ?? "" }
}
