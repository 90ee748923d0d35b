/// When a reminder rings besides its date: for its alarms, and at its deadline.
package struct AlarmRing: Sendable, Hashable {
    package enum Cause: Sendable, Hashable {
        case alarm(Alarm)
        case deadline
    }

    package var cause: Cause
    package var instant: Instant
    /// The date that it tells of; nil for an alarm with a date of its own whose reminder has none.
    package var about: Instant?
    /// Whether that date is a whole day.
    package var isAboutDay = false
    /// The occurrence of a series, as a plan names it; nil for a one-time reminder, or if it is of the whole series.
    package var occurrence: String?
    package var occurrenceDate: DateValue?
    /// The value of the key that it counts from, as spelled in the file, so that a date that has moved rings again.
    package var origin = ""
    /// Whether it comes only if the current occurrence of a series counted from completion is still open then.
    package var isProvisional = false

    /// Whether it rings before the date that it tells of.
    package var isAhead: Bool { about.map { instant < $0 } ?? false }

    /// The part of a notification identifier behind the reminder and the occurrence; letters, digits and `-`.
    package var name: String {
        switch cause {
        case .alarm(let alarm): alarm.name
        case .deadline: "due"
        }
    }

    /// The part of a delivery key for it.
    package var key: String {
        switch cause {
        case .alarm(let alarm): "*\(Alarm.digest("\(alarm.id ?? "") \(alarm.trigger)"))=\(origin)"
        case .deadline: "*due=\(origin)"
        }
    }
}

