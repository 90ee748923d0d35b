import MemossFiles

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
        if let (factor, unit) = units[String(word)] {
            guard let count = digits.isEmpty ? 1 : Int(digits), count < 10_000 else { return nil }
            return Self.text(every: count * factor, unit)
        }
        return taskwarriorSeconds(text).flatMap { Self.text(everySeconds: $0) }
    }

    /// How long Taskwarrior takes a duration to be. Its months have 30 days, its quarters 91, its years 365.
    ///
    /// - Returns: nil if it is not known, or no whole number of seconds.
    static func taskwarriorSeconds(_ text: String) -> Int? {
        let name = text.lowercased()
        if let (count, unit) = names[name] { return seconds[unit.rawValue].map { count * $0 } }
        if let period = PeriodText(text.uppercased()) { return period.isNegative ? nil : Self.seconds(of: period) }
        let digits = name.prefix { $0.isASCII && $0.isNumber || $0 == "." }
        let word = String(name.dropFirst(digits.count).drop { $0 == " " })
        let parts = digits.split(separator: ".", omittingEmptySubsequences: false)
        guard let length = units[word].map({ unit in unit.0 == 3 ? 91 * 86_400 : seconds[unit.1.rawValue] ?? 0 }),
            parts.count <= 2, parts.allSatisfy({ $0.count <= 5 }), digits.isEmpty || !parts.contains("")
        else { return nil }
        if digits.isEmpty { return length }
        let (whole, fraction) = (Int(parts[0]) ?? 0, parts.count > 1 ? parts[1] : "")
        let scale = fraction.reduce(1) { scale, _ in 10 * scale }
        let total = (whole * scale + (Int(fraction) ?? 0)) * length
        return total % scale == 0 ? total / scale : nil
    }

    private static func text(of period: PeriodText) -> String? {
        if period.isNegative { return nil }
        let months = 12 * period.years + period.months
        guard months > 0, period.days == 0, period.seconds == 0 else {
            return text(everySeconds: seconds(of: period), countsDays: period.seconds == 0)
        }
        return months % 12 == 0 ? text(every: months / 12, .year) : text(every: months, .month)
    }

    private static func seconds(of period: PeriodText) -> Int {
        86_400 * (365 * period.years + 30 * period.months + period.days) + period.seconds
    }

    private static func text(everySeconds seconds: Int, countsDays: Bool = true) -> String? {
        for unit in countsDays ? [Unit.week, .day, .hour, .minute] : [.hour, .minute] {
            if let length = Self.seconds[unit.rawValue], seconds % length == 0 {
                return text(every: seconds / length, unit)
            }
        }
        return nil
    }

    private static let seconds = [
        "minute": 60, "hour": 3_600, "day": 86_400, "week": 604_800, "month": 30 * 86_400, "year": 365 * 86_400,
    ]

    /// As its manual and `libshared/src/Duration.cpp` have them.
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
