import MemossFiles

/// A value of a date property of iCalendar (RFC 5545, 3.3.4 and 3.3.5).
struct CalendarTime: Sendable, Hashable {
    /// How the value is written. All values of a property, and of a series, have the same form.
    enum Form: Sendable, Hashable {
        case day
        /// A local time in a zone, with the parameter TZID.
        case local
        case utc
    }

    let form: Form
    /// Midnight if the form is `day`; UTC if it is `utc`.
    let clock: CivilDateTime

    private init(_ form: Form, _ clock: CivilDateTime) { (self.form, self.clock) = (form, clock) }

    init(_ day: CivilDate) { self.init(.day, CivilDateTime(day)) }
    /// A local time in any zone.
    init(wall clock: CivilDateTime) { self.init(.local, clock) }
    init(utc instant: Instant) { self.init(.utc, instant.utc) }

    /// An instant as local time, or in UTC if the local time would mean another instant, or if the zone is UTC.
    init(_ clock: CivilDateTime, at instant: Instant, in zone: Zone) {
        if zone.isUTC || zone.instant(of: clock) != instant {
            self.init(utc: instant)
        } else {
            self.init(.local, clock)
        }
    }

    /// A date from a file.
    init(_ date: DateValue, in zone: Zone) {
        guard !date.isAllDay else {
            self.init(date.date)
            return
        }
        let instant = date.instant(in: zone, allDayAt: .midnight)
        self.init(date.offset == nil ? date.clock : zone.civil(at: instant), at: instant, in: zone)
    }

    /// A date as local time in a zone, without naming the zone.
    init(_ date: DateValue, wall zone: Zone) {
        self = date.isAllDay ? CalendarTime(date.date) : CalendarTime(wall: date.clock(in: zone, allDayAt: .midnight))
    }

    /// `20261122`, `20261122T090000` or `20261122T090000Z`.
    var text: String {
        let (date, time) = (clock.date, clock.time)
        let day = date.year.padded(4) + date.month.padded(2) + date.day.padded(2)
        guard form != .day else { return day }
        let zulu = form == .utc ? "Z" : ""
        return "\(day)T\(time.hour.padded(2))\(time.minute.padded(2))\(time.second.padded(2))\(zulu)"
    }
}
