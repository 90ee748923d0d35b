/// The typed dates and rule of a reminder.
package struct TypedDates: Sendable {
    package typealias Setting = ReminderChange.Setting

    package var scheduled = Setting<WhenPhrase>.kept
    package var due = Setting<WhenPhrase>.kept
    package var until = Setting<WhenPhrase>.kept
    package var recurrence = Setting<RulePhrase>.kept

    package init() {}
}

extension ReminderChange {
    /// Sets the dates and the rule. Parts of a date that were not typed are kept.
    ///
    /// - Parameters:
    ///   - reminder: the reminder before the edit, as far as it can be read.
    ///   - zone: the time zone of the reminder after the edit.
    /// - Throws: a `Fault` if the typed values contradict each other or the rest of the reminder.
    package mutating func set(
        _ typed: TypedDates,
        of reminder: Reminder?,
        in zone: Zone,
        _ time: TimeContext
    ) throws(NewReminder.Fault) {
        if reminder?.expires == true { now = time.now }
        let moved = reminder.flatMap { SeriesPosition($0, in: time) }.flatMap { $0.isMoved ? $0.place : nil }
        func changing(_ old: DateValue?, _ key: String) -> (WhenPhrase) -> DateValue {
            return { phrase in
                let date = phrase.changing(old, in: zone)
                guard let moved, let reminder, reminder.dateKey == key else { return date }
                // A moved occurrence has a time of its own. Back on a day of the rule, it gets the rule's time again.
                let back = phrase.changing(moved, in: zone)
                return back.date == date.date && reminder.place(leftFor: back, in: time) == nil ? back : date
            }
        }
        scheduled = typed.scheduled.map(changing(reminder?.scheduled, "scheduled"))
        deadline = typed.due.map(changing(reminder?.deadline, "due"))
        until = typed.until.map(\.value)
        switch typed.recurrence {
        case .kept:
            // A rule that has had no date yet may say the time.
            if let reminder, reminder.date == nil, let text = reminder.recurrence, case .set(let day) = typed.scheduled,
                let rule = try? RulePhrase(parsing: text, now: zone.civil(at: time.now), times: time.times),
                let series = try? TypedSeries(
                    rule,
                    on: day,
                    now: zone.civil(at: time.now),
                    in: zone,
                    allDayAt: time.allDayAt
                ), series.date.date == day.value.date
            {
                scheduled = .set(series.date)
            }
        case .removed: recurrence = .removed
        case .set(let rule):
            do throws(ParseError) {
                try setSeries(
                    rule,
                    on: typed.scheduled.value(besides: nil),
                    of: reminder,
                    now: zone.civil(at: time.now),
                    in: zone,
                    allDayAt: time.allDayAt
                )
            } catch {
                throw NewReminder.Fault(part: .recurrence, error: error)
            }
        }
        if scheduled != .kept || deadline != .kept || recurrence != .kept { self.zone = zone }
        if let reminder { try check(on: reminder, in: zone, naming: time.naming) }
    }
}
