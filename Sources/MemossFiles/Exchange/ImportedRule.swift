/// Translates the rules of programs that repeat tasks after a number of days, weeks, months or years.
enum ImportedRule {
    enum Unit: String { case minute, hour, day, week, month, year }

    /// `every 3 days`; `daily`.
    static func text(every count: Int, _ unit: Unit) -> String? {
        guard count > 0 else { return nil }
        if count > 1 { return "every \(count) \(unit.rawValue)s" }
        return unit == .day ? "daily" : unit == .minute ? "every minute" : "\(unit.rawValue)ly"
    }

    /// Translates a Taskwarrior recurrence or duration: `weekdays`, `quarterly`, `3days`, `2 wks`, `P1M`.
    ///
    /// - Returns: nil if it is unknown or has seconds.
    static func taskwarrior(_ text: String) -> String? {
        let name = text.lowercased()
        if let (count, unit) = names[name] { return Self.text(every: count, unit) }
        if name == "weekdays" { return name }
        if let period = PeriodText(text.uppercased()) { return Self.text(of: period) }
        let digits = name.prefix { $0.isASCII && $0.isNumber }
        let word = name.dropFirst(digits.count).drop { $0 == " " }
        guard let (factor, unit) = units[String(word)], let count = digits.isEmpty ? 1 : Int(digits), count < 10_000
        else {
            return nil
        }
        return Self.text(every: count * factor, unit)
    }

    private static func text(of period: PeriodText) -> String? {
        if period.isNegative { return nil }
        let months = 12 * period.years + period.months
        switch (months, period.days, period.seconds) {
        case (1..., 0, 0): return months % 12 == 0 ? text(every: months / 12, .year) : text(every: months, .month)
        case (0, 1..., 0):
            return period.days % 7 == 0 ? text(every: period.days / 7, .week) : text(every: period.days, .day)
        case (0, _, 1...):
            let seconds = 86_400 * period.days + period.seconds
            if seconds % 3_600 == 0 { return text(every: seconds / 3_600, .hour) }
            return seconds % 60 == 0 ? text(every: seconds / 60, .minute) : nil
        default: return nil
        }
    }

    /// From Taskwarrior's manual and `libshared/src/Duration.cpp`.
    private static let names: [String: (Int, Unit)] = [
        "daily": (1, .day), "weekly": (1, .week), "biweekly": (2, .week), "fortnight": (2, .week),
        "sennight": (2, .week), "monthly": (1, .month), "bimonthly": (2, .month), "quarterly": (3, .month),
        "semiannual": (6, .month), "annual": (1, .year), "yearly": (1, .year), "biannual": (2, .year),
        "biyearly": (2, .year),
    ]

    private static let units: [String: (Int, Unit)] = {
        let rows: [(words: String, factor: Int, unit: Unit)] = [
            ("min mins minute minutes", 1, .minute), ("h hr hrs hour hours", 1, .hour), ("d day days", 1, .day),
            ("w wk wks week weeks", 1, .week), ("m mo mos mth mths mnths month months", 1, .month),
            ("q qtr qtrs qrtr qrtrs quarter quarters", 3, .month), ("y yr yrs year years", 1, .year),
        ]
        let pairs = rows.flatMap { row in row.words.split(separator: " ").map { (String($0), (row.factor, row.unit)) } }
        return Dictionary(pairs) { first, _ in first }
    }()
}
