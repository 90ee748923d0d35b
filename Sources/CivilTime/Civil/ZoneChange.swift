/// A change of a time zone's rules that was decided so late that the tz database of a machine may lack it. Reminders
/// then come at the wrong time, and nothing else says so.
///
/// The table has what was known when `mm` was built, from the `NEWS` of the tz database. A zone's data are tested, not
/// only the release that they name, since distributions take over single changes. A newer release is believed: it
/// may have taken a change back.
package struct ZoneChange: Sendable {
    /// All names of the zone, because the tz database has copies and links.
    package let zones: [String]
    /// The release of the tz database that has the change, such as `2026b`.
    package let release: String
    /// The first instant at which the new rules give another offset than the old ones.
    package let start: Instant
    /// The UTC offset from that instant on, in seconds.
    let offset: Int

    private init(_ zones: String..., release: String, _ year: Int, _ month: Int, _ day: Int, hour: Int, offset: Int) {
        self.zones = zones
        self.release = release
        let date = CivilDate(unchecked: year, month, day)
        start = Instant(utc: CivilDateTime(date, CivilTime(unchecked: hour * 3_600)))
        self.offset = offset * 3_600
    }

    package static let known = [
        ZoneChange("America/Vancouver", "Canada/Pacific", release: "2026b", 2026, 11, 1, hour: 9, offset: -7),
        ZoneChange("Africa/Casablanca", "Africa/El_Aaiun", release: "2026c", 2026, 9, 20, hour: 1, offset: 0),
        ZoneChange(
            "America/Edmonton",
            "America/Yellowknife",
            "Canada/Mountain",
            release: "2026c",
            2026,
            11,
            1,
            hour: 8,
            offset: -6
        ),
        ZoneChange("America/Inuvik", release: "2026d", 2026, 11, 1, hour: 8, offset: -6),
        ZoneChange(
            "America/Winnipeg",
            "America/Rainy_River",
            "Canada/Central",
            release: "2026e",
            2026,
            11,
            1,
            hour: 7,
            offset: -5
        ),
        ZoneChange("America/Havana", "Cuba", release: "2026f", 2026, 11, 1, hour: 5, offset: -4),
    ]

    /// By how many seconds reminders in a zone come too late after the change; negative if they come too early, and 0 if
    /// its data have the change.
    ///
    /// - Parameter release: that of the data; nil if unknown.
    package func lateness(_ zone: Zone, release: String?) -> Int {
        guard zones.contains(zone.name), release.map({ $0 < self.release }) ?? true else { return 0 }
        return offset - zone.offsetSeconds(at: start)
    }
}