/// The rings of one reminder besides its date after an instant, ascending. Its dates, and the end of a snooze, are those of
/// `SeriesCursor` and `NotificationPlan.oneTime`.
///
/// An alarm with a distance rings for each occurrence that is open. A snooze takes the place of the alarms of the current one
/// that come before its end; it does not move a deadline.
package struct AlarmCursor: Sequence, IteratorProtocol, Sendable {
    /// The rings for one alarm.
    private struct Stream: Sendable {
        let cause: AlarmRing.Cause
        let trigger: AlarmTrigger
        /// Nil for a one-time reminder.
        var occurrences: ComingOccurrences?
        var next: AlarmRing?
        /// The last deadline: all occurrences on a day share one.
        var deadline: DateValue?
        var isDone = false
    }

    private let reminder: Reminder
    private let context: TimeContext
    private let zone: Zone
    private var streams: [Stream] = []
    /// The date of the current occurrence.
    private let current: CivilDateTime?
    /// The day that the deadline counts from: that of the place of the current occurrence.
    private var origin: CivilDate?
    /// The current occurrence if it was moved: its deadline may come before or after those of its neighbours.
    private var moved: Occurrence?
    private var snooze: Instant?

    /// Whether a reminder may ring besides its date.
    package static func mayRing(_ reminder: Reminder, in context: TimeContext) -> Bool {
        !reminder.alarms.isEmpty || context.deadlinesRing && reminder.separateDeadline != nil
    }

    /// - Parameters:
    ///   - reminder: open, and no file in conflict.
    ///   - context: its current time is the instant after which.
    package init(_ reminder: Reminder, in context: TimeContext) {
        (self.reminder, self.context, zone) = (reminder, context, context.zone(of: reminder))
        current = reminder.date?.clock(in: zone, allDayAt: context.allDayAt)
        guard !reminder.isNote, !reminder.isCompleted, Self.mayRing(reminder, in: context) else { return }
        snooze = context.snooze(reminder)
        let rule = reminder.recurs ? reminder.steppingRule : nil
        if let rule, let date = reminder.date {
            let position = SeriesPosition(reminder, date, rule, in: context)
            origin = position.current.nominal.date
            if position.isMoved {
                let before = context.instant(of: date, in: reminder).adding(seconds: -1)
                var coming = ComingOccurrences(reminder, rule, in: context, after: before)
                moved = coming?.next().flatMap { $0.nominal == current ? $0 : nil }
            }
        }
        for alarm in reminder.alarms { add(.alarm(alarm), alarm.trigger, rule) }
        if context.deadlinesRing, reminder.separateDeadline != nil {
            add(.deadline, AlarmTrigger(.offset(CivilDuration()), from: .due), rule)
        }
    }

    private mutating func add(_ cause: AlarmRing.Cause, _ trigger: AlarmTrigger, _ rule: RecurrenceRule?) {
        var stream = Stream(cause: cause, trigger: trigger)
        if let rule, !trigger.isExact {
            if let moved {
                var single = stream
                single.next = ring(of: moved, true, &single).flatMap { isAhead($0, isCurrent: true) ? $0 : nil }
                single.isDone = true
                if single.next != nil { streams.append(single) }
            }
            // An occurrence that has passed can still have a ring ahead: a deadline, or an alarm after the date.
            let start = context.now.adding(seconds: -reach(of: trigger))
            stream.occurrences = ComingOccurrences(reminder, rule, in: context, after: start)
        }
        advance(&stream)
        if stream.next != nil { streams.append(stream) }
    }

    package mutating func next() -> AlarmRing? {
        let index = streams.indices.min { a, b in
            guard let first = streams[a].next, let second = streams[b].next else { return streams[a].next != nil }
            return first.instant < second.instant
        }
        guard let index, let ring = streams[index].next else { return nil }
        advance(&streams[index])
        return ring
    }

    private func advance(_ stream: inout Stream) {
        stream.next = nil
        while !stream.isDone {
            guard stream.occurrences != nil else {
                stream.isDone = true
                stream.next = single(stream).flatMap { isAhead($0, isCurrent: true) ? $0 : nil }
                return
            }
            guard let occurrence = stream.occurrences?.next() else {
                stream.isDone = true
                return
            }
            let isCurrent = occurrence.nominal == current
            if isCurrent, moved != nil { continue }
            // The next deadline depends on when a series counted from completion is completed. Without an end, the series
            // would be searched to the last year for another one.
            if stream.trigger.base == .due, !isCurrent, reminder.anchor == .completion {
                guard let current, occurrence.nominal < current else {
                    stream.isDone = true
                    return
                }
                continue
            }
            if let ring = ring(of: occurrence, isCurrent, &stream), isAhead(ring, isCurrent: isCurrent) {
                stream.next = ring
                return
            }
        }
    }

    private func isAhead(_ ring: AlarmRing, isCurrent: Bool) -> Bool {
        guard ring.instant > context.now else { return false }
        guard isCurrent, ring.cause != .deadline, let snooze else { return true }
        return ring.instant > snooze
    }

    /// The ring of a one-time reminder, or of an alarm with a date of its own.
    private func single(_ stream: Stream) -> AlarmRing? {
        if case .exact(let date) = stream.trigger.moment {
            let instant = date.instant(in: zone, allDayAt: context.allDayAt)
            let due = context.due(reminder)
            var ring = AlarmRing(cause: stream.cause, instant: instant, about: due.flatMap { $0 > instant ? $0 : nil })
            (ring.isAboutDay, ring.origin) = (reminder.date?.isAllDay ?? false, date.iso)
            return ring
        }
        guard let base = base(of: stream.trigger) else { return nil }
        return ring(stream, from: base)
    }

    private func ring(of occurrence: Occurrence, _ isCurrent: Bool, _ stream: inout Stream) -> AlarmRing? {
        let nominal = occurrence.nominal
        let date = occurrence.isAllDay ? DateValue(nominal.date) : DateValue(nominal)
        var base = isCurrent ? reminder.date ?? date : date
        if isOfDeadline(stream.trigger), let deadline = reminder.separateDeadline, let origin {
            let days = nominal.date.daysSinceEpoch - origin.daysSinceEpoch
            base = isCurrent ? deadline : deadline.adding(days: days, in: zone)
            if stream.deadline == base { return nil }
            stream.deadline = base
        }
        var ring = ring(stream, from: base)
        ring.occurrenceDate = date
        ring.isProvisional = reminder.anchor == .completion && current.map { nominal > $0 } ?? false
        ring.occurrence = occurrence.isAllDay ? nominal.date.description : nominal.description
        return ring
    }

    private func ring(_ stream: Stream, from base: DateValue) -> AlarmRing {
        let about = base.instant(in: zone, allDayAt: context.allDayAt)
        let clock = base.clock(in: zone, allDayAt: context.allDayAt)
        var instant = about
        switch stream.trigger.moment {
        case .exact: break
        case .offset(let span):
            // Days are those of the calendar, hours and minutes are elapsed time.
            let days = CivilDuration(months: span.months, days: span.days)
            if days != CivilDuration() { instant = zone.instant(of: clock.adding(days)) }
            instant = instant.adding(seconds: span.seconds)
        case .clock(let days, let time):
            instant = zone.instant(of: CivilDateTime(clock.date.adding(days: days), time))
        }
        var ring = AlarmRing(cause: stream.cause, instant: instant, about: about)
        (ring.isAboutDay, ring.origin) = (base.isAllDay, base.iso)
        return ring
    }

    private func isOfDeadline(_ trigger: AlarmTrigger) -> Bool { trigger.base == .due && reminder.scheduled != nil }

    /// The date that an alarm counts from. Without the one that it names, the other: it must not be silent.
    private func base(of trigger: AlarmTrigger) -> DateValue? {
        trigger.base == .due ? reminder.deadline ?? reminder.scheduled : reminder.date
    }

    /// How many seconds after an occurrence its ring may come, at most.
    private func reach(of trigger: AlarmTrigger) -> Int64 {
        var days: Int64 = 2
        if isOfDeadline(trigger), let deadline = reminder.separateDeadline, let origin {
            days += Int64(Swift.max(0, deadline.date.daysSinceEpoch - origin.daysSinceEpoch))
        }
        var seconds: Int64 = 0
        switch trigger.moment {
        case .exact: break
        case .offset(let span):
            days += Int64(Swift.max(0, span.months)) * 31 + Int64(Swift.max(0, span.days))
            seconds = Swift.max(0, span.seconds)
        case .clock(let after, _): days += Int64(Swift.max(0, after))
        }
        return days * 86_400 + seconds
    }
}
