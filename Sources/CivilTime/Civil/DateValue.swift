/// A date as written in a file: a day, a local time, or an instant (with `Z` or an offset).
///
/// It keeps its spelling: `description` returns the text that was parsed, and derived values have the same style. Two
/// values are equal if they are written alike.
public struct DateValue: Sendable, Hashable, CustomStringConvertible {
    /// The character between date and time.
    package enum Separator: Sendable {
        /// `2026-11-22T09:00`.
        case t
        /// `2026-11-22 09:00`.
        case blank
    }

    /// The day.
    public let date: CivilDate
    /// Nil for an all-day date.
    public let time: CivilTime?
    /// Nil for an all-day date and for a local time.
    package let offset: UTCOffset?
    package let separator: Separator
    /// Whether seconds are written even if they are zero.
    package let showsSeconds: Bool

    /// An all-day date.
    public init(_ date: CivilDate) { self.init(date, nil, nil, .t, false) }

    /// A local time.
    public init(_ clock: CivilDateTime) { self.init(clock, offset: nil) }

    /// A local time, or an instant if there is an offset.
    package init(_ clock: CivilDateTime, offset: UTCOffset?) {
        self.init(clock.date, clock.time, offset, .t, false)
    }

    package init(
        _ date: CivilDate,
        _ time: CivilTime?,
        _ offset: UTCOffset?,
        _ separator: Separator,
        _ showsSeconds: Bool
    ) {
        self.date = date
        self.time = time
        self.offset = offset
        self.separator = separator
        // Nonzero seconds are always written, so that a value equals its text.
        self.showsSeconds = showsSeconds || time.map { $0.second != 0 } == true
    }

    /// Whether it has no time of day.
    package var isAllDay: Bool { time == nil }

    /// The date and time as written, midnight for an all-day date; the offset is ignored.
    package var clock: CivilDateTime { CivilDateTime(date, time ?? .midnight) }

    /// The instant of the date; an all-day date is at `allDayAt` in the zone.
    public func instant(in zone: Zone, allDayAt: CivilTime) -> Instant {
        guard let time else { return zone.instant(of: CivilDateTime(date, allDayAt)) }
        let clock = CivilDateTime(date, time)
        guard let offset else { return zone.instant(of: clock) }
        return Instant(utc: clock).adding(seconds: Int64(-offset.seconds))
    }

    /// The local time in the zone: an instant is converted, a local time is used as written, and an all-day date is at
    /// `allDayAt`.
    package func clock(in zone: Zone, allDayAt: CivilTime) -> CivilDateTime {
        guard let time else { return CivilDateTime(date, allDayAt) }
        return offset == nil ? CivilDateTime(date, time) : zone.civil(at: instant(in: zone, allDayAt: allDayAt))
    }

    /// Compares by day if one of the dates is all-day.
    package func isBefore(_ other: DateValue, in zone: Zone) -> Bool {
        if isAllDay || other.isAllDay { return date < other.date }
        return instant(in: zone, allDayAt: .midnight) < other.instant(in: zone, allDayAt: .midnight)
    }

    /// Another day or time in the same style. If `time` is nil, the result is all-day; the offset is unchanged.
    package func with(date: CivilDate, time: CivilTime?) -> DateValue {
        DateValue(date, time, time == nil ? nil : offset, separator, showsSeconds)
    }

    /// This many days later at the same local time in the zone, in the same style.
    package func adding(days: Int, in zone: Zone) -> DateValue {
        guard days != 0 else { return self }
        let clock = clock(in: zone, allDayAt: .midnight)
        return moved(to: CivilDateTime(clock.date.adding(days: days), clock.time), in: zone)
    }

    /// Later by a duration, in the same style; nil if hours or minutes are added to an all-day date. Days and months are added to the
    /// local time, hours and minutes to the instant.
    package func adding(_ duration: CivilDuration, in zone: Zone) -> DateValue? {
        let days = CivilDuration(months: duration.months, days: duration.days)
        let moved = moved(to: clock(in: zone, allDayAt: .midnight).adding(days), in: zone)
        if duration.isWholeDays { return moved }
        if isAllDay { return nil }
        return moved.moved(to: moved.instant(in: zone, allDayAt: .midnight).adding(seconds: duration.seconds), in: zone)
    }

    /// Another local time in the zone, in the same style: an all-day date remains one, `Z` is kept, and any other offset
    /// becomes the one in effect at that time.
    package func moved(to clock: CivilDateTime, in zone: Zone) -> DateValue {
        if isAllDay { return DateValue(clock.date) }
        if offset == nil { return with(date: clock.date, time: clock.time) }
        return moved(to: zone.instant(of: clock), in: zone)
    }

    /// The same for an instant: when clocks go back, the offset distinguishes the two equal local times.
    package func moved(to instant: Instant, in zone: Zone) -> DateValue {
        let clock = zone.civil(at: instant)
        if isAllDay { return DateValue(clock.date) }
        guard let offset else { return with(date: clock.date, time: clock.time) }
        // Offsets are written in whole minutes; with an old local mean time, the local time is adjusted instead of the
        // instant.
        let minutes = offset.spelling == .zulu ? 0 : zone.offset(at: instant).seconds.floorDivided(by: 60)
        let shown = instant.adding(seconds: Int64(minutes * 60)).utc
        let spelled = UTCOffset(seconds: minutes * 60, spelling: offset.spelling)
        return DateValue(shown.date, shown.time, spelled, separator, showsSeconds)
    }

    /// The text as written in the file.
    public var description: String { text(separator == .t ? "T" : " ") }

    /// The text with `T` between date and time.
    package var iso: String { text("T") }

    private func text(_ separator: String) -> String {
        guard let time else { return date.description }
        let seconds = showsSeconds || time.second != 0
        return "\(date)\(separator)\(time.text(seconds: seconds))\(offset?.description ?? "")"
    }
}
