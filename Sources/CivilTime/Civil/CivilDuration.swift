/// A duration as people write it: `15m`, `1h30m`, `2 weeks`. Months and days are calendar units (RFC 5545 calls such
/// durations nominal), the others are exact.
public struct CivilDuration: Sendable, Hashable, CustomStringConvertible {
    /// May be negative, like the other parts.
    package var months: Int
    /// Days of the calendar, not of 24 hours.
    package var days: Int
    /// Elapsed seconds.
    package var seconds: Int64

    /// Months, then days, then seconds are added, as RFC 5545 section 3.3.6 nominal durations are.
    public init(months: Int = 0, days: Int = 0, seconds: Int64 = 0) {
        self.months = months
        self.days = days
        self.seconds = seconds
    }

    /// Whether it moves a date without changing the time of day.
    package var isWholeDays: Bool { seconds == 0 }

    /// `1mo 2d 1h30m`, as people may type it; `0m` for zero. Seconds are omitted.
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
    package func adding(_ duration: CivilDuration) -> CivilDateTime {
        let moved = CivilDateTime(date.adding(months: duration.months).adding(days: duration.days), time)
        let (sum, overflow) = moved.clockSeconds.addingReportingOverflow(duration.seconds)
        return CivilDateTime(clockSeconds: overflow ? (duration.seconds < 0 ? .min : .max) : sum)
    }
}
