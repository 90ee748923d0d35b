/// The annual daylight saving rule of a time zone, as in the POSIX variable `TZ` and the footer of a TZif file:
/// `CET-1CEST,M3.5.0,M10.5.0/3`. Offsets here are seconds east of Greenwich; in the text they are west.
package struct POSIXRule: Sendable, Hashable {
    /// A day of each year, and the time of the change.
    package struct Change: Sendable, Hashable {
        package enum Day: Sendable, Hashable {
            /// 1 to 365; 29 February is never counted.
            case julian(Int)
            /// 0 to 365; 29 February is counted.
            case zeroBased(Int)
            /// The `week`th such weekday of the month, 5 meaning the last; Sunday is 0.
            case weekday(month: Int, week: Int, weekday: Int)
        }

        package var day: Day
        /// In seconds after midnight, from −167 to 167 hours.
        package var time: Int

        /// Local seconds since 1970-01-01T00:00, before the change.
        func clockSeconds(in year: Int) -> Int64 {
            Int64(dayNumber(in: year)) * 86_400 + Int64(time)
        }

        private func dayNumber(in year: Int) -> Int {
            switch day {
            case .julian(let number):
                let leap = CivilDate.isLeap(year: year) && number > 59
                return CivilDate.daysSinceEpoch(year: year, month: 1, day: number + (leap ? 1 : 0))
            case .zeroBased(let number):
                return CivilDate.daysSinceEpoch(year: year, month: 1, day: number + 1)
            case .weekday(let month, let week, let weekday):
                let first = CivilDate.daysSinceEpoch(year: year, month: month, day: 1)
                // 1970-01-01 was a Thursday, which is 4 here.
                let day = first + (weekday - 4 - first).modulo(7) + (week - 1) * 7
                let end = first + CivilDate.daysInMonth(year: year, month: month)
                return day < end ? day : day - 7
            }
        }
    }

    package struct Daylight: Sendable, Hashable {
        package var offset: Int
        package var start: Change
        package var end: Change
    }

    var standard: Int
    package var daylight: Daylight?

    /// The two changes of a year, the earlier one first; nil if there is no daylight saving time.
    private func transitions(in year: Int) -> (first: Zone.Transition, second: Zone.Transition)? {
        guard let daylight, daylight.offset != standard else { return nil }
        let start = daylight.start.clockSeconds(in: year) - Int64(standard)
        let end = daylight.end.clockSeconds(in: year) - Int64(daylight.offset)
        let forward = Zone.Transition(at: start, before: standard, after: daylight.offset)
        let back = Zone.Transition(at: end, before: daylight.offset, after: standard)
        return start < end ? (forward, back) : (back, forward)
    }

    /// Whether daylight saving time of one year ends when, or after, that of the next begins (RFC 9636, 3.3.1).
    var isAlwaysDaylight: Bool {
        guard let daylight, let this = transitions(in: 2001), let next = transitions(in: 2002) else { return false }
        return this.first.after == daylight.offset && this.second.at >= next.first.at
    }

    private static func year(of seconds: Int64) -> Int { CivilDateTime(clockSeconds: seconds).date.year }

    func offset(at time: Int64) -> Int {
        // A change can be up to a week outside its year, so check the neighbouring years too.
        let year = Self.year(of: time)
        for year in (year - 1)...(year + 1) {
            guard let (first, second) = transitions(in: year) else { return standard }
            if time < first.at { return first.before }
            if time < second.at { return second.before }
        }
        return standard
    }

    /// The changes after an instant, up to and including another, ascending.
    package func transitions(after first: Int64, through last: Int64) -> [Zone.Transition] {
        guard first < last else { return [] }
        return (Self.year(of: first) - 1...Self.year(of: last) + 1).flatMap { year in
            transitions(in: year).map { [$0.first, $0.second] } ?? []
        }.filter { $0.at > first && $0.at <= last }
    }

    /// The first change whose skipped or repeated local times do not all precede or equal `local`.
    func transition(endingAfter local: Int64, startingAfter instant: Int64 = .min) -> Zone.Transition? {
        let year = Self.year(of: local)
        for year in (year - 1)...(year + 1) {
            guard let (first, second) = transitions(in: year) else { return nil }
            if local < first.end, first.at > instant { return first }
            if local < second.end, second.at > instant { return second }
        }
        return nil
    }
}
