/// A local date and time, without a time zone.
public struct CivilDateTime: Sendable, Hashable, Comparable, CustomStringConvertible {
    /// The day.
    public var date: CivilDate
    /// The time of day.
    public var time: CivilTime

    /// A date at a time of day; midnight by default.
    public init(_ date: CivilDate, _ time: CivilTime = .midnight) {
        self.date = date
        self.time = time
    }

    /// The local time this many seconds after 1970-01-01T00:00; saturates at the ends of `CivilDate`.
    package init(clockSeconds seconds: Int64) {
        let day = seconds.floorDivided(by: 86_400)
        if day < Int64(CivilDate.minDays) {
            self.init(.min)
        } else if day > Int64(CivilDate.maxDays) {
            self.init(.max, CivilTime(unchecked: 86_399))
        } else {
            self.init(CivilDate(daysSinceEpoch: Int(day)), CivilTime(unchecked: Int(seconds - day * 86_400)))
        }
    }

    /// Seconds since 1970-01-01T00:00 in local time, ignoring clock changes.
    package var clockSeconds: Int64 { Int64(date.daysSinceEpoch) * 86_400 + Int64(time.secondOfDay) }

    /// The earlier date and time is less.
    public static func < (a: CivilDateTime, b: CivilDateTime) -> Bool {
        a.date == b.date ? a.time < b.time : a.date < b.date
    }

    /// `2026-11-22T09:00`, or `2026-11-22T09:00:30` if the seconds are not zero.
    public var description: String { "\(date)T\(time)" }
}
