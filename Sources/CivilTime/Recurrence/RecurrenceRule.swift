/// How often something recurs: the parts of an RFC 5545 recurrence rule (3.3.10). The friendly notation is mapped to them
/// too. Lists are sorted and contain no duplicates.
public struct RecurrenceRule: Sendable, Hashable, CustomStringConvertible {
    /// The notation of a rule in its file, in which it is also written back.
    package enum Notation: Sendable {
        /// `weekly on monday`
        case friendly
        /// `FREQ=WEEKLY;BYDAY=MO`
        case rfc5545
    }

    package enum Frequency: String, Sendable, CaseIterable, Comparable {
        case minutely = "MINUTELY"
        case hourly = "HOURLY"
        case daily = "DAILY"
        case weekly = "WEEKLY"
        case monthly = "MONTHLY"
        case yearly = "YEARLY"

        /// `week`
        package var unit: String {
            switch self {
            case .minutely: "minute"
            case .hourly: "hour"
            case .daily: "day"
            case .weekly: "week"
            case .monthly: "month"
            case .yearly: "year"
            }
        }

        private var order: Int {
            switch self {
            case .minutely: 0
            case .hourly: 1
            case .daily: 2
            case .weekly: 3
            case .monthly: 4
            case .yearly: 5
            }
        }

        package static func < (a: Frequency, b: Frequency) -> Bool { a.order < b.order }
    }

    /// A weekday, or the nth of the month or year, counted from the end if negative.
    package struct OrdinalWeekday: Sendable, Hashable, Comparable {
        /// 0 means every one.
        package var ordinal: Int
        package var weekday: Weekday

        package init(_ weekday: Weekday, ordinal: Int = 0) {
            self.ordinal = ordinal
            self.weekday = weekday
        }

        package static func < (a: OrdinalWeekday, b: OrdinalWeekday) -> Bool {
            (a.ordinal, a.weekday) < (b.ordinal, b.weekday)
        }
    }

    /// What to do if a month lacks the day (RFC 7529, 4.1).
    package enum Skip: String, Sendable, CaseIterable {
        case omit = "OMIT"
        /// The last day of the month.
        case backward = "BACKWARD"
        /// The first day of the next month.
        case forward = "FORWARD"
    }

    package var notation: Notation
    package var frequency: Frequency
    package var interval = 1
    package var count: Int?
    package var until: DateValue?
    package var weekStart = Weekday.monday
    package var byMonth: [Int] = []
    package var byWeekNumber: [Int] = []
    package var byYearDay: [Int] = []
    package var byMonthDay: [Int] = []
    package var byDay: [OrdinalWeekday] = []
    package var byHour: [Int] = []
    package var byMinute: [Int] = []
    package var bySecond: [Int] = []
    package var bySetPosition: [Int] = []
    package var skip = Skip.omit
    /// The start of the series (`DTSTART`), if the rule specifies one; it overrides the reminder's date.
    package var start: DateValue?

    package init(_ notation: Notation, _ frequency: Frequency) {
        self.notation = notation
        self.frequency = frequency
    }

    /// Whether the text means that there is no rule: `none`, `never` and `once` in any case, or empty.
    package static func isNone(_ text: ArraySlice<UInt8>) -> Bool { text.withUnsafeBufferPointer(isNone) }

    package static func isNone(_ text: UnsafeBufferPointer<UInt8>) -> Bool {
        guard text.count <= 5 else { return false }
        return text.isEmpty
            || ["none", "never", "once"].contains { $0.utf8.elementsEqual(text) { $0 == $1 | 0x20 } }
    }

    /// In the rule's own notation: the canonical friendly text, or RFC 5545.
    public var description: String {
        notation == .friendly ? friendlyText ?? rfcText() : rfcText()
    }

    /// Whether the rule itself says its days; otherwise, it takes them from the date of the reminder.
    package var namesDays: Bool {
        start != nil || ![byMonthDay, byYearDay, byWeekNumber].allSatisfy(\.isEmpty) || !byDay.isEmpty
    }

    /// Whether the day is taken from the start of the series and does not exist in every month or year.
    func takesClampableDay(from date: CivilDate) -> Bool {
        guard skip != .omit, byMonthDay.isEmpty, byDay.isEmpty, byYearDay.isEmpty, byWeekNumber.isEmpty else {
            return false
        }
        switch frequency {
        case .monthly: return date.day > 28
        case .yearly:
            let months = byMonth.isEmpty ? [date.month] : byMonth
            return months.contains { date.day > CivilDate.daysInMonth(year: 2001, month: $0) }
        default: return false
        }
    }

    /// The text of the rule with the day of `date` added, if the rule takes its day from the start of the series and a
    /// shorter month would change it: `monthly` → `monthly on 31`. Nil if the day cannot change.
    package func pinned(to date: DateValue) -> String? {
        pinnedRule(to: date.date)?.description
    }

    package func pinnedRule(to date: CivilDate) -> RecurrenceRule? {
        guard start == nil, takesClampableDay(from: date) else { return nil }
        var rule = self
        rule.byMonthDay = [date.day]
        if frequency == .yearly, byMonth.isEmpty { rule.byMonth = [date.month] }
        return rule
    }

    /// The rule with everything that it takes from the start of the series written out, except times of day.
    package func completed(from date: CivilDate) -> RecurrenceRule {
        guard byMonthDay.isEmpty, byDay.isEmpty, byYearDay.isEmpty else { return self }
        var rule = self
        switch frequency {
        case .weekly: rule.byDay = [OrdinalWeekday(date.weekday)]
        case .monthly: rule.byMonthDay = [date.day]
        case .yearly where !byWeekNumber.isEmpty: rule.byDay = [OrdinalWeekday(date.weekday)]
        case .yearly:
            rule.byMonthDay = [date.day]
            if byMonth.isEmpty { rule.byMonth = [date.month] }
        default: break
        }
        return rule
    }
}
