import MemossFiles

/// The rules of a time zone as a VTIMEZONE (RFC 5545, 3.6.5).
struct CalendarZone {
    /// A STANDARD or DAYLIGHT part. Its times are local times before the change.
    private struct Part {
        var before: Int
        var after: Int
        var onsets: [CivilDateTime]
        var rule: String?
    }

    private let zone: Zone
    private var parts: [Part] = []

    /// - Parameters:
    ///   - years: the years in which times have to be right. If the zone has an annual rule, later years are right too.
    init(_ zone: Zone, years: ClosedRange<Int>) {
        self.zone = zone
        let start = CivilDateTime(CivilDate(unchecked: years.lowerBound, 1, 1))
        let first = Instant(utc: start)
        let last = Instant(utc: CivilDateTime(CivilDate(unchecked: years.upperBound, 12, 31)))
        let initial = zone.offsetSeconds(at: first)
        parts = [Part(before: initial, after: initial, onsets: [start])]
        var changes = zone.transitions(after: first, through: last)
        var annual: [Part] = []
        if let rule = zone.rule, let daylight = rule.daylight {
            // The longest run of final changes that follows the rule.
            let ruled = rule.transitions(after: first.secondsSince1970, through: last.secondsSince1970)
            let same = zip(changes.reversed(), ruled.reversed()).prefix { $0 == $1 }.count
            let next = changes.suffix(same).prefix(2)
            annual = next.compactMap { change in
                let day = change.after == daylight.offset ? daylight.start : daylight.end
                return day.calendarRule.map { rule in
                    Part(before: change.before, after: change.after, onsets: [Self.onset(of: change)], rule: rule)
                }
            }
            if annual.count == 2 { changes.removeLast(same) } else { annual = [] }
        }
        for change in changes {
            let onset = Self.onset(of: change)
            if let index = parts.indices.dropFirst().first(where: { index in
                (parts[index].before, parts[index].after) == (change.before, change.after)
            }) {
                parts[index].onsets.append(onset)
            } else {
                parts.append(Part(before: change.before, after: change.after, onsets: [onset]))
            }
        }
        parts += annual
    }

    private static func onset(of change: Zone.Transition) -> CivilDateTime {
        CivilDateTime(clockSeconds: change.at + Int64(change.before))
    }

    func write(to calendar: inout CalendarWriter) {
        calendar.begin("VTIMEZONE")
        calendar.add("TZID", text: zone.name)
        for part in parts {
            let name = part.after > part.before ? "DAYLIGHT" : "STANDARD"
            let onsets = part.onsets.map { CalendarTime(wall: $0).text }
            calendar.begin(name)
            calendar.add("DTSTART", onsets[0])
            if let rule = part.rule { calendar.add("RRULE", rule) }
            for onset in onsets.dropFirst() { calendar.add("RDATE", onset) }
            calendar.add("TZOFFSETFROM", Self.text(ofOffset: part.before))
            calendar.add("TZOFFSETTO", Self.text(ofOffset: part.after))
            calendar.end(name)
        }
        calendar.end("VTIMEZONE")
    }

    /// `+0100`; `+001730` for an old local mean time.
    private static func text(ofOffset seconds: Int) -> String {
        let size = abs(seconds)
        let rest = size % 60 == 0 ? "" : (size % 60).padded(2)
        return (seconds < 0 ? "-" : "+") + (size / 3_600).padded(2) + (size / 60 % 60).padded(2) + rest
    }
}

extension POSIXRule.Change {
    /// The change as an RRULE, with the time in DTSTART; nil if the day is not a weekday of a month, or the time is on
    /// another day.
    fileprivate var calendarRule: String? {
        guard case .weekday(let month, let week, let weekday) = day, 0..<86_400 ~= time else { return nil }
        let codes = ["SU", "MO", "TU", "WE", "TH", "FR", "SA"]
        return "FREQ=YEARLY;BYMONTH=\(month);BYDAY=\(week == 5 ? -1 : week)\(codes[weekday])"
    }
}
