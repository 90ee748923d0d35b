/// A date as it stands in a file: a day, a time on the clock on the wall, or a moment (with `Z` or an offset).
///
/// It remembers its spelling: `description` gives back the text that was parsed, and changed values keep its style.
/// Two values are equal when they would be written alike.
public struct DateValue: Sendable, Hashable, CustomStringConvertible {
    /// What stands between date and time.
    public enum Separator: Sendable { case t, blank }

    public let date: CivilDate
    /// Nil for a whole day.
    public let time: CivilTime?
    /// Nil for a whole day and for a wall-clock time.
    package let offset: UTCOffset?
    let separator: Separator
    /// Whether seconds are written where they are zero.
    let showsSeconds: Bool

    /// A whole day.
    public init(_ date: CivilDate) { self.init(date, nil, nil, .t, false) }

    /// A wall-clock time, or a moment if there is an offset.
    package init(_ clock: CivilDateTime, offset: UTCOffset? = nil) {
        self.init(clock.date, clock.time, offset, .t, false)
    }

    init(_ date: CivilDate, _ time: CivilTime?, _ offset: UTCOffset?, _ separator: Separator, _ showsSeconds: Bool) {
        self.date = date
        self.time = time
        self.offset = offset
        self.separator = separator
        // Seconds that are not zero are written in any case: a value is what its text says.
        self.showsSeconds = showsSeconds || time.map { $0.second != 0 } == true
    }

    public var isAllDay: Bool { time == nil }

    /// As written, midnight for a whole day; the offset is left out.
    public var clock: CivilDateTime { CivilDateTime(date, time ?? .midnight) }

    /// The moment it stands for; a whole day stands for `allDayAt` in the zone.
    public func instant(in zone: Zone, allDayAt: CivilTime) -> Instant {
        guard let time else { return zone.instant(of: CivilDateTime(date, allDayAt)) }
        let clock = CivilDateTime(date, time)
        guard let offset else { return zone.instant(of: clock) }
        return Instant(utc: clock).adding(seconds: Int64(-offset.seconds))
    }

    /// What it says on the clock of the zone: a moment is converted, a wall-clock time is as written,
    /// a whole day begins at `allDayAt`.
    public func clock(in zone: Zone, allDayAt: CivilTime) -> CivilDateTime {
        guard let time else { return CivilDateTime(date, allDayAt) }
        return offset == nil ? CivilDateTime(date, time) : zone.civil(at: instant(in: zone, allDayAt: allDayAt))
    }

    /// By days where one of them is a whole day.
    func isBefore(_ other: DateValue, in zone: Zone) -> Bool {
        if isAllDay || other.isAllDay { return date < other.date }
        return instant(in: zone, allDayAt: .midnight) < other.instant(in: zone, allDayAt: .midnight)
    }

    /// Another day or time in the same style. A `time` of nil makes it a whole day; the offset stays as it is.
    public func with(date: CivilDate, time: CivilTime?) -> DateValue {
        DateValue(date, time, time == nil ? nil : offset, separator, showsSeconds)
    }

    /// So many days on, at the same time on the clock of the zone, in the same style.
    func adding(days: Int, in zone: Zone) -> DateValue {
        guard days != 0 else { return self }
        let clock = clock(in: zone, allDayAt: .midnight)
        return moved(to: CivilDateTime(clock.date.adding(days: days), clock.time), in: zone)
    }

    /// Moved to a wall-clock time of the zone, in the same style: a whole day stays one, `Z` stays `Z`, and another
    /// offset becomes the one that holds then.
    public func moved(to clock: CivilDateTime, in zone: Zone) -> DateValue {
        if isAllDay { return DateValue(clock.date) }
        if offset == nil { return with(date: clock.date, time: clock.time) }
        return moved(to: zone.instant(of: clock), in: zone)
    }

    /// The same for a moment: where clocks are put back, the offset says which of two equal times it is.
    public func moved(to instant: Instant, in zone: Zone) -> DateValue {
        let clock = zone.civil(at: instant)
        if isAllDay { return DateValue(clock.date) }
        guard let offset else { return with(date: clock.date, time: clock.time) }
        // A file spells whole minutes: with an old local mean time the clock moves, and not the instant.
        let minutes = offset.spelling == .zulu ? 0 : zone.offset(at: instant).seconds.floorDivided(by: 60)
        let shown = instant.adding(seconds: Int64(minutes * 60)).utc
        let spelled = UTCOffset(seconds: minutes * 60, spelling: offset.spelling)
        return DateValue(shown.date, shown.time, spelled, separator, showsSeconds)
    }

    /// The text as it stands in the file.
    public var description: String { text(separator == .t ? "T" : " ") }

    /// The same with `T` between date and time.
    public var iso: String { text("T") }

    private func text(_ separator: String) -> String {
        guard let time else { return date.description }
        let seconds = showsSeconds || time.second != 0
        return "\(date)\(separator)\(time.text(seconds: seconds))\(offset?.description ?? "")"
    }
}
