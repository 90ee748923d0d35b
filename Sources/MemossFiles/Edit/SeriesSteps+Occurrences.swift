/// Finding the occurrence that a date denotes, and its record.
extension SeriesSteps {
    /// See `Series.recorded`.
    private func meant(_ value: DateValue) -> DateValue {
        series.recorded(value, at: current.isAllDay ? nil : current.nominal.time)
    }

    func clock(of value: DateValue) -> CivilDateTime {
        let value = meant(value)
        return value.clock(
            in: series.zone,
            allDayAt: value.isAllDay && !current.isAllDay ? current.nominal.time : context.allDayAt
        )
    }

    func instant(of value: DateValue) -> Instant {
        let value = meant(value)
        return value.offset == nil
            ? series.zone.instant(of: clock(of: value)) : value.instant(in: series.zone, allDayAt: .midnight)
    }

    /// The occurrence that a record denotes: that of its day if the rule gives one a day, since some programs record the
    /// moment of the completion. A day off the rule's pattern takes the time of the current one.
    func recordedOccurrence(_ value: DateValue) -> Occurrence {
        let (value, clock) = (meant(value), clock(of: value))
        let found = occurrences(on: clock.date)
        let same =
            found.first { $0.instant == instant(of: value) }
            ?? (value.isAllDay || !series.rule.givesSeveralADay ? found.first : nil)
        if let same { return same }
        // Its own time, or the time of the current occurrence.
        if !value.isAllDay, !date.isAllDay { return series.current(value) }
        return series.current(date.isAllDay ? DateValue(clock.date) : DateValue(clock))
    }

    private func occurrences(on day: CivilDate) -> [Occurrence] {
        let end = series.zone.instant(of: CivilDateTime(day.adding(days: 2)))
        return series.occurrences(from: day, through: end).filter { $0.nominal.date == day }
    }

    /// The most occurrences that one edit skips.
    package static let mostOpen = 1_000

    /// The occurrences of a period that are neither completed nor skipped, from the current one on, as the history records them.
    ///
    /// - Parameters:
    ///   - first: nil for the current one.
    ///   - last: inclusive; a day with all of its occurrences.
    /// - Throws: a `MemossError` if there are more than `mostOpen`.
    package func open(from first: DateValue?, through last: DateValue) throws(MemossError) -> [DateValue] {
        let start = first.map { $0.instant(in: series.zone, allDayAt: .midnight) }
        let next = CivilDateTime(last.date.adding(days: 1))
        let end =
            last.isAllDay
            ? series.zone.instant(of: next).adding(seconds: -1) : last.instant(in: series.zone, allDayAt: .midnight)
        // A moved occurrence is where it was moved to.
        var found = shown.instant <= end && start.map { $0 <= shown.instant } != false ? [current] : []
        let floor = max(start?.adding(seconds: -1) ?? current.instant, current.instant)
        var coming = series.occurrences(after: floor)
        while let occurrence = coming.next(), occurrence.instant <= end {
            found.append(occurrence)
            guard found.count <= Self.mostOpen else {
                let days = "\(first.map { "from \(context.naming($0)) " } ?? "")up to \(context.naming(last))"
                throw MemossError(
                    .failure,
                    "'\(reminder.title)' has more than \(Self.mostOpen) occurrences \(days): name a shorter period"
                )
            }
        }
        let left = RecordedOccurrences(of: reminder, in: series.zone)
        return found.filter { !left.contains($0) }.map(instance)
    }

    func recorded(_ occurrence: Occurrence, in kind: InstanceHistory.Kind) -> DateValue? {
        InstanceHistory(reminder)[kind].first { RecordedOccurrences([$0], of: series).contains(occurrence) }
    }

    /// The record that a day or a time denotes.
    func record(on day: DateValue, in kind: InstanceHistory.Kind) -> DateValue? {
        let values = InstanceHistory(reminder)[kind]
        if day.isAllDay {
            let found = values.filter { clock(of: $0).date == day.date }
            // If a day has several, it denotes none of them.
            return found.count == 1 && (found[0].isAllDay || !series.rule.givesSeveralADay) ? found[0] : nil
        }
        let time = day.clock(in: series.zone, allDayAt: .noon)
        return values.first { $0.isAllDay ? $0.date == time.date : clock(of: $0) == time }
    }

    /// The single occurrence on a day or at a time.
    ///
    /// - Throws: a `MemossError` that names the nearest occurrences if there is none, and all of them if there are
    ///   several.
    func occurrence(on day: DateValue) throws(MemossError) -> Occurrence {
        let clock = day.clock(in: series.zone, allDayAt: .noon)
        var found = occurrences(on: clock.date)
        // A moved occurrence is denoted by its place and by its date.
        let isCurrentDay = [current, shown].contains { $0.nominal.date == clock.date }
        if isCurrentDay, !found.contains(where: { $0.instant == current.instant }) { found.append(current) }
        let ofDay = found
        if !day.isAllDay {
            found.removeAll { occurrence in
                let isShown = occurrence == current && shown.nominal == clock
                return occurrence.nominal != clock && !occurrence.isAllDay && !isShown
            }
        }
        if found.count == 1 { return found[0] }
        let date = { (occurrence: Occurrence) in
            occurrence.isAllDay ? DateValue(occurrence.nominal.date) : DateValue(occurrence.nominal)
        }
        guard found.isEmpty else {
            let named = found.prefix(10).map { date($0).description }
            let rest = found.count > named.count ? range(of: found, on: clock.date, named: named.count) : nil
            throw MemossError(
                .failure,
                "'\(reminder.title)' has \(found.count) occurrences on \(context.naming(DateValue(clock.date))); choose one:",
                remedy: .chooseOccurrence(named, rest: rest)
            )
        }
        let later = ofDay.isEmpty ? clock.date : clock.date.adding(days: 1)
        let next = series.occurrences(from: later, through: Instant(secondsSince1970: .max), limit: 1).first
        let near = [
            ofDay.last { $0.nominal < clock } ?? series.last(before: clock.date),
            ofDay.first { $0.nominal > clock } ?? next,
        ].compactMap(\.self)
        let names = near.map { context.naming(date($0)) }.joined(separator: " and ")
        let zone = context.foreignZone(reminder.timezone).map { " in " + $0 } ?? ""
        let nearest = near.isEmpty ? "there are none nearby" : "the nearest are \(names)\(zone)"
        throw MemossError(.failure, "\(context.naming(day)) is not an occurrence of '\(reminder.title)': \(nearest)")
    }

    /// The occurrences of a day; its first occurrence may precede the start of the series.
    private func range(of found: [Occurrence], on day: CivilDate, named: Int) -> Remedy.RuleRange {
        Remedy.RuleRange(
            rule: reminder.recurrence ?? "",
            start: DateValue(found[0].nominal).iso,
            // A rule with a DTSTART begins there.
            after: series.rule.start == nil ? nil : day.adding(days: -1).description,
            until: day.description,
            count: found.count,
            zone: reminder.timezone,
            unnamed: found.count - named
        )
    }
}
