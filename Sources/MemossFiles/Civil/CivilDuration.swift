/// A duration as people write it: `15m`, `1h30m`, `2 weeks`. Months and days are calendar units (RFC 5545 calls such
/// durations nominal), the others are exact.
public struct CivilDuration: Sendable, Hashable, CustomStringConvertible {
    /// May be negative, as the other parts.
    public var months: Int
    /// Days of the calendar, not of 24 hours.
    public var days: Int
    /// Elapsed seconds.
    public var seconds: Int64

    /// Months, then days, then seconds are added, as RFC 5545 section 3.3.6 nominal durations are.
    public init(months: Int = 0, days: Int = 0, seconds: Int64 = 0) {
        self.months = months
        self.days = days
        self.seconds = seconds
    }

    /// Whether it moves a date without changing the time of day.
    public var isWholeDays: Bool { seconds == 0 }

    /// Parses numbers with units: minutes (`m`, `min`), hours (`h`), days (`d`), weeks (`w`), months (`mo`) and years
    /// (`y`), or these words in full; case-insensitive, with or without blanks.
    package init(parsing text: String) throws(ParseError) {
        self.init()
        var position = text.startIndex
        func offset() -> Int { text.utf8.distance(from: text.startIndex, to: position) }
        func skipBlanks() { position = text[position...].firstIndex { $0 != " " } ?? text.endIndex }
        skipBlanks()
        guard position < text.endIndex else { throw ParseError("no duration: one is written 15m, 2h, 1d or 1h30m") }
        while position < text.endIndex {
            let start = offset()
            let digits = text[position...].prefix { "0"..."9" ~= $0 }
            guard !digits.isEmpty else {
                let form = "a duration is written 15m, 2h, 1d or 1h30m"
                throw ParseError("\(quoted(text)) is not a duration: \(form)", offset: start)
            }
            guard digits.utf8.count <= 6, let number = Int(digits) else {
                throw ParseError("\(quoted(digits)) is too large for a duration", offset: start)
            }
            position = digits.endIndex
            skipBlanks()
            let unitOffset = offset()
            let word = text[position...].prefix { $0.isLetter }
            guard !word.isEmpty else {
                let reason = "\(quoted(digits)) has no unit; add m, h, d, w, mo or y"
                throw ParseError(reason, suggestion: "\(digits)m", offset: unitOffset)
            }
            guard let unit = Unit(word) else {
                let nearest = Spelling.nearest(to: String(word), among: Unit.longNames).first
                let reason = "\(quoted(word)) is not a unit of time: m, h, d, w, mo or y"
                throw ParseError(reason, suggestion: nearest, offset: unitOffset)
            }
            add(number, unit)
            position = word.endIndex
            skipBlanks()
        }
    }

    enum Unit: CaseIterable {
        case minute, hour, day, week, month, year

        init?(_ word: some StringProtocol) {
            let lower = word.lowercased()
            guard let unit = Self.allCases.first(where: { $0.names.contains(lower) }) else { return nil }
            self = unit
        }

        private var names: [String] {
            switch self {
            case .minute: ["m", "min", "mins", "minute", "minutes"]
            case .hour: ["h", "hr", "hrs", "hour", "hours"]
            case .day: ["d", "day", "days"]
            case .week: ["w", "wk", "wks", "week", "weeks"]
            case .month: ["mo", "month", "months"]
            case .year: ["y", "yr", "yrs", "year", "years"]
            }
        }

        static var longNames: [String] { allCases.flatMap { $0.names.suffix(2) } }
    }

    mutating func add(_ number: Int, _ unit: Unit) {
        switch unit {
        case .minute: seconds += Int64(number) * 60
        case .hour: seconds += Int64(number) * 3_600
        case .day: days += number
        case .week: days += number * 7
        case .month: months += number
        case .year: months += number * 12
        }
    }

    /// `1mo 2d 1h30m`, which `init(parsing:)` accepts; `0m` for zero. Seconds are omitted.
    public var description: String {
        let minutes = seconds / 60
        var text = ""
        if months != 0 { text += "\(months)mo" }
        if days != 0 { text += "\(days)d" }
        if minutes / 60 != 0 { text += "\(minutes / 60)h" }
        if minutes % 60 != 0 || text.isEmpty { text += "\(minutes % 60)m" }
        return text
    }
}

extension CivilDateTime {
    /// Adds months first, then days, then the time. Saturates at the ends of `CivilDate`.
    public func adding(_ duration: CivilDuration) -> CivilDateTime {
        let moved = CivilDateTime(date.adding(months: duration.months).adding(days: duration.days), time)
        let (sum, overflow) = moved.clockSeconds.addingReportingOverflow(duration.seconds)
        return CivilDateTime(clockSeconds: overflow ? (duration.seconds < 0 ? .min : .max) : sum)
    }
}
