/// An instant on the UTC time line, to the second.
public struct Instant: Sendable, Hashable, Comparable, CustomStringConvertible {
    /// Seconds since 1970-01-01T00:00:00Z without leap seconds (POSIX time).
    public var secondsSince1970: Int64

    /// An instant; the count may be negative.
    public init(secondsSince1970 seconds: Int64) { secondsSince1970 = seconds }

    /// The instant of a date and time in UTC.
    public init(utc clock: CivilDateTime) { secondsSince1970 = clock.clockSeconds }

    /// The date and time in UTC.
    public var utc: CivilDateTime { CivilDateTime(clockSeconds: secondsSince1970) }

    /// Saturates at the limits of 64 bits.
    package func adding(seconds: Int64) -> Instant {
        let (sum, overflow) = secondsSince1970.addingReportingOverflow(seconds)
        return Instant(secondsSince1970: overflow ? (seconds < 0 ? .min : .max) : sum)
    }

    /// The earlier instant is less.
    public static func < (a: Instant, b: Instant) -> Bool { a.secondsSince1970 < b.secondsSince1970 }

    /// `2026-11-22T08:00:00Z`.
    public var description: String { "\(utc.date)T\(utc.time.text(seconds: true))Z" }
}
