/// How often something comes back: the parts of an RFC 5545 recurrence rule (3.3.10), to which the friendly spellings
/// are mapped too. Lists are sorted and hold nothing twice.
public struct RecurrenceRule: Sendable, Hashable, CustomStringConvertible {
    /// How a rule is spelled in its file, and so written back.
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
        var unit: String {
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

    /// A weekday, or the nth of the month or year, counted from its end where the ordinal is negative.
    package struct OrdinalWeekday: Sendable, Hashable, Comparable {
        /// 0: every one.
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

    /// What becomes of a day that its month does not have (RFC 7529, 4.1).
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
    /// Where the series begins, if the rule says so itself; takes the place of the reminder's date.
    package var start: DateValue?

    init(_ notation: Notation, _ frequency: Frequency) {
        self.notation = notation
        self.frequency = frequency
    }

    /// Whether the words mean that there is no rule: `none`, `never` and `once` in any case, or nothing.
    static func isNone(_ text: some Collection<UInt8>) -> Bool {
        guard text.count <= 5 else { return false }
        return text.isEmpty
            || ["none", "never", "once"].contains { $0.utf8.elementsEqual(text) { $0 == $1 | 0x20 } }
    }

    /// A friendly form (`weekly on monday`), or an RFC 5545 rule if there is `FREQ=` in it.
    ///
    /// - Throws: `ParseError` that names what is wrong and the nearest right word; rules that RFC 5545 forbids and
    ///   rules whose dates no calendar has are refused too.
    public init(parsing text: String) throws(ParseError) {
        guard text.utf8.count <= Self.longestText else {
            throw ParseError("a rule of \(text.utf8.count) bytes: the longest has \(Self.longestText)")
        }
        let isRFC5545 =
            text.utf8.contains(UInt8(ascii: "="))
            || TextSearch.contains(text, "freq") || TextSearch.contains(text, "rrule")
        if isRFC5545 {
            var parser = RFC5545Parser(text: text)
            self = try parser.parse()
        } else {
            var parser = FriendlyParser(text: text)
            self = try parser.parse()
        }
    }

    static let longestText = 8_192

    /// In the rule's own notation: the canonical friendly text, or RFC 5545.
    public var description: String {
        notation == .friendly ? friendlyText ?? rfcText() : rfcText()
    }

    /// Whether the day comes from the start of the series, and is one that not every month or year has.
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

    /// The text of the rule with the day of `date` in it, where the rule takes its day from the start of the series and
    /// a shorter month would move that start: `monthly` → `monthly on 31`. Nil where nothing can be moved.
    package func pinned(to date: DateValue) -> String? {
        pinnedRule(to: date.date)?.description
    }

    func pinnedRule(to date: CivilDate) -> RecurrenceRule? {
        guard start == nil, takesClampableDay(from: date) else { return nil }
        var rule = self
        rule.byMonthDay = [date.day]
        if frequency == .yearly, byMonth.isEmpty { rule.byMonth = [date.month] }
        return rule
    }

    /// The rule with what it takes from the start of the series written out; times of day are not.
    func completed(from date: CivilDate) -> RecurrenceRule {
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
